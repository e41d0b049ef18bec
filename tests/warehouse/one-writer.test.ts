import { createClient, defineTable, type Table, type TableDefinition } from "fourfold";
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
  const { tables } = createClient({ ...sandbox.clientOptions, clock }).warehouse;
  return { sandbox, tables, clock };
}

type Tables = ReturnType<typeof setUp>["tables"];

/** The two ways to bring a table to its definition: `ensure`, and `apply` with a plan from a file. */
const WAYS: [name: string, write: (tables: Tables, definition: TableDefinition) => Promise<unknown>][] = [
  [
    "ensure",
    async (tables, { table: _, ...others }) => tables.ensure({ tableReference: orders, ...(others as object) }),
  ],
  [
    "apply",
    async (tables, definition) => {
      const plan = await tables.plan([definition], project);
      return tables.apply(plan);
    },
  ],
];

const isUnchanged = async (tables: Tables, definition: TableDefinition) => {
  const [planned] = (await tables.plan([definition], project)).tables;
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
  const { sandbox, tables } = setUp();
  const [name] = Object.keys(property) as [string];
  const record = (inner: object) => ({ name: "r", type: "RECORD", fields: [column(inner)] });
  sandbox.warehouse.tables.add({
    tableReference: orders,
    schema: { fields: [column(property), record(property)] },
  } as never);
  const cleared = { [name]: null };
  const definition = defineTable("sales.orders", { schema: [column(cleared), record(cleared)] as never });
  await write(tables, definition);
  const { schema } = await tables.get(orders);
  const [first, second] = schema?.fields ?? [];
  for (const each of [first, second?.fields?.[0]]) {
    const value = (each as unknown as Record<string, unknown>)[name];
    expect(value ?? "cleared").toEqual(name === "policyTags" ? { names: [] } : "cleared");
  }
  await isUnchanged(tables, definition);
});

test.each(WAYS)("%s clears the description of a column of external data, and keeps what it omits", async (_, write) => {
  const { sandbox, tables } = setUp();
  sandbox.warehouse.tables.add({
    tableReference: orders,
    ...external({ description: "old", maxLength: "5" }),
  } as never);
  const definition = { table: "sales.orders", ...external({ description: null }) } as TableDefinition;
  await write(tables, definition);
  const { externalDataConfiguration: data } = await tables.get(orders);
  expect(data?.schema?.fields).toEqual([column({ maxLength: "5" })]);
  await isUnchanged(tables, definition);
});

test.each(WAYS)("%s creates a table without expirations in a dataset that has defaults", async (_, write) => {
  const { sandbox, tables } = setUp({ defaultTableExpirationMs: 3_600_000, defaultPartitionExpirationMs: 7_200_000 });
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
    await write(tables, definition);
    const { expirationTime, timePartitioning } = await tables.get(orders);
    expect([expirationTime, timePartitioning?.expirationMs]).toEqual([undefined, undefined]);
    expect(writes(sandbox)).toEqual(["POST"]);
    await isUnchanged(tables, definition);
  }
});

test.each(WAYS)("%s clears an expiration that the service sets although the request has null", async (_, write) => {
  const { sandbox } = setUp({ defaultTableExpirationMs: 3_600_000 });
  const { fetch } = sandbox.clientOptions;
  const { tables } = createClient({
    ...sandbox.clientOptions,
    fetch: async (...given) => {
      const request = new Request(...given);
      if (request.method !== "POST") return fetch(request);
      const { expirationTime: _, ...others } = (await request.json()) as Table;
      return fetch(
        new Request(request.url, { method: "POST", headers: request.headers, body: JSON.stringify(others) }),
      );
    },
  }).warehouse;
  const definition = { table: "sales.orders", expirationTime: null } as TableDefinition;
  expect(await write(tables, definition)).toMatchObject({ ignored: [] });
  expect(writes(sandbox)).toEqual(["POST", "PATCH"]);
  await isUnchanged(tables, definition);
});

test("apply keeps a column that another client adds after a plan that keeps extra columns", async () => {
  const { sandbox, tables } = setUp();
  const id = { name: "id", type: "INTEGER" } as const;
  const note = { name: "note", type: "STRING" } as const;
  sandbox.warehouse.tables.add({ tableReference: orders, schema: { fields: [id] } });
  const definition = defineTable("sales.orders", { schema: [id, note], description: "new" });
  const plan = await tables.plan([definition], { ...project, extraColumns: "keep" });
  await tables.patch(orders, { schema: { fields: [id, { name: "by_others", type: "DATE" }] } });
  expect(await tables.apply(plan)).toMatchObject({ applied: ["sales.orders"] });
  const { schema } = await tables.get(orders);
  expect(schema?.fields?.map(({ name }) => name)).toEqual(["id", "by_others", "note"]);
});

test("a plan keeps its ignored fields until it is applied", async () => {
  const { sandbox, tables } = setUp();
  sandbox.warehouse.tables.add({ tableReference: orders, schema: { fields: [column({})] }, labels: { "goog-x": "1" } });
  const definition = defineTable("sales.orders", { schema: [column({ description: "new" })] as never });
  const plan = await tables.plan([definition], { ...project, ignore: { fields: ["labels.goog-*", "schema.x_*"] } });
  await tables.patch(orders, { schema: { fields: [column({}), { name: "x_other", type: "DATE" }] as never } });
  expect(await tables.apply(plan)).toMatchObject({ applied: ["sales.orders"] });
});

test("a table must not state the partition filter twice with different values", async () => {
  const { tables } = setUp();
  const twice = {
    requirePartitionFilter: true,
    timePartitioning: { type: "DAY", requirePartitionFilter: false },
  } as const;
  const issue = { path: "timePartitioning.requirePartitionFilter", rule: "partition-filter-once" };
  expect(() => defineTable("sales.orders", twice)).toThrow("partition-filter-once");
  for (const call of [
    tables.ensure({ tableReference: orders, ...twice }),
    tables.insert({ tableReference: orders, ...twice }),
    tables.patch(orders, twice),
  ]) {
    expect(await rejection(call)).toMatchObject({ code: "invalid_request", issues: [issue] });
  }
});

test.each([
  ["options of an open-source catalog", { externalCatalogTableOptions: { parameters: { a: "b" } } }],
  ["external data", { externalDataConfiguration: { sourceFormat: "PARQUET", sourceUris: ["gs://b/x"] } }],
])("partition columns of a table with %s converge", async (_, kind) => {
  const { tables } = setUp();
  const definitionOf = (field: string) => ({
    tableReference: orders,
    ...kind,
    partitionDefinition: { partitionedColumn: [{ field }] },
  });
  const changes: string[] = [];
  for (const field of ["day", "day", "month", "month"]) changes.push((await tables.ensure(definitionOf(field))).change);
  expect(changes).toEqual(["created", "unchanged", "patched", "unchanged"]);
  expect((await tables.get(orders)).partitionDefinition).toEqual({ partitionedColumn: [{ field: "month" }] });
});

test("ensure says patched if another client makes the second change between its two patches", async () => {
  const { sandbox } = setUp();
  const id = { name: "id", type: "INTEGER" };
  const at = { name: "at", type: "TIMESTAMP", defaultValueExpression: "CURRENT_TIMESTAMP()" };
  sandbox.warehouse.tables.add({ tableReference: orders, schema: { fields: [id] } } as never);
  const other = createClient(sandbox.clientOptions).warehouse.tables;
  const { fetch } = sandbox.clientOptions;
  let patches = 0;
  const { tables } = createClient({
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
  }).warehouse;
  const result = await tables.ensure({ tableReference: orders, schema: { fields: [id, at] as never } });
  expect(result).toMatchObject({ change: "patched", ignored: [] });
});

test("an exception of onStep after the last request does not change the result", async () => {
  const { tables } = setUp();
  const plan = await tables.plan([{ table: "sales.orders" }], project);
  const result = await tables.apply(plan, {
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
  const { tables } = createClient({
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
  }).warehouse;
  return { sandbox, tables, events };
}

test("ensure reports changes that the service ignores, as an event and in the result", async () => {
  const { sandbox, tables, events } = setUpIgnoring();
  const ignored = [
    {
      path: "description",
      message: 'must be "one row per order", got nothing: the service ignored the change',
      rule: "change-ignored",
    },
  ];
  const desired = { tableReference: orders, description: "one row per order" };
  expect(await tables.ensure({ ...desired, friendlyName: "Orders" })).toMatchObject({ change: "created", ignored });
  expect(await tables.ensure({ ...desired, friendlyName: "Shop" })).toMatchObject({ change: "patched", ignored });
  const drift = events.filter(({ type }) => type === "drift");
  expect(drift).toHaveLength(2);
  expect(drift[0]).toMatchObject({
    methodName: "tables.ensure",
    resource: "Table",
    issues: [{ path: "description", message: "the service ignored the change" }],
  });
  expect(JSON.stringify(drift)).not.toContain("one row");
  expect(writes(sandbox)).toEqual(["POST", "PATCH"]);
});

test("apply reports changes that the service ignores", async () => {
  const { tables } = setUpIgnoring();
  const definitions = [
    { table: "sales.orders", description: "x" },
    { table: "sales.items", friendlyName: "Items" },
  ];
  expect(await tables.apply(await tables.plan(definitions, project))).toEqual({
    applied: ["sales.orders", "sales.items"],
    unchanged: [],
    skipped: [],
    ignored: [{ table: "sales.orders", issues: [expect.objectContaining({ path: "description" })] }],
  });
});

test("impossible: skip skips tables that cannot be applied", async () => {
  const { sandbox, tables } = setUp();
  sandbox.warehouse.tables.add({ tableReference: orders, schema: { fields: [{ name: "id", type: "STRING" }] } });
  const plan = await tables.plan(
    [
      defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] }),
      defineTable("sales.daily", { view: { query: "SELECT * FROM sales.orders", useLegacySql: false } }),
      defineTable("sales.items", {}),
    ],
    project,
  );
  const error = await rejection(tables.apply(plan));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "tables[0].action" }] });
  expect(writes(sandbox)).toEqual([]);
  expect(await tables.apply(plan, { impossible: "skip" })).toMatchObject({
    applied: ["sales.items", "sales.daily"],
    skipped: ["sales.orders"],
  });
});

test("another plan with the same changes has the same digest", async () => {
  const { tables } = setUp();
  const digestOf = async (description: string) =>
    (await tables.plan([{ table: "sales.orders", description }], project)).digest;
  expect(await digestOf("x")).toMatch(/^[0-9a-f]{64}$/);
  expect(await digestOf("x")).toBe(await digestOf("x"));
  expect(await digestOf("y")).not.toBe(await digestOf("x"));
});
