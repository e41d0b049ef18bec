import * as fc from "fast-check";
import { vendorNaming as naming, type RequestError } from "fourfold";
import { effectiveSecurity, type JwtSecurity, jwtSecurity, secureDocument } from "fourfold/gateway";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const users = { issuer: "https://users.test", audiences: "shop", jwksUri: "https://users.test/keys" };
const staff = { issuer: "https://staff.test", audiences: "shop", jwksUri: "https://staff.test/keys" };
const byUsers = jwtSecurity({ definitions: { users }, naming });
const byStaff = jwtSecurity({ definitions: { staff }, naming });
const key = { type: "apiKey", in: "query", name: "key" };
const plain = { swagger: "2.0", paths: { "/orders": { get: {}, post: {} }, "/health": { get: {} } } };
const withKey = { ...plain, securityDefinitions: { key }, security: [{ key: [] }] };
const issuesOf = (work: () => unknown) =>
  (thrown(work) as RequestError).issues.map(({ path, message, rule }) => `${path}: ${message} (${rule})`);

test("an entry replaces what the operation required before, so no other token passes", () => {
  const first = secureDocument(plain, byUsers);
  const secured = secureDocument(first, byStaff, { operations: { "POST /orders": ["staff"] } });
  expect(effectiveSecurity(secured, "POST", "/orders")).toEqual([["staff"]]);
  expect(effectiveSecurity(secured, "GET", "/orders")).toEqual([["users"], ["staff"]]);
});

test("an entry replaces the section of its operation, also an API key and an open one", () => {
  const open = { ...withKey, paths: { "/orders": { get: { security: [] }, post: { security: [{ key: [] }] } } } };
  const operations = { "GET /orders": ["users"], "POST /orders": [["users"]] } as const;
  const secured = secureDocument(open, byUsers, { operations });
  expect(secured.paths["/orders"].get.security).toEqual([{ users: [] }]);
  expect(secured.paths["/orders"].post.security).toEqual([{ users: [] }]);
  expect(secured.security).toEqual([{ key: [], users: [] }]);
});

test("an entry can name definitions of the document and of security together", () => {
  const secured = secureDocument(withKey, byUsers, { operations: { "GET /orders": [["users", "key"], "key"] } });
  expect(effectiveSecurity(secured, "GET", "/orders")).toEqual([["users", "key"], ["key"]]);
});

test("an operation whose entry is undefined keeps its section", () => {
  expect(secureDocument(plain, byUsers, { operations: { "GET /orders": undefined } }).paths).toEqual(plain.paths);
});

test("the order of two calls does not change what operations require", () => {
  const operations = { "POST /orders": ["staff"], "GET /health": [] } as const;
  const one = secureDocument(secureDocument(plain, byUsers), byStaff, { operations });
  const other = secureDocument(secureDocument(plain, byStaff, { operations }), byUsers);
  for (const [method, path] of [["POST", "/orders"] as const, ["GET", "/health"] as const]) {
    expect(effectiveSecurity(one, method, path)).toEqual(effectiveSecurity(other, method, path));
  }
});

test.each<[present: object[], secured: object[]]>([
  [[], [{ users: [] }]],
  [[{}], [{ users: [] }]],
  [[{ key: [] }], [{ key: [], users: [] }]],
  [[{ staff: [] }], [{ staff: [] }, { users: [] }]],
  [
    [{ staff: [], key: [] }],
    [
      { staff: [], key: [] },
      { key: [], users: [] },
    ],
  ],
  [
    [{ users: [] }, { staff: [] }],
    [{ staff: [] }, { users: [] }],
  ],
  [
    [{ oauth: ["read"] }, { oauth: ["write"] }],
    [
      { oauth: ["read"], users: [] },
      { oauth: ["write"], users: [] },
    ],
  ],
])("makes the definitions alternatives of other issuers and keeps other schemes: %j", (security, expected) => {
  const securityDefinitions = { key, oauth: { type: "oauth2" }, ...byStaff.securityDefinitions };
  const secured = secureDocument({ ...plain, securityDefinitions, security }, byUsers);
  expect(secured.security).toEqual(expected);
  expect(secureDocument(secured, byUsers).security).toEqual(expected);
});

test.each<[present: object[], security: JwtSecurity]>([
  [[{ users: [], staff: [] }], byUsers],
  [[{ users: [], staff: [] }], byStaff],
  [[{ users: [], staff: [] }], jwtSecurity({ definitions: { users, staff }, naming })],
  [[{ users: [], staff: [], key: [] }], byUsers],
])("rejects issuers that are required together: %j", (present, security) => {
  const securityDefinitions = { key, ...byUsers.securityDefinitions, ...byStaff.securityDefinitions };
  expect(issuesOf(() => secureDocument({ ...plain, securityDefinitions, security: present }, security))[0]).toContain(
    "(jwt-conjunction)",
  );
});

test("an entry can replace a requirement of two tokens", () => {
  const securityDefinitions = { ...byUsers.securityDefinitions, ...byStaff.securityDefinitions };
  const paths = { "/orders": { get: { security: [{ users: [], staff: [] }] } } };
  const operations = { "GET /orders": ["staff"] } as const;
  const secured = secureDocument({ ...plain, paths, securityDefinitions }, byStaff, { operations });
  expect(effectiveSecurity(secured, "GET", "/orders")).toEqual([["staff"]]);
});

test("an entry that is a Map, or a list with holes, is rejected", () => {
  const operations = new Map([["POST /orders", ["users"]]]);
  expect(issuesOf(() => secureDocument(plain, byUsers, { operations } as never))).toEqual([
    "operations: must be an object, got a Map (option)",
  ]);
  const issue =
    'operations["POST /orders"]: must be a list such as ["users"] or [["users", "key"]] (operation-security)';
  // biome-ignore lint/suspicious/noSparseArray: tests a hole
  for (const required of [[, "users"], [["users", ,]]]) {
    expect(
      issuesOf(() => secureDocument(plain, byUsers, { operations: { "POST /orders": required } } as never)),
    ).toEqual([issue]);
  }
});

test.each([
  ["none", undefined],
  ["an API key", [{ key: [] }]],
  ["an empty one", []],
])("does not change the API level with api: false (%s)", (_, security) => {
  const document = { ...plain, securityDefinitions: { key }, ...(security && { security }) };
  const secured = secureDocument(document, byUsers, { api: false, operations: { "GET /orders": ["users"] } });
  expect(secured.security).toEqual(security);
  expect("security" in secured).toBe(security !== undefined);
  expect(effectiveSecurity(secured, "GET", "/orders")).toEqual([["users"]]);
  expect(effectiveSecurity(secured, "GET", "/health")).toEqual(effectiveSecurity(document, "GET", "/health"));
});

test("a security without requirements keeps those of the API", () => {
  expect(secureDocument(withKey, { ...byUsers, security: [] }).security).toEqual([{ key: [] }]);
});

test("rejects definitions with the same issuer, within security and with the document", () => {
  const twins = { ...byUsers.securityDefinitions, others: byUsers.securityDefinitions.users };
  const merged: JwtSecurity = { securityDefinitions: twins, security: [{ users: [] }, { others: [] }] };
  const issue = '"users" has the same issuer (duplicate-issuer)';
  const at = (name: string) => `securityDefinitions.${name}["x-vendor-issuer"]: ${issue}`;
  expect(issuesOf(() => secureDocument(plain, merged))).toEqual([at("others")]);
  const document = { ...plain, securityDefinitions: twins };
  expect(issuesOf(() => secureDocument(document, byStaff))).toEqual([at("others")]);
  const renamed = { ...byUsers, securityDefinitions: { again: byUsers.securityDefinitions.users }, security: [] };
  expect(issuesOf(() => secureDocument(secureDocument(plain, byUsers), renamed))).toEqual([at("again")]);
});

test("rejects requirements with scopes, which the gateway does not check", () => {
  const scoped = { ...byUsers, security: [{ users: ["admin"] }] as never };
  const message = "the list is not empty (requirement-scopes)";
  expect(issuesOf(() => secureDocument(plain, scoped))).toEqual([`security[0].users: ${message}`]);
  const paths = { "/orders": { get: { security: [{ staff: ["admin"] }] } } };
  const document = { swagger: "2.0", paths, securityDefinitions: byStaff.securityDefinitions };
  expect(issuesOf(() => secureDocument(document, byUsers))).toEqual([
    `paths["/orders"].get.security[0].staff: ${message}`,
  ]);
});

test.each(["get /orders", "GET /orders/", "listOrders"])("names an operation in place of %j", (key) => {
  const operations = { [key]: ["users"] };
  expect(issuesOf(() => secureDocument(plain, byUsers, { operations } as never))[0]).toContain(
    'must be an operation of the document, such as "GET /orders" (operation-known)',
  );
});

test("an operation requires exactly its entry, whatever the document required before", () => {
  const names = ["users", "staff", "key", "oauth"] as const;
  const requirement = fc
    .uniqueArray(fc.constantFrom(...names))
    .filter((group) => !(group.includes("users") && group.includes("staff")));
  const sections = fc.array(requirement, { maxLength: 3 });
  const section = (alternatives: string[][]) =>
    alternatives.map((group) => Object.fromEntries(group.map((name) => [name, []])));
  const operationKeys = ["GET /orders", "POST /orders", "GET /health"] as const;
  const wanted = fc.dictionary(fc.constantFrom(...operationKeys), sections);
  const securityDefinitions = { key, oauth: { type: "oauth2" }, ...byStaff.securityDefinitions };
  fc.assert(
    fc.property(
      fc.option(sections, { nil: undefined }),
      fc.dictionary(
        fc.constantFrom(...operationKeys),
        sections.map((each) => each.map((group) => group.filter((name) => name !== "users"))),
      ),
      wanted,
      fc.boolean(),
      (ofApi, own, operations, api) => {
        const operation = (name: string) => (own[name] === undefined ? {} : { security: section(own[name]) });
        const document = {
          swagger: "2.0",
          paths: {
            "/orders": { get: operation("GET /orders"), post: operation("POST /orders") },
            "/health": { get: operation("GET /health") },
          },
          securityDefinitions,
          ...(ofApi && { security: section(ofApi.map((group) => group.filter((name) => name !== "users"))) }),
        };
        const before = structuredClone(document);
        const secured = secureDocument(document as object, byUsers, { api, operations });
        expect(document).toEqual(before);
        for (const each of operationKeys) {
          const [method = "", path = ""] = each.split(" ");
          const effective = effectiveSecurity(secured, method, path);
          if (operations[each] !== undefined) expect(effective).toEqual(operations[each]);
          else if (own[each] !== undefined || !api)
            expect(effective).toEqual(effectiveSecurity(document, method, path));
          // An operation without an entry that inherits the requirements of the API never becomes less secure.
          else expect(effective.some((group) => group.length === 0)).toBe(false);
        }
        expect(secureDocument(secured, byUsers, { api, operations })).toEqual(secured);
      },
    ),
  );
});
