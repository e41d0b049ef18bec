import type { Report } from "../../core/rules.js";
import { clip } from "../../core/scalars.js";
import type { Table } from "../schemas/table.js";
import { exactInteger } from "./exact-integer.js";
import { columnsOf, type FieldDraft } from "./places.js";
import type { Draft, NamedTableRule, TableRule } from "./table-rule.js";

/** How the rules about the two kinds of partition column differ. */
interface PartitionColumn {
  readonly member: "timePartitioning" | "rangePartitioning";
  readonly section: string;
  readonly types: readonly string[];
}

const TIME: PartitionColumn = {
  member: "timePartitioning",
  section: "TimePartitioning",
  types: ["TIMESTAMP", "DATE"],
};
const RANGE: PartitionColumn = {
  member: "rangePartitioning",
  section: "RangePartitioning",
  types: ["INT64", "INTEGER"],
};

type ColumnCheck = (column: FieldDraft | undefined, name: string, report: (message: string) => void) => void;

/** Makes a rule that judges the partition column; without a column or a schema in the request, it rests. */
function columnRule<const Id extends string>(
  id: Id,
  { member, section }: PartitionColumn,
  text: string,
  judge: ColumnCheck,
): NamedTableRule<Id> {
  return {
    id,
    severity: "error",
    text,
    spec: `warehouse, "${section}"`,
    check(table, report) {
      const name = table[member]?.field;
      if (name == null || name === "") return;
      const columns = columnsOf(table);
      if (columns !== undefined) judge(columns.get(name), name, (message) => report(`${member}.field`, message));
    },
  };
}

const exists: ColumnCheck = (column, name, report) => {
  if (column === undefined)
    report(`must be a top-level column of the schema, which has no ${JSON.stringify(clip(name))}`);
};

const hasType =
  ({ types }: PartitionColumn): ColumnCheck =>
  (column, name, report) => {
    if (column?.type == null || types.includes(column.type)) return;
    report(`must be a column of type ${types.join(" or ")}, ${JSON.stringify(clip(name))} is ${clip(column.type)}`);
  };

const isSingle: ColumnCheck = (column, name, report) => {
  if (column?.mode === "REPEATED") report(`must be NULLABLE or REQUIRED, ${JSON.stringify(clip(name))} is REPEATED`);
};

function checkRange(table: Draft<Table>, report: Report): void {
  const range = table.rangePartitioning?.range;
  const start = exactInteger(range?.start);
  const end = exactInteger(range?.end);
  if (start === undefined || end === undefined || start < end) return;
  report("rangePartitioning.range.end", `must be greater than "start", which is ${start}, got ${end}`);
}

/** Rules about partitions by time and by range of numbers, and about the columns that a partition definition lists. */
export const partitioningRules = [
  {
    id: "time-partitioning-expiration-positive",
    severity: "error",
    text: "The time to keep a partition is more than 0 milliseconds.",
    spec: 'warehouse, "TimePartitioning"',
    check(table, report) {
      const expiration = exactInteger(table.timePartitioning?.expirationMs);
      if (expiration === undefined || expiration > 0n) return;
      report(
        "timePartitioning.expirationMs",
        `must be greater than 0, got ${expiration}; leave it out to keep partitions`,
      );
    },
  },
  {
    id: "time-partitioning-field-not-empty",
    severity: "error",
    text: "The time-partitioning column is not the empty string.",
    spec: 'warehouse, "TimePartitioning"',
    check(table, report) {
      if (table.timePartitioning?.field !== "") return;
      report("timePartitioning.field", "must not be empty: leave it out to partition by the time of arrival");
    },
  },
  columnRule("time-partitioning-field-exists", TIME, "The time-partitioning column is a top-level column.", exists),
  columnRule("time-partitioning-field-type", TIME, "The time-partitioning column is TIMESTAMP or DATE.", hasType(TIME)),
  columnRule("time-partitioning-field-mode", TIME, "The time-partitioning column is not repeated.", isSingle),
  {
    id: "time-partitioning-filter-deprecated",
    severity: "warn",
    text: '"requirePartitionFilter" belongs to the table; the member of the same name in "timePartitioning" is deprecated.',
    spec: 'warehouse, "TimePartitioning"',
    check(table, report) {
      if (table.timePartitioning?.requirePartitionFilter == null) return;
      report("timePartitioning.requirePartitionFilter", 'is deprecated: set "requirePartitionFilter" of the table');
    },
  },
  columnRule("range-partitioning-field-exists", RANGE, "The range-partitioning column is a top-level column.", exists),
  columnRule("range-partitioning-field-type", RANGE, "The range-partitioning column is INT64.", hasType(RANGE)),
  columnRule("range-partitioning-field-mode", RANGE, "The range-partitioning column is not repeated.", isSingle),
  {
    id: "range-start-before-end",
    severity: "error",
    text: "A range of partitions starts before it ends.",
    spec: 'warehouse, "RangePartitioning"',
    check: checkRange,
  },
  {
    id: "range-interval-positive",
    severity: "error",
    text: "The interval of range partitions is greater than 0.",
    spec: 'warehouse, "RangePartitioning"',
    check(table, report) {
      const interval = exactInteger(table.rangePartitioning?.range?.interval);
      if (interval === undefined || interval > 0n) return;
      report("rangePartitioning.range.interval", `must be greater than 0, got ${interval}`);
    },
  },
  {
    id: "one-partitioning",
    severity: "error",
    text: "A table is partitioned by time or by range, not by both.",
    spec: 'warehouse, "Limits"',
    check({ timePartitioning, rangePartitioning }, report) {
      if (timePartitioning == null || rangePartitioning == null) return;
      report("rangePartitioning", 'cannot stand beside "timePartitioning": a table has one partition column');
    },
  },
  {
    id: "native-table-partition-columns",
    severity: "error",
    text: "The partition definition of a native table has at most one column.",
    spec: 'warehouse, "PartitioningDefinition and PartitionedColumn"',
    check(table, report, { complete }) {
      const count = table.partitionDefinition?.partitionedColumn?.length ?? 0;
      if (count > 1 && isNative(table, complete)) {
        report(
          "partitionDefinition.partitionedColumn",
          `a native table has one partition column at most, got ${count}`,
        );
      }
    },
  },
] as const satisfies readonly TableRule[];

/** A table that is no view and whose data is stored in the service. In a patch, what is not mentioned is unknown. */
function isNative(table: Draft<Table>, complete: boolean): boolean {
  const foreign = [table.view, table.materializedView, table.externalDataConfiguration, table.vendorLakeConfiguration];
  return foreign.every((kind) => kind === null || (complete && kind === undefined));
}
