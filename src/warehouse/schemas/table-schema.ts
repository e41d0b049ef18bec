import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import {
  expected,
  int64Schema,
  openEnum,
  openObject,
  opt,
  stringMap,
  upperCaseEnum,
} from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type {
  Collation,
  FieldMode,
  FieldType,
  GeneratedMode,
  RangeElementType,
  RoundingMode,
  TypeSystem,
} from "./enums.js";

/**
 * Access control of a column by policy tags.
 *
 * @see Spec: warehouse, "TableFieldSchema"
 */
export interface PolicyTagList {
  /**
   * Resource names of the policy tags, at most 1. Default: none.
   *
   * Form: `projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>`.
   */
  names?: string[] | undefined;
}

/** Schema of `PolicyTagList`, with `parse` and `safeParse`. */
export const PolicyTagList: SchemaOf<PolicyTagList> = /* @__PURE__ */ openObject({
  names: opt(z.array(z.string())),
} satisfies ShapeOf<PolicyTagList>);

/**
 * Element type of a `RANGE` column.
 *
 * @see Spec: warehouse, "FieldElementType"
 */
export interface FieldElementType {
  /** Type of both bounds of a range: `DATE`, `DATETIME` or `TIMESTAMP`. */
  type: RangeElementType;
}

/** Schema of `FieldElementType`, with `parse` and `safeParse`. */
export const FieldElementType: SchemaOf<FieldElementType> = /* @__PURE__ */ openObject({
  type: upperCaseEnum<RangeElementType>(),
} satisfies ShapeOf<FieldElementType>);

/**
 * A data policy that controls who can read a column.
 *
 * @see Spec: warehouse, "TableFieldSchema" (fields of the real service)
 */
export interface DataPolicyOption {
  /** Resource name of the data policy: `projects/<id>/locations/<location>/dataPolicies/<id>`. */
  name?: string | undefined;
}

/** Schema of `DataPolicyOption`, with `parse` and `safeParse`. */
export const DataPolicyOption: SchemaOf<DataPolicyOption> = /* @__PURE__ */ openObject({
  name: opt(z.string()),
} satisfies ShapeOf<DataPolicyOption>);

/**
 * Data policies that control who can read a column.
 *
 * @see Spec: warehouse, "TableFieldSchema" (fields of the real service)
 */
export interface DataPolicyList {
  /** The data policies. At most 9. */
  dataPolicies?: DataPolicyOption[] | undefined;
}

/** Schema of `DataPolicyList`, with `parse` and `safeParse`. */
export const DataPolicyList: SchemaOf<DataPolicyList> = /* @__PURE__ */ openObject({
  dataPolicies: opt(z.array(DataPolicyOption)),
} satisfies ShapeOf<DataPolicyList>);

/**
 * Access control of a column by data governance tags.
 *
 * @see Spec: warehouse, "TableFieldSchema" (fields of the real service)
 */
export interface DataGovernanceTagsInfo {
  /**
   * Tags, at most 1. A key is `<parent_id>/<key_name>` and globally unique; a value is the short name of the tag value.
   */
  dataGovernanceTags?: Record<string, string> | undefined;
}

/** Schema of `DataGovernanceTagsInfo`, with `parse` and `safeParse`. */
export const DataGovernanceTagsInfo: SchemaOf<DataGovernanceTagsInfo> = /* @__PURE__ */ openObject({
  dataGovernanceTags: opt(stringMap()),
} satisfies ShapeOf<DataGovernanceTagsInfo>);

/**
 * Categories of a column.
 *
 * @deprecated The service ignores them.
 * @see Spec: warehouse, "TableFieldSchema" (fields of the real service)
 */
export interface FieldCategories {
  /** Names of the categories. */
  names?: string[] | undefined;
}

/** Schema of `FieldCategories`, with `parse` and `safeParse`. */
export const FieldCategories: SchemaOf<FieldCategories> = /* @__PURE__ */ openObject({
  names: opt(z.array(z.string())),
} satisfies ShapeOf<FieldCategories>);

/**
 * Expression that generates the values of a column.
 *
 * @see Spec: warehouse, "TableFieldSchema" (fields of the real service)
 */
export interface GeneratedExpressionInfo {
  /** SQL expression, such as `AI.EMBED(…)`. */
  generationExpression?: string | undefined;
  /** Whether the values are stored in the table. */
  stored?: boolean | undefined;
  /** Whether the values are generated after the rows are written. */
  asynchronous?: boolean | undefined;
}

/** Schema of `GeneratedExpressionInfo`, with `parse` and `safeParse`. */
export const GeneratedExpressionInfo: SchemaOf<GeneratedExpressionInfo> = /* @__PURE__ */ openObject({
  generationExpression: opt(z.string()),
  stored: opt(z.boolean()),
  asynchronous: opt(z.boolean()),
} satisfies ShapeOf<GeneratedExpressionInfo>);

/**
 * How the service generates the values of a column.
 *
 * @see Spec: warehouse, "TableFieldSchema" (fields of the real service)
 */
export interface GeneratedColumn {
  /**
   * When the values are generated.
   *
   * - `GENERATED_MODE_UNSPECIFIED`: not specified, which means `GENERATED_ALWAYS`, the default
   * - `GENERATED_ALWAYS`: always: rows cannot contain values of the column
   * - `GENERATED_BY_DEFAULT`: for rows that do not contain a value of the column
   */
  generatedMode?: GeneratedMode | undefined;
  /** Expression that generates the values. */
  generatedExpressionInfo?: GeneratedExpressionInfo | undefined;
}

/** Schema of `GeneratedColumn`, with `parse` and `safeParse`. */
export const GeneratedColumn: SchemaOf<GeneratedColumn> = /* @__PURE__ */ openObject({
  generatedMode: opt(openEnum<GeneratedMode>()),
  generatedExpressionInfo: opt(GeneratedExpressionInfo),
} satisfies ShapeOf<GeneratedColumn>);

/**
 * A column of a table, or a nested column of a `RECORD` column. To write columns, use `TableFieldInput`, which also
 * accepts numbers for 64-bit integers.
 *
 * @see Spec: warehouse, "TableFieldSchema"
 */
export interface TableFieldSchema {
  /**
   * Name of the column: letters, digits and underscores, starting with a letter or an underscore. At most 300
   * characters.
   */
  name: string;
  /**
   * Type of the values.
   *
   * `STRING`, `BYTES`, `INTEGER` (or `INT64`), `FLOAT` (or `FLOAT64`), `BOOLEAN` (or `BOOL`), `TIMESTAMP`, `DATE`,
   * `TIME`, `DATETIME`, `GEOGRAPHY`, `NUMERIC`, `BIGNUMERIC`, `JSON`, `RECORD` (or `STRUCT`) or `RANGE`. `RECORD`
   * requires `fields`; `RANGE` requires `rangeElementType`. Beyond the spec: `INTERVAL`, and `FOREIGN`, which requires
   * `foreignTypeDefinition`.
   */
  type: FieldType;
  /**
   * Mode of the column. Default: `NULLABLE`.
   *
   * - `NULLABLE`: the value can be null
   * - `REQUIRED`: the value is never null
   * - `REPEATED`: the value is a list
   */
  mode?: FieldMode | undefined;
  /** Nested columns. Only for the types `RECORD` and `STRUCT`. */
  fields?: TableFieldSchema[] | undefined;
  /** Description for users. At most 1,024 characters. */
  description?: string | undefined;
  /** Policy tags that control who can read the column. Default: none. */
  policyTags?: PolicyTagList | undefined;
  /**
   * Maximum length of a value: UTF-8 characters of a `STRING`, bytes of a `BYTES` value. Default: no limit.
   *
   * Only for the types `STRING` and `BYTES`.
   */
  maxLength?: Int64 | undefined;
  /**
   * Maximum total number of decimal digits. Default: the limit of the type.
   *
   * Only for `NUMERIC` (1 to 29 without `scale`) and `BIGNUMERIC` (1 to 38 without `scale`). With `scale`, these bounds
   * apply to `precision - scale`. `decimalRange` returns the resulting range of values.
   */
  precision?: Int64 | undefined;
  /**
   * Maximum number of digits after the decimal point. Default: 0 if `precision` is set.
   *
   * Only for `NUMERIC` (0 to 9) and `BIGNUMERIC` (0 to 38), and only together with `precision`.
   */
  scale?: Int64 | undefined;
  /**
   * Number of digits after the decimal point of the seconds of a `TIMESTAMP`: 6 for microseconds, 12 for picoseconds.
   * Default: 6. Beyond the spec.
   */
  timestampPrecision?: Int64 | undefined;
  /**
   * Rounding mode for storing `NUMERIC` and `BIGNUMERIC` values.
   *
   * - `ROUNDING_MODE_UNSPECIFIED`: chosen by the service, the default
   * - `ROUND_HALF_AWAY_FROM_ZERO`: rounds half values away from zero: 2.5 to 3, -2.5 to -3
   * - `ROUND_HALF_EVEN`: rounds half values to the nearest even value: 2.5 to 2, 3.5 to 4
   */
  roundingMode?: RoundingMode | undefined;
  /**
   * Collation of the column. Only for the type `STRING`.
   *
   * - `und:ci`: case-insensitive, for any language
   * - `""`: case-sensitive, the default
   */
  collation?: Collation | undefined;
  /** SQL expression for the default value of the column. */
  defaultValueExpression?: string | undefined;
  /** Element type of the ranges. Required if `type` is `RANGE`. */
  rangeElementType?: FieldElementType | undefined;
  /**
   * Definition of the type in the system of `foreignTypeInfo`. Required if `type` is `FOREIGN`. Only for top-level
   * columns. Beyond the spec.
   */
  foreignTypeDefinition?: string | undefined;
  /** How the service generates the values of the column. Only for top-level columns. Beyond the spec. */
  generatedColumn?: GeneratedColumn | undefined;
  /** Data policies that control who can read the column. Default: none. Beyond the spec. */
  dataPolicies?: DataPolicyOption[] | undefined;
  /** Data policies that control who can read the column. Takes precedence over `dataPolicies`. Beyond the spec. */
  dataPolicyList?: DataPolicyList | undefined;
  /**
   * Data governance tags that control who can read the column. They take precedence over policy tags, and data policies
   * take precedence over them. A request that omits them keeps them; an empty object removes them. Beyond the spec.
   */
  dataGovernanceTagsInfo?: DataGovernanceTagsInfo | undefined;
  /**
   * Categories of the column. Beyond the spec.
   *
   * @deprecated The service ignores them.
   */
  categories?: FieldCategories | undefined;
}

/** Schema of `TableFieldSchema`, with `parse` and `safeParse`. */
export const TableFieldSchema: SchemaOf<TableFieldSchema> = /* @__PURE__ */ openObject({
  name: z.string(),
  type: upperCaseEnum<FieldType>(),
  mode: opt(upperCaseEnum<FieldMode>()),
  get fields() {
    return opt(z.array(TableFieldSchema));
  },
  description: opt(z.string()),
  policyTags: opt(PolicyTagList),
  maxLength: opt(int64Schema()),
  precision: opt(int64Schema()),
  scale: opt(int64Schema()),
  timestampPrecision: opt(int64Schema()),
  roundingMode: opt(openEnum<RoundingMode>()),
  collation: opt(openEnum<Collation>()),
  defaultValueExpression: opt(z.string()),
  rangeElementType: opt(FieldElementType),
  foreignTypeDefinition: opt(z.string()),
  generatedColumn: opt(GeneratedColumn),
  dataPolicies: opt(z.array(DataPolicyOption)),
  dataPolicyList: opt(DataPolicyList),
  dataGovernanceTagsInfo: opt(DataGovernanceTagsInfo),
  categories: opt(FieldCategories),
} satisfies ShapeOf<TableFieldSchema>);

/**
 * System that defines the foreign types of a schema.
 *
 * @see Spec: warehouse, "TableSchema" (fields of the real service)
 */
export interface ForeignTypeInfo {
  /**
   * The system.
   *
   * - `TYPE_SYSTEM_UNSPECIFIED`: not specified
   * - `HIVE`: Apache Hive
   */
  typeSystem: TypeSystem;
}

/** Schema of `ForeignTypeInfo`, with `parse` and `safeParse`. */
export const ForeignTypeInfo: SchemaOf<ForeignTypeInfo> = /* @__PURE__ */ openObject({
  typeSystem: expected(openEnum<TypeSystem>()),
} satisfies ShapeOf<ForeignTypeInfo>);

/**
 * Schema of a table or of external data.
 *
 * @see Spec: warehouse, "TableSchema"
 */
export interface TableSchema {
  /** Columns, in order. */
  fields?: TableFieldSchema[] | undefined;
  /** System that defines the types of `FOREIGN` columns. Beyond the spec. */
  foreignTypeInfo?: ForeignTypeInfo | undefined;
}

/** Schema of `TableSchema`, with `parse` and `safeParse`. */
export const TableSchema: SchemaOf<TableSchema> = /* @__PURE__ */ openObject({
  fields: opt(z.array(TableFieldSchema)),
  foreignTypeInfo: opt(ForeignTypeInfo),
} satisfies ShapeOf<TableSchema>);
