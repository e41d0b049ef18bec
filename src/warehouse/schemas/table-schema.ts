import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { Collation, FieldMode, FieldType, RangeElementType, RoundingMode } from "./enums.js";

/**
 * Access control of one column, by policy tags.
 *
 * @see Spec: warehouse, "TableFieldSchema"
 */
export interface PolicyTagList {
  /**
   * Resource names of the tags, at most 1.
   *
   * Form: `projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>`.
   */
  names?: string[] | undefined;
}

export const PolicyTagList: SchemaOf<PolicyTagList> = /* @__PURE__ */ openObject({
  names: opt(z.array(z.string())),
} satisfies ShapeOf<PolicyTagList>);

/**
 * What the bounds of a `RANGE` column are.
 *
 * @see Spec: warehouse, "FieldElementType"
 */
export interface FieldElementType {
  /** Type of both bounds: `DATE`, `DATETIME` or `TIMESTAMP`. */
  type: RangeElementType;
}

export const FieldElementType: SchemaOf<FieldElementType> = /* @__PURE__ */ openObject({
  type: openEnum<RangeElementType>(),
} satisfies ShapeOf<FieldElementType>);

/**
 * One column of a table, or one member of a `RECORD` column. To write columns, use `TableFieldInput`, whose 64-bit integers
 * may be numbers.
 *
 * @see Spec: warehouse, "TableFieldSchema"
 */
export interface TableFieldSchema {
  /** Name of the column: letters, digits and underscores, not beginning with a digit, at most 300 characters. */
  name: string;
  /**
   * Type of the values.
   *
   * Some types have two spellings, such as `INTEGER` and `INT64`. `RECORD` (or `STRUCT`) needs `fields`, `RANGE` needs
   * `rangeElementType`.
   */
  type: FieldType;
  /** Whether the column may be null, must have a value, or holds a list. Default: `NULLABLE`. */
  mode?: FieldMode | undefined;
  /** The nested columns, when `type` is `RECORD` or `STRUCT`. */
  fields?: TableFieldSchema[] | undefined;
  /** What the column holds, for people to read. At most 1,024 characters. */
  description?: string | undefined;
  /** Policy tags that govern who may read the column. Default: none. */
  policyTags?: PolicyTagList | undefined;
  /**
   * Longest value allowed: UTF-8 length for `STRING`, bytes for `BYTES`. Default: no limit.
   *
   * Not valid for any other type.
   */
  maxLength?: Int64 | undefined;
  /**
   * Most decimal digits that a value may have in all. Default: what the type itself allows.
   *
   * Only for `NUMERIC` (without `scale`: 1 to 29) and `BIGNUMERIC` (without `scale`: 1 to 38). With `scale`,
   * `precision - scale` has these bounds instead. `decimalRange` computes the range of values that results.
   */
  precision?: Int64 | undefined;
  /**
   * Most decimal digits that a value may have after the point. Default: 0 when `precision` is set.
   *
   * Only for `NUMERIC` (0 to 9) and `BIGNUMERIC` (0 to 38), and only together with `precision`.
   */
  scale?: Int64 | undefined;
  /**
   * Number of digits after the decimal point of the seconds of a `TIMESTAMP`: 6 for microseconds, 12 for picoseconds.
   * Default: 6. The spec does not list this field of the real service.
   */
  timestampPrecision?: Int64 | undefined;
  /** How `NUMERIC` and `BIGNUMERIC` values are rounded when they are stored. */
  roundingMode?: RoundingMode | undefined;
  /** How the strings of the column compare: `und:ci` without regard to case, `""` by case. Only for `STRING`. */
  collation?: Collation | undefined;
  /** SQL expression whose value a row gets when it gives none for this column. */
  defaultValueExpression?: string | undefined;
  /** What the bounds of the ranges are. Required when `type` is `RANGE`. */
  rangeElementType?: FieldElementType | undefined;
}

export const TableFieldSchema: SchemaOf<TableFieldSchema> = /* @__PURE__ */ openObject({
  name: z.string(),
  type: openEnum<FieldType>(),
  mode: opt(openEnum<FieldMode>()),
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
} satisfies ShapeOf<TableFieldSchema>);

/**
 * The columns of a table, or of data outside of it.
 *
 * @see Spec: warehouse, "TableSchema"
 */
export interface TableSchema {
  /** The columns, in order. */
  fields?: TableFieldSchema[] | undefined;
}

export const TableSchema: SchemaOf<TableSchema> = /* @__PURE__ */ openObject({
  fields: opt(z.array(TableFieldSchema)),
} satisfies ShapeOf<TableSchema>);
