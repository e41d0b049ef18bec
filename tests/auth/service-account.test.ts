import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { createClient } from "fourfold";
import { type ServiceAccountOptions, serviceAccount } from "fourfold/auth";
import { createSandbox } from "fourfold/testing";
import { expect, test, vi } from "vitest";
import { findPkcs8 } from "../../src/auth/service-account.js";
import { serveGzipBomb, startServer } from "../support/http-server.js";
import { rejection, shown, thrown } from "../support/rejection.js";
import { createTokenEndpoint, keyLine, oauthError, pkcs1, pkcs8 } from "./token-endpoint.js";

const email = "app@shop.test";

function setUp(changes: Partial<ServiceAccountOptions> = {}) {
  const endpoint = createTokenEndpoint();
  const account = serviceAccount({
    clientEmail: email,
    privateKey: pkcs8,
    scopes: ["https://auth.example/one", "https://auth.example/two"],
    tokenUrl: endpoint.url,
    fetch: endpoint.fetch,
    clock: endpoint.clock,
    ...changes,
  });
  return { account, endpoint, clock: endpoint.clock };
}

test("exchanges a signed assertion for a token", async () => {
  const { account, endpoint, clock } = setUp();
  expect(await account.getAccessToken()).toBe("token-1");
  const iat = clock.now() / 1_000;
  expect(endpoint.assertions).toEqual([
    {
      header: { alg: "RS256", typ: "JWT" },
      claims: {
        iss: email,
        sub: email,
        aud: endpoint.url,
        scope: "https://auth.example/one https://auth.example/two",
        iat,
        exp: iat + 3_600,
      },
    },
  ]);
});

test("sends the key id if it is given", async () => {
  const { account, endpoint } = setUp({
    privateKeyId: "k1",
    scopes: " openid\nemail ",
  });
  await account.getAccessToken();
  expect(endpoint.assertions[0]).toMatchObject({
    header: { kid: "k1" },
    claims: { iss: email, sub: email, scope: " openid\nemail " },
  });
});

test.each([
  ["a number of seconds, of which nine tenths are used", 100, 89_999],
  ["a string of seconds, of which the last minute is not used", "3600", 3_539_999],
  ["missing, which means one hour", undefined, 3_539_999],
  ["not a number, which means one hour", "soon", 3_539_999],
])("parses a lifetime given as %s", async (_, expiresIn, stillMs) => {
  const { account, endpoint, clock } = setUp();
  endpoint.expiresIn = expiresIn;
  await account.getAccessToken();
  clock.advance(stillMs);
  expect(await account.getAccessToken()).toBe("token-1");
  clock.advance(1);
  expect(await account.getAccessToken()).toBe("token-2");
});

test.each([0, -5])("does not cache a token with a lifetime of %j seconds", async (expiresIn) => {
  const { account, endpoint } = setUp();
  endpoint.expiresIn = expiresIn;
  expect([await account.getAccessToken(), await account.getAccessToken()]).toEqual(["token-1", "token-2"]);
});

test("an error response rejects all pending calls, and the next call sends a new request", async () => {
  const { account, endpoint } = setUp();
  endpoint.refusals.push(() => oauthError("invalid_grant", "no such account"));
  const both = [rejection(account.getAccessToken()), rejection(account.getAccessToken())];
  for (const error of await Promise.all(both)) expect(error).toMatchObject({ code: "bad_request" });
  expect(await account.getAccessToken()).toBe("token-1");
});

test("a rejected token is not returned again, a newer one is kept", async () => {
  const { account } = setUp();
  await account.getAccessToken();
  account.forgetAccessToken("token-1");
  expect(await account.getAccessToken()).toBe("token-2");
  account.forgetAccessToken("token-1");
  expect(await account.getAccessToken()).toBe("token-2");
});

test.each([
  [400, "invalid_grant", "bad_request"],
  [401, "invalid_client", "unauthenticated"],
  [403, "access_denied", "permission_denied"],
])("an error response with %i %s is an ApiError with the code %s", async (status, reason, code) => {
  const { account, endpoint } = setUp();
  endpoint.refusals.push(() => oauthError(reason, "Invalid JWT Signature.", status));
  expect(await rejection(account.getAccessToken())).toMatchObject({
    name: "ApiError",
    code,
    status,
    reason,
    attempts: 1,
    message: `[${code}] ${status} POST /token: Invalid JWT Signature.`,
    request: { method: "POST", path: "/token" },
  });
});

test("a busy endpoint is retried after the delay that it requests", async () => {
  const { account, endpoint, clock } = setUp();
  endpoint.refusals.push(
    () => Response.json({}, { status: 503, headers: { "retry-after": "7" } }),
    () => {
      throw new TypeError("fetch failed");
    },
  );
  expect(await account.getAccessToken()).toBe("token-1");
  expect(endpoint.received).toHaveLength(3);
  expect(clock.slept[0]).toBe(7_000);
});

test("a token request is retried at most as often as the policy allows", async () => {
  const { account, endpoint } = setUp({ retry: { limit: 1 } });
  const busy = () => new Response("busy", { status: 503 });
  endpoint.refusals.push(busy, busy, busy);
  expect(await rejection(account.getAccessToken())).toMatchObject({ code: "unavailable", attempts: 2 });
  const once = setUp({ retry: false });
  once.endpoint.refusals.push(busy);
  expect(await rejection(once.account.getAccessToken())).toMatchObject({ code: "unavailable", attempts: 1 });
});

test("an endpoint that never responds is a timeout", async () => {
  const { account, endpoint } = setUp({ timeoutMs: 5 });
  endpoint.refusals.push(() => new Promise(() => undefined));
  expect(await rejection(account.getAccessToken())).toMatchObject({
    code: "timeout",
    message: '[timeout] POST /token: no complete response within 5 ms ("timeoutMs")',
  });
});

test("an unreachable endpoint is a NetworkError with the cause", async () => {
  const { account, endpoint } = setUp({ retry: false });
  endpoint.refusals.push(() => {
    throw new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND token.test") });
  });
  expect(await rejection(account.getAccessToken())).toMatchObject({
    code: "network",
    message: "[network] POST /token: no complete response from token.test: getaddrinfo ENOTFOUND token.test",
  });
});

test("a redirect is not followed", async () => {
  const { account, endpoint } = setUp();
  endpoint.refusals.push(() => new Response(null, { status: 302, headers: { location: "https://elsewhere.test" } }));
  expect(await rejection(account.getAccessToken())).toMatchObject({ code: "redirect", status: 302 });
  expect(endpoint.received).toHaveLength(1);
});

test.each([
  ["no token", { token_type: "Bearer" }, "access_token: must be a non-empty string, got nothing (token-response)"],
  ["an empty token", { access_token: " " }, "access_token: must be a non-empty string, got a string (token-response)"],
  [
    "a token that is not a string",
    { access_token: 5 },
    "access_token: must be a non-empty string, got a number (token-response)",
  ],
  ["a list", [], "access_token: must be a non-empty string, got nothing (token-response)"],
  ["null", null, "access_token: must be a non-empty string, got nothing (token-response)"],
])("a response with %s is a ResponseError", async (_, body, words) => {
  const { account, endpoint } = setUp();
  endpoint.refusals.push(() => Response.json(body));
  expect(await rejection(account.getAccessToken())).toMatchObject({
    code: "invalid_response",
    message: `[invalid_response] 200 POST /token: ${words}`,
  });
});

test("the beginning of a large error body contains no part of the assertion at the cut", async () => {
  const { account, endpoint } = setUp({ retry: false });
  const echo = () => `${"x".repeat(4_000)}${endpoint.received[0]}${"x".repeat(2_000_000)}`;
  endpoint.refusals.push(async () => new Response(echo(), { status: 400 }));
  const error = await rejection(account.getAccessToken());
  expect(error).toMatchObject({ code: "bad_request", body: expect.stringContaining("x[redacted]x") });
});

test("a response that is not JSON, or too large, is a ResponseError", async () => {
  const { account, endpoint } = setUp();
  endpoint.refusals.push(() => new Response("<html>", { status: 200 }));
  expect(await rejection(account.getAccessToken())).toMatchObject({ code: "invalid_response" });
  endpoint.refusals.push(() => new Response("x".repeat(1_048_577)));
  expect(await rejection(account.getAccessToken())).toMatchObject({ code: "response_too_large" });
});

test("a compressed response is read up to the size limit", async () => {
  const bomb = await serveGzipBomb();
  try {
    const { account } = setUp({ tokenUrl: `${bomb.url}/token`, fetch: undefined });
    expect(await rejection(account.getAccessToken())).toMatchObject({ code: "response_too_large" });
    await expect.poll(() => bomb.isStopped).toBe(true);
  } finally {
    await bomb.close();
  }
});

test("the request of a token is cancelled when no caller waits for it any more", async () => {
  const server = await startServer({ failure: "silence" });
  try {
    const { account } = setUp({ tokenUrl: `${server.url}/token`, fetch: undefined });
    const client = createClient({ ...createSandbox().clientOptions, auth: account });
    const search = () => client.entities.search({ query: "a" }, { timeoutMs: 500 });
    const late = [1, 2].map(() => rejection(search()));
    for (const error of await Promise.all(late)) expect(error).toMatchObject({ code: "timeout" });
    await expect.poll(() => server.requests.map((request) => request.isClosed())).toEqual([true]);
    server.answer({ body: { access_token: "t" } });
    expect(await account.getAccessToken()).toBe("t");
  } finally {
    await server.close();
  }
});

test("a clock that is set back does not keep a token for longer", async () => {
  const { account, clock } = setUp();
  await account.getAccessToken();
  clock.advance(-60_000);
  expect(await account.getAccessToken()).toBe("token-2");
});

test("errors never contain the key, the assertion, a token or the query of the address", async () => {
  const { account, endpoint } = setUp({ tokenUrl: "https://token.test/token?tenant=hush-hush", retry: false });
  const echo = () => endpoint.received.at(-1) ?? "";
  endpoint.refusals.push(
    () => oauthError("invalid_grant", `no good: ${echo()} ?tenant=hush-hush`),
    () => new Response(`<p>${echo()}</p>`, { status: 500 }),
    () => {
      throw new TypeError("fetch failed", { cause: new Error(`sent ${echo()}`) });
    },
    () => Response.json({ id_token: "a-secret-id-token" }),
    () => new Response(echo().padEnd(1_048_577)),
  );
  for (let count = 5; count > 0; count -= 1) {
    const text = shown(await rejection(account.getAccessToken()));
    expect(text).not.toContain(echo());
    expect(text).not.toContain(echo().split(".")[2]);
    expect(text).not.toContain(keyLine);
    expect(text).not.toContain("hush-hush");
    expect(text).not.toContain("a-secret-id-token");
  }
  await account.getAccessToken();
  expect(shown(account)).not.toContain(keyLine);
  expect(shown(account)).not.toContain("token-1");
});

test.each([
  ["with escaped line breaks", pkcs8.trim().replaceAll("\n", "\\n")],
  ["in quotation marks", JSON.stringify(pkcs8)],
  ["with line breaks of Windows", pkcs8.replaceAll("\n", "\r\n")],
  ["among other lines", `Bag Attributes\n    friendlyName: key\n${pkcs8}\n`],
])("accepts a key %s", async (_, privateKey) => {
  expect(await setUp({ privateKey }).account.getAccessToken()).toBe("token-1");
});

const label = (name: string, body = "AAAA") => `-----BEGIN ${name}-----\n${body}\n-----END ${name}-----\n`;
const wanted =
  'must be a complete private key in PKCS#8 ("-----BEGIN PRIVATE KEY-----"; convert others with "openssl pkcs8 -topk8 -nocrypt")';

test.each([
  ["PKCS#1", pkcs1, `${wanted}, got a string`],
  ["an encrypted key", label("ENCRYPTED PRIVATE KEY"), `${wanted}, got a string`],
  ["a public key", label("PUBLIC KEY"), `${wanted}, got a string`],
  ["a key cut short", pkcs8.slice(0, 400), `${wanted}, got a string`],
  ["a key with dots in it", label("PRIVATE KEY", "AA…AA"), `${wanted}, got a string`],
  ["no PEM", keyLine, `${wanted}, got a string`],
  ["nothing", undefined, 'is required ("private_key" in a key file)'],
  ["a number", 5, `${wanted}, got a number`],
])("rejects %s as the key, with the remedy", (_, privateKey, message) => {
  const error = thrown(() => setUp({ privateKey: privateKey as string }));
  expect(error).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "privateKey", message, rule: "service-account" }],
  });
  expect(shown(error)).not.toContain(keyLine);
});

test.each([
  ["of an elliptic curve", generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey],
  ["of 1 024 bits", generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey],
])("reports that a key %s cannot sign when a token is requested", async (_, key) => {
  const { account, endpoint } = setUp({ privateKey: String(key.export({ type: "pkcs8", format: "pem" })) });
  expect(await rejection(account.getAccessToken())).toMatchObject({
    code: "invalid_request",
    message:
      "[invalid_request] serviceAccount: privateKey: cannot sign with RS256: it must be an RSA key of at least 2048 bits (service-account)",
  });
  expect(endpoint.received).toEqual([]);
});

test("reports all issues together", () => {
  const keyFile = { client_email: email, private_key: pkcs8, token_uri: "https://token.test" };
  const error = thrown(() => serviceAccount({ ...keyFile, scopes: [] } as unknown as ServiceAccountOptions));
  const known = "clientEmail, privateKey, privateKeyId, scopes, tokenUrl, fetch, clock, timeoutMs, retry";
  expect((error as Error).message).toBe(
    [
      "[invalid_request] serviceAccount: 7 problems",
      '  clientEmail: is required ("client_email" in a key file) (service-account)',
      '  privateKey: is required ("private_key" in a key file) (service-account)',
      "  scopes: must be a non-empty string or list of strings, got a list (service-account)",
      '  tokenUrl: is required ("token_uri" in a key file) (service-account)',
      `  client_email: is unknown; known names are ${known}; did you mean clientEmail? (service-account)`,
      `  private_key: is unknown; known names are ${known}; did you mean privateKey? (service-account)`,
      `  token_uri: is unknown; known names are ${known}; did you mean tokenUrl? (service-account)`,
    ].join("\n"),
  );
});

test.each<[Record<string, unknown>, string]>([
  [{ clientEmail: "" }, "clientEmail"],
  [{ clientEmail: 5 }, "clientEmail"],
  [{ privateKeyId: "" }, "privateKeyId"],
  [{ scopes: " " }, "scopes"],
  [{ scopes: ["openid", 5] }, "scopes"],
  [{ tokenUrl: "ftp://token.test" }, "tokenUrl"],
  [{ tokenUrl: "https://ada:hush@token.test" }, "tokenUrl"],
  [{ tokenUrl: "/token" }, "tokenUrl"],
  [{ timeoutMs: 0 }, "timeoutMs"],
  [{ retry: { limit: -1 } }, "retry.limit"],
  [{ fetch: "hush" }, "fetch"],
  [{ clock: {} }, "clock"],
  [{ clientId: "hush" }, "clientId"],
])("rejects %j", (changes, path) => {
  const error = thrown(() => setUp(changes as Partial<ServiceAccountOptions>));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path }] });
  expect(shown(error)).not.toContain("hush");
});

test("rejects missing options", () => {
  expect(thrown(() => serviceAccount(undefined as never))).toMatchObject({ code: "invalid_request" });
});

test("reads the global fetch at each request", async () => {
  const { endpoint } = setUp();
  const account = serviceAccount({ clientEmail: email, privateKey: pkcs8, scopes: "openid", tokenUrl: endpoint.url });
  endpoint.clock.advance(Date.now() - endpoint.clock.now());
  vi.stubGlobal("fetch", endpoint.fetch);
  expect(await account.getAccessToken()).toBe("token-1");
  vi.unstubAllGlobals();
});

async function setUpClient(...firstTokens: readonly string[]) {
  const { account, endpoint } = setUp();
  const sandbox = createSandbox({ auth: true, clock: endpoint.clock });
  const accepted = String(await sandbox.clientOptions.auth?.getAccessToken());
  endpoint.issue = (nth) => firstTokens[nth - 1] ?? accepted;
  return { client: createClient({ ...sandbox.clientOptions, auth: account }), endpoint, sandbox };
}

test("calls that receive a 401 are retried with a new token, fetched once for all of them", async () => {
  const { client, endpoint, sandbox } = await setUpClient("revoked");
  await Promise.all([1, 2, 3].map(() => client.warehouse.projects.list().firstPage()));
  expect(endpoint.received).toHaveLength(2);
  expect(sandbox.requests).toHaveLength(6);
});

test("an error of the token endpoint ends the call, and nothing is sent", async () => {
  const { client, endpoint, sandbox } = await setUpClient();
  endpoint.refusals.push(() => oauthError("invalid_grant", "Invalid JWT Signature."));
  expect(await rejection(client.warehouse.projects.list().firstPage())).toMatchObject({
    code: "credentials_unavailable",
    message: "[credentials_unavailable] auth: no credentials: [bad_request] 400 POST /token: Invalid JWT Signature.",
    cause: { name: "ApiError", code: "bad_request", reason: "invalid_grant", request: { path: "/token" } },
  });
  expect(sandbox.requests).toEqual([]);
});

const base64 = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const lineBreak = fc.constantFrom("\n", "\r\n", "\\n", "\\r\\n", " ");
const noise = fc.constantFrom(
  "",
  '"',
  "'",
  " \n",
  "Bag Attributes\n    friendlyName: key\n",
  "-----BEGIN OTHER-----\n",
);

test("finds the key with any line breaks and any surrounding text", () => {
  fc.assert(
    fc.property(base64, fc.integer({ min: 1, max: 80 }), lineBreak, noise, noise, (body, width, eol, before, after) => {
      const lines = body.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
      const text = [`${before}-----BEGIN PRIVATE KEY-----`, ...lines, `-----END PRIVATE KEY-----${after}`].join(eol);
      const found = findPkcs8(text) ?? "";
      expect(found).toMatch(/^-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----$/);
      expect(found.slice(27, -25).replace(/\s/g, "")).toBe(body);
    }),
  );
});
