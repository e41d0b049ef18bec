import { createTokenVerifier, type TokenError } from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const clock = createTestClock();
const sandbox = createSandbox({ clock });
const { issuer } = sandbox;
const nowSeconds = () => Math.floor(clock.now() / 1_000);

function verifierOf() {
  return createTokenVerifier({
    definitions: { users: { issuer: issuer.issuer, jwksUri: issuer.jwksUri, audiences: issuer.audience } },
    fetch: sandbox.fetch,
    clock,
  });
}
const _codeOf = async (work: Promise<unknown>) => ((await rejection(work)) as TokenError).code;
const fetchJson = async <T>(uri: string): Promise<T> => (await sandbox.fetch(uri)).json();

test("issues tokens whose claims match its document, on the sandbox's clock", async () => {
  expect((await verifierOf().verify(await issuer.token())).claims).toEqual({
    iss: issuer.issuer,
    sub: "user-1",
    aud: issuer.audience,
    iat: nowSeconds(),
    exp: nowSeconds() + 3_600,
    email: "user-1@sandbox.test",
  });
  const { claims } = await verifierOf().verify(await issuer.token({ sub: "ada", role: "admin", email: undefined }));
  expect(claims).toMatchObject({ sub: "ada", role: "admin" });
  expect(claims).not.toHaveProperty("email");
});

test("signs with RS256", async () => {
  const token = await issuer.token();
  expect(decodeProtectedHeader(token)).toEqual({ alg: "RS256", kid: "rs256-1", typ: "JWT" });
  const keys = createLocalJWKSet(await fetchJson<JSONWebKeySet>(issuer.jwksUri));
  const currentDate = new Date(clock.now());
  await jwtVerify(token, keys, { issuer: issuer.issuer, audience: issuer.audience, currentDate });
});

test("publishes its key without the private parts", async () => {
  const { keys } = await fetchJson<JSONWebKeySet>(issuer.jwksUri);
  expect(keys).toEqual([{ kty: "RSA", n: expect.any(String), e: "AQAB", kid: "rs256-1", alg: "RS256", use: "sig" }]);
});

test("the keys need no credentials, and faults apply to their routes", async () => {
  const { issuer, fetch, faults, requests } = createSandbox({ auth: true });
  faults.next({ status: 503, match: { path: "/issuer" } });
  expect((await fetch(issuer.jwksUri)).status).toBe(503);
  expect((await fetch(issuer.jwksUri)).status).toBe(200);
  expect(requests.map(({ path }) => path)).toEqual(["/issuer/jwks", "/issuer/jwks"]);
});

test.each<[what: string, work: () => unknown, issues: string[]]>([
  [
    "options",
    () => issuer.token({}, { wrong: "late", algorithm: "HS256" } as never),
    ["options.wrong", "options.algorithm"],
  ],
  ["times", () => issuer.token({ iat: "1", exp: new Date(), nbf: 1 } as never), ["claims.iat", "claims.exp"]],
  ["claims", () => issuer.token("sub" as never, null as never), ["claims", "options"]],
])("rejects invalid and unknown %s, all at once", async (_, work, issues) => {
  const error = await rejection(Promise.resolve().then(work));
  expect(error).toMatchObject({ name: "RequestError", issues: issues.map((path) => ({ path })) });
});
