import { inspect } from "node:util";
import { createClient, createService, defineMethod, OperationError, Table } from "fourfold";
import { applyTables, defineTable, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test, vi } from "vitest";
import { ApiError, NetworkError, PaginationError, ResponseError, TimeoutError } from "../../src/errors/call-errors.js";
import { FourfoldError } from "../../src/errors/fourfold-error.js";
import { type AnyFourfoldError, isFourfoldError } from "../../src/errors/is-fourfold-error.js";
import { type Issue, RequestError } from "../../src/errors/request-error.js";
import { StalePlanError } from "../../src/errors/table-errors.js";
import { rejection, thrown } from "../support/rejection.js";

const request = { method: "GET", path: "/warehouse/v2/projects/p" };
const issue: Issue = { path: "schema.fields[0].scale", message: "must not be negative", rule: "scale-range" };
const whole: Issue = { path: "", message: "must be an object, got null", rule: "member-type" };

const api = new ApiError({
  code: "not_found",
  status: 404,
  request,
  text: "Not found: Table p:d.t",
  reason: "notFound",
  body: { error: {} },
  requestId: "r-1",
  attempts: 2,
});

const examples: [name: string, error: AnyFourfoldError, code: string, message: string][] = [
  [
    "RequestError",
    new RequestError({ operation: "tables.insert", issues: [issue] }),
    "invalid_request",
    "[invalid_request] tables.insert: schema.fields[0].scale: must not be negative (scale-range)",
  ],
  ["ApiError", api, "not_found", "[not_found] 404 GET /warehouse/v2/projects/p: Not found: Table p:d.t"],
  [
    "ApiError",
    new ApiError({ code: "redirect", status: 0, request, text: "a redirect", attempts: 1 }),
    "redirect",
    "[redirect] GET /warehouse/v2/projects/p: a redirect",
  ],
  [
    "NetworkError",
    new NetworkError({ request, attempts: 1, text: "connect ECONNREFUSED", cause: new Error("x") }),
    "network",
    "[network] GET /warehouse/v2/projects/p: connect ECONNREFUSED",
  ],
  [
    "TimeoutError",
    new TimeoutError({ code: "timeout", limitMs: 30_000, request, attempts: 1 }),
    "timeout",
    '[timeout] GET /warehouse/v2/projects/p: no complete response within 30000 ms ("timeoutMs")',
  ],
  [
    "TimeoutError",
    new TimeoutError({ code: "deadline", limitMs: 5, request, attempts: 0 }),
    "deadline",
    '[deadline] GET /warehouse/v2/projects/p: the call did not end within 5 ms ("deadlineMs")',
  ],
  [
    "ResponseError",
    new ResponseError({ code: "invalid_response", status: 200, request, issues: [whole], body: null }),
    "invalid_response",
    "[invalid_response] 200 GET /warehouse/v2/projects/p: must be an object, got null (member-type)",
  ],
  [
    "StalePlanError",
    new StalePlanError({ table: "sales.orders", changed: [], text: "it was deleted" }),
    "plan_stale",
    "[plan_stale] sales.orders has changed since the plan: it was deleted; plan again",
  ],
  [
    "PaginationError",
    new PaginationError({ pageToken: "t" }),
    "page_loop",
    "[page_loop] the service sent the same page token twice, so the list would never end; " +
      "all pages up to the one with the repeated token were returned",
  ],
];

test.each(examples)("a %s has its name, code and message", (name, error, code, message) => {
  expect(error).toMatchObject({ name, code, message });
  expect(error).toBeInstanceOf(FourfoldError);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toBe(`${name}: ${message}`);
  expect(error.stack).toContain(`${name}: ${message}`);
  expect(inspect(error)).toContain(message.split("\n")[0]);
  expect(isFourfoldError(error)).toBe(true);
  expect(isFourfoldError(error, error.code)).toBe(true);
  expect(isFourfoldError(error, "conflict")).toBe(false);
  expect(isFourfoldError(error, "conflict", error.code)).toBe(true);
});

test.each(examples)("a %s is serialized as plain data for logs", (name, error, code, message) => {
  const data = JSON.parse(JSON.stringify(error));
  expect(data).toMatchObject({ name, code, message });
  expect(data.stack).toBeUndefined();
  expect(data.cause).toBeUndefined();
});

test("the data of an error are its properties", () => {
  expect(api.toJSON()).toEqual({
    name: "ApiError",
    message: api.message,
    code: "not_found",
    status: 404,
    reason: "notFound",
    details: [],
    body: { error: {} },
    headers: {},
    serviceMessage: undefined,
    requestId: "r-1",
    retryAfterMs: undefined,
    attempts: 2,
    request,
  });
});

test("several issues are on separate lines, at most twenty", () => {
  const two = new RequestError({ operation: "defineSchema", issues: [issue, whole] });
  expect(two.message).toBe(
    [
      "[invalid_request] defineSchema: 2 problems",
      "  schema.fields[0].scale: must not be negative (scale-range)",
      "  must be an object, got null (member-type)",
    ].join("\n"),
  );
  const many = new RequestError({ operation: "x", issues: Array.from({ length: 25 }, () => issue) });
  expect(many.issues).toHaveLength(25);
  expect(many.message.split("\n")).toHaveLength(22);
  expect(many.message.split("\n").at(-1)).toBe("  … and 5 more");
  const none = new RequestError({ operation: "x", issues: [] });
  expect(none.message).toBe("[invalid_request] x: 0 problems");
});

test("causes are kept if there are any", () => {
  const cause = new Error("socket");
  expect(new NetworkError({ request, attempts: 1, text: "gone", cause }).cause).toBe(cause);
  expect(new TimeoutError({ code: "timeout", limitMs: 1, request, attempts: 1, cause }).cause).toBe(cause);
  expect("cause" in new TimeoutError({ code: "timeout", limitMs: 1, request, attempts: 1 })).toBe(false);
});

test.each([
  [null],
  [undefined],
  ["[not_found] 404"],
  [404],
  [new Error("[not_found] x")],
  [Object.assign(new Error("x"), { code: "not_found" })],
  [{ code: "not_found", name: "ApiError" }],
  [() => api],
  [Object.create(null)],
])("%o is not an error of the package", (value) => {
  expect(isFourfoldError(value)).toBe(false);
  expect(isFourfoldError(value, "not_found")).toBe(false);
});

test("a value whose code cannot be read is not an error of the package", () => {
  const hostile = {
    get code() {
      throw new Error("read");
    },
  };
  expect(isFourfoldError(hostile, "not_found")).toBe(false);
});

test("errors of another copy of the package are recognized, too", async () => {
  vi.resetModules();
  const other = (await import("../../src/errors/call-errors.js")) as typeof import("../../src/errors/call-errors.js");
  expect(other.ApiError).not.toBe(ApiError);
  const theirs = new other.ApiError({ code: "conflict", status: 409, request, text: "exists", attempts: 1 });
  expect(theirs).not.toBeInstanceOf(FourfoldError);
  expect(isFourfoldError(theirs)).toBe(true);
  expect(isFourfoldError(theirs, "conflict")).toBe(true);
  expect(isFourfoldError(theirs, "not_found")).toBe(false);
  const { isFourfoldError: theirCheck } = await import("../../src/errors/is-fourfold-error.js");
  expect(theirCheck).not.toBe(isFourfoldError);
  expect(theirCheck(api, "not_found")).toBe(true);
});

test.each([
  [["notFound"], ['codes[0]: unknown code "notFound"; did you mean "not_found"?']],
  [
    ["NotFound", "rate-limited"],
    [
      'codes[0]: unknown code "NotFound"; did you mean "not_found"?',
      'codes[1]: unknown code "rate-limited"; did you mean "rate_limited"?',
    ],
  ],
  [["not_found", "time_out"], ['codes[1]: unknown code "time_out"; did you mean "timeout"?']],
  [
    [404, "somethingElse"],
    ["codes[0]: unknown code 404", 'codes[1]: unknown code "somethingElse"'],
  ],
  [["constructor"], ['codes[0]: unknown code "constructor"']],
])("isFourfoldError rejects the codes %j, whatever the error", (codes, issues) => {
  for (const caught of [new Error("no"), undefined, new RequestError({ operation: "o", issues: [] })]) {
    const error = thrown(() => isFourfoldError(caught, ...(codes as never[])));
    expect(error).toMatchObject({ name: "RequestError", code: "invalid_request" });
    const found = (error as RequestError).issues.map(({ path, message }) => `${path}: ${message}`);
    expect(found).toEqual(issues);
  }
});

test("an error of a stale plan shows no response that no service sent", async () => {
  const { warehouse } = createClient(createSandbox().clientOptions);
  await warehouse.datasets.insert({ datasetReference: { projectId: "shop", datasetId: "sales" } });
  const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
  const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
  const plan = await planTables(warehouse, [orders], { projectId: "shop" });
  await warehouse.tables.insert({ tableReference, schema: { fields: [{ name: "b", type: "STRING" }] } });
  const error = (await rejection(applyTables(warehouse, plan))) as { failed: { error: unknown }[] };
  const failure = error.failed[0]?.error;
  expect(failure).toBeInstanceOf(StalePlanError);
  expect(failure).not.toBeInstanceOf(ApiError);
  expect(failure).not.toHaveProperty("status");
  expect(failure).toMatchObject({
    code: "plan_stale",
    message: "[plan_stale] sales.orders has changed since the plan: it was created with other properties; plan again",
  });
});

test("the message of a failed operation is one line", () => {
  const text = `no capacity\u001b[2J\n[ok] done ${"x".repeat(5_000)}`;
  const { message } = new OperationError({ operation: { name: "operations/a", done: true, error: { message: text } } });
  expect(message).not.toMatch(/\p{Cc}/u);
  expect(message.length).toBeLessThan(1_200);
});

test("a name with control characters cannot forge a line of a message", async () => {
  const body = defineMethod({ name: "a", http: "POST /a" });
  const service = createService({ baseUrl: "https://a.test" });
  for (const name of ["a\nforged", "a\u2028forged", "a\u009bforged", "a\u202eforged"]) {
    const error = await rejection(service.list({ ...body, items: name } as never, { [name]: 1 } as never).firstPage());
    expect(String(error)).not.toContain(name);
  }
  const client = createClient({});
  const error = await rejection(
    client.warehouse.tables.list({ projectId: "p\u2028q", "x\u202ey": 1 } as never).firstPage(),
  );
  expect(String(error)).toContain('["x\\u202ey"]');
});

test("Table.parse says which value is invalid, and why, in the words of zod", () => {
  const error = Table.safeParse({
    tableReference: { projectId: 5, datasetId: "d" },
    schema: [],
    labels: 3,
    numRows: 1.5,
  }).error;
  expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
    "tableReference.projectId: Invalid input: expected string, received number",
    "tableReference.tableId: Invalid input: expected string, received undefined",
    "labels: Invalid input: expected record, received number",
    "schema: Invalid input: expected object, received array",
    "numRows: expected an unsigned 64-bit integer as a decimal string",
  ]);
  expect(Table.safeParse("garbage").error?.issues[0]?.message).toBe("Invalid input: expected object, received string");
});

test("a network error names the host and the path, without the query", async () => {
  const fetch = async () => {
    throw new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND api.test") });
  };
  const service = createService({ baseUrl: "https://api.test:444/v1", fetch, retry: false });
  const error = await rejection(
    service.call(defineMethod({ name: "a", http: "GET /a" }), {}, { query: { q: "hush" } }),
  );
  expect(String(error)).toBe(
    "NetworkError: [network] GET /v1/a: no complete response from api.test:444: getaddrinfo ENOTFOUND api.test",
  );
});
