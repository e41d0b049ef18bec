import { createClient, type Table, type Warehouse } from "fourfold";
import { applyTables, defineTable, ensureTable, planTables, type TableDefinition } from "fourfold/tables";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const project = { projectId: "shop" };
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };

function setUp(dataset: object = {}) {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.datasets.add({ ...project, datasetId: "sales", ...dataset });
  const { warehouse } = createClient({ ...sandbox.clientOptions, clock });
  return { sandbox, warehouse, clock };
}

/** The two ways to bring a table to its definition: `ensureTable`, and `applyTables` with a plan. */
const WAYS: [name: string, write: (warehouse: Warehouse, definition: TableDefinition) => Promise<unknown>][] = [
  [
    "ensureTable",
    async (warehouse, { table: _, ...others }) =>
      ensureTable(warehouse, { tableReference: orders, ...(others as object) }),
  ],
  [
    "applyTables",
    async (warehouse, definition) => {
      const plan = await planTables(warehouse, [definition], project);
      return applyTables(warehouse, plan);
    },
  ],
];

const isUnchanged = async (warehouse: Warehouse, definition: TableDefinition) => {
  const [planned] = (await planTables(warehouse, [definition], project)).tables;
  expect(planned).toMatchObject({ action: "unchanged", changes: [] });
};

const writes = ({ requests }: Sandbox) => requests.filter(({ method }) => method !== "GET").map(({ method }) => method);

const column = (more: object) => ({ name: "id", type: "STRING", ...more });
const external = (more: object) => ({
  externalDataConfiguration: { sourceFormat: "CSV", sourceUris: ["gs://b/x"], schema: { fields: [column(more)] } },
});

test.each(
  WAYS.flatMap(
    ([way, write]) =>
      [
        [way, "a description", write, { description: "old" }],
        [way, "a default value", write, { defaultValueExpression: "'x'" }],
        [way, "a mode", write, { mode: "REQUIRED" }],
        [way, "a collation", write, { collation: "und:ci" }],
        [way, "policy tags", write, { policyTags: { names: ["projects/p/locations/eu/taxonomies/1/policyTags/1"] } }],
      ] as const,
  ),
)("%s clears %s of a column, at every depth", async (_, __, write, property) => {
  const { sandbox, warehouse } = setUp();
  const [name] = Object.keys(property) as [string];
  // Only top-level columns have default values.
  const nested = ({ defaultValueExpression: _, ...others }: Record<string, unknown>) => others;
  const record = (inner: object) => ({ name: "r", type: "RECORD", fields: [column(inner)] });
  sandbox.warehouse.tables.add({
    tableReference: orders,
    schema: { fields: [column(property), record(nested(property))] },
  } as never);
  const cleared = { [name]: null };
  const definition = defineTable("sales.orders", { schema: [column(cleared), record(nested(cleared))] as never });
  await write(warehouse, definition);
  const { schema } = await warehouse.tables.get(orders);
  const [first, second] = schema?.fields ?? [];
  for (const each of [first, second?.fields?.[0]]) {
    const value = (each as unknown as Record<string, unknown>)[name];
    expect(value ?? "cleared").toEqual(name === "policyTags" ? { names: [] } : "cleared");
  }
  await isUnchanged(warehouse, definition);
});

test.each(WAYS)("%s clears the description of a column of external data, and keeps what it omits", async (_, write) => {
  const { sandbox, warehouse } = setUp();
  sandbox.warehouse.tables.add({
    tableReference: orders,
    ...external({ description: "old", maxLength: "5" }),
  } as never);
  const definition = { table: "sales.orders", ...external({ description: null }) } as TableDefinition;
  await write(warehouse, definition);
  const { externalDataConfiguration: data } = await warehouse.tables.get(orders);
  expect(data?.schema?.fields).toEqual([column({ maxLength: "5" })]);
  await isUnchanged(warehouse, definition);
});

test.each(WAYS)("%s creates a table without expirations in a dataset that has defaults", async (_, write) => {
  const { sandbox, warehouse } = setUp({
    defaultTableExpirationMs: 3_600_000,
    defaultPartitionExpirationMs: 7_200_000,
  });
  const timePartitioning = { type: "DAY", expirationMs: null };
  for (const definition of [
    { table: "sales.orders", expirationTime: null },
    { table: "sales.orders", timePartitioning },
  ] as TableDefinition[]) {
    sandbox.reset();
    sandbox.warehouse.datasets.add({
      ...project,
      datasetId: "sales",
      defaultTableExpirationMs: 3_600_000,
      defaultPartitionExpirationMs: 7_200_000,
    });
    await write(warehouse, definition);
    const { expirationTime, timePartitioning } = await warehouse.tables.get(orders);
    expect([expirationTime, timePartitioning?.expirationMs]).toEqual([undefined, undefined]);
    expect(writes(sandbox)).toEqual(["POST"]);
    await isUnchanged(warehouse, definition);
  }
});

test.each(WAYS)("%s clears an expiration that the service sets although the request has null", async (_, write) => {
  const { sandbox } = setUp({ defaultTableExpirationMs: 3_600_000 });
  const { fetch } = sandbox.clientOptions;
  const { warehouse } = createClient({
    ...sandbox.clientOptions,
    fetch: async (...given) => {
      const request = new Request(...given);
      if (request.method !== "POST") return fetch(request);
      const { expirationTime: _, ...others } = (await request.json()) as Table;
      return fetch(
        new Request(request.url, { method: "POST", headers: request.headers, body: JSON.stringify(others) }),
      );
    },
  });
  const definition = { table: "sales.orders", expirationTime: null } as TableDefinition;
  expect(await write(warehouse, definition)).toMatchObject({ ignored: [] });
  expect(writes(sandbox)).toEqual(["POST", "PATCH"]);
  await isUnchanged(warehouse, definition);
});

test("applyTables keeps a column that another client adds after a plan that keeps extra columns", async () => {
  const { sandbox, warehouse } = setUp();
  const id = { name: "id", type: "INTEGER" } as const;
  const note = { name: "note", type: "STRING" } as const;
  sandbox.warehouse.tables.add({ tableReference: orders, schema: { fields: [id] } });
  const definition = defineTable("sales.orders", { schema: [id, note], description: "new" });
  const plan = await planTables(warehouse, [definition], { ...project, extraColumns: "keep" });
  await warehouse.tables.patch(orders, { schema: { fields: [id, { name: "by_others", type: "DATE" }] } });
  expect(await applyTables(warehouse, plan)).toMatchObject({ applied: ["sales.orders"] });
  const { schema } = await warehouse.tables.get(orders);
  expect(schema?.fields?.map(({ name }) => name)).toEqual(["id", "by_others", "note"]);
});

test("a plan keeps its ignored fields until it is applied", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.warehouse.tables.add({ tableReference: orders, schema: { fields: [column({})] }, labels: { "goog-x": "1" } });
  const definition = defineTable("sales.orders", { schema: [column({ description: "new" })] as never });
  const plan = await planTables(warehouse, [definition], {
    ...project,
    ignore: { fields: ["labels.goog-*", "schema.x_*"] },
  });
  await warehouse.tables.patch(orders, {
    schema: { fields: [column({}), { name: "x_other", type: "DATE" }] as never },
  });
  expect(await applyTables(warehouse, plan)).toMatchObject({ applied: ["sales.orders"] });
});

test("a table must not state the partition filter twice with different values", async () => {
  const { warehouse } = setUp();
  const twice = {
    requirePartitionFilter: true,
    timePartitioning: { type: "DAY", requirePartitionFilter: false },
  } as const;
  const issue = { path: "timePartitioning.requirePartitionFilter", rule: "partition-filter-once" };
  expect(() => defineTable("sales.orders", twice)).toThrow("partition-filter-once");
  const error = await rejection(ensureTable(warehouse, { tableReference: orders, ...twice }));
  expect(error).toMatchObject({ code: "invalid_request", issues: [issue] });
});

test.each([
  ["options of an open-source catalog", { externalCatalogTableOptions: { parameters: { a: "b" } } }],
  ["external data", { externalDataConfiguration: { sourceFormat: "PARQUET", sourceUris: ["gs://b/x"] } }],
])("partition columns of a table with %s converge", async (_, kind) => {
  const { warehouse } = setUp();
  const definitionOf = (field: string) => ({
    tableReference: orders,
    ...kind,
    partitionDefinition: { partitionedColumn: [{ field }] },
  });
  const changes: string[] = [];
  for (const field of ["day", "day", "month", "month"])
    changes.push((await ensureTable(warehouse, definitionOf(field))).change);
  expect(changes).toEqual(["created", "unchanged", "patched", "unchanged"]);
  expect((await warehouse.tables.get(orders)).partitionDefinition).toEqual({ partitionedColumn: [{ field: "month" }] });
});

test("ensureTable says patched if another client makes the second change between its two patches", async () => {
  const { sandbox } = setUp();
  const id = { name: "id", type: "INTEGER" };
  const at = { name: "at", type: "TIMESTAMP", defaultValueExpression: "CURRENT_TIMESTAMP()" };
  sandbox.warehouse.tables.add({ tableReference: orders, schema: { fields: [id] } } as never);
  const other = createClient(sandbox.clientOptions).warehouse.tables;
  const { fetch } = sandbox.clientOptions;
  let patches = 0;
  const { warehouse } = createClient({
    ...sandbox.clientOptions,
    fetch: async (...given) => {
      const request = new Request(...given);
      const { method } = request;
      patches += method === "PATCH" ? 1 : 0;
      if (method === "PATCH" && patches === 2) {
        await other.patch(orders, { schema: { fields: [id, at] as never } });
      }
      return fetch(request);
    },
    retry: { minDelayMs: 1 },
  });
  const result = await ensureTable(warehouse, { tableReference: orders, schema: { fields: [id, at] as never } });
  expect(result).toMatchObject({ change: "patched", ignored: [] });
});

test("an exception of onStep after the last request does not change the result", async () => {
  const { warehouse } = setUp();
  const plan = await planTables(warehouse, [{ table: "sales.orders" }], project);
  const result = await applyTables(warehouse, plan, {
    onStep: () => {
      throw new Error("the log is full");
    },
  });
  expect(result).toMatchObject({ applied: ["sales.orders"] });
});

/** A sandbox whose tables ignore their descriptions. */
function setUpIgnoring() {
  const { sandbox } = setUp();
  const { fetch } = sandbox.clientOptions;
  const events: { type: string }[] = [];
  const { warehouse } = createClient({
    ...sandbox.clientOptions,
    onEvent: (event) => events.push(event),
    fetch: async (...given) => {
      const request = new Request(...given);
      if (request.method === "GET") return fetch(request);
      const { description: _, ...others } = (await request.json()) as Table;
      return fetch(
        new Request(request.url, { method: request.method, headers: request.headers, body: JSON.stringify(others) }),
      );
    },
  });
  return { sandbox, warehouse, events };
}

test("ensureTable reports changes that the service ignores, as an event and in the result", async () => {
  const { sandbox, warehouse, events } = setUpIgnoring();
  const ignored = [
    {
      path: "description",
      message: 'must be "one row per order", got nothing: the service ignored the change',
      rule: "change-ignored",
    },
  ];
  const desired = { tableReference: orders, description: "one row per order" };
  expect(await ensureTable(warehouse, { ...desired, friendlyName: "Orders" })).toMatchObject({
    change: "created",
    ignored,
  });
  expect(await ensureTable(warehouse, { ...desired, friendlyName: "Shop" })).toMatchObject({
    change: "patched",
    ignored,
  });
  const drift = events.filter(({ type }) => type === "drift");
  expect(drift).toHaveLength(2);
  expect(drift[0]).toMatchObject({
    methodName: "ensureTable",
    resource: "Table",
    issues: [{ path: "description", message: "the service ignored the change" }],
  });
  expect(JSON.stringify(drift)).not.toContain("one row");
  expect(writes(sandbox)).toEqual(["POST", "PATCH"]);
});

test("applyTables reports changes that the service ignores", async () => {
  const { warehouse } = setUpIgnoring();
  const definitions = [
    { table: "sales.orders", description: "x" },
    { table: "sales.items", friendlyName: "Items" },
  ];
  expect(await applyTables(warehouse, await planTables(warehouse, definitions, project))).toEqual({
    applied: ["sales.orders", "sales.items"],
    unchanged: [],
    skipped: [],
    ignored: [{ table: "sales.orders", issues: [expect.objectContaining({ path: "description" })] }],
  });
});

test("impossible: skip skips tables that cannot be applied", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.warehouse.tables.add({ tableReference: orders, schema: { fields: [{ name: "id", type: "STRING" }] } });
  const plan = await planTables(
    warehouse,
    [
      defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] }),
      defineTable("sales.daily", { view: { query: "SELECT * FROM sales.orders", useLegacySql: false } }),
      defineTable("sales.items", {}),
    ],
    project,
  );
  const error = await rejection(applyTables(warehouse, plan));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "tables[0].action" }] });
  expect(writes(sandbox)).toEqual([]);
  expect(await applyTables(warehouse, plan, { impossible: "skip" })).toMatchObject({
    applied: ["sales.items", "sales.daily"],
    skipped: ["sales.orders"],
  });
});

test("another plan with the same changes has the same digest", async () => {
  const { warehouse } = setUp();
  const digestOf = async (description: string) =>
    (await planTables(warehouse, [{ table: "sales.orders", description }], project)).digest;
  expect(await digestOf("x")).toMatch(/^[0-9a-f]{64}$/);
  expect(await digestOf("x")).toBe(await digestOf("x"));
  expect(await digestOf("y")).not.toBe(await digestOf("x"));
});
