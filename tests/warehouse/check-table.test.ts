import { createClient, type TableInput, type TablePatch } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { type CheckTableOptions, checkTable } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const fields = [{ name: "id", type: "INTEGER" }];

const tables: readonly unknown[] = [
  { tableReference, schema: { fields } },
  {},
  "shop.sales.orders",
  undefined,
  { tableReference: { projectId: "shop", datasetId: "sa/les", tableId: "" } },
  { tableReference: { projectId: "shop", datasetId: "sales", tableId: "t/../x" } },
  { tableReference, schema: { fields: [{ name: "id", type: "INT" }, { type: "STRING" }] }, expirationTime: 1.5 },
  { tableReference, clustering: { feilds: ["a"] }, labels: { Team: "x" }, description: null },
  { tableReference, externalDataConfiguration: { sourceFormat: "CSV", sourceUris: ["http://a/b"] } },
  { tableReference, view: { query: "SELECT 1" }, schema: { fields } },
];

test.each(tables)("reports the issues of tables.insert: %j", async (table) => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const events: unknown[] = [];
  const { warehouse } = createClient({ ...sandbox.clientOptions, onEvent: (event) => events.push(event) });
  const inserted = await warehouse.tables.insert(table as TableInput).catch((error) => error);
  const { errors, warnings } = checkTable(table);
  expect(errors).toEqual(inserted.issues ?? []);
  expect(events.filter((event) => Object(event).type === "warning")).toHaveLength(
    errors.length > 0 ? 0 : warnings.length,
  );
});

test.each([
  { etag: "e" },
  {},
  { description: null },
  { schema: { fields: [{ name: "a" }] } },
  { labels: { a: undefined } },
])("reports the issues of tables.patch: %j", async (patch) => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference, schema: { fields } });
  const { warehouse } = createClient(sandbox.clientOptions);
  const patched = await warehouse.tables.patch(tableReference, patch as TablePatch).catch((error) => error);
  expect(checkTable(patch, { complete: false }).errors).toEqual(patched.issues ?? []);
});

test("a table that was read can be sent back, except as a new view with columns", async () => {
  const sandbox = createSandbox();
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  for (const view of [
    { view: { query: "SELECT 1", useLegacySql: false } },
    { materializedView: { query: "SELECT 1" } },
  ]) {
    const [kind = ""] = Object.keys(view);
    const live = sandbox.warehouse.tables.add({
      tableReference: { ...tableReference, tableId: kind },
      ...view,
      schema: { fields },
    });
    const { tableReference: reference, etag: _, ...others } = live;
    expect((await tables.update(live)).schema).toEqual(live.schema);
    expect((await tables.patch(reference, others)).schema).toEqual(live.schema);
    const path = "schema";
    expect(checkTable(live).errors).toMatchObject([{ path, rule: expect.stringMatching(/view-schema-new$/) }]);
  }
});

test("severities of rules can be changed", () => {
  const table = { tableReference, labels: { teamX: "x" } };
  const [issue] = checkTable(table).errors;
  const rule = issue?.rule as "label-key-characters";
  expect(checkTable(table, { rules: { [rule]: "off" } })).toEqual({ errors: [], warnings: [] });
  expect(checkTable(table, { rules: { [rule]: "warn" } })).toMatchObject({ errors: [], warnings: [{ rule }] });
});

test("unknown options and rules are rejected", async () => {
  const check = (options: object) => rejection((async () => checkTable({}, options as CheckTableOptions))());
  expect(await check({ partial: true })).toMatchObject({ code: "invalid_request", issues: [{ path: "partial" }] });
  expect(await check({ rules: { "feild-mode": "off" } })).toMatchObject({ issues: [{ path: "rules" }] });
});
