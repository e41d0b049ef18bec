import * as fc from "fast-check";
import { CredentialsError, createClient, isFourfoldError } from "fourfold";
import { apiKey, bearer } from "fourfold/auth";
import { expect, test } from "vitest";
import type { Auth } from "../../src/call/credentials.js";
import { rejection, shown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { read, testTransport } from "./transport-setup.js";

const TOKEN = "sk-hunter2-hunter2";

/** Sends a request with credentials, and returns the error. Nothing must have been sent. */
async function failure(auth: unknown, options = {}): Promise<CredentialsError> {
  const fetch = scriptedFetch(json({}));
  const error = await rejection(testTransport({ fetch, auth: auth as Auth, ...options }).send(read));
  expect(fetch.requests).toEqual([]);
  return error as CredentialsError; // the tests check it
}

/** Providers of each kind whose method has a given result. */
const kinds: Readonly<Record<string, (give: () => unknown) => object>> = {
  bearer: (give) => bearer(give as () => string),
  getAccessToken: (give) => ({ getAccessToken: give }),
  "an asynchronous getAccessToken": (give) => ({ getAccessToken: async () => give() }),
  getRequestHeaders: (give) => ({ getRequestHeaders: async () => give() }),
  "a synchronous getRequestHeaders": (give) => ({ getRequestHeaders: give }),
  getApiKey: (give) => ({ getApiKey: give }),
};

test.each(Object.entries(kinds))("an exception of %s is the cause of a CredentialsError", async (_, provider) => {
  const error = await failure(
    provider(() => {
      throw Object.assign(new Error("no token today\nreally"), { code: "ENOENT" });
    }),
  );
  expect(error).toBeInstanceOf(CredentialsError);
  expect(error).toMatchObject({
    name: "CredentialsError",
    code: "credentials_unavailable",
    message: "[credentials_unavailable] auth: no credentials: no token today really",
    cause: { name: "Error", message: "no token today\nreally", code: "ENOENT" },
  });
  expect(isFourfoldError(error, "credentials_unavailable")).toBe(true);
});

const invalid = [undefined, null, "", " \n", 5, {}, { token: null }, { token: "" }, { token: 5 }, [TOKEN]];
const withInvalid = (...values: readonly unknown[]) =>
  Object.entries(kinds).flatMap(([kind, provider]) =>
    values.map((value): [kind: string, shown: string, value: unknown, typeof provider] => [
      kind,
      JSON.stringify(value) ?? "undefined",
      value,
      provider,
    ]),
  );

test.each(withInvalid(...invalid))(
  "%s without credentials is named in a CredentialsError: %s",
  async (kind, _, value, provider) => {
    const error = await failure(provider(() => value));
    expect(error).toBeInstanceOf(CredentialsError);
    const source = kind === "bearer" ? "the function of bearer" : String(kind.split(" ").at(-1));
    expect(error.message).toMatch(`[credentials_unavailable] auth: no credentials: ${source} must return`);
    expect(shown(error)).not.toContain(TOKEN);
    expect(error.cause).toBeUndefined();
  },
);

test("a function of bearer that returns nothing is blamed, with the remedy", async () => {
  expect((await failure(bearer(() => undefined))).message).toBe(
    "[credentials_unavailable] auth: no credentials: the function of bearer must return an access token, as a string or as { token }, got nothing",
  );
  expect((await failure(bearer(() => `Bearer ${TOKEN}`))).message).toBe(
    '[credentials_unavailable] auth: no credentials: the function of bearer must return an access token without "Bearer "',
  );
});

const unsendable = ["\n", "\r\nx-evil: 1", "\0", "\u0001", "\u007f", "ключ", "\ud800"];

test.each(withInvalid(...unsendable.map((part) => `${TOKEN}${part}${TOKEN}`)).filter(([kind]) => kind !== "getApiKey"))(
  "%s with a token that is no header value is rejected without showing it: %s",
  async (kind, _, value, provider) => {
    const header = { authorization: `Bearer ${value}` };
    const error = await failure(provider(() => (kind.endsWith("getRequestHeaders") ? header : value)));
    expect(error).toMatchObject({ code: "credentials_unavailable" });
    expect(shown(error)).not.toContain(TOKEN);
  },
);

test.each<[value: unknown]>([[undefined], [null], [5], [{}], [() => TOKEN]])(
  "headers whose authorization is %o have no token",
  async (authorization) => {
    for (const headers of [
      { authorization },
      [["authorization", authorization]],
      new Map([["authorization", authorization]]),
    ]) {
      const error = await failure({ getRequestHeaders: async () => headers });
      expect(error).toMatchObject({ code: "credentials_unavailable" });
    }
  },
);

test.each(unsendable)("a quota project that is no header value is rejected without showing it: %j", async (part) => {
  const headers = { authorization: "Bearer t", "x-goog-user-project": `${TOKEN}${part}${TOKEN}` };
  const error = await failure({ getRequestHeaders: async () => headers });
  expect(error).toMatchObject({ code: "credentials_unavailable" });
  expect(shown(error)).not.toContain(TOKEN);
});

test.each(unsendable)(
  "an option with a header that is no header value is rejected without showing it: %j",
  async (part) => {
    const headers = { "x-api-key": `${TOKEN}${part}${TOKEN}`, "x-session": `${TOKEN}${part}` };
    expect(shown(await rejection(testTransport().send(read, { headers })))).not.toContain(TOKEN);
    const options = { baseUrl: "https://service.test", headers };
    const create = () => createClient(options);
    expect(create).toThrow("contains a character that is not allowed in a header");
    expect(shown(await rejection(Promise.resolve().then(create)))).not.toContain(TOKEN);
  },
);

test("an API key may contain any characters", async () => {
  const fetch = scriptedFetch(json({}));
  await testTransport({ fetch, auth: apiKey("a\nключ\ud800") }).send(read);
  expect(fetch.requests.map(({ url }) => new URL(url).searchParams.get("key"))).toEqual(["a\nключ\ufffd"]);
});

/** An error as auth libraries create it: with its request and response, which contain credentials. */
function libraryError(secret: string, depth: number): unknown {
  const details = {
    config: { headers: { Authorization: `Bearer ${secret}` }, data: `refresh_token=${secret}` },
    response: { data: { access_token: secret } },
    [secret]: secret,
  };
  if (depth > 3) return details;
  const error = new Error("the token endpoint responded with 400", { cause: libraryError(secret, depth + 1) });
  return Object.assign(error, details, { errors: [details] });
}

test.each(Object.entries(kinds))(
  "the cause of %s contains neither the library's request nor its response",
  async (_, provider) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 4 }), fc.boolean(), async (depth, isClient) => {
        const auth = provider(() => {
          throw libraryError(TOKEN, depth);
        });
        const headers = isClient ? { "x-api-key": "another-secret" } : {};
        expect(shown(await failure(auth, { headers }))).not.toContain(TOKEN);
      }),
      { numRuns: 20 },
    );
  },
);

test("secrets of the request are masked in the message and in the cause", async () => {
  const error = await failure(
    { getAccessToken: () => Promise.reject(new Error(`the proxy rejected ${TOKEN}`)) },
    { headers: { "x-api-key": TOKEN } },
  );
  expect(error.message).toContain("the proxy rejected [redacted]");
  expect(error.cause).toMatchObject({ message: "the proxy rejected [redacted]" });
  expect(shown(error)).not.toContain(TOKEN);
});

test("a cause that contains itself is copied up to a depth", async () => {
  const error = new Error("circular");
  error.cause = error;
  expect((await failure(bearer(() => Promise.reject(error)))).message).toContain("no credentials: circular");
});

test("an abort and the limits of the call are not errors of the provider", async () => {
  const auth = { getAccessToken: () => new Promise<never>(() => undefined) };
  expect(await failure(auth, { timeoutMs: 20 })).toMatchObject({ code: "timeout" });
  expect(await failure(auth, { deadlineMs: 20 })).toMatchObject({ code: "deadline" });
  const signal = AbortSignal.abort("enough");
  expect(await rejection(testTransport({ auth }).send(read, { signal }))).toBe("enough");
});
