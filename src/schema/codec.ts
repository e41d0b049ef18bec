import type { Issue } from "../errors/request-error.js";
import { classOf, kindOf } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import { isPlainObject, MAX_DEPTH, TOO_DEEP } from "../values/objects.js";
import { type CompiledSchema, compiled, type Schema } from "./compile.js";

/** A request body, with the issues of its values. */
export interface EncodedBody {
  readonly body: unknown;
  readonly issues: Issue[];
  /** Paths of known fields that are null. */
  readonly nulls: readonly string[];
}

/**
 * Encodes an input as a request body: 64-bit integers become decimal strings, types and modes of columns are written in
 * upper case, output-only fields and undefined values are omitted, everything else is copied. `$schema` of a resource, which names its JSON Schema for editors, is omitted.
 *
 * Values that JSON would change or drop silently (`NaN`, functions, a `Map`, a bigint outside a 64-bit field) are
 * reported as issues, and so are invalid 64-bit integers unless `checksInt64` is false.
 */
export function encodeBody(schema: Schema | undefined, input: unknown, checksInt64 = true): EncodedBody {
  const issues: Issue[] = [];
  const nulls: string[] = [];
  const ancestors = new Set<object>();
  const report = (path: string, message: string, rule = "json-value"): undefined => {
    issues.push({ path, message, rule });
  };
  const encode = (value: unknown, at: CompiledSchema | undefined, path: string): unknown => {
    if (at?.int64 !== undefined && value !== null) {
      const problem = at.int64(value);
      if (problem === undefined) return typeof value === "string" ? value : String(value);
      if (checksInt64) {
        report(path, problem, "int64");
        return value;
      }
      if (typeof value === "bigint") return String(value);
    }
    if (typeof value !== "object" || value === null) {
      const problem = scalarProblem(value);
      if (problem !== undefined) report(path, problem);
      return at?.upperCase && typeof value === "string" ? value.toUpperCase() : value;
    }
    if (ancestors.size >= MAX_DEPTH) return report("", TOO_DEEP);
    if (ancestors.has(value)) return report(path, "must not be a circular reference");
    ancestors.add(value);
    const encoded = encodeComposite(value, at, path);
    ancestors.delete(value);
    return encoded;
  };
  /** Encodes a property or an element. Most are valid scalars, which need no path. */
  const encodeInside = (value: unknown, at: CompiledSchema | undefined, path: string, key: PropertyKey): unknown => {
    const isPlain = typeof value === "string" || typeof value === "boolean" || value === null || Number.isFinite(value);
    return isPlain && at?.int64 === undefined && !at?.upperCase ? value : encode(value, at, joinPath(path, key));
  };
  const encodeComposite = (value: object, at: CompiledSchema | undefined, path: string): unknown => {
    if (Array.isArray(value)) {
      // Array.from includes holes, which JSON would turn into null.
      return Array.from(value, (element, index) => {
        if (element !== undefined) return encodeInside(element, at?.element, path, index);
        return report(joinPath(path, index), "must not be undefined");
      });
    }
    if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
    if (!isPlainObject(value)) {
      report(path, `must be a plain object or a list, got ${classOf(value)}`);
      return value;
    }
    const fields = at?.fields?.();
    const isMap = at !== undefined && fields === undefined; // a map of strings
    const isResource = path === "" && at !== undefined;
    const encoded: Record<string, unknown> = {};
    // Avoids Object.entries, which would take most of the time for bodies with many columns.
    for (const name of Object.keys(value)) {
      const member = value[name];
      const field = fields?.get(name);
      if (member === undefined || field?.outputOnly || (name === "$schema" && isResource)) continue;
      if (member === null && (isMap || field !== undefined)) nulls.push(joinPath(path, name));
      const inner = encodeInside(member, field, path, name);
      if (name === "__proto__") Object.defineProperty(encoded, name, { ...OWN, value: inner });
      else encoded[name] = inner;
    }
    return encoded;
  };
  return { body: encode(input, schema && compiled(schema), ""), issues, nulls };
}

/** Attributes of a property, the same as after an assignment. */
const OWN = { configurable: true, enumerable: true, writable: true };

function scalarProblem(value: unknown): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return `must be a finite number, got ${value}`;
  if (typeof value === "bigint")
    return "must not be a bigint, because only 64-bit fields accept one; pass a string or a number";
  if (typeof value === "function" || typeof value === "symbol") return `must be a JSON value, got ${kindOf(value)}`;
  return undefined;
}

/**
 * Converts, in place, 64-bit integers that the service sent as exact JSON numbers to strings. Unsafe numbers are not
 * converted and fail validation.
 */
export function restoreInt64(schema: Schema, value: unknown): void {
  restoreInside(compiled(schema), value);
}

function restoreInside({ element, fields }: CompiledSchema, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    if (element !== undefined) for (let index = 0; index < value.length; index += 1) restore(value, index, element);
  } else if (fields !== undefined) {
    const byName = fields();
    for (const name of Object.keys(value)) {
      const field = byName.get(name);
      if (field !== undefined) restore(value as Record<string, unknown>, name, field); // an object, checked above
    }
  }
}

function restore<K extends PropertyKey>(holder: Record<K, unknown>, key: K, schema: CompiledSchema): void {
  const value = holder[key];
  if (schema.int64 === undefined) restoreInside(schema, value);
  else if (typeof value === "number" && Number.isSafeInteger(value)) holder[key] = String(value);
}
