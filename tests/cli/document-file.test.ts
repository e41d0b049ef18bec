import fc from "fast-check";
import { expect, test } from "vitest";
import { readDocument } from "../../src/cli/document-file.js";
import { propertyRuns } from "../support/property-runs.js";
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

test.each([
  ["a tab", '{\n\t"a": 1,\n\t"b": [\n\t\t2\n\t]\n}\n'],
  ["four spaces", '{\n    "a": {\n        "b": 1\n    }\n}\n'],
  ["none", '{"a":1,"b":[2]}'],
  ["two spaces, and CRLF line ends", '{\r\n  "a": 1\r\n}\r\n'],
])("keeps the layout of JSON: %s", async (_, text) => {
  const document = await read("a.json", text);
  expect(document.rewrite(document.data)).toBe(text);
});

test("keeps the number formats of JSON", async () => {
  const text = '{"a":9223372036854775807,"b":1.0,"c":-1.50e+3,"d":[0.1,7],"e":"1.0 \\" 2.0","f\\"1.0":1}';
  const document = await read("a.json", text);
  expect(document.rewrite(document.data)).toBe(text);
});

const secured = { security: [{ users: [] }], "x-new": { a: 1 } };

/** The text after a rewrite that adds two keys to the document. */
async function withSecurity(path: string, text: string): Promise<string> {
  const { data, rewrite } = await read(path, text);
  return rewrite({ ...data, ...secured });
}

test("edits JSON in place: lists on one line, blank lines, spacing and numbers stay", async () => {
  const text = `{
  "swagger" : "2.0",

  "x-sizes": [1.0, 9223372036854775807],   "x-e": -1.50e+3,
  "tags": [{ "name": "a" }]

}
`;
  expect(await withSecurity("a.json", text)).toBe(`{
  "swagger" : "2.0",

  "x-sizes": [1.0, 9223372036854775807],   "x-e": -1.50e+3,
  "tags": [{ "name": "a" }],
  "security": [
    {
      "users": []
    }
  ],
  "x-new": {
    "a": 1
  }

}
`);
});

test.each([
  [
    "a tab",
    '{\n\t"a": 1\n}',
    '{\n\t"a": 1,\n\t"security": [\n\t\t{\n\t\t\t"users": []\n\t\t}\n\t],\n\t"x-new": {\n\t\t"a": 1\n\t}\n}',
  ],
  ["one line", '{"a":1}', '{"a":1,"security": [{"users":[]}],"x-new": {"a":1}}'],
  [
    "CRLF and a byte order mark",
    '\ufeff{\r\n "a": 1\r\n}\r\n',
    '\ufeff{\r\n "a": 1,\r\n "security": [\r\n  {\r\n   "users": []\r\n  }\r\n ],\r\n "x-new": {\r\n  "a": 1\r\n }\r\n}\r\n',
  ],
])("adds to JSON in its own layout: %s", async (_, text, expected) => {
  expect(await withSecurity("a.json", text)).toBe(expected);
});

test("edits JSON objects on one line in that line, and fills empty ones", async () => {
  const { data, rewrite } = await read(
    "a.json",
    '{\n  "a": { "b": 1 },\n  "c": {},\n  "d": [1,2],\n  "e": { "f": 1 }\n}\n',
  );
  const changed = { ...data, a: { b: 1, x: [{ y: [] }] }, c: { x: 1 }, d: [1], e: { g: 1 } };
  expect(rewrite(changed)).toBe(`{
  "a": { "b": 1, "x": [ { "y": [ ] } ] },
  "c": {
    "x": 1
  },
  "d": [
    1
  ],
  "e": {
    "g": 1
  }
}
`);
});

test("keeps a JSON string that looks like a marked number", async () => {
  const text = '{"x":"\\u0000number 55","y":55}';
  expect((await read("a.json", text)).data).toEqual({ x: "\u0000number 55", y: 55 });
  expect(await withSecurity("a.json", text)).toContain(text.slice(0, -1));
});

test("rejects an edit of a JSON object with duplicate keys, and keeps those that do not change", async () => {
  const sentence = "a.json: must not have duplicate keys in an object that changes; remove all but one of them";
  expect(await rejection(withSecurity("a.json", '{"security":[1],"security":[]}'))).toMatchObject({
    message: sentence,
  });
  const nested = await read("a.json", '{"a":1,"a":{"b":1}}');
  expect(() => nested.rewrite({ a: { b: 2 } })).toThrow(sentence);
  expect(await withSecurity("a.json", '{"a":1,"a":2}')).toMatch(/^{"a":1,"a":2,"security"/);
});

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(0, "", "x", null),
    fc.array(tie("json"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__"), tie("json")),
  ),
}));
const jsonObject = fc.dictionary(fc.constantFrom("a", "b", "c"), json, { minKeys: 1 });

test("has the intended data and one layout after every edit of JSON", { timeout: 30_000 }, async () => {
  const layout = fc.constantFrom(undefined, 1, 2, 4, "\t");
  await fc.assert(
    fc.asyncProperty(jsonObject, jsonObject, layout, fc.boolean(), async (before, added, indent, crlf) => {
      const lines = JSON.stringify({ kept: { n: [1, { a: [] }] }, before }, null, indent).split("\n");
      const { data, rewrite } = await read("a.json", lines.join(crlf ? "\r\n" : "\n"));
      const after = JSON.parse(JSON.stringify({ ...data, before: { ...before, ...added }, added }));
      const edited = rewrite(after);
      expect(JSON.parse(edited)).toEqual(after);
      expect(edited).toBe(edited.replaceAll("\r\n", "\n").replaceAll("\n", crlf ? "\r\n" : "\n"));
      if (indent === undefined) return;
      // The formatter has the same output as `JSON.stringify`, so the whole text has one layout.
      expect(edited.replaceAll("\r\n", "\n")).toBe(JSON.stringify(JSON.parse(edited), null, indent));
    }),
    propertyRuns(100),
  );
});

test("keeps CRLF and a byte order mark in YAML", async () => {
  expect(await withSecurity("a.yaml", '\ufeffswagger: "2.0" # it is\r\n')).toBe(
    '\ufeffswagger: "2.0" # it is\r\nsecurity:\r\n  - users: []\r\nx-new:\r\n  a: 1\r\n',
  );
});

test.each([
  ["a.json", "{", /a\.json is not valid JSON: /],
  ["a.json", " \n", /a\.json is empty; pass an OpenAPI document/],
  ["a.yaml", "a: [", /a\.yaml is not valid YAML: .* at line 1/],
])("rejects %s with the text %j", async (path, text, message) => {
  expect(String(await rejection(read(path, text)))).toMatch(message);
});

test("reports how to install the YAML support", async () => {
  const { terminal } = createTerminal({ files: { "a.yaml": "a: 1" } });
  const missing = async () => Promise.reject(Object.assign(new Error(), { code: "ERR_MODULE_NOT_FOUND" }));
  const error = await rejection(readDocument("a.yaml", terminal, missing));
  expect(error).toMatchObject({
    message: 'a.yaml is YAML, which requires the package "yaml"; install it: npm i yaml',
  });
  const other = new Error("out of memory");
  expect(await rejection(readDocument("a.yaml", terminal, async () => Promise.reject(other)))).toBe(other);
});

test.each([
  [
    Object.assign(new Error(), { code: "ENOENT" }),
    "a.yaml: no such file; check the path, which is relative to the current directory",
  ],
  [Object.assign(new Error(), { code: "EISDIR" }), "a.yaml: this is a directory; pass a file"],
  [Object.assign(new Error(), { code: "EACCES" }), "a.yaml: permission denied; give your user read access to the file"],
  [Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" }), "EIO: i/o error, read"],
  [new Error("the disk burns"), "the disk burns"],
  ["the disk burns", "the disk burns"],
  [null, "null"],
])("reports the problem of a file: %s", async (thrown, sentence) => {
  const { terminal, run } = createTerminal();
  terminal.readFile = async () => Promise.reject(thrown);
  expect(await run("check", "a.yaml")).toEqual({ code: 1, out: "", err: `fourfold check: ${sentence}\n` });
});
