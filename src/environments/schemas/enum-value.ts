import type * as z from "zod/mini";
import { readAs } from "../../core/schema/read-as.js";

/** An open enumeration: any string is valid, because the service may add values, and any number, which it may send instead. */
export function enumValue<T extends string = never>(): z.ZodMiniType<T | (string & {}) | number> {
  return readAs(
    "a string or a number",
    { type: "custom", json: { anyOf: [{ type: "string" }, { type: "number" }] } },
    (value) => (typeof value === "string" || typeof value === "number" ? value : undefined),
  );
}
