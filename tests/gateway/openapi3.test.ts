import { googleNaming, type Naming, vendorNaming } from "fourfold";
import {
  checkSecurity,
  createTokenVerifier,
  decodeUserInfo,
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

test("the section of an operation overrides that of the API in both versions", () => {
  const sections = {
    security: [{ users: [] }],
    paths: { "/a": { get: {} }, "/b": { get: { security: [] } }, "/c": { get: { security: [{ staff: [] }] } } },
  };
  for (const version of [{ swagger: "2.0" }, { openapi: "3.0.4" }, { openapi: "3.1.2" }]) {
    const document = { ...version, ...sections };
    expect(["/a", "/b", "/c"].map((path) => effectiveSecurity(document, "GET", path))).toEqual([
      [["users"]],
      [],
      [["staff"]],
    ]);
  }
});

test("recognizes a document whose converter left the extensions on the scheme or in the flows", () => {
  const onScheme = { type: "oauth2", flows, "x-google-issuer": users.issuer, "x-google-jwks_uri": users.jwksUri };
  const inFlows = { type: "oauth2", flows: { implicit: { ...flows.implicit, "x-google-auth": users } } };
  for (const scheme of [onScheme, inFlows]) {
    const document = documentOf({ users: scheme });
    expect(findingsOf(document)).toEqual([
      "warning definition-missing ",
      "error issuer-empty /components/securitySchemes/users",
    ]);
    expect(readSecurity(document).definitions).toEqual({});
    expect(messageOf(() => createTokenVerifier({ document }))).toContain('must have a definition with "x-google-auth"');
    expect(messageOf(() => createSandbox().gateway({ document, backend }))).toContain("(issuer-empty)");
    const security = jwtSecurity({ definitions: { users: staff } });
    expect(messageOf(() => secureDocument(document, security))).toContain("(definition-name)");
  }
});

const combinations: [section: readonly Json[], findings: string[]][] = [
  [[{ users: [], staff: [] }], ["error jwt-conjunction /security/0"]],
  [[{ users: [], key: [] }], []],
  [[{ users: [] }, {}], ["error jwt-optional /security/1"]],
  [[{ users: [] }, { key: [] }], ["error api-key-alternative /security/1"]],
];

test.each(combinations)("%j is checked in both versions under both profiles", (security, expected) => {
  const schemes = { users: schemeOf(users), staff: schemeOf(staff), key };
  const found = (document: object, naming: Naming = googleNaming) =>
    findingsOf(document, naming).filter((each) => /jwt-|api-key/.test(each));
  const { securityDefinitions } = jwtSecurity({ definitions: { users, staff } });
  const two = { swagger: "2.0", paths, securityDefinitions: { ...securityDefinitions, key }, security };
  for (const document of [two, documentOf(schemes, { security })]) {
    expect(found(document)).toEqual(expected);
  }
  const vendorDefinitions = jwtSecurity({ definitions: { users, staff }, naming: vendorNaming }).securityDefinitions;
  expect(found({ ...two, securityDefinitions: { ...vendorDefinitions, key } }, vendorNaming)).toEqual(expected);
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

test("the gateway responds alike to OpenAPI 2.0 and 3: no token, expired, wrong audience, valid", async () => {
  const sandbox = createSandbox();
  const { issuer, jwksUri, audience } = sandbox.issuer;
  const security = jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } } });
  const echo = ({ headers }: Request) => new Response(headers.get("X-Endpoint-API-UserInfo"));
  const tokens = [
    undefined,
    await sandbox.issuer.token({}, { wrong: "expired" }),
    await sandbox.issuer.token({}, { wrong: "other-audience" }),
    await sandbox.issuer.token({ sub: "ada" }),
  ];
  for (const generation of ["current", "earlier"] as const) {
    const responsesTo = (version: object) => {
      const document = secureDocument({ ...version, paths }, security);
      const gateway = sandbox.gateway({ document, backend: echo, gateway: "cloud-endpoints", generation });
      return Promise.all(
        tokens.map(async (token) => {
          const headers = { ...(token && { authorization: `Bearer ${token}` }) };
          const response = await gateway("https://h/orders", { headers });
          return [response.status, await response.text()];
        }),
      );
    };
    const [two, three] = [await responsesTo({ swagger: "2.0" }), await responsesTo({ openapi: "3.1.0" })];
    expect(three).toEqual(two);
    expect(three.map(([status]) => status)).toEqual([401, 401, 403, 200]);
    expect(decodeUserInfo(String(three[3]?.[1]), { generation }).subject).toBe("ada");
  }
});

test.each<[string, Json, string]>([
  ["a version 3.2", { openapi: "3.2.0" }, 'openapi: must be a string such as "3.0.4" or "3.1.0", got "3.2.0"'],
  ["a version 4", { openapi: "4.0.0" }, 'openapi: must be a string such as "3.0.4" or "3.1.0", got "4.0.0"'],
  ["a version without a patch", { openapi: "3.1" }, 'openapi: must be a string such as "3.0.4" or "3.1.0", got "3.1"'],
  ["a number", { openapi: 3.1 }, 'openapi: must be a string such as "3.0.4" or "3.1.0", got 3.1'],
  ["null", { openapi: null }, 'openapi: must be a string such as "3.0.4" or "3.1.0", got null'],
  ["two versions", { openapi: "3.1.0", swagger: "2.0" }, 'swagger: must not be set beside "openapi"; remove'],
  ["no version", {}, 'swagger: must be the string "2.0"; for OpenAPI 3, set "openapi"'],
])("rejects %s everywhere", (_, version, expected) => {
  const document = { ...version, paths };
  const security = jwtSecurity({ definitions: { users } });
  for (const use of [
    () => readSecurity(document),
    () => effectiveSecurity(document, "GET", "/orders"),
    () => checkSecurity(document),
    () => secureDocument(document, security),
    () => createTokenVerifier({ document }),
    () => createSandbox().gateway({ document, backend }),
  ]) {
    expect(messageOf(use)).toContain(expected);
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

test("a reference in place of security is rejected with the remedy", () => {
  const reference = { $ref: "./security.yaml" };
  const bundle = "must not be a reference: references are not followed; bundle the document into one file";
  for (const [document, path] of [
    [{ components: reference }, "components.$ref"],
    [{ components: { securitySchemes: reference } }, "components.securitySchemes.$ref"],
    [{ components: { securitySchemes: { users: reference } } }, "components.securitySchemes.users.$ref"],
    [documentOf({ users: schemeOf(reference) }), 'components.securitySchemes.users["x-google-auth"].$ref'],
    [{ security: reference }, "security.$ref"],
    [{ security: [reference] }, "security[0].$ref"],
    [{ paths: { "/a": { get: { security: reference } } } }, 'paths["/a"].get.security.$ref'],
    [{ paths: { "/a": reference } }, 'paths["/a"].$ref'],
    [{ paths: reference }, "paths.$ref"],
  ] as const) {
    expect(messageOf(() => checkSecurity({ openapi: "3.1.0", ...document }))).toContain(`${path}: ${bundle}`);
  }
  expect(messageOf(() => checkSecurity({ swagger: "2.0", security: [reference] }))).toContain(
    `security[0].$ref: ${bundle}`,
  );
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
  ["a backend's name", documentOf({ users: schemeOf(users) }, { "x-google-backend": "orders" }), []],
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

test("another scheme of the same name is rejected in OpenAPI 3", () => {
  const security = jwtSecurity({ definitions: { users } });
  expect(messageOf(() => secureDocument(documentOf({ users: key }), security))).toContain(
    'components.securitySchemes.users: must have another name: this one has no "x-google-auth"',
  );
});
