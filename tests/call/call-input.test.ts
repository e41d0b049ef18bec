import { createClient, defineMethod, parseTableReference } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import { rejection } from "../support/rejection.js";
import { json, type Step, scriptedFetch } from "../support/scripted-fetch.js";

const table = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const environment = { projectId: "shop", locationId: "eu", environmentId: "reports" };

function reach(...answers: Step[]) {
  const fetch = scriptedFetch(...answers);
  const events: { type: string }[] = [];
  const onEvent = (event: { type: string }) => void events.push(event);
  return { client: createClient({ fetch, onEvent }), strict: strictClient(fetch), fetch, events };
}

const strictClient = (fetch: typeof globalThis.fetch) =>
  createClient({ fetch, validation: { responses: "strict" }, onEvent: () => undefined });

test.each<[what: string, call: (client: ReturnType<typeof createClient>, more: never) => unknown]>([
  ["tables.list", ({ warehouse }, more) => warehouse.tables.list({ ...table, ...(more as object) }).firstPage()],
  ["tables.get", ({ warehouse }, more) => warehouse.tables.get({ ...table, ...(more as object) })],
  ["tables.delete", ({ warehouse }, more) => warehouse.tables.delete({ ...table, ...(more as object) })],
  ["tables.patch", ({ warehouse }, more) => warehouse.tables.patch({ ...table, ...(more as object) }, {})],
  ["tables.modify", ({ warehouse }, more) => warehouse.tables.modify({ ...table, ...(more as object) }, () => ({}))],
  ["tables.getIamPolicy", ({ warehouse }, more) => warehouse.tables.getIamPolicy({ ...table, ...(more as object) })],
  [
    "datasets.get",
    ({ warehouse }, more) => warehouse.datasets.get({ projectId: "p", datasetId: "d", ...(more as object) }),
  ],
  [
    "datasets.list",
    ({ warehouse }, more) => warehouse.datasets.list({ projectId: "p", ...(more as object) }).firstPage(),
  ],
  [
    "environments.list",
    ({ environments }, more) => environments.list({ ...environment, ...(more as object) }).firstPage(),
  ],
])("%s rejects what a reference does not have, and names the argument of options", async (operation, call) => {
  const { client, fetch } = reach(json({}));
  const error = await rejection((async () => call(client, { maxResults: 5, etag: undefined } as never))());
  expect(error).toMatchObject({ name: "RequestError", issues: [{ path: "maxResults", rule: "method-input" }] });
  expect(String(error)).toContain(`${operation}: maxResults: is not part of a reference { projectId`);
  expect(String(error)).toContain("options belong in the last argument");
  expect(fetch.requests).toEqual([]);
});

test("other members of a resource's own reference pass", async () => {
  const { client, fetch } = reach(json({}));
  await client.warehouse.tables.list(table).firstPage();
  await client.warehouse.datasets.list(table).firstPage();
  await client.warehouse.datasets.get(table);
  await client.environments.list(environment).firstPage();
  expect(fetch.requests.map(({ url }) => new URL(url).pathname)).toEqual([
    "/bigquery/v2/projects/shop/datasets/sales/tables",
    "/bigquery/v2/projects/shop/datasets",
    "/bigquery/v2/projects/shop/datasets/sales",
    "/v1beta1/projects/shop/locations/eu/environments",
  ]);
});

test("all issues of a wrong reference are reported", async () => {
  const { client } = reach();
  const error = await rejection(
    client.warehouse.tables.list({ projectID: "p", datasetId: "a/b" } as never).firstPage(),
  );
  expect(error).toMatchObject({ issues: [{ path: "projectID" }, { path: "projectId" }, { path: "datasetId" }] });
});

test("a string in place of a reference names parseTableReference, another value the ids", async () => {
  const { warehouse, environments } = reach().client;
  const text = await rejection(warehouse.tables.get("shop.sales.orders" as never));
  expect(String(text)).toContain(
    "must be an object { projectId, datasetId, tableId }, got a string; use parseTableReference",
  );
  expect(parseTableReference("shop.sales.orders")).toEqual(table);
  expect(String(await rejection(warehouse.tables.insert({ tableReference: "shop.sales.orders" as never })))).toContain(
    "tableReference: expected an object { projectId, datasetId, tableId }, got a string",
  );
  expect(String(await rejection(warehouse.datasets.get(null as never)))).toContain(
    "reference: must be an object { projectId, datasetId }, got null",
  );
  expect(String(await rejection(environments.list("shop" as never).firstPage()))).toContain(
    "reference: must be an object { projectId, locationId }, got a string",
  );
});

test("ifMatch that is given and undefined is rejected, because it would overwrite any version", async () => {
  const { client, fetch } = reach(json({}));
  const { etag } = {} as { etag?: string };
  const given = { ifMatch: etag } as { ifMatch: string };
  const put = defineMethod({ name: "things.put", http: "PUT /things/{thingId}" });
  for (const call of [
    client.warehouse.tables.patch(table, { description: "x" }, given),
    client.warehouse.tables.update({ tableReference: table }, given),
    client.warehouse.call(put, { thingId: "a", ...given }),
  ]) {
    const error = await rejection(call);
    expect(error).toMatchObject({ name: "RequestError", issues: [{ path: "ifMatch", rule: "if-match" }] });
    expect(String(error)).toContain("omit it to change any version");
  }
  expect(fetch.requests).toEqual([]);
});

test("ifMatch with a character that is not allowed in a header is rejected, as an input of the call", async () => {
  const { client, fetch } = reach(json({}));
  const error = await rejection(client.warehouse.tables.patch(table, { description: "x" }, { ifMatch: "a\u0001b" }));
  expect(error).toMatchObject({ issues: [{ path: "ifMatch", rule: "if-match" }] });
  expect(String(error)).toContain("tables.patch: ifMatch: contains a character");
  expect(fetch.requests).toEqual([]);
});

const Thing = z.looseObject({ id: z.string(), etag: z.optional(z.string()) });
const getThing = defineMethod({ name: "things.get", http: "GET /things/{id}", response: Thing });

test("with the query parameter fields, absent fields are no drift and no error", async () => {
  const query = { fields: "etag" };
  const { client, strict, events } = reach(json({ etag: "e" }));
  expect(await client.warehouse.tables.get(table, { query })).toEqual({ etag: "e" });
  expect(await client.warehouse.call(getThing, { id: "a" }, { query })).toEqual({ etag: "e" });
  expect(events.filter(({ type }) => type === "drift")).toEqual([]);
  expect(await strict.warehouse.tables.get(table, { query })).toEqual({ etag: "e" });
  expect(await strict.warehouse.call(getThing, { id: "a" }, { query })).toEqual({ etag: "e" });
});

test("with fields, a field of the wrong type is still drift", async () => {
  const { client, strict, events } = reach(json({ etag: 5 }));
  expect(await client.warehouse.tables.get(table, { query: { fields: "etag" } })).toEqual({ etag: 5 });
  expect(events).toMatchObject([{}, {}, { type: "drift", issues: [{ path: "etag" }] }]);
  const error = await rejection(strict.warehouse.tables.get(table, { query: { fields: "etag" } }));
  expect(error).toMatchObject({ code: "invalid_response", issues: [{ path: "etag" }] });
});

test("modify rejects fields, because it needs the whole resource", async () => {
  const { warehouse } = createClient(createSandbox().clientOptions);
  const error = await rejection(warehouse.tables.modify(table, () => undefined, { query: { fields: "etag" } }));
  expect(error).toMatchObject({ name: "RequestError", issues: [{ path: "query.fields" }] });
});
