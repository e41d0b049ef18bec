import { expect, test } from "vitest";
import { readDocument } from "../../src/cli/document-file.js";
import { rejection } from "../support/rejection.js";
import { createTerminal } from "./fake-terminal.js";

const read = async (path: string, text: string) =>
  readDocument(path, createTerminal({ files: { [path]: text } }).terminal);

test("reads JSON and YAML, from a file or the standard input", async () => {
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
  ["four blanks", '{\n    "a": {\n        "b": 1\n    }\n}\n'],
  ["none", '{"a":1,"b":[2]}'],
  ["two, and line ends of two characters", '{\r\n  "a": 1\r\n}\r\n'],
])("keeps the layout of JSON: %s", async (_, text) => {
  const document = await read("a.json", text);
  expect(document.rewrite(document.data)).toBe(text);
});

test("keeps the numbers of JSON as they stand", async () => {
  const text = '{"a":9223372036854775807,"b":1.0,"c":-1.50e+3,"d":[0.1,7],"e":"1.0 \\" 2.0","f\\"1.0":1}';
  const document = await read("a.json", text);
  expect(document.rewrite(document.data)).toBe(text);
});

test("keeps line ends of two characters in YAML", async () => {
  const document = await read("a.yaml", 'swagger: "2.0" # it is\r\n');
  expect(document.rewrite({ ...document.data, paths: {} })).toBe('swagger: "2.0" # it is\r\npaths: {}\r\n');
});

test.each([
  ["a.json", "{", /a\.json is no JSON: /],
  ["a.json", " \n", /a\.json is empty; an OpenAPI 2\.0 document is needed/],
  ["a.yaml", "a: [", /a\.yaml is no YAML: .* at line 1/],
])("refuses %s that holds %j", async (path, text, message) => {
  expect(String(await rejection(read(path, text)))).toMatch(message);
});

test("says how to get what reads YAML", async () => {
  const { terminal } = createTerminal({ files: { "a.yaml": "a: 1" } });
  const missing = async () => Promise.reject(Object.assign(new Error(), { code: "ERR_MODULE_NOT_FOUND" }));
  const error = await rejection(readDocument("a.yaml", terminal, missing));
  expect(error).toMatchObject({
    message: 'a.yaml is YAML, which needs the package "yaml" beside fourfold: npm i yaml',
  });
  const other = new Error("out of memory");
  expect(await rejection(readDocument("a.yaml", terminal, async () => Promise.reject(other)))).toBe(other);
});

test.each([
  [Object.assign(new Error(), { code: "ENOENT" }), "a.yaml: there is no such file"],
  [Object.assign(new Error(), { code: "EISDIR" }), "a.yaml: this is a folder, not a file"],
  [Object.assign(new Error(), { code: "EACCES" }), "a.yaml: it may not be read"],
  [Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" }), "EIO: i/o error, read"],
  [new Error("the disk burns"), "the disk burns"],
  ["the disk burns", "the disk burns"],
  [null, "null"],
])("says what is wrong with a file: %s", async (thrown, sentence) => {
  const { terminal, run } = createTerminal();
  terminal.readFile = async () => Promise.reject(thrown);
  expect(await run("check", "a.yaml")).toEqual({ code: 1, out: "", err: `fourfold check: ${sentence}\n` });
});
