import { afterEach, beforeEach, expect, test } from "vitest";
import { type Reached, reach } from "./reach.js";

let reached: Reached;

beforeEach(async () => {
  reached = await reach();
  reached.sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
});

afterEach(() => reached.close());

const dataset = () => reached.bigquery.dataset("sales");

test("creates a table with a schema in short form, and reads it", async () => {
  const [table] = await dataset().createTable("orders", {
    schema: "id:integer, at:timestamp, note",
    labels: { a: "b" },
  });
  const [metadata] = await table.getMetadata();
  expect(metadata).toMatchObject({
    kind: "bigquery#table",
    id: "shop:sales.orders",
    type: "TABLE",
    labels: { a: "b" },
    tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
    numRows: "0",
  });
  expect(metadata.schema.fields.map(({ name, type }: { name: string; type: string }) => `${name}:${type}`)).toEqual([
    "id:INTEGER",
    "at:TIMESTAMP",
    "note:STRING",
  ]);
});

test("creates partitioned tables, views and external tables as in its documentation", async () => {
  await dataset().createTable("days", {
    schema: { fields: [{ name: "day", type: "DATE" }] },
    timePartitioning: { type: "DAY", field: "day", expirationMs: "7776000000" },
    requirePartitionFilter: true,
  });
  await dataset().createTable("ranges", {
    schema: [{ name: "n", type: "INTEGER" }],
    // The types of the client require strings; its samples use numbers.
    rangePartitioning: { field: "n", range: { start: 0, end: 100, interval: 10 } } as object,
  });
  await dataset().createTable("recent", { view: { query: "select 1", useLegacySql: false } });
  await dataset().createTable("shortView", { view: "select 1" });
  await dataset().createTable("sheet", {
    externalDataConfiguration: {
      sourceFormat: "GOOGLE_SHEETS",
      sourceUris: ["https://docs.example/sheet"],
      googleSheetsOptions: { skipLeadingRows: "1" },
    },
  });
  const [tables] = await dataset().getTables();
  expect(tables.map(({ id, metadata }) => `${id} ${metadata.type}`)).toEqual([
    "days TABLE",
    "ranges TABLE",
    "recent VIEW",
    "shortView VIEW",
    "sheet EXTERNAL",
  ]);
  const [sheet] = await dataset().table("sheet").getMetadata();
  expect(sheet.externalDataConfiguration).toMatchObject({ sourceFormat: "GOOGLE_SHEETS" });
  expect(sheet.externalDataConfiguration.googleSheetsOptions).toEqual({ skipLeadingRows: "1" });
});

test("lists tables page by page, and as a stream over all pages", async () => {
  const ids = Array.from({ length: 120 }, (_, index) => `t${String(index).padStart(3, "0")}`);
  for (const tableId of ids) {
    reached.sandbox.warehouse.tables.add({ tableReference: { projectId: "shop", datasetId: "sales", tableId } });
  }
  const [page, next] = await dataset().getTables({ maxResults: 25, autoPaginate: false });
  expect(page.map(({ id }) => id)).toEqual(ids.slice(0, 25));
  expect(next).toMatchObject({ maxResults: 25, pageToken: expect.any(String) });
  const streamed: (string | undefined)[] = [];
  for await (const { id } of dataset().getTablesStream()) streamed.push(id);
  expect(streamed).toEqual(ids);
});

test("sets metadata, also with the etag of the metadata", async () => {
  const [table] = await dataset().createTable("orders", { schema: "id:integer" });
  await table.setMetadata({ description: "What was ordered", labels: { team: "sales" } });
  const [read] = await table.getMetadata();
  expect(read).toMatchObject({ description: "What was ordered", labels: { team: "sales" } });
  expect(read.schema.fields).toHaveLength(1);

  await table.setMetadata({ etag: read.etag, description: "Changed", labels: { team: null } } as object);
  const [changed] = await table.getMetadata();
  expect(changed.description).toBe("Changed");
  expect(changed.labels ?? {}).toEqual({});
  await expect(table.setMetadata({ etag: read.etag, description: "Late" } as object)).rejects.toMatchObject({
    code: 412,
  });
});

test("sends back the metadata with an additional column", async () => {
  const [table] = await dataset().createTable("orders", { schema: "id:integer" });
  const [metadata] = await table.getMetadata();
  metadata.schema.fields.push({ name: "more", type: "STRING" });
  await table.setMetadata(metadata);
  expect((await table.getMetadata())[0].schema.fields).toHaveLength(2);
});

test("returns the service's message if a schema cannot change", async () => {
  const schema = {
    fields: [
      { name: "id", type: "INT64" },
      { name: "note", type: "STRING" },
    ],
  };
  const [table] = await dataset().createTable("orders", { schema });
  const [id, note] = schema.fields;
  const required = { name: "application", type: "STRING", mode: "REQUIRED" };
  for (const fields of [
    [{ name: "id", type: "STRING" }, note],
    [id],
    [id, note, required],
    [{ ...id, mode: "REQUIRED" }, note],
  ]) {
    await expect(table.setMetadata({ schema: { fields } } as object)).rejects.toMatchObject({
      code: 400,
      errors: [{ domain: "global", reason: "invalid" }],
    });
  }
  const [{ schema: kept }] = await table.getMetadata();
  expect(kept.fields).toEqual([{ ...id, type: "INTEGER" }, note]);
});

test("appends new columns, regardless of their position in setMetadata", async () => {
  const [table] = await dataset().createTable("orders", { schema: "id:integer" });
  const [metadata] = await table.setMetadata({ schema: "first:string, id:integer" } as object);
  expect(metadata.schema.fields.map(({ name }: { name: string }) => name)).toEqual(["id", "first"]);
});

test("cannot change the partitioning of a table", async () => {
  const [table] = await dataset().createTable("orders", { schema: "id:integer, day:date" });
  await expect(table.setMetadata({ timePartitioning: { type: "DAY", field: "day" } } as object)).rejects.toMatchObject({
    code: 400,
    errors: [{ reason: "invalid", location: "timePartitioning" }],
  });
});

test("decodes both error bodies of a failed precondition", async () => {
  const [table] = await dataset().createTable("orders", { schema: "id:integer" });
  await expect(table.setMetadata({ etag: "stale", description: "Late" } as object)).rejects.toMatchObject({
    code: 412,
    errors: [{ reason: "conditionNotMet", location: "If-Match" }],
  });
  const { warehouse } = reached;
  const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
  await expect(warehouse.tables.delete(orders, { headers: { "If-Match": "stale" } })).rejects.toMatchObject({
    code: 412,
    response: {
      data: {
        error: {
          errors: [{ reason: "conditionNotMet", message: expect.stringContaining("Precondition check failed") }],
        },
      },
    },
  });
});

test("reports whether a table exists, and creates a missing one", async () => {
  const table = dataset().table("orders");
  expect(await table.exists()).toEqual([false]);
  const [made] = await table.get({ autoCreate: true, schema: "id:integer" } as object);
  expect(made.metadata.id).toBe("shop:sales.orders");
  expect(await table.exists()).toEqual([true]);
});

test("deletes a table; a second delete can be ignored", async () => {
  const [table] = await dataset().createTable("orders", { schema: "id:integer" });
  await table.delete();
  await expect(table.delete()).rejects.toMatchObject({ code: 404 });
  await table.delete({ ignoreNotFound: true });
});

test("decodes error responses", async () => {
  await expect(dataset().table("none").getMetadata()).rejects.toMatchObject({
    code: 404,
    errors: [{ domain: "global", reason: "notFound", message: "Not found: Table shop:sales.none" }],
  });
  await dataset().createTable("orders", { schema: "id:integer" });
  await expect(dataset().createTable("orders", { schema: "id:integer" })).rejects.toMatchObject({
    code: 409,
    errors: [{ reason: "duplicate", message: "Already Exists: Table shop:sales.orders" }],
  });
  await expect(reached.bigquery.dataset("none").createTable("t", {})).rejects.toMatchObject({
    code: 404,
    errors: [{ reason: "notFound", message: "Not found: Dataset shop:none" }],
  });
  await expect(
    dataset().createTable("bad", { schema: [{ name: "n", type: "NUMERIC", precision: "99" }] }),
  ).rejects.toMatchObject({ code: 400, errors: [{ reason: "invalid" }] });
});

test("retries after a 503", async () => {
  await dataset().createTable("orders", { schema: "id:integer" });
  reached.sandbox.faults.next({ status: 503, match: { method: "GET" } });
  expect(await dataset().table("orders").exists()).toEqual([true]);
  expect(reached.sandbox.requests.filter(({ method }) => method === "GET")).toHaveLength(2);
});

test("reads and writes access policies, and tests permissions", async () => {
  const [table] = await dataset().createTable("orders", { schema: "id:integer" });
  const [before] = await table.getIamPolicy();
  expect(before.bindings ?? []).toEqual([]);
  const bindings = [{ role: "roles/bigquery.dataViewer", members: ["user:ada@example.com"] }];
  const [after] = await table.setIamPolicy({ ...before, bindings });
  expect(after.bindings).toEqual(bindings);
  expect((await table.getIamPolicy())[0].etag).toBe(after.etag);
  await expect(table.setIamPolicy({ bindings, etag: "AAAA" })).rejects.toMatchObject({ code: 409 });
  const [held] = await table.testIamPermissions(["bigquery.tables.get", "bigquery.jobs.create"]);
  expect(held.permissions).toEqual(["bigquery.tables.get"]);
});

test("accepts ids with spaces, dollars and letters of any language", async () => {
  const [table] = await dataset().createTable("größe 大 x", { schema: "id:integer" });
  const [metadata] = await table.getMetadata();
  expect(metadata.tableReference.tableId).toBe("größe 大 x");
});
