import { createClient, type DesiredTable, type Table, type TableInput, type TablePatch } from "fourfold";
import { defineSchema, ensureTable, planTablePatch, planTables, type WrittenTable } from "fourfold/tables";
import { expectTypeOf } from "vitest";

const { warehouse } = createClient({ baseUrl: "https://service.test" });
const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
declare const live: Table;
declare const input: TableInput;
declare const patch: TablePatch;

// Every input is a desired table, and so is a table that was read.
expectTypeOf<TableInput>().toExtend<DesiredTable>();
expectTypeOf(planTablePatch(live, input)).toEqualTypeOf<TablePatch | undefined>();
expectTypeOf(planTablePatch(live, { ...live, tableReference }, { extraColumns: "keep" })).toExtend<
  object | undefined
>();
expectTypeOf(ensureTable(warehouse, input)).toEqualTypeOf<Promise<WrittenTable>>();
expectTypeOf<WrittenTable["change"]>().toEqualTypeOf<"created" | "patched" | "unchanged">();

// null clears optional fields, at every depth, and removes entries of maps.
const fields = [{ name: "a", type: "STRING", mode: null, description: null, policyTags: null }] as const;
planTablePatch(live, {
  tableReference,
  schema: { fields },
  labels: { team: "data", old: null },
  timePartitioning: { type: "DAY", expirationMs: null },
  expirationTime: 5n,
  clustering: null,
});
ensureTable(
  warehouse,
  { tableReference, resourceTags: { "1/a": null } },
  { extraColumns: "keep", attempts: 3, deadlineMs: 1_000 },
);
ensureTable(warehouse, { tableReference, schema: defineSchema([{ name: "id", type: "integer" }]) });

// @ts-expect-error a table that was not awaited
planTablePatch(warehouse.tables.get(tableReference), input);
// @ts-expect-error a reference is required
planTablePatch(live, { labels: {} });
// @ts-expect-error a patch has no reference
ensureTable(warehouse, patch);
// @ts-expect-error a required field is never null
ensureTable(warehouse, { tableReference, view: { query: null } });
// @ts-expect-error a column without a type
ensureTable(warehouse, { tableReference, schema: { fields: [{ name: "a" }] } });
// @ts-expect-error output only
ensureTable(warehouse, { tableReference, numRows: "5" });
// @ts-expect-error a typo
ensureTable(warehouse, { tableReference, lables: {} });
// @ts-expect-error extra columns are kept or not mentioned
planTablePatch(live, input, { extraColumns: "drop" });
// @ts-expect-error not an option of the plan
planTablePatch(live, input, { attempts: 3 });
// @ts-expect-error a definition is not a list
planTables(warehouse, { table: "sales.orders" }, { projectId: "p" });
