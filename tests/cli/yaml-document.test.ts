import { jwtSecurity, secureDocument } from "fourfold";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readYaml } from "../../src/cli/yaml-document.js";
import { isLinear } from "../support/is-linear.js";

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
    x-google-issuer: https://issuer.test
    x-google-audiences: shop
`;

test("keeps comments, order, quotes, numbers and flow collections, and adds entries at the end of their map", () => {
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
  // The library moves a block of comment lines as a whole to the entry before it.
  expect(secure(text, { "GET /echo": ["users"] })).toBe(`# The API of the shop.
swagger: "2.0" # in quotes

info: {title: Shop}
x-large: 9223372036854775807
paths:
  /echo:
    get:
      description: >-
        Folded over lines.
      security:
        - users: []
      # the last word on it

      # the last path
      # the end
securityDefinitions:
${definition}security:
  - users: []
`);
});

test("keeps the comments around and inside an entry that changes", () => {
  const text = `swagger: "2.0"
paths: {}
# who may call
security:   # of the API
  - key: []   # partners
    # and no one else
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
    # and no one else
    # more to come
    # what there is
securityDefinitions:
  key: {type: apiKey} # theirs
${definition}  # ours
`);
});

test("adds entries after one that changes and before the comment at the end of the document", () => {
  expect(secure('swagger: "2.0"\nsecurity:\n  - key: []\n# the end\n')).toBe(`swagger: "2.0"
security:
  - key: []
    users: []
securityDefinitions:
${definition}
# the end
`);
});

test("replaces a definition key by key", () => {
  const text = `swagger: "2.0"
securityDefinitions:
  users:
    # that is how it has to be
    authorizationUrl: ''
    flow: implicit
    type: oauth2
    x-google-issuer: 'https://old.test'   # moved
    x-google-jwks_uri: https://old.test/keys
    x-google-audiences: shop
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
    x-google-issuer: https://issuer.test # moved
    x-google-audiences: shop
security:
  - users: []
`);
});

test("secures a document a second time without a change", () => {
  const once = secure('swagger: "2.0"\npaths: {}\n');
  expect(secure(once)).toBe(once);
});

test("replaces an alias where only one use of its node changes", () => {
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

test("changes a node with an anchor without changing its aliases", () => {
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
  ["no final newline", 'swagger: "2.0"\npaths:\n  /a:\n    get: {}'],
  ["a document end", '---\nswagger: "2.0"\npaths:\n  /a:\n    get: {}\n...\n'],
  ["explicit keys", '? swagger\n: "2.0"\n? paths\n: /a:\n    get: {}\n'],
  ["keys without a value", 'swagger: "2.0"\npaths:\n  /a:\n    get:\n      ? x-open # as it is\n? x-last\n'],
  ["a value that is null", 'swagger: "2.0"\npaths:\n  /a:\n    get:\n      x-open:\nx-last:\n'],
  ["flow style", '{ swagger: "2.0", paths: { /a: { get: {} } } }'],
  ["four spaces per level", 'swagger: "2.0"\npaths:\n    /a:\n        get: {}\n'],
])("edits a document with %s", (_, text) => {
  const secured = secure(text, { "GET /a": ["users"] });
  expect(parse(secured)).toMatchObject({
    swagger: "2.0",
    paths: { "/a": { get: { security: [{ users: [] }] } } },
    security: [{ users: [] }],
  });
  expect(secured.endsWith("\n")).toBe(text.endsWith("\n"));
});

test("resolves the aliases of an entry that changes", () => {
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

test("replaces a definition that loses a key of its merge key", () => {
  const text = `swagger: "2.0"
x-keys: &keys
  x-google-jwks_uri: https://old.test/keys # theirs
securityDefinitions:
  users:
    <<: *keys
    x-google-issuer: https://old.test
security:
  - users: []
`;
  expect(secure(text)).toBe(`swagger: "2.0"
x-keys: &keys
  x-google-jwks_uri: https://old.test/keys # theirs
securityDefinitions:
${definition}security:
  - users: []
`);
});

test("keeps the value of an alias whose node is replaced", () => {
  const text = `swagger: "2.0" # kept
x-keys: &keys { x-google-jwks_uri: https://old.test/keys }
securityDefinitions:
  users: &users
    <<: *keys
    x-google-issuer: https://old.test
x-users: *users
`;
  const secured = secure(text);
  expect(secured).toContain('swagger: "2.0" # kept\n');
  expect(parse(secured, { merge: true })).toMatchObject({
    securityDefinitions: { users: { "x-google-issuer": "https://issuer.test" } },
    "x-users": { "x-google-issuer": "https://old.test", "x-google-jwks_uri": "https://old.test/keys" },
  });
});

test("quotes new strings that YAML 1.1 reads as another type", () => {
  const odd = jwtSecurity({ definitions: { on: { issuer: "https://issuer.test", audiences: "12:30" } } });
  const document = readYaml('swagger: "2.0"\n', "api.yaml");
  const secured = document.rewrite(secureDocument(document.data, odd));
  expect(parse(secured, { version: "1.1" }).securityDefinitions).toEqual(odd.securityDefinitions);
});

test("reports all syntax errors with their positions", () => {
  expect(() => readYaml("a: 1\na: 2\nb: [\n", "api.yaml")).toThrow(
    /api\.yaml is not valid YAML: Map keys must be unique at line 2, column 1; api\.yaml is not valid YAML: .* at line 4/,
  );
  expect(() => readYaml("a: 1\n---\nb: 2\n", "api.yaml")).toThrow(/multiple documents/);
});

test.each([
  ["a: *nowhere\n", "Unresolved alias"],
  ["a: &self\n  b: *self\n", "An alias must not refer to a node that contains it"],
  [
    "a: &a [x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: &d [*c, *c, *c]\ne: [*d, *d, *d]\n",
    "Excessive alias count",
  ],
])("rejects aliases that cannot be resolved: %j", (text, sentence) => {
  expect(() => readYaml(text, "api.yaml")).toThrow(new RegExp(`^api\\.yaml is not valid YAML: ${sentence}.*$`));
});

test("reports one syntax error without an internal error of the library", () => {
  expect(() => readYaml("a: [\n", "api.yaml")).toThrow(
    /^api\.yaml is not valid YAML: Flow sequence in block collection must be .* at line 2, column 1$/,
  );
});

test("keeps scalars as they are written", () => {
  const scalars = "[0x1F, 1.50, -1.5E+3, 012, +5, ~, yes, 'it''s', \"a\\nb\", .inf, 12345678901234567890, -0]";
  expect(secure(`swagger: "2.0"\nx-scalars: ${scalars}\n`)).toContain(`x-scalars: ${scalars}\n`);
});

test("keeps the indentation of maps and lists and the padding of flow collections", () => {
  for (const text of [
    'swagger: "2.0"\npaths:\n  /a:\n    get: {}\ntags:\n- name: a\n- { name: b }\n',
    'swagger: "2.0"\npaths:\n    /a:\n        get: {}\ntags:\n    - name: a\n    - {name: b}\n',
  ]) {
    const secured = secure(text);
    expect(secured.slice(0, text.length)).toBe(text);
    expect(secured).toMatch(text.includes("\n- ") ? /security:\n- users/ : /security:\n {4}- users/);
  }
});

test("writes only the data if resolving aliases changes a key that is a collection", () => {
  const text = 'swagger: "2.0"\nx-key: &key { a: 1 }\n? { b: *key }\n: 2\npaths: { /a: &a { get: &get {} }, /b: *a }\n';
  expect(parse(secure(text, { "GET /a": ["users"] }))).toMatchObject({
    "x-key": { a: 1 },
    "{ b: *key }": 2,
    paths: { "/a": { get: { security: [{ users: [] }] } }, "/b": { get: {} } },
  });
});

/** A document with this many anchors, and an alias of each. */
const anchored = (count: number) =>
  `swagger: "2.0"\n${Array.from({ length: count }, (_, index) => `k${index}: &a${index} {x: 1}\nl${index}: *a${index}\n`).join("")}`;

test("a document may have 1000 aliases, and one with more is rejected with a remedy", () => {
  expect(Object.keys(readYaml(anchored(1_000), "a.yaml").data)).toHaveLength(2_001);
  expect(() => readYaml(anchored(1_001), "a.yaml")).toThrow(
    "a.yaml: must not have more than 1000 aliases, got 1001; replace them with their values",
  );
});

test("the time for anchors and aliases grows with their number, not with its square", {
  timeout: 120_000,
}, async () => {
  const read = (size: number) => () => {
    expect(() => readYaml(anchored(size), "a.yaml")).toThrow(/must not have more than 1000 aliases/);
  };
  expect(await isLinear(1_500, read)).toBe(true);
});

test.each([
  ["in flow style", `a: ${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  ["in block style", Array.from({ length: 300 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
])("a document that is nested too deeply %s is rejected", (_, text) => {
  expect(() => readYaml(text, "a.yaml")).toThrow(/^a\.yaml is nested more than 200 levels deep/);
});

test("the time to secure a document grows with its size, not with its square", { timeout: 120_000 }, async () => {
  const secureMany = (size: number) => () => {
    const paths = Array.from({ length: size }, (_, index) => `  /p${index}:\n    get: {}\n`).join("");
    const secured = secure(`swagger: "2.0"\npaths:\n${paths}`, { [`GET /p${size - 1}`]: ["users"] });
    expect(secured).toContain(`  /p${size - 1}:\n    get:\n      security:\n        - users: []\n`);
  };
  expect(await isLinear(1_000, secureMany)).toBe(true);
});

test("keeps every scalar on one line as it is in the source", () => {
  const lines = [
    `a: "\\N \\x9b \\u2028 \\L \\P \\_ \\u202e \\e \\/ \\u0041"`,
    `"\\u202ekey": "\\x85"`,
    "b: 'it''s'   # single",
    "c: {d: 0x1F, e: 1_000, f: ~, g: TRUE, h: 1.50, i: 'x', j: \"\\N\"}",
    "l: [ plain text, 2001-12-14, &anchor value, *anchor, !!str 1 ]",
    "m:",
  ].map((line) => line.replace("   #", " #"));
  const text = `swagger: "2.0"\npaths: {}\n${lines.join("\n")}\n`;
  const out = secure(text);
  for (const line of lines) expect(out.split("\n")).toContain(line.replace("[ ", "[").replace(" ]", "]"));
});

test("escapes the characters of multi-line strings that YAML 1.1 reads as line breaks", () => {
  const text = `swagger: "2.0"\npaths: {}\na: "one \\N \\x9b\n  two \\u2028 \\u202e"\n`;
  const out = secure(text);
  expect(out).not.toMatch(/[\u0080-\u009f\u2028\u202e]/);
  expect(parse(out).a).toBe(parse(text).a);
});

test("quotes strings that are added to a flow collection", () => {
  const out = secure(`{swagger: "2.0", paths: {}, securityDefinitions: {key: {type: apiKey}}}\n`);
  expect(parse(out).securityDefinitions.users["x-google-audiences"]).toBe("shop");
});
