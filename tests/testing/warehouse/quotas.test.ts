import fc from "fast-check";
import { createClient, type TableInput, type TablePatch, vendorNaming } from "fourfold";
import { createSandbox, type SandboxOptions } from "fourfold/testing";
import { expect, test } from "vitest";
import { propertyRuns } from "../../support/property-runs.js";
import { rejection } from "../../support/rejection.js";
import { createTestClock } from "../../support/test-clock.js";

const referenceOf = (tableId: string) => ({ projectId: "shop", datasetId: "sales", tableId });
const orders = referenceOf("orders");
const day = { name: "day", type: "DATE" } as const;
const byDay = { schema: { fields: [day] }, timePartitioning: { type: "DAY", field: "day" } } as const;

function setUp(options: SandboxOptions = { quotas: true }) {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock, ...options });
  sandbox.warehouse.tables.add({ tableReference: orders });
  const { tables } = createClient({ ...sandbox.clientOptions, retry: false }).warehouse;
  return { clock, sandbox, tables };
}

type Tables = ReturnType<typeof setUp>["tables"];

const patch = (tables: Tables, tableId = "orders", change: TablePatch = { description: "new" }) =>
  tables.patch(referenceOf(tableId), change);
const limited = { code: "rate_limited", status: 403, reason: "rateLimitExceeded" };

test("accepts five updates of a table in 10 s, and rejects more with the service's message", async () => {
  const { clock, tables } = setUp();
  for (let count = 0; count < 4; count += 1) await patch(tables);
  clock.advance(3_000);
  await tables.update({ tableReference: orders });
  expect(await rejection(patch(tables))).toMatchObject({
    ...limited,
    serviceMessage:
      "Exceeded rate limits: too many table update operations for this table. For more information, see https://cloud.google.com/bigquery/docs/troubleshoot-quotas",
  });
  clock.advance(6_999);
  expect(await rejection(patch(tables))).toMatchObject(limited);
  clock.advance(1);
  for (let count = 0; count < 4; count += 1) await patch(tables);
  expect(await rejection(tables.update({ tableReference: orders }))).toMatchObject(limited);
  expect((await tables.get(orders)).description).toBe("new");
});

test.each<[name: string, partitioning: Partial<TableInput>]>([
  ["time", byDay],
  [
    "ranges",
    {
      schema: { fields: [{ name: "id", type: "INTEGER" }] },
      rangePartitioning: { field: "id", range: { start: "0", end: "9", interval: "1" } },
    },
  ],
])("accepts 50 updates in 10 s of a table that is partitioned by %s", async (_, partitioning) => {
  const { sandbox, tables } = setUp();
  sandbox.warehouse.tables.add({ tableReference: referenceOf("events"), ...partitioning });
  for (let count = 0; count < 50; count += 1) await patch(tables, "events");
  expect(await rejection(patch(tables, "events"))).toMatchObject(limited);
});

test("each table has its own limit, and rejected updates do not count", async () => {
  const { clock, sandbox, tables } = setUp();
  sandbox.warehouse.tables.add({ tableReference: referenceOf("items") });
  const invalid = { ifMatch: "stale" };
  for (let count = 0; count < 9; count += 1) {
    expect(await rejection(tables.patch(orders, {}, invalid))).toMatchObject({ status: 412 });
  }
  for (let count = 0; count < 5; count += 1) await patch(tables);
  for (let count = 0; count < 9; count += 1) {
    expect(await rejection(patch(tables))).toMatchObject(limited);
    clock.advance(1_000);
  }
  await patch(tables, "items");
  clock.advance(1_000);
  await patch(tables);
});

test("accepts 10 inserts per second in the whole sandbox, also those that fail", async () => {
  const { clock, tables } = setUp();
  const insert = (datasetId: string, tableId: string) =>
    tables.insert({ tableReference: { projectId: "shop", datasetId, tableId } });
  expect(await rejection(insert("sales", "orders"))).toMatchObject({ status: 409 });
  expect(await rejection(insert("none", "orders"))).toMatchObject({ status: 404 });
  for (let count = 0; count < 8; count += 1) await insert("sales", `t${count}`);
  expect(await rejection(insert("sales", "more"))).toMatchObject({
    ...limited,
    serviceMessage: expect.stringMatching(/^Exceeded rate limits: too many api requests per user per method/),
  });
  expect(await tables.list({ projectId: "shop", datasetId: "sales" }).toArray({ limit: 20 })).toHaveLength(9);
  clock.advance(1_000);
  await insert("sales", "more");
});

test("seeds, reads, deletions and policies are not limited", async () => {
  const { sandbox, tables } = setUp();
  for (let count = 0; count < 30; count += 1) {
    sandbox.warehouse.tables.add({ tableReference: referenceOf(`t${count}`) });
    await tables.get(orders);
    await tables.setIamPolicy(orders, {});
    await tables.delete(referenceOf(`t${count}`));
  }
});

test("a restored or empty sandbox counts from zero, and a snapshot does not contain the counts", async () => {
  const { sandbox, tables } = setUp();
  const clean = sandbox.snapshot();
  const useUp = async () => {
    for (let count = 0; count < 5; count += 1) await patch(tables);
    for (let count = 0; count < 10; count += 1) await tables.insert({ tableReference: referenceOf(`t${count}`) });
    expect(await rejection(patch(tables))).toMatchObject(limited);
    expect(await rejection(tables.insert({ tableReference: referenceOf("more") }))).toMatchObject(limited);
  };
  await useUp();
  const used = sandbox.snapshot();
  expect(createSandbox().restore(used)).toBeUndefined();
  sandbox.restore(clean);
  await useUp();
  sandbox.reset();
  sandbox.warehouse.tables.add({ tableReference: orders });
  await useUp();
});

test("there are no limits by default, and the option must be a boolean", async () => {
  for (const options of [{}, { quotas: false }, { quotas: undefined }]) {
    const { tables } = setUp(options);
    for (let count = 0; count < 20; count += 1) {
      await patch(tables);
      await tables.insert({ tableReference: referenceOf(`t${count}`) });
    }
  }
  for (const quotas of [1, "yes", null, { updates: 5 }]) {
    expect(() => createSandbox({ quotas } as never)).toThrow(/^.*quotas: must be true or false, got /);
  }
});

test("the quotas are the same with the names of the specification", async () => {
  const { tables } = setUp({ quotas: true, naming: vendorNaming });
  for (let count = 0; count < 5; count += 1) await patch(tables);
  expect(await rejection(patch(tables))).toMatchObject(limited);
});

type Step =
  | { readonly kind: "insert" }
  | { readonly kind: "update"; readonly table: string }
  | { readonly kind: "wait"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: "insert" } as const) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("update" as const), table: fc.constantFrom("orders", "items", "events") }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.oneof(fc.nat(400), fc.constantFrom(1, 999, 1_000, 1_001, 9_999, 10_000, 10_001)),
    }),
  },
);

test("agrees with a count of the accepted requests in the window before each request", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 150 }), async (steps) => {
      const { clock, sandbox, tables } = setUp();
      sandbox.warehouse.tables.add({ tableReference: referenceOf("items") });
      sandbox.warehouse.tables.add({ tableReference: referenceOf("events"), ...byDay });
      const accepted: { readonly key: string; readonly at: number }[] = [];
      for (const [index, each] of steps.entries()) {
        if (each.kind === "wait") {
          clock.advance(each.ms);
          continue;
        }
        const key = each.kind === "insert" ? "insert" : each.table;
        const [limit, windowMs] = { insert: [10, 1_000], events: [50, 10_000] }[key] ?? [5, 10_000];
        const age = ({ at }: { readonly at: number }) => clock.now() - at;
        const count = accepted.filter((other) => other.key === key && age(other) < Number(windowMs)).length;
        const request =
          each.kind === "insert" ? tables.insert({ tableReference: referenceOf(`t${index}`) }) : patch(tables, key);
        const isAccepted = await request.then(
          () => true,
          () => false,
        );
        expect(isAccepted).toBe(count < Number(limit));
        if (isAccepted) accepted.push({ key, at: clock.now() });
      }
    }),
    propertyRuns(30),
  );
});
