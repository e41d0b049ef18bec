import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { expected, openObject, opt, stringMap } from "../../core/schema/schema.js";

/**
 * Serializer and deserializer of an open-source table.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface SerDeInfo extends Fields<typeof serDeInfoShape> {}

const serDeInfoShape = {
  /** Name of the serializer. At most 256 characters. */
  name: opt(z.string()),
  /** Fully qualified class name of the serialization library. At most 256 characters. */
  serializationLibrary: expected(z.string()),
  /** Initialization parameters of the serialization library. At most 10 KiB. */
  parameters: opt(stringMap()),
};

/** Schema of `SerDeInfo`, with `parse` and `safeParse`. */
export const SerDeInfo: SchemaOf<SerDeInfo> = /* @__PURE__ */ openObject(serDeInfoShape);

/**
 * How open-source query engines store and access the data of a table.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface StorageDescriptor extends Fields<typeof storageDescriptorShape> {}

const storageDescriptorShape = {
  /** URI of the data, such as `gs://bucket/path/*`. At most 2,056 bytes. */
  locationUri: opt(z.string()),
  /** Fully qualified class name of the input format. At most 128 characters. */
  inputFormat: opt(z.string()),
  /** Fully qualified class name of the output format. At most 128 characters. */
  outputFormat: opt(z.string()),
  /** Serializer and deserializer. */
  serdeInfo: opt(SerDeInfo),
};

/** Schema of `StorageDescriptor`, with `parse` and `safeParse`. */
export const StorageDescriptor: SchemaOf<StorageDescriptor> = /* @__PURE__ */ openObject(storageDescriptorShape);

/**
 * Properties of a table in an open-source catalog: those of a Hive metastore.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface ExternalCatalogTableOptions extends Fields<typeof externalCatalogTableOptionsShape> {}

const externalCatalogTableOptionsShape = {
  /** Parameters and properties of the table. At most 4 MiB. */
  parameters: opt(stringMap()),
  /** Physical storage of the table. */
  storageDescriptor: opt(StorageDescriptor),
  /**
   * Connection with the credentials to read external storage.
   *
   * Form: `<project>.<location>.<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId: opt(z.string()),
};

/** Schema of `ExternalCatalogTableOptions`, with `parse` and `safeParse`. */
export const ExternalCatalogTableOptions: SchemaOf<ExternalCatalogTableOptions> = /* @__PURE__ */ openObject(
  externalCatalogTableOptionsShape,
);
