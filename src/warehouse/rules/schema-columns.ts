import type { Issue } from "../../errors/request-error.js";
import { longerThan, unlike } from "../../schema/rules.js";
import { listed, shown } from "../../values/describe.js";
import { valueAt } from "../../values/objects.js";
import { canonicalType } from "../columns.js";
import {
  type DecimalType,
  PRECISION_REQUIREMENT,
  pairRequirement,
  precisionIssues,
  SCALE_REQUIREMENT,
} from "../decimal.js";
import { isPartitionedNatively, OTHER_KINDS, type TableJson } from "../encode-table.js";
import type { Table } from "../schemas/table.js";
import type { RangePartitioningRange, TimePartitioning } from "../schemas/table-parts.js";
import {
  ADVICE,
  below,
  columnOutside,
  type Draft,
  exactInteger,
  type FieldDraft,
  IMPLIED,
  IS_COLUMN,
  isAnyOf,
  type RuleOptions,
  repeatedColumn,
  rule,
  several,
  typeOfColumn,
  unknownColumn,
} from "./rule-builders.js";

const POLICY_TAG = /^projects\/[^/\s]+\/locations\/[^/\s]+\/taxonomies\/[^/\s]+\/policyTags\/[^/\s]+$/;

// Letters and digits of any script.
/** What flexible column names must not contain. */
const NOT_IN_NAMES = /[!"$()*,./;?@[\\\]^`{}~\p{Cc}]/u;

const NAME = /^[\p{L}\p{M}\p{N}_]*$/u;

/**
 * Creates a rule that allows a property only in fields of certain types; an empty list counts as absent.
 */
function onlyIn<const Id extends string>(id: Id, member: string, types: readonly string[], options?: RuleOptions) {
  return rule(
    id,
    `fields[].${member}`,
    `is only allowed for ${listed(types)}`,
    (value: unknown, { type }: FieldDraft) => {
      if (type == null || types.includes(canonicalType(type))) return undefined;
      return !(Array.isArray(value) && value.length === 0) && type;
    },
    options,
  );
}

/** Returns a type as a decimal type, ignoring case and the alias; undefined for any other type. */
function decimalTypeOf(type: string | null | undefined): DecimalType | undefined {
  return (["NUMERIC", "BIGNUMERIC"] as const).find((each) => canonicalType(type) === each);
}

/** Creates a rule about precision and scale, as `decimalRange` checks them. */
function decimalRule<const Id extends string>(
  id: Id,
  members: readonly ("scale" | "precision")[],
  requirement: string,
) {
  return rule(
    id,
    members.map((member) => `fields[].${member}`),
    requirement,
    (_, { type, precision, scale }: FieldDraft, _scope, key) => {
      const decimal = decimalTypeOf(type);
      if (decimal === undefined) return undefined;
      const issues = precisionIssues(decimal, exactInteger(precision), exactInteger(scale));
      return issues.find((issue) => issue.rule === id && issue.path === key);
    },
  );
}

/** Rules about the fields of a schema, at every depth. */
export const columnRules = [
  rule(
    "field-name-form",
    "fields[].name",
    "must contain only letters, digits and underscores",
    (name: string, _, scope) => {
      if (!scope.openValues) return !NAME.test(name) && name;
      if (name !== "" && !NOT_IN_NAMES.test(name)) return undefined;
      return { message: `must not be empty or contain any of !"$()*,./;?@[\\]^\`{}~, got ${shown(name)}` };
    },
  ),
  rule("field-name-start", "fields[].name", "must start with a letter or an underscore", unlike(/^[\p{L}_]/u)),
  rule("field-name-length", "fields[].name", "must have at most 300 characters", longerThan(300)),
  rule("field-description-length", "fields[].description", "must have at most 1024 characters", longerThan(1024)),
  onlyIn("nested-fields-only-record", "fields", ["RECORD", "STRUCT"]),
  onlyIn("max-length-only-string-bytes", "maxLength", ["STRING", "BYTES"]),
  rule("max-length-not-negative", "fields[].maxLength", "must be 0 or more", below(0n), IMPLIED),
  onlyIn("collation-only-string", "collation", ["STRING"]),
  rule("policy-tag-count", "fields[].policyTags.names", "must contain at most one policy tag", several),
  rule(
    "policy-tag-form",
    "fields[].policyTags.names[]",
    "must be projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>",
    unlike(POLICY_TAG),
  ),
  // Precision and scale. Rules 3 to 5 define the range of values; no request can break them.
  rule(
    "precision-needs-decimal-type",
    ["fields[].precision", "fields[].scale"],
    "is only allowed for NUMERIC or BIGNUMERIC",
    (_, { type }: FieldDraft) => type != null && decimalTypeOf(type) === undefined && type,
  ),
  decimalRule("scale-needs-precision", ["scale"], SCALE_REQUIREMENT),
  decimalRule("numeric-precision-and-scale", ["scale", "precision"], pairRequirement("NUMERIC")),
  decimalRule("bignumeric-precision-and-scale", ["scale", "precision"], pairRequirement("BIGNUMERIC")),
  decimalRule("precision-alone", ["precision"], PRECISION_REQUIREMENT),
];

const TIME = "timePartitioning.field";
const RANGE = "rangePartitioning.field";
const CLUSTER = "clustering.fields[]";

const IS_SINGLE = "must be a column of mode NULLABLE or REQUIRED";

/** Whether a field is certainly absent. A field that a patch omits may be set in the service. */
function isAbsent(member: unknown, complete: boolean): boolean {
  return member === null || (complete && member === undefined);
}

const HOUR_MS = 3_600_000n;

/** Whether a table is a view or has external data. */
const isOtherKind = (table: Draft<Table>) => OTHER_KINDS.some((kind) => table[kind] != null);

const FILTER_ONCE = "partition-filter-once";

/** Returns an issue if a table states twice, and differently, whether queries must filter by partition. */
export function filterIssue({ requirePartitionFilter: own, timePartitioning }: TableJson): Issue | undefined {
  const older = valueAt(timePartitioning, ["requirePartitionFilter"]);
  if (own === undefined || older === undefined || (own === true) === (older === true)) return undefined;
  const message = `must be ${own === true}, the same as the table's requirePartitionFilter, got ${shown(older)}; omit this property`;
  return { path: "timePartitioning.requirePartitionFilter", message, rule: FILTER_ONCE };
}

/** Rules about partitions and clusters. Rules about columns are skipped if the request contains no schema. */
export const partitioningRules = [
  rule("time-partitioning-expiration-positive", "timePartitioning.expirationMs", "must be greater than 0", below(1n)),
  rule("time-partitioning-field-not-empty", TIME, "must not be empty; omit it instead", (name: string) => name === ""),
  rule("time-partitioning-field-exists", TIME, IS_COLUMN, unknownColumn),
  rule("time-partitioning-field-type", TIME, "must be a TIMESTAMP or DATE column", (name: string, holder, scope) => {
    if (!scope.openValues) return columnOutside("TIMESTAMP", "DATE")(name, holder, scope);
    const type = columnOutside("TIMESTAMP", "DATE", "DATETIME")(name, holder, scope);
    return type && { message: `must be a TIMESTAMP, DATE or DATETIME column, got ${shown(type)}` };
  }),
  rule("time-partitioning-field-mode", TIME, IS_SINGLE, repeatedColumn),
  rule(
    "time-partitioning-hour",
    "timePartitioning.type",
    "must be DAY, MONTH or YEAR for a DATE column",
    (type: string, { field }: Draft<TimePartitioning>, scope) =>
      isAnyOf(type, ["HOUR"]) && isAnyOf(typeOfColumn(field, scope), ["DATE"]) && type,
    IMPLIED,
  ),
  rule(
    "time-partitioning-expiration-short",
    "timePartitioning.expirationMs",
    "should be at least one hour in milliseconds",
    below(HOUR_MS),
    ADVICE,
  ),
  rule(
    "time-partitioning-expiration-unit",
    "timePartitioning.expirationMs",
    "should be in milliseconds, not in seconds: a day has 86400000",
    (value: string) => {
      const time = exactInteger(value) ?? 0n;
      return time > HOUR_MS && time < 24n * HOUR_MS && time % HOUR_MS !== 0n && time % 86_400n === 0n && time;
    },
    ADVICE,
  ),
  rule(
    "time-partitioning-not-external",
    "timePartitioning",
    'is not allowed beside "externalDataConfiguration"',
    (_, __, { table }) => table.externalDataConfiguration != null,
    IMPLIED,
  ),
  rule(
    "partition-filter-needs-partitions",
    "requirePartitionFilter",
    'requires "timePartitioning" or "rangePartitioning"',
    (isRequired: boolean, { timePartitioning, rangePartitioning, ...others }: Draft<Table>, { table, complete }) =>
      isRequired &&
      isAbsent(timePartitioning, complete) &&
      isAbsent(rangePartitioning, complete) &&
      (others.partitionDefinition ?? others.externalCatalogTableOptions) == null && // a metastore may partition it
      !isOtherKind(table),
    IMPLIED,
  ),
  rule(
    "time-partitioning-filter-deprecated",
    "timePartitioning.requirePartitionFilter",
    'is deprecated: set "requirePartitionFilter" of the table',
    () => true,
    { severity: "warn" },
  ),
  rule(
    FILTER_ONCE,
    "timePartitioning.requirePartitionFilter",
    'must equal "requirePartitionFilter" of the table; omit it',
    (_, __, { table }) => {
      const issue = filterIssue(table);
      return issue && { message: issue.message };
    },
    IMPLIED,
  ),
  rule("range-partitioning-field-exists", RANGE, IS_COLUMN, unknownColumn),
  rule("range-partitioning-field-type", RANGE, "must be an INT64 column", columnOutside("INT64", "INTEGER")),
  rule("range-partitioning-field-mode", RANGE, IS_SINGLE, repeatedColumn),
  rule(
    "range-start-before-end",
    "rangePartitioning.range.end",
    'must be greater than "start"',
    (value: string, range: Draft<RangePartitioningRange>) => {
      const start = exactInteger(range.start);
      const end = exactInteger(value);
      return start !== undefined && end !== undefined && end <= start && end;
    },
    IMPLIED,
  ),
  rule("range-interval-positive", "rangePartitioning.range.interval", "must be greater than 0", below(1n), IMPLIED),
  rule(
    "one-partitioning",
    "rangePartitioning",
    'cannot be combined with "timePartitioning": a native table has one partition column',
    (_, __, { table }) => table.timePartitioning != null && !isOtherKind(table),
  ),
  rule(
    "native-table-partition-columns",
    "partitionDefinition.partitionedColumn",
    "must contain at most one column for a native table",
    (columns: readonly unknown[], _, { table }) => columns.length > 1 && isPartitionedNatively(table) && columns.length,
  ),
  rule(
    "clustering-needs-time-partitioning",
    "clustering",
    'requires "timePartitioning"',
    (_, __, { table, complete }) => isAbsent(table.timePartitioning, complete),
  ),
  rule("clustering-field-exists", CLUSTER, IS_COLUMN, unknownColumn),
  rule("clustering-field-not-repeated", CLUSTER, IS_SINGLE, repeatedColumn),
  rule("clustering-field-simple", CLUSTER, "must be a column without nested fields", (name: string, _, scope) => {
    const type = typeOfColumn(name, scope);
    return isAnyOf(type, ["RECORD", "STRUCT"]) && type;
  }),
  rule(
    "clustering-field-type",
    CLUSTER,
    "must not be a FLOAT, JSON or TIME column",
    (name: string, _, scope) => {
      const type = typeOfColumn(name, scope);
      return isAnyOf(type, ["FLOAT", "FLOAT64", "JSON", "TIME"]) && type;
    },
    IMPLIED,
  ),
  rule(
    "clustering-field-count",
    "clustering.fields",
    "must contain at most 4 columns",
    (names: readonly unknown[]) => names.length > 4 && names.length,
    IMPLIED,
  ),
];
