import { googleNaming, vendorNaming } from "fourfold";
import { jwtSecurity, type RequestError } from "fourfold/gateway";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const full = { issuer: "https://issuer.test/shop", audiences: ["shop"], jwksUri: "https://issuer.test/keys" };

/** The rule of each property of a definition. */
const RULES = {
  issuer: "issuer-empty",
  audiences: "audiences-empty",
  jwksUri: "jwks-uri-form",
  locations: "location-form",
  issuerBase: "issuer-base",
  projectId: "project-id",
};
const wrong: [what: string, property: keyof typeof RULES, ...values: unknown[]][] = [
  ["no issuer, or an invalid one", "issuer", undefined, "", 5],
  ["no audiences, or invalid ones", "audiences", undefined, [], "", 5, ["shop", ""], ["shop,staff"], [" shop"], [5]],
  ["an invalid URL of keys", "jwksUri", "", 5, "nonsense", "file:///keys", "https://a:b@c.test"],
  ["locations that are no list, or empty", "locations", "Authorization", [], [null], [{}]],
  ["a location with a header and a query parameter", "locations", [{ header: "X-Token", query: "t" }]],
  ["invalid names in a location", "locations", [{ header: "a b" }], [{ query: "" }]],
  ["a prefix under its name in the document", "locations", [{ header: "X-Token", value_prefix: "JWT " }]],
  ["a prefix that is not a string", "locations", [{ header: "X-Token", valuePrefix: 1 }]],
  [
    "an invalid issuer base",
    "issuerBase",
    ...["nonsense", "ftp://issuer.test", "https://issuer.test?a", "https://issuer.test/#a", "https://"],
  ],
  ["an invalid project", "projectId", "a/b", "a b", "a,b", "a?b", "a#b", "a%2fb", "a\\b", ".", ".."],
];

test.each(wrong)("rejects a definition with %s", (_, property, ...values) => {
  const ofProject = { projectId: "shop", issuerBase: "https://issuer.test" };
  for (const value of values) {
    const users = { ...(property in ofProject ? ofProject : full), [property]: value };
    const issue = { path: `definitions.users.${property}`, rule: RULES[property] };
    expect(
      thrown(() => jwtSecurity({ definitions: { users } as never })),
      String(value),
    ).toMatchObject({
      code: "invalid_request",
      issues: expect.arrayContaining([expect.objectContaining(issue)]),
    });
  }
});

test.each([null, "https://issuer.test"])("rejects the definition %j", (users) => {
  const error = thrown(() => jwtSecurity({ definitions: { users } as never }));
  expect(error).toMatchObject({ issues: [{ path: "definitions.users", rule: "definition-member" }] });
});

test("under vendorNaming, an issuer must be a URL", () => {
  const definitions = { users: { ...full, issuer: "accounts.issuer.test" } };
  expect(thrown(() => jwtSecurity({ definitions, naming: vendorNaming }))).toMatchObject({
    issues: [{ path: "definitions.users.issuer", rule: "issuer-empty" }],
  });
  jwtSecurity({ definitions });
});

test.each(["", " ", "my users", "users\n"])("rejects the name %j of a definition", (name) => {
  expect(thrown(() => jwtSecurity({ definitions: { [name]: full } }))).toMatchObject({
    issues: [{ path: "definitions", rule: "definition-name" }],
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

test("accepts keys over http on this machine", () => {
  for (const jwksUri of ["http://localhost:8080/k", "http://127.0.0.1/k", "HTTP://[::1]:80/k"]) {
    expect(jwtSecurity({ definitions: { users: { ...full, jwksUri } } }).securityDefinitions.users).toMatchObject({
      "x-google-jwks_uri": jwksUri,
    });
  }
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
  ...[googleNaming, vendorNaming].map((naming): [unknown, string[]] => [
    { definitions: { users: { ...full, jwksUri: "http://id.example/k" } }, naming },
    ["definitions.users.jwksUri: must be an https URL, or an http URL on this machine, got a string (jwks-uri-form)"],
  ]),
  [
    { definitions: { users: { ...full, issuer: "https://i.example " } } },
    ['definitions.users.issuer: must be a non-empty string without spaces, got "https://i.example " (issuer-empty)'],
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
