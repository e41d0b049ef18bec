import { apiKey, bearer } from "fourfold/auth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type AccessTokenProvider,
  apiKeyOf,
  credentialsOf,
  type RequestHeadersProvider,
  tokenIn,
} from "../../src/call/credentials.js";
import { createRedactor } from "../../src/call/redact.js";
import { type ScriptedServer, startServer } from "../support/http-server.js";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, scriptedFetch } from "../support/scripted-fetch.js";
import { settle } from "../support/timers.js";
import { read, testTransport, write } from "./transport-setup.js";

describe("transport auth", () => {
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startServer({ body: {} });
  });
  afterEach(() => server.close());

  /** A provider that returns a sequence of tokens; the last one is repeated. */
  function provider(...tokens: readonly unknown[]) {
    let asked = 0;
    return {
      getAccessToken: () => {
        const token = tokens[Math.min(asked, tokens.length - 1)];
        asked += 1;
        return token as string;
      },
      asked: () => asked,
    };
  }

  const sentTokens = (requests: readonly Request[]) => requests.map(({ headers }) => headers.get("authorization"));

  test.each<[what: string, token: unknown, header: string]>([
    ["a string", "abc.def", "Bearer abc.def"],
    ["a promise", Promise.resolve("abc"), "Bearer abc"],
    ["a response of google-auth-library", { token: "abc", res: {} }, "Bearer abc"],
    ["a token that ends in a line break", "abc\n", "Bearer abc"],
  ])("sends the token of a provider that returns %s", async (_, token, header) => {
    await testTransport({ baseUrl: server.url, auth: provider(token) }).send(read);
    expect(server.requests[0]!.headers.authorization).toBe(header);
  });

  test("a provider may be a class instance", async () => {
    class Client {
      readonly #secret = "abc";
      async getAccessToken() {
        return { token: this.#secret };
      }
    }
    await testTransport({ baseUrl: server.url, auth: new Client() }).send(read);
    expect(server.requests[0]!.headers.authorization).toBe("Bearer abc");
  });

  test("an API key is added to the query, encoded, after the call's parameters", async () => {
    const transport = testTransport({ baseUrl: server.url, auth: apiKey("k/e y&") });
    await transport.send({ ...read, query: { q: 1 } });
    await transport.send(read);
    expect(server.requests.map(({ url }) => url)).toEqual([
      "/things/one?q=1&key=k%2Fe+y%26",
      "/things/one?key=k%2Fe+y%26",
    ]);
    expect(server.requests[0]!.headers.authorization).toBeUndefined();
  });

  test("a header of the caller overrides the provider, which is not called", async () => {
    const auth = provider("theirs");
    const transport = testTransport({ baseUrl: server.url, auth, headers: { Authorization: "Basic abc" } });
    await transport.send(read);
    await transport.send(read, { headers: { AUTHORIZATION: "Bearer mine" } });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Basic abc", "Bearer mine"]);
    expect(auth.asked()).toBe(0);
  });

  test("the provider is called before every call, not before every attempt", async () => {
    const auth = provider("a", "b");
    const fetch = scriptedFetch(errorResponse(503), json({}));
    const transport = testTransport({ fetch, auth });
    await transport.send(read);
    await transport.send(read);
    expect(sentTokens(fetch.requests)).toEqual(["Bearer a", "Bearer a", "Bearer b"]);
  });

  test.each([
    ["a read", read],
    ["a write", write],
  ])("after a 401, %s is retried once with a fresh token", async (_, request) => {
    const fetch = scriptedFetch(errorResponse(401), json({ a: 1 }));
    const transport = testTransport({ fetch, auth: provider("stale", "fresh") });
    expect((await transport.send(request)).body).toEqual({ a: 1 });
    expect(sentTokens(fetch.requests)).toEqual(["Bearer stale", "Bearer fresh"]);
    expect(transport.clock.slept).toEqual([]);
    expect(transport.events.find(({ type }) => type === "retry")).toMatchObject({
      attempt: 1,
      code: "unauthenticated",
      status: 401,
      delayMs: 0,
    });
  });

  test("a provider that caches tokens receives the rejected one", async () => {
    const tokens = ["stale", "fresh"];
    const auth = {
      getAccessToken: () => tokens[0],
      forgetAccessToken: (token: string) => void tokens.splice(tokens.indexOf(token), 1),
    };
    const fetch = scriptedFetch(errorResponse(401), json({ a: 1 }));
    expect((await testTransport({ fetch, auth }).send(read)).body).toEqual({ a: 1 });
    expect(sentTokens(fetch.requests)).toEqual(["Bearer stale", "Bearer fresh"]);
  });

  test("a call is not retried with the token that was rejected", async () => {
    const auth = provider("same");
    const fetch = scriptedFetch(errorResponse(401));
    const error = await rejection(testTransport({ fetch, auth }).send(read));
    expect(error).toMatchObject({ code: "unauthenticated", status: 401, attempts: 1 });
    expect(auth.asked()).toBe(2);
  });

  test("a call is not retried without a token", async () => {
    const fetch = scriptedFetch(errorResponse(401));
    const error = await rejection(testTransport({ fetch, auth: provider("stale", null) }).send(read));
    expect(error).toMatchObject({
      code: "unauthenticated",
      attempts: 1,
      cause: { code: "credentials_unavailable" },
    });
  });

  test("a second 401 is final", async () => {
    const auth = provider("one", "two", "three");
    const fetch = scriptedFetch(errorResponse(401));
    const error = await rejection(testTransport({ fetch, auth }).send(read));
    expect(error).toMatchObject({ code: "unauthenticated", attempts: 2 });
    expect(auth.asked()).toBe(2);
  });

  test("a 401 without a provider, or with a key, is final", async () => {
    for (const auth of [undefined, apiKey("a-key"), bearer("fixed")]) {
      const fetch = scriptedFetch(errorResponse(401));
      const error = await rejection(testTransport({ fetch, auth }).send(read));
      expect(error).toMatchObject({ code: "unauthenticated", attempts: 1 });
    }
  });

  test("the attempt with a fresh token does not count as a retry", async () => {
    const fetch = scriptedFetch(
      errorResponse(503),
      errorResponse(401),
      errorResponse(503),
      errorResponse(503),
      errorResponse(503),
    );
    const transport = testTransport({ fetch, auth: provider("stale", "fresh") });
    const error = await rejection(transport.send(read));
    expect(error).toMatchObject({ code: "unavailable", attempts: 5 });
    expect(transport.clock.slept).toHaveLength(3);
  });

  test("the attempt with a fresh token is made even if retries are disabled", async () => {
    const fetch = scriptedFetch(errorResponse(401), json({ a: 1 }));
    const transport = testTransport({ fetch, auth: provider("stale", "fresh") });
    expect((await transport.send(read, { retry: false })).body).toEqual({ a: 1 });
  });

  function failingProvider(failure: Error, time: number) {
    let asked = 0;
    return {
      getAccessToken: async () => {
        if (asked++ === time) throw failure;
        return "stale";
      },
    };
  }

  test("if a provider fails after a 401, its error is the cause of the service's error", async () => {
    const failure = new Error("no token today");
    const fetch = scriptedFetch(errorResponse(401));
    const error = await rejection(testTransport({ fetch, auth: failingProvider(failure, 1) }).send(read));
    const cause = { code: "credentials_unavailable", cause: { message: "no token today" } };
    expect(error).toMatchObject({ code: "unauthenticated", attempts: 1, cause });
  });

  test("a provider whose promise never settles does not block later calls after a timeout", async () => {
    const tokens = [new Promise<string>(() => undefined), Promise.resolve("late")];
    const fetch = scriptedFetch(json({ a: 1 }));
    const transport = testTransport({ fetch, auth: bearer(() => tokens.shift() ?? null), timeoutMs: 20 });
    const first = await Promise.all([1, 2].map(() => rejection(transport.send(read))));
    expect(first).toEqual([expect.objectContaining({ code: "timeout" }), expect.objectContaining({ code: "timeout" })]);
    expect((await transport.send(read)).body).toEqual({ a: 1 });
    expect(sentTokens(fetch.requests)).toEqual(["Bearer late"]);
  });

  test("a provider that aborts the call and rejects leaves no unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const controller = new AbortController();
    const getAccessToken = () => {
      controller.abort(new Error("signed out"));
      return Promise.reject(new Error("no session"));
    };
    const transport = testTransport({ fetch: scriptedFetch(), auth: { getAccessToken } });
    expect(await rejection(transport.send(read, { signal: controller.signal }))).toMatchObject({
      message: "signed out",
    });
    await settle();
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});

const credentials = (auth: AccessTokenProvider | RequestHeadersProvider, rejected?: string) =>
  credentialsOf(auth, rejected, (work) => work(new AbortController().signal), createRedactor([]));
const tokenOf = async (auth: AccessTokenProvider, rejected?: string) => tokenIn(await credentials(auth, rejected));

test.each([
  { authorization: "Bearer t", "X-Goog-User-Project": "shop", "x-other": "no" },
  new Headers({ Authorization: "Bearer t", "x-goog-user-project": "shop", "x-other": "no" }),
])("of request headers, the token and the quota project are used: %j", async (headers) => {
  const auth = { getRequestHeaders: async () => headers, getAccessToken: () => "other" };
  expect(await credentials(auth)).toEqual({ authorization: "Bearer t", "x-goog-user-project": "shop" });
  expect(tokenIn(await credentials(auth))).toBe("t");
});

test.each([
  ["t", "t"],
  [" t\r\n", "t"],
  [{ token: "t" }, "t"],
])("the token of %j is %j", async (answer, token) => {
  expect(await tokenOf({ getAccessToken: () => answer })).toBe(token);
  expect(await tokenOf({ getAccessToken: async () => answer })).toBe(token);
});

test.each([
  [{ access_token: "hunter22" }, ", as a string or as { token }, got an object"],
  [{ token: 5 }, ", as a string or as { token }, got a number"],
  [{ token: "" }, ", as a string or as { token }, got an empty string"],
  [{ token: null, res: {} }, ", as a string or as { token }, got an object"],
  [{ token: undefined, res: {} }, ", as a string or as { token }, got an object"],
  [["hunter22"], ", as a string or as { token }, got a list"],
  [5, ", as a string or as { token }, got a number"],
  ["Bearer hunter22", ' without "Bearer "'],
  ["Bearer", ' without "Bearer "'],
  [" bearer ", ' without "Bearer "'],
  [{ token: "bearer hunter22" }, ' without "Bearer "'],
])("a token of an invalid type is described in the error: %j", async (answer, requirement) => {
  const error = await rejection(tokenOf({ getAccessToken: () => answer as string }));
  expect(error).toMatchObject({ code: "credentials_unavailable" });
  expect(String(error)).toContain(`getAccessToken must return an access token${requirement}`);
  expect(String(error)).not.toContain("hunter22");
});

test("only a provider of keys has a key", () => {
  expect(apiKeyOf({ getApiKey: () => "k" })).toBe("k");
  expect(apiKeyOf({ getAccessToken: () => "t" })).toBeUndefined();
  expect(apiKeyOf(undefined)).toBeUndefined();
});

test("passes the rejected token to the provider when it requests a new one", async () => {
  const forgotten: string[] = [];
  const auth = {
    getAccessToken: () => `after ${forgotten}`,
    forgetAccessToken: (token: string) => void forgotten.push(token),
  };
  expect(await tokenOf(auth, "stale")).toBe("after stale");
  expect(await tokenOf({ getAccessToken: () => "t" }, "stale")).toBe("t");
});
