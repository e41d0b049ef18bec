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
