import * as z from "zod/mini";
import { openEnum, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { FileFormat, TableFormat } from "./enums.js";

/**
 * Where and how a managed lake table keeps its data.
 *
 * A rule of the spec demands all four members. A service that fills in what is missing does not; its naming profile
 * turns that rule off, and its answers may lack some.
 *
 * Spec: warehouse, "VendorLakeConfiguration".
 */
export interface VendorLakeConfiguration {
  /**
   * Connection whose credentials read and write the storage.
   *
   * Form: `<project>.<location>.<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId?: string | undefined;
  /** What the URIs of all data files begin with: an object-storage URI that ends in a slash and holds no wildcard. */
  storageUri?: string | undefined;
  /** File format of the data. */
  fileFormat?: FileFormat | undefined;
  /** Table format of the metadata snapshots. */
  tableFormat?: TableFormat | undefined;
}

export const VendorLakeConfiguration: SchemaOf<VendorLakeConfiguration> = /* @__PURE__ */ z.looseObject({
  connectionId: opt(z.string()),
  storageUri: opt(z.string()),
  fileFormat: opt(openEnum<FileFormat>()),
  tableFormat: opt(openEnum<TableFormat>()),
} satisfies ShapeOf<VendorLakeConfiguration>);
