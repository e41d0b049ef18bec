import * as z from "zod/mini";
import { expected, openObject, opt, stringMap } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Serializer and deserializer of an open-source table.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface SerDeInfo {
  /** Name of the serializer. At most 256 characters. */
  name?: string | undefined;
  /** Fully qualified class name of the serialization library. At most 256 characters. */
  serializationLibrary: string;
  /** Initialization parameters of the serialization library. At most 10 KiB. */
  parameters?: Record<string, string> | undefined;
}

/** Schema of `SerDeInfo`, with `parse` and `safeParse`. */
export const SerDeInfo: SchemaOf<SerDeInfo> = /* @__PURE__ */ openObject({
  name: opt(z.string()),
  serializationLibrary: expected(z.string()),
  parameters: opt(stringMap()),
} satisfies ShapeOf<SerDeInfo>);

/**
 * How open-source query engines store and access the data of a table.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface StorageDescriptor {
  /** URI of the data, such as `gs://bucket/path/*`. At most 2,056 bytes. */
  locationUri?: string | undefined;
  /** Fully qualified class name of the input format. At most 128 characters. */
  inputFormat?: string | undefined;
  /** Fully qualified class name of the output format. At most 128 characters. */
  outputFormat?: string | undefined;
  /** Serializer and deserializer. */
  serdeInfo?: SerDeInfo | undefined;
}

/** Schema of `StorageDescriptor`, with `parse` and `safeParse`. */
export const StorageDescriptor: SchemaOf<StorageDescriptor> = /* @__PURE__ */ openObject({
  locationUri: opt(z.string()),
  inputFormat: opt(z.string()),
  outputFormat: opt(z.string()),
  serdeInfo: opt(SerDeInfo),
} satisfies ShapeOf<StorageDescriptor>);

/**
 * Properties of a table in an open-source catalog: those of a Hive metastore.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface ExternalCatalogTableOptions {
  /** Parameters and properties of the table. At most 4 MiB. */
  parameters?: Record<string, string> | undefined;
  /** Physical storage of the table. */
  storageDescriptor?: StorageDescriptor | undefined;
  /**
   * Connection with the credentials to read external storage.
   *
   * Form: `<project>.<location>.<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId?: string | undefined;
}

/** Schema of `ExternalCatalogTableOptions`, with `parse` and `safeParse`. */
export const ExternalCatalogTableOptions: SchemaOf<ExternalCatalogTableOptions> = /* @__PURE__ */ openObject({
  parameters: opt(stringMap()),
  storageDescriptor: opt(StorageDescriptor),
  connectionId: opt(z.string()),
} satisfies ShapeOf<ExternalCatalogTableOptions>);
