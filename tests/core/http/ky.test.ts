import { getEventListeners } from "node:events";
import ky1 from "ky";
import ky2 from "ky-2";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { apiKey, bearer } from "../../../src/auth/index.js";
import { systemClock } from "../../../src/core/clock.js";
import type { KyInstance } from "../../../src/core/http/transport.js";
import { RequestError } from "../../../src/errors/request-error.js";
import { type ScriptedServer, startServer } from "../../support/http-server.js";
import { kyVersions, type TestHooks } from "../../support/ky-versions.js";
import { rejection, shown } from "../../support/rejection.js";
import { errorResponse, json, lost, type Step, scriptedFetch, silent, text } from "../../support/scripted-fetch.js";
import { createTestClock } from "../../support/test-clock.js";
import { settle, watchTimers } from "../../support/timers.js";
import { read, testTransport, write } from "./transport-setup.js";

type Settings = Parameters<typeof testTransport>[0];

describe.each(kyVersions)("$name", ({ create, retry }) => {
  const over = (steps: readonly Step[], hooks: TestHooks, settings: Settings = {}, options: object = {}) => {
    const fetch = scriptedFetch(...steps);
    return { fetch, transport: testTransport({ fetch, ky: create(hooks, options), ...settings }) };
  };

  test("beforeRequest runs for every attempt and may change headers", async () => {
    let count = 0;
    const { fetch, transport } = over([errorResponse(503), lost(), json({ a: 1 })], {
      beforeRequest: [
        ({ request }) => {
          count += 1;
          request.headers.set("x-attempt", String(count));
        },
      ],
    });
    expect((await transport.send(read)).body).toEqual({ a: 1 });
    expect(fetch.requests.map(({ headers }) => headers.get("x-attempt"))).toEqual(["1", "2", "3"]);
  });

  test("a request that beforeRequest returns is sent, without following redirects", async () => {
    const { fetch, transport } = over([json({ a: 1 })], {
      beforeRequest: [() => new Request("https://other.test/elsewhere", { method: "PUT", body: "theirs" })],
    });
    expect((await transport.send(read)).body).toEqual({ a: 1 });
    const [request] = fetch.requests;
    expect(request).toMatchObject({ url: "https://other.test/elsewhere", method: "PUT", redirect: "manual" });
    expect(await request!.text()).toBe("theirs");
  });

  test("a response that beforeRequest returns is evaluated, and nothing is sent", async () => {
    const { fetch, transport } = over([json({})], { beforeRequest: [() => Response.json({ cached: true })] });
    expect((await transport.send(read)).body).toEqual({ cached: true });
    expect(fetch.requests).toHaveLength(0);
  });

  test("an error response that beforeRequest returns is retried like one from the service", async () => {
    const busy = [new Response("busy", { status: 503 })];
    const { fetch, transport } = over([json({ a: 1 })], { beforeRequest: [() => busy.pop()] });
    expect((await transport.send(read)).body).toEqual({ a: 1 });
    expect(fetch.requests).toHaveLength(1);
  });

  test("afterResponse receives every response, including error responses, and can read it", async () => {
    const seen: string[] = [];
    const { transport } = over([errorResponse(503), text('{"a":1}')], {
      afterResponse: [
        async ({ response }) => void seen.push(`${response.status} ${(await response.text()).slice(0, 8)}`),
      ],
    });
    expect((await transport.send(read)).body).toEqual({ a: 1 });
    expect(seen).toEqual(['503 {"error"', '200 {"a":1}']);
  });

  test("afterResponse receives the URL of the response", async () => {
    const server = await startServer({ body: {} });
    const seen: string[] = [];
    const ky = create({ afterResponse: [({ response }) => void seen.push(response.url)] });
    await testTransport({ baseUrl: server.url, ky }).send(read);
    await server.close();
    expect(seen).toEqual([`${server.url}/things/one`]);
  });

  test("the response that afterResponse returns is used", async () => {
    const replaced = (status: number, body: unknown) => Response.json(body, { status });
    const rescued = over([errorResponse(404)], { afterResponse: [() => replaced(200, { a: 1 })] });
    expect((await rescued.transport.send(read)).body).toEqual({ a: 1 });
    const failed = over([json({ a: 1 })], { afterResponse: [() => replaced(409, { error: { message: "no" } })] });
    expect(await rejection(failed.transport.send(read))).toMatchObject({ code: "conflict", serviceMessage: "no" });
  });

  test("a replacement response can have the original content-length and another length", async () => {
    const headers = { "content-length": "100", "content-type": "application/json" };
    const { transport } = over([text('{"long":"0123456789"}', { headers })].map(unsized), {
      afterResponse: [({ response }) => new Response('{"a":1}', { status: response.status, headers })],
    });
    expect((await transport.send(read)).body).toEqual({ a: 1 });
  });

  test("the response that afterResponse received may be returned as it is", async () => {
    const { transport } = over([json({ a: 1 })], { afterResponse: [({ response }) => response] });
    expect((await transport.send(read)).body).toEqual({ a: 1 });
  });

  test("a returned response is limited in size and time, and its body is cancelled", async () => {
    const large = over(
      [json({})],
      { afterResponse: [() => new Response("x".repeat(2_000))] },
      { maxResponseBytes: 100 },
    );
    expect(await rejection(large.transport.send(read))).toMatchObject({ code: "response_too_large" });
    const cancel = vi.fn();
    const endless = () => new Response(new ReadableStream({ cancel }));
    const slow = over([json({})], { afterResponse: [endless] }, { timeoutMs: 20 });
    expect(await rejection(slow.transport.send(read))).toMatchObject({ code: "timeout" });
    await settle();
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("a response that a hook has read is rejected with a remedy", async () => {
    const hook: TestHooks["afterResponse"] = [
      async ({ response }) => {
        await response.text();
        return response;
      },
    ];
    const { fetch, transport } = over([json({ a: 1 })], { afterResponse: hook });
    const error = await rejection(transport.send(read));
    expect(error).toBeInstanceOf(RequestError);
    expect(String(error)).toContain("return response.clone() or nothing");
    expect(fetch.requests).toHaveLength(1);
  });

  test("ky.retry() in a hook ends the call after one request", async () => {
    const { fetch, transport } = over([errorResponse(503), errorResponse(503)], { afterResponse: [() => retry()] });
    const error = await rejection(transport.send(read));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ issues: [{ path: "ky", rule: "ky-retry" }] });
    expect(String(error)).toContain("ky.retry() is not supported");
    expect(fetch.requests).toHaveLength(1);
  });

  test.each<[what: string, steps: readonly Step[], code: string]>([
    ["an error response", [errorResponse(503)], "unavailable"],
    ["a lost connection", [lost()], "network"],
    ["a response without JSON", [text("busy")], "invalid_response"],
  ])("beforeRetry and beforeError never run: %s", async (_, steps, code) => {
    const hook = vi.fn();
    const ky = create().extend({ hooks: { beforeRetry: [hook], beforeError: [hook] } });
    const { fetch, transport } = over(steps, {}, { ky });
    expect(await rejection(transport.send(read))).toMatchObject({ code });
    expect(fetch.requests.length).toBeGreaterThan(0);
    expect(hook).not.toHaveBeenCalled();
  });

  test.each(
    (["beforeRequest", "afterResponse"] as const).flatMap((kind) =>
      [new Error("mine"), new TypeError("fetch failed"), "a text", undefined, null].map(
        (reason) => [kind, reason] as const,
      ),
    ),
  )("%s that throws %s ends the call with that very value, without a retry", async (kind, reason) => {
    const timers = watchTimers();
    const hook = () => {
      throw reason;
    };
    const { fetch, transport } = over([errorResponse(503)], { [kind]: [hook] });
    expect(await rejection(transport.send(read))).toBe(reason);
    await settle();
    expect(fetch.requests).toHaveLength(kind === "beforeRequest" ? 0 : 1);
    expect(timers.pending()).toBe(0);
  });

  test.each(["beforeRequest", "afterResponse"] as const)(
    "%s that hangs is ended by an abort and by the deadline, and sends nothing afterwards",
    async (kind) => {
      const timers = watchTimers();
      const releases: (() => void)[] = [];
      const hang = () => new Promise<void>((resolve) => releases.push(resolve));
      const { fetch, transport } = over([errorResponse(503)], { [kind]: [hang] });
      const controller = new AbortController();
      const aborted = rejection(transport.send(read, { signal: controller.signal }));
      await expect.poll(() => releases.length).toBe(1);
      controller.abort("enough");
      expect(await aborted).toBe("enough");
      expect(
        await rejection(transport.send(read, { deadlineMs: 40, retry: { minDelayMs: 0, maxDelayMs: 0 } })),
      ).toMatchObject({ code: "deadline" });
      const sent = fetch.requests.length;
      for (const release of releases) release();
      await settle();
      expect(fetch.requests).toHaveLength(sent);
      expect(sent).toBe(kind === "beforeRequest" ? 0 : 2);
      expect(timers.pending()).toBe(0);
    },
  );

  test("an attempt gets only the time that hooks leave it", async () => {
    const signals: AbortSignal[] = [];
    const watch: Step = (request, signal) => {
      signals.push(signal);
      return silent(request, signal);
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 40));
    const { transport } = over([watch], { beforeRequest: [slow] }, { clock: { ...createTestClock(), ...systemClock } });
    const error = rejection(transport.send(read, { deadlineMs: 60 }));
    await vi.advanceTimersByTimeAsync(60);
    expect(await error).toMatchObject({ code: "deadline" });
    await settle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("the signal of a hook's request is aborted together with the call", async () => {
    const reasons: unknown[] = [];
    const hook: TestHooks["beforeRequest"] = [
      ({ request }) =>
        new Promise((_, reject) => {
          request.signal.addEventListener("abort", () => {
            reasons.push(request.signal.reason);
            reject(request.signal.reason);
          });
        }),
    ];
    const { transport } = over([json({})], { beforeRequest: hook });
    const controller = new AbortController();
    const call = rejection(transport.send(read, { signal: controller.signal }));
    await settle();
    controller.abort("enough");
    expect(await call).toBe("enough");
    expect(reasons).toEqual(["enough"]);
  });

  test("headers: instance, client, method, call, hooks; later ones override earlier ones", async () => {
    const names = ["h1", "h2", "h3", "h4", "h5"];
    const layer = (from: number, value: string) => Object.fromEntries(names.slice(from).map((name) => [name, value]));
    const { fetch, transport } = over(
      [json({})],
      { beforeRequest: [({ request }) => request.headers.set("h5", "hook")] },
      { headers: layer(1, "client") },
      { headers: { ...layer(0, "instance"), h9: undefined } },
    );
    await transport.send({ ...read, headers: layer(2, "method") }, { headers: layer(3, "call") });
    const sent = fetch.requests[0]!.headers;
    expect(names.map((name) => sent.get(name))).toEqual(["instance", "client", "method", "call", "hook"]);
    expect(sent.has("h9")).toBe(false);
    expect(sent.get("accept")).toBe("application/json");
  });

  test.each(["instance", "client", "call", "hook"])(
    "an authorization header of the %s replaces auth",
    async (where) => {
      const header = { authorization: "Basic bWluZQ==" };
      const own = { auth: [bearer("a-token"), apiKey("a-key")] };
      for (const auth of own.auth) {
        const { fetch, transport } = over(
          [errorResponse(401)],
          where === "hook"
            ? { beforeRequest: [({ request }) => request.headers.set("authorization", header.authorization)] }
            : {},
          { auth, headers: where === "client" ? header : {} },
          where === "instance" ? { headers: header } : {},
        );
        await rejection(transport.send({ ...write, query: { q: "a b" } }, where === "call" ? { headers: header } : {}));
        expect(fetch.requests).toHaveLength(1);
        const [request] = fetch.requests;
        expect(request!.headers.get("authorization")).toBe(header.authorization);
        expect(request!.url).toBe("https://service.test/things?q=a+b");
        expect(await request!.text()).toBe('{"name":"one"}');
      }
    },
  );

  test("a provider without a token is not called again if a hook sent an authorization header", async () => {
    const getAccessToken = vi.fn(() => null);
    const hook: TestHooks["beforeRequest"] = [({ request }) => request.headers.set("authorization", "Basic bWluZQ==")];
    const { transport } = over([errorResponse(401)], { beforeRequest: hook }, { auth: { getAccessToken } });
    await rejection(transport.send(read));
    expect(getAccessToken).toHaveBeenCalledOnce();
  });

  test("context, signal and fetch options of the instance apply", async () => {
    const contexts: unknown[] = [];
    const inits: (RequestInit | undefined)[] = [];
    const fetch = scriptedFetch(json({}));
    const controller = new AbortController();
    const dispatcher = { dispatch: () => true };
    const ky = create(
      { beforeRequest: [({ options }) => void contexts.push(options.context)] },
      { context: { tenant: "a" }, signal: controller.signal, credentials: "include", cache: "no-store", dispatcher },
    );
    const transport = testTransport({
      ky,
      fetch: (input, init) => {
        inits.push(init);
        return fetch(new Request(input));
      },
    });
    await transport.send(read);
    expect(contexts).toEqual([{ tenant: "a" }]);
    expect(fetch.requests[0]).toMatchObject({ credentials: "include", cache: "no-store" });
    expect((inits[0] as { dispatcher?: unknown }).dispatcher).toBe(dispatcher);
    controller.abort("closed");
    expect(await rejection(transport.send(read))).toBe("closed");
  });

  test.each(["instance", "call"])(
    "the signal of the %s ends a call in flight, and listeners are removed",
    async (which) => {
      const [own, other] = [new AbortController(), new AbortController()];
      const { transport } = over([silent], {}, {}, { signal: own.signal });
      const call = rejection(transport.send(read, { signal: other.signal }));
      await settle();
      (which === "instance" ? own : other).abort("enough");
      expect(await call).toBe("enough");
      for (const { signal } of [own, other]) expect(getEventListeners(signal, "abort")).toHaveLength(0);
    },
  );

  test("fetch: the option, else the instance's, else globalThis.fetch at each call", async () => {
    const from = (name: string) => scriptedFetch(json({ from: name }));
    const send = async (settings: Settings) => (await testTransport(settings).send(read)).body;
    const own = create({}, { fetch: from("instance") });
    expect(await send({ ky: own, fetch: from("option") })).toEqual({ from: "option" });
    expect(await send({ ky: own })).toEqual({ from: "instance" });
    const transport = testTransport({ ky: create() });
    for (const name of ["one", "two"]) {
      vi.stubGlobal("fetch", from(name));
      const { body } = await transport.send(read);
      vi.unstubAllGlobals();
      expect(body).toEqual({ from: name });
    }
  });

  test("other options of the instance are reset", async () => {
    const parseJson = vi.fn(() => ({ wrong: true }));
    const onDownloadProgress = vi.fn();
    const { fetch, transport } = over(
      [errorResponse(503), json({ a: 1 })],
      {},
      {},
      {
        method: "delete",
        body: "wrong",
        json: { wrong: true },
        searchParams: { wrong: 1 },
        redirect: "follow",
        ...(create === kyVersions[0]!.create
          ? { prefixUrl: "https://wrong.test" }
          : { prefix: "https://wrong.test", baseUrl: "https://wrong.test", totalTimeout: 1 }),
        retry: { limit: 9, delay: () => 1e6 },
        timeout: 1,
        throwHttpErrors: true,
        parseJson,
        stringifyJson: parseJson,
        onDownloadProgress,
      },
    );
    expect((await transport.send({ ...read, query: { q: 1 } })).body).toEqual({ a: 1 });
    expect(fetch.requests.map(({ method, url, redirect }) => [method, url, redirect])).toEqual(
      [1, 2].map(() => ["GET", "https://service.test/things/one?q=1", "manual"]),
    );
    expect(fetch.requests[0]!.headers.has("content-type")).toBe(false);
    expect(parseJson).not.toHaveBeenCalled();
    expect(onDownloadProgress).not.toHaveBeenCalled();
  });

  test("content-type is set once, only with a body, unless given", async () => {
    const { fetch, transport } = over([json({})], { beforeRequest: [() => undefined] });
    await transport.send(write);
    await transport.send({ ...read, method: "DELETE" });
    await transport.send(write, { headers: { "Content-Type": "application/merge-patch+json" } });
    expect(fetch.requests.map(({ headers }) => headers.get("content-type"))).toEqual([
      "application/json",
      null,
      "application/merge-patch+json",
    ]);
  });

  test("an attempt without a complete response is retried with hooks, too", async () => {
    const statuses: number[] = [];
    const { fetch, transport } = over([lost(), json({ a: 1 })], {
      afterResponse: [({ response }) => void statuses.push(response.status)],
    });
    expect((await transport.send(read)).body).toEqual({ a: 1 });
    expect(fetch.requests).toHaveLength(2);
    expect(statuses).toEqual([200]);
  });

  const added = "hook-credential/0123+4";
  const key = "AIza-secret/key+1";
  const echo = (request: Request) =>
    [...request.headers].map(([name, value]) => `${name}: ${value}`).join(", ") +
    ` ${request.url} ${[...new URL(request.url).searchParams].map((each) => each.join("=")).join("&")}`;
  const echoes: [name: string, step: Step][] = [
    ["a message", (request) => Response.json({ error: { message: echo(request) } }, { status: 400 })],
    [
      "a failure that is retried",
      (request) =>
        Response.json({ error: { message: echo(request) } }, { status: 503, headers: { "x-echo": request.url } }),
    ],
    [
      "a redirect",
      (request) => new Response("", { status: 302, headers: { location: request.url, link: `<${request.url}>` } }),
    ],
    [
      "a lost connection",
      (request) => {
        throw new TypeError("fetch failed", { cause: new Error(`connect ${echo(request)}`) });
      },
    ],
    ["a success that is not JSON", (request) => new Response(echo(request))],
  ];
  test.each(echoes)("%s shows no credential that a hook added, and no query", async (_, step) => {
    const { transport } = over(
      [step],
      {
        beforeRequest: [
          ({ request }) => {
            request.headers.set("x-signature", added);
            const url = new URL(request.url);
            url.searchParams.set("sig", `${added}-query`);
            return new Request(url, request);
          },
        ],
        afterResponse: [({ response }) => void response.headers],
      },
      { auth: apiKey(key), eventBodies: true },
    );
    const error = await rejection(transport.send({ ...read, query: { filter: "my filter" } }, { retry: { limit: 1 } }));
    for (const value of [error, transport.events].flat()) {
      for (const secret of [
        added,
        encodeURIComponent(added),
        `${added}-query`,
        key,
        encodeURIComponent(key),
        "my filter",
        "filter=my",
      ]) {
        expect(shown(value)).not.toContain(secret);
      }
      expect((value as Error).name ?? "").not.toMatch(/HTTPError|ForceRetry|KyError/);
    }
  });
});

/** A response that a custom fetch created. Its content-length is not checked. */
function unsized(step: Step): Step {
  return async (request, signal) => {
    const response = await step(request, signal);
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    return new Response(response.body, { status: response.status, headers });
  };
}

test("init hooks of ky 2 run for every attempt and may set headers, context and fetch options only", async () => {
  const fetch = scriptedFetch(errorResponse(503), json({ a: 1 }));
  const contexts: unknown[] = [];
  const ky = ky2.create({
    hooks: {
      init: [
        (options) => {
          Object.assign(options, {
            ...{
              method: "post",
              body: "wrong",
              searchParams: { wrong: 1 },
              retry: 9,
              timeout: 1,
              throwHttpErrors: true,
            },
            ...{ redirect: "follow", credentials: "include", context: { from: "init" }, headers: { "x-init": "1" } },
          });
        },
      ],
      beforeRequest: [({ options }) => void contexts.push(options.context)],
    },
  });
  const transport = testTransport({ ky, fetch });
  expect((await transport.send(read)).body).toEqual({ a: 1 });
  for (const { method, url, headers, redirect, credentials } of fetch.requests) {
    expect({ method, url, redirect, credentials }).toEqual({
      method: "GET",
      url: "https://service.test/things/one",
      redirect: "manual",
      credentials: "include",
    });
    expect(headers.get("x-init")).toBe("1");
  }
  expect(contexts).toEqual([{ from: "init" }, { from: "init" }]);
});

test("an exception of an init hook of ky 2 ends the call", async () => {
  const failure = new Error("mine");
  const ky = ky2.create({
    hooks: {
      init: [
        () => {
          throw failure;
        },
      ],
    },
  });
  const fetch = scriptedFetch(json({}));
  expect(await rejection(testTransport({ ky, fetch }).send(read))).toBe(failure);
  expect(fetch.requests).toHaveLength(0);
});

describe("over a real server", () => {
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.close());

  test.each<[string, KyInstance]>([
    ["ky 1.14", ky1.create({ hooks: { afterResponse: [() => undefined] } })],
    ["ky 2.1", ky2.create({ hooks: { afterResponse: [() => undefined] } })],
  ])("%s: a timeout closes the connection before and within the body, with hooks", async (_, ky) => {
    for (const failure of ["silence", "hang-after-headers"] as const) {
      server.answer({ body: { a: 1 }, failure });
      const error = await rejection(testTransport({ baseUrl: server.url, ky }).send(read, { timeoutMs: 50 }));
      expect(error).toMatchObject({ code: "timeout" });
      await expect.poll(() => server.requests.at(-1)!.isClosed()).toBe(true);
    }
  });

  test("after an exception of a hook, no request is pending", async () => {
    server.answer({ body: { a: 1 } });
    const ky = ky1.create({
      hooks: {
        afterResponse: [
          () => {
            throw new Error("mine");
          },
        ],
      },
    });
    await rejection(testTransport({ baseUrl: server.url, ky }).send(read));
    await settle();
    expect(server.requests).toHaveLength(1);
  });

  test("a redirect is not followed, also for a request that a hook made", async () => {
    server.answer({ status: 302, headers: { location: `${server.url}/elsewhere?token=secret` } });
    const ky = ky1.create({ hooks: { beforeRequest: [({ url }) => new Request(url)] } });
    const error = await rejection(testTransport({ baseUrl: server.url, ky }).send(read));
    expect(error).toMatchObject({ code: "redirect", status: 302 });
    expect(server.requests).toHaveLength(1);
    expect(shown(error)).not.toContain("secret");
  });
});
