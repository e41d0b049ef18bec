import { unlike } from "../../schema/rules.js";
import { listed } from "../../values/describe.js";
import type { ExternalDataConfiguration } from "../schemas/external-data.js";
import type { BigtableColumn, CsvOptions, HivePartitioningOptions } from "../schemas/format-options.js";
import type { TableSchema } from "../schemas/table-schema.js";
import {
  below,
  type Draft,
  type Finding,
  IMPLIED,
  isDuplicate,
  lacksColumns,
  OBJECT_URI,
  required,
  rule,
  type Scope,
} from "./rule-builders.js";

const EXTERNAL = "externalDataConfiguration";

/** Formats whose files contain their schema and cannot have bad records. */
const SELF_DESCRIBING = ["BIGTABLE", "DATASTORE_BACKUP", "AVRO", "ORC", "PARQUET"];
const SELF_DESCRIBED = listed(SELF_DESCRIBING);

type External = Draft<ExternalDataConfiguration>;
type Hive = Draft<HivePartitioningOptions>;

function isObjectTable({ objectMetadata }: External): boolean {
  return objectMetadata != null && objectMetadata !== "OBJECT_METADATA_UNSPECIFIED";
}

const isSelfDescribing = ({ sourceFormat }: External) => sourceFormat != null && SELF_DESCRIBING.includes(sourceFormat);

/** Creates a rule that allows a field only with certain formats. */
function onlyWith<const Id extends string>(id: Id, member: keyof ExternalDataConfiguration, ...formats: string[]) {
  return rule(
    id,
    `${EXTERNAL}.${member}`,
    `is only allowed for the format ${listed(formats)}`,
    (value, external: External) => {
      const { sourceFormat: format } = external;
      if (value === "JSON_EXTENSION_UNSPECIFIED" || (format == null && !isObjectTable(external))) return undefined;
      return !formats.includes(format ?? "") && (format ?? "an object table");
    },
  );
}

/** Creates a rule that reports a setting without effect, because the format does not support it. */
function ignoredWith<const Id extends string>(
  id: Id,
  member: keyof ExternalDataConfiguration,
  isDefault: (value: unknown) => boolean,
) {
  return rule(
    id,
    `${EXTERNAL}.${member}`,
    `is ignored for the format ${SELF_DESCRIBED}`,
    (value, external: External) => isSelfDescribing(external) && !isDefault(value),
    { severity: "warn" },
  );
}

const URI = "externalDataConfiguration.sourceUris[]";
const STORAGE_URI = "biglakeConfiguration.storageUri";
const EXTERNAL_CONNECTION = "externalDataConfiguration.connectionId";
const LAKE_CONNECTION = "biglakeConfiguration.connectionId";

const BACKUP = "DATASTORE_BACKUP";
const WIDE_COLUMN = "BIGTABLE";
const MANIFEST = "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST";

// A project id may contain dots, as in "example.com:project".
const CONNECTION = /^([^/;\s]+\.[^./;\s]+[.;][^./;\s]+|projects\/[^/\s]+\/locations\/[^/\s]+\/connections\/[^/\s]+)$/;

const NO_WILDCARD = 'must not contain "*"';

const hasWildcard = (uri: string): Finding => uri.includes("*") && uri;
const isOnTheWeb = (uri: string) => /^https?:/i.test(uri);
const isInStorage = (format: unknown) => ["DATASTORE_BACKUP", "ICEBERG", "ORC", "PARQUET"].includes(String(format));

/** Creates a rule that allows a format only one URI. */
function oneUri<const Id extends string>(id: Id, format: string) {
  return rule(
    id,
    "externalDataConfiguration.sourceUris",
    `must contain exactly one URI for ${format}`,
    (uris: readonly unknown[], { sourceFormat }: External) => sourceFormat === format && uris.length > 1 && uris.length,
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
  if (sourceFormat === WIDE_COLUMN || sourceFormat === "GOOGLE_SHEETS") return sourceFormat;
  return sourceUris?.find((uri) => uri != null && isOnTheWeb(uri));
}

const PREFIX = "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix";

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

const CSV = "externalDataConfiguration.csvOptions";
const SHEETS = "externalDataConfiguration.googleSheetsOptions";

// A sheet, then two cells: column letters and a row number from 1.
const SHEET_RANGE = /^(.+!\$?[a-z]+\$?[1-9]\d*:\$?[a-z]+\$?[1-9]\d*)?$/is;

const COLUMN = "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[]";

/** Decodes base64 of either alphabet, with or without padding, to one character per byte; undefined if it is invalid. */
function decodeBase64(text: string): string | undefined {
  const digits = text.replace(/={1,2}$/, "");
  const isPadded = digits.length < text.length;
  if (!/^[\w+/-]*$/.test(digits) || digits.length % 4 === 1 || (isPadded && text.length % 4 !== 0)) return undefined;
  return atob(digits.replaceAll("-", "+").replaceAll("_", "/"));
}

/** Rules about external data, storage URIs and connections. */
export const externalDataRules = [
  rule(
    "external-schema-disallowed",
    `${EXTERNAL}.schema`,
    `must be omitted for ${SELF_DESCRIBED}`,
    (schema: Draft<TableSchema>, external: External) => isSelfDescribing(external) && !lacksColumns(schema),
  ),
  rule(
    "object-table-without-source-format",
    `${EXTERNAL}.sourceFormat`,
    'should be omitted for an object table ("objectMetadata")',
    (_, external: External) => isObjectTable(external),
    { severity: "warn" },
  ),
  rule(
    "decimal-target-types-distinct",
    `${EXTERNAL}.decimalTargetTypes[]`,
    "must not be listed twice",
    (type: string, { decimalTargetTypes }: External, _, index) => isDuplicate(decimalTargetTypes, type, index) && type,
  ),
  onlyWith("csv-options-only-csv", "csvOptions", "CSV"),
  onlyWith("json-options-only-json", "jsonOptions", "NEWLINE_DELIMITED_JSON"),
  onlyWith("json-extension-only-json", "jsonExtension", "NEWLINE_DELIMITED_JSON"),
  onlyWith("bigtable-options-only-bigtable", "bigtableOptions", "BIGTABLE"),
  onlyWith("sheets-options-only-sheets", "googleSheetsOptions", "GOOGLE_SHEETS"),
  onlyWith("avro-options-only-avro", "avroOptions", "AVRO"),
  onlyWith("parquet-options-only-parquet", "parquetOptions", "PARQUET"),
  onlyWith("reference-schema-only-self-describing", "referenceFileSchemaUri", "AVRO", "PARQUET", "ORC"),
  onlyWith("hive-format", "hivePartitioningOptions", "NEWLINE_DELIMITED_JSON", "CSV", "ORC", "AVRO", "PARQUET"),
  rule("max-bad-records-not-negative", `${EXTERNAL}.maxBadRecords`, "must be 0 or more", below(0n), IMPLIED),
  ignoredWith("max-bad-records-ignored", "maxBadRecords", (count) => count === 0),
  ignoredWith("unknown-values-ignored", "ignoreUnknownValues", (isIgnored) => isIgnored === false),
  ignoredWith("compression-ignored", "compression", (compression) => compression !== "GZIP"),
  rule("source-uri-one-wildcard", URI, 'must contain at most one "*"', (uri: string, { sourceFormat }: External) => {
    const count = uri.split("*").length - 1;
    return sourceFormat !== WIDE_COLUMN && count > 1 && uri;
  }),
  rule(
    "source-uri-wildcard-after-bucket",
    URI,
    'may have "*" only after the bucket name of an object-storage URI',
    (uri: string, { sourceFormat }: External) => sourceFormat !== WIDE_COLUMN && isMisplaced(uri) && uri,
  ),
  rule(
    "source-uri-scheme",
    [URI, `${EXTERNAL}.referenceFileSchemaUri`],
    'must be an object-storage URI such as "gs://bucket/object", or an https URL',
    (uri: string, { sourceFormat }: External) =>
      sourceFormat !== WIDE_COLUMN && !/^(?!(?:file|ftp|hdfs|http|jdbc):)[a-z][a-z\d+.-]+:\/\/[^/]/i.test(uri) && uri,
    IMPLIED,
  ),
  rule(
    "source-uri-of-format",
    URI,
    "must be an https URL for GOOGLE_SHEETS, and an object-storage URI for DATASTORE_BACKUP, ICEBERG, ORC and PARQUET",
    (uri: string, { sourceFormat }: External) =>
      (sourceFormat === "GOOGLE_SHEETS" ? !isOnTheWeb(uri) : isInStorage(sourceFormat) && isOnTheWeb(uri)) && uri,
    IMPLIED,
  ),
  oneUri("bigtable-one-uri", WIDE_COLUMN),
  rule(
    "bigtable-https-uri",
    URI,
    `must be the complete https URL of a table for ${WIDE_COLUMN}`,
    (uri: string, { sourceFormat }: External) =>
      sourceFormat === WIDE_COLUMN && !/^https:\/\/[^/*\s]+\/[^*\s]+$/i.test(uri) && uri,
  ),
  oneUri("datastore-backup-one-uri", BACKUP),
  rule(
    "datastore-backup-no-wildcard",
    URI,
    `${NO_WILDCARD} for ${BACKUP}`,
    (uri: string, { sourceFormat }: External) => sourceFormat === BACKUP && hasWildcard(uri),
  ),
  rule(
    "manifest-uri-no-wildcard",
    URI,
    `${NO_WILDCARD} with a manifest`,
    (uri: string, { fileSetSpecType }: External) => fileSetSpecType === MANIFEST && hasWildcard(uri),
  ),
  rule(
    "file-set-spec-only-object-storage",
    "externalDataConfiguration.fileSetSpecType",
    "is only allowed for object storage",
    (_, external: External) => isOutsideObjectStorage(external),
  ),
  rule("biglake-storage-uri-form", STORAGE_URI, "must be an object-storage URI", unlike(OBJECT_URI)),
  rule("biglake-storage-uri-slash", STORAGE_URI, 'must end in "/"', unlike(/\/$/)),
  rule("biglake-storage-uri-no-wildcard", STORAGE_URI, NO_WILDCARD, hasWildcard),
  rule(
    "connection-id-form",
    [EXTERNAL_CONNECTION, LAKE_CONNECTION],
    "must be {project}.{location}.{connection} or projects/{project}/locations/{location}/connections/{connection}",
    unlike(CONNECTION),
  ),
  rule(
    "external-connection-separator",
    EXTERNAL_CONNECTION,
    "must be {project}.{location};{connection}, with a semicolon",
    (id: string) => CONNECTION.test(id) && !/[;/]/.test(id) && id,
  ),
  rule(
    "biglake-connection-separator",
    LAKE_CONNECTION,
    "must be {project}.{location}.{connection}, without a semicolon",
    (id: string) => CONNECTION.test(id) && id.includes(";") && id,
  ),
  rule(
    "csv-delimiter-utf-8",
    `${CSV}.fieldDelimiter`,
    "must be one of U+0001 to U+007F, or \\t, in a UTF-8 file",
    (delimiter: string, { encoding }: Draft<CsvOptions>, { complete }) => {
      const isUtf8 = encoding === undefined ? complete : (encoding ?? "UTF-8") === "UTF-8";
      return isUtf8 && (!/^(\p{ASCII}|\\t)$/u.test(delimiter) || delimiter === "\0") && delimiter;
    },
  ),
  rule(
    "csv-null-marker-once",
    `${CSV}.nullMarkers`,
    'cannot be combined with "nullMarker"',
    (_, { nullMarker }: Draft<CsvOptions>) => nullMarker != null,
    IMPLIED,
  ),
  rule(
    "skip-leading-rows-not-negative",
    [`${CSV}.skipLeadingRows`, `${SHEETS}.skipLeadingRows`],
    "must be 0 or more",
    below(0n),
    IMPLIED,
  ),
  rule("sheets-range-form", `${SHEETS}.range`, 'must have the form "sheet1!A1:B20", or be empty', unlike(SHEET_RANGE)),
  rule(
    "hive-prefix-common",
    PREFIX,
    "must be a prefix of every source URI",
    (prefix: string, _, scope) => someUri(scope, (uri) => !uri.startsWith(sharedPart(prefix))) && prefix,
  ),
  rule(
    "hive-prefix-before-keys",
    PREFIX,
    "must end immediately before the first partition key",
    (prefix: string, _, scope) => {
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
    PREFIX,
    "must end in segments {<key>:<TYPE>} for the mode CUSTOM",
    (prefix: string, { mode }: Hive) => mode === "CUSTOM" && !KEY_SEGMENTS.test(prefix) && prefix,
  ),
  rule(
    "hive-keys-only-custom",
    PREFIX,
    "must not contain {<key>:<TYPE>} unless the mode is CUSTOM",
    (prefix: string, { mode }: Hive) => (mode === "AUTO" || mode === "STRINGS") && prefix.includes("{") && prefix,
    IMPLIED,
  ),
  rule(
    "column-qualifier-base64",
    `${COLUMN}.qualifierEncoded`,
    "must be base64",
    (encoded: string) => decodeBase64(encoded) === undefined && encoded,
  ),
  required("column-field-name-required", `${COLUMN}.fieldName`, {
    hint: "the qualifier does not match [a-zA-Z][a-zA-Z0-9_]*",
    when: ({ qualifierString, qualifierEncoded }: Draft<BigtableColumn>) => {
      const encoded = qualifierEncoded == null ? undefined : decodeBase64(qualifierEncoded);
      const qualifier = qualifierString ?? encoded;
      return qualifier !== undefined && !/^[a-zA-Z]\w*$/.test(qualifier);
    },
  }),
];
