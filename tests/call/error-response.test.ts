import fc from "fast-check";
import { expect, test } from "vitest";
import { toApiError } from "../../src/call/error-response.js";
import { createRedactor } from "../../src/call/redact.js";
import { ApiError } from "../../src/errors/call-errors.js";
import { createTestClock } from "../support/test-clock.js";

const requestIdHeaders = ["x-request-id", "x-goog-request-id", "x-cloud-trace-context"];
const request = { method: "GET", path: "/warehouse/v2/projects" };

function read(
  status: number,
  body: unknown,
  {
    headers = {},
    statusText = "",
    secrets = [],
  }: { headers?: Record<string, string>; statusText?: string; secrets?: string[] } = {},
): ApiError {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const context = {
    request,
    attempts: 2,
    redact: createRedactor(secrets.map((value) => ({ name: "Bearer", value }))),
    clock: createTestClock(0),
    requestIdHeaders,
  };
  return toApiError({ status, statusText, headers: new Headers(headers) }, text, context);
}

const errorResponse = (reason?: string, status?: string) => ({
  error: {
    code: 1,
    message: "The words.",
    errors: reason === undefined ? [] : [{ domain: "global", reason, message: "…" }],
    status,
  },
});

test.each<[status: number, body: unknown, code: string]>([
  [400, errorResponse("invalid"), "bad_request"],
  [400, errorResponse(undefined, "FAILED_PRECONDITION"), "precondition_failed"],
  [400, errorResponse("jobRateLimitExceeded"), "bad_request"],
  [400, errorResponse("rateLimitExceeded"), "bad_request"],
  [401, errorResponse("authError"), "unauthenticated"],
  [403, errorResponse("accessDenied"), "permission_denied"],
  [403, errorResponse("rateLimitExceeded"), "rate_limited"],
  [403, errorResponse("userRateLimitExceeded"), "rate_limited"],
  [403, errorResponse("quotaExceeded"), "quota_exceeded"],
  [403, errorResponse("RATE_LIMIT_EXCEEDED"), "rate_limited"],
  [403, errorResponse("dailyLimitExceeded"), "quota_exceeded"],
  [429, errorResponse("quotaExceeded"), "quota_exceeded"],
  [429, errorResponse(), "rate_limited"],
  [404, errorResponse("notFound", "NOT_FOUND"), "not_found"],
  [409, errorResponse("duplicate"), "conflict"],
  [412, errorResponse("conditionNotMet"), "precondition_failed"],
  [500, errorResponse("backendError"), "server_error"],
  [501, errorResponse("notImplemented"), "server_error"],
  [502, errorResponse(), "unavailable"],
  [503, errorResponse("backendError"), "unavailable"],
  [504, errorResponse(), "unavailable"],
  [505, errorResponse(), "server_error"],
  [599, errorResponse(), "server_error"],
  [402, errorResponse(), "request_failed"],
  [405, errorResponse(), "request_failed"],
  [408, errorResponse(), "request_failed"],
  [410, errorResponse(), "request_failed"],
  [418, "", "request_failed"],
  [999, "", "request_failed"],
  [300, "", "redirect"],
  [301, "", "redirect"],
  [304, "", "redirect"],
  [308, errorResponse("backendError"), "redirect"],
  [0, "", "redirect"],
])("%i with %j is %s", (status, body, code) => {
  expect(read(status, body)).toMatchObject({ code, status, attempts: 2, request });
});

test("parses the warehouse's format", () => {
  const body = {
    error: {
      code: 404,
      message: "Not found: Table p:d.t",
      errors: [{ domain: "global", reason: "notFound", message: "Not found: Table p:d.t" }],
      status: "NOT_FOUND",
    },
  };
  const error = read(404, body, { headers: { "x-request-id": "r-1" } });
  expect(error.message).toBe("[not_found] 404 GET /warehouse/v2/projects: Not found: Table p:d.t");
  expect(error).toMatchObject({ reason: "notFound", details: body.error.errors, body, requestId: "r-1" });
  expect(error.retryAfterMs).toBeUndefined();
});

test("parses the format with details", () => {
  const details = [
    { "@type": "type.googleapis.com/google.rpc.Help" },
    { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" },
  ];
  const error = read(400, { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT", details } });
  expect(error).toMatchObject({ code: "bad_request", reason: "API_KEY_INVALID", details });
  expect(error.message).toContain("API key not valid.");
});

test.each([
  [{ error: "invalid_client", error_description: "Unknown client." }, "Unknown client.", "invalid_client"],
  [{ error: "invalid_grant" }, "invalid_grant", "invalid_grant"],
  [{ code: 401, message: "Jwt is missing" }, "Jwt is missing", undefined],
  [{ code: 16, message: "JWT validation failed", details: [] }, "JWT validation failed", undefined],
  [{ error: { errors: [{ reason: "x", message: "only there" }] } }, "only there", "x"],
])("parses %j", (body, text, reason) => {
  const error = read(401, body);
  expect(error.message).toBe(`[unauthenticated] 401 GET /warehouse/v2/projects: ${text}`);
  expect(error).toMatchObject({ code: "unauthenticated", body });
  expect(error.reason).toBe(reason);
});

test.each<[what: string, text: string, type: string, says: string]>([
  ["an HTML page", "<!DOCTYPE html><title>502</title>", "text/html", "Bad Gateway; <!DOCTYPE html><title>502</title>"],
  ["nothing", "", "application/json", "Bad Gateway; the response has no body"],
  ["white space", " \n", "text/plain", "Bad Gateway; the response has no body"],
  ["plain text", "upstream connect error", "text/plain", "Bad Gateway; upstream connect error"],
  ["cut JSON", '{"error": {"co', "application/json", 'Bad Gateway; {"error": {"co'],
  ["JSON without words", "{}", "application/json", "Bad Gateway; {}"],
  ["null", "null", "application/json", "Bad Gateway; null"],
  ["a null error", '{"error":null}', "application/json", 'Bad Gateway; {"error":null}'],
  ["a message that is not a string", '{"error":{"message":5}}', "application/json", "Bad Gateway;"],
])("creates a message for %s", (_, text, type, says) => {
  const error = read(502, text, { headers: { "content-type": type }, statusText: "Bad Gateway" });
  expect(error.code).toBe("unavailable");
  expect(error.message).toContain(says);
});

test.each([
  ["the service's message", JSON.stringify({ error: { message: "one\r\ntwo\u202e\u001b[31m\u2028three" } })],
  ["plain text", "one\r\ntwo\u202e\u001b[31m\u2028three"],
])("a message is one line: %s cannot forge another", (_, text) => {
  const { message, body } = read(400, text);
  expect(message).toBe("[bad_request] 400 GET /warehouse/v2/projects: one two [31m three");
  expect(JSON.stringify(body)).toContain("three");
});

test("the length of a message is limited", () => {
  expect(read(400, { error: { message: "x".repeat(100_000) } }).message.length).toBeLessThan(1_100);
});

test("the body is parsed JSON, or text if it is not JSON, or undefined if it is empty", () => {
  expect(read(500, '{"a":1}').body).toEqual({ a: 1 });
  expect(read(500, "<html>").body).toBe("<html>");
  expect(read(500, "").body).toBeUndefined();
  expect(read(500, "null").body).toBeNull();
});

test("a redirect error has a remedy, and hides the target", () => {
  const error = read(302, "", { headers: { location: "https://evil.test/?key=1" } });
  expect(error.message).toContain("never followed");
  expect(JSON.stringify(error)).not.toContain("evil.test");
});

test.each<[headers: Record<string, string>, details: unknown[], ms: number | undefined]>([
  [{ "retry-after": "7" }, [], 7_000],
  [{ "retry-after": new Date(9_000).toUTCString() }, [], 9_000],
  [{}, [{ "@type": "google.rpc.RetryInfo", retryDelay: "41s" }], 41_000],
  [{}, [{ reason: "X" }, { retryDelay: "0.5s" }], 500],
  [{ "retry-after": "7" }, [{ retryDelay: "41s" }], 41_000],
  [{ "retry-after": "70" }, [{ retryDelay: "41s" }], 70_000],
  [{ "retry-after": "later" }, [{ retryDelay: 41 }], undefined],
])("the longest requested delay is used: %j and %j", (headers, details, ms) => {
  const error = read(429, { error: { message: "slow down", details } }, { headers });
  expect(error.retryAfterMs).toBe(ms);
});

test.each([
  [{ "x-request-id": "a", "x-cloud-trace-context": "c" }, "a"],
  [{ "x-goog-request-id": "b" }, "b"],
  [{ "x-cloud-trace-context": "c" }, "c"],
  [{}, undefined],
])("the request id in %j is %s", (headers, id) => {
  expect(read(500, "", { headers }).requestId).toBe(id);
});

test("a body with hostile names has no side effects", () => {
  const error = read(400, '{"error":{"message":"m","__proto__":{"x":1},"constructor":2,"toJSON":3}}');
  expect(JSON.parse(JSON.stringify(error)).body).toEqual(
    JSON.parse('{"error":{"message":"m","__proto__":{"x":1},"constructor":2,"toJSON":3}}'),
  );
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test.each(["[", '{"a":'])("a body of a hundred thousand %s is still an ApiError", (open) => {
  const close = open === "[" ? "]" : "}";
  const error = read(503, `${open.repeat(100_000)}1${close.repeat(100_000)}`, { secrets: ["secret-token"] });
  expect(error).toMatchObject({ code: "unavailable", status: 503 });
});

test("every response becomes an ApiError", () => {
  const status = fc.integer({ min: 300, max: 599 });
  fc.assert(
    fc.property(
      status,
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.jsonValue().map((value) => JSON.stringify({ error: value })),
      ),
      (code, text) => {
        const error = read(code, text);
        expect(error).toBeInstanceOf(ApiError);
        expect(error.status).toBe(code);
        expect(error.message).toMatch(/^\[\w+\] \d{3} GET \/warehouse\/v2\/projects: ./s);
      },
    ),
  );
});
