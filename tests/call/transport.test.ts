import { getEventListeners } from "node:events";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import type { WireRequest } from "../../src/call/options.js";
import { ApiError, ResponseError } from "../../src/errors/call-errors.js";
import { type ScriptedServer, startServer } from "../support/http-server.js";
import { rejection } from "../support/rejection.js";
import { json, scriptedFetch, text } from "../support/scripted-fetch.js";
import { settle } from "../support/timers.js";
import { read, testTransport, write } from "./transport-setup.js";

let server: ScriptedServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const overServer = (settings: Parameters<typeof testTransport>[0] = {}) =>
  testTransport({ baseUrl: server.url, ...settings });

test("sends method, path, query, headers and body", async () => {
  server.answer({ body: { ok: true } });
  const transport = overServer({ headers: { "x-client": "a", "x-both": "client" } });
  const request: WireRequest = {
    method: "POST",
    path: "/a/b%20c",
    query: { q: "x y", list: [1, 2], none: undefined },
    ifMatch: "e1",
    body: { name: "ü" },
    name: "things.send",
    idempotent: false,
  };
  const response = await transport.send(request, { headers: { "X-Both": "call" } });
  expect(response).toMatchObject({ status: 200, body: { ok: true }, request: { method: "POST", path: "/a/b%20c" } });
  const [received] = server.requests;
  expect(received).toMatchObject({ method: "POST", url: "/a/b%20c?q=x+y&list=1&list=2", body: '{"name":"ü"}' });
  expect(received!.headers).toMatchObject({
    accept: "application/json",
    "content-type": "application/json",
    "content-length": "13",
    "x-client": "a",
    "x-both": "call",
    "if-match": "e1",
  });
  expect(received!.headers.authorization).toBeUndefined();
});

test.each(["GET", "DELETE"] as const)("a %s without a body has no headers for one", async (method) => {
  server.answer({ body: {} });
  await overServer().send({ method, path: "/x", name: "things.send", idempotent: true });
  expect(server.requests[0]!.headers["content-type"]).toBeUndefined();
  expect(server.requests[0]!.body).toBe("");
});

test("keeps the path of the base address", async () => {
  server.answer({ status: 404 });
  const transport = overServer({ baseUrl: `${server.url}/proxy/v9` });
  const error = await rejection(transport.send(read));
  expect(server.requests[0]!.url).toBe("/proxy/v9/things/one");
  expect(error).toMatchObject({ request: { method: "GET", path: "/proxy/v9/things/one" } });
});

test("looks globalThis.fetch up at each call", async () => {
  const transport = testTransport();
  const fetch = scriptedFetch(json({ from: "a stub" }));
  vi.stubGlobal("fetch", fetch);
  const answer = await transport.send(read);
  vi.unstubAllGlobals();
  expect(answer.body).toEqual({ from: "a stub" });
  server.answer({ body: { from: "the server" } });
  expect((await overServer().send(read)).body).toEqual({ from: "the server" });
});

test("asks fetch not to follow redirects", async () => {
  const fetch = scriptedFetch(json({}));
  await testTransport({ fetch }).send(read);
  expect(fetch.requests[0]!.redirect).toBe("manual");
});

test.each([
  ["an object", '{"a":1}', { a: 1 }],
  ["a list", "[1]", [1]],
  ["null", "null", null],
  ["with a byte order mark", '\ufeff{"a":1}', { a: 1 }],
  ["with white space", ' {"a":1}\n', { a: 1 }],
  ["under another content type", '{"a":1}', { a: 1 }, "text/plain"],
])("parses JSON: %s", async (_, body, value, type = "application/json") => {
  server.answer({ body, headers: { "content-type": type } });
  expect((await overServer().send(read)).body).toEqual(value);
});

test("an empty body is undefined", async () => {
  server.answer({ status: 204, headers: { "content-type": "application/json" } }, { status: 200, body: "" });
  expect(await overServer().send(read)).toMatchObject({ status: 204, body: undefined });
  expect(await overServer().send(read)).toMatchObject({ status: 200, body: undefined });
});

test.each([
  ["cut JSON", '{"a":', "application/json"],
  ["HTML", "<html>sign in</html>", "text/html"],
  ["text", "OK", "text/plain"],
])("%s with a 200 is a ResponseError with the received body, and is not retried", async (_, body, type) => {
  server.answer({ body, headers: { "content-type": type } });
  const error = await rejection(overServer().send(read));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({
    code: "invalid_response",
    status: 200,
    body,
    issues: [{ path: "", rule: "json-body" }],
  });
  expect(String(error)).toContain(`the body is not JSON (content type ${type}); check "baseUrl"`);
  expect(server.requests).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])("a %i is neither followed nor retried", async (status) => {
  for (const request of [read, write]) {
    server.answer({ status, headers: { location: `${server.url}/elsewhere` } });
    const error = await rejection(overServer().send(request));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "redirect", status, attempts: 1 });
  }
  expect(server.requests.map(({ url }) => url)).toEqual(["/things/one", "/things"]);
});

test("a redirect with Retry-After is not retried", async () => {
  const body = { error: { message: "moved", errors: [{ reason: "backendError" }] } };
  server.answer({ status: 302, headers: { location: "/", "retry-after": "1" }, body });
  const transport = overServer();
  expect(await rejection(transport.send(read))).toMatchObject({ code: "redirect", attempts: 1 });
  expect(transport.clock.slept).toEqual([]);
});

test("a redirect that a browser hides is a redirect", async () => {
  const opaque = () => {
    const response = new Response(null);
    const hidden = { type: "opaqueredirect", status: 0, ok: false };
    for (const [name, value] of Object.entries(hidden)) Object.defineProperty(response, name, { value });
    return response;
  };
  const fetch = scriptedFetch(opaque);
  const error = await rejection(testTransport({ fetch }).send(read));
  expect(error).toMatchObject({ code: "redirect", status: 0, attempts: 1 });
  expect(String(error)).toMatch(/^ApiError: \[redirect\] GET \/things\/one: the response is a redirect/);
  expect(fetch.requests).toHaveLength(1);
});

test.each([
  ["of a known length", { body: "x".repeat(2_000) }],
  ["in chunks", { chunks: ["x".repeat(600), "y".repeat(600)] }],
])("a body that is too large, %s, is a ResponseError and is not retried", async (_, answer) => {
  server.answer(answer);
  const error = await rejection(overServer({ maxResponseBytes: 1_000 }).send(read));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({ code: "response_too_large", status: 200 });
  expect((error as ResponseError).body).toMatch(/^x{600}/);
  expect(String(error)).toContain('the body is larger than 1000 bytes ("maxResponseBytes")');
  expect(server.requests).toHaveLength(1);
});

test("an error response with a large page keeps its code", async () => {
  server.answer(
    { status: 503, body: `<html>${"x".repeat(20_000)}`, headers: { "content-type": "text/html" } },
    { body: {} },
  );
  expect((await overServer({ maxResponseBytes: 1_000 }).send(read)).body).toEqual({});
  expect(server.requests).toHaveLength(2);
});

test.each<[what: string, status: number, body: unknown, type: string, code: string]>([
  ["an HTML page", 502, "<html>Bad Gateway</html>", "text/html", "unavailable"],
  ["nothing", 503, "", "text/html", "unavailable"],
  ["OAuth's words", 400, { error: "invalid_grant", error_description: "Expired." }, "application/json", "bad_request"],
  ["the gateway's words", 401, { code: 401, message: "Jwt is missing" }, "application/json", "unauthenticated"],
  ["cut JSON", 404, '{"error":', "application/json", "not_found"],
])("an error response with %s is an ApiError with the right code", async (_, status, body, type, code) => {
  server.answer({ status, body, headers: { "content-type": type } });
  const error = await rejection(overServer().send(read, { retry: false }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code, status, attempts: 1, request: { method: "GET", path: "/things/one" } });
});

test("the message of a broken connection is one line", async () => {
  const fetch = scriptedFetch(() => {
    throw new TypeError("fetch failed", { cause: new Error("no route\n[not_found] 404 GET /forged: x") });
  });
  const { message } = (await rejection(testTransport({ fetch }).send(read, { retry: false }))) as Error;
  expect(message).not.toContain("\n");
});

test("a header that cannot be sent is rejected before anything is sent", async () => {
  const fetch = scriptedFetch(json({}));
  const error = await rejection(testTransport({ fetch }).send(read, { headers: { "x-secret": "a\nb" } }));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: 'headers["x-secret"]' }] });
  expect(fetch.requests).toHaveLength(0);
});

test("the size of a body in events is its number of bytes", async () => {
  const fetch = scriptedFetch(text('{"a":"ü"}'));
  const transport = testTransport({ fetch });
  await transport.send({ ...write, body: { a: "ü" } });
  expect(transport.events).toMatchObject([
    { type: "request", bodyBytes: 10 },
    { type: "response", bodyBytes: 10 },
  ]);
});

test("every event has the method and the path, and no other part of the request", async () => {
  const fetch = scriptedFetch(
    json({ error: { message: "busy" } }, { status: 503, headers: { "retry-after": "2", "set-cookie": "a=b" } }),
    text('{"a":"ü"}', { headers: { etag: "e1", "x-request-id": "r-1", location: "/elsewhere" } }),
  );
  const transport = testTransport({ fetch });
  await transport.send({
    ...write,
    name: "things.send",
    idempotent: true,
    query: { q: "secret" },
    ifMatch: "e0",
  });
  const { callId } = transport.events[0]!;
  expect(callId).toMatch(/^\w+$/);
  const about = { callId, methodName: "things.send", method: "POST", path: "/things" };
  expect(transport.events).toEqual([
    { type: "request", ...about, attempt: 1, bodyBytes: 14 },
    { type: "response", ...about, attempt: 1, status: 503, durationMs: 0, bodyBytes: 28, requestId: undefined },
    { type: "retry", ...about, attempt: 1, code: "unavailable", status: 503, delayMs: 2_000 },
    { type: "request", ...about, attempt: 2, bodyBytes: 14 },
    { type: "response", ...about, attempt: 2, status: 200, durationMs: 0, bodyBytes: 10, requestId: "r-1" },
  ]);
});

test("exceptions of a listener do not affect the call", async () => {
  const fetch = scriptedFetch(json({}, { status: 503 }), json({ a: 1 }));
  const onEvent = () => {
    throw new Error("broken");
  };
  expect((await testTransport({ fetch, onEvent }).send(read)).body).toEqual({ a: 1 });
});

test("a compressed body is decompressed, and limited by its decompressed size", async () => {
  const large = JSON.stringify({ pad: "x".repeat(500_000) });
  const headers = { "content-encoding": "gzip" };
  server.answer({ body: gzipSync(large), headers });
  expect((await overServer().send(read)).body).toEqual(JSON.parse(large));
  const error = await rejection(overServer({ maxResponseBytes: 10_000 }).send(read));
  expect(error).toMatchObject({ code: "response_too_large" });
  server.answer({ body: gzipSync("{}"), headers });
  expect((await overServer().send(read)).body).toEqual({});
});

test("many calls at once may share one signal", async () => {
  server.answer({ body: {} });
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on("warning", note);
  const { signal } = new AbortController();
  const transport = overServer();
  await Promise.all(Array.from({ length: 30 }, () => transport.send(read, { signal })));
  await settle();
  process.off("warning", note);
  expect(warnings).toEqual([]);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("connections are reused", async () => {
  server.answer({ body: {} });
  const transport = overServer();
  for (let n = 0; n < 20; n += 1) await transport.send(read);
  expect(server.connections.size).toBeLessThan(5);
});

test("reports a server without TLS, and keeps the runtime's message as the cause", async () => {
  const error = await rejection(
    overServer({ baseUrl: server.url.replace("http:", "https:") }).send(read, { retry: false }),
  );
  expect(error).toMatchObject({ code: "network", attempts: 1, cause: expect.any(Error) });
  expect(String(error)).toMatch(
    /: no complete response from 127\.0\.0\.1:\d+: the server does not speak TLS on this port; did you mean http:\/\/\?$/,
  );
});

const AGENT = `fourfold/${manifest.version} (gzip)`;

const agentOf = async (settings: Parameters<typeof testTransport>[0] = {}, headers: Record<string, string> = {}) => {
  const fetch = scriptedFetch(json({}));
  await testTransport({ fetch, ...settings }).send(read, { headers });
  return fetch.requests[0]?.headers.get("user-agent");
};

test("the user agent names the package, its version and gzip", async () => {
  expect(await agentOf()).toBe(AGENT);
  server.answer({ body: {} });
  await overServer().send(read);
  expect(server.requests[0]?.headers["user-agent"]).toBe(AGENT);
});

test("a content type of the call is kept, and a request without a body has none", async () => {
  const fetch = scriptedFetch(json({}));
  const transport = testTransport({ fetch });
  await transport.send(write, { headers: { "Content-Type": "application/merge-patch+json" } });
  await transport.send({ ...read, method: "DELETE" });
  expect(fetch.requests.map(({ headers }) => headers.get("content-type"))).toEqual([
    "application/merge-patch+json",
    null,
  ]);
});

test("a user agent of the client or the call is kept", async () => {
  expect(await agentOf({ headers: { "User-Agent": "mine/1" } })).toBe("mine/1");
  expect(await agentOf({}, { "user-agent": "mine/3" })).toBe("mine/3");
});

test("browsers send their own user agent", async () => {
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
  expect(await agentOf()).toBeNull();
});

test.each([undefined, {}, { userAgent: "Cloudflare-Workers" }])(
  "on a runtime with the navigator %j, the user agent is set",
  async (navigator) => {
    vi.stubGlobal("navigator", navigator);
    expect(await agentOf()).toBe(AGENT);
  },
);

test.each([
  ["https://api.example/", "/a", "https://api.example/a"],
  ["https://api.example/b c/../d|e", "/a'(b)!*~", "https://api.example/d|e/a'(b)!*~"],
  ["HTTPS://API.example:443/%C3%A9é", "/a:b", "https://api.example/%C3%A9%C3%A9/a:b"],
])("with the base address %s, the path %s is sent", async (baseUrl, path, url) => {
  const fetch = scriptedFetch(json({}));
  await testTransport({ baseUrl: baseUrl.replace(/\/$/, ""), fetch }).send({ ...read, path });
  expect(fetch.requests[0]?.url).toBe(url);
});
