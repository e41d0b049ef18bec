import * as z from "zod/mini";
import { type Int64Judge, markOf } from "./schema.js";

type Schema = z.core.$ZodType;
type Check = (value: unknown) => boolean;

const checks = /* @__PURE__ */ new WeakMap<Schema, Check>();

/**
 * Whether a value fits a schema: yes or no, without the copy and the bookkeeping that zod makes of it. An answer that
 * fits, as nearly all do, is validated several times faster; one that does not goes to zod for its issues.
 *
 * An INT64 that is a number does not fit yet: it is to be rewritten first.
 */
export function fits(schema: Schema, value: unknown): boolean {
  return checkOf(schema)(value);
}

function checkOf(schema: Schema): Check {
  let check = checks.get(schema);
  if (check === undefined) {
    check = compile(schema);
    checks.set(schema, check);
  }
  return check;
}

function compile(schema: Schema): Check {
  const { def } = schema._zod as { def: z.core.$ZodTypes["_zod"]["def"] };
  if (def.type === "optional") {
    // Most members may be missing or null: one closure for both.
    const inner = def.innerType._zod.def as z.core.$ZodTypes["_zod"]["def"];
    if (inner.type === "nullable") return orAbsent(checkOf(inner.innerType));
    const check = checkOf(def.innerType);
    return (value) => value === undefined || check(value);
  }
  return compileRequired(schema, def);
}

function orAbsent(check: Check): Check {
  if (check === isString) return (value) => value === undefined || value === null || typeof value === "string";
  return (value) => value === undefined || value === null || check(value);
}

const isString: Check = (value) => typeof value === "string";
const isBoolean: Check = (value) => typeof value === "boolean";

function compileRequired(schema: Schema, def: z.core.$ZodTypes["_zod"]["def"]): Check {
  const int64 = markOf(schema).int64;
  if (int64 !== undefined) return int64Check(int64);
  if (hasNoChecks(def)) {
    if (def.type === "string") return isString;
    if (def.type === "boolean") return isBoolean;
    if (def.type === "array") return elementsCheck(checkOf(def.element));
    if (def.type === "object" && def.catchall?._zod.def.type === "unknown") return membersCheck(def.shape);
  }
  return (value) => z.safeParse(schema, value).success;
}

function hasNoChecks(def: { checks?: unknown[] | undefined; format?: unknown }): boolean {
  return (def.checks === undefined || def.checks.length === 0) && def.format === undefined;
}

function int64Check(judge: Int64Judge): Check {
  // Eighteen digits always fit, and most values have fewer.
  const isShort = (value: unknown) => typeof value === "string" && value.length <= 18 && /^\d+$/.test(value);
  return (value) => isShort(value) || (typeof value === "string" && judge(value) === undefined);
}

function elementsCheck(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (let index = 0; index < value.length; index += 1) if (!check(value[index])) return false;
    return true;
  };
}

function membersCheck(shape: Readonly<Record<string, Schema>>): Check {
  // Read when it is first needed: a schema may hold itself.
  let names: string[] | undefined;
  let memberChecks: Check[] = [];
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    if (names === undefined) {
      names = Object.keys(shape);
      memberChecks = Object.values(shape).map(checkOf);
    }
    for (let index = 0; index < names.length; index += 1) {
      if (!memberChecks[index]?.((value as Record<string, unknown>)[names[index] as string])) return false;
    }
    return true;
  };
}
