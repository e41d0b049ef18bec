import type { Table } from "../schemas/table.js";
import { below, columnOutside, IS_COLUMN, isAnyOf, repeatedColumn, unknownColumn } from "./conditions.js";
import { exactInteger } from "./exact-integer.js";
import { ADVICE, IMPLIED, rule } from "./rule.js";
import type { Draft, TableRule } from "./table-rule.js";

const TIME = "timePartitioning.field";
const RANGE = "rangePartitioning.field";
const CLUSTER = "clustering.fields[]";

const IS_SINGLE = "must be a column of mode NULLABLE or REQUIRED";

/** Whether a field is certainly absent. A field that a patch omits may be set in the service. */
function isAbsent(member: unknown, complete: boolean): boolean {
  return member === null || (complete && member === undefined);
}

/** Whether a table is a view or has external data. */
function isOtherKind({ view, materializedView, externalDataConfiguration, vendorLakeConfiguration }: Draft<Table>) {
  return [view, materializedView, externalDataConfiguration, vendorLakeConfiguration].some((kind) => kind != null);
}

/**
 * Whether BigQuery itself partitions a table. A table that a metastore partitions has neither kind of
 * partitioning.
 */
function isPartitionedNatively(table: Draft<Table>): boolean {
  return (table.timePartitioning ?? table.rangePartitioning) != null && !isOtherKind(table);
}

/** Whether the service itself sets the partition columns of a table: those of a view, and where it partitions the table. */
export function derivesPartitionColumns(table: Draft<Table>): boolean {
  return isPartitionedNatively(table) || (table.view ?? table.materializedView) != null;
}

/** Rules about partitions and clusters. Rules about columns are skipped if the request contains no schema. */
export const partitioningRules = [
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
] as const satisfies readonly TableRule[];
