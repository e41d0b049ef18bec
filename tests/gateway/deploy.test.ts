import { type RequestError, vendorNaming } from "fourfold";
import { checkSecurity, jwtSecurity, type SecureDocumentOptions, secureDocument } from "fourfold/gateway";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const paths = { "/a": { get: { operationId: "a", responses: { "200": { description: "ok" } } } } };
const plain = { openapi: "3.0.4", info: { title: "shop", version: "1" }, paths };
const old = { swagger: "2.0", info: plain.info, paths };
const users = { issuer: "https://id.example", jwksUri: "https://id.example/keys", audiences: "shop" };
const security = jwtSecurity({ definitions: { users } });
const address = "https://shop.example";
const run = { address, jwtAudience: address };
const endpoint = { url: "https://shop.endpoints.shop.cloud.goog", "x-google-endpoint": {} };
const products = ["api-gateway", "cloud-endpoints"] as const;
type Product = (typeof products)[number];

const findingsOf = (document: object, gateway?: Product) =>
  checkSecurity(document, { gateway }).map(({ severity, id, pointer }) => `${severity} ${id} ${pointer}`);
const secured = (document: object = plain, options: SecureDocumentOptions = { backends: { run: address } }): object =>
  secureDocument(document, security, options);
const issuesOf = (document: object, options: object) =>
  (thrown(() => secured(document, options)) as RequestError).issues.map(
    ({ path, message, rule }) => `${path}: ${message} (${rule})`,
  );
/** A document for API Gateway with other backends, and another reference to them at the root. */
const withBackends = (backends: unknown, reference: unknown = "run") => ({
  ...secured(),
  "x-google-api-management": { backends },
  "x-google-backend": reference,
});

test("one call writes the smallest document for API Gateway, which has no finding", () => {
  const document = secured();
  expect(document).toEqual({
    ...plain,
    "x-google-api-management": { backends: { run } },
    "x-google-backend": "run",
    components: {
      securitySchemes: {
        users: {
          type: "oauth2",
          flows: { implicit: { authorizationUrl: "", scopes: {} } },
          "x-google-auth": { ...users, audiences: ["shop"] },
        },
      },
    },
    security: [{ users: [] }],
  });
  expect(findingsOf(document)).toEqual([]);
  expect(findingsOf(document, "api-gateway")).toEqual([]);
  expect(secured(document)).toEqual(document);
});

test("one call writes the smallest documents for Cloud Endpoints, which have no finding", () => {
  for (const options of [{}, { backends: { run: address } }]) {
    const document = secured({ ...plain, servers: [endpoint] }, options);
    expect(findingsOf(document, "cloud-endpoints")).toEqual([]);
  }
});

test("OpenAPI 2.0 has one backend, with the keys of that version", () => {
  expect(secured(old)).toMatchObject({ "x-google-backend": { address } });
  const backend = { ...run, disableAuth: false, pathTranslation: "CONSTANT_ADDRESS", protocol: "h2", deadline: 5.5 };
  const document = secured(old, { backends: { run: backend as never }, backend: "run" });
  expect(document).toMatchObject({
    "x-google-backend": {
      address,
      jwt_audience: address,
      disable_auth: false,
      path_translation: "CONSTANT_ADDRESS",
      protocol: "h2",
      deadline: 5.5,
    },
  });
  for (const gateway of [undefined, ...products]) expect(findingsOf(document, gateway)).toEqual([]);
  const vendors = jwtSecurity({ definitions: { users }, naming: vendorNaming });
  expect(secureDocument(old, vendors, { backends: { run: address } })).toMatchObject({
    "x-vendor-backend": { address },
  });
});

test("keeps the other backends, metrics and references of a document, and its order of keys", () => {
  const management = {
    metrics: { reads: {} },
    backends: { run: { address: "https://old.example" }, other: { address } },
  };
  const document = { "x-google-backend": "other", "x-google-api-management": management, ...plain };
  const changed = secured(document, { backends: { run: { ...run, deadline: undefined }, more: address } });
  expect(changed).toMatchObject({
    "x-google-backend": "other",
    "x-google-api-management": { metrics: { reads: {} }, backends: { run, other: { address }, more: run } },
  });
  expect(Object.keys(changed).slice(0, 2)).toEqual(["x-google-backend", "x-google-api-management"]);
  expect(secured(document, { backend: "run" })).toMatchObject({ "x-google-backend": "run" });
  expect(secured(document, {})).toMatchObject({ "x-google-backend": "other", "x-google-api-management": management });
});

test("several backends need no default if each operation names its own", () => {
  const named = { "/a": { get: { ...paths["/a"].get, "x-google-backend": "two" } } };
  const backends = { one: address, two: "https://two.example/base" };
  const document = secured({ ...plain, paths: named }, { backends });
  expect(document).not.toHaveProperty("x-google-backend");
  expect(document).toMatchObject({
    "x-google-api-management": {
      backends: { two: { address: "https://two.example/base", jwtAudience: "https://two.example" } },
    },
  });
  expect(findingsOf(document, "api-gateway")).toEqual([]);
});

const two = { one: address, two: address };
test.each<[what: string, document: object, options: object, issues: string[]]>([
  [
    "several backends without a default",
    plain,
    { backends: two },
    ["backend: must be the name of a backend, unless there is only one, got nothing (backend-reference)"],
  ],
  [
    "an unknown default",
    plain,
    { backends: two, backend: "three" },
    ['backend: must be the name of a backend, unless there is only one, got "three" (backend-reference)'],
  ],
  [
    "a default without backends",
    plain,
    { backend: "run" },
    ['backend: must be the name of a backend, unless there is only one, got "run" (backend-reference)'],
  ],
  [
    "no backend",
    plain,
    { backends: {} },
    ["backend: must be the name of a backend, unless there is only one, got nothing (backend-reference)"],
  ],
  [
    "several backends in OpenAPI 2.0",
    old,
    { backends: two },
    ["backend: must be the name of a backend, unless there is only one, got nothing (backend-reference)"],
  ],
  [
    "an address without a scheme",
    plain,
    { backends: { run: "shop.example" } },
    [
      "backends.run: must be an http or https URL without credentials or a fragment, got a string without a scheme (option)",
    ],
  ],
  ["a backend without an address", plain, { backends: { run: {} } }, ["backends.run.address: is required (option)"]],
  [
    "keys of OpenAPI 2.0",
    plain,
    { backends: { run: { address, jwt_audience: "a" } } },
    [
      "backends.run.jwt_audience: is unknown; known names are address, jwtAudience, disableAuth, pathTranslation, " +
        "protocol, deadline; did you mean jwtAudience? (option)",
    ],
  ],
  [
    "values of another type",
    plain,
    { backends: { run: { address, disableAuth: "yes", pathTranslation: "APPEND", deadline: 0 } } },
    [
      'backends.run.disableAuth: must be true or false, got "yes" (option)',
      'backends.run.pathTranslation: must be "APPEND_PATH_TO_ADDRESS" or "CONSTANT_ADDRESS", got "APPEND" (option)',
      "backends.run.deadline: must be a number of seconds greater than 0, got 0 (option)",
    ],
  ],
  ...[[run], "x", null].map((backends): [string, object, object, string[]] => [
    `a document whose backends are ${JSON.stringify(backends)}`,
    { ...plain, "x-google-api-management": { backends } },
    { backends: two, backend: "one" },
    [expect.stringMatching(/^\["x-google-api-management"\]\.backends: must be an object, got .*\(api-management\)$/)],
  ]),
  [
    "a document whose management block is a string",
    { ...plain, "x-google-api-management": "x" },
    { backends: { run } },
    ['["x-google-api-management"]: must be an object, got a string; correct the document first (api-management)'],
  ],
  [
    "a URL object",
    plain,
    { backends: { run: new URL(address) } },
    ["backends.run: must be a URL as a string, or { address, … }, got a URL (option)"],
  ],
  ["a list of backends", plain, { backends: [address] }, ["backends: must be an object, got a list (option)"]],
])("secureDocument rejects %s", (_, document, options, issues) => {
  expect(issuesOf(document, options)).toEqual(issues);
});

const required: [what: string, document: object, gateways: readonly Product[], finding: string][] = [
  ["no management block", secured(plain, {}), ["api-gateway"], "api-management "],
  ["no backends", { ...secured(plain, {}), "x-google-api-management": {} }, ["api-gateway"], "api-management "],
  [
    "a backend without an address",
    withBackends({ run: { jwtAudience: "a" } }),
    ["api-gateway"],
    "api-management /x-google-api-management/backends/run",
  ],
  ["a list of backends", withBackends([run]), products, "api-management /x-google-api-management/backends"],
  ["an unknown backend", withBackends({ run }, "ran"), products, "backend-reference /x-google-backend"],
  ["an inherited name", withBackends({ run }, "constructor"), products, "backend-reference /x-google-backend"],
  ["OpenAPI 2.0's backend", withBackends({ run }, { address }), products, "backend-reference /x-google-backend"],
  [
    "an unknown backend of an operation",
    { ...secured(), paths: { "/a": { get: { "x-google-backend": "ran" } } } },
    products,
    "backend-reference /paths/~1a/get/x-google-backend",
  ],
  ["two endpoint servers", { ...secured(), servers: [endpoint, endpoint] }, products, "endpoint-server "],
  [
    "an endpoint without a scheme",
    { ...secured(), servers: [{ url: "https://a.test" }, { ...endpoint, url: "shop.example/v1" }] },
    products,
    "endpoint-server /servers",
  ],
];
test.each(required)("%s is an error for the product, and a warning without one", (_, document, gateways, finding) => {
  expect(findingsOf(document)).toContain(`warning ${finding}`);
  for (const gateway of products) {
    const found = findingsOf(document, gateway).filter((each) => each.endsWith(` ${finding}`));
    expect([gateway, ...found]).toEqual([gateway, ...(gateways.includes(gateway) ? [`error ${finding}`] : [])]);
  }
});

test("Cloud Endpoints requires a server with x-google-endpoint, API Gateway does not", () => {
  const servers = [{ url: "https://shop.example" }];
  for (const document of [secured(), { ...secured(), servers }]) {
    expect(findingsOf(document)).toEqual([]);
    expect(findingsOf(document, "api-gateway")).toEqual([]);
    expect(findingsOf(document, "cloud-endpoints")).toEqual(["error endpoint-server "]);
  }
  const relative = { ...secured(), servers: [{ url: "/v1", "x-google-endpoint": {} }] };
  expect(findingsOf(relative, "api-gateway")).toEqual([]);
});

test.each<[what: string, document: object, findings: string[]]>([
  [
    "path_translation in OpenAPI 3",
    withBackends({ run: { ...run, path_translation: "CONSTANT_ADDRESS" } }),
    ["warning extension-key /x-google-api-management/backends/run/path_translation"],
  ],
  [
    "a backend on a path item",
    { ...secured(), paths: { "/a": { ...paths["/a"], "x-google-backend": "run" } } },
    ["warning extension-key /paths/~1a/x-google-backend"],
  ],
  [
    "a backend on a path item of OpenAPI 2.0",
    { ...secured(old), paths: { "/a": { ...paths["/a"], "x-google-backend": { address } } } },
    ["warning extension-key /paths/~1a/x-google-backend"],
  ],
  [
    "keys of OpenAPI 2.0 in OpenAPI 3",
    { ...secured(), host: "a.test", "x-google-allow": "all", "x-google-endpoints": [], "x-google-management": {} },
    [
      "warning extension-key /host",
      "warning extension-key /x-google-allow",
      "warning extension-key /x-google-endpoints",
      "warning extension-key /x-google-management",
    ],
  ],
])("finds %s", (_, document, findings) => {
  for (const gateway of [undefined, "api-gateway"] as const) expect(findingsOf(document, gateway)).toEqual(findings);
});

const wrong = { address: "shop.example", disableAuth: "true", pathTranslation: "APPEND", deadline: "30s" };
const asTwo = { address: "shop.example", disable_auth: "true", path_translation: "APPEND", deadline: "30s" };
test.each<[what: string, document: object, path: string, found: string[]]>([
  ["OpenAPI 3", withBackends({ run: wrong }), "/x-google-api-management/backends/run", Object.keys(wrong)],
  ["OpenAPI 2.0", { ...secured(old), "x-google-backend": asTwo }, "/x-google-backend", Object.keys(asTwo)],
  [
    "an operation of OpenAPI 2.0",
    { ...secured(old), paths: { "/a": { get: { "x-google-backend": asTwo } } } },
    "/paths/~1a/get/x-google-backend",
    Object.keys(asTwo),
  ],
])("values of another form in a backend are warnings: %s", (_, document, path, keys) => {
  const found = checkSecurity(document).filter(({ id }) => id === "backend-form");
  expect(found.map(({ pointer }) => pointer).sort()).toEqual(keys.map((key) => `${path}/${key}`).sort());
  expect(found).toContainEqual(
    expect.objectContaining({
      severity: "warning",
      message: "must be a URL that begins with http://, https://, grpc:// or grpcs://, got a string without a scheme",
    }),
  );
});

test.each(["7.5", 0, -1])("the deadline %j of a backend is accepted", (deadline) => {
  const document = { ...secured(old), "x-google-backend": { address, deadline } };
  expect(checkSecurity(document).filter(({ id }) => id === "backend-form")).toEqual([]);
});

test("a backend of OpenAPI 2.0 is an object, whose address can be that of a gRPC server", () => {
  for (const backend of [address, [{ address }], null]) {
    const document = { ...secured(old), "x-google-backend": backend };
    expect(findingsOf(document)).toEqual(["warning backend-form /x-google-backend"]);
  }
  const grpc = { ...secured(old), "x-google-backend": { address: "grpcs://shop.example", deadline: 0.5 } };
  expect(findingsOf(grpc)).toEqual([]);
  expect(findingsOf(withBackends({ run: "https://shop.example" }))).toContain(
    "warning backend-form /x-google-api-management/backends/run",
  );
  const vendors = jwtSecurity({ definitions: { users }, naming: vendorNaming });
  const ofVendor = { ...secureDocument(old, vendors), "x-vendor-backend": address };
  expect(checkSecurity(ofVendor, { naming: vendorNaming })).toEqual([]);
});

test("names the key that is meant", () => {
  const [finding] = checkSecurity(withBackends({ run: { ...run, path_translation: "CONSTANT_ADDRESS" } }));
  expect(finding?.message).toBe('"path_translation" is not known; did you mean "pathTranslation"?');
});

/** A document for API Gateway whose management block has other keys, too. */
const withManagement = (management: object) => ({
  ...secured(),
  "x-google-api-management": { backends: { run }, ...management },
});
test("finds an MCP server whose list of tools is open", () => {
  const at = "/x-google-api-management/mcp";
  for (const mcp of [true, {}, { "tools-list": {} }]) {
    expect(findingsOf(withManagement({ mcp }))).toEqual([`warning mcp-security ${at}`]);
  }
  expect(findingsOf(withManagement({ mcp: false }))).toEqual([]);
});

test("the list of MCP tools requires one scheme, which the API requires too if it is an issuer", () => {
  const at = "/x-google-api-management/mcp/tools-list/security";
  const findings = (security: unknown, changes: object = {}) =>
    findingsOf({ ...withManagement({ mcp: { "tools-list": { security } } }), ...changes });
  expect(findings({ users: [] })).toEqual([]);
  for (const section of [{ users: [], key: [] }, {}, [{ users: [] }], "users", null]) {
    expect([section, ...findings(section)]).toEqual([section, `warning mcp-security ${at}`]);
  }
  expect(findings({ ghost: [] })).toEqual([`error mcp-security ${at}/ghost`]);
  expect(findings({ constructor: [] })).toEqual([`error mcp-security ${at}/constructor`]);
  const ofOperation = { security: undefined, paths: { "/a": { get: { security: [{ users: [] }] } } } };
  expect(findings({ users: [] }, ofOperation)).toEqual([`warning mcp-security ${at}`]);
});

test("accepts the keys of real documents", () => {
  const models = { routing: { rules: [] } };
  const mcp = { "tools-list": { security: { users: [] } } };
  const quota = { limits: { reads: { metric: "reads", values: 1_000 } } };
  const get = {
    ...paths["/a"].get,
    ...{ "x-google-mcp-tool": true, "x-google-model-router": {}, "x-google-quota": {} },
    parameters: [{ name: "rest", in: "path", "x-google-parameter": { pattern: "**" } }],
  };
  const document = { ...withManagement({ ai: { models }, mcp, quota, metrics: { reads: {} }, apiName: "shop" }) };
  expect(findingsOf({ ...document, paths: { "/a": { get } } }, "api-gateway")).toEqual([]);
  const endpoints = [{ name: "a.test", allowCors: true }];
  const management = { metrics: [{ name: "reads" }], quota: { limits: [] } };
  const ofOld = { "x-google-management": management, "x-google-endpoints": endpoints, host: "a.test" };
  expect(findingsOf({ ...secured(old), ...ofOld }, "cloud-endpoints")).toEqual([]);
});

test("names the operations whose own section does not accept an issuer of the API", () => {
  const staff = { ...users, issuer: "https://staff.example" };
  const both = jwtSecurity({ definitions: { users, staff } });
  const operations = {
    get: { security: [{ staff: [] }] },
    put: { security: [{ users: [] }, { staff: [] }] },
    post: {},
  };
  const document = secureDocument({ ...old, paths: { "/a": operations, "/b": { get: { security: [] } } } }, both);
  expect(checkSecurity(document)).toMatchObject([
    { id: "operation-open", pointer: "/paths/~1b/get" },
    {
      id: "issuer-not-accepted",
      severity: "info",
      pointer: "/paths/~1a/get",
      message: 'GET /a does not accept the tokens of "users"',
    },
  ]);
});

test("an OPTIONS operation that requires a token is a warning", () => {
  const document = (options: object) => secured({ ...old, paths: { "/a": { ...paths["/a"], options } } }, {});
  expect(findingsOf(document({}))).toEqual(["warning preflight-token /paths/~1a/options"]);
  expect(findingsOf(document({ security: [{ users: [] }] }))).toEqual(["warning preflight-token /paths/~1a/options"]);
  expect(findingsOf(document({ security: [] }))).toEqual(["info operation-open /paths/~1a/options"]);
});

test("a document without definitions and requirements is no error", () => {
  expect(findingsOf(old)).toEqual(["warning definition-missing ", "warning requirement-missing "]);
  const { securityDefinitions } = security;
  expect(findingsOf({ ...old, securityDefinitions })).toEqual(["error requirement-missing "]);
});

test("rejects another gateway", () => {
  expect(() => checkSecurity(plain, { gateway: "apigee" as never })).toThrow(
    'gateway: must be "api-gateway" or "cloud-endpoints", got "apigee"',
  );
});
