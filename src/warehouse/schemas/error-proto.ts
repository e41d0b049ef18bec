import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { openObject, opt } from "../../core/schema/schema.js";

/**
 * An error inside a resource.
 *
 * @see Spec: warehouse, "ErrorProto"
 */
export interface ErrorProto extends Fields<typeof errorProtoShape> {}

const errorProtoShape = {
  /** Short error code, such as `invalid`. */
  reason: opt(z.string()),
  /** Location of the error; absent if unknown. */
  location: opt(z.string()),
  /** Internal debugging information of the service; do not rely on it. */
  debugInfo: opt(z.string()),
  /** Description of the error for users. */
  message: opt(z.string()),
};

/** Schema of `ErrorProto`, with `parse` and `safeParse`. */
export const ErrorProto: SchemaOf<ErrorProto> = /* @__PURE__ */ openObject(errorProtoShape);
