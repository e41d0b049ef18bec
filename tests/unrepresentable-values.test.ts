import fc from "fast-check";
import { createClient, defineMethod, type EnvironmentUpdate, RequestError } from "fourfold";
import { expect, test } from "vitest";
import * as z from "zod";
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
  "a Map": new Map([["a", "b"]]),
  "an invalid Date": new Date(Number.NaN),
  "a Promise": Promise.resolve("a"),
  "a typed array": new Uint8Array(2),
  "a function": () => "a",
  "a bigint": 5n,
  "undefined in a list": [undefined],
  "a circular reference": circular,
};

/** One call for each kind of body and query that sends a value, by the path of the value in the issues. */
const calls: readonly [path: string, call: (client: Unchecked, value: never) => Promise<unknown>][] = [
  ["labels.a", ({ warehouse }, a) => warehouse.tables.update({ tableReference: reference, labels: { a } })],
  ["unknown", ({ warehouse }, unknown) => warehouse.tables.patch(reference, { unknown } as object)],
  ["bindings[0].role", ({ warehouse }, role) => warehouse.tables.setIamPolicy(reference, { bindings: [{ role }] })],
  ["limit", ({ entities }, limit) => entities.search({ limit })],
  [
    "labels.a",
    ({ environments }, a) => {
      const update = { updateMask: "labels.a", environment: { labels: { a } } };
      return environments.patch(environment, update as unknown as EnvironmentUpdate);
    },
  ],
  ["body.query", ({ warehouse }, query) => warehouse.call(runQuery, { projectId: "p", body: { query } })],
];

test.each(calls)("without validation, %s must be a value that JSON can represent", async (path, call) => {
  for (const [what, value] of Object.entries(unrepresentable)) {
    const client = unchecked();
    const error = await rejection(call(client, value as never));
    expect(error, what).toBeInstanceOf(RequestError);
    const [issue] = (error as RequestError).issues;
    expect(`${issue?.path}`.startsWith(path), `${what}: ${issue?.path}`).toBe(true);
    expect(client.requests, what).toEqual([]);
  }
});

test("without validation, NaN in a 64-bit field is rejected, and other values are sent", async () => {
  const { warehouse, requests } = unchecked();
  const insert = (expirationTime: unknown) =>
    warehouse.tables.insert({ tableReference: reference, expirationTime: expirationTime as never });
  expect(await rejection(insert(Number.NaN))).toMatchObject({
    issues: [{ path: "expirationTime", rule: "json-value" }],
  });
  expect(requests).toEqual([]);
  for (const value of [1.5, "soon", 1n << 70n, null, 5]) await insert(value);
  const sent = await Promise.all(requests.map((request) => request.json()));
  expect(sent.map(({ expirationTime }) => expirationTime)).toEqual([1.5, "soon", String(1n << 70n), null, "5"]);
});

test("without validation, JSON values are sent as they are", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.string().filter((name) => name !== "__proto__"),
        fc.jsonValue().filter((value) => !JSON.stringify(value).includes("__proto__")),
      ),
      async (unknown) => {
        const { warehouse, requests } = unchecked();
        await warehouse.tables.patch(reference, { unknown } as object);
        expect(await requests[0]?.text()).toBe(JSON.stringify({ unknown }));
      },
    ),
    { numRuns: 50 },
  );
});
