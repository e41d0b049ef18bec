import { googleNaming, type RequestError, vendorNaming } from "fourfold";
import {
  checkSecurity,
  effectiveSecurity,
  gatewayRules,
  jwtSecurity,
  readSecurity,
  secureDocument,
} from "fourfold/gateway";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const users = {
  projectId: "shop",
  issuerBase: "https://issuer.test/",
  jwksUri: "https://issuer.test/keys",
} as const;
const staff = { issuer: "https://staff.test", audiences: ["a", "b"], jwksUri: "https://staff.test/keys" } as const;
const echo = {
  swagger: "2.0",
  info: { title: "echo", version: "1" },
  paths: {
    "/echo": { get: { operationId: "read" }, post: { operationId: "write" }, parameters: [] },
    "/users/{id}": { get: {} },
    "/users/me": { get: { security: [] } },
  },
};
const rulesOf = (work: () => unknown) => {
  const error = thrown(work) as RequestError;
  expect(error.code).toBe("invalid_request");
  return error.issues.map(({ rule }) => rule);
};

test("creates a definition for a project and its requirement", () => {
  expect(jwtSecurity({ definitions: { users } })).toEqual({
    securityDefinitions: {
      users: {
        authorizationUrl: "",
        flow: "implicit",
        type: "oauth2",
        "x-google-issuer": "https://issuer.test/shop",
        "x-google-jwks_uri": "https://issuer.test/keys",
        "x-google-audiences": "shop",
      },
    },
    security: [{ users: [] }],
  });
});

test("creates several definitions as alternatives, with the keys of the profile", () => {
  const naming = vendorNaming;
  const issuerBase = "https://base.test";
  const locations = [{ header: "X-Token", valuePrefix: "Token " }, { query: "t" }];
  const security = jwtSecurity({ definitions: { users: { projectId: "p", issuerBase, locations }, staff }, naming });
  expect(security.security).toEqual([{ users: [] }, { staff: [] }]);
  expect(security.securityDefinitions.users).toMatchObject({
    "x-vendor-issuer": "https://base.test/p",
    "x-vendor-extensions": [{ header: "X-Token", value_prefix: "Token " }, { query: "t" }],
  });
  expect(security.securityDefinitions.staff["x-vendor-audiences"]).toBe("a,b");
  const read = readSecurity(secureDocument(echo, security), { naming });
  expect(read.definitions).toEqual({
    users: { issuer: "https://base.test/p", jwksUri: undefined, audiences: ["p"], locations },
    staff: { ...staff, locations: undefined },
  });
});

test("rejects all invalid definitions together", () => {
  expect(rulesOf(() => jwtSecurity({ definitions: {} }))).toEqual(["definition-missing"]);
  expect(rulesOf(() => jwtSecurity({ definitions: { users: undefined } }))).toEqual(["definition-missing"]);
  expect(rulesOf(() => jwtSecurity({ definitions: { a: { projectId: "p" } }, naming: vendorNaming }))).toEqual([
    "issuer-empty",
  ]);
  expect(rulesOf(() => jwtSecurity({ definitions: { a: { issuer: "", audiences: [] }, b: staff, c: staff } }))).toEqual(
    ["issuer-empty", "audiences-empty", "duplicate-issuer"],
  );
});

test.each([
  ["not a list", "Authorization"],
  ["an empty list", []],
  ["a location without a name", [{}]],
  ["nothing", [null]],
  ["an invalid header name", [{ header: "X Token" }]],
  ["an empty parameter", [{ query: "" }]],
])("rejects locations that are %s", (_, locations) => {
  const definitions = { users: { ...users, locations: locations as [] } };
  expect(rulesOf(() => jwtSecurity({ definitions }))).toEqual(["location-form"]);
});

test("adds security to a copy of the document and keeps everything else", () => {
  const document = {
    "x-first": 1,
    swagger: "2.0",
    securityDefinitions: { key: { type: "apiKey", in: "query", name: "key" } },
    security: [{ key: [] }],
    paths: echo.paths,
    "x-last": { kept: true },
  };
  const before = structuredClone(document);
  const secured = secureDocument(document, jwtSecurity({ definitions: { users } }));
  expect(document).toEqual(before);
  expect(Object.keys(secured)).toEqual(Object.keys(document));
  expect(Object.keys(secured.securityDefinitions)).toEqual(["key", "users"]);
  expect(secured.security).toEqual([{ key: [], users: [] }]);
  expect(secured.paths).toEqual(document.paths);
  expect(secureDocument(secured, jwtSecurity({ definitions: { users } }))).toEqual(secured);
});

test("sets requirements of operations: one, alternatives, none", () => {
  const naming = vendorNaming;
  const secured = secureDocument(echo, jwtSecurity({ definitions: { users, staff }, naming }), {
    operations: { "GET /echo": ["users"], "GET /users/{id}": ["staff", "users"], "POST /echo": [] },
  });
  expect(effectiveSecurity(secured, "GET", "/echo")).toEqual([["users"]]);
  expect(effectiveSecurity(secured, "get", "/users/7")).toEqual([["staff"], ["users"]]);
  expect(effectiveSecurity(secured, "POST", "/echo")).toEqual([]);
  expect(effectiveSecurity(secured, "GET", "/users/me")).toEqual([]);
  expect(rulesOf(() => effectiveSecurity(secured, "DELETE", "/elsewhere"))).toEqual(["operation-known"]);
  expect(readSecurity(secured, { naming })).toMatchObject({
    security: [["users"], ["staff"]],
    operations: { "GET /echo": [["users"]], "POST /echo": [], "GET /users/me": [] },
  });
});

test("keeps an alternative of another issuer next to the new one", () => {
  const first = secureDocument(echo, jwtSecurity({ definitions: { staff } }));
  const both = secureDocument(first, jwtSecurity({ definitions: { users } }));
  expect(both.security).toEqual([{ staff: [] }, { users: [] }]);
});

test("secures one operation of two that are the same object", () => {
  const operation = { operationId: "echo" };
  const shared = { swagger: "2.0", paths: { "/one": { get: operation }, "/two": { get: operation } } };
  const security = jwtSecurity({ definitions: { users } });
  const secured = secureDocument(shared, security, { operations: { "GET /one": [] } });
  expect(secured.paths).toEqual({ "/one": { get: { ...operation, security: [] } }, "/two": { get: operation } });
});

test("distinguishes no requirement from an empty one", () => {
  expect(effectiveSecurity(echo, "GET", "/echo")).toEqual([]);
  expect(effectiveSecurity({ ...echo, security: [{}] }, "GET", "/echo")).toEqual([[]]);
});

test.each([
  ["the default", googleNaming],
  ["another", vendorNaming],
])("secures a document again under a profile (%s)", (_, naming) => {
  const first = jwtSecurity({ definitions: { users, staff }, naming });
  const once = secureDocument(echo, first);
  const plainData = JSON.parse(JSON.stringify(jwtSecurity({ definitions: { users }, naming })));
  expect(secureDocument(once, first)).toEqual(once);
  expect(secureDocument(once, plainData).securityDefinitions).toEqual(once.securityDefinitions);
  const again = jwtSecurity({ definitions: { others: users }, naming });
  expect(rulesOf(() => secureDocument(once, again))).toEqual(["duplicate-issuer"]);
});

test("does not mistake other extensions about issuers for the gateway's", () => {
  const key = { type: "apiKey", in: "header", name: "X-Key", "x-key-issuer": "https://issuer.test/shop" };
  const other = { type: "oauth2", flow: "implicit", "x-other-issuer": "https://issuer.test/shop" };
  const document = { ...echo, securityDefinitions: { key, other }, security: [{ key: [] }, { other: [] }] };
  const secured = secureDocument(document, jwtSecurity({ definitions: { users } }));
  expect(secured.security).toEqual([
    { key: [], users: [] },
    { other: [], users: [] },
  ]);
  const named = jwtSecurity({ definitions: { key: users } });
  expect(rulesOf(() => secureDocument(document, named))).toEqual(["definition-name"]);
});

test("rejects conflicts with the document", () => {
  const security = jwtSecurity({ definitions: { users } });
  const twin = { ...echo, securityDefinitions: { twin: { "x-google-issuer": "https://issuer.test/shop" } } };
  expect(rulesOf(() => secureDocument(twin, security))).toEqual(["duplicate-issuer"]);
  const taken = { ...echo, securityDefinitions: { users: { type: "basic" } } };
  expect(rulesOf(() => secureDocument(taken, security))).toEqual(["definition-name"]);
  const operations = { "GET /nowhere": ["users"], "GET /echo": ["nobody" as "users"] } as const;
  expect(rulesOf(() => secureDocument(echo, security, { operations }))).toEqual([
    "operation-known",
    "undefined-definition",
  ]);
});

test("rejects all operations without a list of names together", () => {
  const operations = {
    "GET /echo": "users",
    "POST /echo": { users: [] },
    "GET /users/me": ["users", [5]],
    "PUT /a": null,
  };
  const security = jwtSecurity({ definitions: { users } });
  const error = thrown(() => secureDocument(echo, security, { operations: operations as never })) as RequestError;
  const asked = { message: 'must be a list such as ["users"] or [["users", "key"]]', rule: "operation-security" };
  expect(error.issues).toEqual([
    { path: 'operations["GET /echo"]', ...asked },
    { path: 'operations["POST /echo"]', ...asked },
    { path: 'operations["GET /users/me"]', ...asked },
    expect.objectContaining({ path: 'operations["PUT /a"]', rule: "operation-known" }),
    { path: 'operations["PUT /a"]', ...asked },
  ]);
});

test.each([undefined, null, {}, "users", { securityDefinitions: null, security: [] }])(
  "rejects an invalid security: %j",
  (security) => {
    const error = thrown(() => secureDocument(echo, security as never)) as RequestError;
    expect(error.issues).toMatchObject([{ path: "security", rule: "security-form" }]);
  },
);

test.each([
  ["nothing", undefined],
  ["a string", "swagger: '2.0'"],
  ["a list", []],
  ["an unquoted version", { swagger: 2, paths: {} }],
  ["OpenAPI 3.2", { openapi: "3.2.0", paths: {} }],
  ["two versions", { swagger: "2.0", openapi: "3.1.0", paths: {} }],
  ["invalid paths", { swagger: "2.0", paths: [] }],
  ["an invalid section", { swagger: "2.0", security: {} }],
  ["an invalid requirement", { swagger: "2.0", security: [null, { a: true }] }],
  ["an invalid definition", { swagger: "2.0", securityDefinitions: { a: null } }],
])("rejects %s", (_, document) => {
  for (const work of [readSecurity, checkSecurity, (each: object) => effectiveSecurity(each, "GET", "/")]) {
    expect(new Set(rulesOf(() => work(document as object)))).toEqual(new Set(["openapi-document"]));
  }
});

test("reports nothing for a correctly secured document", () => {
  const document = { ...echo, paths: { "/echo": { get: {} } } };
  expect(checkSecurity(secureDocument(document, jwtSecurity({ definitions: { users, staff } })))).toEqual([]);
});

const vendorOptions = { naming: vendorNaming };
const good = jwtSecurity({ definitions: { users }, ...vendorOptions }).securityDefinitions.users;
const { issuer, jwksUri, audiences, locations } = vendorNaming.extensions;
const base = { swagger: "2.0", paths: { "/a~b": { get: {} } }, security: [{ users: [] }] };
const entry = (changes: object) => ({ ...base, securityDefinitions: { users: { ...good, ...changes } } });
test.each([
  ["definition-missing", "", { swagger: "2.0", paths: {} }],
  ["requirement-missing", "", { ...entry({}), security: [] }],
  ["undefined-definition", "/security/1/ghost", { ...entry({}), security: [{ users: [] }, { ghost: [] }] }],
  ["duplicate-issuer", `/securityDefinitions/b/${issuer}`, { ...base, securityDefinitions: { users: good, b: good } }],
  [
    "definition-unused",
    "/securityDefinitions/b",
    { ...base, securityDefinitions: { users: good, b: { ...good, [issuer]: "https://b.test" } } },
  ],
  ["requirement-scopes", "/security/0/users", { ...entry({}), security: [{ users: ["read"] }] }],
  ["issuer-empty", "/securityDefinitions/users", entry({ [issuer]: "" })],
  ["audiences-missing", "/securityDefinitions/users", entry({ [audiences]: undefined })],
  ["audiences-empty", `/securityDefinitions/users/${audiences}`, entry({ [audiences]: " , " })],
  ["jwks-uri-missing", "/securityDefinitions/users", entry({ [jwksUri]: undefined })],
  ["jwks-uri-insecure", `/securityDefinitions/users/${jwksUri}`, entry({ [jwksUri]: "http://a.test" })],
  ["jwks-uri-form", `/securityDefinitions/users/${jwksUri}`, entry({ [jwksUri]: "nonsense" })],
  ["jwks-uri-form", `/securityDefinitions/users/${jwksUri}`, entry({ [jwksUri]: ["https://a.test"] })],
  ["audience-project", `/securityDefinitions/users/${audiences}`, entry({ [issuer]: "https://issuer.test/a/p1" })],
  ["definition-form", "/securityDefinitions/users", entry({ flow: "password" })],
  ["authorization-url", "/securityDefinitions/users", entry({ authorizationUrl: "https://issuer.test/authorize" })],
  ["location-form", `/securityDefinitions/users/${locations}`, entry({ [locations]: [{ cookie: "a" }] })],
  ["location-form", `/securityDefinitions/users/${locations}`, entry({ [locations]: [{ header: "X Token" }] })],
  ["operation-open", "/paths/~1a~0b/get", { ...entry({}), paths: { "/a~b": { get: { security: [] } } } }],
])("finds %s", (id, pointer, document) => {
  const finding = checkSecurity(document, vendorOptions).find((each) => each.id === id);
  expect(finding).toMatchObject({ pointer, severity: gatewayRules.find((each) => each.id === id)?.severity });
  expect(finding?.remedy).not.toBe("");
});

test.each([
  ["https://issuer.test/p1", "p1"],
  ["https://issuer.test/p1", "p2, p1"],
  ["https://issuer.test/p1/", "p2"],
  ["https://issuer.test", "p2"],
  ["me@issuer.test", "p2"],
  ["https://issuer.test/p1", undefined],
])("reports no issue for the issuer %s with the audiences %s", (from, to) => {
  const ids = checkSecurity(entry({ [issuer]: from, [audiences]: to }), vendorOptions).map(({ id }) => id);
  expect(ids).not.toContain("audience-project");
});

test("reports a project that is not an audience only for issuers of the profile, if it knows their base", () => {
  const found = (from: string) => {
    const definition = { issuer: from, audiences: "p2", jwksUri: "https://a.test/keys" };
    const document = secureDocument(
      { swagger: "2.0", paths: { "/a": { get: {} } } },
      jwtSecurity({ definitions: { users: definition }, naming: googleNaming }),
    );
    return checkSecurity(document, { naming: googleNaming }).map(({ severity, id }) => `${severity} ${id}`);
  };
  expect(found("https://securetoken.google.com/p1")).toEqual(["warning audience-project"]);
  expect(found("https://securetoken.google.com/p2")).toEqual([]);
  expect(found("https://shop.okta.example/oauth2/default")).toEqual([]);
});

test("reports constructs of Google's samples as info at most under googleNaming", () => {
  const naming = googleNaming;
  const keys = naming.extensions;
  const definition = (from: string, authorizationUrl: string) => ({
    ...{ type: "oauth2", flow: "implicit", authorizationUrl, [keys.issuer]: from },
    ...{ [keys.jwksUri]: "https://a.test/keys", [keys.audiences]: "shop" },
  });
  const document = {
    swagger: "2.0",
    securityDefinitions: {
      auth0: definition("https://shop.auth0.example/", "https://shop.auth0.example/authorize"),
      robot: definition("robot@shop.iam.example", ""),
      google: definition("accounts.google.com", ""),
    },
    security: [{ auth0: [] }, { robot: [] }, { google: [] }],
  };
  expect(checkSecurity(document, { naming }).map(({ severity, id }) => `${severity} ${id}`)).toEqual([
    "info authorization-url",
  ]);
});

test.each([
  [undefined, "there is no authorizationUrl"],
  ["https://issuer.test/authorize", "authorizationUrl is not empty"],
])("the authorizationUrl %j is reported as it is", (authorizationUrl, message) => {
  const [finding] = checkSecurity(JSON.parse(JSON.stringify(entry({ authorizationUrl }))), {
    naming: vendorNaming,
  });
  expect(finding).toMatchObject({ id: "authorization-url", message });
});

test.each([
  ["no section", {}],
  ["empty sections of all operations", { security: [{ users: [] }], paths: { "/": { get: { security: [] } } } }],
  ["an optional token", { security: [{ users: [] }, {}] }],
])("a document in which no operation has a security requirement is an error: %s", (_, parts) => {
  const document = { ...echo, ...parts };
  const byUsers = jwtSecurity({ definitions: { users } });
  for (const secured of [document, secureDocument(document, byUsers, { api: false })]) {
    expect(checkSecurity(secured)).toContainEqual(
      expect.objectContaining({ id: "requirement-missing", severity: "error", pointer: "" }),
    );
  }
});

test("the error about missing requirements does not claim that the gateway checks no tokens", () => {
  const [finding] = checkSecurity({ ...entry({}), security: [] }, { naming: vendorNaming });
  expect(finding).toMatchObject({ id: "requirement-missing", severity: "error" });
  expect(finding?.remedy).toMatch(/: without one, no operation requires a token\.$/);
});

test("rules are data with the severities of their issues", () => {
  expect(gatewayRules.find(({ id }) => id === "operation-open")).toEqual({
    id: "operation-open",
    severity: "info",
    text: "An operation without a token requirement should be intentionally public.",
    spec: "gateway, Authentication 3",
    section: "gateway, Authentication 3",
    remedy:
      "If the operation is not intentionally public, remove its own security section, or require a definition in it.",
  });
});

test("an undefined name is reported with the nearest one", () => {
  const security = jwtSecurity({ definitions: { users } });
  const secure = () => secureDocument(echo, security, { operations: { "GET /echo": ["user" as "users"] } });
  expect(secure).toThrow('names "user", which is not defined; did you mean "users"?');
});

test("treats constructor as an undefined name", () => {
  const operations = { "GET /echo": ["constructor" as "users"] } as const;
  const security = jwtSecurity({ definitions: { users } });
  expect(rulesOf(() => secureDocument(echo, security, { operations }))).toEqual(["undefined-definition"]);
});

test.each<[options: unknown, path: string]>([
  [{ naming: {} }, "naming"],
  [{ naming: { ...googleNaming } }, "naming"],
  [{ naming: { ...vendorNaming, rules: {} } }, "naming"],
  [{ naming: "google" }, "naming"],
  [{ nameing: vendorNaming }, "nameing"],
  [null, ""],
])("rejects the options %j", (options, path) => {
  const security = jwtSecurity({ definitions: { users } });
  for (const work of [
    () => readSecurity(echo, options as object),
    () => checkSecurity(echo, options as object),
    () => secureDocument(echo, security, options as object),
  ]) {
    expect(thrown(work)).toMatchObject({ code: "invalid_request", issues: [{ path, rule: "option" }] });
  }
  expect(rulesOf(() => secureDocument(echo, security, { operations: ["GET /echo"] as never }))).toEqual(["option"]);
});
