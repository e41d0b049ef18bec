import { googleNaming, type Naming, type RequestError, vendorNaming } from "fourfold";
import {
  checkSecurity,
  createTokenVerifier,
  effectiveSecurity,
  jwtSecurity,
  readSecurity,
  secureDocument,
} from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

type Json = Readonly<Record<string, unknown>>;

const info = { title: "Shop", version: "1" };
const paths = { "/orders": { get: {}, post: {} }, "/health": { get: {} } };
const backend = () => new Response("served");
const users = { issuer: "https://users.test", audiences: ["shop"], jwksUri: "https://users.test/keys" };
const staff = { issuer: "https://staff.test", audiences: ["shop"], jwksUri: "https://staff.test/keys" };
const flows = { implicit: { authorizationUrl: "", scopes: {} } };
const schemeOf = (auth: Json) => ({ type: "oauth2", flows, "x-google-auth": auth });
const key = { type: "apiKey", in: "query", name: "key" };
const documentOf = (securitySchemes: Json, rest: Json = {}): Json => ({
  openapi: "3.1.0",
  info,
  paths,
  components: { securitySchemes },
  security: [{ users: [] }],
  "x-google-api-management": { backends: { run: { address: "https://shop.test" } } },
  ...rest,
});
const findingsOf = (document: object, naming: Naming = googleNaming) =>
  checkSecurity(document, { naming }).map(({ severity, id, pointer }) => `${severity} ${id} ${pointer}`);
const messageOf = (work: () => unknown) => (thrown(work) as Error).message;

test("reads Google's Firebase sample in OpenAPI 3", () => {
  const jwksUri = "https://www.googleapis.com/service_accounts/v1/metadata/x509/securetoken@system.gserviceaccount.com";
  const auth = { issuer: "https://securetoken.google.com/p", jwksUri, audiences: ["p"] };
  const document = documentOf({ firebase: schemeOf(auth) }, { openapi: "3.0.4", security: [{ firebase: [] }] });
  expect(readSecurity(document)).toEqual({ definitions: { firebase: auth }, security: [["firebase"]], operations: {} });
  expect(checkSecurity(document)).toEqual([]);
});

test("writes the form of Google's samples, and a second run changes nothing", () => {
  const security = jwtSecurity({ definitions: { users } });
  const document = { openapi: "3.0.4", info, paths };
  const secured = secureDocument(document, security);
  expect(secured).toEqual({
    ...document,
    components: { securitySchemes: { users: schemeOf({ ...users, jwksUri: users.jwksUri }) } },
    security: [{ users: [] }],
  });
  expect(Object.keys(secured)).toEqual(["openapi", "info", "paths", "components", "security"]);
  expect(Object.keys(secured.components.securitySchemes.users?.["x-google-auth"] ?? {})).toEqual([
    "issuer",
    "jwksUri",
    "audiences",
  ]);
  expect(secured).not.toHaveProperty("securityDefinitions");
  expect(JSON.stringify(secureDocument(secured, security))).toBe(JSON.stringify(secured));
  expect(document).toEqual({ openapi: "3.0.4", info, paths });
});

test("keeps other components and the order of keys", () => {
  const schemas = { Order: { type: "object" } };
  const document = {
    components: { schemas, securitySchemes: { key, users: schemeOf({ issuer: "https://old.test" }) }, headers: {} },
    openapi: "3.1.1",
    paths,
    security: [{ key: [] }],
  };
  const secured = secureDocument(document, jwtSecurity({ definitions: { staff, users } }), {
    operations: { "GET /health": [], "POST /orders": [["staff", "key"]] },
  });
  expect(Object.keys(secured)).toEqual(["components", "openapi", "paths", "security"]);
  expect(Object.keys(secured.components)).toEqual(["schemas", "securitySchemes", "headers"]);
  expect(Object.keys(secured.components.securitySchemes)).toEqual(["key", "users", "staff"]);
  expect(readSecurity(secured)).toEqual({
    definitions: { users, staff },
    security: [
      ["key", "staff"],
      ["key", "users"],
    ],
    operations: { "GET /health": [], "POST /orders": [["staff", "key"]] },
  });
});

test("writes the prefix of a token location in the form of the version", () => {
  const locations = [{ header: "Authorization", valuePrefix: "Bearer " }, { query: "t" }];
  const security = jwtSecurity({ definitions: { users: { ...users, locations } } });
  const two = secureDocument({ swagger: "2.0", paths }, security);
  const three = secureDocument({ openapi: "3.0.0", paths }, security);
  expect(two.securityDefinitions.users?.["x-google-jwt-locations"]).toEqual([
    { header: "Authorization", value_prefix: "Bearer " },
    { query: "t" },
  ]);
  expect(three.components.securitySchemes.users?.["x-google-auth"]).toMatchObject({ jwtLocations: locations });
  expect(readSecurity(three)).toEqual(readSecurity(two));
  expect(readSecurity(three).definitions.users?.locations).toEqual(locations);
});

test("audiences are a comma-separated string in OpenAPI 2.0 and a list in OpenAPI 3", () => {
  const { securityDefinitions } = jwtSecurity({ definitions: { users } });
  const definition = { ...securityDefinitions.users, "x-google-audiences": "a, b" };
  const two = { swagger: "2.0", paths, securityDefinitions: { users: definition }, security: [{ users: [] }] };
  const three = documentOf({ users: schemeOf({ ...users, audiences: ["a", "b"] }) });
  expect(readSecurity(two)).toEqual(readSecurity(three));
  expect(findingsOf(three)).toEqual([]);
  for (const audiences of ["a,b", ["a,b"], ["a", 5]]) {
    expect(findingsOf(documentOf({ users: schemeOf({ ...users, audiences }) }))).toEqual([
      "warning audiences-form /components/securitySchemes/users/x-google-auth/audiences",
    ]);
  }
});

test("a string of several audiences accepts neither of them in OpenAPI 3", () => {
  const { definitions } = readSecurity(documentOf({ users: schemeOf({ ...users, audiences: "a,b" }) }));
  expect(definitions.users?.audiences).toEqual(["a,b"]);
});

test("recognizes a document whose converter left the extensions on the scheme or in the flows", () => {
  const onScheme = { type: "oauth2", flows, "x-google-issuer": users.issuer, "x-google-jwks_uri": users.jwksUri };
  const inFlows = { type: "oauth2", flows: { implicit: { ...flows.implicit, "x-google-auth": users } } };
  for (const scheme of [onScheme, inFlows]) {
    const document = documentOf({ users: scheme });
    const keys = scheme === onScheme ? ["x-google-issuer", "x-google-jwks_uri"] : ["flows/implicit/x-google-auth"];
    expect(findingsOf(document)).toEqual([
      "warning definition-missing ",
      "error issuer-empty /components/securitySchemes/users",
      ...keys.map((key) => `warning extension-key /components/securitySchemes/users/${key}`),
    ]);
    expect(readSecurity(document).definitions).toEqual({});
    expect(messageOf(() => createTokenVerifier({ document }))).toContain('must have a definition with "x-google-auth"');
    expect(messageOf(() => createSandbox().gateway({ document, backend }))).toContain("(issuer-empty)");
    const security = jwtSecurity({ definitions: { users: staff } });
    expect(messageOf(() => secureDocument(document, security))).toContain("(definition-name)");
  }
});

const combinations: [section: readonly Json[], findings: string[]][] = [
  [[{ users: [], staff: [] }], ["jwt-conjunction /0"]],
  [[{ key: [], users: [], staff: [] }], ["jwt-conjunction /0"]],
  [[{ users: [] }, { users: [], staff: [] }], ["jwt-conjunction /1"]],
  [[{ users: [], key: [] }], []],
  [[{ users: [] }, { staff: [] }], []],
  [[{ users: [] }, {}], ["jwt-optional /1"]],
  [[{}, { users: [] }], ["jwt-optional /0"]],
  [[{}], []],
  [[], []],
  [[{ users: [] }, { key: [] }], ["api-key-alternative /1"]],
  [[{ key: [] }, { users: [], key: [] }], ["api-key-alternative /0"]],
  [[{ key: [] }, {}], []],
  [
    [{ users: [] }, {}, { key: [] }, { users: [], staff: [] }],
    ["api-key-alternative /2", "jwt-conjunction /3", "jwt-optional /1"],
  ],
];

test.each(combinations)("%j is checked in both versions under both profiles", (security, expected) => {
  const schemes = { users: schemeOf(users), staff: schemeOf(staff), key };
  const found = (document: object, place: string, naming: Naming = googleNaming) => {
    const errors = findingsOf(document, naming).filter((each) => /^error (jwt-|api-key)/.test(each));
    return errors.map((each) => each.replace("error ", "").replace(place, "")).sort();
  };
  for (const naming of [googleNaming, vendorNaming]) {
    const { securityDefinitions } = jwtSecurity({ definitions: { users, staff }, naming });
    const two = { swagger: "2.0", paths, securityDefinitions: { ...securityDefinitions, key }, security };
    expect(found(two, "/security", naming)).toEqual(expected);
    const ofOperation = { ...two, security: [{ users: [] }], paths: { "/orders": { get: { security } } } };
    expect(found(ofOperation, "/paths/~1orders/get/security", naming)).toEqual(expected);
  }
  expect(found(documentOf(schemes, { security }), "/security")).toEqual(expected);
});

test("secureDocument and the gateway reject two tokens in OpenAPI 3", () => {
  const security = jwtSecurity({ definitions: { users, staff } });
  const document = { openapi: "3.0.4", paths };
  const secure = () => secureDocument(document, security, { operations: { "GET /orders": [["users", "staff"]] } });
  expect(messageOf(secure)).toContain('paths["/orders"].get.security[0]: requires "users" and "staff" at once');
  const both = { ...secureDocument(document, security), security: [{ users: [], staff: [] }] };
  expect(messageOf(() => createSandbox().gateway({ document: both, backend }))).toContain("(jwt-conjunction)");
});

test("the base path is the path of the server with x-google-endpoint", async () => {
  const sandbox = createSandbox();
  const open = { openapi: "3.0.4", paths };
  const endpoint = { "x-google-endpoint": {} };
  const statusOf = async (servers: unknown, path: string) => {
    const gateway = sandbox.gateway({ document: { ...open, servers }, backend });
    return (await gateway(`https://h${path}`)).status;
  };
  for (const [url, path] of [
    ["https://h/v1/", "/v1/orders"],
    ["https://h/v1?x=1#y", "/v1/orders"],
    ["/v1", "/v1/orders"],
    ["//h/v1/a", "/v1/a/orders"],
    ["https://h", "/orders"],
    ["https://h/", "/orders"],
  ] as const) {
    const servers = [{ url: "https://other.test/v2" }, { url, ...endpoint }];
    expect([url, await statusOf(servers, path)]).toEqual([url, 200]);
    if (path !== "/orders") expect(await statusOf(servers, "/orders")).toBe(404);
  }
  expect(await statusOf([{ url: "https://h/v1" }], "/orders")).toBe(200);
  expect(await statusOf([{ url: "https://h/v1" }], "/v1/orders")).toBe(404);
  expect(await statusOf(undefined, "/orders")).toBe(200);
});

test("the gateway does not check API keys and basic authentication in either version", async () => {
  const security = [{ key: [], login: [] }];
  for (const document of [
    { swagger: "2.0", paths, securityDefinitions: { key, login: { type: "basic" } }, security },
    documentOf({ key, login: { type: "http", scheme: "basic" } }, { security }),
  ]) {
    const gateway = createSandbox().gateway({ document, backend });
    expect((await gateway("https://h/orders")).status).toBe(200);
  }
});

test("without audiences, the audience is the host of the server with x-google-endpoint", async () => {
  const sandbox = createSandbox();
  const { issuer, jwksUri } = sandbox.issuer;
  const servers = [{ url: "https://other.test" }, { url: "https://api.shop.test/v1", "x-google-endpoint": {} }];
  const document = documentOf({ users: schemeOf({ issuer, jwksUri }) }, { servers });
  const verifier = createTokenVerifier({ document, fetch: sandbox.fetch });
  const token = await sandbox.issuer.token({ aud: "https://api.shop.test" });
  expect(await verifier.verify(token)).toMatchObject({ definition: "users" });
  const other = await sandbox.issuer.token({ aud: "https://other.test" });
  expect(await rejection(verifier.verify(other))).toMatchObject({ code: "audience_mismatch" });
});

const uses: Record<string, (document: object) => unknown> = {
  readSecurity,
  effectiveSecurity: (document) => effectiveSecurity(document, "GET", "/orders"),
  checkSecurity,
  secureDocument: (document) => secureDocument(document, jwtSecurity({ definitions: { users } })),
  createTokenVerifier: (document) => createTokenVerifier({ document }),
  "sandbox.gateway": (document) => createSandbox().gateway({ document, backend }),
};
const reference = { $ref: "./security.yaml" };
const ofSchemes = (securitySchemes: object) => ({ openapi: "3.1.0", components: { securitySchemes } });

test.each<[what: string, document: unknown, path: string]>([
  ["null", null, ""],
  ["a string", "swagger: '2.0'", ""],
  ["a list", [], ""],
  ["no version", {}, "swagger"],
  ["an unquoted version 2", { swagger: 2 }, "swagger"],
  ["two versions", { openapi: "3.1.0", swagger: "2.0" }, "swagger"],
  ...["3.2.0", "4.0.0", "3.1", 3.1, null].map((openapi): [string, object, string] => [
    `the version ${JSON.stringify(openapi)}`,
    { openapi },
    "openapi",
  ]),
  ["invalid paths", { swagger: "2.0", paths: [] }, "paths"],
  ["an invalid section", { swagger: "2.0", security: {} }, "security"],
  ["an invalid requirement", { swagger: "2.0", security: [null] }, "security[0]"],
  ["a requirement without scopes", { swagger: "2.0", security: [{ a: true }] }, "security[0].a"],
  ["an invalid definition", { swagger: "2.0", securityDefinitions: { a: null } }, "securityDefinitions.a"],
  ["x-security", { swagger: "2.0", "x-security": [{ users: {} }] }, '["x-security"]'],
  [
    "x-security in an operation",
    { swagger: "2.0", paths: { "/orders": { get: { "x-security": [] } } } },
    'paths["/orders"].get["x-security"]',
  ],
  ["components elsewhere", { openapi: "3.1.0", components: reference }, "components.$ref"],
  ["schemes elsewhere", ofSchemes(reference), "components.securitySchemes.$ref"],
  ["a scheme elsewhere", ofSchemes({ users: reference }), "components.securitySchemes.users.$ref"],
  ["a definition elsewhere", { swagger: "2.0", securityDefinitions: { a: reference } }, "securityDefinitions.a.$ref"],
  [
    "an extension elsewhere",
    ofSchemes({ users: schemeOf(reference) }),
    'components.securitySchemes.users["x-google-auth"].$ref',
  ],
  ["a section elsewhere", { openapi: "3.1.0", security: reference }, "security.$ref"],
  ["a requirement elsewhere", { swagger: "2.0", security: [reference] }, "security[0].$ref"],
  ["paths elsewhere", { openapi: "3.1.0", paths: reference }, "paths.$ref"],
  ["a path elsewhere", { openapi: "3.1.0", paths: { "/a": reference } }, 'paths["/a"].$ref'],
  ["an operation elsewhere", { swagger: "2.0", paths: { "/a": { get: reference } } }, 'paths["/a"].get.$ref'],
  [
    "an operation's section elsewhere",
    { openapi: "3.1.0", paths: { "/a": { get: { security: reference } } } },
    'paths["/a"].get.security.$ref',
  ],
])("every function rejects %s", (_, document, path) => {
  for (const [name, use] of Object.entries(uses)) {
    const { issues } = thrown(() => use(document as object)) as RequestError;
    expect(issues, name).toMatchObject([{ path, rule: "openapi-document" }]);
    if (path.endsWith("$ref")) expect(issues[0]?.message).toContain("references are not followed; bundle the document");
  }
});

test("a profile without names for OpenAPI 3 rejects it, except where no names are needed", () => {
  const document = documentOf({ users: schemeOf(users) });
  const expected = "is not supported by the naming profile; pass naming: googleNaming";
  const naming = vendorNaming;
  const security = jwtSecurity({ definitions: { users }, naming });
  for (const use of [
    () => readSecurity(document, { naming }),
    () => checkSecurity(document, { naming }),
    () => secureDocument(document, security),
    () => secureDocument(document, security, { naming }),
    () => createTokenVerifier({ document, naming }),
    () => createSandbox({ naming }).gateway({ document, backend }),
  ]) {
    expect(messageOf(use)).toContain(expected);
  }
  expect(effectiveSecurity(document, "GET", "/orders")).toEqual([["users"]]);
});

test("trace is a method in OpenAPI 3 only", () => {
  const traced = { paths: { "/orders": { trace: { security: [] } } }, security: [{ users: [] }] };
  expect(effectiveSecurity({ openapi: "3.0.4", ...traced }, "trace", "/orders")).toEqual([]);
  expect(messageOf(() => effectiveSecurity({ swagger: "2.0", ...traced }, "trace", "/orders"))).toContain(
    "(operation-known)",
  );
});

const root = "/components/securitySchemes/users";
const rows: [what: string, document: Json, expected: string[]][] = [
  ["a backend's name", documentOf({ users: schemeOf(users) }, { "x-google-backend": "run" }), []],
  [
    "a required scheme without the extension",
    documentOf({ users: { type: "oauth2", flows } }),
    ["warning definition-missing ", `error issuer-empty ${root}`],
  ],
  [
    "a scheme without the extension that is not required",
    documentOf({ users: { type: "oauth2", flows }, staff: schemeOf(staff) }, { security: [{ staff: [] }] }),
    [],
  ],
  [
    "a location without a name",
    documentOf({ users: schemeOf({ ...users, jwtLocations: [{ form: "f" }] }) }),
    [`error location-form ${root}/x-google-auth/jwtLocations`],
  ],
  [
    "a required bearer scheme without the extension",
    documentOf({ users: { type: "http", scheme: "bearer" } }),
    ["warning definition-missing ", `error issuer-empty ${root}`],
  ],
  [
    "a required API key and basic authentication",
    documentOf(
      { users: schemeOf(users), key, basic: { type: "http", scheme: "Basic" } },
      { security: [{ users: [], key: [], basic: [] }] },
    ),
    [],
  ],
  [
    "an undefined definition",
    documentOf({ users: schemeOf(users) }, { security: [{ users: [] }, { ghost: [] }] }),
    [
      "error undefined-definition /security/1/ghost",
      "info operation-open /paths/~1orders/get",
      "info operation-open /paths/~1orders/post",
      "info operation-open /paths/~1health/get",
    ],
  ],
  [
    "an empty extension",
    documentOf({ users: schemeOf({}) }),
    [`error issuer-empty ${root}`, `warning audiences-missing ${root}`, `warning jwks-uri-missing ${root}`],
  ],
  [
    "two definitions with one issuer",
    documentOf({ users: schemeOf(users), staff: schemeOf(users) }, { security: [{ users: [] }, { staff: [] }] }),
    ["error duplicate-issuer /components/securitySchemes/staff/x-google-auth/issuer"],
  ],
];

test.each(rows)("finds %s", (_, document, expected) => {
  expect(findingsOf(document)).toEqual(expected);
});

test("rules about OpenAPI 3 do not apply to OpenAPI 2.0", () => {
  const { securityDefinitions, security } = jwtSecurity({ definitions: { users } });
  const document = {
    swagger: "2.0",
    "x-google-allow": "configured",
    "x-google-backend": { address: "https://b.test" },
    paths: { "/files/{path=**}": { get: {} } },
    securityDefinitions,
    security,
  };
  expect(findingsOf(document)).toEqual([]);
});
