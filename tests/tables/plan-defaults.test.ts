import { createClient, type Table, type TableFieldInput } from "fourfold";
import { ensureTable, planTablePatch } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const id = { name: "id", type: "INTEGER" };
const added = { name: "added_at", type: "TIMESTAMP" };
const withDefault = { ...added, defaultValueExpression: "CURRENT_TIMESTAMP()" };
const tableOf = (...fields: readonly TableFieldInput[]) => ({ tableReference, schema: { fields } });

function shop(...fields: readonly TableFieldInput[]) {
  const sandbox = createSandbox({ clock: createTestClock() });
  sandbox.warehouse.tables.add(tableOf(...fields));
  const { warehouse } = createClient(sandbox.clientOptions);
  const sent = () => sandbox.requests.map(({ method }) => method).join(" ");
  return { sandbox, warehouse, sent };
}

test("a new column with a default value is planned without it, then with it", async () => {
  const { warehouse } = shop(id);
  const desired = tableOf(id, withDefault);
  const first = planTablePatch(await warehouse.tables.get(tableReference), desired);
  expect(first).toEqual({ schema: { fields: [id, added] } });
  const second = planTablePatch(await warehouse.tables.patch(tableReference, first ?? {}), desired);
  expect(second).toEqual({ schema: { fields: [id, withDefault] } });
  expect(planTablePatch(await warehouse.tables.patch(tableReference, second ?? {}), desired)).toBeUndefined();
});

test("defaults inside new columns and new nested columns are also set by the second patch", () => {
  const live = tableOf({ name: "r", type: "RECORD", fields: [id] }) as Table;
  const record = (...fields: readonly TableFieldInput[]) => ({ name: "r", type: "RECORD", fields });
  const other = (...fields: readonly TableFieldInput[]) => ({ name: "s", type: "RECORD", fields });
  expect(planTablePatch(live, tableOf(record(id, withDefault), other(withDefault)))).toEqual({
    schema: { fields: [record(id, added), other(added)] },
  });
});

test("ensure sends both patches, each with the etag of the response before", async () => {
  const { sandbox, warehouse, sent } = shop(id);
  const desired = tableOf(id, withDefault);
  const { table, change } = await ensureTable(warehouse, desired);
  expect(change).toBe("patched");
  expect(table.schema).toEqual({ fields: [id, withDefault] });
  expect(sent()).toBe("GET PATCH PATCH");
  const tags = sandbox.requests.map(({ headers }) => headers["if-match"]);
  expect(new Set(tags.slice(1)).size).toBe(2);
  expect(await ensureTable(warehouse, desired)).toEqual({ table, change: "unchanged", ignored: [] });
});

test.each([1, 2])("after a lost response of patch %i, ensure reads the table to determine the result", async (lost) => {
  const { sandbox, warehouse, sent } = shop(id);
  const match = { method: "PATCH" };
  if (lost === 2) sandbox.faults.next({ delayMs: 0, match });
  sandbox.faults.next({ after: true, drop: true, match });
  const { table } = await ensureTable(warehouse, tableOf(id, withDefault), { retry: false });
  expect(table.schema).toEqual({ fields: [id, withDefault] });
  expect(
    sent()
      .split(" ")
      .filter((method) => method === "PATCH"),
  ).toHaveLength(2);
});

test("ensure creates a table with its defaults by one request", async () => {
  const sandbox = createSandbox({ clock: createTestClock() });
  sandbox.warehouse.datasets.add(tableReference);
  const { warehouse } = createClient(sandbox.clientOptions);
  const { change, table } = await ensureTable(warehouse, tableOf(id, withDefault));
  expect({ change, fields: table.schema?.fields }).toEqual({ change: "created", fields: [id, withDefault] });
});

test("the sandbox rejects a new column with a default value in one request, with the message of each profile", async () => {
  const { warehouse } = shop(id);
  const patch = { schema: { fields: [id, withDefault] } };
  expect(await rejection(warehouse.tables.patch(tableReference, patch))).toMatchObject({
    status: 400,
    serviceMessage:
      'schema.fields[1].defaultValueExpression: must be absent for "added_at", a new column; set it when the column exists',
  });
});
