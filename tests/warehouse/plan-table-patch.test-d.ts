import {
  createClient,
  type DesiredTable,
  defineSchema,
  type EnsuredTable,
  planTablePatch,
  type Table,
  type TableInput,
  type TablePatch,
} from "fourfold";
import { expectTypeOf } from "vitest";

const { tables } = createClient({ baseUrl: "https://service.test" }).warehouse;
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
expectTypeOf(tables.ensure(input)).toEqualTypeOf<Promise<EnsuredTable>>();
expectTypeOf<EnsuredTable["change"]>().toEqualTypeOf<"created" | "patched" | "unchanged">();

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
tables.ensure(
  { tableReference, resourceTags: { "1/a": null } },
  { extraColumns: "keep", attempts: 3, deadlineMs: 1_000 },
);
tables.ensure({ tableReference, schema: defineSchema([{ name: "id", type: "integer" }]) });

// @ts-expect-error a table that was not awaited
planTablePatch(tables.get(tableReference), input);
// @ts-expect-error a reference is required
planTablePatch(live, { labels: {} });
// @ts-expect-error a patch has no reference
tables.ensure(patch);
// @ts-expect-error a required field is never null
tables.ensure({ tableReference, view: { query: null } });
// @ts-expect-error a column without a type
tables.ensure({ tableReference, schema: { fields: [{ name: "a" }] } });
// @ts-expect-error output only
tables.ensure({ tableReference, numRows: "5" });
// @ts-expect-error a typo
tables.ensure({ tableReference, lables: {} });
// @ts-expect-error extra columns are kept or not mentioned
planTablePatch(live, input, { extraColumns: "drop" });
// @ts-expect-error not an option of the plan
planTablePatch(live, input, { attempts: 3 });
