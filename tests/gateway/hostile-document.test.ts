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

const users = { issuer: "https://users.test", audiences: "shop", jwksUri: "https://users.test/keys" };
const security = jwtSecurity({ definitions: { users } });

/** Documents that have every part which is read. */
const documents = {
  "OpenAPI 2.0": {
    swagger: "2.0",
    host: "api.test",
    basePath: "/v1",
    "x-google-allow": "configured",
    securityDefinitions: {
      users: { ...security.securityDefinitions.users, "x-google-jwt-locations": [{ header: "x", value_prefix: "y" }] },
      key: { type: "apiKey", in: "query", name: "key" },
      basic: { type: "http", scheme: "basic" },
    },
    security: [{ users: [], key: [] }, { basic: [] }],
    paths: { "/a": { get: { security: [{ users: [] }] }, parameters: [] }, "/b/{id}": { post: {} } },
  },
  "OpenAPI 3.1": {
    openapi: "3.1.0",
    servers: [{ url: "https://api.test/v1", "x-google-endpoint": {} }],
    components: {
      securitySchemes: {
        users: {
          type: "oauth2",
          flows: {},
          "x-google-auth": {
            issuer: users.issuer,
            jwksUri: users.jwksUri,
            audiences: ["shop"],
            jwtLocations: [{ header: "x", valuePrefix: "y" }, { query: "q" }],
          },
        },
        key: { type: "apiKey", in: "query", name: "key" },
        basic: { type: "http", scheme: "basic" },
      },
    },
    security: [{ users: [], key: [] }, { basic: [] }],
    paths: { "/a": { get: { security: [{ users: [] }] }, parameters: [] }, "/b/{id}": { post: {} } },
  },
};

const values = [
  "null",
  "0",
  "1e400",
  "true",
  '""',
  '"x"',
  "[]",
  "[null]",
  "[[]]",
  "[{}]",
  "{}",
  '{"a":null}',
  '{"toString":1,"valueOf":1}',
  '[{"toString":1}]',
  '{"constructor":{"name":1},"then":1}',
  '{"__proto__":null,"hasOwnProperty":1}',
  '{"__proto__":{"users":[]}}',
  '{"length":-1,"0":{}}',
  '{"$ref":{"toString":1}}',
  '{"get":{"toString":1}}',
  `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  `${'{"users":'.repeat(10_000)}1${"}".repeat(10_000)}`,
];

/** Values of own properties that objects inherit. */
const inherited = ["null", '"x"', "{}", '[{"toString":1}]'];

/** Yields the texts of a document in which each value in turn is another one, and each object has another own property. */
function* changed(document: unknown): Generator<string> {
  const marker = "<marker>";
  const places: string[] = [];
  const added: string[] = [];
  const visit = (node: unknown, rebuild: (changed: unknown) => unknown): void => {
    places.push(JSON.stringify(rebuild(marker)));
    if (typeof node !== "object" || node === null) return;
    const entries = Object.entries(node);
    for (const [key, value] of entries) {
      const copy = (changed: unknown) =>
        Array.isArray(node) ? node.with(Number(key), changed) : { ...node, [key]: changed };
      visit(value, (changed) => rebuild(copy(changed)));
    }
    if (Array.isArray(node)) return;
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      added.push(JSON.stringify(rebuild(Object.fromEntries([...entries, [name, marker]]))));
    }
  };
  visit(document, (node) => node);
  const texts = (at: readonly string[], given: readonly string[]) =>
    at.flatMap((place) => given.map((value) => place.replace(JSON.stringify(marker), () => value)));
  yield* texts(places, values);
  yield* texts(added, inherited);
}

test.each(Object.entries(documents))(
  "any value at any place of a document of %s is read or rejected with a RequestError",
  { timeout: 60_000 },
  (_, document) => {
    const sandbox = createSandbox();
    const calls: ((document: object) => unknown)[] = [
      checkSecurity,
      readSecurity,
      (each) => secureDocument(each, security),
      (each) => secureDocument(each, security, { operations: { "GET /a": ["users"] } }),
      (each) => effectiveSecurity(each, "GET", "/a"),
      (each) => effectiveSecurity(each, "POST", "/b/c"),
      (each) => createTokenVerifier({ document: each }),
      (each) => sandbox.gateway({ document: each, backend: () => new Response() }),
    ];
    const failures = new Set<string>();
    let accepted = 0;
    for (const text of changed(document)) {
      const other = JSON.parse(text);
      for (const call of calls) {
        try {
          call(other);
          accepted += 1;
        } catch (error) {
          if ((error as Error).name !== "RequestError") failures.add(`${call}: ${error}: ${text.slice(0, 2_000)}`);
        }
      }
    }
    expect([...failures]).toEqual([]);
    expect(accepted).toBeGreaterThan(1_000);
  },
);

test("messages quote long names in part", () => {
  const long = "x".repeat(100_000);
  const { key, basic } = documents["OpenAPI 2.0"].securityDefinitions;
  const token = { ...security.securityDefinitions.users, authorizationUrl: undefined };
  const document = {
    swagger: "2.0",
    paths: { [`/${long}`]: { get: { security: [{ [`${long}3`]: [] }, {}] } } },
    securityDefinitions: {
      [long]: { ...token, "x-google-issuer": `https://securetoken.google.com/${long}` },
      [`${long}2`]: { ...token, "x-google-issuer": `https://securetoken.google.com/${long}` },
      [`${long}3`]: key,
      [`${long}4`]: { ...basic, type: "oauth2" },
      [`${long}5`]: token,
    },
    security: [{ [long]: [], [`${long}2`]: [] }, { [`${long}3`]: [] }, { [`${long}4`]: [] }, { [`${long}6`]: [] }],
  };
  const found = checkSecurity(document);
  expect(new Set(found.map(({ id }) => id)).size).toBeGreaterThan(8);
  for (const { id, message } of found) expect(message.length, id).toBeLessThan(500);
  const operations = { "GET /a": [long], [`GET /${long}y`]: [`${long}9`] };
  for (const call of [
    () => effectiveSecurity(document, long, "/"),
    () => effectiveSecurity(document, "GET", `/${long}y`),
    () => secureDocument({ swagger: "2.0", paths: { [`/${long}`]: { get: {} } } }, security, { operations }),
    () => createTokenVerifier({ document }),
  ]) {
    expect(call).toThrow(expect.objectContaining({ name: "RequestError" }));
    try {
      call();
    } catch (error) {
      for (const { message } of (error as { issues: { message: string }[] }).issues) {
        expect(message.length).toBeLessThan(500);
      }
    }
  }
});
