import { googleNaming, type Naming, vendorNaming } from "fourfold";
import { checkSecurity, effectiveSecurity, isFourfoldError, jwtSecurity, secureDocument } from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";

type Section = readonly Readonly<Record<string, readonly string[]>>[];

const definitions = {
  users: { issuer: "https://users.test", audiences: "shop", jwksUri: "https://users.test/keys" },
  staff: { issuer: "https://staff.test", audiences: "shop", jwksUri: "https://staff.test/keys" },
};
const key = { type: "apiKey", in: "query", name: "key" };
const RULES = ["jwt-conjunction", "jwt-optional", "api-key-alternative"];

/** A document whose API, or whose operation, has a security section. */
function documentOf(naming: Naming, section: Section, place: "api" | "operation" = "api") {
  const { securityDefinitions } = jwtSecurity({ definitions, naming });
  const operation = place === "operation" ? { security: section } : {};
  return {
    swagger: "2.0",
    securityDefinitions: { ...securityDefinitions, key },
    paths: { "/echo": { get: operation } },
    security: place === "api" ? section : [{ users: [] }],
  };
}
const findings = (naming: Naming, document: object) =>
  checkSecurity(document, { naming })
    .filter(({ id }) => RULES.includes(id))
    .map(({ severity, id, pointer }) => `${severity} ${id} ${pointer}`);

function issuesOf(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    return error.issues.map(({ path, rule }) => `${path} (${rule})`);
  }
}

const cases: [section: Section, findings: [rule: string, path: string][]][] = [
  [[{ users: [], staff: [] }], [["jwt-conjunction", "/0"]]],
  [[{ key: [], users: [], staff: [] }], [["jwt-conjunction", "/0"]]],
  [[{ users: [] }, { users: [], staff: [] }], [["jwt-conjunction", "/1"]]],
  [[{ users: [], key: [] }], []],
  [[{ users: [] }, { staff: [] }], []],
  [
    [
      { users: [], key: [] },
      { staff: [], key: [] },
    ],
    [],
  ],
  [[{ users: [] }, {}], [["jwt-optional", "/1"]]],
  [[{}, { users: [] }], [["jwt-optional", "/0"]]],
  [[{}], []],
  [[], []],
  [[{ users: [] }, { key: [] }], [["api-key-alternative", "/1"]]],
  [[{ key: [] }, { users: [], key: [] }], [["api-key-alternative", "/0"]]],
  [[{ key: [] }], []],
  [[{ key: [] }, {}], []],
  [
    [{ users: [] }, {}, { key: [] }, { users: [], staff: [] }],
    [
      ["jwt-optional", "/1"],
      ["api-key-alternative", "/2"],
      ["jwt-conjunction", "/3"],
    ],
  ],
];

test.each(cases)("%j breaks %j under both profiles", (section, broken) => {
  for (const [place, path] of [
    ["api", "/security"],
    ["operation", "/paths/~1echo/get/security"],
  ] as const) {
    for (const naming of [googleNaming, vendorNaming]) {
      expect(findings(naming, documentOf(naming, section, place)).sort()).toEqual(
        broken.map(([rule, at]) => `error ${rule} ${path}${at}`).sort(),
      );
    }
  }
});

test("secureDocument and the gateway reject two tokens under googleNaming", () => {
  const naming = googleNaming;
  const security = jwtSecurity({ definitions, naming });
  const plain = { swagger: "2.0", paths: { "/echo": { get: {} }, "/other": { get: {} } } };
  const operations = { "GET /echo": [["users", "staff"], "users"] } as const;
  const options = { operations, naming };
  expect(issuesOf(() => secureDocument(plain, security, options))).toEqual([
    'paths["/echo"].get.security[0] (jwt-conjunction)',
  ]);
  expect(issuesOf(() => secureDocument(plain, security, { operations }))).toEqual([
    'paths["/echo"].get.security[0] (jwt-conjunction)',
  ]);
  const conjunction = { ...security, security: [{ users: [], staff: [] }] as const };
  expect(issuesOf(() => secureDocument(plain, conjunction as object as typeof security))).toEqual([
    "security[0] (jwt-conjunction)",
  ]);
  const sandbox = createSandbox({ naming });
  const backend = () => new Response();
  for (const place of ["api", "operation"] as const) {
    const document = documentOf(naming, [{ users: [] }, { users: [], staff: [] }], place);
    const path = place === "api" ? "security[1]" : 'paths["/echo"].get.security[1]';
    expect(issuesOf(() => secureDocument(document, security)).join()).toContain("(jwt-conjunction)");
    expect(issuesOf(() => sandbox.gateway({ document, backend }))).toEqual([`${path} (jwt-conjunction)`]);
  }
});

test("an entry of secureDocument can replace a requirement of two tokens", () => {
  const document = documentOf(googleNaming, [{ users: [], staff: [] }], "operation");
  const security = jwtSecurity({ definitions, naming: googleNaming });
  const secured = secureDocument(document, security, { operations: { "GET /echo": ["staff"] } });
  expect(effectiveSecurity(secured, "GET", "/echo")).toEqual([["staff"]]);
});
