import fc from "fast-check";
import { jwtSecurity, type SecurityChange, secureDocument, securityChanges } from "fourfold/gateway";
import { vendorNaming } from "fourfold/naming";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { propertyRuns } from "../support/property-runs.js";
import { type AnyApi, anyApi, toVersion2, toVersion3 } from "./any-apis.js";

const users = { issuer: "https://users.test", audiences: "shop", jwksUri: "https://users.test/keys" };
const plain = { swagger: "2.0", paths: { "/orders": { get: {}, post: {} }, "/health": { get: {} } } };
const secured = secureDocument(plain, jwtSecurity({ definitions: { users } }), { operations: { "GET /health": [] } });
const read = { ...users, audiences: ["shop"] };

test("lists new definitions, and operations whose requirement changed", () => {
  expect(securityChanges(plain, secured)).toEqual([
    { kind: "definition", name: "users", before: undefined, after: read },
    { kind: "operation-changed", name: "GET /orders", before: [], after: [["users"]] },
    { kind: "operation-changed", name: "POST /orders", before: [], after: [["users"]] },
  ] satisfies SecurityChange[]);
});

test("lists operations that were added and removed", () => {
  const next = {
    ...secured,
    paths: { "/orders": { get: {} }, "/health": { get: { security: [] } }, "/new": { get: {} } },
  };
  expect(securityChanges(secured, next)).toEqual([
    { kind: "operation-removed", name: "POST /orders", before: [["users"]], after: undefined },
    { kind: "operation-added", name: "GET /new", before: undefined, after: [["users"]] },
  ]);
});

test.each([
  [{ "x-google-issuer": "https://other.test" }, { issuer: "https://other.test" }],
  [{ "x-google-jwks_uri": "https://other.test/keys" }, { jwksUri: "https://other.test/keys" }],
  [{ "x-google-audiences": "shop, lab" }, { audiences: ["shop", "lab"] }],
  [{ "x-google-jwt-locations": [{ query: "t" }] }, { locations: [{ query: "t" }] }],
])("lists a definition with %j", (change, expected) => {
  const definition = { ...secured.securityDefinitions.users, ...change };
  const changes = securityChanges(secured, { ...secured, securityDefinitions: { users: definition } });
  expect(changes).toEqual([{ kind: "definition", name: "users", before: read, after: { ...read, ...expected } }]);
});

test("ignores the order of alternatives and audiences, and an empty requirement in place of none", () => {
  const definition = (audiences: string) => ({ ...secured.securityDefinitions.users, "x-google-audiences": audiences });
  const one = {
    ...secured,
    securityDefinitions: { users: definition("a, https://b/") },
    security: [{ users: [] }, {}],
  };
  const other = { ...one, securityDefinitions: { users: definition("b,a,a") }, security: [{}, { users: [] }] };
  expect(securityChanges(one, other)).toEqual([]);
  expect(securityChanges({ ...one, security: [] }, { ...one, security: [{}] })).toEqual([]);
});

test("compares documents in the specification's names, also with those in Google's names", () => {
  const naming = vendorNaming;
  const spec = secureDocument(plain, jwtSecurity({ definitions: { users }, naming }), {
    operations: { "GET /health": [] },
  });
  expect(securityChanges(spec, secured)).toEqual([]);
  expect(securityChanges(plain, spec)).toHaveLength(3);
});

test("lists operations whose API key lost its definition, because the gateway may ignore the name", () => {
  const document = (securityDefinitions: object) => ({
    swagger: "2.0",
    paths: { "/a": { get: { security: [{ key: [] }] } } },
    securityDefinitions,
  });
  const withKey = document({ key: { type: "apiKey", in: "query", name: "key" } });
  const name = "GET /a";
  const kind = "operation-changed";
  for (const other of [document({}), document({ key: { type: "basic" } })]) {
    expect(securityChanges(withKey, other)).toEqual([
      { kind, name, before: [["key"]], after: [["key (not an API key)"]] },
    ]);
    expect(securityChanges(other, withKey)).toEqual([
      { kind, name, before: [["key (not an API key)"]], after: [["key"]] },
    ]);
    expect(securityChanges(other, other)).toEqual([]);
  }
});

test.each<[place: string, version: object, settings: (allowCors: boolean) => object]>([
  [
    "x-google-endpoints",
    { swagger: "2.0" },
    (allowCors) => ({ "x-google-endpoints": [{ name: "a.test", allowCors }] }),
  ],
  [
    "x-google-endpoint",
    { openapi: "3.0.4" },
    (allowCors) => ({ servers: [{ url: "https://a.test", "x-google-endpoint": { allowCors } }] }),
  ],
  ["x-google-api-management", { openapi: "3.0.4" }, (allowCors) => ({ "x-google-api-management": { allowCors } })],
])("lists an open operation if allowCors of %s lets requests through without a token", (_, version, settings) => {
  const document = { ...version, paths: plain.paths };
  const [closed, open] = [
    { ...document, ...settings(false) },
    { ...document, ...settings(true) },
  ];
  const name = "OPTIONS /**";
  expect(securityChanges(document, closed)).toEqual([]);
  expect(securityChanges(closed, open)).toEqual([{ kind: "operation-added", name, before: undefined, after: [] }]);
  expect(securityChanges(open, document)).toEqual([{ kind: "operation-removed", name, before: [], after: undefined }]);
});

test("compares the list of MCP tools", () => {
  const document = (mcp: object) => ({ openapi: "3.1.0", paths: {}, "x-google-api-management": { mcp } });
  const list = (security: object[]) => document({ "tools-list": { security } });
  expect(securityChanges(list([{ users: [] }]), document({}))).toEqual([
    { kind: "operation-changed", name: "MCP tools/list", before: [["users"]], after: [] },
  ]);
  expect(securityChanges(list([]), document({}))).toEqual([]);
});

/** An independent model of what an API accepts: facts by definition name and by full operation path. */
function factsOf({ definitions, hasKey, host, basePath, security, operations }: AnyApi): Map<string, string> {
  const bare = (audience: string) => audience.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const facts = new Map<string, string>();
  for (const [name, { issuer, jwksUri, audiences, locations }] of Object.entries(definitions)) {
    const accepted = new Set((audiences.length > 0 ? audiences : [host]).map(bare));
    facts.set(name, JSON.stringify([issuer, jwksUri, [...accepted].sort(), locations]));
  }
  for (const { method, path, security: own } of operations) {
    const alternatives = (own ?? security ?? []).map((each) =>
      Object.keys(each)
        .sort()
        .map((name) => (name === "key" && !hasKey ? "no key" : name))
        .join("&"),
    );
    const isOpen = alternatives.every((each) => each === "");
    const facts_ = isOpen ? "open" : [...new Set(alternatives)].sort().join("|");
    facts.set(`${method.toUpperCase()} ${basePath}${path}`, facts_);
  }
  return facts;
}

const anyDocument = fc.constantFrom(toVersion2, toVersion3);
/** Two APIs: unrelated, or the second one a version of the first with parts of another API. */
const anyPair = fc
  .record({
    one: anyApi,
    other: anyApi,
    parts: fc.subarray(["definitions", "host", "basePath", "security", "operations"] as const, { maxLength: 2 }),
    isReversed: fc.boolean(),
  })
  .map(({ one, other, parts, isReversed }): readonly [AnyApi, AnyApi] => {
    const mixed = { ...one, ...Object.fromEntries(parts.map((part) => [part, other[part]])), hasKey: true };
    const security = mixed.security && [...mixed.security].reverse();
    const reversed = { ...mixed, security, operations: [...mixed.operations].reverse() };
    return [{ ...one, hasKey: true }, isReversed ? reversed : mixed];
  });

test("returns the names of exactly the facts that differ, in all versions", () => {
  let same = 0;
  fc.assert(
    fc.property(anyPair, anyDocument, anyDocument, ([one, other], write, writeOther) => {
      const [before, after] = [factsOf(one), factsOf(other)];
      const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
        (each) => before.get(each) !== after.get(each),
      );
      const base = one.basePath === other.basePath ? one.basePath : "";
      const names = differing.map((each) => each.replace(` ${base}/`, " /")).sort();
      const changes = securityChanges(write(one), writeOther(other));
      expect(changes.map(({ name }) => name).sort()).toEqual(names);
      for (const change of changes) {
        const isDefinition = Object.hasOwn({ ...one.definitions, ...other.definitions }, change.name);
        expect(change.kind === "definition").toBe(isDefinition);
        expect(change.before).not.toEqual(change.kind === "operation-changed" ? change.after : null);
      }
      if (changes.length === 0) same += 1;
    }),
    propertyRuns(500),
  );
  expect(same).toBeGreaterThan(50);
});

test("gateways of documents without changes treat every request alike", async () => {
  const sandbox = createSandbox();
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      anyPair,
      anyDocument,
      fc.constantFrom("users", "staff", "lab", undefined),
      async ([one, other], writeOther, signer) => {
        const documents = [toVersion2(one), writeOther(other)];
        if (securityChanges(documents[0] ?? {}, documents[1] ?? {}).length > 0) return;
        const definition = signer && one.definitions[signer];
        const claims = definition && { iss: definition.issuer, aud: definition.audiences[0] ?? one.host };
        const token = claims && (await sandbox.issuer.token(claims, { algorithm: "ES256" }));
        const [gateway, otherGateway] = documents.map((document) => {
          try {
            return sandbox.gateway({ document, backend: ({ url }) => new Response(url), standInForIssuers: true });
          } catch {
            return undefined; // the gateway does not support the requirement
          }
        });
        if (gateway === undefined || otherGateway === undefined) return;
        for (const { method, path } of one.operations) {
          const url = `https://${one.host}${one.basePath}${path.replace("{id}", "7")}`;
          const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
          const [response, otherResponse] = await Promise.all(
            [gateway, otherGateway].map((each) => each(new Request(url, { method, headers }))),
          );
          expect(otherResponse?.status).toBe(response?.status);
          compared += 1;
        }
      },
    ),
    propertyRuns(200),
  );
  expect(compared).toBeGreaterThan(50);
});
