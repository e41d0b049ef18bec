import { createSandbox, type Fault, type Sandbox } from "fourfold/testing";
import { beforeEach, expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";
import { createTestClock, type TestClock } from "../support/test-clock.js";
import { call, readAnswer } from "./raw-call.js";

const PROJECTS = "/bigquery/v2/projects";
const TABLES = `${PROJECTS}/shop/datasets/sales/tables`;
const body = { tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" } };

let clock: TestClock;
let sandbox: Sandbox;

beforeEach(() => {
  clock = createTestClock();
  sandbox = createSandbox({ clock });
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
});

const list = () => call(sandbox, "GET", PROJECTS);
const insert = () => call(sandbox, "POST", TABLES, { body });
const isThere = async () => (await call(sandbox, "GET", `${TABLES}/orders`)).status === 200;

test("returns the status in the service's error format once", async () => {
  sandbox.faults.next({ status: 503, retryAfter: 2 });
  const { status, headers, json } = await list();
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("2");
  expect(json.error).toMatchObject({ code: 503, status: "UNAVAILABLE", errors: [{ reason: "backendError" }] });
  expect((await list()).status).toBe(200);
});

test.each([
  [400, "invalid", "INVALID_ARGUMENT"],
  [401, "authError", "UNAUTHENTICATED"],
  [403, "accessDenied", "PERMISSION_DENIED"],
  [404, "notFound", "NOT_FOUND"],
  [409, "duplicate", "ALREADY_EXISTS"],
  [412, "conditionNotMet", "FAILED_PRECONDITION"],
  [429, "rateLimitExceeded", "RESOURCE_EXHAUSTED"],
  [500, "internalError", "INTERNAL"],
  [501, "notImplemented", "UNIMPLEMENTED"],
  [502, "badGateway", "UNAVAILABLE"],
  [504, "backendError", "DEADLINE_EXCEEDED"],
])("status %i has the reason %s unless another is given", async (status, reason, canonical) => {
  sandbox.faults.next({ status });
  expect((await list()).json.error).toMatchObject({ code: status, status: canonical, errors: [{ reason }] });
  sandbox.faults.next({ status, reason: "quotaExceeded" });
  expect((await list()).json.error).toMatchObject({ errors: [{ reason: "quotaExceeded" }] });
});

test("a status without a canonical name has none", async () => {
  sandbox.faults.next({ status: 418 });
  const { json } = await list();
  expect(json.error).not.toHaveProperty("status");
  expect(json.error.errors[0]?.reason).toBe("unknown");
});

test("304 has no body, 401 requests a token", async () => {
  sandbox.faults.next({ status: 304 });
  expect((await list()).text).toBe("");
  sandbox.faults.next({ status: 401 });
  expect((await list()).headers.get("www-authenticate")).toMatch(/^Bearer /);
});

test("a body replaces the error body: a string as it is, anything else as JSON", async () => {
  sandbox.faults.next({ status: 502, body: "<h1>Bad gateway</h1>", retryAfter: 1 });
  const { status, headers, text } = await list();
  expect([status, headers.get("retry-after"), text]).toEqual([502, "1", "<h1>Bad gateway</h1>"]);
  sandbox.faults.next({ status: 200, body: { projects: [], nextPageToken: "x" } });
  expect(await list()).toMatchObject({ status: 200, text: '{"projects":[],"nextPageToken":"x"}' });
});

test("drop ends the connection as fetch reports it", async () => {
  sandbox.faults.next({ drop: true });
  const error = await rejection(list());
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ message: "fetch failed", cause: { code: "ECONNRESET" } });
});

test.each<[Fault, boolean]>([
  [{ status: 503 }, false],
  [{ status: 200, body: "{" }, false],
  [{ drop: true }, false],
  [{ status: 503, after: true }, true],
  [{ drop: true, after: true }, true],
])("with %j, the service processes the request: %s", async (fault, processed) => {
  sandbox.faults.next(fault);
  await insert().catch(() => undefined);
  expect(await isThere()).toBe(processed);
});

test("a delay is slept on the sandbox's clock before anything else happens", async () => {
  sandbox.faults.next({ delayMs: 250 });
  sandbox.faults.next({ delayMs: 100, status: 500 });
  expect((await list()).status).toBe(200);
  expect((await list()).status).toBe(500);
  expect(clock.slept).toEqual([250, 100]);
});

test("a delay ends when the request is aborted, and the service does not process the request", async () => {
  const real = createSandbox();
  real.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  real.faults.next({ delayMs: 60_000 });
  const controller = new AbortController();
  const reason = new Error("enough");
  const pending = real.fetch(TABLES, { method: "POST", body: JSON.stringify(body), signal: controller.signal });
  setTimeout(() => controller.abort(reason), 5);
  expect(await rejection(pending)).toBe(reason);
  expect((await call(real, "GET", `${TABLES}/orders`)).status).toBe(404);
});

test("each request uses the first fault that matches it, as often as its count allows", async () => {
  sandbox.faults.next({ status: 501, match: { method: "delete" } });
  sandbox.faults.next({ status: 500, times: 2 });
  sandbox.faults.next({ status: 503 });
  const statuses = [];
  for (let index = 0; index < 4; index += 1) statuses.push((await list()).status);
  expect(statuses).toEqual([500, 500, 503, 200]);
  expect((await call(sandbox, "DELETE", `${TABLES}/x`)).status).toBe(501);
});

test("a fault may apply until it is cleared", async () => {
  sandbox.faults.next({ status: 500, times: Number.POSITIVE_INFINITY });
  for (let index = 0; index < 5; index += 1) expect((await list()).status).toBe(500);
  sandbox.faults.clear();
  expect((await list()).status).toBe(200);
});

test.each<[string | RegExp, boolean]>([
  [PROJECTS, true],
  ["/bigquery/v2/proj", true],
  ["/v2/projects", false],
  [/v2\/projects$/, true],
  [/v2\/projects$/g, true],
  [/tables/, false],
])("matches the path %s: %s", async (path, matches) => {
  sandbox.faults.next({ status: 500, times: 2, match: { path } });
  for (let index = 0; index < 2; index += 1) expect((await list()).status).toBe(matches ? 500 : 200);
});

test("faults also apply to requests without a route", async () => {
  sandbox.faults.next({ status: 503 });
  expect((await call(sandbox, "GET", "/nowhere")).json.error.status).toBe("UNAVAILABLE");
});

test("lists pending faults, with their remaining counts", async () => {
  const match = { path: PROJECTS };
  sandbox.faults.next({ status: 503, times: 3, match });
  sandbox.faults.next({ drop: true });
  match.path = "/changed";
  await list();
  expect(sandbox.faults.pending).toEqual([
    { status: 503, times: 2, match: { path: PROJECTS } },
    { drop: true, times: 1 },
  ]);
});

test.each<[unknown, string[]]>([
  [undefined, [""]],
  ["drop", [""]],
  [{}, [""]],
  [{ times: 2, match: {} }, [""]],
  [{ status: 199 }, ["status"]],
  [{ status: 600 }, ["status"]],
  [{ status: "503" }, ["status"]],
  [{ stauts: 503 }, ["stauts", ""]],
  [{ status: 503, retryAfter: -1 }, ["retryAfter"]],
  [{ status: 503, retryAfter: 1.5 }, ["retryAfter"]],
  [{ status: 503, times: 0 }, ["times"]],
  [{ status: 503, reason: 1 }, ["reason"]],
  [{ status: 503, match: "GET" }, ["match"]],
  [{ status: 503, match: { method: 1, path: "projects", query: {} } }, ["match.method", "match.path", "match.query"]],
  [{ status: 503, after: 1 }, ["after"]],
  [{ drop: false }, ["drop"]],
  [{ drop: true, status: 503 }, ["drop"]],
  [{ drop: "body" }, ["drop"]],
  [
    { status: 503, message: "x", html: true, malformed: true, emptyPage: true, repeatToken: true },
    ["message", "html", "malformed", "emptyPage", "repeatToken"],
  ],
  [{ delayMs: Number.POSITIVE_INFINITY }, ["delayMs"]],
  [{ delayMs: "5" }, ["delayMs"]],
  [{ delayMs: 5, retryAfter: 1, reason: "x", body: "y", after: true }, ["reason", "retryAfter", "body", "after"]],
])("rejects the fault %j", (fault, paths) => {
  const error = thrown(() => sandbox.faults.next(fault as Fault)) as { issues: { path: string; message: string }[] };
  expect(error).toMatchObject({ name: "RequestError", message: expect.stringContaining("sandbox.faults.next") });
  expect(error.issues.map(({ path }) => path)).toEqual(paths);
  expect(sandbox.faults.pending).toEqual([]);
});

test("undefined properties are absent", async () => {
  sandbox.faults.next({ status: 500, drop: undefined, match: undefined, times: undefined });
  expect((await readAnswer(await sandbox.fetch(PROJECTS))).status).toBe(500);
});
