import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { expected, openObject, opt } from "../../core/schema/schema.js";
import { PrivacyPolicy } from "./privacy-policy.js";

/**
 * Code of user-defined functions for a legacy SQL query. Set exactly one of the two fields.
 *
 * @see Spec: warehouse, "UserDefinedFunctionResource"
 */
export interface UserDefinedFunctionResource extends Fields<typeof userDefinedFunctionResourceShape> {}

const userDefinedFunctionResourceShape = {
  /** Object-storage URI of a file with the code. Not together with `inlineCode`. */
  resourceUri: opt(z.string()),
  /** The code itself; equivalent to a file with the same code. Not together with `resourceUri`. */
  inlineCode: opt(z.string()),
};

/** Schema of `UserDefinedFunctionResource`, with `parse` and `safeParse`. */
export const UserDefinedFunctionResource: SchemaOf<UserDefinedFunctionResource> = /* @__PURE__ */ openObject(
  userDefinedFunctionResourceShape,
);

/**
 * Definition of a view in another SQL dialect.
 *
 * @see Spec: warehouse, "ViewDefinition" (fields of the real service)
 */
export interface ForeignViewDefinition extends Fields<typeof foreignViewDefinitionShape> {}

const foreignViewDefinitionShape = {
  /** Query that defines the view. */
  query: expected(z.string()),
  /** SQL dialect of the query. */
  dialect: opt(z.string()),
};

/** Schema of `ForeignViewDefinition`, with `parse` and `safeParse`. */
export const ForeignViewDefinition: SchemaOf<ForeignViewDefinition> =
  /* @__PURE__ */ openObject(foreignViewDefinitionShape);

/**
 * Definition of a view.
 *
 * @see Spec: warehouse, "ViewDefinition"
 */
export interface ViewDefinition extends Fields<typeof viewDefinitionShape> {}

const viewDefinitionShape = {
  /** SQL query that runs when the view is referenced. */
  query: z.string(),
  /** Code of user-defined functions that the query calls. Legacy SQL only. */
  userDefinedFunctionResources: opt(z.array(UserDefinedFunctionResource)),
  /**
   * Whether the query is written in legacy SQL; `false` means standard SQL. Default: `true`.
   *
   * Queries and views that reference this view must use the same value.
   */
  useLegacySql: opt(z.boolean()),
  /** Privacy policy of the view. */
  privacyPolicy: opt(PrivacyPolicy),
  /** Whether the view names its columns itself, as in `CREATE VIEW v(a, b) AS …`. Standard SQL only. Beyond the spec. */
  useExplicitColumnNames: opt(z.boolean()),
  /** Definitions of the view in other SQL dialects. Beyond the spec. */
  foreignDefinitions: opt(z.array(ForeignViewDefinition)),
};

/** Schema of `ViewDefinition`, with `parse` and `safeParse`. */
export const ViewDefinition: SchemaOf<ViewDefinition> = /* @__PURE__ */ openObject(viewDefinitionShape);
