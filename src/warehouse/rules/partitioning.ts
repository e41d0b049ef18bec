import { isPartitionedNatively, OTHER_KINDS } from "../encode-table.js";
import type { Table } from "../schemas/table.js";
import type { Draft } from "./patterns.js";
import { below, columnOutside, exactInteger, IS_COLUMN, isAnyOf, repeatedColumn, unknownColumn } from "./predicates.js";
import type { TableRule } from "./rule.js";
import { ADVICE, IMPLIED, rule } from "./rule.js";

const TIME = "timePartitioning.field";
const RANGE = "rangePartitioning.field";
const CLUSTER = "clustering.fields[]";

const IS_SINGLE = "must be a column of mode NULLABLE or REQUIRED";

/** Whether a field is certainly absent. A field that a patch omits may be set in the service. */
function isAbsent(member: unknown, complete: boolean): boolean {
  return member === null || (complete && member === undefined);
}

/** Whether a table is a view or has external data. */
const isOtherKind = (table: Draft<Table>) => OTHER_KINDS.some((kind) => table[kind] != null);

/** Rules about partitions and clusters. Rules about columns are skipped if the request contains no schema. */
export const partitioningRules: readonly TableRule[] = [
  rule("time-partitioning-expiration-positive", "timePartitioning.expirationMs", "must be greater than 0", below(1n)),
  rule("time-partitioning-field-not-empty", TIME, "must not be empty; omit it instead", (name) => name === ""),
  rule("time-partitioning-field-exists", TIME, IS_COLUMN, unknownColumn),
  rule("time-partitioning-field-type", TIME, "must be a TIMESTAMP or DATE column", columnOutside("TIMESTAMP", "DATE")),
  rule("time-partitioning-field-mode", TIME, IS_SINGLE, repeatedColumn),
  rule(
    "time-partitioning-filter-deprecated",
    "timePartitioning.requirePartitionFilter",
    'is deprecated: set "requirePartitionFilter" of the table',
    () => true,
    { severity: "warn" },
  ),
  rule("range-partitioning-field-exists", RANGE, IS_COLUMN, unknownColumn),
  rule("range-partitioning-field-type", RANGE, "must be an INT64 column", columnOutside("INT64", "INTEGER")),
  rule("range-partitioning-field-mode", RANGE, IS_SINGLE, repeatedColumn),
  rule(
    "range-start-before-end",
    "rangePartitioning.range.end",
    'must be greater than "start"',
    (value, range) => {
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
    (_, { timePartitioning }, { table }) => timePartitioning != null && !isOtherKind(table),
  ),
  rule(
    "one-partitioning-of-other-tables",
    "rangePartitioning",
    'should not be combined with "timePartitioning": a table is partitioned in one way',
    (_, { timePartitioning }, { table }) => timePartitioning != null && isOtherKind(table),
    ADVICE,
  ),
  rule(
    "native-table-partition-columns",
    "partitionDefinition.partitionedColumn",
    "must contain at most one column for a native table",
    (columns, _, { table }) => columns.length > 1 && isPartitionedNatively(table) && columns.length,
  ),
  rule(
    "clustering-needs-time-partitioning",
    "clustering",
    'requires "timePartitioning"',
    (_, { timePartitioning }, { complete }) => isAbsent(timePartitioning, complete),
  ),
  rule("clustering-field-exists", CLUSTER, IS_COLUMN, unknownColumn),
  rule("clustering-field-not-repeated", CLUSTER, IS_SINGLE, repeatedColumn),
  rule("clustering-field-simple", CLUSTER, "must be a column without nested fields", (name, _, { columns }) => {
    const type = columns()?.get(name.toLowerCase())?.type;
    return type != null && isAnyOf(type, ["RECORD", "STRUCT"]) && type;
  }),
];
