import * as z from "zod/mini";
import { int64Problem } from "./scalars.js";
import { markOf } from "./schema.js";

type Schema = z.core.$ZodType;
type Check = (value: unknown) => boolean;

const checks = /* @__PURE__ */ new WeakMap<Schema, Check>();

/**
 * Whether a value fits a schema: yes or no, without the copy and the bookkeeping that zod makes of it. An answer that
 * fits, as nearly all do, is validated several times faster; one that does not goes to zod for its issues.
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
  const kind = markOf(schema).int64;
  const byZod: Check = (value) => z.safeParse(schema, value).success;
  switch (def.type) {
    case "optional": {
      const inner = checkOf(def.innerType);
      return (value) => value === undefined || inner(value);
    }
    case "nullable": {
      const inner = checkOf(def.innerType);
      return (value) => value === null || inner(value);
    }
    case "string":
      return hasNoChecks(def) ? (value) => typeof value === "string" : byZod;
    case "boolean":
      return hasNoChecks(def) ? (value) => typeof value === "boolean" : byZod;
    case "pipe":
      return kind === undefined
        ? byZod
        : (value) => typeof value !== "bigint" && int64Problem(value, kind === "unsigned") === undefined;
    case "array": {
      if (!hasNoChecks(def)) return byZod;
      const inner = checkOf(def.element);
      return (value) => Array.isArray(value) && value.every(inner);
    }
    case "object":
      return hasNoChecks(def) && def.catchall?._zod.def.type === "unknown" ? membersCheck(def.shape) : byZod;
    default:
      return byZod;
  }
}

function hasNoChecks(def: { checks?: unknown[] | undefined; format?: unknown }): boolean {
  return (def.checks === undefined || def.checks.length === 0) && def.format === undefined;
}

function membersCheck(shape: Readonly<Record<string, Schema>>): Check {
  // Read when it is first needed: a schema may hold itself.
  let members: [name: string, check: Check][] | undefined;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    members ??= Object.entries(shape).map(([name, member]) => [name, checkOf(member)]);
    for (const [name, check] of members) if (!check((value as Record<string, unknown>)[name])) return false;
    return true;
  };
}
