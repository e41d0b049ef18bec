import * as z from "zod/mini";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * An error inside a resource.
 *
 * @see Spec: warehouse, "ErrorProto"
 */
export interface ErrorProto {
  /** Short error code, such as `invalid`. */
  reason?: string | undefined;
  /** Location of the error; absent if unknown. */
  location?: string | undefined;
  /** Internal debugging information of the service; do not rely on it. */
  debugInfo?: string | undefined;
  /** Description of the error for users. */
  message?: string | undefined;
}

/** Schema of `ErrorProto`, with `parse` and `safeParse`. */
export const ErrorProto: SchemaOf<ErrorProto> = /* @__PURE__ */ openObject({
  reason: opt(z.string()),
  location: opt(z.string()),
  debugInfo: opt(z.string()),
  message: opt(z.string()),
} satisfies ShapeOf<ErrorProto>);
