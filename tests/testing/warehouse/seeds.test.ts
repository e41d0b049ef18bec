import { vendorNaming } from "fourfold";
import { createSandbox, type TableSeed } from "fourfold/testing";
import { expect, test } from "vitest";
import { thrown } from "../../support/rejection.js";
import { createTestClock } from "../../support/test-clock.js";
import { call } from "../raw-call.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const TABLE = "/warehouse/v2/projects/shop/datasets/sales/tables/orders";

test("adding a table creates its project and dataset and returns the table like get", async () => {
  const sandbox = createSandbox({ naming: vendorNaming });
  const table = sandbox.warehouse.tables.add({
    tableReference,
    timePartitioning: { type: "DAY", expirationMs: 3_600_000n },
  });
  expect(table).toMatchObject({ type: "TABLE", location: "US", timePartitioning: { expirationMs: "3600000" } });
  expect((await call(sandbox, "GET", TABLE)).json).toEqual(table);
  expect((await call(sandbox, "GET", "/warehouse/v2/projects")).json.totalItems).toBe(1);
});

test("an added table may have output-only fields", async () => {
  const sandbox = createSandbox({ naming: vendorNaming, clock: createTestClock(1_000) });
  const table = sandbox.warehouse.tables.add({
    tableReference,
    type: "SNAPSHOT",
    snapshotDefinition: {
      baseTableReference: { ...tableReference, tableId: "base" },
      snapshotTime: "2026-01-01T00:00:00Z",
    },
    numRows: 12,
    numBytes: 2n ** 60n,
    creationTime: "7",
    lastModifiedTime: "8",
    streamingBuffer: { estimatedRows: 3n },
  });
  expect(table).toMatchObject({
    type: "SNAPSHOT",
    numRows: "12",
    numBytes: String(2n ** 60n),
    creationTime: "7",
    lastModifiedTime: "8",
    streamingBuffer: { estimatedRows: "3" },
  });
  const { json } = await call(sandbox, "PATCH", TABLE, { body: { description: "x" } });
  expect(json).toMatchObject({ type: "SNAPSHOT", numRows: "12", creationTime: "7", lastModifiedTime: "1000" });
});

test("a table that was read can be added under another id", () => {
  const { tables } = createSandbox({ naming: vendorNaming }).warehouse;
  const original = tables.add({ tableReference, labels: { team: "data" } });
  const copy = tables.add({ ...original, tableReference: { ...tableReference, tableId: "copy" } });
  expect(copy).toMatchObject({ id: "shop:sales.copy", labels: { team: "data" } });
  expect(copy.etag).not.toBe(original.etag);
});

test("the sandbox stores a copy of what is added", async () => {
  const sandbox = createSandbox({ naming: vendorNaming });
  const labels: Record<string, string> = { team: "data" };
  const table = sandbox.warehouse.tables.add({ tableReference, labels });
  labels.team = "other";
  if (table.labels) table.labels.team = "other";
  expect((await call(sandbox, "GET", TABLE)).json.labels).toEqual({ team: "data" });
});

test("adding a project or dataset again updates the given fields and keeps the rest", async () => {
  const sandbox = createSandbox({ naming: vendorNaming });
  const table = sandbox.warehouse.tables.add({ tableReference });
  sandbox.warehouse.projects.add({ projectId: "shop", friendlyName: "Shop" });
  sandbox.warehouse.projects.add({ projectId: "shop" });
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales", location: "europe" });
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  expect((await call(sandbox, "GET", "/warehouse/v2/projects")).json.projects).toMatchObject([
    { friendlyName: "Shop" },
  ]);
  expect((await call(sandbox, "GET", TABLE)).json).toEqual({ ...table, location: "europe" });
});

test("rejects an invalid table with all issues together", () => {
  const { tables } = createSandbox({ naming: vendorNaming }).warehouse;
  const error = thrown(() =>
    tables.add({
      tableReference,
      labels: { bad: "X" },
      schema: { fields: [{ name: "1", type: "STRING" }] },
    } as unknown as TableSeed),
  );
  expect(error).toMatchObject({
    name: "RequestError",
    message: expect.stringContaining("sandbox.warehouse.tables.add"),
  });
  const { issues } = error as { issues: { path: string }[] };
  expect(issues.map(({ path }) => path).sort()).toEqual(["labels.bad", "schema.fields[0].name"].sort());
});

test.each([undefined, null, [], "table", {}])("rejects %j as a table", (value) => {
  expect(
    thrown(() => createSandbox({ naming: vendorNaming }).warehouse.tables.add(value as unknown as TableSeed)),
  ).toMatchObject({
    code: "invalid_request",
  });
});

test("rejects a table that already exists, and ids that are not one path segment", () => {
  const { tables } = createSandbox({ naming: vendorNaming }).warehouse;
  tables.add({ tableReference });
  expect(thrown(() => tables.add({ tableReference }))).toMatchObject({ issues: [{ rule: "duplicate" }] });
  expect(thrown(() => tables.add({ tableReference: { ...tableReference, tableId: "a/b" } }))).toMatchObject({
    issues: [{ path: "tableReference.tableId" }],
  });
});
