import { createClient, type DesiredTable, googleNaming, type Table, vendorNaming } from "fourfold";
import { ensureTable, planTablePatch } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "daily" };
const id = { name: "id", type: "INTEGER", mode: "NULLABLE" };
const guid = { name: "guid", type: "STRING", mode: "NULLABLE" };
const total = { name: "total", type: "NUMERIC", mode: "NULLABLE" };
const view = { query: "SELECT id, guid FROM orders", useLegacySql: false };
const recorded = { tableReference, etag: "e", type: "VIEW", view, schema: { fields: [id, guid] } } as Table;

test("a recorded view has nothing to change, whichever columns its definition lists", () => {
  for (const fields of [undefined, [id], [{ name: "guid", type: "STRING" }], [{ ...id, type: "INT64" }]]) {
    const desired = { tableReference, view, ...(fields === undefined ? {} : { schema: { fields } }) };
    expect(planTablePatch(recorded, desired)).toBeUndefined();
  }
  const { view: _, ...materialized } = { ...recorded, type: "MATERIALIZED_VIEW", materializedView: view };
  expect(planTablePatch(materialized, { tableReference, materializedView: view, schema: { fields: [id] } })).toBe(
    undefined,
  );
});

test("a new query replaces the columns that the definition lists, and keeps their other properties", () => {
  const query = "SELECT id, total FROM orders";
  const described = { ...recorded, schema: { fields: [{ ...id, description: "key" }, guid] } };
  const fields = [total, { name: "ID", type: "STRING", mode: "REPEATED" }];
  expect(planTablePatch(described, { tableReference, view: { query }, schema: { fields } })).toEqual({
    view: { query },
    schema: { fields: [{ ...id, type: "STRING", mode: "REPEATED", description: "key" }, total] },
  });
  expect(planTablePatch(described, { tableReference, view: { query } })).toEqual({ view: { query } });
});

test("a new query removes nested columns that the definition omits, but not with extraColumns", () => {
  const current = { ...recorded, schema: { fields: [{ name: "r", type: "RECORD", fields: [id, guid] }] } };
  const desired = {
    tableReference,
    view: { query: "SELECT r FROM others" },
    schema: { fields: [{ name: "r", type: "RECORD", fields: [total, id] }] },
  };
  expect(planTablePatch(current, desired)?.schema).toEqual({
    fields: [{ ...current.schema.fields[0], fields: [id, total] }],
  });
  expect(planTablePatch(current, desired, { extraColumns: "keep" })?.schema).toEqual({
    fields: [{ ...current.schema.fields[0], fields: [id, guid, total] }],
  });
});

test("an empty list of nested columns does not remove any, even with a new query", () => {
  const record = { name: "r", type: "RECORD", fields: [id] };
  const desired = {
    tableReference,
    view: { query: "SELECT r FROM others" },
    schema: { fields: [{ ...record, fields: [], description: "key" }] },
  };
  expect(planTablePatch({ ...recorded, schema: { fields: [record] } }, desired)?.schema).toEqual({
    fields: [{ ...record, description: "key" }],
  });
});

test("a view with the same query keeps its columns", () => {
  const desired = { tableReference, view: { ...view, useLegacySql: true }, schema: { fields: [id] } };
  expect(planTablePatch(recorded, desired)).toStrictEqual({ view: { useLegacySql: true } });
});

test("a description of a view's column is planned with all columns", () => {
  const fields = [{ ...guid, description: "key" }];
  expect(planTablePatch(recorded, { tableReference, view, schema: { fields } })).toEqual({
    schema: { fields: [id, { ...guid, description: "key" }] },
  });
});

test("another schema of a materialized view is an issue", () => {
  const { view: _, ...others } = recorded;
  const current = { ...others, materializedView: { query: "q" } };
  const desired = { tableReference, schema: { fields: [{ ...id, type: "STRING" }] } };
  expect(thrown(() => planTablePatch(current, desired))).toMatchObject({
    issues: [{ path: "schema", rule: "materialized-view-fixed" }],
  });
});

test.each([vendorNaming, googleNaming])("ensure gives a view a new query with new columns: $name", async (naming) => {
  const sandbox = createSandbox({ naming });
  sandbox.warehouse.tables.add({ tableReference, view, schema: { fields: [id, guid] } });
  const { warehouse } = createClient(sandbox.clientOptions);
  const desired: DesiredTable = {
    tableReference,
    view: { query: "SELECT guid, total FROM orders" },
    schema: { fields: [{ ...guid, type: "BYTES", maxLength: 5 }, total] },
  };
  const { change, table } = await ensureTable(warehouse, desired);
  expect(change).toBe("patched");
  expect(table).toMatchObject({
    view: { ...view, ...desired.view },
    schema: { fields: [{ ...guid, type: "BYTES", maxLength: "5" }, total] },
  });
  expect(await ensureTable(warehouse, desired)).toMatchObject({ change: "unchanged" });
});

test("a patch that breaks a rule of the client is not planned, although a view may break it", async () => {
  const sandbox = createSandbox();
  const live = sandbox.warehouse.tables.add({ tableReference, view, schema: { fields: [id] } });
  const desired = {
    tableReference,
    schema: { fields: [{ ...id, mode: "REPEATED" }] },
    clustering: { fields: ["id"] },
  };
  expect(thrown(() => planTablePatch(live, desired))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "clustering.fields[0]", rule: "clustering-field-not-repeated" }],
  });
});
