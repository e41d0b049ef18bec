import {
  checkSecurity,
  createTokenVerifier,
  jwtSecurity,
  type RequestError,
  readSecurity,
  secureDocument,
  withAccessToken,
} from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

type Json = Readonly<Record<string, unknown>>;

const sandbox = createSandbox();
const { issuer, jwksUri } = sandbox.issuer;
const definition = (from: string, audiences?: string) => ({
  type: "oauth2",
  flow: "implicit",
  authorizationUrl: "",
  "x-google-issuer": from,
  "x-google-jwks_uri": jwksUri,
  ...(audiences && { "x-google-audiences": audiences }),
});
const key = { type: "apiKey", in: "query", name: "key" };
const documentOf = (rest: Json): Json => ({
  swagger: "2.0",
  host: "api.shop.test",
  securityDefinitions: { users: definition(issuer, "shop"), staff: definition("https://staff.test", "shop"), key },
  paths: { "/orders": { get: {} } },
  ...rest,
});
const findingsOf = (document: object, ...ids: string[]) =>
  checkSecurity(document)
    .filter(({ id }) => ids.includes(id))
    .map(({ severity, id, pointer }) => `${severity} ${id} ${pointer}`);
// The keys of the sandbox's issuer are at an http URL.
const allFindingsOf = (document: object) => checkSecurity(document).filter(({ id }) => id !== "jwks-uri-insecure");
const rulesOf = (work: () => unknown) => (thrown(work) as RequestError).issues.map(({ rule }) => rule);
const gatewayOf = (document: object) => {
  const gateway = sandbox.gateway({ document, backend: () => new Response("served") });
  return async (method: string, path: string, token?: string) => {
    const request = new Request(`https://api.shop.test${path}`, { method });
    return (await gateway(token === undefined ? request : withAccessToken(request, token))).status;
  };
};
const backend = () => new Response("served");

const closed = { security: [{ users: [] }], paths: { "/orders": { get: {} }, "/orders/{id}": { get: {} } } };

test("x-google-allow: all is a warning", () => {
  expect(findingsOf(documentOf({ ...closed, "x-google-allow": "All" }), "allow-all")).toEqual([
    "warning allow-all /x-google-allow",
  ]);
  expect(findingsOf(documentOf({ ...closed, "x-google-allow": "configured" }), "allow-all")).toEqual([]);
});

const users = jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: "shop" } } });

test("x-security is rejected, because it would change who is let in", () => {
  const section = [{ users: { audiences: ["shop"] } }];
  const inOperation = documentOf({ paths: { "/orders": { get: { "x-security": section } } } });
  for (const document of [documentOf({ "x-security": section }), inOperation]) {
    expect(rulesOf(() => checkSecurity(document))).toEqual(["openapi-document"]);
    expect(rulesOf(() => secureDocument(document, users))).toEqual(["openapi-document"]);
    expect(rulesOf(() => sandbox.gateway({ document, backend }))).toEqual(["openapi-document"]);
  }
});

const { "x-google-issuer": from, "x-google-jwks_uri": keys, ...rest } = definition(issuer, "shop");
const deprecated = { ...rest, "x-issuer": from, "x-jwks_uri": keys };

test("x-issuer and x-jwks_uri are read without an issue", async () => {
  const document = documentOf({ securityDefinitions: { users: deprecated }, security: [{ users: [] }] });
  expect(allFindingsOf(document)).toEqual([]);
  expect(readSecurity(document).definitions).toEqual({ users: { issuer, jwksUri, audiences: ["shop"] } });
  const token = await sandbox.issuer.token({ aud: "shop" });
  expect(await gatewayOf(document)("GET", "/orders", token)).toBe(200);
  const verifier = createTokenVerifier({ document, fetch: sandbox.fetch });
  expect(await verifier.verify(token)).toMatchObject({ definition: "users" });
});

test("secureDocument keeps the deprecated keys of other definitions", () => {
  const staff = { ...deprecated, "x-issuer": "https://staff.test" };
  const secured = secureDocument(documentOf({ securityDefinitions: { staff } }), users);
  expect(secured).toMatchObject({ securityDefinitions: { staff } });
  expect(Object.keys(Object(secured.securityDefinitions?.staff))).toEqual(Object.keys(staff));
});

test("a document without a requirement of its definitions is an error", () => {
  expect(findingsOf(documentOf({}), "requirement-missing")).toEqual(["error requirement-missing "]);
  expect(findingsOf(documentOf({ security: [] }), "requirement-missing")).toEqual(["error requirement-missing "]);
});

test("definitions of one issuer are rejected, whatever their audiences", () => {
  const split = { a: definition(issuer, "one"), b: definition(issuer, "two") };
  const document = documentOf({ securityDefinitions: split, security: [{ a: [] }, { b: [] }] });
  expect(findingsOf(document, "duplicate-issuer")).toEqual([
    "error duplicate-issuer /securityDefinitions/b/x-google-issuer",
  ]);
  expect(rulesOf(() => createTokenVerifier({ document }))).toEqual(["duplicate-issuer"]);
});
