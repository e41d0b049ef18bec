import type { Issue } from "../errors/request-error.js";
import { kindOf, kindWithRemedy } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import { hasKey, isPlainObject, MAX_DEPTH, TOO_DEEP } from "../values/objects.js";
import { int64Digits } from "./scalars.js";
import { elementOf, markOf, type Schema, shapeOf } from "./schema.js";

/** A request body, with the issues of its values. */
export interface EncodedBody {
  readonly body: unknown;
  readonly issues: Issue[];
  /** Paths of known fields that are null. */
  readonly nulls: readonly string[];
  /** Paths of properties that are undefined, which the body omits. */
  readonly undefineds: readonly string[];
  /** Input of a rule about typos. */
  readonly strangers: readonly Stranger[];
}

/** A name of a property that its schema does not have, or a value of an open enumeration that is not a known one. */
export interface Stranger {
  readonly path: string;
  /** The schema of the object that has the property, or of the value. */
  readonly schema: Schema;
  /** The name or the value. */
  readonly found: unknown;
}

/**
 * Encodes an input as a request body: 64-bit integers become decimal strings, types and modes of columns are written in
 * upper case, output-only fields and undefined values are omitted, everything else is copied. `$schema` of a resource, which names its JSON Schema for editors, is omitted.
 *
 * Values that JSON would change or drop silently (`NaN`, functions, a `Map`, a bigint outside a 64-bit field), and an own
 * `__proto__`, which many programs drop, are reported as issues, and so are invalid 64-bit integers unless `checksInt64` is false.
 */
export function encodeBody(schema: Schema | undefined, input: unknown, checksInt64 = true): EncodedBody {
  const encoder = new Encoder(checksInt64);
  const body = encoder.encode(input, schema, "");
  const { issues, nulls, undefineds, strangers } = encoder;
  return { body, issues, nulls, undefineds, strangers };
}

/** Encodes the values of one input. */
class Encoder {
  readonly issues: Issue[] = [];
  readonly nulls: string[] = [];
  readonly undefineds: string[] = [];
  readonly strangers: Stranger[] = [];
  readonly #ancestors = new Set<object>();
  readonly #checksInt64: boolean;

  constructor(checksInt64: boolean) {
    this.#checksInt64 = checksInt64;
  }

  encode(value: unknown, at: Schema | undefined, path: string): unknown {
    const { int64, upperCase, knownValues } = markOf(at);
    if (int64 !== undefined && value !== null) {
      const problem = int64(value);
      if (problem === undefined) return int64Digits(value);
      if (this.#checksInt64) return this.#report(path, problem, "int64");
      if (typeof value === "bigint") return String(value);
    }
    if (typeof value === "object" && value !== null) return this.#encodeInside(value, at, path);
    const problem = scalarProblem(value);
    if (problem !== undefined) return this.#report(path, problem);
    if (at && knownValues?.every((known) => known !== value)) this.strangers.push({ path, schema: at, found: value });
    return upperCase && typeof value === "string" ? value.toUpperCase() : value;
  }

  #encodeInside(value: object, at: Schema | undefined, path: string): unknown {
    if (this.#ancestors.size >= MAX_DEPTH) return this.#report("", TOO_DEEP);
    if (this.#ancestors.has(value)) return this.#report(path, "must not be a circular reference");
    this.#ancestors.add(value);
    const encoded = Array.isArray(value) ? this.#list(value, elementOf(at), path) : this.#object(value, at, path);
    this.#ancestors.delete(value);
    return encoded;
  }

  #list(list: readonly unknown[], element: Schema | undefined, path: string): unknown[] {
    // Array.from includes holes, which JSON would turn into null.
    return Array.from(list, (value, index) => {
      const inner = joinPath(path, index);
      return value === undefined ? this.#report(inner, "must not be undefined") : this.encode(value, element, inner);
    });
  }

  #object(value: object, at: Schema | undefined, path: string): unknown {
    if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
    if (!isPlainObject(value)) {
      this.#report(path, `must be a plain object or a list, got ${kindWithRemedy(value)}`);
      return value;
    }
    const shape = shapeOf(at); // a map of strings has no shape
    const isResource = path === "" && at !== undefined;
    const entries: [name: string, value: unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const field = hasKey(shape, name) ? shape[name] : undefined;
      const inner = joinPath(path, name);
      if (member === undefined) this.undefineds.push(inner);
      if (member === undefined || markOf(field).outputOnly || (name === "$schema" && isResource)) continue;
      if (name === "__proto__") this.#report(inner, "must not be the name of a field");
      if (at && shape && field === undefined) this.strangers.push({ path: inner, schema: at, found: name });
      else if (at && member === null) this.nulls.push(inner);
      entries.push([name, this.encode(member, field, inner)]);
    }
    return Object.fromEntries(entries);
  }

  #report(path: string, message: string, rule = "json-value"): undefined {
    this.issues.push({ path, message, rule });
  }
}

function scalarProblem(value: unknown): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return `must be a finite number, got ${value}`;
  if (typeof value === "bigint")
    return "must not be a bigint, because only 64-bit fields accept one; pass a string or a number";
  if (typeof value === "function" || typeof value === "symbol") return `must be a JSON value, got ${kindOf(value)}`;
  return undefined;
}
