import * as z from "zod/mini";
import { expected, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { PrivacyPolicy } from "./privacy-policy.js";

/**
 * Code of user-defined functions for a legacy SQL query. Set exactly one of the two fields.
 *
 * @see Spec: warehouse, "UserDefinedFunctionResource"
 */
export interface UserDefinedFunctionResource {
  /** Object-storage URI of a file with the code. Not together with `inlineCode`. */
  resourceUri?: string | undefined;
  /** The code itself; equivalent to a file with the same code. Not together with `resourceUri`. */
  inlineCode?: string | undefined;
}

/** Schema of `UserDefinedFunctionResource`, with `parse` and `safeParse`. */
export const UserDefinedFunctionResource: SchemaOf<UserDefinedFunctionResource> = /* @__PURE__ */ openObject({
  resourceUri: opt(z.string()),
  inlineCode: opt(z.string()),
} satisfies ShapeOf<UserDefinedFunctionResource>);

/**
 * Definition of a view in another SQL dialect.
 *
 * @see Spec: warehouse, "ViewDefinition" (fields of the real service)
 */
export interface ForeignViewDefinition {
  /** Query that defines the view. */
  query: string;
  /** SQL dialect of the query. */
  dialect?: string | undefined;
}

/** Schema of `ForeignViewDefinition`, with `parse` and `safeParse`. */
export const ForeignViewDefinition: SchemaOf<ForeignViewDefinition> = /* @__PURE__ */ openObject({
  query: expected(z.string()),
  dialect: opt(z.string()),
} satisfies ShapeOf<ForeignViewDefinition>);

/**
 * Definition of a view.
 *
 * @see Spec: warehouse, "ViewDefinition"
 */
export interface ViewDefinition {
  /** SQL query that runs when the view is referenced. */
  query: string;
  /** Code of user-defined functions that the query calls. Legacy SQL only. */
  userDefinedFunctionResources?: UserDefinedFunctionResource[] | undefined;
  /**
   * Whether the query is written in legacy SQL; `false` means standard SQL. Default: `true`.
   *
   * Queries and views that reference this view must use the same value.
   */
  useLegacySql?: boolean | undefined;
  /** Privacy policy of the view. */
  privacyPolicy?: PrivacyPolicy | undefined;
  /** Whether the view names its columns itself, as in `CREATE VIEW v(a, b) AS …`. Standard SQL only. Beyond the spec. */
  useExplicitColumnNames?: boolean | undefined;
  /** Definitions of the view in other SQL dialects. Beyond the spec. */
  foreignDefinitions?: ForeignViewDefinition[] | undefined;
}

/** Schema of `ViewDefinition`, with `parse` and `safeParse`. */
export const ViewDefinition: SchemaOf<ViewDefinition> = /* @__PURE__ */ openObject({
  query: z.string(),
  userDefinedFunctionResources: opt(z.array(UserDefinedFunctionResource)),
  useLegacySql: opt(z.boolean()),
  privacyPolicy: opt(PrivacyPolicy),
  useExplicitColumnNames: opt(z.boolean()),
  foreignDefinitions: opt(z.array(ForeignViewDefinition)),
} satisfies ShapeOf<ViewDefinition>);
