import { createClient, type DesiredTable } from "fourfold";
import { applyTables, defineTable, type EnsureTableOptions, ensureTable, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { createWarehouse } from "fourfold/warehouse";
import { afterEach, expect, test, vi } from "vitest";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, lost, type Step, scriptedFetch } from "../support/scripted-fetch.js";
import { createSimulatedClock, seededRandom } from "../support/simulation.js";
import { createTestClock } from "../support/test-clock.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const id = { name: "id", type: "INTEGER", mode: "REQUIRED" };
const schema = { fields: [id] };
const desired = { tableReference, schema };
const table = { tableReference, etag: "first" };
const added = { name: "added_at", type: "TIMESTAMP", defaultValueExpression: "CURRENT_TIMESTAMP()" };
const withDefault = { tableReference, schema: { fields: [id, added] } };

afterEach(() => vi.restoreAllMocks());

function shop() {
  const sandbox = createSandbox({ clock: createTestClock() });
  sandbox.warehouse.datasets.add(tableReference);
  const { warehouse } = createClient(sandbox.clientOptions);
  const sent = () => sandbox.requests.map(({ method }) => method).join(" ");
  return { sandbox, warehouse, sent };
}

/** A client whose reads, inserts and patches follow a script each, and the methods that were sent. */
function scripted(reads: readonly Step[], inserts: readonly Step[] = [], patches: readonly Step[] = []) {
  const scripts: Record<string, ReturnType<typeof scriptedFetch>> = {
    GET: scriptedFetch(...reads),
    POST: scriptedFetch(...inserts),
    PATCH: scriptedFetch(...patches),
  };
  const sent: string[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push(`${request.method} ${request.headers.get("if-match") ?? ""}`.trim());
    return (scripts[request.method] as ReturnType<typeof scriptedFetch>)(request);
  };
  const warehouse = createWarehouse({ baseUrl: "http://unreached.test", fetch, clock: createTestClock() });
  return { warehouse, sent };
}

test("the first call creates a missing table, the second changes nothing, the third patches it", async () => {
  const { warehouse, sent } = shop();
  const wanted = { ...desired, labels: { team: "data", old: null }, description: null };
  const created = await ensureTable(warehouse, wanted);
  expect(created).toMatchObject({ change: "created", table: { type: "TABLE", labels: { team: "data" } } });
  expect(await ensureTable(warehouse, wanted)).toEqual({ change: "unchanged", ignored: [], table: created.table });
  const fields = [
    { ...id, type: "INT64", mode: undefined },
    { name: "note", type: "STRING" },
  ];
  const patched = await ensureTable(warehouse, { ...wanted, schema: { fields }, labels: { team: null } });
  expect(patched.change).toBe("patched");
  expect(patched.table).not.toHaveProperty("labels");
  expect(patched.table).toMatchObject({ schema: { fields: [id, { name: "note", type: "STRING" }] } });
  expect(sent()).toBe("GET POST GET GET PATCH");
});

test("keeps extra columns with extraColumns", async () => {
  const { warehouse } = shop();
  await ensureTable(warehouse, { tableReference, schema: { fields: [id, { name: "newer", type: "STRING" }] } });
  expect(await rejection(ensureTable(warehouse, desired))).toMatchObject({ issues: [{ rule: "column-missing" }] });
  expect(await ensureTable(warehouse, desired, { extraColumns: "keep" })).toMatchObject({ change: "unchanged" });
});

test("a new column with a default value takes two patches, each with the etag of the response before", async () => {
  const { sandbox, warehouse, sent } = shop();
  sandbox.warehouse.tables.add(desired);
  const { table, change } = await ensureTable(warehouse, withDefault);
  expect([change, table.schema]).toEqual(["patched", withDefault.schema]);
  expect(sent()).toBe("GET PATCH PATCH");
  expect(new Set(sandbox.requests.slice(1).map(({ headers }) => headers["if-match"])).size).toBe(2);
  expect(await ensureTable(warehouse, withDefault)).toEqual({ table, change: "unchanged", ignored: [] });
});

test("a new table is created with its default values by one request", async () => {
  const { warehouse, sent } = shop();
  expect(await ensureTable(warehouse, withDefault)).toMatchObject({
    change: "created",
    table: { schema: withDefault.schema },
  });
  expect(sent()).toBe("GET POST");
});

test("the sandbox rejects a new column with a default value in one request", async () => {
  const { sandbox, warehouse } = shop();
  sandbox.warehouse.tables.add(desired);
  expect(await rejection(warehouse.tables.patch(tableReference, { schema: withDefault.schema }))).toMatchObject({
    status: 400,
    serviceMessage:
      'schema.fields[1].defaultValueExpression: must be absent for the new column "added_at"; set it when the column exists',
  });
});

test("reports impossible changes, and sends only the read", async () => {
  const { warehouse, sent } = shop();
  await ensureTable(warehouse, desired);
  const error = await rejection(
    ensureTable(warehouse, { tableReference, schema: { fields: [{ name: "id", type: "STRING" }] } }),
  );
  expect(String(error)).toContain("ensureTable: schema.fields[0].type: must be INTEGER, as in the table");
  expect(sent()).toBe("GET POST GET");
});

test.each<[what: string, input: unknown, options: EnsureTableOptions | undefined, paths: string[]]>([
  ["no table", undefined, undefined, ["desired"]],
  ["a Promise", Promise.resolve(desired), undefined, ["desired"]],
  ["no reference", { schema }, undefined, ["tableReference"]],
  [
    "duplicate columns and a broken rule",
    { tableReference, schema: { fields: [id, { ...id, name: "ID" }, { name: "b", type: "DATE", scale: "1" }] } },
    undefined,
    ["schema.fields", "schema.fields[2].scale"],
  ],
  ["fields", desired, { query: { fields: "etag" } }, ["query.fields"]],
  ["an If-Match header", desired, { headers: { "If-Match": "x" } }, ['headers["If-Match"]']],
  ["no attempts", desired, { attempts: 0 }, ["attempts"]],
  [
    "unknown options",
    desired,
    { extraColumns: "drop", autodetectSchema: true } as unknown as EnsureTableOptions,
    ["extraColumns", "autodetectSchema"],
  ],
])("rejects %s before anything is sent", async (_, input, options, paths) => {
  const { warehouse, sent } = shop();
  const error = (await rejection(ensureTable(warehouse, input as DesiredTable, options))) as {
    issues: { path: string }[];
  };
  expect(error).toMatchObject({ code: "invalid_request" });
  expect([...new Set(error.issues.map(({ path }) => path))].sort()).toEqual([...paths].sort());
  expect(sent()).toBe("");
});

test("a missing dataset ends the call", async () => {
  const { warehouse } = createClient(createSandbox().clientOptions);
  expect(await rejection(ensureTable(warehouse, desired))).toMatchObject({
    code: "not_found",
    request: { method: "POST" },
  });
});

test("requires an etag to patch, but not if nothing changes", async () => {
  const { warehouse, sent } = scripted([json({ tableReference })]);
  expect(await rejection(ensureTable(warehouse, { tableReference, description: "x" }))).toMatchObject({
    code: "invalid_response",
    issues: [{ path: "etag" }],
  });
  expect(await ensureTable(warehouse, { tableReference })).toEqual({
    table: { tableReference },
    change: "unchanged",
    ignored: [],
  });
  expect(sent).toEqual(["GET", "GET"]);
});

test.each([
  ["drop", { drop: true, after: true }],
  ["503", { status: 503, after: true }],
] as const)("a table whose insert was applied before its response was lost is created: %s", async (_, fault) => {
  const { sandbox, warehouse, sent } = shop();
  sandbox.faults.next({ ...fault, match: { method: "POST" } });
  expect(await ensureTable(warehouse, desired)).toMatchObject({ change: "created", table: { schema } });
  expect(sent()).toBe("GET POST GET");
});

test("an insert that was lost before it arrived is retried", async () => {
  const { sandbox, warehouse, sent } = shop();
  sandbox.faults.next({ drop: true, match: { method: "POST" } });
  expect(await ensureTable(warehouse, desired)).toMatchObject({ change: "created" });
  expect(sent()).toBe("GET POST GET GET POST");
});

test("an insert that arrives late still counts as this call's", async () => {
  const { warehouse, sent } = scripted(
    [errorResponse(404), errorResponse(404), errorResponse(404), json({ ...table, schema })],
    [lost(), errorResponse(409, "duplicate")],
  );
  expect(await ensureTable(warehouse, desired)).toMatchObject({ change: "created" });
  expect(sent).toEqual(["GET", "POST", "GET", "GET", "POST", "GET"]);
});

test.each([{}, { retry: false }] as const)(
  "a patch that was applied before its response was lost is patched, with %j",
  async (options) => {
    const { sandbox, warehouse } = shop();
    await ensureTable(warehouse, desired);
    sandbox.faults.next({ drop: true, after: true, match: { method: "PATCH" } });
    expect(await ensureTable(warehouse, { ...desired, description: "x" }, options)).toMatchObject({
      change: "patched",
      table: { description: "x" },
    });
  },
);

test("reads again if another client creates the table first", async () => {
  const { warehouse, sent } = scripted(
    [errorResponse(404), json({ ...table, schema })],
    [errorResponse(409, "duplicate")],
  );
  expect(await ensureTable(warehouse, desired)).toMatchObject({ change: "unchanged" });
  expect(sent).toEqual(["GET", "POST", "GET"]);
});

test("plans again if another client changes or deletes the table first", async () => {
  const { warehouse, sent } = scripted(
    [json(table), json({ ...table, etag: "second" }), errorResponse(404)],
    [json(table)],
    [errorResponse(412), errorResponse(404)],
  );
  expect(await ensureTable(warehouse, { tableReference, description: "x" })).toMatchObject({ change: "created" });
  expect(sent).toEqual(["GET", "PATCH first", "GET", "PATCH second", "GET", "POST"]);
});

test("fails after its attempts, 5 by default", async () => {
  const late = scripted([json(table)], [], [errorResponse(412)]);
  expect(await rejection(ensureTable(late.warehouse, { tableReference, description: "x" }))).toMatchObject({
    code: "precondition_failed",
  });
  expect(late.sent).toHaveLength(10);
  const raced = scripted([errorResponse(404)], [errorResponse(409, "duplicate")]);
  expect(await rejection(ensureTable(raced.warehouse, desired, { attempts: 1 }))).toMatchObject({ code: "conflict" });
  expect(raced.sent).toEqual(["GET", "POST"]);
});

test("failures other than races end the call", async () => {
  for (const step of [errorResponse(403, "accessDenied"), errorResponse(400, "invalid")]) {
    const onPatch = scripted([json(table)], [], [step]);
    expect(await rejection(ensureTable(onPatch.warehouse, { tableReference, description: "x" }))).toHaveProperty(
      "status",
    );
    expect(onPatch.sent).toEqual(["GET", "PATCH first"]);
    const onInsert = scripted([errorResponse(404)], [step]);
    expect(await rejection(ensureTable(onInsert.warehouse, desired))).toHaveProperty("status");
    expect(onInsert.sent).toEqual(["GET", "POST"]);
  }
});

test("a table that another client brought to the desired state after a rate limit counts as patched", async () => {
  const { warehouse, sent } = scripted(
    [json(table), json({ ...table, description: "x", etag: "second" })],
    [],
    [errorResponse(429), errorResponse(412)],
  );
  expect(await ensureTable(warehouse, { tableReference, description: "x" })).toMatchObject({ change: "patched" });
  expect(sent).toEqual(["GET", "PATCH first", "PATCH first", "GET"]);
});

test("a patch that was applied before rate limits used up its retries is patched", async () => {
  const { warehouse, sent } = scripted(
    [json(table), json({ ...table, description: "x", etag: "second" })],
    [],
    [lost(), errorResponse(429)],
  );
  expect(await ensureTable(warehouse, { tableReference, description: "x" })).toMatchObject({ change: "patched" });
  expect(sent).toEqual(["GET", ...Array(7).fill("PATCH first"), "GET"]);
});

test("a refused connection ends the call", async () => {
  const { warehouse } = scripted([json(table)], [], [lost("ECONNREFUSED")]);
  expect(await rejection(ensureTable(warehouse, { tableReference, description: "x" }))).toMatchObject({
    code: "network",
  });
});

test("30 callers with different states that start together all succeed within the default attempts", async () => {
  vi.spyOn(Math, "random").mockImplementation(seededRandom(5));
  const clock = createSimulatedClock();
  const { clientOptions, ...sandbox } = createSandbox({ clock });
  sandbox.warehouse.tables.add({ tableReference });
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    await clock.sleep(50);
    return clientOptions.fetch(input, init);
  };
  const { warehouse } = createClient({ ...clientOptions, fetch });
  const results = await clock.run(30, (n) =>
    ensureTable(warehouse, { tableReference, labels: { [`team_${n}`]: "yes" } }),
  );
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
});

test("50 concurrent callers with 20 desired states and lost responses lose no change", {
  timeout: 60_000,
}, async () => {
  const clock = createSimulatedClock();
  const { clientOptions, ...sandbox } = createSandbox({ clock });
  sandbox.warehouse.datasets.add(tableReference);
  const random = seededRandom(7);
  vi.spyOn(Math, "random").mockImplementation(random);
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    await clock.sleep(random() * 100);
    const response = await clientOptions.fetch(input, init);
    if (random() < 0.05) throw new TypeError("fetch failed");
    return response;
  };
  const { warehouse } = createClient({ ...clientOptions, fetch });
  const states = Array.from({ length: 20 }, (_, n) => ({
    tableReference,
    description: `state ${n}`,
    labels: { [`team_${n}`]: "yes" },
    schema: { fields: [id, { name: `column_${n}`, type: "STRING" }] },
  }));
  const results = await clock.run(50, (n) =>
    ensureTable(warehouse, states[n % 20] as DesiredTable, { extraColumns: "keep", attempts: 1 + (n % 60) }),
  );
  const live = await createClient(clientOptions).warehouse.tables.get(tableReference);
  const names = (live.schema?.fields ?? []).map(({ name }) => name);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  let kept = 0;
  results.forEach((result, n) => {
    if (result.status === "rejected") {
      expect(["precondition_failed", "conflict", "network"]).toContain(result.reason.code);
      return;
    }
    kept += 1;
    expect(["created", "patched", "unchanged"]).toContain(result.value.change);
    expect(names).toContain(`column_${n % 20}`);
    expect(live.labels).toHaveProperty(`team_${n % 20}`, "yes");
  });
  expect(kept).toBeGreaterThan(20);
  expect(results.filter((each) => each.status === "fulfilled" && each.value.change === "created")).toHaveLength(1);
});

test("partial answers are rejected, because whole tables are compared", async () => {
  const { warehouse } = shop();
  const plan = await planTables(
    warehouse,
    [defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] })],
    {
      projectId: "shop",
    },
  );
  const partial = { query: { fields: "etag" } };
  for (const call of [ensureTable(warehouse, desired, partial), applyTables(warehouse, plan, partial)]) {
    expect(await rejection(call)).toMatchObject({ code: "invalid_request", issues: [{ path: "query.fields" }] });
  }
});
