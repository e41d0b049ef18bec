import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { openObject, opt } from "../../core/schema/schema.js";

/** Response of `testIamPermissions`. Output only. */
export interface TestIamPermissionsResponse extends Fields<typeof testIamPermissionsResponseShape> {}

const testIamPermissionsResponseShape = {
  /** The tested permissions that the caller has; absent if the caller has none of them. */
  permissions: opt(z.array(z.string())),
};

/** Schema of `TestIamPermissionsResponse`, with `parse` and `safeParse`. */
export const TestIamPermissionsResponse: SchemaOf<TestIamPermissionsResponse> = /* @__PURE__ */ openObject(
  testIamPermissionsResponseShape,
);
