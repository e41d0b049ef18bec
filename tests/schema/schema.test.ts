import { runInNewContext } from "node:vm";
import { type ClientEvent, createWarehouse, defineMethod, type StandardSchema } from "fourfold";
import { decodeUserInfo, encodeUserInfo } from "fourfold/gateway/user-info";
import { expect, test } from "vitest";
import * as z from "zod";
import { int64Schema, markOf, openEnum, opt, outputOnly, uint64Schema } from "../../src/schema/schema.js";
import { rejection, thrown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

test("INT64 are decimal strings, or numbers that are still exact", () => {
  for (const value of ["0", "-5", "9223372036854775807", 5, -5, 2 ** 53 - 1])
    expect(accepts(int64Schema, value)).toBe(true);
  for (const value of ["", "1.0", "9223372036854775808", 0.5, 2 ** 53, 5n, null, undefined, true, {}]) {
    expect(accepts(int64Schema, value)).toBe(false);
  }
  expect(accepts(uint64Schema, "18446744073709551615")).toBe(true);
  expect(accepts(uint64Schema, "-1")).toBe(false);
  expect(accepts(uint64Schema, -1)).toBe(false);
});

test("parsing an INT64 returns a string", () => {
  expect(int64Schema.parse(5)).toBe("5");
  expect(int64Schema.parse("5")).toBe("5");
  expect(opt(int64Schema).parse(-5)).toBe("-5");
});

test("an optional field may be null, and null is kept", () => {
  const schema = opt(z.string());
  expect(schema.parse(undefined)).toBeUndefined();
  expect(schema.parse(null)).toBeNull();
  expect(accepts(schema, 5)).toBe(false);
});

test("marking a schema does not mark the schema inside it", () => {
  const inner = z.string();
  outputOnly(inner);
  expect(markOf(inner).outputOnly).toBeUndefined();
});

test("an open enum accepts any string", () => {
  expect(accepts(openEnum<"A">(), "A")).toBe(true);
  expect(accepts(openEnum<"A">(), "later")).toBe(true);
  expect(accepts(openEnum<"A">(), 1)).toBe(false);
});

/** A schema that returns the same result for every value, whatever its types promise. */
const returning = (result: unknown): StandardSchema => ({
  "~standard": { version: 1, validate: () => result as { value: unknown } },
});

const NO_MESSAGE = "is invalid: its schema returned neither { value } nor { issues: [{ message }] }";

/** Results that Standard Schema does not allow, and the issue that they lead to. */
const malformed: [result: unknown, path: string, message: string][] = [
  [undefined, "", NO_MESSAGE],
  [null, "", NO_MESSAGE],
  ["x", "", NO_MESSAGE],
  [5, "", NO_MESSAGE],
  [[], "", NO_MESSAGE],
  [{}, "", NO_MESSAGE],
  [{ valeu: 1 }, "", NO_MESSAGE],
  [{ issues: "x" }, "", NO_MESSAGE],
  [{ value: 1, issues: null }, "", NO_MESSAGE],
  [{ value: 1, issues: { length: 1 } }, "", NO_MESSAGE],
  [{ issues: [] }, "", NO_MESSAGE],
  [{ value: 1, issues: [] }, "", NO_MESSAGE],
  [{ issues: [{}] }, "", NO_MESSAGE],
  [{ issues: [null] }, "", NO_MESSAGE],
  [{ issues: [{ message: "m", path: null }] }, "", "m"],
  [{ issues: [{ message: "m", path: ["a", { key: "b" }, 0] }] }, "a.b[0]", "m"],
];

function reach(options: object = {}) {
  const fetch = scriptedFetch(json({ a: 1 }));
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => void events.push(event);
  return { warehouse: createWarehouse({ baseUrl: "https://a.test", fetch, onEvent, ...options }), fetch, events };
}

const issuesOf = (error: unknown) =>
  (error as { issues: { path: string; message: string }[] }).issues.map(({ path, message }) => ({ path, message }));

test.each(malformed)(
  "a body schema that returns %o is a RequestError, and nothing is sent",
  async (result, path, expected) => {
    const { warehouse, fetch } = reach();
    for (const name of ["body", "query"] as const) {
      const method = defineMethod({ name: "a", http: "POST /a", [name]: returning(result) });
      const error = await rejection(warehouse.call(method, { [name]: { b: 1 } } as never));
      const inside = path === "" ? name : `${name}.${path}`;
      expect(error).toMatchObject({ name: "RequestError", issues: [{ rule: `${name}-schema` }] });
      expect(issuesOf(error)).toEqual([{ path: inside, message: expected }]);
    }
    expect(fetch.requests).toHaveLength(0);
  },
);

test.each(malformed)(
  "a response schema that returns %o is a ResponseError of a strict client, else drift",
  async (result, path, expected) => {
    const method = defineMethod({ name: "a", http: "GET /a", response: returning(result) });
    const strict = reach({ validation: { responses: "strict" } });
    const error = await rejection(strict.warehouse.call(method, {}));
    expect(error).toMatchObject({ name: "ResponseError", code: "invalid_response" });
    expect(issuesOf(error)).toEqual([{ path, message: expected }]);
    const { warehouse, events } = reach();
    expect(await warehouse.call(method, {})).toEqual({ a: 1 });
    expect(events.filter(({ type }) => type === "drift")).toHaveLength(1);
  },
);

test.each(malformed)("a schema of claims that returns %o is a UserInfoError", (result, path, message) => {
  const error = thrown(() => decodeUserInfo(encodeUserInfo({ sub: "ada" }), { claims: returning(result) }));
  expect(error).toMatchObject({ name: "UserInfoError", code: "invalid_claims" });
  expect(issuesOf(error)).toEqual([{ path, message }]);
});

test.each([
  ["this realm", Promise.resolve({ value: { c: 2 } })],
  ["another realm", runInNewContext("Promise.resolve({ value: { c: 2 } })")],
])("a schema that returns a promise of %s is rejected", async (_, promise) => {
  const { warehouse, fetch } = reach();
  const method = defineMethod({ name: "a", http: "POST /a", body: returning(promise) });
  const error = await rejection(warehouse.call(method, { body: { b: 1 } }));
  expect(issuesOf(error)).toEqual([{ path: "body", message: "cannot be validated: its schema must be synchronous" }]);
  expect(fetch.requests).toEqual([]);
});

test("an exception of a schema is thrown as it is", async () => {
  const failure = new TypeError("of the schema");
  const schema: StandardSchema = {
    "~standard": {
      version: 1,
      validate: () => {
        throw failure;
      },
    },
  };
  const { warehouse } = reach();
  const method = defineMethod({ name: "a", http: "POST /a", body: schema });
  expect(await rejection(warehouse.call(method, { body: {} }))).toBe(failure);
});
