import * as z from "zod/mini";
import { expected, openEnum, openObject } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { FileFormat, TableFormat } from "./enums.js";

/**
 * BigLake configuration of a table (Google: `biglakeConfiguration`).
 *
 * All four fields are required. BigQuery also accepts a table without some of them and then omits them in
 * responses; `googleNaming` turns the rules off, and `as VendorLakeConfiguration` satisfies the type.
 *
 * @see Spec: warehouse, "VendorLakeConfiguration"
 */
export interface VendorLakeConfiguration {
  /**
   * Connection with the credentials to read and write external storage.
   *
   * Form: `<project>.<location>.<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId: string;
  /** Prefix of the URIs of all data files: an object-storage URI that ends with a slash, without a wildcard. */
  storageUri: string;
  /** File format of the data: `PARQUET`, or `FILE_FORMAT_UNSPECIFIED`. */
  fileFormat: FileFormat;
  /** Table format of the metadata snapshots: `ICEBERG`, or `TABLE_FORMAT_UNSPECIFIED`. */
  tableFormat: TableFormat;
}

/** Schema of `VendorLakeConfiguration`, with `parse` and `safeParse`. */
export const VendorLakeConfiguration: SchemaOf<VendorLakeConfiguration> = /* @__PURE__ */ openObject({
  connectionId: expected(z.string()),
  storageUri: expected(z.string()),
  fileFormat: expected(openEnum<FileFormat>()),
  tableFormat: expected(openEnum<TableFormat>()),
} satisfies ShapeOf<VendorLakeConfiguration>);
