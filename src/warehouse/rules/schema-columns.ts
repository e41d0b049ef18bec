import { longerThan, rule, unlike } from "../../checks/rules.js";
import { exactInteger } from "../../schema/scalars.js";
import { listed, shown } from "../../values/describe.js";
import { canonicalType } from "../columns.js";
import {
  type DecimalType,
  PRECISION_REQUIREMENT,
  pairRequirement,
  precisionIssues,
  SCALE_REQUIREMENT,
} from "../decimal.js";
import { isOtherKind, isPartitionedNatively } from "../partitioning.js";
import type { Table } from "../schemas/table.js";
import type { RangePartitioningRange, TimePartitioning } from "../schemas/table-parts.js";
import {
  type At,
  below,
  columnOf,
  columnOutside,
  type Draft,
  type FieldDraft,
  IS_COLUMN,
  isAbsent,
  isAnyOf,
  RECORDED_TABLE,
  repeated,
  repeatedColumn,
  several,
  typeOfColumn,
  unknownColumn,
} from "./rule-builders.js";

const POLICY_TAG = /^projects\/[^/\s]+\/locations\/[^/\s]+\/taxonomies\/[^/\s]+\/policyTags\/[^/\s]+$/;

/** Not allowed in flexible column names. */
const NOT_IN_NAMES = /[!"$()*,./;?@[\\\]^`{}~\p{Cc}]/u;

const NAME = /^\w*$/;

/**
 * Creates a rule that allows a property only in fields of certain types; an empty list counts as absent.
 */
function onlyIn<const Id extends string>(id: Id, source: string, member: string, types: readonly string[]) {
  return rule(
    id,
    source,
    `fields[].${member}`,
    `is only allowed for ${listed(types)}`,
    ({ value, holder: { type } }: At<unknown, FieldDraft>) => {
      if (type == null || types.includes(canonicalType(type))) return undefined;
      return !(Array.isArray(value) && value.length === 0) && type;
    },
  );
}

/** Returns a type as a decimal type, ignoring case and the alias; undefined for any other type. */
function decimalTypeOf(type: string | null | undefined): DecimalType | undefined {
  return (["NUMERIC", "BIGNUMERIC"] as const).find((each) => canonicalType(type) === each);
}

/** Creates a rule about precision and scale, as `decimalRange` checks them. */
function decimalRule<const Id extends string>(
  id: Id,
  source: string,
  members: readonly ("scale" | "precision")[],
  requirement: string,
) {
  return rule(
    id,
    source,
    members.map((member) => `fields[].${member}`),
    requirement,
    ({ holder: { type, precision, scale }, key }: At<unknown, FieldDraft>) => {
      const decimal = decimalTypeOf(type);
      if (decimal === undefined) return undefined;
      const issues = precisionIssues(decimal, exactInteger(precision), exactInteger(scale));
      return { message: issues.find((issue) => issue.rule === id && issue.path === key)?.message };
    },
  );
}

/** Prefixes of column names that the service reserves, in any case. */
const RESERVED = ["_PARTITION", "_TABLE_", "_FILE_", "_ROW_TIMESTAMP", "__ROOT__", "_COLIDENTIFIER"];

/** Maximum depth of nested columns. */
const MAX_DEPTH = 15;

/** Returns how deep a column, or a list of columns, is nested; 1 is the top level. */
function depthOf({ path }: At<unknown>): number {
  return path.filter((name) => name === "fields").length;
}

/** Maximum number of columns of a table, including nested ones. */
const MAX_COLUMNS = 10_000;

/** A list of columns, for rules. */
type Fields = readonly (FieldDraft | null | undefined)[];

function countOf(fields: Fields): number {
  return fields.reduce((count, field) => count + 1 + countOf(field?.fields ?? []), 0);
}

/** Rules about the fields of a schema, at every depth. */
export const columnRules = [
  rule(
    "column-name-distinct",
    "https://cloud.google.com/bigquery/docs/schemas#column_names; bxparks/bigquery-schema-generator#39; z3z1ma/target-bigquery#120",
    ["schema.fields", "externalDataConfiguration.schema.fields", "fields[].fields"],
    "must not contain a name twice, ignoring case",
    ({ value: fields }: At<Fields>) => repeated(fields.flatMap((field) => field?.name?.toLowerCase() ?? [])),
  ),
  rule(
    "column-name-reserved",
    "https://cloud.google.com/bigquery/docs/schemas#column_names",
    "fields[].name",
    `must not start with ${listed(RESERVED)}`,
    unlike(new RegExp(`^(?!${RESERVED.join("|")})`, "i")),
  ),
  rule(
    "column-depth",
    "https://cloud.google.com/bigquery/docs/nested-repeated#limitations; bxparks/bigquery-schema-generator#51",
    "fields[].fields",
    `must be at most ${MAX_DEPTH} levels deep`,
    (place: At<readonly unknown[]>) => place.value.length > 0 && depthOf(place) === MAX_DEPTH + 1,
  ),
  rule(
    "column-count",
    "https://cloud.google.com/bigquery/quotas#standard_tables; snowplow/snowplow-bigquery-loader#376",
    ["schema.fields", "externalDataConfiguration.schema.fields"],
    `must contain at most ${MAX_COLUMNS} columns, including nested ones`,
    ({ value: fields }: At<Fields>) => {
      const count = countOf(fields);
      return count > MAX_COLUMNS && count;
    },
  ),
  rule(
    "field-name-form",
    "spec: warehouse, 'fields[]'; bigquery.v2#TableFieldSchema.name; https://cloud.google.com/bigquery/docs/schemas#flexible-column-names",
    "fields[].name",
    "must contain only letters, digits and underscores",
    ({ value: name, context: scope }: At<string>) => {
      if (!scope.openValues) return !NAME.test(name) && name;
      if (name !== "" && !NOT_IN_NAMES.test(name)) return undefined;
      return { message: `must not be empty or contain any of !"$()*,./;?@[\\]^\`{}~, got ${shown(name)}` };
    },
  ),
  rule(
    "external-field-name-form",
    "estuary/connectors#1064",
    "fields[].name",
    "should contain only letters, digits and underscores in an external table",
    ({ value: name, context: { table } }: At<string>) =>
      table.externalDataConfiguration != null && !NAME.test(name) && name,
    "advice",
  ),
  rule(
    "top-level-field-only",
    "googleapis/python-bigquery#1408; googleapis/java-bigquery#2244; https://cloud.google.com/bigquery/docs/default-values; bigquery.v2#TableFieldSchema.generatedColumn; bigquery.v2#TableFieldSchema.foreignTypeDefinition",
    ["fields[].defaultValueExpression", "fields[].generatedColumn", "fields[].foreignTypeDefinition"],
    "is only allowed for top-level columns",
    (place: At<unknown>) => depthOf(place) > 1,
  ),
  rule(
    "field-name-start",
    "spec: warehouse, 'fields[]'; bigquery.v2#TableFieldSchema.name; https://cloud.google.com/bigquery/docs/schemas#column_names",
    "fields[].name",
    "must start with a letter or an underscore",
    unlike(/^[a-z_]/i),
  ),
  rule(
    "field-name-length",
    "bigquery.v2#TableFieldSchema.name; https://cloud.google.com/bigquery/docs/schemas#column_names",
    "fields[].name",
    "must have at most 300 characters",
    longerThan(300),
  ),
  rule(
    "field-description-length",
    "bigquery.v2#TableFieldSchema.description; https://cloud.google.com/bigquery/docs/schemas",
    "fields[].description",
    "must have at most 1024 characters",
    longerThan(1024),
  ),
  onlyIn("nested-fields-only-record", "bigquery.v2#TableFieldSchema.fields", "fields", ["RECORD", "STRUCT"]),
  onlyIn("max-length-only-string-bytes", "bigquery.v2#TableFieldSchema.maxLength", "maxLength", ["STRING", "BYTES"]),
  rule(
    "max-length-not-negative",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#parameterized_string_type",
    "fields[].maxLength",
    "must be 0 or more",
    below(0n),
  ),
  onlyIn("collation-only-string", "bigquery.v2#TableFieldSchema.collation", "collation", ["STRING"]),
  rule(
    "policy-tag-count",
    "bigquery.v2#TableFieldSchema.policyTags.names",
    "fields[].policyTags.names",
    "must contain at most one policy tag",
    several,
  ),
  rule(
    "policy-tag-form",
    "bigquery.v2#TableFieldSchema.policyTags.names",
    "fields[].policyTags.names[]",
    "must be projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>",
    unlike(POLICY_TAG),
  ),
  // Precision and scale. Rules 3 to 5 define the range of values; no request can break them.
  rule(
    "precision-needs-decimal-type",
    "bigquery.v2#TableFieldSchema.precision",
    ["fields[].precision", "fields[].scale"],
    "is only allowed for NUMERIC or BIGNUMERIC",
    ({ holder: { type } }: At<unknown, FieldDraft>) => type != null && decimalTypeOf(type) === undefined && type,
  ),
  decimalRule("scale-needs-precision", "bigquery.v2#TableFieldSchema.precision", ["scale"], SCALE_REQUIREMENT),
  decimalRule(
    "numeric-precision-and-scale",
    "bigquery.v2#TableFieldSchema.precision",
    ["scale", "precision"],
    pairRequirement("NUMERIC"),
  ),
  decimalRule(
    "bignumeric-precision-and-scale",
    "bigquery.v2#TableFieldSchema.precision",
    ["scale", "precision"],
    pairRequirement("BIGNUMERIC"),
  ),
  decimalRule("precision-alone", "bigquery.v2#TableFieldSchema.precision", ["precision"], PRECISION_REQUIREMENT),
];

const TIME = "timePartitioning.field";
const RANGE = "rangePartitioning.field";
const CLUSTER = "clustering.fields[]";

const IS_SINGLE = "must be a column of mode NULLABLE or REQUIRED";

const HOUR_MS = 3_600_000n;

/** Rules about partitions and clusters. Rules about columns are skipped if the request contains no schema. */
export const partitioningRules = [
  rule(
    "time-partitioning-expiration-positive",
    "bigquery.v2#TimePartitioning.expirationMs",
    "timePartitioning.expirationMs",
    "must be greater than 0",
    below(1n),
  ),
  rule(
    "time-partitioning-field-not-empty",
    "bigquery.v2#TimePartitioning.field",
    TIME,
    "must not be empty; omit it instead",
    ({ value: name }: At<string>) => name === "",
  ),
  rule("time-partitioning-field-exists", "bigquery.v2#TimePartitioning.field", TIME, IS_COLUMN, unknownColumn),
  rule(
    "time-partitioning-field-type",
    "spec: warehouse, 'timePartitioning'; bigquery.v2#TimePartitioning.field; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#partition_expression",
    TIME,
    "must be a TIMESTAMP or DATE column",
    (place: At<string>) => {
      if (!place.context.openValues) return columnOutside("TIMESTAMP", "DATE")(place);
      const type = columnOutside("TIMESTAMP", "DATE", "DATETIME")(place);
      return type && { message: `must be a TIMESTAMP, DATE or DATETIME column, got ${shown(type)}` };
    },
  ),
  rule("time-partitioning-field-mode", "bigquery.v2#TimePartitioning.field", TIME, IS_SINGLE, repeatedColumn),
  rule(
    "time-partitioning-hour",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#partition_expression; https://cloud.google.com/bigquery/docs/partitioned-tables#date_timestamp_partitioned_tables",
    "timePartitioning.type",
    "must be DAY, MONTH or YEAR for a DATE column",
    ({ value: type, holder: { field }, context: scope }: At<string, Draft<TimePartitioning>>) =>
      isAnyOf(type, ["HOUR"]) && isAnyOf(typeOfColumn(field, scope), ["DATE"]) && type,
  ),
  rule(
    "time-partitioning-expiration-short",
    "https://cloud.google.com/bigquery/docs/managing-partitioned-tables#partition-expiration",
    "timePartitioning.expirationMs",
    "should be at least one hour in milliseconds",
    below(HOUR_MS),
    "advice",
  ),
  rule(
    "time-partitioning-expiration-unit",
    "bigquery.v2#TimePartitioning.expirationMs; https://cloud.google.com/bigquery/docs/managing-partitioned-tables#partition-expiration",
    "timePartitioning.expirationMs",
    "should be in milliseconds, not in seconds: a day has 86400000",
    ({ value }: At<string>) => {
      const time = exactInteger(value) ?? 0n;
      return time > HOUR_MS && time < 24n * HOUR_MS && time % HOUR_MS !== 0n && time % 86_400n === 0n && time;
    },
    "advice",
  ),
  rule(
    "time-partitioning-not-external",
    RECORDED_TABLE,
    "timePartitioning",
    'cannot be combined with "externalDataConfiguration"',
    ({
      context: {
        table: { externalDataConfiguration: external },
      },
    }: At<unknown>) => external != null && external.hivePartitioningOptions == null,
  ),
  rule(
    "partition-filter-needs-partitions",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list; googleapis/google-cloud-ruby#3708",
    "requirePartitionFilter",
    'requires "timePartitioning" or "rangePartitioning"',
    ({
      value: isRequired,
      holder: { timePartitioning, rangePartitioning, ...others },
      context: { table, complete },
    }: At<boolean, Draft<Table>>) =>
      isRequired &&
      isAbsent(timePartitioning, complete) &&
      isAbsent(rangePartitioning, complete) &&
      others.externalCatalogTableOptions == null && // a metastore may partition it
      !isOtherKind(table),
  ),
  rule(
    "time-partitioning-filter-deprecated",
    "bigquery.v2#TimePartitioning.requirePartitionFilter",
    "timePartitioning.requirePartitionFilter",
    'is deprecated: set "requirePartitionFilter" of the table',
    ({ context: { table } }: At<unknown>) => table.requirePartitionFilter !== true,
    "advice",
  ),
  rule(
    "partition-filter-once",
    "unverified",
    "timePartitioning.requirePartitionFilter",
    'must equal "requirePartitionFilter" of the table; omit it',
    ({ value, context: { table } }: At<boolean>) => {
      const { requirePartitionFilter: own = value } = table;
      const message = `must be ${own === true}, the same as the table's requirePartitionFilter, got ${value}; omit this property`;
      return (own === true) !== value && { message };
    },
  ),
  rule(
    "range-partitioning-field-exists",
    "bigquery.v2#RangePartitioning.field; https://cloud.google.com/bigquery/docs/creating-integer-range-partitions",
    RANGE,
    IS_COLUMN,
    unknownColumn,
  ),
  rule(
    "range-partitioning-field-type",
    "bigquery.v2#RangePartitioning.field; https://cloud.google.com/bigquery/docs/creating-integer-range-partitions",
    RANGE,
    "must be an INT64 column",
    columnOutside("INT64", "INTEGER"),
  ),
  rule(
    "range-partitioning-field-mode",
    "bigquery.v2#RangePartitioning.field; https://cloud.google.com/bigquery/docs/creating-integer-range-partitions",
    RANGE,
    IS_SINGLE,
    repeatedColumn,
  ),
  rule(
    "range-start-before-end",
    "unverified",
    "rangePartitioning.range.end",
    'must be greater than "start"',
    ({ value, holder: range }: At<string, Draft<RangePartitioningRange>>) => {
      const start = exactInteger(range.start);
      const end = exactInteger(value);
      return start !== undefined && end !== undefined && end <= start && end;
    },
  ),
  rule(
    "range-interval-positive",
    "unverified",
    "rangePartitioning.range.interval",
    "must be greater than 0",
    below(1n),
  ),
  rule(
    "one-partitioning",
    "bigquery.v2#PartitioningDefinition.partitionedColumn; googleapis/nodejs-bigquery#626",
    "rangePartitioning",
    'cannot be combined with "timePartitioning": a native table has one partition column',
    ({ context: { table } }: At<unknown>) => table.timePartitioning != null && !isOtherKind(table),
  ),
  rule(
    "native-table-partition-columns",
    "bigquery.v2#PartitioningDefinition.partitionedColumn",
    "partitionDefinition.partitionedColumn",
    "must contain at most one column for a native table",
    ({ value: columns, context: { table } }: At<readonly unknown[]>) =>
      columns.length > 1 && isPartitionedNatively(table) && columns.length,
  ),
  rule(
    "clustering-needs-time-partitioning",
    "spec: warehouse, 'Table'; bigquery.v2#Table.clustering; https://cloud.google.com/bigquery/docs/clustered-tables",
    "clustering",
    'requires "timePartitioning"',
    ({ context: { table, complete } }: At<unknown>) => isAbsent(table.timePartitioning, complete),
  ),
  rule(
    "clustering-field-exists",
    "bigquery.v2#Clustering.fields; https://cloud.google.com/bigquery/docs/clustered-tables#cluster_column_types",
    CLUSTER,
    IS_COLUMN,
    unknownColumn,
  ),
  rule(
    "clustering-field-not-repeated",
    "bigquery.v2#Clustering.fields; https://cloud.google.com/bigquery/docs/clustered-tables#cluster_column_types",
    CLUSTER,
    IS_SINGLE,
    repeatedColumn,
  ),
  rule(
    "clustering-field-simple",
    "bigquery.v2#Clustering.fields; https://cloud.google.com/bigquery/docs/clustered-tables#cluster_column_types",
    CLUSTER,
    "must be a column without nested fields",
    columnOf("RECORD", "STRUCT"),
  ),
  rule(
    "clustering-field-type",
    "https://cloud.google.com/bigquery/docs/clustered-tables#cluster_column_types",
    CLUSTER,
    "must not be a FLOAT, JSON or TIME column",
    columnOf("FLOAT", "FLOAT64", "JSON", "TIME"),
  ),
  rule(
    "clustering-field-type-listed",
    "https://cloud.google.com/bigquery/docs/clustered-tables#cluster_column_types",
    CLUSTER,
    "should not be a BYTES or INTERVAL column",
    columnOf("BYTES", "INTERVAL"),
    "advice",
  ),
  rule(
    "clustering-field-count",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#clustering_column_list; https://cloud.google.com/bigquery/docs/clustered-tables#limitations",
    "clustering.fields",
    "must contain at most 4 columns",
    ({ value: names }: At<readonly unknown[]>) => names.length > 4 && names.length,
  ),
];
