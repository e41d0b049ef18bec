import * as z from "zod/mini";
import { expected, openEnum, openObject } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { FileFormat, TableFormat } from "./enums.js";

/**
 * Where and how a managed lake table keeps its data.
 *
 * All four fields are required. Google's service also accepts a table without some of them and then omits them in
 * responses; `googleNaming` turns the rules off, and `as VendorLakeConfiguration` satisfies the type.
 *
 * @see Spec: warehouse, "VendorLakeConfiguration"
 */
export interface VendorLakeConfiguration {
  /**
   * Connection whose credentials read and write the storage.
   *
   * Form: `<project>.<location>.<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId: string;
  /** What the URIs of all data files begin with: an object-storage URI that ends in a slash and holds no wildcard. */
  storageUri: string;
  /** File format of the data. */
  fileFormat: FileFormat;
  /** Table format of the metadata snapshots. */
  tableFormat: TableFormat;
}

export const VendorLakeConfiguration: SchemaOf<VendorLakeConfiguration> = /* @__PURE__ */ openObject({
  connectionId: expected(z.string()),
  storageUri: expected(z.string()),
  fileFormat: expected(openEnum<FileFormat>()),
  tableFormat: expected(openEnum<TableFormat>()),
} satisfies ShapeOf<VendorLakeConfiguration>);
