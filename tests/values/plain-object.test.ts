import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { plainObjectProblem } from "../../src/values/describe.js";
import { isPlainObject } from "../../src/values/objects.js";

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
