import { connect } from "node:net";
import { vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { afterEach, expect, test } from "vitest";
import { type FetchHandler, type ListenOptions, type LocalServer, listen } from "../../../src/testing/server/index.js";
import { talk } from "../../support/http-server.js";
import { rejection } from "../../support/rejection.js";
import { readAnswer } from "../raw-call.js";

const closing: LocalServer[] = [];
afterEach(async () => {
  for (const server of closing.splice(0)) await server.close();
});

async function serve(target: Parameters<typeof listen>[0], options?: ListenOptions): Promise<string> {
  const server = await listen(target, options);
  closing.push(server);
  return server.url;
}

const echo: FetchHandler = async (request) =>
  Response.json({
    method: request.method,
    url: request.url,
    body: await request.text(),
    headers: [...request.headers],
  });

test("serves a sandbox over HTTP", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const url = await serve(sandbox);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const tables = `${url}/bigquery/v2/projects/shop/datasets/sales/tables`;
  const body = JSON.stringify({ tableReference: { projectId: "shop", datasetId: "sales", tableId: "p$2026 ü" } });
  const inserted = await readAnswer(await fetch(tables, { method: "POST", body }));
  expect(inserted.status).toBe(200);
  expect(inserted.headers.get("etag")).toBe(inserted.json.etag);
  const path = `${tables}/${encodeURIComponent("p$2026 ü")}`;
  const deleted = await fetch(path, { method: "DELETE" });
  expect([deleted.status, await deleted.text(), deleted.headers.get("content-length")]).toEqual([204, "", null]);
  expect((await fetch(path)).status).toBe(404);
  expect(sandbox.requests.map(({ path }) => path).at(-1)).toBe(new URL(path).pathname);
});

test("passes method, path, query, headers and body to any handler", async () => {
  const url = await serve(echo);
  const response = await fetch(`${url}/a%20b:c?x=1&x=2`, { method: "PUT", body: "ü", headers: { "x-test": "1" } });
  const seen = (await response.json()) as Record<string, unknown>;
  expect(seen).toMatchObject({ method: "PUT", url: `${url}/a%20b:c?x=1&x=2`, body: "ü" });
  expect(seen.headers).toContainEqual(["x-test", "1"]);
});

test("responds to HEAD without the body and forwards several cookies", async () => {
  const handler = () =>
    new Response("hello", {
      headers: [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ],
    });
  const url = await serve(handler);
  const response = await fetch(url, { method: "HEAD" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test("handles preflights itself and allows every origin to read responses", async () => {
  const sandbox = createSandbox();
  const url = await serve(sandbox);
  const preflight = await fetch(`${url}/bigquery/v2/projects`, {
    method: "OPTIONS",
    headers: {
      origin: "http://localhost:5173",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "X-Mine, If-Match",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
  expect(preflight.headers.get("access-control-allow-headers")).toBe("X-Mine, If-Match");
  expect(sandbox.requests).toEqual([]);

  const response = await fetch(`${url}/bigquery/v2/projects`);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-expose-headers")).toBe("*");
  await response.text();
  expect((await fetch(url, { method: "OPTIONS" })).status).toBe(404);
});

const preflight = { origin: "http://localhost:5173", "access-control-request-method": "POST" };

test("a sandbox without CORS handles no preflight and adds no CORS headers", async () => {
  const sandbox = createSandbox({ cors: false });
  const url = await serve(sandbox);
  expect((await fetch(`${url}/bigquery/v2/projects`, { method: "OPTIONS", headers: preflight })).status).toBe(404);
  const response = await fetch(`${url}/bigquery/v2/projects`);
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(["OPTIONS", "GET"]);
});

test("a handler receives preflights", async () => {
  const handler = ({ method }: Request) => Response.json({ method });
  const own = await fetch(await serve(handler), { method: "OPTIONS", headers: preflight });
  expect(await own.json()).toEqual({ method: "OPTIONS" });
  expect(own.headers.has("access-control-allow-origin")).toBe(false);
});

test.each<[target: unknown, options: unknown, issues: string[]]>([
  [createSandbox(), { prot: 1, port: 65_536, host: "" }, ["port", "host", "prot"]],
  [createSandbox(), null, [""]],
  [undefined, {}, ["target"]],
  [{}, {}, ["target"]],
])("rejects invalid targets and options (%#)", async (target, options, issues) => {
  const error = await rejection(listen(target as never, options as never));
  expect(error).toMatchObject({ name: "RequestError", issues: issues.map((path) => ({ path })) });
});

test("a dropped connection is closed", async () => {
  const sandbox = createSandbox();
  const url = await serve(sandbox);
  sandbox.faults.next({ drop: true });
  expect(await rejection(fetch(`${url}/bigquery/v2/projects`))).toMatchObject({ message: "fetch failed" });
  expect((await fetch(`${url}/bigquery/v2/projects`)).status).toBe(200);
});

test("a body that fails closes the connection", async () => {
  let isStarted = false;
  const url = await serve(() => {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (isStarted) controller.error(new Error("broken"));
      else controller.enqueue(new TextEncoder().encode("half"));
      isStarted = true;
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  });
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(await rejection(response.text())).toMatchObject({ message: "terminated" });
});

test("a handler that fails results in a 500, Response.error() closes the connection", async () => {
  const url = await serve((request) => {
    if (request.url.endsWith("/error")) return Response.error();
    throw new Error("broken");
  });
  const { status, json } = await readAnswer(await fetch(url));
  expect(status).toBe(500);
  expect(json.error).toMatchObject({
    code: 500,
    message: "the handler failed: broken",
    errors: [{ reason: "internalError" }],
  });
  expect(await rejection(fetch(`${url}/error`))).toBeInstanceOf(TypeError);
});

test("the limit of a body is 10 MiB", async () => {
  const url = await serve(async (request) => new Response(String((await request.arrayBuffer()).byteLength)));
  const limit = 10 * 1024 * 1024;
  expect((await fetch(url, { method: "POST", body: new Uint8Array(limit) })).status).toBe(200);
  expect((await fetch(url, { method: "POST", body: new Uint8Array(limit + 1) })).status).toBe(413);
});

test("a body beyond the limit is a 413 in the form of its service", async () => {
  const url = await serve(createSandbox({ naming: vendorNaming }));
  const ask = async (path: string, body: BodyInit) => {
    const init = { method: "PATCH", body, duplex: "half" as const };
    return readAnswer(await fetch(url + path, init));
  };
  const large = new Blob(["x".repeat(11_000_000)]);
  const message = "The body is larger than 10485760 bytes";
  for (const body of [large, large.stream()]) {
    const { status, json } = await ask("/v1beta1/projects/p/locations/l/environments/e", body);
    const details = [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "payloadTooLarge", domain: "sandbox.test" },
    ];
    expect([status, json]).toEqual([413, { error: { code: 413, message, details } }]);
  }
  const { status, json } = await ask("/warehouse/v2/projects/p/datasets/d/tables/t", large.stream());
  const errors = [{ domain: "global", reason: "payloadTooLarge", message }];
  expect([status, json]).toEqual([413, { error: { code: 413, message, errors } }]);
});

test("an unbounded body is consumed even if the handler reads only a part of it", async () => {
  const handler: FetchHandler = async (request) => {
    const reader = request.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return new Response(String((value?.byteLength ?? 0) > 0));
  };
  const url = await serve(handler);
  for (let round = 0; round < 2; round += 1) {
    expect(await (await fetch(url, { method: "POST", body: "x".repeat(1_000_000) })).text()).toBe("true");
  }
});

test("a connection is reused after a body of which only a part was read", async () => {
  const handler: FetchHandler = async (request) => {
    await request.body?.getReader().read();
    return new Response(request.method);
  };
  const url = await serve(handler);
  const upload = "x".repeat(1_000_000);
  const posted = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${upload.length}\r\n\r\n${upload}`;
  const answer = await talk(url, `${posted}${posted}GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  expect([...answer.matchAll(/^(POST|GET)\r$/gm)].map(([, method]) => method)).toEqual(["POST", "POST", "GET"]);
});

test("a response is streamed, and its source is cancelled when the client disconnects", async () => {
  const cancelled = deferred();
  let push = (_: string) => {};
  const handler = () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(new TextEncoder().encode(text));
        push("one");
      },
      cancel: () => cancelled.resolve(),
    });
    return new Response(body);
  };
  const url = await serve(handler);
  const controller = new AbortController();
  const response = await fetch(url, { signal: controller.signal });
  expect(response.headers.get("content-length")).toBeNull();
  const reader = response.body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toBe("one");
  push("two");
  expect(await next()).toBe("two");
  controller.abort();
  await cancelled.promise;
});

test("HEAD does not wait for a body that never ends", async () => {
  const url = await serve(() => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })));
  expect(await (await fetch(url, { method: "HEAD" })).text()).toBe("");
});

test("a request that fetch could not send results in a 400", async () => {
  const url = await serve(echo);
  const answer = await talk(url, "TRACE / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(await talk(url, "GET /a HTTP/1.1\r\nhost: [\r\nconnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  expect(await talk(url, "GET /a HTTP/1.0\r\n\r\n")).toContain("http://localhost/a");
});

/** The status of the response to a request with this target and these headers, and the URL that the handler received. */
async function ask(url: string, target: string, headers: string): Promise<string> {
  const answer = await talk(url, `GET ${target} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  const [, status = ""] = answer.match(/^HTTP\/1\.1 (\d+)/) ?? [];
  const received = /"url":"([^"]*)"/.exec(answer)?.[1];
  return received === undefined ? status : `${status} ${received}`;
}

test.each([
  ["/a?b", "host: localhost:1\r\n", "200 http://localhost:1/a?b"],
  ["/a", "host: LOCALHOST\r\n", "200 http://localhost/a"],
  ["/a", "host: shop.localhost:8787\r\n", "200 http://shop.localhost:8787/a"],
  ["/a", "host: 127.0.0.2\r\n", "200 http://127.0.0.2/a"],
  ["/a", "host: [::1]:1\r\n", "200 http://[::1]:1/a"],
  ["//evil.test/a", "host: localhost\r\n", "200 http://localhost//evil.test/a"],
  ["/a", "host: evil.test\r\n", "403"],
  ["/a", "host: evil.test\r\nx-forwarded-host: localhost\r\nforwarded: host=localhost\r\n", "403"],
  ["/a", "host: localhost.evil.test\r\n", "403"],
  ["/a", "host: 127.0.0.1.evil.test\r\n", "403"],
  ["/a", "host: evil-localhost\r\n", "403"],
  ["/a", "host: 192.168.1.1\r\n", "403"],
  ["/a", "host: 0.0.0.0\r\n", "403"],
  ["http://evil.test/a", "host: localhost\r\n", "403"],
  ["http://user@localhost/a", "host: localhost\r\n", "403"],
  ["/secret", "host: localhost/open?\r\n", "400"],
  ["/secret", "host: localhost#\r\n", "400"],
  ["/secret", "host: localhost\\open?\r\n", "400"],
  ["/secret", "host: user@localhost\r\n", "400"],
  ["/secret", "host: localhost:x\r\n", "400"],
])("%s with the headers %j results in %s", async (target, headers, expected) => {
  expect(await ask(await serve(echo), target, headers)).toBe(expected);
});

test("a request to another host does not reach the handler, and its error has a remedy", async () => {
  const sandbox = createSandbox();
  const url = await serve(sandbox);
  const answer = await talk(url, "GET /v2 HTTP/1.1\r\nhost: Evil.test:80\r\nconnection: close\r\n\r\n");
  expect(answer).toContain(String.raw`the host must be a loopback name, such as localhost, got \"evil.test\"`);
  expect(answer).not.toContain("access-control");
  expect(sandbox.requests).toEqual([]);
});

test("requests to a server on every address may use any host", async () => {
  const open = await serve(echo, { host: "0.0.0.0" });
  expect(await ask(open, "/a", "host: 192.168.1.1:8787\r\n")).toBe("200 http://192.168.1.1:8787/a");
  expect(await ask(open, "/a", "host: sandbox:8787\r\n")).toBe("200 http://sandbox:8787/a");
});

test("the signal of a request is aborted when its client disconnects", async () => {
  const aborted = deferred();
  const arrived = deferred();
  const url = await serve(async (request) => {
    request.signal.addEventListener("abort", () => aborted.resolve());
    arrived.resolve();
    await aborted.promise;
    throw request.signal.reason;
  });
  const controller = new AbortController();
  const pending = rejection(fetch(url, { signal: controller.signal }));
  await arrived.promise;
  controller.abort();
  await pending;
  await aborted.promise;
});

test("an endless body is cancelled when its client disconnects", async () => {
  const url = await serve(echo);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nabc", () => socket.destroy());
    });
    socket.on("close", () => resolve());
  });
  expect((await fetch(url)).status).toBe(200);
});

test("close ends idle and busy connections and may be called again", async () => {
  const arrived = deferred();
  const server = await listen(async (request) => {
    if (request.url.endsWith("/idle")) return new Response("ok");
    arrived.resolve();
    return new Promise<Response>(() => {});
  });
  await (await fetch(`${server.url}/idle`)).text();
  const silent = connect(Number(new URL(server.url).port), "127.0.0.1");
  await new Promise((resolve) => silent.on("connect", resolve));
  const gone = new Promise((resolve) => silent.on("close", resolve));
  const busy = rejection(fetch(`${server.url}/busy`));
  await arrived.promise;
  await Promise.all([server.close(), server.close()]);
  expect(await busy).toBeInstanceOf(TypeError);
  await gone;
  expect(await rejection(fetch(server.url))).toMatchObject({ cause: { code: "ECONNREFUSED" } });
  await server.close();
});

test("await using closes the server", async () => {
  let url = "";
  {
    await using server = await listen(createSandbox());
    url = server.url;
    expect((await fetch(url)).status).toBe(404);
  }
  expect(await rejection(fetch(url))).toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

test("listens on the given port and host, and reports errors", async () => {
  const url = await serve(echo, { host: "localhost" });
  const port = Number(new URL(url).port);
  expect((await fetch(url)).status).toBe(200);
  expect(await rejection(listen(echo, { port, host: new URL(url).hostname.replace(/[[\]]/g, "") }))).toMatchObject({
    code: "EADDRINUSE",
  });
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
