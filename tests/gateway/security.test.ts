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
  const plainData = JSON.parse(JSON.stringify(jwtSecurity({ definitions: { users } })));
  expect(secureDocument(secured, plainData)).toEqual(secured);
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
  ["issuer-form", `/securityDefinitions/users/${issuer}`, entry({ [issuer]: "not a url" })],
  ["issuer-form", `/securityDefinitions/users/${issuer}`, entry({ [issuer]: "id.example" })],
  ["definition-name", "/securityDefinitions/a b", { ...base, securityDefinitions: { users: good, "a b": good } }],
  ["audiences-missing", "/securityDefinitions/users", entry({ [audiences]: undefined })],
  ["audiences-empty", `/securityDefinitions/users/${audiences}`, entry({ [audiences]: " , " })],
  ["jwks-uri-missing", "/securityDefinitions/users", entry({ [jwksUri]: undefined })],
  ["jwks-uri-insecure", `/securityDefinitions/users/${jwksUri}`, entry({ [jwksUri]: "http://a.test" })],
  ["jwks-uri-form", `/securityDefinitions/users/${jwksUri}`, entry({ [jwksUri]: "nonsense" })],
  ["jwks-uri-form", `/securityDefinitions/users/${jwksUri}`, entry({ [jwksUri]: ["https://a.test"] })],
  ["audience-project", `/securityDefinitions/users/${audiences}`, entry({ [issuer]: "https://issuer.test/a/p1" })],
  ["definition-form", "/securityDefinitions/users", entry({ flow: "password" })],
  ["authorization-url", "/securityDefinitions/users", entry({ authorizationUrl: undefined })],
  ["authorization-url", "/securityDefinitions/users", entry({ authorizationUrl: "https://issuer.test/authorize" })],
  ["location-form", `/securityDefinitions/users/${locations}`, entry({ [locations]: [{ cookie: "a" }] })],
  ["location-form", `/securityDefinitions/users/${locations}`, entry({ [locations]: [{ header: "X Token" }] })],
  ["operation-open", "/paths/~1a~0b/get", { ...entry({}), paths: { "/a~b": { get: { security: [] } } } }],
])("finds %s", (id, pointer, document) => {
  const finding = checkSecurity(document, vendorOptions).find((each) => each.id === id);
  const isError = gatewayRules.find((each) => each.id === id)?.severity === "error";
  expect(finding).toMatchObject({
    pointer,
    severity: isError ? "error" : expect.stringMatching(/^(?:warning|info)$/),
  });
  expect(finding?.remedy).not.toBe("");
});

test("the severity of a rule is error or warn", () => {
  expect(new Set(gatewayRules.map(({ severity }) => severity))).toEqual(new Set(["error", "warn"]));
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

test("an issuer has no spaces, and is no URL only in Google's names", () => {
  const found = (from: string) =>
    checkSecurity(ofTwo({ "x-google-issuer": from })).flatMap(({ id, message }) =>
      id === "issuer-form" ? message : [],
    );
  expect(found("https://i.example ")).toEqual(['must be a string without spaces, got "https://i.example "']);
  for (const from of ["id.example", "robot@id.example", "https://i.example"]) expect(found(from)).toEqual([]);
});

test.each([
  ["no section", {}],
  ["empty sections of all operations", { security: [{ users: [] }], paths: { "/": { get: { security: [] } } } }],
  ["an optional token", { security: [{ users: [] }, {}] }],
])("no operation with a requirement is an error, or a warning without definitions: %s", (_, parts) => {
  const document = { ...echo, ...parts };
  const byUsers = jwtSecurity({ definitions: { users } });
  for (const [secured, severity] of [
    [document, "warning"],
    [secureDocument(document, byUsers, { api: false }), "error"],
  ] as const) {
    expect(checkSecurity(secured)).toContainEqual(
      expect.objectContaining({ id: "requirement-missing", severity, pointer: "" }),
    );
  }
});

const byUsers = jwtSecurity({ definitions: { users } });
const toSecure = (security: unknown, options?: unknown) => () =>
  secureDocument(echo, security as typeof byUsers, options as object);
const ofOperations = (operations: unknown) => toSecure(byUsers, { operations });
const formOf = (security: unknown): [string, () => unknown, string[]] => [
  `the security ${JSON.stringify(security)}`,
  toSecure(security),
  ["security (security-form)"],
];
test.each<[what: string, work: () => unknown, issues: string[]]>([
  ["unknown options of readSecurity", () => readSecurity(echo, { nameing: 1 } as object), ["nameing (option)"]],
  ["unknown options of checkSecurity", () => checkSecurity(echo, { nameing: 1 } as object), ["nameing (option)"]],
  ["unknown options of secureDocument", toSecure(byUsers, { nameing: 1 }), ["nameing (option)"]],
  ["null as options", toSecure(byUsers, null), [" (option)"]],
  ["a list of operations", ofOperations(["GET /echo"]), ["operations (option)"]],
  [
    "an unknown operation",
    ofOperations({ "GET /nowhere": ["users"] }),
    ['operations["GET /nowhere"] (operation-known)'],
  ],
  ["an undefined name", ofOperations({ "GET /echo": ["user"] }), ['operations["GET /echo"] (undefined-definition)']],
  ["constructor", ofOperations({ "GET /echo": ["constructor"] }), ['operations["GET /echo"] (undefined-definition)']],
  ...[undefined, null, {}, "users", { securityDefinitions: null, security: [] }].map(formOf),
  ...[null, 5].map((security) => formOf({ ...byUsers, security })),
  [
    "a definition that is null",
    toSecure({ securityDefinitions: { users: null }, security: [] }),
    ["securityDefinitions.users (openapi-document)"],
  ],
  [
    "a definition that is a list",
    toSecure({ securityDefinitions: { users: [] }, security: [] }),
    ["securityDefinitions.users (openapi-document)"],
  ],
  [
    "a requirement without a list of scopes",
    toSecure({ ...byUsers, security: [{ users: true }] }),
    ["security[0].users (openapi-document)"],
  ],
  [
    "a method and a path that are not strings",
    () => effectiveSecurity({ swagger: "2.0" }, 5 as never, null as never),
    ["method (option)", "path (option)"],
  ],
])("rejects %s", (_, work, issues) => {
  expect((thrown(work) as RequestError).issues.map(({ path, rule }) => `${path} (${rule})`)).toEqual(issues);
});

test("an undefined name is reported with the nearest one", () => {
  expect(ofOperations({ "GET /echo": ["user"] })).toThrow('names "user", which is not defined; did you mean "users"?');
});

test("x-google-allow: all is a warning", () => {
  const allowed = (value: string) => checkSecurity({ ...echo, "x-google-allow": value });
  const warning = expect.objectContaining({ id: "allow-all", severity: "warning", pointer: "/x-google-allow" });
  expect(allowed("All")).toContainEqual(warning);
  expect(allowed("configured")).not.toContainEqual(warning);
});

const { "x-google-issuer": from, "x-google-jwks_uri": keys, ...ofUsers } = byUsers.securityDefinitions.users;
const deprecated = { ...ofUsers, "x-issuer": from, "x-jwks_uri": keys };

test("x-issuer and x-jwks_uri are read, and reported with their current names", () => {
  const paths = { "/echo": { get: {} } };
  const document = { ...echo, paths, securityDefinitions: { users: deprecated }, security: [{ users: [] }] };
  expect(checkSecurity(document).map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    'warning: "x-issuer" is deprecated; use "x-google-issuer"',
    'warning: "x-jwks_uri" is deprecated; use "x-google-jwks_uri"',
  ]);
  expect(readSecurity(document).definitions).toEqual({ users: { issuer: from, jwksUri: keys, audiences: ["shop"] } });
});

test("secureDocument keeps the deprecated keys of other definitions", () => {
  const other = { ...deprecated, "x-issuer": "https://staff.test" };
  const secured = secureDocument({ ...echo, securityDefinitions: { other } } as object, byUsers);
  expect(secured).toMatchObject({ securityDefinitions: { other } });
  expect(Object.keys(Object(secured.securityDefinitions?.other))).toEqual(Object.keys(other));
});

const namesOf = (document: object) =>
  checkSecurity(document).flatMap(({ id, message, pointer }) =>
    id === "extension-key"
      ? [`${pointer.split("/").at(-1)}: ${message.replace(/^.* (?:mean|use|is a key of) /, "")}`]
      : [],
  );
const googles = byUsers.securityDefinitions.users;
const ofTwo = (changes: object, parts: object = {}) => ({
  ...{ swagger: "2.0", paths: { "/a": { get: {} } }, security: [{ users: [] }] },
  ...{ securityDefinitions: { users: { ...googles, ...changes } } },
  ...parts,
});
const ofThree = (auth: object, scheme: object = {}, parts: object = {}) => ({
  ...{ openapi: "3.0.4", paths: { "/a": { get: {} } }, security: [{ users: [] }] },
  components: { securitySchemes: { users: { type: "oauth2", "x-google-auth": auth, ...scheme } } },
  ...parts,
});

test.each<[key: string, document: object, meant: string]>([
  ...["x-google-jwks-uri", "x-google-jwksuri", "x_google_jwks_uri", "X-Google-Jwks_Uri"].map(
    (key): [string, object, string] => [key, ofTwo({ [key]: 1 }), '"x-google-jwks_uri"?'],
  ),
  ["x-google_issuer", ofTwo({ "x-google_issuer": 1 }), '"x-google-issuer"?'],
  ["x-google-audience", ofTwo({ "x-google-audience": 1 }), '"x-google-audiences"?'],
  ["x-google-jwt-location", ofTwo({ "x-google-jwt-location": [] }), '"x-google-jwt-locations"?'],
  ["x-google-jwt_locations", ofTwo({ "x-google-jwt_locations": [] }), '"x-google-jwt-locations"?'],
  ["valuePrefix", ofTwo({ "x-google-jwt-locations": [{ header: "X", valuePrefix: "T" }] }), '"value_prefix"?'],
  ["x-google-backends", ofTwo({}, { "x-google-backends": {} }), '"x-google-backend"?'],
  ["x_google_allow", ofTwo({}, { x_google_allow: "all" }), '"x-google-allow"?'],
  ["x-google_backend", ofTwo({}, { paths: { "/a": { get: { "x-google_backend": {} } } } }), '"x-google-backend"?'],
  ["jwks_uri", ofThree({ jwks_uri: 1 }), '"jwksUri"?'],
  ["audience", ofThree({ audience: [] }), '"audiences"?'],
  ["jwtLocation", ofThree({ jwtLocation: [] }), '"jwtLocations"?'],
  ["value_prefix", ofThree({ jwtLocations: [{ header: "X", value_prefix: "T" }] }), '"valuePrefix"?'],
  ["jwt-audience", ofTwo({}, { "x-google-backend": { "jwt-audience": "a" } }), '"jwt_audience"?'],
  [
    "disableAuth",
    ofTwo({}, { paths: { "/a": { get: { "x-google-backend": { disableAuth: true } } } } }),
    '"disable_auth"?',
  ],
  ["allowCORS", ofTwo({}, { "x-google-endpoints": [{ allowCORS: true }] }), '"allowCors"?'],
  ["x-google-api-management", ofTwo({}, { "x-google-api-management": { mcp: true } }), "OpenAPI 3"],
  ["x-google_auth", ofThree({}, { "x-google_auth": {} }), '"x-google-auth"?'],
  ["x-google-issuer", ofThree({}, { "x-google-issuer": "a" }), "OpenAPI 2.0"],
  ["x-google-jwks-uri", ofThree({ "x-google-jwks-uri": "a", issuer: "b" }), "OpenAPI 2.0"],
])("reports the key %s once, with the one that is meant", (key, document, meant) => {
  expect(namesOf(document)).toEqual([`${key}: ${meant}`]);
});

/** A document of OpenAPI 2.0 or 3 with other keys in its operation. */
const withOperation = (document: object, get: object) => ({ ...document, paths: { "/a": { get } } });
const management = (members: object) => ofThree({}, {}, { "x-google-api-management": members });
const locationKey = '"x-google-jwt-locations"?';
test.each<[key: string, document: object, meant: string]>([
  ["x_google_jwt_locations", ofTwo({ x_google_jwt_locations: [] }), locationKey],
  ["x_google_jwt_location", ofTwo({ x_google_jwt_location: [] }), locationKey],
  ["xGoogleJwtLocations", ofTwo({ xGoogleJwtLocations: [] }), locationKey],
  ["x_google_audience", ofTwo({ x_google_audience: "a" }), '"x-google-audiences"?'],
  ["xGoogleJwksUri", ofTwo({ xGoogleJwksUri: "a" }), '"x-google-jwks_uri"?'],
  ["x-google-jwks", ofTwo({ "x-google-jwks": "a" }), '"x-google-jwks_uri"?'],
  ["x_google_endpoint", ofTwo({}, { x_google_endpoint: [] }), '"x-google-endpoints"?'],
  ...["x_google_api_management", "xGoogleApiManagement", "x-google-api"].map((key): [string, object, string] => [
    key,
    ofThree({}, {}, { [key]: {} }),
    '"x-google-api-management"?',
  ]),
  ...["x-google-mcp-tools", "x-google-mcp_tool", "x_google_mcp_tool", "x-google-mcp"].map(
    (key): [string, object, string] => [key, withOperation(ofThree({}), { [key]: true }), '"x-google-mcp-tool"?'],
  ),
  ["x-google-model_routers", withOperation(ofThree({}), { "x-google-model_routers": "a" }), '"x-google-model-router"?'],
  [
    "x_google_parameters",
    withOperation(ofThree({}), { parameters: [{ x_google_parameters: {} }] }),
    '"x-google-parameter"?',
  ],
  ["quotas", management({ quotas: {} }), '"quota"?'],
  ["metric", management({ metric: {} }), '"metrics"?'],
  ["api_name", management({ api_name: "a" }), '"apiName"?'],
  ["mcps", management({ mcps: true }), '"mcp"?'],
  ["GET", ofTwo({}, { paths: { "/a": { GET: {} } } }), '"get"?'],
  ["Security", withOperation(ofTwo({}), { Security: [] }), '"security"?'],
])("reports the key %s, without comparing hyphens, underscores and case", (key, document, meant) => {
  expect(namesOf(document)).toEqual([`${key}: ${meant}`]);
});

const inScheme = "securityDefinitions.{name}";
test.each<[key: string, document: object, place: string]>([
  ...["x-google-jwt-locations", "x-google-audiences", "x-google-issuer"].flatMap((key): [string, object, string][] => [
    [key, ofTwo({}, { [key]: "a" }), inScheme],
    [key, withOperation(ofTwo({}), { [key]: "a" }), inScheme],
  ]),
  ...[ofTwo({}), ofThree({})].flatMap((document): [string, object, string][] => [
    ["security", { ...document, paths: { "/a": { get: {}, security: [] } } }, "paths.{path}.{method}"],
    ["x-google-quota", { ...document, paths: { "/a": { get: {}, "x-google-quota": {} } } }, "paths.{path}.{method}"],
  ]),
  ...[
    ofThree({}, { flows: { implicit: { "x-google-auth": {} } } }),
    ofThree({}, {}, { "x-google-auth": {} }),
    withOperation(ofThree({}), { "x-google-auth": {} }),
    ofThree({}, {}, { components: { ...ofThree({}).components, "x-google-auth": {} } }),
  ].map((document): [string, object, string] => [
    "x-google-auth",
    document,
    '"x-google-auth" in components.securitySchemes.{name}',
  ]),
  ["x-google-endpoint", ofThree({}, {}, { "x-google-endpoint": {} }), "servers.{index}"],
  ["x-google-backend", ofThree({}, {}, { servers: [{ url: "/", "x-google-backend": "a" }] }), "paths.{path}.{method}"],
  ["backends", ofThree({}, {}, { backends: {} }), "x-google-api-management"],
  ["x_google_quota", ofTwo({}, { x_google_quota: {} }), '"x-google-quota" in paths.{path}.{method}'],
])("reports %s at another place with the right one: %#", (key, document, place) => {
  const found = checkSecurity(document).filter(({ id }) => id === "extension-key");
  expect(found.map(({ pointer }) => pointer.split("/").at(-1))).toEqual([key]);
  expect(found[0]?.message).toContain(`"${key}" is not read here; write "`);
  expect(found[0]?.message).toContain(place);
});

test("x-google-allow at an operation is reported without the place that opens the API", () => {
  expect(checkSecurity(withOperation(ofTwo({}), { "x-google-allow": "all" }))).toContainEqual(
    expect.objectContaining({ id: "extension-key", message: '"x-google-allow" is not read here' }),
  );
});

test.each([
  [
    "a definition",
    secureDocument(
      { swagger: "2.0", paths: { "/a": { get: {} } } },
      jwtSecurity({ definitions: { "x-users": users } }),
    ),
  ],
  [
    "a scheme",
    secureDocument(
      { openapi: "3.1.0", paths: { "/a": { get: {} } } },
      jwtSecurity({ definitions: { "x-users": users } }),
    ),
  ],
  ["a property", ofTwo({}, { definitions: { A: { properties: { "x-google-issuer": {}, "x-issuer": {} } } } })],
  ["a header", withOperation(ofTwo({}), { responses: { 200: { headers: { "X-Google-Quota": {} } } } })],
  ["a template", ofTwo({}, { "x-op": { "x-google-backend": {}, "x-google-jwt-location": 1 } })],
])("the name of %s is no key", (_, document) => {
  expect(checkSecurity(document).filter(({ id }) => id === "extension-key")).toEqual([]);
});

test("an object that a document contains twice is searched at each place", () => {
  const run = { address: "https://shop.example", path_transaltion: "CONSTANT_ADDRESS" };
  const document = ofTwo({}, { "x-run": run, "x-google-backend": run });
  expect(checkSecurity(withOperation(document, { "x-google-backend": run }))).toContainEqual(
    expect.objectContaining({ id: "extension-key", pointer: "/x-google-backend/path_transaltion" }),
  );
});

test("a path without a slash is an error", () => {
  const paths = { a: { get: {} }, "/b": { get: {} }, "x-tool": {} };
  for (const document of [ofTwo({}, { paths }), ofThree({}, {}, { paths })]) {
    expect(checkSecurity(document).filter(({ id }) => id === "path-form")).toMatchObject([
      { severity: "error", pointer: "/paths/a", message: 'must begin with a slash, got "a"' },
    ]);
  }
});

test("extensions of other tools are not reported", () => {
  const others = { "x-header": 1, "x-backends": {}, "x-address": 1, "x-mcp": { security: [], address: "a" } };
  for (const document of [ofTwo({}, others), ofThree({}, {}, others)]) {
    expect(namesOf(document)).toEqual([]);
    expect(namesOf(withOperation(document, others))).toEqual([]);
    expect(namesOf({ ...document, paths: { "/a": { get: {}, ...others } } })).toEqual([]);
  }
});

test("reports no key that a gateway or another tool reads", () => {
  const known = { "x-google-endpoints": [], "x-google-management": {}, "x-google-api-name": "a", "x-tool-issuer": 1 };
  const paths = { "/a": { head: { tags: [] }, get: { "x-google-quota": {} } } };
  expect(namesOf(ofTwo({ "x-google-jwt-locations": [{ header: "X", value_prefix: "T" }, { query: "q" }] }))).toEqual(
    [],
  );
  expect(namesOf({ ...ofTwo({}), ...known, paths })).toEqual([]);
  const scheme = { flows: { implicit: { scopes: { audience: "" } } } };
  const auth = { issuer: "a", jwksUri: "b", audiences: [], jwtLocations: [{ header: "X", valuePrefix: "T" }] };
  expect(namesOf(ofThree(auth, scheme))).toEqual([]);
});

test.each<[name: string, place: string, isRead: boolean]>([
  ["key", "query", true],
  ["api_key", "query", true],
  ["API_KEY", "query", false],
  ["Key", "query", false],
  ["X-API-Key", "header", true],
  ["key", "header", false],
  ["x-api-key", "query", false],
  ["Authorization", "header", false],
  ["key", "cookie", false],
])("an API key %s in the %s is read: %s", (name, place, isRead) => {
  const key = { type: "apiKey", name, in: place };
  const found = (security: object[], naming = googleNaming) =>
    checkSecurity({ ...ofTwo({}), securityDefinitions: { users: googles, key }, security }, { naming }).filter(
      ({ id }) => id === "api-key-location",
    );
  const finding = { severity: "warning", pointer: "/securityDefinitions/key" };
  expect(found([{ users: [], key: [] }])).toMatchObject(isRead ? [] : [finding]);
  expect(found([{ users: [] }])).toEqual([]);
});

test.each<[locations: object[], isReported: boolean]>([
  [[{ header: "Authorization" }, { header: "authorization", value_prefix: "Bearer " }], true],
  [
    [
      { header: "X-T", value_prefix: "T" },
      { header: "X-T", value_prefix: "T2 " },
    ],
    true,
  ],
  [[{ header: "Authorization" }], true],
  [[{ header: "Authorization", value_prefix: "Bearer" }], false],
  [[{ header: "Authorization", value_prefix: "Bearer " }, { header: "X-T" }, { query: "t" }, { query: "u" }], false],
  [[{ header: "Authorization", value_prefix: "JWT " }, { header: "X-Authorization" }], false],
])("locations that find a token with a prefix are reported: %j", (places, isReported) => {
  const ids = checkSecurity(ofTwo({ "x-google-jwt-locations": places })).map(({ id }) => id);
  expect(ids).toEqual(isReported ? ["location-overlap"] : []);
});

test.each<[location: object, isValid: boolean]>([
  [{ header: "X-T", query: "t" }, false],
  [{ header: "X-T", value_prefix: 5 }, false],
  [{ header: "X-T", value_prefix: "" }, true],
  [{ query: "t" }, true],
])("the form of the location %j is valid: %s", (location, isValid) => {
  const found = checkSecurity(ofTwo({ "x-google-jwt-locations": [location] }));
  expect(found.map(({ id }) => id)).toEqual(isValid ? [] : ["location-form"]);
});

test("a location in the query must have no prefix", () => {
  const ids = (prefix: string) =>
    checkSecurity(ofTwo({ "x-google-jwt-locations": [{ query: "t", value_prefix: prefix }] })).map(({ id }) => id);
  expect([ids(""), ids("Bearer ")]).toEqual([[], ["location-form"]]);
});
