import { bearer, createClient, type SharedOptions, vendorNaming } from "fourfold";
import { ensureTable } from "fourfold/tables";
import { createSandbox, type Fault } from "fourfold/testing";
import { createWarehouse, type ModifyTableOptions, type Table, type TablePatch } from "fourfold/warehouse";
import { afterEach, expect, test, vi } from "vitest";
import { systemClock } from "../../src/call/clock.js";
import { rejection, shown } from "../support/rejection.js";
import { errorResponse, json, lost, type Step, scriptedFetch, silent, text } from "../support/scripted-fetch.js";
import { createSimulatedClock, seededRandom } from "../support/simulation.js";
import { createTestClock } from "../support/test-clock.js";

const reference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const table = { tableReference: reference, etag: "first" };

afterEach(() => vi.restoreAllMocks());

/** A client whose reads and patches follow a script each, and the methods that were sent. */
function tablesWith(reads: readonly Step[], patches: readonly Step[], options: Partial<SharedOptions> = {}) {
  const [onRead, onPatch] = [scriptedFetch(...reads), scriptedFetch(...patches)];
  const sent: string[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push(`${request.method} ${request.headers.get("if-match") ?? ""}`.trim());
    return request.method === "GET" ? onRead(request) : onPatch(request);
  };
  const warehouse = createWarehouse({
    naming: vendorNaming,
    baseUrl: "http://unreached.test",
    fetch,
    clock: createTestClock(),
    ...options,
  });
  return { warehouse, tables: warehouse.tables, sent };
}

test.each([0, -1, 1.5, Number.NaN, "3"])("attempts must be a positive integer, not %s", async (attempts) => {
  const { tables, sent } = tablesWith([json(table)], [json(table)]);
  const error = await rejection(tables.modify(reference, () => ({}), { attempts: attempts as number }));
  expect(error).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "attempts", rule: "call-option", message: expect.stringContaining("must be a positive integer") }],
  });
  expect(sent).toEqual([]);
});

test("a missing function is reported", async () => {
  const { tables, sent } = tablesWith([json(table)], [json(table)]);
  const modify = tables.modify as (...args: unknown[]) => Promise<unknown>;
  expect(String(await rejection(modify(reference)))).toContain(
    "tables.modify: change: must be a function that returns a patch, got nothing",
  );
  expect(await rejection(modify(reference, { description: "x" }))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "change", message: expect.stringContaining("got an object") }],
  });
  expect(sent).toEqual([]);
});

test.each<[what: string, mutate: (read: Table) => void]>([
  [
    "replaces a field",
    (read) => {
      read.labels = { team: "none" };
    },
  ],
  [
    "changes a nested field",
    (read) => {
      read.tableReference.tableId = "another";
    },
  ],
  [
    "deletes a field",
    (read) => {
      delete read.labels;
    },
  ],
  ["adds a value that JSON cannot represent", (read) => Object.assign(read, { size: 5n })],
  ["adds a circular reference", (read) => Object.assign(read, { self: read })],
])("rejects a function that %s and returns nothing", async (_, mutate) => {
  const { tables, sent } = tablesWith([json({ ...table, labels: { team: "data" } })], [json(table)]);
  const change = (read: Readonly<Table>) => {
    mutate(read as Table);
    return undefined;
  };
  expect(await rejection(tables.modify(reference, change))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "change", message: expect.stringMatching(/^must return a patch/) }],
  });
  expect(sent).toEqual(["GET"]);
});

test("accepts a function that sets an absent field to undefined and returns nothing", async () => {
  const { tables } = tablesWith([json({ ...table, odd: null })], []);
  const change = (read: Readonly<Table>) => {
    Object.assign(read, { description: undefined });
    return undefined;
  };
  expect(await tables.modify(reference, change)).toEqual({ ...table, odd: null });
});

test("drops the etag that was just read from a patch, and rejects another one", async () => {
  const bodies: unknown[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.method === "PATCH") bodies.push(await request.json());
    return Response.json(table);
  };
  const { tables } = createWarehouse({ baseUrl: "https://warehouse.example", fetch });
  await tables.modify(reference, (read) => ({ ...read, description: "x" }));
  expect(bodies).toEqual([{ tableReference: reference, description: "x" }]);
  const stale = { etag: "older", description: "y" } as TablePatch;
  expect(await rejection(tables.modify(reference, () => stale))).toMatchObject({
    code: "invalid_request",
    issues: [
      { path: "etag", message: 'must be omitted, or be the etag that was just read, got "older"', rule: "if-match" },
    ],
  });
  expect(bodies).toHaveLength(1);
});

test.each([{}, { etag: "" }, { etag: null }])("requires an etag to detect concurrent changes: %j", async (members) => {
  const answer = { tableReference: reference, ...members };
  const { tables, sent } = tablesWith([json(answer)], [json(table)]);
  const error = await rejection(tables.modify(reference, () => ({ description: "x" })));
  expect(error).toMatchObject({ code: "invalid_response", status: 200, issues: [{ path: "etag" }], body: answer });
  expect(sent).toEqual(["GET"]);
});

test("an error about a missing etag contains no credentials that the service repeats", async () => {
  const answer = json({
    tableReference: reference,
    description: "Bearer a-secret-token",
    labels: { "a-secret-token": "x" },
  });
  const { warehouse, tables } = tablesWith([answer, answer], [], { auth: bearer("a-secret-token") });
  const error = await rejection(tables.modify(reference, () => ({ description: "x" })));
  expect(error).toMatchObject({ body: { tableReference: reference, description: "Bearer [redacted]" } });
  expect(shown(error)).not.toContain("a-secret-token");
  const ensured = ensureTable(warehouse, { tableReference: reference, description: "x" });
  expect(shown(await rejection(ensured))).not.toContain("a-secret-token");
});

test.each([300, 20_000])("a table that is nested %d levels deep is a ResponseError", async (depth) => {
  const deep = `{"tableReference":${JSON.stringify(reference)},"etag":"a","x":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
  const { tables, sent } = tablesWith([text(deep)], [json(table)]);
  expect(await rejection(tables.modify(reference, () => ({ description: "x" })))).toMatchObject({
    name: "ResponseError",
    issues: [{ path: "", message: "is nested more than 200 levels deep" }],
  });
  expect(sent).toEqual(["GET"]);
});

test("an etag is not required if nothing changes", async () => {
  const { tables } = tablesWith([json({ tableReference: reference })], []);
  expect(await tables.modify(reference, () => undefined)).toEqual({ tableReference: reference });
});

test.each([
  [errorResponse(403, "accessDenied"), "permission_denied"],
  [
    json({ error: { code: 400, message: "busy", status: "FAILED_PRECONDITION" } }, { status: 400 }),
    "precondition_failed",
  ],
])("starts over only after a 412", async (step, code) => {
  const { tables, sent } = tablesWith([json(table)], [step]);
  expect(await rejection(tables.modify(reference, () => ({ description: "x" })))).toMatchObject({ code });
  expect(sent).toEqual(["GET", "PATCH first"]);
});

test.each<[what: string, failure: Step]>([
  ["a 429", errorResponse(429)],
  ["a rate limit", errorResponse(403, "rateLimitExceeded")],
  ["a refused connection", lost("ECONNREFUSED")],
])("starts over after %s and a 412, even if the table already has the wanted state", async (_, failure) => {
  const { tables, sent } = tablesWith(
    [json({ ...table, labels: { n: "1" } }), json({ ...table, labels: { n: "2" }, etag: "second" })],
    [failure, errorResponse(412, "conditionNotMet"), json({ ...table, labels: { n: "3" } })],
  );
  const next = ({ labels }: Readonly<Table>) => ({ labels: { n: String(Number(labels?.n) + 1) } });
  expect(await tables.modify(reference, next)).toMatchObject({ labels: { n: "3" } });
  expect(sent).toEqual(["GET", "PATCH first", "PATCH first", "GET", "PATCH second"]);
});

test("starts over after an expired token and a 412", async () => {
  const { tables, sent } = tablesWith(
    [json(table), json({ ...table, etag: "second" })],
    [errorResponse(401), errorResponse(412, "conditionNotMet"), json(table)],
    { auth: bearer(() => `token ${sent.length}`.replace(" ", "-")) },
  );
  await tables.modify(reference, () => ({ description: "x" }));
  expect(sent).toEqual(["GET", "PATCH first", "PATCH first", "GET", "PATCH second"]);
});

test.each<[what: string, failures: Step[], now: object]>([
  ["a 503, and the table has the wanted state", [errorResponse(503)], { description: "x" }],
  ["a 503, and the table has another state", [errorResponse(503)], { description: "y" }],
  ["a dropped connection", [lost()], { description: "x" }],
  ["a 503 before a 429", [errorResponse(503), errorResponse(429)], {}],
  ["a 429 before a 500", [errorResponse(429), errorResponse(500)], {}],
])("a 412 is thrown if an earlier attempt may have been applied: after %s", async (_, failures, now) => {
  const { tables, sent } = tablesWith(
    [json(table), json({ ...table, ...now, etag: "second" })],
    [...failures, errorResponse(412, "conditionNotMet")],
  );
  const error = await rejection(tables.modify(reference, () => ({ description: "x" })));
  expect(error).toMatchObject({ code: "precondition_failed", attempts: failures.length + 1 });
  expect(sent).toEqual(["GET", "PATCH first", ...failures.map(() => "PATCH first")]);
});

test("a timeout that was retried counts as a patch that may have been applied", async () => {
  const { tables } = tablesWith([json(table)], [silent, errorResponse(412)]);
  const retry = { when: ({ code }: { code: string }) => (code === "timeout" ? true : undefined) };
  const modified = tables.modify(reference, () => ({ description: "x" }), { timeoutMs: 20, retry });
  expect(await rejection(modified)).toMatchObject({ code: "precondition_failed", attempts: 2 });
});

/** A counter in a label that concurrent callers increment, over a network with a latency. */
function counter(latencyMs: number) {
  const clock = createSimulatedClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.tables.add({ tableReference: reference, labels: { n: "0" } });
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const increment = ({ labels }: Readonly<Table>) => ({ labels: { n: String(Number(labels?.n) + 1) } });
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    await clock.sleep(latencyMs);
    return sandbox.fetch(input, init);
  };
  const count = async () => Number((await tables.get(reference)).labels?.n);
  return { clock, sandbox, fetch, increment, count };
}

test("of 200 increments by 20 callers with faults, each success is counted once", { timeout: 60_000 }, async () => {
  const random = seededRandom(11);
  vi.spyOn(Math, "random").mockImplementation(random);
  const { clock, sandbox, fetch, increment, count } = counter(5);
  const faults: readonly Fault[] = [
    { status: 429 },
    { status: 403, reason: "rateLimitExceeded" },
    { status: 503 },
    { status: 503, after: true },
    { drop: true },
    { drop: true, after: true },
  ];
  const faulty = async (input: string | URL | Request, init?: RequestInit) => {
    if (random() < 0.25) sandbox.faults.next(faults[Math.floor(random() * faults.length)] as Fault);
    return fetch(input, init);
  };
  const { tables } = createClient({ ...sandbox.clientOptions, fetch: faulty, retry: { limit: 20 } }).warehouse;
  const failures: unknown[] = [];
  await clock.run(20, async () => {
    for (let n = 0; n < 10; n += 1) {
      await tables.modify(reference, increment, { attempts: 1_000 }).catch((error) => failures.push(error));
    }
  });
  sandbox.faults.clear();
  const successes = 200 - failures.length;
  expect(await count()).toBeGreaterThanOrEqual(successes);
  expect(await count()).toBeLessThanOrEqual(200);
  expect(successes).toBeGreaterThan(100);
  // An earlier attempt may have been applied.
  expect(failures.length).toBeGreaterThan(3);
  for (const failure of failures) expect(failure).toMatchObject({ code: "precondition_failed" });
});

test("30 callers that start together all succeed within the default attempts", { timeout: 60_000 }, async () => {
  vi.spyOn(Math, "random").mockImplementation(seededRandom(3));
  const { clock, sandbox, fetch, increment, count } = counter(50);
  const { tables } = createClient({ ...sandbox.clientOptions, fetch }).warehouse;
  const results = await clock.run(30, () => tables.modify(reference, increment));
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(await count()).toBe(30);
});

test("waits before each new attempt, for a random time with a growing bound", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const clock = createTestClock();
  const options = { clock, retry: { minDelayMs: 100, maxDelayMs: 500 } };
  const { tables, sent } = tablesWith([json(table)], [errorResponse(412)], options);
  await rejection(tables.modify(reference, () => ({ description: "x" })));
  await rejection(tables.modify(reference, () => ({ description: "x" }), { retry: { minDelayMs: 10 }, attempts: 2 }));
  expect(clock.slept).toEqual([100, 200, 250, 250, 10]);
  expect(sent).toHaveLength(14);
});

test("the wait before it starts over counts towards the deadline, and an abort ends it", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const retry = { minDelayMs: 40_000, maxDelayMs: 80_000 };
  const { tables, sent } = tablesWith([json(table)], [errorResponse(412)], { clock: systemClock, retry });
  const modify = (options: ModifyTableOptions) =>
    tables.modify(reference, () => ({ description: "x" }), { ...options, attempts: 2 });
  // The wait is longer than the deadline, so it does not start.
  expect(await rejection(modify({ deadlineMs: 30_000 }))).toMatchObject({
    code: "deadline",
    attempts: 1,
    cause: { code: "precondition_failed" },
  });
  const controller = new AbortController();
  const onResponse = () => setTimeout(() => controller.abort("enough"), 50);
  expect(await rejection(modify({ signal: controller.signal, onResponse }))).toBe("enough");
  expect(sent).toEqual(["GET", "PATCH first", "GET", "PATCH first"]);
});

test("a 412 without a retry is not caused by an earlier attempt", async () => {
  const same = json({ ...table, description: "x", etag: "second" });
  const { tables, sent } = tablesWith([json(table), same], [errorResponse(412), json(table)]);
  await tables.modify(reference, () => ({ description: "x" }));
  expect(sent).toEqual(["GET", "PATCH first", "GET", "PATCH second"]);
});

test("a header cannot replace the etag that modify has read", async () => {
  const sandbox = createSandbox();
  const { warehouse } = createClient(sandbox.clientOptions);
  const ref = { projectId: "p", datasetId: "d", tableId: "t" };
  sandbox.warehouse.tables.add({ tableReference: ref });
  const modified = warehouse.tables.modify(ref, () => ({ description: "x" }), { headers: { "If-Match": "*" } });
  await expect(modified).rejects.toMatchObject({ code: "invalid_request", issues: [{ path: 'headers["If-Match"]' }] });
  expect(sandbox.requests).toEqual([]);
});
