import { runInNewContext } from "node:vm";
import { createClient, defineMethod, environmentUpdate, isFourfoldError } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import { clockOption } from "../../src/call/clock.js";
import { parseUrl } from "../../src/values/addresses.js";
import { kindOf, plainObjectProblem } from "../../src/values/describe.js";
import { issuesBeside } from "../../src/values/issue-path.js";
import { mergePatch } from "../../src/values/merge-patch.js";
import { nearest, nearMiss } from "../../src/values/nearest.js";
import { isPlainObject, isTooDeep, MAX_DEPTH } from "../../src/values/objects.js";
import {
  anyValue,
  checked,
  functionOption,
  isString,
  listOf,
  mapOf,
  must,
  nonEmptyString,
  type OptionCheck,
  oneOf,
  optionIssues,
  optionsOf,
  required,
  strictOptions,
  withRule,
} from "../../src/values/options.js";
import { FIELD_MODES, FIELD_TYPES, SOURCE_FORMATS } from "../../src/warehouse/schemas/enums.js";
import { rejection, thrown } from "../support/rejection.js";
import { json, type Step, scriptedFetch, text } from "../support/scripted-fetch.js";

// The cases of RFC 7396, appendix A.
test.each<[unknown, unknown, unknown]>([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "b" }, { a: undefined }, { a: "b" }],
  [undefined, { a: null, b: 1 }, { b: 1 }],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("merges %j and %j to %j", (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test("treats names of built-in properties as data", () => {
  const target = JSON.parse('{"__proto__":{"a":1},"constructor":"x"}');
  const patch = JSON.parse('{"__proto__":{"b":2},"constructor":null,"toString":"y"}');
  expect(JSON.stringify(mergePatch(target, patch))).toBe('{"__proto__":{"a":1,"b":2},"toString":"y"}');
  expect(JSON.stringify(mergePatch({}, patch))).toBe('{"__proto__":{"b":2},"toString":"y"}');
});

test("shares no list with the patch", () => {
  const list = [{ a: 1 }];
  const merged = mergePatch({}, { list });
  list.push({ a: 2 });
  expect(merged).toEqual({ list: [{ a: 1 }] });
});

test.each<[string, unknown]>([
  ["a literal", { a: 1 }],
  ["parsed JSON", JSON.parse('{"__proto__":1}')],
  ["an object without a prototype", Object.create(null)],
  ["an object of another realm", runInNewContext("({ a: 1 })")],
])("%s is a plain object", (_, value) => {
  expect(isPlainObject(value)).toBe(true);
  expect(plainObjectProblem(value)).toBeUndefined();
});

test.each<[message: string, value: unknown]>([
  ["must be an object, got nothing", undefined],
  ["must be an object, got null", null],
  ["must be an object, got a list", []],
  ["must be an object, got a list", runInNewContext("[]")],
  ["must be an object, got a string", "a"],
  ["must be a plain object, got a Map; use Object.fromEntries", new Map()],
  ["must be a plain object, got a Map; use Object.fromEntries", runInNewContext("new Map()")],
  ["must be a plain object, got a URLSearchParams; use Object.fromEntries", new URLSearchParams()],
  ["must be a plain object, got a Headers; use Object.fromEntries", new Headers()],
  ["must be a plain object, got a Promise; await it", Promise.resolve({})],
  ["must be a plain object, got a Set", new Set()],
  ["must be a plain object, got a Date", new Date()],
  ["must be a plain object, got a Money", new (class Money {})()],
  ["must be a plain object, got a class instance", new (class {})()],
])("describes the problem of a value that is not a plain object: %s", (message, value) => {
  expect(isPlainObject(value)).toBe(false);
  expect(plainObjectProblem(value)).toBe(message);
});

test.each<[word: string, known: readonly string[], meant: string]>([
  ["INTGER", FIELD_TYPES, "INTEGER"],
  ["INTGR", FIELD_TYPES, "INTEGER"],
  ["NUMRC", FIELD_TYPES, "NUMERIC"],
  ["STIRNG", FIELD_TYPES, "STRING"],
  ["TIMSTAMP", FIELD_TYPES, "TIMESTAMP"],
  ["DATETME", FIELD_TYPES, "DATETIME"],
  ["BOLO", FIELD_TYPES, "BOOL"],
  ["JSONB", FIELD_TYPES, "JSON"],
  ["REQUIERD", FIELD_MODES, "REQUIRED"],
  ["CVS", SOURCE_FORMATS, "CSV"],
  ["UTF8", ["UTF-8", "UTF-16BE"], "UTF-8"],
  ["clustring", ["clustering", "schema"], "clustering"],
  ["Clustering", ["clustering", "schema"], "clustering"],
  ["friendly_name", ["friendlyName"], "friendlyName"],
  ["config.nodeCont", ["config.nodeCount", "config.softwareConfig"], "config.nodeCount"],
])("%s is a typo of one of %j: %s", (word, known, meant) => {
  expect(nearMiss(word, known)).toBe(meant);
});

test.each<[word: string, known: readonly string[]]>([
  ["DATE", FIELD_TYPES],
  ["DATETIME", FIELD_TYPES],
  ["TIMESTAMP_PICOS", FIELD_TYPES],
  ["BIGINT", FIELD_TYPES],
  ["DECIMAL", FIELD_TYPES],
  ["UUID", FIELD_TYPES],
  ["ROW", FIELD_TYPES],
  ["BLOB", FIELD_TYPES],
  ["INT8", FIELD_TYPES],
  ["FLOAT32", FIELD_TYPES],
  ["float32", FIELD_TYPES],
  ["ISO-8859-15", ["ISO-8859-1"]],
  ["XML", SOURCE_FORMATS],
  ["DELTA_LAKE", SOURCE_FORMATS],
  ["", ["A"]],
  ["x".repeat(100_000), FIELD_TYPES],
])("%.20s is not a typo of one of %j", (word, known) => {
  expect(nearMiss(word, known)).toBeUndefined();
});

test("the nearest name is the one with the fewest different letters, ignoring case", () => {
  expect(nearest("TABEL", ["able", "table", "plan"])).toBe("table");
  expect(nearest("zzzz", ["plan", "table"])).toBeUndefined();
});

const issue = (path: string) => ({ path, message: "m", rule: "r" });

test.each<[known: string[], paths: string[], left: string[]]>([
  [[], ["a"], ["a"]],
  [["a"], ["a", "a.b", "a[0].b", 'a["b c"]', "ab", "b.a"], ["ab", "b.a"]],
  [["a[0]"], ["a", "a[0].b", "a[01]", "a[1]"], ["a", "a[01]", "a[1]"]],
  [[""], ["a", ""], []],
])("with the known issues %j, %j results in %j", (known, paths, left) => {
  expect(issuesBeside(paths.map(issue), known.map(issue)).map(({ path }) => path)).toEqual(left);
});

/** JSON text that is nested this deep. */
const LEVELS = 20_000;
const deepText = (open: string, close: string) => `${open.repeat(LEVELS)}1${close.repeat(LEVELS)}`;
const deepList: unknown = JSON.parse(deepText("[", "]"));
const deepObject: unknown = JSON.parse(deepText('{"a":', "}"));

const table = { projectId: "p", datasetId: "d", tableId: "t" };
const name = "projects/p/locations/l/environments/e";
const operation = "projects/p/locations/l/operations/o";
const put = defineMethod({ name: "things.put", http: "PUT /things", body: z.unknown() });

const raw = (body: string, status = 200) => text(body, { status });
const reach = (...steps: readonly Step[]) =>
  createClient({ baseUrl: "https://service.test", fetch: scriptedFetch(...steps), retry: false });

test.each<[what: string, call: () => unknown]>([
  ["a body of call", () => reach(json({})).warehouse.call(put, { body: deepList })],
  ["a table", () => reach(json({})).warehouse.tables.insert({ tableReference: table, labels: deepObject as never })],
  ["a search", () => reach(json({})).entities.search({ ids: deepList } as never)],
  ["an unlisted update", () => environmentUpdate.unlisted(["config.a"], { config: { a: deepObject } } as never)],
  ["options", () => reach(json({})).warehouse.tables.get(table, { query: { a: deepObject } } as never)],
])("%s that is nested too deeply is a RequestError", async (_, call) => {
  const error = await rejection((async () => call())());
  expect(error).toMatchObject({ code: "invalid_request" });
});

test("a failed operation with details that are nested too deeply is an OperationError", async () => {
  const failed = `{"name":"${operation}","done":true,"error":{"code":9,"message":"no","details":${deepText("[", "]")}}}`;
  const error = await rejection(reach(raw(failed)).environments.operation(operation).wait());
  expect(error).toMatchObject({ code: "operation_failed", operation: { error: { code: 9, message: "no" } } });
  expect(() => JSON.stringify(error)).not.toThrow();
});

test("an error response that is nested too deeply is an ApiError with its message", async () => {
  const body = `{"error":{"code":400,"message":"no","errors":${deepText("[", "]")},"details":[${deepText('{"a":', "}")}]}}`;
  const error = await rejection(reach(raw(body, 400)).warehouse.tables.get(table));
  expect(error).toMatchObject({ code: "bad_request", serviceMessage: "no" });
  expect(() => JSON.stringify(error)).not.toThrow();
});

test.each([
  ["/bigquery/v2/projects/p/datasets/d/tables", "POST"],
  ["/bigquery/v2/projects/p/datasets/d/tables/t", "PATCH"],
  [`/v1beta1/${name}?updateMask=labels`, "PATCH"],
  ["/things", "PUT"],
])("the sandbox rejects a body that is nested too deeply with a 400: %s", async (path, method) => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference: table });
  sandbox.environments.add({ name });
  sandbox.route(put, ({ body }) => body);
  for (const body of [deepText("[", "]"), deepText('{"a":', "}"), `{"labels":${deepText('{"a":', "}")}}`]) {
    const response = await sandbox.fetch(path, { method, body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("nested");
  }
});

test("every other response that is nested too deeply is returned, or is an error of this package", async () => {
  for (const deep of [deepText("[", "]"), deepText('{"a":', "}"), `{"tables":${deepText("[", "]")}}`]) {
    const { warehouse, entities, environments } = reach(raw(deep));
    const calls = [
      warehouse.tables.get(table),
      warehouse.tables.list(table).firstPage(),
      entities.search({ query: "a" }),
      environments.get(name),
      environments.operation(operation).poll(),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      if (outcome.status === "rejected") expect(isFourfoldError(outcome.reason)).toBe(true);
    }
  }
});

const string = must(isString, "a string");
const describe = (check: OptionCheck, value: unknown) =>
  optionIssues(check, value, "whole").map(({ path, message, rule }) => `${path}: ${message} (${rule})`);

test.each<[what: string, check: OptionCheck, value: unknown, issues: string[]]>([
  ["any value", anyValue, null, []],
  ["a valid value", string, "x", []],
  ["an absent value", string, undefined, []],
  ["an invalid value", string, 5, [": must be a string, got 5 (whole)"]],
  [
    "a value that may be a credential",
    must(() => false, "a key", kindOf),
    "hush",
    [": must be a key, got a string (whole)"],
  ],
  ["a function's message", checked((value) => (value === 1 ? undefined : "is not one")), 2, [": is not one (whole)"]],
  ["a missing value", required(string, ", or else"), undefined, [": is required, or else (whole)"]],
  ["a value outside of a set", oneOf("on", "off"), "of", [': must be "on" or "off", got "of" (whole)']],
  ["an own rule", withRule("own", string), 5, [": must be a string, got 5 (own)"]],
  ["the innermost rule", withRule("outer", withRule("inner", string)), 5, [": must be a string, got 5 (inner)"]],
  ["a blank string", nonEmptyString, " ", [': must be a non-empty string, got " " (whole)']],
  ["a value that is not a function", functionOption, {}, [": must be a function, got an object (whole)"]],
  ["a clock", clockOption, { now: () => 0, sleep: () => {} }, []],
  [
    "half a clock",
    clockOption,
    { now: () => 0 },
    [": must be a clock with the methods now and sleep, got an object (whole)"],
  ],
  ["null as a clock", clockOption, null, [": must be a clock with the methods now and sleep, got null (whole)"]],
  ["an unknown option", optionsOf({ a: string }), { other: 1 }, ["other: is unknown; known names are a (whole)"]],
  ["an unknown option that is undefined", optionsOf({ a: string }), { b: undefined }, []],
  [
    "what is not an object of options",
    optionsOf({}, "a profile"),
    "hush",
    [": must be a profile, got a string (whole)"],
  ],
  ["a map", mapOf(string), { a: "x", "b c": 1 }, ['["b c"]: must be a string, got 1 (whole)']],
  ["a list in place of a map", mapOf(string), [], [": must be an object, got a list (whole)"]],
  [
    "a list",
    listOf(string, "a list of names"),
    ["x", 1, undefined],
    ["[1]: must be a string, got 1 (whole)", "[2]: is required (whole)"],
  ],
  [
    "a value that is not a list",
    listOf(string, "a list of names"),
    "x",
    [": must be a list of names, got a string (whole)"],
  ],
  ["an absent list", listOf(string, "a list of names"), undefined, []],
])("reports the issues of %s", (_, check, value, issues) => {
  expect(describe(check, value)).toEqual(issues);
});

test("reports nested issues by path, all of them at once", () => {
  const check = optionsOf({ retry: optionsOf({ limit: string }), names: mapOf(listOf(string, "a list")) });
  expect(describe(check, { retry: { limit: 1 }, names: { a: [1], b: 2 } })).toEqual([
    "retry.limit: must be a string, got 1 (whole)",
    "names.a[0]: must be a string, got 1 (whole)",
    "names.b: must be a list, got a number (whole)",
  ]);
});

test("throws a RequestError that names the operation", () => {
  expect(thrown(() => strictOptions("createThing", { a: 1 }, { a: string }))).toMatchObject({
    code: "invalid_request",
    message: "[invalid_request] createThing: a: must be a string, got 1 (option)",
  });
});

test("parses hosts with letters beyond ASCII, however often it was called", () => {
  // URL.canParse of Node 20 rejects them after a number of calls.
  for (let n = 0; n < 50_000; n += 1) parseUrl(`https://service.test/${n % 7}`);
  expect(parseUrl("https://bücher.test/t")?.host).toBe("xn--bcher-kva.test");
  expect(parseUrl("bücher")).toBeUndefined();
});

test("a value with as many levels as are allowed is not too deep, and one more level is", () => {
  const nested = (levels: number, inner: string) =>
    JSON.parse(`${'[{"a":'.repeat(levels / 2)}${inner}${"}]".repeat(levels / 2)}`);
  expect(isTooDeep(nested(MAX_DEPTH, "1"))).toBe(false);
  expect(isTooDeep(nested(MAX_DEPTH, "[1]"))).toBe(true);
});
