import {
  createClient,
  environmentUpdate,
  parseEnvironmentUpdate,
  planEnvironmentUpdates,
  type TableInput,
  type TablePatch,
} from "fourfold";
import { ensureTable, planTablePatch } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import tableFile from "./table-file.json" with { type: "json" };

const $schema = "./node_modules/fourfold/json-schema/table-input.json";
const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const table: TableInput = { $schema, tableReference, schema: { fields: [{ name: "id", type: "STRING" }] } };

/** A client with a table, and the bodies of the requests that it sends. */
function setUp() {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const events: string[] = [];
  const options = { ...sandbox.clientOptions, onEvent: ({ type }: { type: string }) => void events.push(type) };
  const { warehouse } = createClient(options);
  return { sandbox, warehouse, events, sent: () => JSON.stringify(sandbox.requests.map(({ body }) => body)) };
}

test("no request has $schema, and there is no warning", async () => {
  const { warehouse, events, sent } = setUp();
  const inserted = await warehouse.tables.insert(table);
  const patch: TablePatch = { $schema, description: "a" };
  await warehouse.tables.patch(tableReference, patch);
  await warehouse.tables.update({ ...table, description: "b" });
  await warehouse.tables.modify(tableReference, () => ({ $schema, description: "c" }));
  expect(await ensureTable(warehouse, { ...table, description: "c" })).toMatchObject({ change: "unchanged" });
  expect(await ensureTable(warehouse, { ...table, description: "d" })).toMatchObject({ change: "patched" });
  expect(inserted).not.toHaveProperty("$schema");
  expect(sent()).toContain("tableReference");
  expect(sent()).not.toContain("$schema");
  expect(events.filter((type) => type === "drift" || type === "warning")).toEqual([]);
});

test("an imported JSON file can be inserted, ensured and used as a patch", async () => {
  const { warehouse, sent } = setUp();
  expect(await warehouse.tables.insert(tableFile)).toMatchObject({ expirationTime: "1900000000000" });
  expect(await ensureTable(warehouse, tableFile)).toMatchObject({ change: "unchanged" });
  expect(planTablePatch(await warehouse.tables.get(tableReference), tableFile)).toBeUndefined();
  expect(await warehouse.tables.patch(tableReference, tableFile)).toMatchObject({ labels: { team: "data" } });
  expect(sent()).not.toContain("$schema");
});

test("only the top level of a resource may have $schema", async () => {
  const { warehouse, sent } = setUp();
  const column = { name: "id", type: "STRING", $schema: "of the column" };
  await warehouse.tables.insert({ tableReference, schema: { fields: [column] }, labels: {} });
  expect(sent()).toContain('"$schema":"of the column"');
});

test("plans ignore $schema", () => {
  const current = { tableReference, schema: { fields: [{ name: "id", type: "STRING" }] } };
  expect(planTablePatch(current, table)).toBeUndefined();
  expect(planTablePatch(current, { ...table, description: "a" })).toEqual({ description: "a" });
  const update = environmentUpdate.labels({ team: "data" });
  expect(planEnvironmentUpdates({}, { $schema, labels: { team: "data" } })).toMatchObject([
    { updateMask: "labels.team" },
  ]);
  expect(parseEnvironmentUpdate({ $schema, ...update })).toEqual(update);
  expect(parseEnvironmentUpdate({ ...update, environment: { $schema, ...update.environment } })).toEqual(update);
});
