import * as z from "zod/mini";
import { expected, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { VendorTableEncoding, VendorTableValueType } from "./enums.js";

/**
 * One column of the wide-column store that is given a name, a type or both.
 *
 * What it sets wins over the settings of its family.
 *
 * @see Spec: warehouse, "VendorTableColumn"
 */
export interface VendorTableColumn {
  /**
   * Qualifier of the column as base64 of its bytes, for qualifiers that are not valid UTF-8.
   *
   * Required. Google's service also accepts `qualifierString` alone; `googleNaming` turns the rule off, and
   * `as VendorTableColumn` satisfies the type.
   */
  qualifierEncoded: string;
  /** Qualifier of the column as text. */
  qualifierString?: string | undefined;
  /**
   * Name to expose the column under. Default: the qualifier.
   *
   * Required when the qualifier does not match `[a-zA-Z][a-zA-Z0-9_]*`.
   */
  fieldName?: string | undefined;
  /** Type that the values are read as, spelled exactly so. Default: that of the family, else `BYTES`. */
  type?: VendorTableValueType | undefined;
  /** How the values lie in the store. Default: that of the family. */
  encoding?: VendorTableEncoding | undefined;
  /** Whether only the latest version of a value is exposed. Default: that of the family. */
  onlyReadLatest?: boolean | undefined;
}

export const VendorTableColumn: SchemaOf<VendorTableColumn> = /* @__PURE__ */ openObject({
  qualifierEncoded: expected(z.string()),
  qualifierString: opt(z.string()),
  fieldName: opt(z.string()),
  type: opt(openEnum<VendorTableValueType>()),
  encoding: opt(openEnum<VendorTableEncoding>()),
  onlyReadLatest: opt(z.boolean()),
} satisfies ShapeOf<VendorTableColumn>);

/**
 * One column family of the wide-column store, and how its values are read.
 *
 * @see Spec: warehouse, "VendorTableColumnFamily"
 */
export interface VendorTableColumnFamily {
  /** Id of the family in the store. */
  familyId?: string | undefined;
  /** Type that the values are read as, spelled exactly so. Default: `BYTES`. A column may set its own. */
  type?: VendorTableValueType | undefined;
  /** How the values lie in the store: as text, or in the store's own byte form. A column may set its own. */
  encoding?: VendorTableEncoding | undefined;
  /**
   * Columns that become columns of the table, as `<family>.<column>`.
   *
   * All others are found in the list `<family>.Column`.
   */
  columns?: VendorTableColumn[] | undefined;
  /** Whether only the latest version of a value is exposed. A column may set its own. */
  onlyReadLatest?: boolean | undefined;
}

export const VendorTableColumnFamily: SchemaOf<VendorTableColumnFamily> = /* @__PURE__ */ openObject({
  familyId: opt(z.string()),
  type: opt(openEnum<VendorTableValueType>()),
  encoding: opt(openEnum<VendorTableEncoding>()),
  columns: opt(z.array(VendorTableColumn)),
  onlyReadLatest: opt(z.boolean()),
} satisfies ShapeOf<VendorTableColumnFamily>);

/**
 * How a table of the vendor's wide-column store is read.
 *
 * @see Spec: warehouse, "VendorTableOptions"
 */
export interface VendorTableOptions {
  /** Column families to expose, with their types. Default: all of them, as `BYTES`. */
  columnFamilies?: VendorTableColumnFamily[] | undefined;
  /** Whether families that are not listed are hidden; otherwise they are read as `BYTES`. Default: `false`. */
  ignoreUnspecifiedColumnFamilies?: boolean | undefined;
  /** Whether row keys are read as `STRING`; otherwise as `BYTES`. Default: `false`. */
  readRowkeyAsString?: boolean | undefined;
  /**
   * Whether each family becomes one `JSON` column; otherwise it becomes a repeated structure of timestamp and value.
   * Default: `false`.
   */
  outputColumnFamiliesAsJson?: boolean | undefined;
}

export const VendorTableOptions: SchemaOf<VendorTableOptions> = /* @__PURE__ */ openObject({
  columnFamilies: opt(z.array(VendorTableColumnFamily)),
  ignoreUnspecifiedColumnFamilies: opt(z.boolean()),
  readRowkeyAsString: opt(z.boolean()),
  outputColumnFamiliesAsJson: opt(z.boolean()),
} satisfies ShapeOf<VendorTableOptions>);
