import {
  COLUMN,
  EXTERNAL,
  type RuleCase,
  withColumn,
  withCsv,
  withExternal,
  withField,
  withHive,
  withLake,
  withWideColumn,
} from "./check-rules.js";

const FAMILY = `${EXTERNAL}.bigtableOptions.columnFamilies[0]`;
const withFamily = (family: object) => withWideColumn({ bigtableOptions: { columnFamilies: [family] } });
const withJson = (external: object) =>
  withExternal({ sourceFormat: "NEWLINE_DELIMITED_JSON", autodetect: true, ...external });
const withRange = (type: string) => withField({ type: "RANGE", rangeElementType: { type } });

export const allowedValueCases = {
  "default-collation": {
    breaks: [[{ defaultCollation: "und:cs" }, "defaultCollation"]],
    holds: [{ defaultCollation: "und:ci" }, { defaultCollation: "" }],
  },
  "default-rounding-mode": {
    breaks: [[{ defaultRoundingMode: "ROUND_UP" }, "defaultRoundingMode"]],
    holds: [{ defaultRoundingMode: "ROUND_HALF_EVEN" }, { defaultRoundingMode: "ROUNDING_MODE_UNSPECIFIED" }],
  },
  "field-type": {
    breaks: [
      [withField({ type: "VARCHAR" }), "schema.fields[0].type"],
      [withField({ type: "" }), "schema.fields[0].type"],
      [withField({ type: "STRUCT", fields: [{ name: "b", type: "INTERVAL" }] }), "schema.fields[0].fields[0].type"],
    ],
    holds: ["INT64", "FLOAT64", "BOOL", "GEOGRAPHY", "JSON", "BIGNUMERIC", "TIME"].map((type) => withField({ type })),
  },
  "field-mode": {
    breaks: [
      [withField({ mode: "FOO" }), "schema.fields[0].mode"],
      [withCsv({ schema: { fields: [{ name: "a", type: "DATE", mode: "" }] } }), `${EXTERNAL}.schema.fields[0].mode`],
    ],
    holds: [withField({ mode: "REPEATED" }), withField({ mode: null })],
  },
  "field-rounding-mode": {
    breaks: [[withField({ type: "NUMERIC", roundingMode: "HALF" }), "schema.fields[0].roundingMode"]],
    holds: [withField({ type: "NUMERIC", roundingMode: "ROUND_HALF_AWAY_FROM_ZERO" })],
  },
  "field-collation": {
    breaks: [[withField({ collation: "de:ci" }), "schema.fields[0].collation"]],
    holds: [withField({ collation: "und:ci" }), withField({ collation: "" })],
  },
  "range-element-type": {
    breaks: [
      [withRange("TIME"), "schema.fields[0].rangeElementType.type"],
      [withRange(""), "schema.fields[0].rangeElementType.type"],
    ],
    holds: [withRange("TIMESTAMP")],
  },
  "time-partitioning-type": {
    breaks: [
      [{ timePartitioning: { type: "WEEK" } }, "timePartitioning.type"],
      [{ timePartitioning: { type: "" } }, "timePartitioning.type"],
    ],
    holds: ["DAY", "HOUR", "MONTH", "YEAR"].map((type) => ({ timePartitioning: { type } })),
  },
  "source-format": {
    breaks: [
      [withExternal({ sourceFormat: "XML" }), `${EXTERNAL}.sourceFormat`],
      [withExternal({ sourceFormat: "" }), `${EXTERNAL}.sourceFormat`],
    ],
    holds: ["AVRO", "ICEBERG", "ORC", "DATASTORE_BACKUP"].map((sourceFormat) => withExternal({ sourceFormat })),
  },
  "file-set-spec-type": {
    breaks: [[withExternal({ fileSetSpecType: "GLOB" }), `${EXTERNAL}.fileSetSpecType`]],
    holds: [
      withExternal({ fileSetSpecType: "FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH" }),
      withExternal({ fileSetSpecType: "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST" }),
    ],
  },
  "source-compression": {
    breaks: [
      [withCsv({ compression: "BZIP2" }), `${EXTERNAL}.compression`],
      [withCsv({ compression: "" }), `${EXTERNAL}.compression`],
    ],
    holds: [withCsv({ compression: "GZIP" }), withCsv({ compression: "NONE" })],
  },
  "decimal-target-type": {
    breaks: [
      [withExternal({ decimalTargetTypes: ["NUMERIC", "FLOAT"] }), `${EXTERNAL}.decimalTargetTypes[1]`],
      [withExternal({ decimalTargetTypes: ["DECIMAL_TARGET_TYPE_UNSPECIFIED"] }), `${EXTERNAL}.decimalTargetTypes[0]`],
    ],
    holds: [
      withExternal({ decimalTargetTypes: ["STRING", "NUMERIC", "BIGNUMERIC"] }),
      withExternal({ decimalTargetTypes: [] }),
    ],
  },
  "json-extension": {
    breaks: [[withJson({ jsonExtension: "JSON5" }), `${EXTERNAL}.jsonExtension`]],
    holds: [withJson({ jsonExtension: "GEOJSON" }), withJson({ jsonExtension: "JSON_EXTENSION_UNSPECIFIED" })],
  },
  "metadata-cache-mode": {
    breaks: [[withExternal({ metadataCacheMode: "ALWAYS" }), `${EXTERNAL}.metadataCacheMode`]],
    holds: ["METADATA_CACHE_MODE_UNSPECIFIED", "AUTOMATIC", "MANUAL"].map((metadataCacheMode) => ({
      maxStaleness: "0-0 0 1:0:0",
      ...withExternal({ metadataCacheMode, connectionId: "p.eu;c" }),
    })),
  },
  "object-metadata": {
    breaks: [[withExternal({ sourceFormat: undefined, objectMetadata: "DIRECTORY" }), `${EXTERNAL}.objectMetadata`]],
    holds: [withExternal({ sourceFormat: undefined, objectMetadata: "SIMPLE" })],
  },
  "csv-encoding": {
    breaks: [[withCsv({ csvOptions: { encoding: "ASCII" } }), `${EXTERNAL}.csvOptions.encoding`]],
    holds: [withCsv({ csvOptions: { encoding: "ISO-8859-1" } }), withCsv({ csvOptions: { encoding: "UTF-32LE" } })],
  },
  "json-encoding": {
    breaks: [[withJson({ jsonOptions: { encoding: "ISO-8859-1" } }), `${EXTERNAL}.jsonOptions.encoding`]],
    holds: [withJson({ jsonOptions: { encoding: "UTF-16BE" } })],
  },
  "map-target-type": {
    breaks: [[withExternal({ parquetOptions: { mapTargetType: "MAP" } }), `${EXTERNAL}.parquetOptions.mapTargetType`]],
    holds: [withExternal({ parquetOptions: { mapTargetType: "ARRAY_OF_STRUCT" } })],
  },
  "hive-mode": {
    breaks: [[withHive({ mode: "auto" }, "store://b/*"), `${EXTERNAL}.hivePartitioningOptions.mode`]],
    holds: [withHive({ mode: "STRINGS" }, "store://b/*")],
  },
  "column-family-type": {
    breaks: [
      [withFamily({ type: "bytes" }), `${FAMILY}.type`],
      [withFamily({ type: "TIMESTAMP" }), `${FAMILY}.type`],
    ],
    holds: [withFamily({ type: "JSON" })],
  },
  "column-family-encoding": {
    breaks: [[withFamily({ encoding: "PROTO_BINARY" }), `${FAMILY}.encoding`]],
    holds: [withFamily({ encoding: "BINARY" })],
  },
  "column-type": {
    breaks: [[withColumn({ type: "INT64" }), `${COLUMN}.type`]],
    holds: [withColumn({ type: "INTEGER" })],
  },
  "column-encoding": {
    breaks: [[withColumn({ encoding: "text" }), `${COLUMN}.encoding`]],
    holds: [withColumn({ encoding: "TEXT" })],
  },
  "biglake-file-format": {
    breaks: [
      [withLake({ fileFormat: "ORC" }), "biglakeConfiguration.fileFormat"],
      [withLake({ fileFormat: "" }), "biglakeConfiguration.fileFormat"],
    ],
    holds: [withLake({ fileFormat: "FILE_FORMAT_UNSPECIFIED" })],
  },
  "biglake-table-format": {
    breaks: [[withLake({ tableFormat: "DELTA" }), "biglakeConfiguration.tableFormat"]],
    holds: [withLake({ tableFormat: "TABLE_FORMAT_UNSPECIFIED" })],
  },
} as const satisfies Record<string, RuleCase>;
