import * as z from "zod/mini";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * An error that the service tells of inside a resource.
 *
 * @see Spec: warehouse, "ErrorProto"
 */
export interface ErrorProto {
  /** Short code of the error, such as `invalid`. */
  reason?: string | undefined;
  /** Where the error arose; absent when that is not known. */
  location?: string | undefined;
  /** Notes for those who run the service; not to be relied on. */
  debugInfo?: string | undefined;
  /** What went wrong, for people to read. */
  message?: string | undefined;
}

export const ErrorProto: SchemaOf<ErrorProto> = /* @__PURE__ */ openObject({
  reason: opt(z.string()),
  location: opt(z.string()),
  debugInfo: opt(z.string()),
  message: opt(z.string()),
} satisfies ShapeOf<ErrorProto>);
