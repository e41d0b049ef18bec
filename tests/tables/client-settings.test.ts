import { createClient, googleNaming, type SharedOptions, vendorNaming, type Warehouse } from "fourfold";
import { applyTables, ensureTable, getTables, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const project = { projectId: "shop" };
const orders = { ...project, datasetId: "sales", tableId: "orders" };
const definitions = [{ table: "sales.orders", description: "new" }];

/** A client of a sandbox with the table `sales.orders`, whose responses take `responseMs` each. */
function setUp(options: Partial<SharedOptions> = {}, responseMs = 0) {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.tables.add({ tableReference: orders });
  const fetch: typeof globalThis.fetch = (...given) => {
    clock.advance(responseMs);
    return sandbox.clientOptions.fetch(...given);
  };
  const { warehouse } = createClient({ ...sandbox.clientOptions, fetch, clock, ...options });
  return { sandbox, clock, warehouse };
}

/** The calls of this package that start over after a conflict. */
const WRITES: readonly [
  name: string,
  write: (warehouse: Warehouse, options?: Pick<SharedOptions, "retry">) => Promise<unknown>,
][] = [
  [
    "ensureTable",
    (warehouse, options) => ensureTable(warehouse, { tableReference: orders, description: "new" }, options),
  ],
  [
    "applyTables",
    async (warehouse, options) => applyTables(warehouse, await planTables(warehouse, definitions, project), options),
  ],
];

const CONFLICTS = { status: 412, times: 3, match: { method: "PATCH", path: /orders$/ } };

test.each(WRITES)("%s waits between attempts as the client's retry settings say", async (_, write) => {
  const { sandbox, clock, warehouse } = setUp({ retry: { minDelayMs: 0, maxDelayMs: 0 } });
  sandbox.faults.next(CONFLICTS);
  await write(warehouse);
  expect(clock.slept).toEqual([0, 0, 0]);
});

test.each(WRITES)("the retry settings of a call of %s override those of a copied client", async (_, write) => {
  const { sandbox, clock, warehouse } = setUp({ retry: { minDelayMs: 50_000, maxDelayMs: 90_000 } });
  sandbox.faults.next(CONFLICTS);
  await write({ ...warehouse, tables: { ...warehouse.tables } }, { retry: { minDelayMs: 0 } });
  expect(clock.slept).toEqual([0, 0, 0]);
});

/** Calls of several requests. */
const CALLS: readonly [name: string, call: (warehouse: Warehouse) => Promise<unknown>][] = [
  ...WRITES,
  ["planTables", (warehouse) => planTables(warehouse, definitions, project)],
  [
    "getTables",
    async (warehouse) => {
      for await (const { error } of getTables(warehouse, [orders, orders], { concurrency: 1 })) {
        if (error !== undefined) throw error;
      }
    },
  ],
];

test.each(CALLS)("the client's deadline limits all requests of %s together", async (_, call) => {
  const { sandbox, warehouse } = setUp({ deadlineMs: 100 }, 60);
  const error = await rejection(call(warehouse));
  expect((error as { cause?: unknown }).cause ?? error).toMatchObject({ code: "deadline" });
  expect(sandbox.requests).toHaveLength(2);
});

test.each([googleNaming, vendorNaming])(
  "a drift event names the call that wrote the table, profile $name",
  async (naming) => {
    const sandbox = createSandbox({ naming });
    sandbox.warehouse.datasets.add(orders);
    const events: Record<string, unknown>[] = [];
    const responses: unknown[] = [];
    const { warehouse } = createClient({
      ...sandbox.clientOptions,
      onEvent: (event) => events.push({ ...event }),
      fetch: async (...given) => {
        const request = new Request(...given);
        if (request.method === "GET") return sandbox.clientOptions.fetch(request);
        const { description: _, ...others } = (await request.json()) as Record<string, unknown>;
        const { method, headers } = request;
        return sandbox.clientOptions.fetch(new Request(request.url, { method, headers, body: JSON.stringify(others) }));
      },
    });
    const options = { onResponse: (info: unknown) => responses.push(info) };
    await ensureTable(warehouse, { tableReference: orders, description: "new" }, options);
    await ensureTable(warehouse, { tableReference: orders, description: "new", friendlyName: "Orders" }, options);
    const names = ({ callId, method, path }: Record<string, unknown>) => ({ callId, method, path });
    const sent = events.filter(({ type, method }) => type === "request" && method !== "GET").map(names);
    expect(sent.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
    expect(events.filter(({ type }) => type === "drift").map(names)).toEqual(sent);
    expect(responses).toHaveLength(3);
  },
);
