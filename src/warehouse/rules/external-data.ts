import { type Finding, rule, unlike } from "../../checks/rules.js";
import { fromBase64 } from "../../values/base64.js";
import { listed } from "../../values/describe.js";
import type { ExternalDataConfiguration } from "../schemas/external-data.js";
import type { BigtableColumn, CsvOptions, HivePartitioningOptions } from "../schemas/format-options.js";
import type { TableSchema } from "../schemas/table-schema.js";
import {
  type At,
  below,
  type Draft,
  isAbsent,
  lacksColumns,
  OBJECT_URI,
  RECORDED_TABLE,
  repeated,
  required,
  type Scope,
} from "./rule-builders.js";

/** Formats whose files contain their schema and cannot have bad records. */
const SELF_DESCRIBING = ["BIGTABLE", "DATASTORE_BACKUP", "AVRO", "ORC", "PARQUET"];
const SELF_DESCRIBED = listed(SELF_DESCRIBING);

type External = Draft<ExternalDataConfiguration>;
type Hive = Draft<HivePartitioningOptions>;

function isObjectTable({ objectMetadata }: External): boolean {
  return objectMetadata != null && objectMetadata !== "OBJECT_METADATA_UNSPECIFIED";
}

/** Whether external data is in files that contain their schema. */
export function isSelfDescribing({ sourceFormat }: { readonly sourceFormat?: unknown }): boolean {
  return SELF_DESCRIBING.includes(String(sourceFormat));
}

/** Creates a rule that allows a field only with certain formats. */
function onlyWith<const Id extends string>(
  id: Id,
  source: string,
  member: keyof ExternalDataConfiguration,
  ...formats: string[]
) {
  return rule(
    id,
    source,
    `externalDataConfiguration.${member}`,
    `is only allowed for the format ${listed(formats)}`,
    ({ value, holder: external }: At<unknown, External>) => {
      const { sourceFormat: format } = external;
      if (value === "JSON_EXTENSION_UNSPECIFIED" || (format == null && !isObjectTable(external))) return undefined;
      return !formats.includes(format ?? "") && (format ?? "an object table");
    },
  );
}

/** Creates a rule that reports a setting without effect, because the format does not support it. */
function ignoredWith<const Id extends string>(
  id: Id,
  source: string,
  member: keyof ExternalDataConfiguration,
  isDefault: (value: unknown) => boolean,
) {
  return rule(
    id,
    source,
    `externalDataConfiguration.${member}`,
    `is ignored for the format ${SELF_DESCRIBED}`,
    ({ value, holder: external }: At<unknown, External>) => isSelfDescribing(external) && !isDefault(value),
    "advice",
  );
}

const HIVE = "externalDataConfiguration.hivePartitioningOptions";
const URI = "externalDataConfiguration.sourceUris[]";
const EXTERNAL_CONNECTION = "externalDataConfiguration.connectionId";
const LAKE_CONNECTION = "biglakeConfiguration.connectionId";

const MANIFEST = "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST";

// A project id may contain dots, as in "example.com:project".
const CONNECTION = /^([^/;\s]+\.[^./;\s]+[.;][^./;\s]+|projects\/[^/\s]+\/locations\/[^/\s]+\/connections\/[^/\s]+)$/;

const NO_WILDCARD = 'must not contain "*"';

const hasWildcard = (uri: string) => uri.includes("*");
const isOnTheWeb = (uri: string) => /^https?:/i.test(uri);
const isInStorage = (format: unknown) => ["DATASTORE_BACKUP", "ICEBERG", "ORC", "PARQUET"].includes(String(format));

/** Creates a rule about each source URI. */
function uriRule<const Id extends string>(
  id: Id,
  source: string,
  requirement: string,
  isInvalid: (uri: string, external: External) => boolean,
) {
  return rule(
    id,
    source,
    URI,
    requirement,
    ({ value: uri, holder }: At<string, External>) => isInvalid(uri, holder) && uri,
  );
}

/** Creates a rule that allows a format only one URI. */
function oneUri<const Id extends string>(id: Id, source: string, format: string) {
  return rule(
    id,
    source,
    "externalDataConfiguration.sourceUris",
    `must contain exactly one URI for ${format}`,
    ({ value: uris, holder: { sourceFormat } }: At<readonly unknown[], External>) =>
      sourceFormat === format && uris.length > 1 && uris.length,
  );
}

/** Whether a wildcard is in the bucket name, or in a URI that is not an object-storage URI. */
function isMisplaced(uri: string): boolean {
  const wildcard = uri.indexOf("*");
  if (wildcard === -1) return false;
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(uri)?.[0] ?? "";
  const afterBucket = uri.indexOf("/", scheme.length);
  return isOnTheWeb(uri) || afterBucket === -1 || wildcard < afterBucket;
}

function isOutsideObjectStorage({ sourceFormat, sourceUris }: External): Finding {
  if (sourceFormat === "BIGTABLE" || sourceFormat === "GOOGLE_SHEETS") return sourceFormat;
  return sourceUris?.find((uri) => uri != null && isOnTheWeb(uri));
}

const PREFIX = `${HIVE}.sourceUriPrefix`;

const KEY_SEGMENTS = /^[^{}]*[^{}/](\/\{[^{}:/\s]+:[A-Za-z]\w*\})+\/?$/;
const ENDS_IN_A_KEY = /\/[^/=]+=[^/]*\/?$/;
const STARTS_WITH_A_KEY = /^\*|^\/[^/]*[=*]/;

/** Returns the part of a prefix that all URIs start with: without the partition keys that the mode CUSTOM appends. */
function sharedPart(prefix: string): string {
  return prefix.split("{", 1)[0] ?? "";
}

function someUri({ table }: Scope, test: (uri: string) => boolean): boolean {
  return table.externalDataConfiguration?.sourceUris?.some((uri) => uri != null && test(uri)) ?? false;
}

// A sheet, then two cells: column letters and a row number from 1.
const SHEET_RANGE = /^(.+!\$?[a-z]+\$?[1-9]\d*:\$?[a-z]+\$?[1-9]\d*)?$/is;

/** Rules about external data, storage URIs and connections. */
export const externalDataRules = [
  rule(
    "external-schema-disallowed",
    "bigquery.v2#ExternalDataConfiguration.schema",
    "externalDataConfiguration.schema",
    `must be omitted for ${SELF_DESCRIBED}`,
    ({ value: schema, holder: external }: At<Draft<TableSchema>, External>) =>
      isSelfDescribing(external) && !lacksColumns(schema),
  ),
  rule(
    "object-table-without-source-format",
    `bigquery.v2#ExternalDataConfiguration.objectMetadata; ${RECORDED_TABLE}`,
    "externalDataConfiguration.sourceFormat",
    'must be omitted for an object table ("objectMetadata")',
    ({ holder: { objectMetadata } }: At<unknown, External>) => objectMetadata != null,
  ),
  rule(
    "external-schema-place",
    "apache/hudi#10829; terraform-google-modules/terraform-google-bigquery#438; hashicorp/terraform-provider-google#8717",
    ["externalDataConfiguration.schema", "schema"],
    'should be set on the table with "connectionId", and on the external data without it: otherwise, changes fail and partition keys are lost',
    ({ value, path, context: { table } }: At<Draft<TableSchema>>) => {
      const { connectionId, schema, hivePartitioningOptions: hive } = table.externalDataConfiguration ?? {};
      if (lacksColumns(value)) return undefined;
      return path.length > 1 ? connectionId != null : connectionId == null && (hive != null || !lacksColumns(schema));
    },
    "advice",
  ),
  rule(
    "metadata-cache-connection",
    RECORDED_TABLE,
    "externalDataConfiguration.metadataCacheMode",
    'requires "connectionId"',
    ({ value: mode, holder: { connectionId }, context: { complete } }: At<string, External>) =>
      mode !== "METADATA_CACHE_MODE_UNSPECIFIED" && isAbsent(connectionId, complete) && mode,
  ),
  rule(
    "metadata-cache-staleness",
    "hashicorp/terraform-provider-google#15804; terraform-google-modules/terraform-docs-samples#497",
    "externalDataConfiguration.metadataCacheMode",
    'requires "maxStaleness" of the table for AUTOMATIC',
    ({ value: mode, context: { table, complete } }: At<string>) =>
      mode === "AUTOMATIC" && isAbsent(table.maxStaleness, complete),
    "warn",
  ),
  rule(
    "hive-partition-filter",
    RECORDED_TABLE,
    "requirePartitionFilter",
    `is not allowed for partitioned files: set "${HIVE}.requirePartitionFilter"`,
    ({ value: isRequired, context: { table, complete } }: At<boolean>) => {
      const hive = table.externalDataConfiguration?.hivePartitioningOptions;
      return isRequired && hive != null && (hive.requirePartitionFilter ?? !complete) !== true;
    },
  ),
  rule(
    "hive-no-native-partitions",
    RECORDED_TABLE,
    ["timePartitioning", "rangePartitioning", "clustering"],
    `cannot be combined with "${HIVE}"`,
    ({ context: { table } }: At<unknown>) => table.externalDataConfiguration?.hivePartitioningOptions != null,
  ),
  rule(
    "decimal-target-types-distinct",
    "bigquery.v2#ExternalDataConfiguration.decimalTargetTypes",
    "externalDataConfiguration.decimalTargetTypes",
    "must not contain a type twice",
    ({ value }: At<readonly string[]>) => repeated(value),
  ),
  onlyWith(
    "csv-options-only-csv",
    "bigquery.v2#ExternalDataConfiguration.csvOptions; apache/airflow#32712; apache/airflow#33540",
    "csvOptions",
    "CSV",
  ),
  onlyWith(
    "json-options-only-json",
    "bigquery.v2#ExternalDataConfiguration.jsonOptions",
    "jsonOptions",
    "NEWLINE_DELIMITED_JSON",
  ),
  onlyWith(
    "json-extension-only-json",
    "bigquery.v2#ExternalDataConfiguration.jsonExtension",
    "jsonExtension",
    "NEWLINE_DELIMITED_JSON",
  ),
  onlyWith(
    "bigtable-options-only-bigtable",
    "bigquery.v2#ExternalDataConfiguration.bigtableOptions; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#external_table_option_list",
    "bigtableOptions",
    "BIGTABLE",
  ),
  onlyWith(
    "sheets-options-only-sheets",
    `${RECORDED_TABLE}; bigquery.v2#ExternalDataConfiguration.googleSheetsOptions`,
    "googleSheetsOptions",
    "GOOGLE_SHEETS",
  ),
  onlyWith(
    "avro-options-only-avro",
    `spec: warehouse, 'externalDataConfiguration'; bigquery.v2#ExternalDataConfiguration.avroOptions; ${RECORDED_TABLE}`,
    "avroOptions",
    "AVRO",
  ),
  onlyWith(
    "parquet-options-only-parquet",
    `spec: warehouse, 'externalDataConfiguration'; bigquery.v2#ExternalDataConfiguration.parquetOptions; ${RECORDED_TABLE}`,
    "parquetOptions",
    "PARQUET",
  ),
  onlyWith(
    "reference-schema-only-self-describing",
    "bigquery.v2#ExternalDataConfiguration.referenceFileSchemaUri; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#external_table_option_list; https://github.com/hashicorp/terraform-provider-google/blob/main/google/services/bigquery/resource_bigquery_table_test.go",
    "referenceFileSchemaUri",
    "AVRO",
    "PARQUET",
    "ORC",
    "DELTA_LAKE",
  ),
  onlyWith(
    "hive-format",
    "bigquery.v2#HivePartitioningOptions.mode; bigquery.v2#ExternalDataConfiguration.hivePartitioningOptions",
    "hivePartitioningOptions",
    "NEWLINE_DELIMITED_JSON",
    "CSV",
    "ORC",
    "AVRO",
    "PARQUET",
  ),
  rule(
    "max-bad-records-not-negative",
    "unverified",
    "externalDataConfiguration.maxBadRecords",
    "must be 0 or more",
    below(0n),
  ),
  ignoredWith(
    "max-bad-records-ignored",
    "bigquery.v2#ExternalDataConfiguration.maxBadRecords",
    "maxBadRecords",
    (count) => count === 0,
  ),
  ignoredWith(
    "unknown-values-ignored",
    "bigquery.v2#ExternalDataConfiguration.ignoreUnknownValues",
    "ignoreUnknownValues",
    (isIgnored) => isIgnored === false,
  ),
  ignoredWith(
    "compression-ignored",
    "bigquery.v2#ExternalDataConfiguration.compression",
    "compression",
    (compression) => compression !== "GZIP",
  ),
  uriRule(
    "source-uri-one-wildcard",
    "bigquery.v2#ExternalDataConfiguration.sourceUris",
    'must contain at most one "*"',
    (uri, { sourceFormat }) => sourceFormat !== "BIGTABLE" && uri.split("*").length > 2,
  ),
  uriRule(
    "source-uri-wildcard-after-bucket",
    "bigquery.v2#ExternalDataConfiguration.sourceUris",
    'may have "*" only after the bucket name of an object-storage URI',
    (uri, { sourceFormat }) => sourceFormat !== "BIGTABLE" && isMisplaced(uri),
  ),
  rule(
    "source-uri-scheme",
    "https://cloud.google.com/bigquery/docs/external-data-cloud-storage; https://cloud.google.com/bigquery/docs/external-data-drive",
    [URI, "externalDataConfiguration.referenceFileSchemaUri"],
    'must be an object-storage URI such as "gs://bucket/object", or an https URL',
    ({ value: uri, holder: { sourceFormat } }: At<string, External>) =>
      sourceFormat !== "BIGTABLE" && !/^(?!(?:file|ftp|hdfs|http|jdbc):)[a-z][a-z\d+.-]+:\/\/[^/]/i.test(uri) && uri,
  ),
  uriRule(
    "source-uri-of-format",
    "https://cloud.google.com/bigquery/docs/external-data-drive; https://cloud.google.com/bigquery/docs/external-data-cloud-storage",
    "must be an https URL for GOOGLE_SHEETS, and an object-storage URI for DATASTORE_BACKUP, ICEBERG, ORC and PARQUET",
    (uri, { sourceFormat }) =>
      sourceFormat === "GOOGLE_SHEETS" ? !isOnTheWeb(uri) : isInStorage(sourceFormat) && isOnTheWeb(uri),
  ),
  oneUri(
    "bigtable-one-uri",
    "bigquery.v2#ExternalDataConfiguration.sourceUris; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#external_table_option_list",
    "BIGTABLE",
  ),
  uriRule(
    "bigtable-https-uri",
    "bigquery.v2#ExternalDataConfiguration.sourceUris",
    "must be the complete https URL of a table for BIGTABLE",
    (uri, { sourceFormat }) => sourceFormat === "BIGTABLE" && !/^https:\/\/[^/*\s]+\/[^*\s]+$/i.test(uri),
  ),
  oneUri("datastore-backup-one-uri", "bigquery.v2#ExternalDataConfiguration.sourceUris", "DATASTORE_BACKUP"),
  uriRule(
    "datastore-backup-no-wildcard",
    "bigquery.v2#ExternalDataConfiguration.sourceUris",
    `${NO_WILDCARD} for DATASTORE_BACKUP`,
    (uri, { sourceFormat }) => sourceFormat === "DATASTORE_BACKUP" && hasWildcard(uri),
  ),
  uriRule(
    "manifest-uri-no-wildcard",
    "spec: warehouse, 'externalDataConfiguration'; bigquery.v2#ExternalDataConfiguration.fileSetSpecType; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#external_table_option_list",
    `${NO_WILDCARD} with a manifest`,
    (uri, { fileSetSpecType }) => fileSetSpecType === MANIFEST && hasWildcard(uri),
  ),
  rule(
    "file-set-spec-only-object-storage",
    "bigquery.v2#ExternalDataConfiguration.fileSetSpecType",
    "externalDataConfiguration.fileSetSpecType",
    "is only allowed for object storage",
    ({ holder: external }: At<unknown, External>) => isOutsideObjectStorage(external),
  ),
  rule(
    "biglake-storage-uri-form",
    "bigquery.v2#BigLakeConfiguration.storageUri",
    "biglakeConfiguration.storageUri",
    "must be an object-storage URI",
    unlike(OBJECT_URI),
  ),
  rule(
    "biglake-storage-uri-slash",
    "bigquery.v2#BigLakeConfiguration.storageUri",
    "biglakeConfiguration.storageUri",
    'must end in "/"',
    unlike(/\/$/),
  ),
  rule(
    "biglake-storage-uri-no-wildcard",
    "bigquery.v2#BigLakeConfiguration.storageUri",
    "biglakeConfiguration.storageUri",
    NO_WILDCARD,
    unlike(/^[^*]*$/),
  ),
  rule(
    "connection-id-form",
    "bigquery.v2#ExternalDataConfiguration.connectionId; bigquery.v2#BigLakeConfiguration.connectionId",
    [EXTERNAL_CONNECTION, LAKE_CONNECTION],
    "must be {project}.{location}.{connection} or projects/{project}/locations/{location}/connections/{connection}",
    unlike(CONNECTION),
  ),
  rule(
    "external-connection-separator",
    "spec: warehouse, 'externalDataConfiguration'; bigquery.v2#ExternalDataConfiguration.connectionId",
    EXTERNAL_CONNECTION,
    "must be {project}.{location};{connection}, with a semicolon",
    ({ value: id }: At<string>) => CONNECTION.test(id) && !/[;/]/.test(id) && id,
  ),
  rule(
    "biglake-connection-separator",
    "spec: warehouse, 'biglakeConfiguration'; bigquery.v2#BigLakeConfiguration.connectionId",
    LAKE_CONNECTION,
    "must be {project}.{location}.{connection}, without a semicolon",
    ({ value: id }: At<string>) => CONNECTION.test(id) && id.includes(";") && id,
  ),
  rule(
    "csv-delimiter-utf-8",
    "spec: warehouse, 'externalDataConfiguration.csvOptions'; bigquery.v2#CsvOptions.fieldDelimiter",
    "externalDataConfiguration.csvOptions.fieldDelimiter",
    "must be one of U+0001 to U+007F, or \\t, in a UTF-8 file",
    ({ value: delimiter, holder: { encoding }, context: { complete } }: At<string, Draft<CsvOptions>>) => {
      const isUtf8 = encoding === undefined ? complete : (encoding ?? "UTF-8") === "UTF-8";
      return isUtf8 && (!/^(\p{ASCII}|\\t)$/u.test(delimiter) || delimiter === "\0") && delimiter;
    },
  ),
  rule(
    "csv-null-marker-once",
    "bigquery.v2#CsvOptions.nullMarkers; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#external_table_option_list",
    "externalDataConfiguration.csvOptions.nullMarkers",
    'cannot be combined with "nullMarker"',
    ({ holder: { nullMarker } }: At<unknown, Draft<CsvOptions>>) => nullMarker != null,
  ),
  rule(
    "skip-leading-rows-not-negative",
    "unverified",
    [
      "externalDataConfiguration.csvOptions.skipLeadingRows",
      "externalDataConfiguration.googleSheetsOptions.skipLeadingRows",
    ],
    "must be 0 or more",
    below(0n),
  ),
  rule(
    "sheets-range-form",
    "bigquery.v2#GoogleSheetsOptions.range; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#external_table_option_list",
    "externalDataConfiguration.googleSheetsOptions.range",
    'must have the form "sheet1!A1:B20", or be empty',
    unlike(SHEET_RANGE),
  ),
  rule(
    "hive-prefix-common",
    "bigquery.v2#HivePartitioningOptions.sourceUriPrefix",
    PREFIX,
    "must be a prefix of every source URI",
    ({ value: prefix, context: scope }: At<string>) =>
      someUri(scope, (uri) => !uri.startsWith(sharedPart(prefix))) && prefix,
  ),
  rule(
    "hive-prefix-before-keys",
    "bigquery.v2#HivePartitioningOptions.sourceUriPrefix",
    PREFIX,
    "must end immediately before the first partition key",
    ({ value: prefix, context: scope }: At<string>) => {
      const shared = sharedPart(prefix);
      if (ENDS_IN_A_KEY.test(shared)) return prefix;
      // The trailing slash is optional.
      const { length } = shared.replace(/\/$/, "");
      const isEarlier = (uri: string) => uri.startsWith(shared) && !STARTS_WITH_A_KEY.test(uri.slice(length));
      return someUri(scope, isEarlier) && prefix;
    },
  ),
  rule(
    "hive-custom-keys",
    "bigquery.v2#HivePartitioningOptions.sourceUriPrefix",
    PREFIX,
    "must end in segments {<key>:<TYPE>} for the mode CUSTOM",
    ({ value: prefix, holder: { mode } }: At<string, Hive>) =>
      mode === "CUSTOM" && !KEY_SEGMENTS.test(prefix) && prefix,
  ),
  rule(
    "hive-keys-only-custom",
    "bigquery.v2#HivePartitioningOptions.sourceUriPrefix",
    PREFIX,
    "must not contain {<key>:<TYPE>} unless the mode is CUSTOM",
    ({ value: prefix, holder: { mode } }: At<string, Hive>) =>
      (mode === "AUTO" || mode === "STRINGS") && prefix.includes("{") && prefix,
  ),
  rule(
    "column-qualifier-base64",
    "bigquery.v2#BigtableColumn.qualifierEncoded",
    "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].qualifierEncoded",
    "must be base64",
    ({ value: encoded }: At<string>) => fromBase64(encoded) === undefined && encoded,
  ),
  required(
    "column-field-name-required",
    "bigquery.v2#BigtableColumn.fieldName; https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigtableColumn",
    "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].fieldName",
    {
      hint: "the qualifier does not match [a-zA-Z][a-zA-Z0-9_]*",
      when: ({ holder: { qualifierString, qualifierEncoded } }: At<unknown, Draft<BigtableColumn>>) => {
        const encoded = qualifierEncoded == null ? undefined : fromBase64(qualifierEncoded);
        const qualifier = qualifierString ?? encoded;
        return qualifier !== undefined && !/^[a-zA-Z]\w*$/.test(qualifier);
      },
    },
  ),
];
