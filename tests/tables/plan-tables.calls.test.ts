import { createClient } from "fourfold";
import { applyTables, defineTable, type PlanTablesOptions, planTables, type TableDefinition } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const schema = [{ name: "id", type: "INTEGER" }] as const;
const referenceOf = (tableId: string, datasetId = "sales") => ({ projectId: "shop", datasetId, tableId });
const orders = defineTable("sales.orders", { schema, description: "One row per order" });
const customers = defineTable("sales.customers", { schema });

function setUp() {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const { warehouse } = createClient(sandbox.clientOptions);
  const paths = () =>
    sandbox.requests.map(
      ({ method, path }) => `${method} ${path.slice("/bigquery/v2/projects/shop/datasets/".length)}`,
    );
  return { sandbox, warehouse, paths };
}

test("lists the datasets and gets only defined tables", async () => {
  const { sandbox, warehouse, paths } = setUp();
  for (const name of ["orders", "legacy", "tmp_1", "events_20240101", "events_20240102"]) {
    sandbox.warehouse.tables.add({
      tableReference: referenceOf(name),
      schema: { fields: [{ name: "id", type: "INTEGER" }] },
    });
  }
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
  const { sandbox, warehouse, paths } = setUp();
  sandbox.warehouse.tables.add({ tableReference: referenceOf("orders") });
  const plan = await planTables(warehouse, [orders], { projectId: "shop", ignore: { tables: ["sales.orders"] } });
  expect(paths()).toEqual(["GET sales/tables"]);
  expect(plan).toMatchObject({ tables: [], unmanaged: [], warnings: [] });
});

test("maps datasets, and plans nothing after the plan was applied", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales_test" });
  const options = { projectId: "shop", datasets: { sales: "sales_test" } };
  const plan = await planTables(warehouse, [orders, customers], options);
  expect(await applyTables(warehouse, plan)).toMatchObject({
    applied: ["sales_test.orders", "sales_test.customers"],
  });
  const next = await planTables(warehouse, [orders, customers], options);
  expect(next.summary).toMatchObject({ unchanged: 2, create: 0, patch: 0 });
});

test("a table whose dataset does not exist is impossible", async () => {
  const { warehouse } = setUp();
  const plan = await planTables(warehouse, [orders, defineTable("missing.t", { schema })], { projectId: "shop" });
  expect(plan.tables).toMatchObject([
    { action: "create" },
    { action: "impossible", issues: [{ rule: "dataset-exists" }] },
  ]);
});

test("a table that expires between list and get is omitted with a warning", async () => {
  const { sandbox, warehouse } = setUp();
  for (const name of ["orders", "customers"]) sandbox.warehouse.tables.add({ tableReference: referenceOf(name) });
  sandbox.faults.next({ status: 404, match: { path: /tables\/orders$/ } });
  const plan = await planTables(warehouse, [orders, customers], { projectId: "shop" });
  expect(plan.tables.map(({ table }) => table)).toEqual(["sales.customers"]);
  expect(plan.unmanaged).toEqual([]);
  expect(plan.warnings).toEqual([expect.stringMatching(/^sales\.orders: omitted, because it expired/)]);
});

test("a table whose read fails with a 403 is unreadable, and the others are planned", async () => {
  const { sandbox, warehouse } = setUp();
  for (const name of ["orders", "customers"]) sandbox.warehouse.tables.add({ tableReference: referenceOf(name) });
  sandbox.faults.next({ status: 403, match: { path: /tables\/orders$/ } });
  const plan = await planTables(warehouse, [orders, customers], { projectId: "shop" });
  expect(plan.tables).toMatchObject([
    { table: "sales.orders", action: "unreadable", issues: [{ message: expect.stringContaining("403") }] },
    { table: "sales.customers", action: "patch" },
  ]);
  expect(plan.summary).toMatchObject({ unreadable: 1, patch: 1 });
  const sent = sandbox.requests.length;
  expect(await rejection(applyTables(warehouse, plan))).toMatchObject({ code: "invalid_request" });
  expect(sandbox.requests).toHaveLength(sent);
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
  const { sandbox, warehouse, paths } = setUp();
  for (const name of ["orders", "customers"]) sandbox.warehouse.tables.add({ tableReference: referenceOf(name) });
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
  const { sandbox, warehouse } = setUp();
  for (const name of ["orders", "customers"]) sandbox.warehouse.tables.add({ tableReference: referenceOf(name) });
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

test("a definition in place of a list, or in place of a plan, is rejected with the remedy before the first request", async () => {
  const { sandbox, warehouse } = setUp();
  const options = { projectId: "shop" };
  // @ts-expect-error a definition is not a list
  expect(await rejection(planTables(warehouse, orders, options))).toMatchObject({
    issues: [{ path: "definitions", message: "must be a list of definitions, got an object; pass a list: [orders]" }],
  });
  const inPlaceOfPlan = async (plan: unknown) => {
    const error = await rejection(applyTables(warehouse, plan as never));
    expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "plan" }] });
    return String(error);
  };
  expect(await inPlaceOfPlan(orders)).toContain("must be the object that planTables returned in this process");
  expect(await inPlaceOfPlan([orders])).toContain("must be the object that planTables returned");
  expect(sandbox.requests).toEqual([]);
  const pending = planTables(warehouse, [orders], options);
  expect(await inPlaceOfPlan(pending)).toContain("must be the object that planTables returned");
});
