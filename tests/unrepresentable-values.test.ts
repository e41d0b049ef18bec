import fc from "fast-check";
import { createClient, defineMethod, type EnvironmentUpdate, RequestError } from "fourfold";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { rejection } from "./support/rejection.js";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

const reference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const environment = "projects/p/locations/l/environments/e";
const runQuery = defineMethod({
  name: "jobs.query",
  http: "POST /{servicePath}/v2/projects/{projectId}/queries",
  body: z.object({ query: z.string() }),
});

function unchecked() {
  const fetch = scriptedFetch(json({ name: "projects/p/locations/l/operations/o" }));
  const client = createClient({ baseUrl: "http://unreached.test", fetch, validation: { requests: "off" } });
  return { ...client, requests: fetch.requests };
}
type Unchecked = ReturnType<typeof unchecked>;

const circular: Record<string, unknown> = {};
circular.self = circular;

const unrepresentable: Readonly<Record<string, unknown>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
  "a Map": new Map([["a", "b"]]),
  "a Set": new Set(["a"]),
  "an invalid Date": new Date(Number.NaN),
  "a Promise": Promise.resolve("a"),
  URLSearchParams: new URLSearchParams("a=b"),
  "a typed array": new Uint8Array(2),
  "a function": () => "a",
  "a symbol": Symbol("a"),
  "a bigint": 5n,
  "undefined in a list": [undefined],
  "a hole in a list": new Array(1),
  "a circular reference": circular,
};

/** An update that was not created by a constructor. */
const update = (updateMask: string, body: object) =>
  ({ updateMask, environment: body }) as unknown as EnvironmentUpdate;

/** Calls that send a value, by the path of the value in the issues. */
const calls: readonly [path: string, call: (client: Unchecked, value: never) => Promise<unknown>][] = [
  ["description", ({ warehouse }, description) => warehouse.tables.insert({ tableReference: reference, description })],
  ["labels.a", ({ warehouse }, a) => warehouse.tables.update({ tableReference: reference, labels: { a } })],
  ["schema.fields[0]", ({ warehouse }, field) => warehouse.tables.patch(reference, { schema: { fields: [field] } })],
  ["unknown", ({ warehouse }, unknown) => warehouse.tables.patch(reference, { unknown } as object)],
  ["", ({ warehouse }, patch) => warehouse.tables.patch(reference, patch)],
  ["bindings[0].role", ({ warehouse }, role) => warehouse.tables.setIamPolicy(reference, { bindings: [{ role }] })],
  ["updateMask", ({ warehouse }, updateMask) => warehouse.tables.setIamPolicy(reference, {}, { updateMask })],
  [
    "requestedPolicyVersion",
    ({ warehouse }, requestedPolicyVersion) => warehouse.tables.getIamPolicy(reference, { requestedPolicyVersion }),
  ],
  ["permissions", ({ warehouse }, permission) => warehouse.tables.testIamPermissions(reference, [permission])],
  ["query.selectedFields", ({ warehouse }, selectedFields) => warehouse.tables.get(reference, { selectedFields })],
  ["limit", ({ entities }, limit) => entities.search({ limit })],
  ["ids", ({ entities }, ids) => entities.search({ ids })],
  ["types[1]", ({ entities }, type) => entities.search({ types: ["Person", type] })],
  [
    "environment.labels.a",
    ({ environments }, a) => environments.patch(environment, update("labels.a", { labels: { a } })),
  ],
  [
    "updates[1].environment.labels",
    ({ environments }, labels) => environments.apply(environment, [update("labels", {}), update("labels", { labels })]),
  ],
  ["body.query", ({ warehouse }, query) => warehouse.call(runQuery, { projectId: "p", body: { query } })],
];

test.each(calls)("without validation, %s must be a value that JSON can represent", async (path, call) => {
  for (const [what, value] of Object.entries(unrepresentable)) {
    // A list of fields is joined to a string.
    if (path === "query.selectedFields" && Array.isArray(value)) continue;
    const client = unchecked();
    const error = await rejection(call(client, value as never));
    expect(error, what).toBeInstanceOf(RequestError);
    const [issue] = (error as RequestError).issues;
    expect(`${issue?.path}`.startsWith(path), `${what}: ${issue?.path}`).toBe(true);
    expect(client.requests, what).toEqual([]);
  }
});

test("without validation, a Map is rejected as a search and as an update", async () => {
  for (const value of [new Map([["query", "x"]]), new Set(), Promise.resolve({ query: "x" })] as never[]) {
    const { entities, environments, requests } = unchecked();
    expect(await rejection(entities.search(value))).toMatchObject({ code: "invalid_request" });
    expect(await rejection(environments.patch(environment, value))).toMatchObject({ code: "invalid_request" });
    expect(requests).toEqual([]);
  }
});

test("with validation, a Map is rejected as a search, too", async () => {
  const fetch = scriptedFetch(json({}));
  const { entities } = createClient({ baseUrl: "http://unreached.test", fetch });
  expect(await rejection(entities.search(new Map([["query", "x"]]) as object))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "", rule: "member-type" }],
  });
  expect(fetch.requests).toEqual([]);
});

test("without validation, NaN in a 64-bit field is rejected, and other values are sent", async () => {
  const { warehouse, requests } = unchecked();
  const insert = (expirationTime: unknown) =>
    warehouse.tables.insert({ tableReference: reference, expirationTime: expirationTime as never });
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, new Map(), () => "5"]) {
    expect(await rejection(insert(value))).toMatchObject({ issues: [{ path: "expirationTime", rule: "json-value" }] });
  }
  expect(requests).toEqual([]);
  for (const value of [1.5, "soon", 1n << 70n, null, 5]) await insert(value);
  const sent = await Promise.all(requests.map((request) => request.json()));
  expect(sent.map(({ expirationTime }) => expirationTime)).toEqual([1.5, "soon", String(1n << 70n), null, "5"]);
});

test("without validation, all unrepresentable values are reported together", async () => {
  const { warehouse } = unchecked();
  const table = {
    tableReference: reference,
    description: Number.NaN,
    labels: { a: 5n, B: "not checked" },
    schema: { fields: [{ name: Symbol("a") }, undefined] },
    expirationTime: Number.NaN,
  };
  const error = (await rejection(warehouse.tables.insert(table as never))) as RequestError;
  expect(error.issues.map(({ path }) => path)).toEqual([
    "description",
    "labels.a",
    "schema.fields[0].name",
    "schema.fields[1]",
    "expirationTime",
  ]);
});

test("without validation, JSON values are sent as they are", async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (unknown) => {
      const { warehouse, requests } = unchecked();
      await warehouse.tables.patch(reference, { unknown } as object);
      expect(await requests[0]?.text()).toBe(JSON.stringify({ unknown }));
    }),
    { numRuns: 50 },
  );
});
