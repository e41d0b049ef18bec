import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { expected, openEnum, openObject } from "../../core/schema/schema.js";
import type { FileFormat, TableFormat } from "./enums.js";

/**
 * BigLake configuration of a table (Google: `biglakeConfiguration`).
 *
 * All four fields are required. BigQuery also accepts a table without some of them and then omits them in
 * responses; `googleNaming` turns the rules off, and `as VendorLakeConfiguration` satisfies the type.
 *
 * @see Spec: warehouse, "VendorLakeConfiguration"
 */
export interface VendorLakeConfiguration extends Fields<typeof vendorLakeConfigurationShape> {}

const vendorLakeConfigurationShape = {
  /**
   * Connection with the credentials to read and write external storage.
   *
   * Form: `<project>.<location>.<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId: expected(z.string()),
  /** Prefix of the URIs of all data files: an object-storage URI that ends with a slash, without a wildcard. */
  storageUri: expected(z.string()),
  /** File format of the data: `PARQUET`, or `FILE_FORMAT_UNSPECIFIED`. */
  fileFormat: expected(openEnum<FileFormat>()),
  /** Table format of the metadata snapshots: `ICEBERG`, or `TABLE_FORMAT_UNSPECIFIED`. */
  tableFormat: expected(openEnum<TableFormat>()),
};

/** Schema of `VendorLakeConfiguration`, with `parse` and `safeParse`. */
export const VendorLakeConfiguration: SchemaOf<VendorLakeConfiguration> =
  /* @__PURE__ */ openObject(vendorLakeConfigurationShape);
