import { jwtSecurity, secureDocument } from "fourfold";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readYaml } from "../../src/cli/yaml-document.js";

const security = jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop" } } });

/** The text with the security of one definition in it. */
function secure(text: string, operations: Record<string, readonly "users"[]> = {}): string {
  const document = readYaml(text, "api.yaml");
  return document.rewrite(secureDocument(document.data, security, { operations }));
}

const definition = `  users:
    authorizationUrl: ""
    flow: implicit
    type: oauth2
    x-vendor-issuer: https://issuer.test
    x-vendor-audiences: shop
`;

test("adds behind the last lines and leaves every other one as it is", () => {
  const text = `# The API of the shop.
swagger: "2.0"   # in quotes

info: {title:   Shop}
x-large: 9223372036854775807
paths:
  /echo:
    get:
      description: >-
        Folded
        over lines.
      # the last word on it

  # the last path
# the end
`;
  expect(secure(text, { "GET /echo": ["users"] })).toBe(`# The API of the shop.
swagger: "2.0"   # in quotes

info: {title:   Shop}
x-large: 9223372036854775807
paths:
  /echo:
    get:
      description: >-
        Folded
        over lines.
      security:
        - users: []
      # the last word on it

  # the last path
securityDefinitions:
${definition}security:
  - users: []
# the end
`);
});

test("writes an entry anew that changes, with the comments around and inside it", () => {
  const text = `swagger: "2.0"
paths: {}
# who may call
security:   # of the API
  - key: []   # partners
    # and nobody else
  # more to come
# what there is
securityDefinitions:
  key: {type: apiKey}   # theirs
  # ours
`;
  expect(secure(text)).toBe(`swagger: "2.0"
paths: {}
# who may call
security:
  # of the API
  - key: [] # partners
    users: []
    # and nobody else
  # more to come
# what there is
securityDefinitions:
  key: {type: apiKey}   # theirs
${definition}  # ours
`);
});

test("adds behind an entry that is written anew", () => {
  expect(secure('swagger: "2.0"\nsecurity:\n  - key: []\n# the end\n')).toBe(`swagger: "2.0"
security:
  - key: []
    users: []
securityDefinitions:
${definition}# the end
`);
});

test("replaces a definition member by member", () => {
  const text = `swagger: "2.0"
securityDefinitions:
  users:
    # that is how it has to be
    authorizationUrl: ''
    flow: implicit
    type: oauth2
    x-vendor-issuer: 'https://old.test'   # moved
    x-vendor-jwks_uri: https://old.test/keys
    x-vendor-audiences: shop
security:
  - users: []
`;
  expect(secure(text)).toBe(`swagger: "2.0"
securityDefinitions:
  users:
    # that is how it has to be
    authorizationUrl: ''
    flow: implicit
    type: oauth2
    x-vendor-issuer: https://issuer.test # moved
    x-vendor-audiences: shop
security:
  - users: []
`);
});

test("secures a document a second time without a change", () => {
  const once = secure('swagger: "2.0"\npaths: {}\n');
  expect(secure(once)).toBe(once);
});

test("writes out an alias of which only one use changes", () => {
  const text = `swagger: "2.0"
paths:
  /echo:
    get: &read
      responses: { 200: { description: fine } } # always
    head: *read # the same
    post:
      <<: *read
      operationId: write
`;
  const head = secure(text, { "HEAD /echo": ["users"] });
  expect(head).toContain("    get: &read\n      responses: { 200: { description: fine } } # always\n    head:");
  expect(parse(head, { merge: true }).paths["/echo"]).toEqual({
    get: { responses: { 200: { description: "fine" } } },
    head: { responses: { 200: { description: "fine" } }, security: [{ users: [] }] },
    post: { responses: { 200: { description: "fine" } }, operationId: "write" },
  });
  const post = secure(text, { "POST /echo": ["users"] });
  expect(post).toContain("      <<: *read\n      operationId: write\n      security:\n        - users: []\n");
});

test("changes an anchored entry and leaves its aliases what they were", () => {
  const text = `swagger: "2.0"
# kept
paths:
  /echo:
    get: &read
      operationId: read # kept too
    head: *read
  /other: &other
    get: *read
  /again: *other
`;
  const secured = secure(text, { "GET /echo": ["users"] });
  const read = { operationId: "read" };
  expect(parse(secured, { merge: true }).paths).toEqual({
    "/echo": { get: { ...read, security: [{ users: [] }] }, head: read },
    "/other": { get: read },
    "/again": { get: read },
  });
  expect(secured).toMatch(/# kept\n.*# kept too\n/s);
});

test.each([
  ["no last line end", 'swagger: "2.0"\npaths:\n  /a:\n    get: {}'],
  ["a document end", '---\nswagger: "2.0"\npaths:\n  /a:\n    get: {}\n...\n'],
  ["explicit keys", '? swagger\n: "2.0"\n? paths\n: /a:\n    get: {}\n'],
  ["keys without a value", 'swagger: "2.0"\npaths:\n  /a:\n    get:\n      ? x-open # as it is\n? x-last\n'],
  ["a value that is null", 'swagger: "2.0"\npaths:\n  /a:\n    get:\n      x-open:\nx-last:\n'],
  ["flow style", '{ swagger: "2.0", paths: { /a: { get: {} } } }'],
  ["four blanks a level", 'swagger: "2.0"\npaths:\n    /a:\n        get: {}\n'],
])("takes a document with %s", (_, text) => {
  const secured = secure(text, { "GET /a": ["users"] });
  expect(parse(secured)).toMatchObject({
    swagger: "2.0",
    paths: { "/a": { get: { security: [{ users: [] }] } } },
    security: [{ users: [] }],
  });
  if (text.startsWith("?")) expect(secured).toContain("? swagger\n");
});

test("lays out what it adds as the rest, also where the whole is written anew", () => {
  const text = `swagger: "2.0"
paths:
  /echo:
    get: &read
      operationId: read
    head: *read
tags:
  - name: echo
`;
  expect(secure(text, { "GET /echo": ["users"] })).toBe(`swagger: "2.0"
paths:
  /echo:
    get:
      operationId: read
      security:
        - users: []
    head:
      operationId: read
tags:
  - name: echo
securityDefinitions:
${definition}security:
  - users: []
`);
});

test("writes a definition anew that loses what another one has lent it", () => {
  const text = `swagger: "2.0"
x-keys: &keys
  x-vendor-jwks_uri: https://old.test/keys # theirs
securityDefinitions:
  users:
    <<: *keys
    x-vendor-issuer: https://old.test
security:
  - users: []
`;
  expect(secure(text)).toBe(`swagger: "2.0"
x-keys: &keys
  x-vendor-jwks_uri: https://old.test/keys # theirs
securityDefinitions:
${definition}security:
  - users: []
`);
});

test("quotes what readers of YAML 1.1 would take for something else", () => {
  const odd = jwtSecurity({ definitions: { on: { issuer: "https://issuer.test", audiences: "12:30" } } });
  const document = readYaml('swagger: "2.0"\n', "api.yaml");
  const secured = document.rewrite(secureDocument(document.data, odd));
  expect(parse(secured, { version: "1.1" }).securityDefinitions).toEqual(odd.securityDefinitions);
});

test("says everything that is no YAML, with its place", () => {
  expect(() => readYaml("a: 1\na: 2\nb: [\n", "api.yaml")).toThrow(
    /api\.yaml is no YAML: Map keys must be unique at line 2, column 1; api\.yaml is no YAML: .* at line 4/,
  );
  expect(() => readYaml("a: 1\n---\nb: 2\n", "api.yaml")).toThrow(/multiple documents/);
});

test.each([
  ["a: *nowhere\n", "Unresolved alias"],
  ["a: &self\n  b: *self\n", "Converting circular structure to JSON"],
  [
    "a: &a [x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: &d [*c, *c, *c]\ne: [*d, *d, *d]\n",
    "Excessive alias count",
  ],
])("refuses aliases that cannot be written out: %j", (text, sentence) => {
  expect(() => readYaml(text, "api.yaml")).toThrow(new RegExp(`^api\\.yaml is no YAML: ${sentence}.*$`));
});
