import * as z from "zod/mini";
import { expected, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { VendorTableEncoding, VendorTableValueType } from "./enums.js";

/**
 * Protocol buffers in a Bigtable column.
 *
 * @see Spec: warehouse, "VendorTableColumnFamily" (fields of the real service)
 */
export interface BigtableProtoConfig {
  /** Id of the Bigtable schema bundle that contains the message, without the path of its table. */
  schemaBundleId?: string | undefined;
  /** Fully qualified name of the message, such as `shop.orders.Order`. */
  protoMessageName?: string | undefined;
}

/** Schema of `BigtableProtoConfig`, with `parse` and `safeParse`. */
export const BigtableProtoConfig: SchemaOf<BigtableProtoConfig> = /* @__PURE__ */ openObject({
  schemaBundleId: opt(z.string()),
  protoMessageName: opt(z.string()),
} satisfies ShapeOf<BigtableProtoConfig>);

/**
 * A Bigtable column with its own name or type. Its settings take precedence over those of its family.
 *
 * @see Spec: warehouse, "VendorTableColumn"
 */
export interface VendorTableColumn {
  /**
   * Qualifier of the column, as base64 of its bytes. For qualifiers that are not valid UTF-8.
   *
   * Required. BigQuery also accepts `qualifierString` alone; `googleNaming` turns the rule off, and
   * `as VendorTableColumn` satisfies the type.
   */
  qualifierEncoded: string;
  /** Qualifier of the column, as a UTF-8 string. */
  qualifierString?: string | undefined;
  /**
   * Name of the column in the table. Default: the qualifier.
   *
   * Required if the qualifier does not match `[a-zA-Z][a-zA-Z0-9_]*`.
   */
  fieldName?: string | undefined;
  /**
   * Type of the values: `BYTES`, `STRING`, `INTEGER`, `FLOAT`, `BOOLEAN` or `JSON`. Case-sensitive. Default: the type
   * of the family, or `BYTES`.
   */
  type?: VendorTableValueType | undefined;
  /**
   * Encoding of the values. Default: the encoding of the family.
   *
   * - `TEXT`: text
   * - `BINARY`: the native byte encoding of the store
   * - `PROTO_BINARY`: serialized protocol buffers, for the type `JSON`; beyond the spec
   */
  encoding?: VendorTableEncoding | undefined;
  /** Whether only the latest version of a value is returned. Default: the setting of the family. */
  onlyReadLatest?: boolean | undefined;
  /** Protocol buffers of the column. For the encoding `PROTO_BINARY`. Beyond the spec. */
  protoConfig?: BigtableProtoConfig | undefined;
}

/** Schema of `VendorTableColumn`, with `parse` and `safeParse`. */
export const VendorTableColumn: SchemaOf<VendorTableColumn> = /* @__PURE__ */ openObject({
  qualifierEncoded: expected(z.string()),
  qualifierString: opt(z.string()),
  fieldName: opt(z.string()),
  type: opt(openEnum<VendorTableValueType>()),
  encoding: opt(openEnum<VendorTableEncoding>()),
  onlyReadLatest: opt(z.boolean()),
  protoConfig: opt(BigtableProtoConfig),
} satisfies ShapeOf<VendorTableColumn>);

/**
 * A Bigtable column family.
 *
 * @see Spec: warehouse, "VendorTableColumnFamily"
 */
export interface VendorTableColumnFamily {
  /** Id of the family in the store. */
  familyId?: string | undefined;
  /**
   * Type of the values: `BYTES`, `STRING`, `INTEGER`, `FLOAT`, `BOOLEAN` or `JSON`. Case-sensitive; a column can
   * override it. Default: `BYTES`.
   */
  type?: VendorTableValueType | undefined;
  /**
   * Encoding of the values. A column can override it.
   *
   * - `TEXT`: text
   * - `BINARY`: the native byte encoding of the store
   * - `PROTO_BINARY`: serialized protocol buffers, for the type `JSON`; beyond the spec
   */
  encoding?: VendorTableEncoding | undefined;
  /**
   * Columns that become columns `<family>.<column>` of the table. All others are available as a list in
   * `<family>.Column`.
   */
  columns?: VendorTableColumn[] | undefined;
  /** Whether only the latest version of a value is returned. A column can override it. Default: `false`. */
  onlyReadLatest?: boolean | undefined;
  /** Protocol buffers of the family. For the encoding `PROTO_BINARY`. Beyond the spec. */
  protoConfig?: BigtableProtoConfig | undefined;
}

/** Schema of `VendorTableColumnFamily`, with `parse` and `safeParse`. */
export const VendorTableColumnFamily: SchemaOf<VendorTableColumnFamily> = /* @__PURE__ */ openObject({
  familyId: opt(z.string()),
  type: opt(openEnum<VendorTableValueType>()),
  encoding: opt(openEnum<VendorTableEncoding>()),
  columns: opt(z.array(VendorTableColumn)),
  onlyReadLatest: opt(z.boolean()),
  protoConfig: opt(BigtableProtoConfig),
} satisfies ShapeOf<VendorTableColumnFamily>);

/**
 * Bigtable options of an external table (Google: `bigtableOptions`).
 *
 * @see Spec: warehouse, "VendorTableOptions"
 */
export interface VendorTableOptions {
  /** Column families to return, with their types. Default: all families, as `BYTES`. */
  columnFamilies?: VendorTableColumnFamily[] | undefined;
  /**
   * Whether families that are not in `columnFamilies` are hidden; otherwise they are returned as `BYTES`. Default:
   * `false`.
   */
  ignoreUnspecifiedColumnFamilies?: boolean | undefined;
  /** Whether row keys are returned as `STRING`; otherwise as `BYTES`. Default: `false`. */
  readRowkeyAsString?: boolean | undefined;
  /**
   * Whether each family becomes one `JSON` column; otherwise it becomes a repeated structure of timestamp and value.
   * Default: `false`.
   */
  outputColumnFamiliesAsJson?: boolean | undefined;
}

/** Schema of `VendorTableOptions`, with `parse` and `safeParse`. */
export const VendorTableOptions: SchemaOf<VendorTableOptions> = /* @__PURE__ */ openObject({
  columnFamilies: opt(z.array(VendorTableColumnFamily)),
  ignoreUnspecifiedColumnFamilies: opt(z.boolean()),
  readRowkeyAsString: opt(z.boolean()),
  outputColumnFamiliesAsJson: opt(z.boolean()),
} satisfies ShapeOf<VendorTableOptions>);
