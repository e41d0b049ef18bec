import type * as z from "zod/mini";
import { readAs } from "../../core/schema/read-as.js";

/** An open enumeration whose values the service may also send as numbers. */
export function enumValue<T extends string = string>(): z.ZodMiniType<T | number> {
  return readAs(
    "a string or a number",
    { type: "custom", json: { anyOf: [{ type: "string" }, { type: "number" }] } },
    (value) => (typeof value === "string" || typeof value === "number" ? (value as T | number) : undefined),
  ); // every string is valid
}
