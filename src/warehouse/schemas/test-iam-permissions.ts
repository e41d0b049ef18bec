import * as z from "zod/mini";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/** Response of `testIamPermissions`. Output only. */
export interface TestIamPermissionsResponse {
  /** The tested permissions that the caller has; absent if the caller has none of them. */
  permissions?: string[] | undefined;
}

/** Schema of `TestIamPermissionsResponse`, with `parse` and `safeParse`. */
export const TestIamPermissionsResponse: SchemaOf<TestIamPermissionsResponse> = /* @__PURE__ */ openObject({
  permissions: opt(z.array(z.string())),
} satisfies ShapeOf<TestIamPermissionsResponse>);
