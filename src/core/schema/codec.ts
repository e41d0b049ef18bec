import type * as z from "zod/mini";
import type { Issue } from "../../errors/issue.js";
import { kindOf } from "../rules/describe.js";
import { joinPath } from "../rules/issue-path.js";
import { markOf } from "./schema.js";

type Schema = z.core.$ZodType;

/** What is inside a schema, found once and kept: getters of recursive shapes are only read when they are reached. */
interface Anatomy {
  /** Members of an object, by name. */
  readonly members?: ReadonlyMap<string, Schema>;
  /** Element of a list. */
  readonly element?: Schema;
}

const anatomies = /* @__PURE__ */ new WeakMap<Schema, Anatomy>();

function anatomyOf(schema: Schema): Anatomy {
  let anatomy = anatomies.get(schema);
  if (anatomy === undefined) {
    anatomy = dissect(schema);
    anatomies.set(schema, anatomy);
  }
  return anatomy;
}

function dissect(schema: Schema): Anatomy {
  const { def } = schema._zod as { def: z.core.$ZodTypes["_zod"]["def"] };
  if (def.type === "optional" || def.type === "nullable") return anatomyOf(def.innerType);
  if (def.type === "array") return { element: def.element };
  if (def.type === "object") return { members: new Map(Object.entries(def.shape)) };
  return {};
}

/** Deeper nesting than any service takes, and far less than the stack does. */
const DEEPEST = 200;

/**
 * Turns an input into what goes over the wire: INT64 as decimal strings, output-only members left out, all else as it
 * is. Members whose value is undefined are left out, as JSON does.
 *
 * What JSON would change or lose without a word (`NaN`, functions, a `Map`, a bigint where no INT64 belongs) is an issue.
 */
export function encodeBody(schema: Schema | undefined, input: unknown): { body: unknown; issues: Issue[] } {
  const issues: Issue[] = [];
  const ancestors = new Set<object>();
  const encode = (value: unknown, at: Schema | undefined, path: string): unknown => {
    const int64 = at === undefined ? undefined : markOf(at).int64;
    if (int64 !== undefined && value !== null) {
      const problem = int64(value);
      if (problem === undefined) return typeof value === "string" ? value : String(value);
      issues.push({ path, message: problem, rule: "int64" });
      return value;
    }
    if (typeof value !== "object" || value === null) {
      const problem = scalarProblem(value);
      if (problem !== undefined) issues.push({ path, message: problem, rule: "json-value" });
      return value;
    }
    if (ancestors.size >= DEEPEST) {
      issues.push({ path: "", message: `is nested more than ${DEEPEST} levels deep`, rule: "json-value" });
      return undefined;
    }
    if (ancestors.has(value)) {
      issues.push({ path, message: "refers back to an object that it is part of", rule: "json-value" });
      return undefined;
    }
    ancestors.add(value);
    const encoded = encodeComposite(value, at, path);
    ancestors.delete(value);
    return encoded;
  };
  const encodeComposite = (value: object, at: Schema | undefined, path: string): unknown => {
    const anatomy = at === undefined ? {} : anatomyOf(at);
    if (Array.isArray(value)) {
      // Array.from visits holes too: JSON would send null for them.
      return Array.from(value, (element, index) => {
        if (element !== undefined) return encode(element, anatomy.element, joinPath(path, index));
        issues.push({ path: joinPath(path, index), message: "must not be undefined", rule: "json-value" });
        return undefined;
      });
    }
    if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null) {
      const name = value.constructor?.name ?? "unknown";
      issues.push({ path, message: `must be a plain object or a list, got a ${name}`, rule: "json-value" });
      return value;
    }
    const entries: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const memberSchema = anatomy.members?.get(name);
      if (member === undefined || (memberSchema !== undefined && markOf(memberSchema).outputOnly)) continue;
      entries.push([name, encode(member, memberSchema, joinPath(path, name))]);
    }
    // Object.fromEntries makes `__proto__` a member like any other.
    return Object.fromEntries(entries);
  };
  return { body: encode(input, schema, ""), issues };
}

function scalarProblem(value: unknown): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return `${value} is no JSON number`;
  if (typeof value === "bigint") return "is a bigint where no 64-bit integer belongs; write it as a string or a number";
  if (typeof value === "function" || typeof value === "symbol") return `must be a JSON value, got ${kindOf(value)}`;
  return undefined;
}

/**
 * Rewrites the INT64 that came as exact JSON numbers to strings, in place and nowhere else; unsafe ones stay, for the
 * validation to find.
 */
export function restoreInt64(schema: Schema, value: unknown): void {
  const step = stepOf(schema);
  if (step !== undefined && step !== "int64") follow(step, value);
}

/** Where INT64 are inside an object or a list, and nothing else. */
interface Plan {
  /** What to do with the members of an object, by name. */
  readonly members: [name: string, step: Step][];
  /** What to do with each element of a list. */
  elements?: Step | undefined;
}

type Step = Plan | "int64";

const steps = /* @__PURE__ */ new WeakMap<Schema, Step | "none">();

/** What to do with a value of a schema; undefined where there is nothing to do. */
function stepOf(schema: Schema): Step | undefined {
  const known = steps.get(schema);
  if (known !== undefined) return known === "none" ? undefined : known;
  if (markOf(schema).int64 !== undefined) return "int64";
  const { members = [], element } = anatomyOf(schema);
  // Set before its parts are known, for schemas that hold themselves.
  const plan: Plan = { members: [] };
  steps.set(schema, plan);
  if (element !== undefined) plan.elements = stepOf(element);
  for (const [name, member] of members) {
    const step = stepOf(member);
    if (step !== undefined) plan.members.push([name, step]);
  }
  if (plan.members.length > 0 || plan.elements !== undefined) return plan;
  steps.set(schema, "none");
  return undefined;
}

function follow({ members, elements }: Plan, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (elements === undefined) {
    for (const [name, step] of members) restore(value as Record<string, unknown>, name, step);
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) restore(value, index, elements);
  }
}

function restore<K extends PropertyKey>(holder: Record<K, unknown>, key: K, step: Step): void {
  const value = holder[key];
  if (value === undefined) return;
  if (step !== "int64") follow(step, value);
  else if (typeof value === "number" && Number.isSafeInteger(value)) holder[key] = String(value);
}
