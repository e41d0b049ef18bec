import * as z from "zod/mini";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { PrivacyPolicy } from "./privacy-policy.js";

/**
 * Code of functions that a legacy SQL query calls: exactly one of the two members.
 *
 * @see Spec: warehouse, "UserDefinedFunctionResource"
 */
export interface UserDefinedFunctionResource {
  /** Object-storage URI of a file that holds the code. Not together with `inlineCode`. */
  resourceUri?: string | undefined;
  /** The code itself; works like a file with the same text. Not together with `resourceUri`. */
  inlineCode?: string | undefined;
}

export const UserDefinedFunctionResource: SchemaOf<UserDefinedFunctionResource> = /* @__PURE__ */ openObject({
  resourceUri: opt(z.string()),
  inlineCode: opt(z.string()),
} satisfies ShapeOf<UserDefinedFunctionResource>);

/**
 * What makes a table a view: the query behind it.
 *
 * @see Spec: warehouse, "ViewDefinition"
 */
export interface ViewDefinition {
  /** SQL query that runs whenever the view is read. */
  query: string;
  /** Code of the functions that the query calls. Legacy SQL only. */
  userDefinedFunctionResources?: UserDefinedFunctionResource[] | undefined;
  /**
   * Whether the query is written in legacy SQL; `false` means standard SQL. Default: `true`.
   *
   * Queries and views that read this view must set the same value.
   */
  useLegacySql?: boolean | undefined;
  /** How the view protects the individuals in its data. */
  privacyPolicy?: PrivacyPolicy | undefined;
}

export const ViewDefinition: SchemaOf<ViewDefinition> = /* @__PURE__ */ openObject({
  query: z.string(),
  userDefinedFunctionResources: opt(z.array(UserDefinedFunctionResource)),
  useLegacySql: opt(z.boolean()),
  privacyPolicy: opt(PrivacyPolicy),
} satisfies ShapeOf<ViewDefinition>);
