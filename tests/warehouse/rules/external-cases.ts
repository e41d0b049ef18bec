import {
  COLUMN,
  COLUMNS,
  EXTERNAL,
  type RuleCase,
  withColumn,
  withCsv,
  withExternal,
  withHive,
  withLake,
  withWideColumn,
} from "./check-rules.js";

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

const CACHE = `${EXTERNAL}.metadataCacheMode`;
const PARTITIONED = withHive({ mode: "AUTO" }, "store://b/day=*");

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
    holds: [withExternal({ objectMetadata: "SIMPLE", sourceFormat: undefined }), withExternal({})],
  },
  "external-schema-place": {
    breaks: [
      [withCsv({ schema: COLUMNS, connectionId: "p.eu.c" }), `${EXTERNAL}.schema`],
      [{ schema: COLUMNS, ...withCsv({ schema: COLUMNS }) }, "schema"],
      [{ schema: COLUMNS, ...PARTITIONED }, "schema"],
    ],
    holds: [
      withCsv({ schema: COLUMNS }),
      { schema: COLUMNS, ...withCsv({}) },
      { schema: COLUMNS, ...withCsv({ connectionId: "p.eu;c" }) },
      { schema: COLUMNS },
    ],
  },
  "metadata-cache-connection": {
    breaks: [
      [{ maxStaleness: "0-0 0 1:0:0", ...withExternal({ metadataCacheMode: "AUTOMATIC" }) }, CACHE],
      [withExternal({ metadataCacheMode: "MANUAL", connectionId: null }), CACHE],
    ],
    holds: [
      withExternal({ metadataCacheMode: "MANUAL", connectionId: "p.eu;c" }),
      withExternal({ metadataCacheMode: "METADATA_CACHE_MODE_UNSPECIFIED" }),
    ],
  },
  "metadata-cache-staleness": {
    breaks: [[withExternal({ metadataCacheMode: "AUTOMATIC", connectionId: "p.eu;c" }), CACHE]],
    holds: [
      { maxStaleness: "0-0 0 1:0:0", ...withExternal({ metadataCacheMode: "AUTOMATIC", connectionId: "p.eu;c" }) },
    ],
  },
  "hive-partition-filter": {
    breaks: [[{ requirePartitionFilter: true, ...PARTITIONED }, "requirePartitionFilter"]],
    holds: [
      { requirePartitionFilter: false, ...PARTITIONED },
      {
        requirePartitionFilter: true,
        ...withHive({ mode: "AUTO", requirePartitionFilter: true }, "store://b/day=*"),
      },
      { requirePartitionFilter: true, ...withExternal({}) },
    ],
  },
  "hive-no-native-partitions": {
    breaks: [
      [{ timePartitioning: { type: "DAY" }, ...PARTITIONED }, "timePartitioning"],
      [{ ...PARTITIONED, clustering: { fields: ["a"] } }, "clustering"],
      [
        { rangePartitioning: { field: "a", range: { start: "0", end: "9", interval: "1" } }, ...PARTITIONED },
        "rangePartitioning",
      ],
    ],
    holds: [PARTITIONED],
  },
  "decimal-target-types-distinct": {
    breaks: [
      [withExternal({ decimalTargetTypes: ["NUMERIC", "STRING", "NUMERIC"] }), `${EXTERNAL}.decimalTargetTypes`],
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

const hive = (mode: string, sourceUriPrefix: string, ...sourceUris: string[]) =>
  withHive({ mode, sourceUriPrefix }, ...sourceUris);

const DELIMITER = `${EXTERNAL}.csvOptions.fieldDelimiter`;
const PREFIX = `${EXTERNAL}.hivePartitioningOptions.sourceUriPrefix`;

export const formatOptionCases = {
  "csv-delimiter-utf-8": {
    breaks: [
      [csv({ fieldDelimiter: "\0" }), DELIMITER],
      [csv({ fieldDelimiter: "\u0080" }), DELIMITER],
      [csv({ fieldDelimiter: "" }), DELIMITER],
      [csv({ fieldDelimiter: "||" }), DELIMITER],
      [csv({ fieldDelimiter: "😀", encoding: "UTF-8" }), DELIMITER],
    ],
    holds: [
      csv({ fieldDelimiter: "\u0001" }),
      csv({ fieldDelimiter: "\\t" }),
      csv({ fieldDelimiter: "\u007f" }),
      csv({ fieldDelimiter: "þ", encoding: "ISO-8859-1" }),
    ],
  },
  "csv-null-marker-once": {
    breaks: [[csv({ nullMarker: "NA", nullMarkers: ["", "-"] }), `${EXTERNAL}.csvOptions.nullMarkers`]],
    holds: [csv({ nullMarker: "NA" }), csv({ nullMarkers: ["", "-"] })],
  },
  "skip-leading-rows-not-negative": {
    breaks: [
      [csv({ skipLeadingRows: "-1" }), `${EXTERNAL}.csvOptions.skipLeadingRows`],
      [sheets({ googleSheetsOptions: { skipLeadingRows: "-1" } }), `${EXTERNAL}.googleSheetsOptions.skipLeadingRows`],
    ],
    holds: [csv({ skipLeadingRows: "0" }), sheets({ googleSheetsOptions: { skipLeadingRows: "2" } })],
  },
  "sheets-range-form": {
    breaks: ["A1:B20", "sheet1", "sheet1!A1", "sheet1!A:B", "sheet1!A0:B2"].map((range) => [
      sheets({ googleSheetsOptions: { range } }),
      `${EXTERNAL}.googleSheetsOptions.range`,
    ]),
    holds: ["sheet1!A1:B20", "it's! mine!AA10:ab99", ""].map((range) => sheets({ googleSheetsOptions: { range } })),
  },
  "hive-prefix-common": {
    breaks: [
      [hive("AUTO", "store://b/t", "store://b/t/k=1/f", "store://b/u/k=1/f"), PREFIX],
      [hive("CUSTOM", "store://b/t/{k:INTEGER}", "store://b/t*"), PREFIX],
    ],
    holds: [
      hive("AUTO", "store://b/t", "store://b/t/k=1/f", "store://b/t/k=2/*"),
      hive("AUTO", "store://b/t/", "store://b/t/*"),
      hive("AUTO", "store://b/t", "store://b/t*"),
      hive("CUSTOM", "store://b/t/{k:INTEGER}", "store://b/t/*"),
    ],
  },
  "hive-prefix-before-keys": {
    breaks: [
      [hive("AUTO", "store://b/t/k=1", "store://b/t/k=1/*"), PREFIX],
      [hive("AUTO", "store://b/t/k=1/", "store://b/t/k=1/*"), PREFIX],
      [hive("STRINGS", "store://b", "store://b/t/k=1/f"), PREFIX],
      [hive("STRINGS", "store://b/ta", "store://b/table/k=1/f"), PREFIX],
    ],
    holds: [hive("STRINGS", "store://b/table", "store://b/table/k=1/f"), hive("AUTO", "store://b/", "store://b/k=1/*")],
  },
  "hive-keys-only-custom": {
    breaks: ["AUTO", "STRINGS"].map((mode) => [hive(mode, "store://b/t/{k:INTEGER}", "store://b/t/*"), PREFIX]),
    holds: [hive("CUSTOM", "store://b/t/{k:INTEGER}", "store://b/t/*"), hive("AUTO", "store://b/t", "store://b/t/*")],
  },
  "hive-custom-keys": {
    breaks: ["store://b/t", "store://b/t/{k}", "store://b/t/{k:INTEGER}/f", "store://b/t/{k:}"].map((prefix) => [
      hive("CUSTOM", prefix, "store://b/t/*"),
      PREFIX,
    ]),
    holds: [
      hive("CUSTOM", "store://b/t/{day:DATE}/{country:STRING}", "store://b/t/day=2030-01-01/country=AT/f"),
      hive("AUTO", "store://b/t", "store://b/t/*"),
    ],
  },
  "column-qualifier-base64": {
    breaks: ["a", "Y*I=", "YWI==", "Y=WI", "ä"].map((qualifierEncoded) => [
      withColumn({ qualifierEncoded, fieldName: "x" }),
      `${COLUMN}.qualifierEncoded`,
    ]),
    holds: ["YWI=", "YWI", "_-8=", "/+8=", ""].map((qualifierEncoded) =>
      withColumn({ qualifierEncoded, fieldName: "x" }),
    ),
  },
} as const satisfies Record<string, RuleCase>;
