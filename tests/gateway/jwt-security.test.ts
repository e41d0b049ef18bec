import { vendorNaming } from "fourfold";
import { type JwtDefinition, jwtSecurity, type RequestError } from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const full = { issuer: "https://issuer.test/shop", audiences: ["shop"], jwksUri: "https://issuer.test/keys" };

test.each<[what: string, definition: unknown, path: string, rule: string]>([
  ["null", null, "definitions.users", "definition-member"],
  ["a string", "https://issuer.test", "definitions.users", "definition-member"],
  ["no issuer", { audiences: ["shop"] }, "definitions.users.issuer", "issuer-empty"],
  ["an empty issuer", { ...full, issuer: "" }, "definitions.users.issuer", "issuer-empty"],
  ["an issuer that is not a string", { ...full, issuer: 5 }, "definitions.users.issuer", "issuer-empty"],
  ["no audience", { ...full, audiences: [] }, "definitions.users.audiences", "audiences-empty"],
  ["an empty string of audiences", { ...full, audiences: "" }, "definitions.users.audiences", "audiences-empty"],
  ["missing audiences", { ...full, audiences: undefined }, "definitions.users.audiences", "audiences-empty"],
  ["an empty audience", { ...full, audiences: ["shop", ""] }, "definitions.users.audiences", "audiences-empty"],
  [
    "an audience with a comma",
    { ...full, audiences: ["shop,staff"] },
    "definitions.users.audiences",
    "audiences-empty",
  ],
  ["an audience with a space", { ...full, audiences: [" shop"] }, "definitions.users.audiences", "audiences-empty"],
  ["an audience that is not a string", { ...full, audiences: [5] }, "definitions.users.audiences", "audiences-empty"],
  ["no key URL", { ...full, jwksUri: "" }, "definitions.users.jwksUri", "jwks-uri-form"],
  [
    "keys at a string that is not a URL",
    { ...full, jwksUri: "nonsense" },
    "definitions.users.jwksUri",
    "jwks-uri-form",
  ],
  ["a file URL of keys", { ...full, jwksUri: "file:///keys" }, "definitions.users.jwksUri", "jwks-uri-form"],
  [
    "a key URL with credentials",
    { ...full, jwksUri: "https://a:b@c.test" },
    "definitions.users.jwksUri",
    "jwks-uri-form",
  ],
  ...["nonsense", "ftp://issuer.test", "https://issuer.test?a", "https://issuer.test/#a", "https://"].map(
    (issuerBase): [string, unknown, string, string] => [
      `the issuer base ${issuerBase}`,
      { projectId: "shop", issuerBase },
      "definitions.users.issuerBase",
      "issuer-base",
    ],
  ),
  ...["a/b", "a b", "a,b", "a?b", "a#b", "a%2fb", "a\\b", ".", ".."].map(
    (projectId): [string, unknown, string, string] => [
      `the project id ${projectId}`,
      { projectId, issuerBase: "https://issuer.test" },
      "definitions.users.projectId",
      "project-id",
    ],
  ),
  ["a key URL that is not a string", { ...full, jwksUri: 5 }, "definitions.users.jwksUri", "jwks-uri-form"],
  ["no locations", { ...full, locations: [] }, "definitions.users.locations", "location-form"],
  [
    "locations that are a string",
    { ...full, locations: "Authorization" },
    "definitions.users.locations",
    "location-form",
  ],
  ["an empty parameter", { ...full, locations: [{ query: "" }] }, "definitions.users.locations", "location-form"],
  ["an empty location", { ...full, locations: [{}] }, "definitions.users.locations", "location-form"],
  ["a location that is null", { ...full, locations: [null] }, "definitions.users.locations", "location-form"],
  [
    "a prefix under its name in the document",
    { ...full, locations: [{ header: "X-Token", value_prefix: "JWT " }] },
    "definitions.users.locations",
    "location-form",
  ],
  [
    "a prefix that is not a string",
    { ...full, locations: [{ header: "X-Token", valuePrefix: 1 }] },
    "definitions.users.locations",
    "location-form",
  ],
  [
    "a location with a header and a query parameter",
    { ...full, locations: [{ header: "X-Token", query: "t" }] },
    "definitions.users.locations",
    "location-form",
  ],
  ["audiences that are a number", { ...full, audiences: 5 }, "definitions.users.audiences", "audiences-empty"],
  [
    "a header with a blank",
    { ...full, locations: [{ header: "a b" }] },
    "definitions.users.locations",
    "location-form",
  ],
])("rejects a definition with %s", (_, definition, path, rule) => {
  const error = thrown(() => jwtSecurity({ definitions: { users: definition as JwtDefinition } }));
  expect(error).toMatchObject({
    code: "invalid_request",
    issues: expect.arrayContaining([expect.objectContaining({ path, rule })]),
  });
});

test("reports all properties that a definition would ignore together", () => {
  const definitions = {
    users: { issuer: "https://issuer.test", audiences: "shop", jwksUrl: "https://issuer.test/keys" },
    staff: { issuer: "https://staff.test", audiences: "lab", projectId: "lab", issuerBase: "https://staff.test" },
    robots: { projectId: "lab", issuerBase: "https://robots.test", audiences: "api" },
  };
  const error = thrown(() => jwtSecurity({ definitions: definitions as never }));
  expect(error).toMatchObject({ code: "invalid_request" });
  expect((error as RequestError).issues).toEqual([
    {
      path: "definitions.users.jwksUrl",
      message: "is unknown; known names are issuer, audiences, jwksUri, locations; did you mean jwksUri?",
      rule: "definition-member",
    },
    {
      path: "definitions.staff.projectId",
      message: "is unknown; known names are issuer, audiences, jwksUri, locations",
      rule: "definition-member",
    },
    {
      path: "definitions.staff.issuerBase",
      message: "is unknown; known names are issuer, audiences, jwksUri, locations",
      rule: "definition-member",
    },
    {
      path: "definitions.robots.audiences",
      message: "is unknown; known names are projectId, issuerBase, jwksUri, locations",
      rule: "definition-member",
    },
  ]);
});

test("accepts the properties of a sandbox's issuer", () => {
  const { issuer } = createSandbox();
  const definitions = { users: { ...issuer, audiences: issuer.audience } };
  expect(jwtSecurity({ definitions }).securityDefinitions.users).toMatchObject({ "x-google-issuer": issuer.issuer });
  const beside = { users: { ...definitions.users, projectId: "shop" } } as never;
  expect(thrown(() => jwtSecurity({ definitions: beside }))).toMatchObject({
    issues: [{ path: "definitions.users.projectId", rule: "definition-member" }],
  });
});

test("treats every undefined property as absent", () => {
  const { securityDefinitions } = jwtSecurity({ definitions: { users: full } });
  const users = { ...full, projectId: undefined, issuerBase: undefined, locations: undefined, note: undefined };
  expect(jwtSecurity({ definitions: { users } }).securityDefinitions).toEqual(securityDefinitions);
});

test.each([undefined, null, {}, "users", []])("requires a definition: %j", (definitions) => {
  const error = thrown(() => jwtSecurity({ definitions: definitions as never }));
  expect(error).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "definitions", rule: "definition-missing" }],
  });
});

test.each([
  [
    { projectId: "example.test:shop", issuerBase: "http://localhost:8787/base//" },
    "http://localhost:8787/base/example.test:shop",
  ],
  [{ projectId: "shop", issuerBase: "HTTPS://[::1]:80" }, "HTTPS://[::1]:80/shop"],
])("accepts the project %j", (definition, issuer) => {
  const jwksUri = "https://issuer.test/keys?policy=a"; // some issuers have a query in the address of their keys
  expect(jwtSecurity({ definitions: { users: { ...definition, jwksUri } } }).securityDefinitions.users).toMatchObject({
    "x-google-issuer": issuer,
    "x-google-jwks_uri": jwksUri,
  });
});

test("a string of audiences is split at commas", () => {
  const { securityDefinitions } = jwtSecurity({ definitions: { users: { ...full, audiences: "shop, staff" } } });
  expect(securityDefinitions).toEqual(
    jwtSecurity({ definitions: { users: { ...full, audiences: ["shop", "staff"] } } }).securityDefinitions,
  );
});

test.each<[options: unknown, issues: string[]]>([
  [undefined, [": is required (option)"]],
  ["users", [": must be an object, got a string (option)"]],
  [
    { definitions: { users: full }, naming: "google", deifnitions: {} },
    [
      'naming: must be googleNaming or vendorNaming of fourfold, not a changed copy, got "google" (option)',
      "deifnitions: is unknown; known names are definitions, naming; did you mean definitions? (option)",
    ],
  ],
  [
    { definitions: { users: { projectId: "" }, staff: { projectId: "p", issuerBase: 5 } }, naming: vendorNaming },
    [
      expect.stringMatching(/^definitions\.users\.projectId: must be one path segment .*, got "" \(project-id\)$/),
      "definitions.users.issuerBase: is required: the naming profile has none (issuer-empty)",
      expect.stringMatching(/^definitions\.staff\.issuerBase: must be an http or https URL .* \(issuer-base\)$/),
    ],
  ],
  [{ definitions: { users: undefined } }, [expect.stringMatching(/^definitions: .*\(definition-missing\)$/)]],
  [
    { definitions: { users: full, staff: full } },
    ['definitions.staff.issuer: must differ from the issuer of "users" (duplicate-issuer)'],
  ],
  [
    { definitions: { users: {} } },
    [
      'definitions.users.issuer: is required, or "projectId" and "issuerBase" (issuer-empty)',
      "definitions.users.audiences: is required (audiences-empty)",
    ],
  ],
])("rejects the options %j", (options, issues) => {
  const error = thrown(() => jwtSecurity(options as never)) as RequestError;
  expect(error.issues.map(({ path, message, rule }) => `${path}: ${message} (${rule})`)).toEqual(issues);
});
