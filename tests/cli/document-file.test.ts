import { jwtSecurity, secureDocument } from "fourfold";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readDocument } from "../../src/cli/document-file.js";
import { rejection } from "../support/rejection.js";
import { createTerminal } from "./fake-terminal.js";

const read = async (path: string, text: string) =>
  readDocument(path, createTerminal({ files: { [path]: text } }).terminal);

test("reads JSON and YAML, from a file or standard input", async () => {
  const swagger = { swagger: "2.0" };
  expect((await read("a.json", '{"swagger":"2.0"}')).data).toEqual(swagger);
  expect((await read("a.yaml", 'swagger: "2.0"')).data).toEqual(swagger);
  expect((await read("a.yml", '{ swagger: "2.0" }')).data).toEqual(swagger);
  for (const stdin of ['\ufeff{"swagger":"2.0"}', "swagger: '2.0'\n"]) {
    expect((await readDocument("-", createTerminal({ stdin }).terminal)).data).toEqual(swagger);
  }
});

const security = jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop" } } });

/** The text with the security of one definition in it. */
async function secure(text: string, path = "api.yaml"): Promise<string> {
  const { data, textOf } = await read(path, text);
  const secured = secureDocument(data, security);
  const written = textOf(secured);
  expect(parse(written, { merge: true })).toEqual(secured);
  return written;
}

const definition = `  users:
    authorizationUrl: ""
    flow: implicit
    type: oauth2
    x-google-issuer: https://issuer.test
    x-google-audiences: shop
`;

test("prints JSON with two spaces, in the order of the document", async () => {
  expect(await secure('\ufeff{ "swagger":"2.0",\r\n\t"x-b": [1.0], "x-a": {} }', "a.json")).toMatch(
    /^{\n {2}"swagger": "2.0",\n {2}"x-b": \[\n {4}1\n {2}\],\n {2}"x-a": {},\n {2}"securityDefinitions": {\n.*}\n$/s,
  );
});

test("keeps comments, order, quotes and the digits of numbers in YAML, and adds entries at the end of their map", async () => {
  const text = `# The API of the shop.
swagger: "2.0"   # in quotes

info: { title: 'Shop' }
x-numbers: [ 9223372036854775807, 0x1f, 1.50, ~ ]
paths:
  /echo:
    get:
      description: >-
        Folded over lines.
      operationId: echo # its name
# who may call
security:
  - key: [] # partners
securityDefinitions:
  key: { type: apiKey }   # theirs
`;
  expect(await secure(text)).toBe(
    `${text.replaceAll("   #", " #")}${definition}`.replace("# partners", "# partners\n    users: []"),
  );
});

test("replaces a definition key by key", async () => {
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
  expect(await secure(text)).toBe(`swagger: "2.0"
securityDefinitions:
  users:
    # that is how it has to be
    authorizationUrl: ''
    flow: implicit
    type: oauth2
    x-google-issuer: 'https://issuer.test' # moved
    x-google-audiences: shop
security:
  - users: []
`);
});

test.each(["a.json", "a.yaml"])("secures %s a second time without a change", async (path) => {
  const once = await secure('{ "swagger": "2.0", "paths": {} }', path);
  expect(await secure(once, path)).toBe(once);
});

test("keeps anchors, aliases and merge keys", async () => {
  const text = `swagger: "2.0"
paths:
  /echo:
    get: &read
      operationId: read
    head: *read
    post:
      <<: *read
      operationId: write
`;
  expect(await secure(text)).toBe(`${text}securityDefinitions:\n${definition}security:\n  - users: []\n`);
});

test("replaces an alias that changes with its value", async () => {
  const secured = await secure('swagger: "2.0"\nx-defs: &defs { key: { type: apiKey } }\nsecurityDefinitions: *defs\n');
  expect(secured).toContain("x-defs: &defs { key: { type: apiKey } }\nsecurityDefinitions:\n  key:\n");
});

test.each([
  ["a node that an alias repeats", "securityDefinitions: &defs { key: {} }\nx-defs: *defs\n"],
  ["a value of a merge key", "securityDefinitions:\n  users:\n    <<: { x-google-issuer: a, x-google-jwks_uri: b }\n"],
])("does not print a document in which a change of %s changes something else", async (_, text) => {
  expect(await rejection(secure(`swagger: "2.0"\n${text}`))).toMatchObject({
    message: "api.yaml: must not have anchors, aliases or merge keys in changed values; write out their values",
  });
});

test("quotes new strings that YAML 1.1 reads as another type", async () => {
  const odd = jwtSecurity({ definitions: { on: { issuer: "https://issuer.test", audiences: "12:30" } } });
  const { data, textOf } = await read("api.yaml", 'swagger: "2.0"\n');
  expect(parse(textOf(secureDocument(data, odd)), { version: "1.1" }).securityDefinitions).toEqual(
    odd.securityDefinitions,
  );
});

test("reports the first syntax error of YAML with its position", async () => {
  expect(await rejection(read("api.yaml", "a: 1\na: 2\nb: [\n"))).toMatchObject({
    message: "api.yaml is not valid YAML: Map keys must be unique at line 2, column 1",
  });
});

test.each([
  ["a: *nowhere\n", "api.yaml is not valid YAML: Unresolved alias"],
  ["a: &self\n  b: *self\n", "api.yaml is nested more than 200 levels deep, or has an alias in its own anchor"],
  [
    "a: &a [x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: &d [*c, *c, *c]\ne: [*d, *d, *d]\n",
    "api.yaml is not valid YAML: Excessive alias count",
  ],
  [`a: ${"[".repeat(5_000)}${"]".repeat(5_000)}`, "api.yaml is not valid YAML: Maximum call stack size exceeded"],
  [
    Array.from({ length: 300 }, (_, level) => `${" ".repeat(level)}a:`).join("\n"),
    "api.yaml is nested more than 200 levels deep",
  ],
])("rejects YAML that cannot be resolved: %#", async (text, sentence) => {
  expect(String(await rejection(read("api.yaml", text)))).toContain(sentence);
});

test.each([
  ["a.json", "{", /a\.json is not valid JSON: /],
  ["a.json", " \n", /a\.json is empty; pass an OpenAPI document/],
  ["a.yaml", "a: [", /a\.yaml is not valid YAML: .* at line 1/],
])("rejects %s with the text %j", async (path, text, message) => {
  expect(String(await rejection(read(path, text)))).toMatch(message);
});

const duplicate = "must not repeat a key in an object, got";

test.each([
  ['{"a":1,\n  "b": 2, "a":3}', `${duplicate} "a" again at line 2, column 11; remove one`],
  ['{"a":{"x":1},"b":[{"x":1},{"x":1,"\\u0078":2}]}', `${duplicate} "x" again at line 1, column 34; remove one`],
  ['{"__proto__":1,"__proto__":2}', `${duplicate} "__proto__" again at line 1, column 16; remove one`],
  ['{"\\u001b\\"":"{\\"","\\u001b\\"" :[]}', `${duplicate} "\\u001b\\"" again at line 1, column 19; remove one`],
])("rejects JSON in which a key occurs twice in an object: %s", async (text, sentence) => {
  expect(await rejection(read("a.json", text))).toMatchObject({ message: `a.json ${sentence}` });
});

test("accepts JSON in which a key occurs twice, but in different objects and in strings", async () => {
  const data = { a: { a: [{ a: '"a":1,"a":' }, { a: "\\" }, "a", "a"] }, b: { a: "{" } };
  expect((await read("a.json", JSON.stringify(data, null, 2))).data).toEqual(data);
});

test("finds keys that occur twice in linear time, also in long strings", async () => {
  const long = JSON.stringify({ a: '\\"'.repeat(500_000), b: Array.from({ length: 100_000 }, (_, a) => ({ a })) });
  await read("a.json", long);
  const message = expect.stringContaining(`got "b" again`);
  expect(await rejection(read("a.json", `${long.slice(0, -1)},"b":1}`))).toMatchObject({ message });
});

test.each(["secure", "check", "gateway", "sandbox", "generate"])(
  "%s rejects a key that occurs twice",
  async (command) => {
    const files = { "a.json": '{ "swagger": "2.0", "security": [], "security": [] }' };
    const flags = {
      secure: ["--issuer", "https://issuer.test", "--audience", "shop"],
      gateway: ["--backend", "http://backend.test"],
      generate: ["--list"],
    };
    const file = command === "sandbox" ? ["--seed", "a.json"] : ["a.json"];
    const argv = [command, ...file, ...(flags[command as keyof typeof flags] ?? [])];
    expect(await createTerminal({ files }).run(...argv)).toEqual({
      code: 1,
      out: "",
      err: `fourfold ${command}: a.json ${duplicate} "security" again at line 1, column 37; remove one\n`,
    });
  },
);

test.each([
  ["a.json", '{"swagger":"2.0",\n"token": hunter2}', "a.json is not valid JSON: Unexpected token 'h' near line 2"],
  ["a.json", '{"token":\n\nhunter2}', "a.json is not valid JSON: Unexpected token 'h' near line"],
  [
    "a.json",
    '{"a": 1} hunter2',
    "a.json is not valid JSON: Unexpected non-whitespace character after JSON at position 9",
  ],
  ["a.json", '{"a": [1, , "hunter2"]}', "a.json is not valid JSON: Unexpected token ',' near line 1"],
  [
    "a.yaml",
    "a: |hunter2\n  b",
    "a.yaml is not valid YAML: Block scalar header includes extra characters at line 1, column 5",
  ],
  [
    "a.yaml",
    'a: 1\n]hunter2: "',
    "a.yaml is not valid YAML: Unexpected flow-seq-end token in YAML stream at line 2, column 1",
  ],
  ["a.yaml", "a: *hunter2", "a.yaml is not valid YAML: Unresolved alias"],
  ["a.yaml", "a: !hunter2!x y", "a.yaml is not valid YAML: Could not resolve tag at line 1, column 4"],
])("does not print the text of %s that cannot be parsed: %j", async (path, text, sentence) => {
  const message = String(await rejection(read(path, text)));
  expect(message).toContain(sentence);
  expect(message).not.toContain("unter");
});

test.each([
  [
    Object.assign(new Error(), { code: "ENOENT" }),
    "a.yaml: no such file; check the path, which is relative to the current directory",
  ],
  [Object.assign(new Error(), { code: "EISDIR" }), "a.yaml: this is a directory; pass a file"],
  [Object.assign(new Error(), { code: "EACCES" }), "a.yaml: permission denied"],
  [Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" }), "EIO: i/o error, read"],
  [new Error("the disk burns"), "the disk burns"],
  ["the disk burns", "the disk burns"],
  [null, "null"],
])("reports the problem of a file: %s", async (thrown, sentence) => {
  const { terminal, run } = createTerminal();
  terminal.readFile = async () => Promise.reject(thrown);
  expect(await run("check", "a.yaml")).toEqual({ code: 1, out: "", err: `fourfold check: ${sentence}\n` });
});
