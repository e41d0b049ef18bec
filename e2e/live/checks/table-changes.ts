import type { TableInput } from "fourfold";
import { planTablePatch } from "fourfold/tables";
import { outcome } from "../observe.js";
import type { Check } from "../run-checks.js";
import { tableIn } from "./tables.js";

type Column = NonNullable<NonNullable<TableInput["schema"]>["fields"]>[number];
type Content = Omit<TableInput, "tableReference">;

const columns = (...fields: Column[]) => ({ schema: { fields } });
const id: Column = { name: "id", type: "INTEGER" };
const note: Column = { name: "note", type: "STRING" };
const day: Column = { name: "day", type: "DATE" };
const other: Column = { name: "other", type: "DATE" };
const address = (...fields: Column[]): Column => ({ name: "address", type: "RECORD", fields });
const city: Column = { name: "city", type: "STRING" };
const byDay: Content = { ...columns(id, day, other), timePartitioning: { type: "DAY", field: "day" } };
const range = { start: "0", end: "100", interval: "10" };
const byRange: Content = { ...columns(id, day), rangePartitioning: { field: "id", range } };

/** Changes to a table: name, initial table, and the properties sent in the patch. */
const CHANGES: readonly (readonly [name: string, before: Content, change: Readonly<Record<string, unknown>>])[] = [
  ["a removed column", columns(id, note), columns(id)],
  ["a removed nested column", columns(address(city, note)), columns(address(city))],
  ["a renamed column", columns(id, note), columns(id, { ...note, name: "remark" })],
  ["a column whose name changes case", columns(id, note), columns(id, { ...note, name: "Note" })],
  ["a narrower type", columns({ name: "id", type: "NUMERIC" }), columns(id)],
  ["a wider type", columns(id), columns({ name: "id", type: "NUMERIC" })],
  ["NULLABLE to REQUIRED", columns(id), columns({ ...id, mode: "REQUIRED" })],
  ["REQUIRED to REPEATED", columns({ ...id, mode: "REQUIRED" }), columns({ ...id, mode: "REPEATED" })],
  ["a new REQUIRED column", columns(id), columns(id, { ...note, mode: "REQUIRED" })],
  ["a new REQUIRED column in a RECORD", columns(address(city)), columns(address(city, { ...note, mode: "REQUIRED" }))],
  ["added partitioning", columns(id, day), { timePartitioning: { type: "DAY", field: "day" } }],
  ["a different partitioning column", byDay, { timePartitioning: { type: "DAY", field: "other" } }],
  ["removed partitioning", byDay, { timePartitioning: null }],
  ["a different range", byRange, { rangePartitioning: { field: "id", range: { ...range, end: "200" } } }],
  ["clustering by an unknown column", columns(id), { clustering: { fields: ["unknown"] } }],
  ["a table that becomes a view", columns(id), { view: { query: "SELECT 1 AS id", useLegacySql: false } }],
  ["a reserved column name", columns(id), columns(id, { name: "_PARTITIONTIME", type: "TIMESTAMP" })],
  ["a duplicate column", columns(id), columns(id, { name: "ID", type: "INTEGER" })],
  // These are accepted; the service ignores the last three.
  ["REQUIRED to NULLABLE", columns({ ...id, mode: "REQUIRED" }), columns({ ...id, mode: "NULLABLE" })],
  ["a new RECORD with a REQUIRED column", columns(id), columns(id, address({ ...city, mode: "REQUIRED" }))],
  [
    "a different partition expiration",
    byDay,
    { timePartitioning: { type: "DAY", field: "day", expirationMs: "3600000" } },
  ],
  ["a required partition filter", byDay, { requirePartitionFilter: true }],
  ["removed clustering", { ...columns(id), clustering: { fields: ["id"] } }, { clustering: null }],
  ["a longer maximum length", columns({ ...note, maxLength: "10" }), columns({ ...note, maxLength: "20" })],
  ["reordered columns", columns(id, note), columns(note, id)],
  [
    "an empty list of clustering columns",
    { ...columns(id), clustering: { fields: ["id"] } },
    { clustering: { fields: [] } },
  ],
];

const changeCheck = ([name, before, change]: (typeof CHANGES)[number]): Check => ({
  name: `table changes: ${name}`,
  run: async (side) => {
    const tableReference = tableIn(side, `changed_${name.toLowerCase().replace(/\W+/g, "_")}`);
    const inserted = await side.unchecked.warehouse.tables.insert({ ...before, tableReference });
    const plan = async () => planTablePatch(inserted, { ...change, tableReference });
    return {
      plan: await outcome(plan()),
      patch: await outcome(
        side.unchecked.warehouse.tables.patch(tableReference, change),
        ({ schema, timePartitioning, rangePartitioning, clustering, requirePartitionFilter }) => ({
          schema,
          timePartitioning,
          rangePartitioning,
          clustering,
          requirePartitionFilter,
        }),
      ),
    };
  },
});

const DEEP: Column = Array.from({ length: 15 }).reduce<Column>(
  (inner) => ({ name: "c", type: "RECORD", fields: [inner] }),
  id,
);

/** Tables that the service rejects. */
const INVALID: readonly (readonly [name: string, content: Content])[] = [
  ["a duplicate column", columns(id, { name: "ID", type: "INTEGER" })],
  ["a reserved column name", columns({ name: "_TABLE_SUFFIX", type: "STRING" })],
  ["too many nested levels", columns(DEEP)],
  ["clustering by an unknown column", { ...columns(id), clustering: { fields: ["unknown"] } }],
  ["both kinds of partitioning", { ...byDay, rangePartitioning: { field: "id", range } }],
  ["an expiration time in the past", { ...columns(id), expirationTime: "1000000000000" }],
  ["a view with a schema", { ...columns(id), view: { query: "SELECT 1 AS id", useLegacySql: false } }],
];

const invalidCheck = ([name, content]: (typeof INVALID)[number]): Check => ({
  name: `insert of an invalid table: ${name}`,
  run: async (side) => {
    const tableReference = tableIn(side, `invalid_${name.toLowerCase().replace(/\W+/g, "_")}`);
    const insert = side.unchecked.warehouse.tables.insert({ ...content, tableReference });
    return { insert: await outcome(insert, () => "inserted") };
  },
});

/** Checks of invalid tables and of changes, each with its own table: a table accepts few changes in a short time. */
export const changeChecks: readonly Check[] = [...CHANGES.map(changeCheck), ...INVALID.map(invalidCheck)];
