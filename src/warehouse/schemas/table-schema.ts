import * as z from "zod";
import type { Fields, OptionalFieldSchema } from "../../schema/fields.js";
import {
  boolean,
  expected,
  int64Schema,
  inUpperCase,
  openEnum,
  openObject,
  opt,
  string,
  stringMap,
} from "../../schema/schema.js";
import {
  COLLATIONS,
  type FieldMode,
  type FieldType,
  type GeneratedMode,
  RANGE_ELEMENT_TYPES,
  ROUNDING_MODES,
  type TypeSystem,
} from "./enums.js";

/**
 * Access control of a column by policy tags.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema | TableFieldSchema} in the BigQuery reference
 */
export interface PolicyTagList extends Fields<typeof policyTagListShape> {}

const policyTagListShape = {
  /**
   * Resource names of the policy tags, at most 1. Default: none.
   *
   * Form: `projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>`.
   */
  names: opt(z.array(string)),
};

/** Schema of `PolicyTagList`, with `parse` and `safeParse`. */
export const PolicyTagList = openObject<PolicyTagList>(policyTagListShape);

/**
 * Element type of a `RANGE` column.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#FieldElementType | FieldElementType} in the BigQuery reference
 */
export interface FieldElementType extends Fields<typeof fieldElementTypeShape> {}

const fieldElementTypeShape = {
  /** Type of both bounds of a range: `DATE`, `DATETIME` or `TIMESTAMP`. */
  type: inUpperCase(openEnum(RANGE_ELEMENT_TYPES)),
};

/** Schema of `FieldElementType`, with `parse` and `safeParse`. */
export const FieldElementType = openObject<FieldElementType>(fieldElementTypeShape);

/**
 * A data policy that controls who can read a column.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#DataPolicyOption | DataPolicyOption} in the BigQuery reference
 */
export interface DataPolicyOption extends Fields<typeof dataPolicyOptionShape> {}

const dataPolicyOptionShape = {
  /** Resource name of the data policy: `projects/<id>/locations/<location>/dataPolicies/<id>`. */
  name: opt(string),
};

/** Schema of `DataPolicyOption`, with `parse` and `safeParse`. */
export const DataPolicyOption = openObject<DataPolicyOption>(dataPolicyOptionShape);

/**
 * Data policies that control who can read a column.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#DataPolicyList | DataPolicyList} in the BigQuery reference
 */
export interface DataPolicyList extends Fields<typeof dataPolicyListShape> {}

const dataPolicyListShape = {
  /** The data policies. At most 9. */
  dataPolicies: opt(z.array(DataPolicyOption)),
};

/** Schema of `DataPolicyList`, with `parse` and `safeParse`. */
export const DataPolicyList = openObject<DataPolicyList>(dataPolicyListShape);

/**
 * Access control of a column by data governance tags.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema | TableFieldSchema} in the BigQuery reference
 */
export interface DataGovernanceTagsInfo extends Fields<typeof dataGovernanceTagsInfoShape> {}

const dataGovernanceTagsInfoShape = {
  /**
   * Tags, at most 1. A key is `<parent_id>/<key_name>` and globally unique; a value is the short name of the tag value.
   */
  dataGovernanceTags: opt(stringMap),
};

/** Schema of `DataGovernanceTagsInfo`, with `parse` and `safeParse`. */
export const DataGovernanceTagsInfo = openObject<DataGovernanceTagsInfo>(dataGovernanceTagsInfoShape);

/**
 * Categories of a column.
 *
 * @deprecated The service ignores them.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema | TableFieldSchema} in the BigQuery reference
 */
export interface FieldCategories extends Fields<typeof fieldCategoriesShape> {}

const fieldCategoriesShape = {
  /** Names of the categories. */
  names: opt(z.array(string)),
};

/** Schema of `FieldCategories`, with `parse` and `safeParse`. */
export const FieldCategories = openObject<FieldCategories>(fieldCategoriesShape);

/**
 * Expression that generates the values of a column.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#GeneratedExpressionInfo | GeneratedExpressionInfo} in the BigQuery reference
 */
export interface GeneratedExpressionInfo extends Fields<typeof generatedExpressionInfoShape> {}

const generatedExpressionInfoShape = {
  /** SQL expression, such as `AI.EMBED(…)`. */
  generationExpression: opt(string),
  /** Whether the values are stored in the table. */
  stored: opt(boolean),
  /** Whether the values are generated after the rows are written. */
  asynchronous: opt(boolean),
};

/** Schema of `GeneratedExpressionInfo`, with `parse` and `safeParse`. */
export const GeneratedExpressionInfo = openObject<GeneratedExpressionInfo>(generatedExpressionInfoShape);

/**
 * How BigQuery generates the values of a column.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#GeneratedColumn | GeneratedColumn} in the BigQuery reference
 */
export interface GeneratedColumn extends Fields<typeof generatedColumnShape> {}

const generatedColumnShape = {
  /** When the values are generated. */
  generatedMode: opt(openEnum<GeneratedMode>()),
  /** Expression that generates the values. */
  generatedExpressionInfo: opt(GeneratedExpressionInfo),
};

/** Schema of `GeneratedColumn`, with `parse` and `safeParse`. */
export const GeneratedColumn = openObject<GeneratedColumn>(generatedColumnShape);

/**
 * A column of a table, or a nested column of a `RECORD` column. To write columns, use `TableFieldInput`, which also
 * accepts numbers for 64-bit integers.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema | TableFieldSchema} in the BigQuery reference
 */
export interface TableFieldSchema extends Fields<typeof tableFieldSchemaShape> {
  /** Nested columns. Only for the types `RECORD` and `STRUCT`. */
  fields?: TableFieldSchema[] | undefined;
}

const tableFieldSchemaShape = {
  /**
   * Name of the column: letters, digits and underscores, starting with a letter or an underscore. At most 300
   * characters.
   */
  name: string,
  /**
   * Type of the values.
   *
   * `STRING`, `BYTES`, `INTEGER` (or `INT64`), `FLOAT` (or `FLOAT64`), `BOOLEAN` (or `BOOL`), `TIMESTAMP`, `DATE`,
   * `TIME`, `DATETIME`, `GEOGRAPHY`, `NUMERIC`, `BIGNUMERIC`, `JSON`, `RECORD` (or `STRUCT`) or `RANGE`. `RECORD`
   * requires `fields`; `RANGE` requires `rangeElementType`. Also `INTERVAL`, and `FOREIGN`, which requires
   * `foreignTypeDefinition`.
   */
  type: inUpperCase(openEnum<FieldType>()),
  /** Mode of the column. */
  mode: opt(inUpperCase(openEnum<FieldMode>())),
  get fields(): OptionalFieldSchema<TableFieldSchema[]> {
    return opt(z.array(TableFieldSchema));
  },
  /** Description for users. At most 1,024 characters. */
  description: opt(string),
  /** Policy tags that control who can read the column. Default: none. */
  policyTags: opt(PolicyTagList),
  /**
   * Maximum length of a value: UTF-8 characters of a `STRING`, bytes of a `BYTES` value. Default: no limit.
   *
   * Only for the types `STRING` and `BYTES`.
   */
  maxLength: opt(int64Schema),
  /**
   * Maximum total number of decimal digits. Default: the limit of the type.
   *
   * Only for `NUMERIC` (1 to 29 without `scale`) and `BIGNUMERIC` (1 to 38 without `scale`). With `scale`, these bounds
   * apply to `precision - scale`. `decimalRange` returns the resulting range of values.
   */
  precision: opt(int64Schema),
  /**
   * Maximum number of digits after the decimal point. Default: 0 if `precision` is set.
   *
   * Only for `NUMERIC` (0 to 9) and `BIGNUMERIC` (0 to 38), and only together with `precision`.
   */
  scale: opt(int64Schema),
  /**
   * Number of digits after the decimal point of the seconds of a `TIMESTAMP`: 6 for microseconds, 12 for picoseconds.
   * Default: 6.
   */
  timestampPrecision: opt(int64Schema),
  /** Rounding mode for storing `NUMERIC` and `BIGNUMERIC` values. */
  roundingMode: opt(openEnum(ROUNDING_MODES)),
  /** Collation of the column. Only for the type `STRING`. */
  collation: opt(openEnum(COLLATIONS)),
  /** SQL expression for the default value of the column. */
  defaultValueExpression: opt(string),
  /** Element type of the ranges. Required if `type` is `RANGE`. */
  rangeElementType: opt(FieldElementType),
  /**
   * Definition of the type in the system of `foreignTypeInfo`. Required if `type` is `FOREIGN`. Only for top-level
   * columns.
   */
  foreignTypeDefinition: opt(string),
  /** How BigQuery generates the values of the column. Only for top-level columns. */
  generatedColumn: opt(GeneratedColumn),
  /** Data policies that control who can read the column. Default: none. */
  dataPolicies: opt(z.array(DataPolicyOption)),
  /** Data policies that control who can read the column. Takes precedence over `dataPolicies`. */
  dataPolicyList: opt(DataPolicyList),
  /**
   * Data governance tags that control who can read the column. These tags take precedence over policy tags; data policies
   * take precedence over these tags. A request that omits this property keeps the tags; an empty object removes them.
   */
  dataGovernanceTagsInfo: opt(DataGovernanceTagsInfo),
  /**
   * Categories of the column.
   *
   * @deprecated The service ignores them.
   */
  categories: opt(FieldCategories),
};

/** Schema of `TableFieldSchema`, with `parse` and `safeParse`. */
export const TableFieldSchema = openObject<TableFieldSchema>(tableFieldSchemaShape);

/**
 * System that defines the foreign types of a schema.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ForeignTypeInfo | ForeignTypeInfo} in the BigQuery reference
 */
export interface ForeignTypeInfo extends Fields<typeof foreignTypeInfoShape> {}

const foreignTypeInfoShape = {
  /** The system. */
  typeSystem: expected(openEnum<TypeSystem>()),
};

/** Schema of `ForeignTypeInfo`, with `parse` and `safeParse`. */
export const ForeignTypeInfo = openObject<ForeignTypeInfo>(foreignTypeInfoShape);

/**
 * Schema of a table or of external data.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableSchema | TableSchema} in the BigQuery reference
 */
export interface TableSchema extends Fields<typeof tableSchemaShape> {}

const tableSchemaShape = {
  /** Columns, in order. */
  fields: opt(z.array(TableFieldSchema)),
  /** System that defines the types of `FOREIGN` columns. */
  foreignTypeInfo: opt(ForeignTypeInfo),
};

/** Schema of `TableSchema`, with `parse` and `safeParse`. */
export const TableSchema = openObject<TableSchema>(tableSchemaShape);
