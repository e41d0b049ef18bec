import { createClient } from "fourfold";
import { defineTable, type PlanTablesOptions, planTables, type TableDefinition } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const schema = [{ name: "id", type: "INTEGER" }] as const;
const referenceOf = (tableId: string, datasetId = "sales") => ({ projectId: "shop", datasetId, tableId });
const orders = defineTable("sales.orders", { schema, description: "One row per order" });
const customers = defineTable("sales.customers", { schema });

function setUp(...tableIds: readonly string[]) {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  for (const tableId of tableIds) sandbox.warehouse.tables.add({ tableReference: referenceOf(tableId) });
  const { warehouse } = createClient(sandbox.clientOptions);
  const paths = () =>
    sandbox.requests.map(
      ({ method, path }) => `${method} ${path.slice("/bigquery/v2/projects/shop/datasets/".length)}`,
    );
  return { sandbox, warehouse, paths };
}

test("lists the datasets and gets only defined tables", async () => {
  const { warehouse, paths } = setUp("orders", "legacy", "tmp_1", "events_20240101", "events_20240102");
  const plan = await planTables(warehouse, [orders, customers], {
    projectId: "shop",
    ignore: { tables: ["sales.tmp_*"] },
  });
  expect(paths()).toEqual(["GET sales/tables", "GET sales/tables/orders"]);
  expect(plan).toMatchObject({
    projectId: "shop",
    tables: [
      {
        table: "sales.orders",
        action: "patch",
      },
      { table: "sales.customers", action: "create" },
    ],
    unmanaged: [
      { table: "sales.events_*", count: 2 },
      { table: "sales.legacy", type: "TABLE" },
    ],
    warnings: [],
    summary: { create: 1, patch: 1 },
  });
});

test("a defined table that is ignored is not read", async () => {
  const { warehouse, paths } = setUp("orders");
  const plan = await planTables(warehouse, [orders], { projectId: "shop", ignore: { tables: ["sales.orders"] } });
  expect(paths()).toEqual(["GET sales/tables"]);
  expect(plan).toMatchObject({ tables: [], unmanaged: [], warnings: [] });
});

test("rate-limit errors are retried, and all requests of plans and reads share the limit", async () => {
  const { sandbox, warehouse } = setUp();
  const clock = sandbox.clientOptions.clock;
  const many = Array.from({ length: 200 }, (_, n) => defineTable(`sales.t${n}`, { schema }));
  for (const { table } of many)
    sandbox.warehouse.tables.add({ tableReference: referenceOf(table.slice("sales.".length)) });
  sandbox.faults.next({ status: 403, reason: "rateLimitExceeded", times: 5, match: { path: /tables\/t57$/ } });
  const start = clock?.now() ?? 0;
  const plan = await planTables(warehouse, many, { projectId: "shop", retry: { limit: 6 } });
  expect(plan.summary.unreadable).toBe(0);
  expect(sandbox.requests).toHaveLength(206);
  expect((clock?.now() ?? 0) - start).toBeGreaterThanOrEqual(2_000);
});

test("reports the progress of reading, failed reads included; an error of onRead ends the call", async () => {
  const { sandbox, warehouse, paths } = setUp("orders", "customers");
  sandbox.faults.next({ status: 403, match: { path: /tables\/orders$/ } });
  const steps: unknown[] = [];
  await planTables(warehouse, [orders, customers, defineTable("sales.new", {})], {
    projectId: "shop",
    onRead: (progress) => void steps.push(progress),
  });
  expect(steps).toEqual([
    { read: 1, of: 2 },
    { read: 2, of: 2 },
  ]);
  const failure = new Error("stop");
  const onRead = () => Promise.reject(failure);
  expect(await rejection(planTables(warehouse, [orders], { projectId: "shop", onRead }))).toBe(failure);
  expect(paths()).not.toContain("PATCH sales/tables/orders");
});

test("an error of a list ends the call", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.faults.next({ status: 403 });
  expect(await rejection(planTables(warehouse, [orders], { projectId: "shop" }))).toMatchObject({
    code: "permission_denied",
  });
});

test("an abort and the deadline end the call", async () => {
  const { sandbox, warehouse } = setUp("orders", "customers");
  sandbox.faults.next({ status: 503, retryAfter: 30, match: { path: /tables\/orders$/ } });
  expect(await rejection(planTables(warehouse, [orders], { projectId: "shop", deadlineMs: 10_000 }))).toMatchObject({
    code: "deadline",
  });
  const signal = AbortSignal.abort(new Error("too late"));
  expect(await rejection(planTables(warehouse, [orders], { projectId: "shop", signal }))).toBe(signal.reason);
});

test.each<[definitions: unknown, options: unknown, path: string]>([
  [[orders], undefined, "projectId"],
  [[orders], { projectId: "" }, "projectId"],
  [[orders], { projectId: "shop", concurrency: 0 }, "concurrency"],
  [[orders], { projectId: "shop", ignore: ["sales.*"] }, "ignore"],
  [[orders], { projectId: "shop", ignore: { tables: [""] } }, "ignore.tables[0]"],
  [[orders], { projectId: "shop", ignore: { field: [] } }, "ignore.field"],
  [[orders], { projectId: "shop", datasets: "sales" }, "datasets"],
  [[orders], { projectId: "shop", extraColumns: "drop" }, "extraColumns"],
  [[orders], { projectId: "shop", query: { fields: "etag" } }, "query.fields"],
  [[orders], { projectId: "shop", onRead: true }, "onRead"],
  [[orders], { projectId: "shop", view: "FULL" }, "view"],
  [orders, { projectId: "shop" }, "definitions"],
  [[orders, { ...orders, description: "again" }], { projectId: "shop" }, "definitions[1].table"],
])("rejects %j with %j before the first request", async (definitions, options, path) => {
  const { sandbox, warehouse } = setUp();
  const call = planTables(warehouse, definitions as TableDefinition[], options as PlanTablesOptions);
  expect(await rejection(call)).toMatchObject({ code: "invalid_request", issues: [{ path }] });
  expect(sandbox.requests).toHaveLength(0);
});
