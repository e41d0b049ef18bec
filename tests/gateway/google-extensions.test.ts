import {
  checkSecurity,
  createTokenVerifier,
  effectiveSecurity,
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

test("x-google-allow: all lets requests to all other paths and methods through without a token", async () => {
  const call = gatewayOf(documentOf({ ...closed, "x-google-allow": "all" }));
  expect(await call("GET", "/orders")).toBe(401);
  expect(await call("GET", "/orders/7")).toBe(401);
  for (const [method, path] of [
    ["GET", "/nope"] as const,
    ["PUT", "/a/b/c"] as const,
    ["DELETE", "/orders"] as const,
  ]) {
    expect(await call(method, path)).toBe(200);
  }
  expect(await call("OPTIONS", "/nope")).toBe(405);
  const configured = gatewayOf(documentOf({ ...closed, "x-google-allow": "configured" }));
  expect(await configured("GET", "/nope")).toBe(404);
});

test("x-google-allow: all is a warning", () => {
  const [before, after] = [documentOf(closed), documentOf({ ...closed, "x-google-allow": "All" })];
  expect(findingsOf(after, "allow-all")).toEqual(["warning allow-all /x-google-allow"]);
  expect(findingsOf(documentOf({ ...closed, "x-google-allow": "configured" }), "allow-all")).toEqual([]);
  expect(effectiveSecurity(before, "POST", "/nope")).toEqual([["users"]]);
  expect(effectiveSecurity(after, "POST", "/nope")).toEqual([]);
});

test("x-google-allow: all does not open a method of the document's own path /**", async () => {
  const document = documentOf({ ...closed, paths: { "/**": { get: {} } }, "x-google-allow": "all" });
  const call = gatewayOf(document);
  expect([await call("GET", "/a/b"), await call("POST", "/a/b")]).toEqual([401, 200]);
  expect(rulesOf(() => secureDocument(document, users, { operations: { "POST /**": [] } }))).toEqual([
    "operation-known",
  ]);
});

const users = jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: "shop" } } });
const extension = (name: string, ...audiences: string[]) => ({ [name]: { audiences } });

const sections: [what: string, api: Json, operation: Json, expected: string[][]][] = [
  ["of an operation", {}, { "x-security": [extension("users", "a")] }, [["users"]]],
  ["of the API", { "x-security": [extension("users", "a")] }, {}, [["users"]]],
  ["that an empty section overrides", { "x-security": [extension("users", "a")] }, { security: [] }, []],
  ["beside an empty section", {}, { security: [], "x-security": [extension("users", "a")] }, [["users"]]],
  [
    "with alternatives",
    {},
    { "x-security": [extension("users", "a"), extension("staff", "a")] },
    [["users"], ["staff"]],
  ],
  [
    "beside another token",
    {},
    { security: [{ staff: [] }], "x-security": [extension("users", "a")] },
    [["staff"], ["users"]],
  ],
  ["beside the same token", {}, { security: [{ users: [] }], "x-security": [extension("users", "a")] }, [["users"]]],
  ["beside an API key", {}, { security: [{ key: [] }], "x-security": [extension("users", "a")] }, [["key", "users"]]],
  ["below an API key", { security: [{ key: [] }] }, { "x-security": [extension("users", "a")] }, [["key", "users"]]],
  [
    "below a token of the API",
    { security: [{ staff: [], key: [] }] },
    { "x-security": [extension("users", "a")] },
    [["key", "users"]],
  ],
  ["without entries", { security: [{ users: [] }] }, { "x-security": [] }, []],
];

test.each(sections)("effectiveSecurity and readSecurity evaluate x-security %s", (_, api, operation, expected) => {
  const document = documentOf({ ...api, paths: { "/orders": { get: operation } } });
  expect(effectiveSecurity(document, "GET", "/orders")).toEqual(expected);
  const { security, operations } = readSecurity(document);
  expect(operations["GET /orders"] ?? security).toEqual(expected);
});

test("the audiences of x-security replace those of the definition, for its operation only", async () => {
  const paths = { "/orders": { get: { "x-security": [extension("users", "reports")] } }, "/echo": { get: {} } };
  const call = gatewayOf(documentOf({ security: [{ users: [] }], paths }));
  const [shop, reports] = [await sandbox.issuer.token({ aud: "shop" }), await sandbox.issuer.token({ aud: "reports" })];
  expect(await call("GET", "/orders")).toBe(401);
  expect([await call("GET", "/orders", shop), await call("GET", "/orders", reports)]).toEqual([403, 200]);
  expect([await call("GET", "/echo", shop), await call("GET", "/echo", reports)]).toEqual([200, 403]);
});

test("an entry of secureDocument replaces x-security of its operation, and only there", () => {
  const own = { "x-security": [extension("staff", "a")] };
  const document = documentOf({ paths: { "/orders": { get: own, put: own }, "/echo": { get: own } } });
  const secured = secureDocument(document, users, { operations: { "GET /orders": [], "PUT /orders": ["users"] } });
  expect(effectiveSecurity(secured, "GET", "/orders")).toEqual([]);
  expect(effectiveSecurity(secured, "PUT", "/orders")).toEqual([["users"]]);
  expect(effectiveSecurity(secured, "GET", "/echo")).toEqual([["staff"]]);
  expect(secured.paths).toEqual({
    "/orders": { get: { security: [] }, put: { security: [{ users: [] }] } },
    "/echo": { get: own },
  });
});

test("secureDocument keeps x-security of the API, except for the definitions that it replaces", () => {
  const document = documentOf({ "x-security": [extension("users", "old"), extension("staff", "a")] });
  const secured = secureDocument(document, users);
  expect(effectiveSecurity(secured, "GET", "/orders")).toEqual([["users"], ["staff"]]);
  expect(secured).toMatchObject({ "x-security": [extension("staff", "a")], security: [{ users: [] }] });
  expect(secureDocument(secured, users)).toEqual(secured);
  const alone = secureDocument(documentOf({ "x-security": [extension("users", "old")] }), users);
  expect(alone).not.toHaveProperty("x-security");
  const unchanged = { "x-security": [extension("users", "old")] };
  expect(secureDocument(documentOf(unchanged), users, { api: false })).toMatchObject(unchanged);
});

test("two definitions together in x-security are rejected", () => {
  const together = { ...extension("users", "a"), ...extension("staff", "a") };
  const document = documentOf({ paths: { "/orders": { get: { "x-security": [together] } } } });
  expect(findingsOf(document, "jwt-conjunction")).toEqual(["error jwt-conjunction /paths/~1orders/get/x-security/0"]);
  expect(rulesOf(() => secureDocument(document, users))).toEqual(["jwt-conjunction"]);
  expect(rulesOf(() => sandbox.gateway({ document, backend }))).toEqual(["jwt-conjunction"]);
});

test.each([
  [[{ ghost: { audiences: ["a"] } }], ["error undefined-definition /x-security/0/ghost"]],
  [[{ key: { audiences: ["a"] } }], ["error x-security-form /x-security/0/key"]],
  [[{ users: [] }], ["error x-security-form /x-security/0/users"]],
  ["users", ["error x-security-form /x-security"]],
  [[extension("users", "a")], []],
])("reports x-security %j, which Google rejects, as %j", (section, expected) => {
  const document = documentOf({ "x-security": section });
  expect(findingsOf(document, "undefined-definition", "x-security-form")).toEqual(expected);
});

test("x-security of OpenAPI 3 is not evaluated, because Google does not document it", () => {
  const auth = { issuer, jwksUri, audiences: ["shop"] };
  const flows = { implicit: { authorizationUrl: "", scopes: {} } };
  const document = {
    openapi: "3.0.4",
    components: { securitySchemes: { users: { type: "oauth2", flows, "x-google-auth": auth } } },
    paths: { "/orders": { get: { "x-security": [extension("users", "shop")] } } },
  };
  expect(effectiveSecurity(document, "GET", "/orders")).toEqual([]);
  expect(allFindingsOf(document)).toMatchObject([{ id: "requirement-missing" }]);
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

test("checkSecurity names the deprecated key in the pointer of an issue", () => {
  const definitions = { users: { ...deprecated, "x-issuer": "", "x-jwks_uri": "nonsense" } };
  const document = documentOf({ securityDefinitions: definitions, security: [{ users: [] }] });
  expect(findingsOf(document, "issuer-empty", "jwks-uri-form")).toEqual([
    "error issuer-empty /securityDefinitions/users/x-issuer",
    "error jwks-uri-form /securityDefinitions/users/x-jwks_uri",
  ]);
});

test("secureDocument keeps the deprecated keys of other definitions", () => {
  const staff = { ...deprecated, "x-issuer": "https://staff.test" };
  const secured = secureDocument(documentOf({ securityDefinitions: { staff } }), users);
  expect(secured).toMatchObject({ securityDefinitions: { staff } });
  expect(Object.keys(Object(secured.securityDefinitions?.staff))).toEqual(Object.keys(staff));
});

test("the deprecated and the current key of one extension together are an error", () => {
  const twice = { ...definition(issuer, "shop"), "x-issuer": "https://other.test" };
  const document = documentOf({ securityDefinitions: { users: twice }, security: [{ users: [] }] });
  expect(findingsOf(document, "extension-twice")).toEqual([
    "error extension-twice /securityDefinitions/users/x-issuer",
  ]);
  expect(rulesOf(() => createTokenVerifier({ document }))).toEqual(["extension-twice"]);
  expect(rulesOf(() => sandbox.gateway({ document, backend }))).toEqual(["extension-twice"]);
});

test.each([
  ["x-google-audience", "x-google-audiences"],
  ["x-google-issuers", "x-google-issuer"],
  ["x-google-jwks-uri", "x-google-jwks_uri"],
  ["jwks_uri", "x-google-jwks_uri"],
  ["x-jwks-uri", "x-google-jwks_uri"],
  ["x-google-jwt-location", "x-google-jwt-locations"],
  ["X-Google-Issuer", "x-google-issuer"],
])("suggests the key for the misspelt extension %s", (wrong, right) => {
  const { [right]: value, ...others } = definition(issuer, "shop") as Json;
  const document = documentOf({
    securityDefinitions: { users: { ...others, [wrong]: value } },
    security: [{ users: [] }],
  });
  expect(checkSecurity(document).filter(({ id }) => id === "extension-name")).toMatchObject([
    {
      severity: "warning",
      pointer: `/securityDefinitions/users/${wrong}`,
      message: `"${wrong}" is not known; did you mean "${right}"?`,
    },
  ]);
});

test("does not mistake other properties of a definition for misspelt extensions", () => {
  const more = { tokenUrl: "https://a.test", scopes: {}, description: "Users", "x-internal": 1, "x-google-new": 1 };
  const document = documentOf({ securityDefinitions: { users: { ...definition(issuer, "shop"), ...more }, key } });
  expect(findingsOf(document, "extension-name")).toEqual([]);
});

test.each(["GET", "Post", "query", "trace", "additionalOperations", "delte"])(
  "reports the operation %s of OpenAPI 2.0, which the gateway does not read",
  (member) => {
    const item = { get: {}, parameters: [], summary: "Orders", "x-note": {}, [member]: {} };
    const document = documentOf({ security: [{ users: [] }], paths: { "/orders": item, "x-note": { GET: {} } } });
    expect(findingsOf(document, "operation-ignored")).toEqual([`warning operation-ignored /paths/~1orders/${member}`]);
  },
);

test("a document without a requirement of its definitions is a warning", () => {
  expect(findingsOf(documentOf({}), "requirement-missing")).toEqual(["warning requirement-missing "]);
  expect(findingsOf(documentOf({ security: [] }), "requirement-missing")).toEqual(["warning requirement-missing "]);
});

// endpoints-java writes one definition for each set of audiences.
const split = { a: definition(issuer, "one"), b: definition(issuer, "two") };

test("definitions of one issuer with different audiences are a warning to merge them", () => {
  const document = documentOf({ securityDefinitions: split, security: [{ a: [] }, { b: [] }] });
  expect(allFindingsOf(document)).toMatchObject([
    {
      ...{ id: "audiences-split", severity: "warning", pointer: "/securityDefinitions/b/x-google-issuer" },
      ...{ message: '"a" has the same issuer, but different audiences', remedy: expect.stringMatching(/^Merge/) },
    },
  ]);
  const together = documentOf({ securityDefinitions: split, security: [{ a: [], b: [] }] });
  expect(findingsOf(together, "jwt-conjunction")).toEqual(["error jwt-conjunction /security/0"]);
  const same = documentOf({ securityDefinitions: { a: split.a, b: split.a }, security: [{ a: [] }, { b: [] }] });
  expect(findingsOf(same, "duplicate-issuer", "audiences-split")).toEqual([
    "error duplicate-issuer /securityDefinitions/b/x-google-issuer",
  ]);
});

test("secureDocument keeps several definitions of one issuer in a document, but adds none", () => {
  const document = documentOf({ securityDefinitions: split });
  const staff = jwtSecurity({ definitions: { staff: { issuer: "https://staff.test", audiences: "shop" } } });
  expect(secureDocument(document, staff).security).toEqual([{ staff: [] }]);
  expect(rulesOf(() => secureDocument(document, users))).toEqual(["duplicate-issuer"]);
});
