import * as z from "zod/mini";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/** The permissions that the caller holds; without the member it holds none. */
export interface TestIamPermissionsResponse {
  /** Those of the permissions in question that are held. */
  permissions?: string[] | undefined;
}

/** Schema of `TestIamPermissionsResponse`, with `parse` and `safeParse`. */
export const TestIamPermissionsResponse: SchemaOf<TestIamPermissionsResponse> = /* @__PURE__ */ openObject({
  permissions: opt(z.array(z.string())),
} satisfies ShapeOf<TestIamPermissionsResponse>);
