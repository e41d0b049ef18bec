import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { expected, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { VendorTableEncoding, VendorTableValueType } from "./enums.js";

/**
 * Protocol buffers in a Bigtable column.
 *
 * @see Spec: warehouse, "VendorTableColumnFamily" (fields of the real service)
 */
export interface BigtableProtoConfig extends Fields<typeof bigtableProtoConfigShape> {}

const bigtableProtoConfigShape = {
  /** Id of the Bigtable schema bundle that contains the message, without the path of its table. */
  schemaBundleId: opt(z.string()),
  /** Fully qualified name of the message, such as `shop.orders.Order`. */
  protoMessageName: opt(z.string()),
};

/** Schema of `BigtableProtoConfig`, with `parse` and `safeParse`. */
export const BigtableProtoConfig: SchemaOf<BigtableProtoConfig> = /* @__PURE__ */ openObject(bigtableProtoConfigShape);

/**
 * A Bigtable column with its own name or type. Its settings take precedence over those of its family.
 *
 * @see Spec: warehouse, "VendorTableColumn"
 */
export interface VendorTableColumn extends Fields<typeof vendorTableColumnShape> {}

const vendorTableColumnShape = {
  /**
   * Qualifier of the column, as base64 of its bytes. For qualifiers that are not valid UTF-8.
   *
   * Required. BigQuery also accepts `qualifierString` alone; `googleNaming` turns the rule off, and
   * `as VendorTableColumn` satisfies the type.
   */
  qualifierEncoded: expected(z.string()),
  /** Qualifier of the column, as a UTF-8 string. */
  qualifierString: opt(z.string()),
  /**
   * Name of the column in the table. Default: the qualifier.
   *
   * Required if the qualifier does not match `[a-zA-Z][a-zA-Z0-9_]*`.
   */
  fieldName: opt(z.string()),
  /**
   * Type of the values: `BYTES`, `STRING`, `INTEGER`, `FLOAT`, `BOOLEAN` or `JSON`. Case-sensitive. Default: the type
   * of the family, or `BYTES`.
   */
  type: opt(openEnum<VendorTableValueType>()),
  /**
   * Encoding of the values. Default: the encoding of the family.
   *
   * - `TEXT`: text
   * - `BINARY`: the native byte encoding of the store
   * - `PROTO_BINARY`: serialized protocol buffers, for the type `JSON`; beyond the spec
   */
  encoding: opt(openEnum<VendorTableEncoding>()),
  /** Whether only the latest version of a value is returned. Default: the setting of the family. */
  onlyReadLatest: opt(z.boolean()),
  /** Protocol buffers of the column. For the encoding `PROTO_BINARY`. Beyond the spec. */
  protoConfig: opt(BigtableProtoConfig),
};

/** Schema of `VendorTableColumn`, with `parse` and `safeParse`. */
export const VendorTableColumn: SchemaOf<VendorTableColumn> = /* @__PURE__ */ openObject(vendorTableColumnShape);

/**
 * A Bigtable column family.
 *
 * @see Spec: warehouse, "VendorTableColumnFamily"
 */
export interface VendorTableColumnFamily extends Fields<typeof vendorTableColumnFamilyShape> {}

const vendorTableColumnFamilyShape = {
  /** Id of the family in the store. */
  familyId: opt(z.string()),
  /**
   * Type of the values: `BYTES`, `STRING`, `INTEGER`, `FLOAT`, `BOOLEAN` or `JSON`. Case-sensitive; a column can
   * override it. Default: `BYTES`.
   */
  type: opt(openEnum<VendorTableValueType>()),
  /**
   * Encoding of the values. A column can override it.
   *
   * - `TEXT`: text
   * - `BINARY`: the native byte encoding of the store
   * - `PROTO_BINARY`: serialized protocol buffers, for the type `JSON`; beyond the spec
   */
  encoding: opt(openEnum<VendorTableEncoding>()),
  /**
   * Columns that become columns `<family>.<column>` of the table. All others are available as a list in
   * `<family>.Column`.
   */
  columns: opt(z.array(VendorTableColumn)),
  /** Whether only the latest version of a value is returned. A column can override it. Default: `false`. */
  onlyReadLatest: opt(z.boolean()),
  /** Protocol buffers of the family. For the encoding `PROTO_BINARY`. Beyond the spec. */
  protoConfig: opt(BigtableProtoConfig),
};

/** Schema of `VendorTableColumnFamily`, with `parse` and `safeParse`. */
export const VendorTableColumnFamily: SchemaOf<VendorTableColumnFamily> =
  /* @__PURE__ */ openObject(vendorTableColumnFamilyShape);

/**
 * Bigtable options of an external table (Google: `bigtableOptions`).
 *
 * @see Spec: warehouse, "VendorTableOptions"
 */
export interface VendorTableOptions extends Fields<typeof vendorTableOptionsShape> {}

const vendorTableOptionsShape = {
  /** Column families to return, with their types. Default: all families, as `BYTES`. */
  columnFamilies: opt(z.array(VendorTableColumnFamily)),
  /**
   * Whether families that are not in `columnFamilies` are hidden; otherwise they are returned as `BYTES`. Default:
   * `false`.
   */
  ignoreUnspecifiedColumnFamilies: opt(z.boolean()),
  /** Whether row keys are returned as `STRING`; otherwise as `BYTES`. Default: `false`. */
  readRowkeyAsString: opt(z.boolean()),
  /**
   * Whether each family becomes one `JSON` column; otherwise it becomes a repeated structure of timestamp and value.
   * Default: `false`.
   */
  outputColumnFamiliesAsJson: opt(z.boolean()),
};

/** Schema of `VendorTableOptions`, with `parse` and `safeParse`. */
export const VendorTableOptions: SchemaOf<VendorTableOptions> = /* @__PURE__ */ openObject(vendorTableOptionsShape);
