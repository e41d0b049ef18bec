import { expect, test } from "vitest";
import { clockOption } from "../../src/http/clock.js";
import { parseUrl } from "../../src/values/addresses.js";
import { kindOf } from "../../src/values/describe.js";
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
import { thrown } from "../support/rejection.js";

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
