import { createPublicKey, type JsonWebKey } from "node:crypto";
import { createTokenVerifier, type TokenError } from "fourfold/gateway";
import { createSandbox, type IssuedTokenOptions } from "fourfold/testing";
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { rejection } from "../../support/rejection.js";
import { createTestClock } from "../../support/test-clock.js";

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
const codeOf = async (work: Promise<unknown>) => ((await rejection(work)) as TokenError).code;
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

test("signs with RS256, or with ES256", async () => {
  for (const algorithm of ["RS256", "ES256"] as const) {
    const token = await issuer.token({}, { algorithm });
    expect(decodeProtectedHeader(token)).toEqual({
      alg: algorithm,
      kid: `${algorithm.toLowerCase()}-1`,
      typ: "JWT",
    });
    await verifierOf().verify(token);
    const keys = createLocalJWKSet(await fetchJson<JSONWebKeySet>(issuer.jwksUri));
    await jwtVerify(token, keys, {
      issuer: issuer.issuer,
      audience: issuer.audience,
      currentDate: new Date(clock.now()),
    });
  }
});

test("publishes keys without their private parts", async () => {
  const { keys } = await fetchJson<JSONWebKeySet>(issuer.jwksUri);
  expect(keys).toEqual([
    { kty: "RSA", n: expect.any(String), e: "AQAB", kid: "rs256-1", alg: "RS256", use: "sig" },
    { kty: "EC", crv: "P-256", x: expect.any(String), y: expect.any(String), kid: "es256-1", alg: "ES256", use: "sig" },
  ]);
});

test.each<[IssuedTokenOptions["wrong"], TokenError["code"]]>([
  ["expired", "token_expired"],
  ["not-yet-valid", "token_not_yet_valid"],
  ["other-audience", "audience_mismatch"],
  ["other-issuer", "issuer_unknown"],
  ["other-key", "signature_invalid"],
  ["alg-none", "algorithm_not_allowed"],
  ["hs256-public-key", "algorithm_not_allowed"],
])("creates a token with the defect %s", async (wrong, code) => {
  for (const algorithm of ["RS256", "ES256"] as const) {
    expect(await codeOf(verifierOf().verify(await issuer.token({ sub: "eve" }, { wrong, algorithm })))).toBe(code);
  }
});

test("the secret of the HS256 token is the published key", async () => {
  const token = await issuer.token({}, { wrong: "hs256-public-key" });
  const [jwk = {}] = (await fetchJson<{ keys: JsonWebKey[] }>(issuer.jwksUri)).keys;
  const pem = createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "pem" });
  const { payload } = await jwtVerify(token, Buffer.from(pem), { currentDate: new Date(clock.now()) });
  expect(payload.sub).toBe("user-1");
});

test("tokens have the requested headers", async () => {
  const header = { kid: "../../etc/passwd", jku: "https://evil.test", x5u: "https://evil.test", crit: ["exp"] };
  const token = await issuer.token({}, { header });
  expect(decodeProtectedHeader(token)).toEqual({ alg: "RS256", typ: "JWT", ...header });
});

test("rotation removes the old keys, or keeps them for a given time", async () => {
  const { issuer, fetch, reset, snapshot, restore } = createSandbox({ clock });
  const kids = async () => (await (await fetch(issuer.jwksUri)).json()).keys.map(({ kid }: { kid: string }) => kid);
  const verifier = () =>
    createTokenVerifier({ definitions: { users: { ...issuer, audiences: issuer.audience } }, fetch, clock });
  const es256 = { algorithm: "ES256" } as const;
  const old = await issuer.token({}, es256);
  const first = snapshot();
  issuer.rotate({ keepOld: true });
  expect(await kids()).toEqual(["rs256-1", "es256-1", "rs256-2", "es256-2"]);
  await verifier().verify(old);
  await verifier().verify(await issuer.token({}, es256));
  issuer.rotate();
  expect(await kids()).toEqual(["rs256-3", "es256-3"]);
  expect(await codeOf(verifier().verify(old))).toBe("signature_invalid");

  reset();
  expect(await kids()).toEqual(["rs256-1", "es256-1"]);
  await verifier().verify(old);
  issuer.rotate();
  restore(JSON.parse(JSON.stringify(first)));
  await verifier().verify(old);
});

test("the keys need no credentials, and faults apply to their routes", async () => {
  const { issuer, fetch, faults, requests } = createSandbox({ auth: true });
  faults.next({ status: 503, match: { path: "/issuer" } });
  expect((await fetch(issuer.jwksUri)).status).toBe(503);
  expect((await fetch(issuer.jwksUri)).status).toBe(200);
  expect(requests.map(({ path }) => path)).toEqual(["/issuer/jwks", "/issuer/jwks"]);
});

test("rejects unknown options, and claims that JSON cannot represent", async () => {
  for (const work of [
    issuer.token({}, { wrong: "expried" as "expired" }),
    issuer.token({}, { algorithm: "HS256" as "RS256" }),
    issuer.token({ n: 1n }),
  ]) {
    expect(await codeOf(work)).toBe("invalid_request");
  }
});

test.each<[what: string, work: () => unknown, issues: string[]]>([
  [
    "options",
    () => issuer.token({}, { wrong: "late", algorithm: "HS256", header: 5, algoritm: "ES256" } as never),
    ["options.algorithm", "options.wrong", "options.header", "options.algoritm"],
  ],
  ["claims", () => issuer.token("sub" as never, null as never), ["claims", "options"]],
  ["options of rotate", async () => issuer.rotate({ keepold: true } as never), ["keepold"]],
])("rejects invalid and unknown %s, all at once", async (_, work, issues) => {
  const error = await rejection(Promise.resolve().then(work));
  expect(error).toMatchObject({ name: "RequestError", issues: issues.map((path) => ({ path })) });
});
