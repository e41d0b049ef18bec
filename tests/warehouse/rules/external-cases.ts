import { COLUMNS, EXTERNAL, type RuleCase, withCsv, withExternal, withLake, withWideColumn } from "./rule-case.js";

const URIS = `${EXTERNAL}.sourceUris`;
const uris = (...sourceUris: string[]) => withExternal({ sourceUris });
const backup = (...sourceUris: string[]) => withExternal({ sourceFormat: "DATASTORE_BACKUP", sourceUris });
const manifest = (...sourceUris: string[]) =>
  withExternal({ fileSetSpecType: "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST", sourceUris });
const avro = (external: object) => withExternal({ sourceFormat: "AVRO", ...external });
const sheets = (external: object) =>
  withExternal({ sourceFormat: "GOOGLE_SHEETS", sourceUris: ["https://sheets.example/s"], ...external });
const json = (external: object) =>
  withExternal({ sourceFormat: "NEWLINE_DELIMITED_JSON", autodetect: true, ...external });
const csv = (csvOptions: object) => withCsv({ csvOptions });

const RESOURCE = "projects/p/locations/eu/connections/c";

export const externalCases = {
  "external-schema-disallowed": {
    breaks: [
      [avro({ schema: COLUMNS }), `${EXTERNAL}.schema`],
      [withWideColumn({ schema: COLUMNS }), `${EXTERNAL}.schema`],
    ],
    holds: [
      withCsv({ schema: COLUMNS }),
      withExternal({ sourceFormat: "ICEBERG", schema: COLUMNS }),
      avro({ schema: null }),
      avro({ schema: {} }),
      avro({ schema: { fields: [] } }),
    ],
  },
  "object-table-without-source-format": {
    breaks: [[withExternal({ objectMetadata: "SIMPLE" }), `${EXTERNAL}.sourceFormat`]],
    holds: [
      withExternal({ objectMetadata: "SIMPLE", sourceFormat: undefined }),
      withExternal({ objectMetadata: "OBJECT_METADATA_UNSPECIFIED" }),
    ],
  },
  "decimal-target-types-distinct": {
    breaks: [
      [withExternal({ decimalTargetTypes: ["NUMERIC", "STRING", "NUMERIC"] }), `${EXTERNAL}.decimalTargetTypes[2]`],
    ],
    holds: [withExternal({ decimalTargetTypes: ["STRING", "NUMERIC"] })],
  },
  "csv-options-only-csv": {
    breaks: [
      [avro({ csvOptions: { quote: "'" } }), `${EXTERNAL}.csvOptions`],
      [withExternal({ csvOptions: {}, sourceFormat: undefined, objectMetadata: "SIMPLE" }), `${EXTERNAL}.csvOptions`],
    ],
    holds: [csv({ quote: "'" }), avro({ csvOptions: null })],
  },
  "json-options-only-json": {
    breaks: [[withCsv({ jsonOptions: { encoding: "UTF-8" } }), `${EXTERNAL}.jsonOptions`]],
    holds: [json({ jsonOptions: { encoding: "UTF-8" } })],
  },
  "json-extension-only-json": {
    breaks: [[withCsv({ jsonExtension: "GEOJSON" }), `${EXTERNAL}.jsonExtension`]],
    holds: [json({ jsonExtension: "GEOJSON" }), withCsv({ jsonExtension: "JSON_EXTENSION_UNSPECIFIED" })],
  },
  "bigtable-options-only-bigtable": {
    breaks: [[avro({ bigtableOptions: {} }), `${EXTERNAL}.bigtableOptions`]],
    holds: [withWideColumn({ bigtableOptions: { readRowkeyAsString: true } })],
  },
  "sheets-options-only-sheets": {
    breaks: [[avro({ googleSheetsOptions: { range: "" } }), `${EXTERNAL}.googleSheetsOptions`]],
    holds: [sheets({ googleSheetsOptions: { skipLeadingRows: "1" } })],
  },
  "avro-options-only-avro": {
    breaks: [[withExternal({ avroOptions: { useAvroLogicalTypes: true } }), `${EXTERNAL}.avroOptions`]],
    holds: [avro({ avroOptions: { useAvroLogicalTypes: true } })],
  },
  "parquet-options-only-parquet": {
    breaks: [[avro({ parquetOptions: { enumAsString: true } }), `${EXTERNAL}.parquetOptions`]],
    holds: [withExternal({ parquetOptions: { enumAsString: true } })],
  },
  "reference-schema-only-self-describing": {
    breaks: [[withCsv({ referenceFileSchemaUri: "store://b/f" }), `${EXTERNAL}.referenceFileSchemaUri`]],
    holds: ["AVRO", "PARQUET", "ORC"].map((sourceFormat) =>
      withExternal({ sourceFormat, referenceFileSchemaUri: "store://b/f" }),
    ),
  },
  "hive-format": {
    breaks: [
      [withExternal({ sourceFormat: "ICEBERG", hivePartitioningOptions: {} }), `${EXTERNAL}.hivePartitioningOptions`],
      [sheets({ hivePartitioningOptions: { mode: "AUTO" } }), `${EXTERNAL}.hivePartitioningOptions`],
    ],
    holds: [json({ hivePartitioningOptions: {} }), avro({ hivePartitioningOptions: { mode: "AUTO" } })],
  },
  "max-bad-records-not-negative": {
    breaks: [[withCsv({ maxBadRecords: -1 }), `${EXTERNAL}.maxBadRecords`]],
    holds: [withCsv({ maxBadRecords: 0 })],
  },
  "max-bad-records-ignored": {
    breaks: [[avro({ maxBadRecords: 1 }), `${EXTERNAL}.maxBadRecords`]],
    holds: [withCsv({ maxBadRecords: 1 }), avro({ maxBadRecords: 0 })],
  },
  "unknown-values-ignored": {
    breaks: [[avro({ ignoreUnknownValues: true }), `${EXTERNAL}.ignoreUnknownValues`]],
    holds: [withCsv({ ignoreUnknownValues: true }), avro({ ignoreUnknownValues: false })],
  },
  "compression-ignored": {
    breaks: [[avro({ compression: "GZIP" }), `${EXTERNAL}.compression`]],
    holds: [withCsv({ compression: "GZIP" }), avro({ compression: "NONE" })],
  },
  "source-uri-one-wildcard": {
    breaks: [[uris("store://b/a", "store://b/*/c/*.csv"), `${URIS}[1]`]],
    holds: [uris("store://b/*", "store://b/c/*.csv")],
  },
  "source-uri-wildcard-after-bucket": {
    breaks: ["store://b*/a", "store://*", "*", "https://host/a*", "store://b*"].map((uri) => [uris(uri), `${URIS}[0]`]),
    holds: [uris("store://b/*"), uris("store://b/a*b"), withCsv({ sourceUris: ["https://drive.example/open?id=1"] })],
  },
  "source-uri-scheme": {
    breaks: [
      ...[
        "s3//bucket/x",
        "gs:/bucket/x",
        "gs//bucket/*",
        "./x.csv",
        "/data/x.csv",
        "C:\\x.csv",
        "file:///x.csv",
        "ftp://host/x.csv",
        "hdfs://host/x",
        "http://host/x.csv",
        "bucket/x",
        "gs:///x",
      ].map((uri) => [withExternal({ sourceUris: ["gs://bucket/x", uri] }), `${EXTERNAL}.sourceUris[1]`] as const),
      [withExternal({ referenceFileSchemaUri: "gs//bucket/x" }), `${EXTERNAL}.referenceFileSchemaUri`],
    ],
    holds: [
      withExternal({ sourceUris: ["gs://bucket//x", "azure://account.blob.core.windows.net/c/x"] }),
      withExternal({ referenceFileSchemaUri: "gs://bucket/x" }),
    ],
  },
  "source-uri-of-format": {
    breaks: [
      [withExternal({ sourceFormat: "GOOGLE_SHEETS", sourceUris: ["gs://bucket/x"] }), `${URIS}[0]`],
      ...["DATASTORE_BACKUP", "ICEBERG", "ORC", "PARQUET"].map(
        (sourceFormat) =>
          [withExternal({ sourceFormat, sourceUris: ["https://drive.google.com/open?id=1"] }), `${URIS}[0]`] as const,
      ),
    ],
    holds: [
      withExternal({ sourceFormat: "GOOGLE_SHEETS", sourceUris: ["https://docs.google.com/spreadsheets/d/1"] }),
      withCsv({ sourceUris: ["https://drive.google.com/open?id=1"] }),
      withExternal({ sourceFormat: "AVRO", sourceUris: ["https://drive.google.com/open?id=1"] }),
      withExternal({ sourceFormat: "PARQUET", sourceUris: ["s3://bucket/x"] }),
    ],
  },
  "bigtable-one-uri": {
    breaks: [[withWideColumn({ sourceUris: ["https://w.example/t", "https://w.example/u"] }), URIS]],
    holds: [withWideColumn({})],
  },
  "bigtable-https-uri": {
    breaks: ["http://w.example/t", "store://b/t", "https://w.example", "https://w.example/*"].map((uri) => [
      withWideColumn({ sourceUris: [uri] }),
      `${URIS}[0]`,
    ]),
    holds: [withWideColumn({ sourceUris: ["https://w.example/projects/p/tables/t"] })],
  },
  "datastore-backup-one-uri": {
    breaks: [[backup("store://b/1", "store://b/2"), URIS]],
    holds: [backup("store://b/1")],
  },
  "datastore-backup-no-wildcard": { breaks: [[backup("store://b/*"), `${URIS}[0]`]], holds: [backup("store://b/1")] },
  "manifest-uri-no-wildcard": {
    breaks: [[manifest("store://b/m", "store://b/*"), `${URIS}[1]`]],
    holds: [manifest("store://b/m"), uris("store://b/*")],
  },
  "file-set-spec-only-object-storage": {
    breaks: [
      [withWideColumn({ fileSetSpecType: "FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH" }), `${EXTERNAL}.fileSetSpecType`],
      [sheets({ fileSetSpecType: "FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH" }), `${EXTERNAL}.fileSetSpecType`],
      [manifest("https://drive.example/m"), `${EXTERNAL}.fileSetSpecType`],
    ],
    holds: [manifest("store://b/m")],
  },
  "biglake-storage-uri-form": {
    breaks: ["", "bucket/t/", "https://host/t/", "store:///t/"].map((storageUri) => [
      withLake({ storageUri }),
      "biglakeConfiguration.storageUri",
    ]),
    holds: [withLake({ storageUri: "gs://bucket/" })],
  },
  "biglake-storage-uri-slash": {
    breaks: [[withLake({ storageUri: "store://b/t" }), "biglakeConfiguration.storageUri"]],
    holds: [withLake({ storageUri: "store://b/t/" })],
  },
  "biglake-storage-uri-no-wildcard": {
    breaks: [[withLake({ storageUri: "store://b/*/" }), "biglakeConfiguration.storageUri"]],
    holds: [withLake({ storageUri: "store://b/t/" })],
  },
  "connection-id-form": {
    breaks: [
      ...[
        "c",
        "",
        "p;eu;c",
        "p.eu",
        "projects/p/connections/c",
        `${RESOURCE}/d`,
        "projects/ /locations/ /connections/ ",
      ].map((connectionId) => [withExternal({ connectionId }), `${EXTERNAL}.connectionId`] as const),
      [withLake({ connectionId: "c" }), "biglakeConfiguration.connectionId"],
    ],
    holds: [
      withExternal({ connectionId: "p.eu;c" }),
      withExternal({ connectionId: RESOURCE }),
      withExternal({ connectionId: "example.com:p.eu;c" }),
      withLake({ connectionId: RESOURCE }),
    ],
  },
  "external-connection-separator": {
    breaks: [[withExternal({ connectionId: "p.eu.c" }), `${EXTERNAL}.connectionId`]],
    holds: [withExternal({ connectionId: "p.eu;c" })],
  },
  "biglake-connection-separator": {
    breaks: [[withLake({ connectionId: "p.eu;c" }), "biglakeConfiguration.connectionId"]],
    holds: [withLake({ connectionId: "p.eu.c" })],
  },
} as const satisfies Record<string, RuleCase>;
