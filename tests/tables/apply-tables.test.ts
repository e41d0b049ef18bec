import { getEventListeners } from "node:events";
import { createClient, type Table, type TableInput } from "fourfold";
import {
  type ApplyTablesOptions,
  applyTables,
  planTables,
  type TableDefinition,
  type TablesPlan,
} from "fourfold/tables";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { planLive } from "../support/plan-live.js";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const PATH = "/bigquery/v2/projects/shop/datasets/sales/tables";
const id = { name: "id", type: "INTEGER" } as const;
type Live = Omit<Partial<Table>, "tableReference">;
const referenceOf = (tableId: string) => ({ projectId: "shop", datasetId: "sales", tableId });
const orders = referenceOf("orders");

/** A sandbox with a dataset, and with the table `sales.orders` if its properties are given. */
function setUp(live?: Live) {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  if (live !== undefined) sandbox.warehouse.tables.add({ ...live, tableReference: orders });
  const { warehouse } = createClient(sandbox.clientOptions);
  return { sandbox, clock, warehouse };
}

/** A definition, and the live table when it is planned. */
interface Planned {
  readonly live: Live | undefined;
  readonly definition: TableDefinition;
}

const planned = (tableId: string, live: Live | undefined, definition: object): Planned => ({
  live,
  definition: { table: `sales.${tableId}`, ...definition },
});
const created = (tableId: string, properties: object = {}) => planned(tableId, undefined, properties);

/** Plans tables. */
const planOf = (...tables: readonly Planned[]) =>
  planLive(
    tables.flatMap(({ live, definition: { table } }) =>
      live === undefined ? [] : [{ ...live, tableReference: referenceOf(table.slice("sales.".length)) }],
    ),
    tables.map(({ definition }) => definition),
    { projectId: "shop" },
  );

/** A plan that sets the description of a table without one. */
const described = (tableId: string) => planned(tableId, {}, { description: "new" });

/** A plan that adds a column with a default value. */
const withDefault = (tableId: string) => {
  const at = { name: "at", type: "TIMESTAMP", defaultValueExpression: "CURRENT_TIMESTAMP()" };
  return planned(tableId, { schema: { fields: [id] } }, { schema: [id, at] });
};

/** A plan that creates the tables `a` to `e`. */
const fiveTables = () => planOf(...["a", "b", "c", "d", "e"].map((name) => created(name)));

const unchanged = (tableId: string) => planned(tableId, {}, {});

const writesOf = ({ requests }: Sandbox) => requests.filter(({ method }) => method !== "GET");

/** The written tables, in the order of the requests. */
const writtenTables = (sandbox: Sandbox) =>
  writesOf(sandbox).map(({ method, path, body }) =>
    method === "POST" ? (body as TableInput).tableReference.tableId : path.slice(PATH.length + 1),
  );

test("creates and patches tables, and does not change others", async () => {
  const { sandbox, warehouse } = setUp({});
  const plan = await planOf(
    created("customers", { schema: { fields: [id] } }),
    described("orders"),
    unchanged("items"),
  );
  const steps: object[] = [];
  const result = await applyTables(warehouse, plan, { concurrency: 1, onStep: (step) => steps.push(step) });
  expect(result).toEqual({
    applied: ["sales.customers", "sales.orders"],
    unchanged: ["sales.items"],
    skipped: [],
    ignored: [],
  });
  expect(steps).toEqual([
    { table: "sales.customers", action: "create" },
    { table: "sales.orders", action: "patch" },
  ]);
  expect(await warehouse.tables.get(orders)).toMatchObject({ description: "new" });
  expect(sandbox.requests.some(({ path }) => path.endsWith("/items"))).toBe(false);
});

test("a plan that is applied a second time writes nothing", async () => {
  const { sandbox, warehouse } = setUp({ schema: { fields: [id] } });
  const plan = await planOf(created("customers"), withDefault("orders"));
  expect(await applyTables(warehouse, plan)).toMatchObject({
    applied: ["sales.customers", "sales.orders"],
    unchanged: [],
  });
  const count = writesOf(sandbox).length;
  expect(count).toBe(3);
  expect(await applyTables(warehouse, plan)).toMatchObject({
    applied: [],
    unchanged: ["sales.customers", "sales.orders"],
  });
  expect(writesOf(sandbox)).toHaveLength(count);
});

test("sends both requests of a column with a default value", async () => {
  const { sandbox, warehouse } = setUp({ schema: { fields: [id] } });
  await applyTables(warehouse, await planOf(withDefault("orders")));
  const patches = sandbox.requests.filter(({ method }) => method === "PATCH");
  expect(patches).toHaveLength(2);
  expect(patches.every(({ headers }) => headers["if-match"] !== undefined)).toBe(true);
});

test("an empty plan sends nothing", async () => {
  const { sandbox, warehouse } = setUp();
  expect(await applyTables(warehouse, await planOf())).toEqual({
    applied: [],
    unchanged: [],
    skipped: [],
    ignored: [],
  });
  expect(sandbox.requests).toHaveLength(0);
});

const view = { view: { query: "SELECT 1", useLegacySql: false } };
const keyTo = (...names: readonly string[]) => ({
  schema: { fields: [id] },
  tableConstraints: {
    foreignKeys: names.map((name) => ({
      referencedTable: { projectId: "shop", datasetId: "sales", tableId: name },
      columnReferences: [{ referencingColumn: "id", referencedColumn: "id" }],
    })),
  },
});

test("creates tables first, then views, then materialized views, in order; foreign keys after their tables", async () => {
  const { sandbox, warehouse } = setUp();
  const definition = (name: string, properties: object = {}) => ({ table: `sales.${name}`, ...properties });
  const definitions = [
    definition("m", { materializedView: { query: "SELECT 1" } }),
    definition("v1", view),
    definition("v2", view),
    definition("lines", keyTo("lines", "orders", "bills")),
    definition("bills", keyTo("customers")),
    definition("orders", { schema: { fields: [id] } }),
    definition("customers", { schema: { fields: [id] } }),
  ];
  const { applied } = await applyTables(warehouse, await planTables(warehouse, definitions, { projectId: "shop" }));
  expect(writtenTables(sandbox)).toEqual(["orders", "customers", "bills", "lines", "v1", "v2", "m"]);
  expect(applied).toEqual(writtenTables(sandbox).map((name) => `sales.${name}`));
});

test("a cycle of foreign keys ends with the error of the service", async () => {
  const { warehouse } = setUp();
  const definitions = [
    { table: "sales.a", ...keyTo("b") },
    { table: "sales.b", ...keyTo("a") },
  ];
  const plan = await planTables(warehouse, definitions, { projectId: "shop" });
  expect(await rejection(applyTables(warehouse, plan))).toMatchObject({ code: "apply_tables_failed", remaining: [] });
});

test.each([{ status: 404 }, { status: 400, reason: "invalidQuery" }])(
  "a view that the service rejects with %j is tried again after the other views",
  async (fault) => {
    const { sandbox, warehouse } = setUp();
    sandbox.faults.next({ ...fault, match: { method: "POST" } });
    const plan = await planOf(created("v", view), created("w", view), created("x", view));
    const { applied } = await applyTables(warehouse, plan, { concurrency: 1 });
    expect(writtenTables(sandbox)).toEqual(["v", "w", "x", "v"]);
    expect(applied).toHaveLength(3);
  },
);

test("views are tried again while a round writes one", async () => {
  const { sandbox, warehouse } = setUp();
  const later = { status: 404, match: { method: "POST" } } as const;
  sandbox.faults.next({ ...later, times: 2 });
  const plan = await planOf(created("a", view), created("b", view), created("c", view));
  const request = applyTables(warehouse, plan, {
    concurrency: 1,
    onStep: () => sandbox.faults.next({ ...later, times: 2 }),
  });
  expect(await rejection(request)).toMatchObject({
    applied: ["sales.c"],
    failed: [
      { table: "sales.a", error: { code: "not_found" } },
      { table: "sales.b", error: { code: "not_found" } },
    ],
  });
  expect(writtenTables(sandbox)).toEqual(["a", "b", "c", "a", "b"]);
});

test("no table is tried more than ten times", async () => {
  const { sandbox, warehouse } = setUp();
  const names = Array.from({ length: 12 }, (_, n) => `v${n}`);
  const fetch: typeof sandbox.clientOptions.fetch = async (...given) => {
    const before = sandbox.requests.filter(({ method }) => method === "POST").length;
    // In each round, only the last view is accepted.
    const request = new Request(...(given as [Request]));
    const open = await warehouse.tables.list({ projectId: "shop", datasetId: "sales" }).toArray({ limit: 99 });
    const { tableReference } = request.method === "POST" ? await request.clone().json() : { tableReference: {} };
    if (request.method === "POST" && tableReference.tableId !== names[names.length - 1 - open.length])
      sandbox.faults.next({ status: 404, match: { method: "POST" } });
    expect(before).toBeLessThan(200);
    return sandbox.clientOptions.fetch(request);
  };
  const plan = await planOf(...names.map((name) => created(name, view)));
  const { warehouse: own } = createClient({ ...sandbox.clientOptions, fetch });
  expect(await rejection(applyTables(own, plan, { concurrency: 1 }))).toMatchObject({
    applied: { length: 10 },
    failed: { length: 2 },
  });
});

test("a table whose dataset does not exist is tried once", async () => {
  const { sandbox, warehouse } = setUp();
  const definitions = [{ table: "missing.t" }, { table: "sales.u" }];
  const error = await rejection(applyTables(warehouse, await planLive([], definitions, { projectId: "shop" })));
  expect(error).toMatchObject({
    code: "apply_tables_failed",
    applied: ["sales.u"],
    failed: [{ table: "missing.t", error: { code: "not_found" } }],
    remaining: [],
  });
  expect(sandbox.requests.filter(({ method, path }) => method === "POST" && path.includes("missing"))).toHaveLength(1);
});

test("a failure does not stop the other tables", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.faults.next({ status: 403, match: { method: "POST" } });
  const plan = await planOf(created("a"), created("b"), created("x", view));
  const error = await rejection(applyTables(warehouse, plan, { concurrency: 1 }));
  expect(error).toMatchObject({
    name: "ApplyTablesError",
    code: "apply_tables_failed",
    applied: ["sales.b", "sales.x"],
    failed: [{ table: "sales.a", error: { code: "permission_denied" } }],
    remaining: [],
    cause: { code: "permission_denied" },
    message: expect.stringContaining("2 of 3 tables were applied, 1 failed; sales.a: [permission_denied]"),
  });
});

test("a table that another client has changed since the plan is not overwritten", async () => {
  const { sandbox, warehouse } = setUp({ description: "by another client" });
  const error = await rejection(applyTables(warehouse, await planOf(described("orders"))));
  expect(error).toMatchObject({
    applied: [],
    failed: [
      {
        table: "sales.orders",
        error: {
          name: "StalePlanError",
          code: "plan_stale",
          table: "sales.orders",
          changed: ["description"],
          message: "[plan_stale] sales.orders has changed since the plan: description; plan again",
        },
      },
    ],
  });
  expect(writesOf(sandbox)).toEqual([]);
});

test("a table is written if the same changes remain", async () => {
  const { warehouse } = setUp({ friendlyName: "by another client" });
  await applyTables(warehouse, await planOf(described("orders")));
  expect(await warehouse.tables.get(orders)).toMatchObject({
    description: "new",
    friendlyName: "by another client",
  });
});

test("a description of a column that was set since the plan is kept", async () => {
  const { sandbox, warehouse } = setUp();
  const noted = { ...id, description: "by another client" };
  sandbox.warehouse.tables.add({ tableReference: referenceOf("orders"), schema: { fields: [noted] } });
  await applyTables(warehouse, await planOf(withDefault("orders")));
  const { schema } = await warehouse.tables.get(orders);
  expect(schema?.fields?.[0]).toMatchObject({ description: "by another client" });
});

test.each<[what: string, live: Live | undefined, planned: Planned, changed: readonly string[]]>([
  ["a table to patch was deleted", undefined, described("orders"), []],
  ["a table to create exists with other properties", { description: "x" }, created("orders", { description: "y" }), []],
  [
    "a table to create exists and cannot be patched",
    { schema: { fields: [{ name: "x", type: "STRING" }] } },
    created("orders", { schema: [id] }),
    [],
  ],
  [
    "a column was added",
    { schema: { fields: [id, { name: "x", type: "STRING" }] } },
    withDefault("orders"),
    ["schema.fields[1]"],
  ],
  [
    "a column has another type",
    { schema: { fields: [{ name: "id", type: "STRING" }] } },
    withDefault("orders"),
    ["schema.fields[0].type"],
  ],
  [
    "several values have changed",
    { friendlyName: "x", description: "y", labels: { team: "z" } },
    planned("orders", {}, { friendlyName: "a", labels: { team: "a" }, description: "new" }),
    ["description", "friendlyName", "labels.team"],
  ],
])("writes nothing if %s", async (_, live, planned, changed) => {
  const { sandbox, warehouse } = setUp(live);
  const error = await rejection(applyTables(warehouse, await planOf(planned)));
  expect(error).toMatchObject({ failed: [{ error: { code: "plan_stale", table: "sales.orders", changed } }] });
  expect(writesOf(sandbox)).toEqual([]);
});

test("a table that was created as planned is unchanged", async () => {
  const { warehouse } = setUp({ description: "y", labels: { a: "b" } });
  expect(await applyTables(warehouse, await planOf(created("orders", { description: "y" })))).toMatchObject({
    applied: [],
    unchanged: ["sales.orders"],
  });
});

test("after a 412, the table is read once more", async () => {
  const { sandbox, warehouse } = setUp({});
  sandbox.faults.next({ status: 412, match: { method: "PATCH" } });
  expect(await applyTables(warehouse, await planOf(described("orders")))).toMatchObject({ applied: ["sales.orders"] });
  expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET", "PATCH", "GET", "PATCH"]);
});

test("after a 409, the table is read once more", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.faults.next({ status: 409, match: { method: "POST" } });
  expect(await applyTables(warehouse, await planOf(created("orders")))).toMatchObject({ applied: ["sales.orders"] });
  expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET", "POST", "GET", "POST"]);
});

test("a table that conflicts at every attempt fails after five attempts", async () => {
  const { sandbox, warehouse } = setUp({});
  sandbox.faults.next({ status: 412, times: Number.POSITIVE_INFINITY, match: { method: "PATCH" } });
  const error = await rejection(applyTables(warehouse, await planOf(described("orders"))));
  expect(error).toMatchObject({ failed: [{ error: { code: "precondition_failed", status: 412 } }] });
  expect(writesOf(sandbox)).toHaveLength(5);
});

test("after a restart of the process, only the remaining requests are sent", async () => {
  const { sandbox, warehouse } = setUp();
  const names = Array.from({ length: 9 }, (_, n) => `t${n}`);
  const plan = await planOf(...names.map((name) => created(name)));
  let steps = 0;
  const error = await rejection(
    applyTables(warehouse, plan, {
      concurrency: 1,
      onStep: () => {
        steps += 1;
        if (steps === 3) throw new Error("the process ends");
      },
    }),
  );
  expect(error).toMatchObject({
    code: "apply_tables_failed",
    applied: ["sales.t0", "sales.t1", "sales.t2"],
    failed: [],
    remaining: names.slice(3).map((name) => `sales.${name}`),
    cause: { message: "the process ends" },
  });
  expect(writesOf(sandbox)).toHaveLength(3);
  const result = await applyTables(warehouse, plan);
  expect(result.applied).toHaveLength(6);
  expect(result.unchanged).toEqual(["sales.t0", "sales.t1", "sales.t2"]);
  expect(writesOf(sandbox)).toHaveLength(9);
});

test("continues after the first of two requests", async () => {
  const { sandbox, warehouse } = setUp({ schema: { fields: [id] } });
  const plan = await planOf(withDefault("orders"));
  sandbox.faults.next({ delayMs: 0, match: { method: "PATCH" } });
  sandbox.faults.next({ status: 403, match: { method: "PATCH" } });
  expect(await rejection(applyTables(warehouse, plan))).toMatchObject({
    applied: [],
    failed: [{ table: "sales.orders" }],
  });
  expect(await applyTables(warehouse, plan)).toMatchObject({ applied: ["sales.orders"] });
  expect(writesOf(sandbox)).toHaveLength(3);
});

test("after a lost response of an insert, the table is read to determine the result", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.faults.next({ drop: true, after: true, match: { method: "POST" } });
  const steps: object[] = [];
  expect(
    await applyTables(warehouse, await planOf(created("orders")), { onStep: (step) => steps.push(step) }),
  ).toMatchObject({
    applied: ["sales.orders"],
    unchanged: [],
  });
  expect(writesOf(sandbox)).toHaveLength(1);
  expect(steps).toHaveLength(1);
});

test("an insert that was not processed is retried", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.faults.next({ drop: true, match: { method: "POST" } });
  expect(await applyTables(warehouse, await planOf(created("orders")))).toMatchObject({ applied: ["sales.orders"] });
  expect(writesOf(sandbox)).toHaveLength(2);
});

test.each([1, 2])("after a lost response of patch %i of 2, the table is read to determine the result", async (lost) => {
  const { sandbox, warehouse } = setUp({ schema: { fields: [id] } });
  if (lost === 2) sandbox.faults.next({ delayMs: 0, match: { method: "PATCH" } });
  sandbox.faults.next({ drop: true, after: true, match: { method: "PATCH" } });
  const steps: object[] = [];
  const result = await applyTables(warehouse, await planOf(withDefault("orders")), {
    retry: false,
    onStep: (step) => steps.push(step),
  });
  expect(result).toMatchObject({ applied: ["sales.orders"], unchanged: [] });
  expect(steps).toEqual([{ table: "sales.orders", action: "patch" }]);
  expect(writesOf(sandbox)).toHaveLength(2);
});

test("an exception of onStep ends the call after the requests in progress", async () => {
  const { sandbox, warehouse } = setUp();
  const plan = await fiveTables();
  const error = (await rejection(
    applyTables(warehouse, plan, {
      concurrency: 2,
      onStep: () => {
        throw new Error("no more");
      },
    }),
  )) as { applied: string[]; remaining: string[] };
  expect(error).toMatchObject({ code: "apply_tables_failed", failed: [], cause: { message: "no more" } });
  expect(error.applied).toHaveLength(writesOf(sandbox).length);
  expect([...error.applied, ...error.remaining].sort()).toEqual(plan.tables.map(({ table }) => table));
  expect(error.remaining.length).toBeGreaterThanOrEqual(3);
});

test("an abort rejects with its reason, and leaves no listener", async () => {
  const { sandbox, warehouse } = setUp();
  const controller = new AbortController();
  const plan = await fiveTables();
  const failure = applyTables(warehouse, plan, {
    concurrency: 1,
    signal: controller.signal,
    onStep: () => controller.abort(new Error("stopped by the user")),
  });
  expect(await rejection(failure)).toBe(controller.signal.reason);
  expect(writesOf(sandbox)).toHaveLength(1);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("the deadline ends the call", async () => {
  const { sandbox, warehouse, clock } = setUp();
  const plan = await fiveTables();
  const error = await rejection(
    applyTables(warehouse, plan, { concurrency: 1, deadlineMs: 1_000, onStep: () => clock.advance(600) }),
  );
  expect(error).toMatchObject({
    applied: ["sales.a", "sales.b"],
    failed: [{ table: "sales.c", error: { code: "deadline" } }],
    remaining: ["sales.d", "sales.e"],
  });
  expect(writesOf(sandbox)).toHaveLength(2);
});

test.each([1, 3])("at most %i tables are applied at a time", async (concurrency) => {
  const { sandbox, clock } = setUp();
  let running = 0;
  let most = 0;
  const { fetch } = sandbox.clientOptions;
  const counting: typeof fetch = async (...given) => {
    running += 1;
    most = Math.max(most, running);
    const response = await fetch(...given);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return response;
  };
  const { warehouse } = createClient({ ...sandbox.clientOptions, fetch: counting, clock });
  await applyTables(warehouse, await fiveTables(), {
    concurrency,
  });
  expect(most).toBe(concurrency);
});

test.each<[what: string, change: (plan: TablesPlan) => unknown]>([
  ["no plan", () => undefined],
  ["a promise", (plan) => Promise.resolve(plan)],
  ["a definition", () => ({ table: "sales.t" })],
  ["a copy", (plan) => ({ ...plan })],
  ["JSON", (plan) => JSON.parse(JSON.stringify(plan))],
])("rejects %s before the first request", async (_, change) => {
  const { sandbox, warehouse } = setUp();
  expect(await rejection(applyTables(warehouse, change(await planOf(created("t"))) as TablesPlan))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "plan", rule: "tables-plan", message: expect.stringContaining("that planTables returned") }],
  });
  expect(sandbox.requests).toHaveLength(0);
});

test("rejects a plan with an impossible or unreadable table before the first request", async () => {
  const { sandbox, warehouse } = setUp();
  const plan = await planOf(
    created("a"),
    planned("b", { schema: { fields: [id] } }, { schema: [{ ...id, type: "STRING" }] }),
    planned("c", { status: 403 } as Live, {}),
  );
  expect(await rejection(applyTables(warehouse, plan))).toMatchObject({
    issues: [{ path: "tables[1].action" }, { path: "tables[2].action" }],
  });
  expect(sandbox.requests).toHaveLength(0);
});

test.each<[options: object, path: string]>([
  [{ onStep: 5 }, "onStep"],
  [{ concurrency: 0 }, "concurrency"],
  [{ concurrency: 51 }, "concurrency"],
  [{ query: { fields: "etag" } }, "query.fields"],
  [{ yes: true }, "yes"],
  [{ digest: "0" }, "digest"],
])("rejects the options %j", async (options, path) => {
  const { sandbox, warehouse } = setUp();
  expect(
    await rejection(applyTables(warehouse, await planOf(created("t")), options as ApplyTablesOptions)),
  ).toMatchObject({
    code: "invalid_request",
    issues: [{ path }],
  });
  expect(sandbox.requests).toHaveLength(0);
});
