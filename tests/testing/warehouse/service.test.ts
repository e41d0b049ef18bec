import { googleNaming, vendorNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { beforeEach, expect, test } from "vitest";
import { createTestClock, type TestClock } from "../../support/test-clock.js";
import { call, column, type RawAnswer, START } from "../raw-call.js";

const DATASET = "/warehouse/v2/projects/shop/datasets/sales";
const TABLES = `${DATASET}/tables`;
const ORDERS = `${TABLES}/orders`;
const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };

let clock: TestClock;
let sandbox: Sandbox;

beforeEach(() => {
  clock = createTestClock(START);
  sandbox = createSandbox({ naming: vendorNaming, clock });
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales", location: "europe" });
});

const insert = (body: object = {}): Promise<RawAnswer> =>
  call(sandbox, "POST", TABLES, { body: { tableReference, ...body } });
const get = (query = ""): Promise<RawAnswer> => call(sandbox, "GET", ORDERS + query);
const patch = (body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  call(sandbox, "PATCH", ORDERS, { body, headers });
const update = (body: object, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  call(sandbox, "PUT", ORDERS, { body: { tableReference, ...body }, headers });

test("insert returns the table with the fields that the service sets", async () => {
  const schema = { fields: [column("id", "INTEGER")] };
  const { status, headers, json } = await insert({ friendlyName: "", labels: { a: "" }, schema });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  expect(headers.get("etag")).toBe(json.etag);
  expect(json.etag).toMatch(/^[A-Za-z0-9+/]+=*$/);
  expect(json).toEqual({
    kind: "warehouse#table",
    id: "shop:sales.orders",
    etag: expect.any(String),
    tableReference,
    friendlyName: "",
    labels: { a: "" },
    schema,
    creationTime: String(START),
    lastModifiedTime: String(START),
    type: "TABLE",
    location: "europe",
    numBytes: "0",
    numLongTermBytes: "0",
    numRows: "0",
    numTotalLogicalBytes: "0",
    numActiveLogicalBytes: "0",
    numLongTermLogicalBytes: "0",
  });
  expect((await get()).json).toEqual(json);
});

test("output-only fields of a body are ignored, INT64 numbers become strings, nulls are absent", async () => {
  const { json } = await insert({
    kind: "x",
    id: "x",
    etag: "x",
    type: "VIEW",
    numRows: "9",
    creationTime: "1",
    location: "moon",
    description: null,
    labels: { a: "b", c: null },
    expirationTime: START + 60_000,
  });
  expect(json).toMatchObject({
    kind: "warehouse#table",
    id: "shop:sales.orders",
    type: "TABLE",
    numRows: "0",
    creationTime: String(START),
    location: "europe",
    labels: { a: "b" },
    expirationTime: String(START + 60_000),
  });
  expect(json.etag).not.toBe("x");
  expect(json).not.toHaveProperty("description");
});

test("unknown fields are kept with their contents", async () => {
  const future = JSON.parse('{"later":"x","future":{"a":null,"b":[null,{"c":null}],"d":0,"constructor":{"e":""}}}');
  await insert(future);
  const { text } = await get();
  expect(text).toContain(JSON.stringify(future).slice(1, -1));
});

test.each([
  ["TABLE", {}],
  ["VIEW", { view: { query: "select 1", useLegacySql: false } }],
  ["MATERIALIZED_VIEW", { materializedView: { query: "select 1" } }],
  ["EXTERNAL", { externalDataConfiguration: { sourceFormat: "AVRO", sourceUris: ["gs://bucket/*.avro"] } }],
])("derives the type %s", async (type, body) => {
  expect((await insert(body)).json.type).toBe(type);
});

test("insert rejects an existing table, and one without a dataset or project", async () => {
  await insert();
  const again = await insert();
  expect(again.status).toBe(409);
  expect(again.json.error).toEqual({
    code: 409,
    message: "Already Exists: Table shop:sales.orders",
    status: "ALREADY_EXISTS",
    errors: [{ domain: "global", reason: "duplicate", message: "Already Exists: Table shop:sales.orders" }],
  });
  const elsewhere = (projectId: string, datasetId: string) =>
    call(sandbox, "POST", `/warehouse/v2/projects/${projectId}/datasets/${datasetId}/tables`, {
      body: { tableReference: { projectId, datasetId, tableId: "t" } },
    });
  expect((await elsewhere("shop", "none")).json.error).toEqual({
    code: 404,
    message: "Not found: Dataset shop:none",
    status: "NOT_FOUND",
    errors: [{ domain: "global", reason: "notFound", message: "Not found: Dataset shop:none" }],
  });
  expect((await elsewhere("none", "sales")).json.error.message).toBe("Not found: Dataset none:sales");
});

test("every method returns 404 for a missing table", async () => {
  for (const method of ["GET", "DELETE"]) {
    expect((await call(sandbox, method, ORDERS)).json.error.message).toBe("Not found: Table shop:sales.orders");
  }
  expect((await patch({}, { "if-match": "x" })).status).toBe(404);
  expect((await update({}, { "if-match": "*" })).status).toBe(404);
  for (const verb of ["getIamPolicy", "setIamPolicy", "testIamPermissions"]) {
    expect((await call(sandbox, "POST", `${ORDERS}:${verb}`, { body: { policy: {} } })).status).toBe(404);
  }
});

test("bodies that violate rules are rejected with all issues, and nothing is stored", async () => {
  const { status, json } = await insert({ labels: { ok: "X" }, clustering: { fields: ["id"] }, friendlyName: 1 });
  expect(status).toBe(400);
  expect(json.error).toMatchObject({ code: 400, status: "INVALID_ARGUMENT" });
  expect(json.error.message).toMatch(/ \(and \d more\)$/);
  const places = json.error.errors.map(({ location }) => location);
  expect(places).toEqual(expect.arrayContaining(["labels.ok", "clustering", "friendlyName"]));
  for (const error of json.error.errors) {
    expect(error).toMatchObject({ domain: "global", reason: "invalid", message: expect.any(String) });
  }
  expect((await get()).status).toBe(404);
});

test("a rule that the naming switches off is not enforced", async () => {
  const lenient = createSandbox({
    naming: googleNaming, // turns off "clustering-needs-time-partitioning"
  });
  lenient.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const body = {
    tableReference,
    schema: { fields: [column("id", "INTEGER")] },
    clustering: { fields: ["id"] },
  };
  expect((await call(lenient, "POST", TABLES.replace("warehouse", "bigquery"), { body })).status).toBe(200);
  expect((await insert(body)).status).toBe(400);
});

test.each([undefined, "[]", '"x"', "null"])("rejects the body %s", async (body) => {
  await insert();
  for (const [method, path] of [
    ["POST", TABLES],
    ["PATCH", ORDERS],
    ["PUT", ORDERS],
  ] as const) {
    const { status, json } = await call(sandbox, method, path, { body });
    expect([method, status, json.error.errors[0]?.reason]).toEqual([method, 400, "invalid"]);
  }
});

test.each([
  ["POST", TABLES, { datasetId: "other" }],
  ["PUT", ORDERS, { tableId: "other" }],
  ["PATCH", ORDERS, { projectId: "other" }],
])("%s rejects a reference that does not match the path", async (method, path, difference) => {
  const body = { tableReference: { ...tableReference, ...difference } };
  const { status, json } = await call(sandbox, method, path, { body });
  expect(status).toBe(400);
  expect(json.error.errors[0]?.location).toBe(`tableReference.${Object.keys(difference)[0]}`);
});

test.each(["a/b", "", ".", "..", "\ud800", "a\nb"])("rejects the id %j, which no path could reach", async (tableId) => {
  const { json } = await insert({ tableReference: { ...tableReference, tableId } });
  expect(json.error.errors[0]?.location).toBe("tableReference.tableId");
});

test("patch changes only the given fields, null clears a field, lists are replaced", async () => {
  await insert({
    description: "Orders",
    labels: { team: "data", old: "x" },
    schema: { fields: [column("id", "INTEGER"), column("day", "DATE")] },
    timePartitioning: { type: "DAY", field: "day" },
  });
  const { json } = await patch({
    description: null,
    labels: { old: null, new: "y" },
    schema: { fields: [column("id", "INTEGER", { description: "key" }), column("day", "DATE"), column("note")] },
    timePartitioning: { expirationMs: 3_600_000 },
  });
  expect(json).not.toHaveProperty("description");
  expect(json.labels).toEqual({ team: "data", new: "y" });
  expect(json.schema).toEqual({
    fields: [column("id", "INTEGER", { description: "key" }), column("day", "DATE"), column("note")],
  });
  expect(json.timePartitioning).toEqual({ type: "DAY", field: "day", expirationMs: "3600000" });
  expect((await get()).json).toEqual(json);
});

test("patch ignores output-only fields and keeps their values", async () => {
  await insert();
  const { json } = await get();
  clock.advance(5);
  const patched = await patch({ type: "VIEW", creationTime: null, etag: null, numRows: "9" });
  expect(patched.json).toEqual({ ...json, etag: patched.json.etag, lastModifiedTime: String(START + 5) });
});

test("names of built-in properties are data in a patch", async () => {
  await insert({ future: { constructor: "a", keep: 1 } });
  const { text } = await patch('{"future":{"toString":{"a":"b"},"constructor":null}}');
  expect(text).toContain('"future":{"keep":1,"toString":{"a":"b"}}');
  expect((await patch('{"future":{"toString":null}}')).text).toContain('"future":{"keep":1}');
  const refused = await patch('{"future":{"__proto__":{"polluted":"yes"}}}');
  expect(refused.text).toContain("future.__proto__: must not be the name of a field");
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("patch checks the merged table and does not change it if it is rejected", async () => {
  await insert({ schema: { fields: [column("id", "INTEGER")] } });
  const before = await get();
  const { status, json } = await patch({ clustering: { fields: ["id"] } });
  expect(status).toBe(400);
  expect(json.error.errors.map(({ location }) => location)).toEqual(["clustering"]);
  expect((await get()).json).toEqual(before.json);
  const days = { ...tableReference, tableId: "days" };
  const schema = { fields: [column("id", "INTEGER")] };
  await insert({ tableReference: days, schema, timePartitioning: { type: "DAY" } });
  const clustered = { body: { clustering: { fields: ["id"] } } };
  expect((await call(sandbox, "PATCH", `${TABLES}/days`, clustered)).status).toBe(200);
});

test("update replaces all writable fields", async () => {
  const { json } = await insert({ description: "Orders", labels: { team: "data" } });
  clock.advance(5);
  const updated = await update({ friendlyName: "Orders" });
  expect(updated.json).toMatchObject({
    friendlyName: "Orders",
    creationTime: json.creationTime,
    lastModifiedTime: String(START + 5),
  });
  expect(updated.json).not.toHaveProperty("description");
  expect(updated.json).not.toHaveProperty("labels");
});

test("autodetect_schema accepts true and false", async () => {
  await insert();
  for (const method of ["PATCH", "PUT"]) {
    const send = (flag: string) =>
      call(sandbox, method, `${ORDERS}?autodetect_schema=${flag}`, { body: { tableReference } });
    expect((await send("true")).status).toBe(200);
    expect((await send("false")).status).toBe(200);
    expect((await send("1")).json.error.errors[0]?.location).toBe("autodetect_schema");
  }
});

test("the etag changes with every change, and If-Match is enforced", async () => {
  const { json: first } = await insert();
  const second = await patch({ description: "one" }, { "if-match": first.etag ?? "" });
  expect(second.status).toBe(200);
  const third = await patch({ description: "one" });
  expect(new Set([first.etag, second.json.etag, third.json.etag]).size).toBe(3);

  for (const stale of [first.etag ?? "", `"${third.json.etag}"`, `W/"${third.json.etag}"`, "none"]) {
    const headers = { "if-match": stale };
    const remove = await call(sandbox, "DELETE", ORDERS, { headers });
    for (const refused of [await patch({ description: "late" }, headers), await update({}, headers), remove]) {
      expect(refused.status).toBe(412);
      expect(refused.json.error).toMatchObject({
        status: "FAILED_PRECONDITION",
        errors: [{ reason: "conditionNotMet", location: "If-Match" }],
      });
    }
  }
  expect((await patch({}, { "if-match": "*" })).status).toBe(200);
  const { json } = await get();
  expect((await update({}, { "if-match": `other, ${json.etag}` })).status).toBe(200);
});

test("a table that was deleted and created again has another etag", async () => {
  const { json } = await insert();
  await call(sandbox, "DELETE", ORDERS);
  expect((await insert()).json.etag).not.toBe(json.etag);
});

test("delete returns 204 without a body, with a JSON content type", async () => {
  await insert();
  const { status, text, headers } = await call(sandbox, "DELETE", ORDERS);
  expect([status, text]).toEqual([204, ""]);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  expect((await get()).status).toBe(404);
});

test("get omits the storage statistics and the time of the last change from the basic view", async () => {
  sandbox.warehouse.tables.add({ tableReference, numRows: 5, streamingBuffer: { estimatedRows: "1" } });
  const { json } = await get("?view=BASIC");
  expect(Object.keys(json).filter((name) => name.startsWith("num"))).toEqual([]);
  expect(json).toMatchObject({ creationTime: String(START), type: "TABLE", streamingBuffer: { estimatedRows: "1" } });
  expect(json).not.toHaveProperty("lastModifiedTime");
  for (const view of ["STORAGE_STATS", "FULL", "TABLE_METADATA_VIEW_UNSPECIFIED"]) {
    expect((await get(`?view=${view}`)).json).toEqual((await get()).json);
  }
  expect((await get("?view=basic")).json.error.errors[0]?.location).toBe("view");
});

test("get returns only the selected columns", async () => {
  const inner = [column("b"), column("c")];
  const fields = [column("id", "INTEGER"), column("a", "RECORD", { fields: inner })];
  await insert({ schema: { fields } });
  expect((await get("?selectedFields=a")).json.schema).toEqual({ fields: [fields[1]] });
  expect((await get("?selectedFields=id,a.c,none")).json.schema).toEqual({
    fields: [fields[0], { ...fields[1], fields: [inner[1]] }],
  });
  expect((await get("?selectedFields=")).json.schema).toEqual({ fields });
  const bare = { ...tableReference, tableId: "bare" };
  await insert({ tableReference: bare });
  expect((await call(sandbox, "GET", `${TABLES}/bare?selectedFields=id`)).json).not.toHaveProperty("schema");
});

test("an expired table is deleted, also from lists", async () => {
  await insert({ expirationTime: START + 1_000 });
  await insert({ tableReference: { ...tableReference, tableId: "other" } });
  clock.advance(999);
  expect((await get()).status).toBe(200);
  expect((await call(sandbox, "GET", TABLES)).json.totalItems).toBe(2);
  clock.advance(1);
  expect((await call(sandbox, "GET", TABLES)).json).toMatchObject({
    totalItems: 1,
    tables: [{ id: "shop:sales.other" }],
  });
  expect((await get()).status).toBe(404);
  expect((await insert()).status).toBe(200);
});

test("an expiration time in the past deletes an existing table immediately", async () => {
  for (const change of [patch, update]) {
    await insert();
    expect((await change({ expirationTime: START - 1 })).status).toBe(200);
    expect((await get()).status).toBe(404);
  }
});

test("insert rejects an expiration time less than a second ahead", async () => {
  for (const expirationTime of ["1", START, START + 999]) {
    const { status, json } = await insert({ expirationTime });
    expect(status).toBe(400);
    expect(json.error.errors).toEqual([
      {
        domain: "global",
        reason: "invalid",
        location: "expirationTime",
        message: `expirationTime: must be at least 1 second in the future, got "${expirationTime}"`,
      },
    ]);
  }
  expect((await insert({ expirationTime: START + 1_000 })).status).toBe(200);
});

test("a changed or cleared expiration takes effect", async () => {
  await insert({ expirationTime: START + 1_000 });
  await patch({ expirationTime: START + 2_000 });
  clock.advance(1_500);
  expect((await get()).status).toBe(200);
  await patch({ expirationTime: null });
  clock.advance(10_000);
  expect((await get()).status).toBe(200);
});

test("the dataset sets the expiration of new tables that have none", async () => {
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales", defaultTableExpirationMs: 3_600_000 });
  expect((await insert()).json.expirationTime).toBe(String(START + 3_600_000));
  const own = await insert({ tableReference: { ...tableReference, tableId: "own" }, expirationTime: START + 5_000 });
  expect(own.json.expirationTime).toBe(String(START + 5_000));
  expect((await update({})).json).not.toHaveProperty("expirationTime");
});

test("a list returns the fields of its entries and the number of tables", async () => {
  const rangePartitioning = { field: "id", range: { start: "0", end: "10", interval: "1" } };
  const schema = { fields: [column("id", "INTEGER"), column("day", "DATE")] };
  const named = (tableId: string) => ({ tableReference: { ...tableReference, tableId } });
  await insert({
    schema,
    friendlyName: "Orders",
    description: "not shown",
    labels: { team: "data" },
    expirationTime: START + 1_000,
    timePartitioning: { type: "DAY", field: "day" },
    clustering: { fields: ["id"] },
    requirePartitionFilter: true,
  });
  await insert({ ...named("ranges"), schema, rangePartitioning });
  const privacyPolicy = { aggregationThresholdPolicy: { threshold: "5", privacyUnitColumns: ["id"] } };
  await insert({ ...named("seen"), view: { query: "select 1", useLegacySql: false, privacyPolicy } });
  const common = { kind: "warehouse#table", creationTime: String(START) };
  const { json, headers } = await call(sandbox, "GET", `${TABLES}?maxResults=2`);
  expect(headers.get("etag")).toBe(json.etag);
  expect(json).toEqual({
    kind: "warehouse#tableList",
    etag: expect.any(String),
    nextPageToken: expect.any(String),
    totalItems: 3,
    tables: [
      {
        ...common,
        id: "shop:sales.orders",
        tableReference,
        friendlyName: "Orders",
        type: "TABLE",
        labels: { team: "data" },
        expirationTime: String(START + 1_000),
        timePartitioning: { type: "DAY", field: "day", requirePartitionFilter: true },
        clustering: { fields: ["id"] },
        requirePartitionFilter: true,
      },
      { ...common, id: "shop:sales.ranges", ...named("ranges"), type: "TABLE", rangePartitioning },
    ],
  });
  const pageToken = encodeURIComponent(json.nextPageToken ?? "");
  const { json: rest } = await call(sandbox, "GET", `${TABLES}?pageToken=${pageToken}`);
  expect(rest).toEqual({
    kind: "warehouse#tableList",
    etag: expect.any(String),
    totalItems: 3,
    tables: [
      {
        ...common,
        id: "shop:sales.seen",
        ...named("seen"),
        type: "VIEW",
        view: { useLegacySql: false, privacyPolicy },
      },
    ],
  });
});

test("a list keeps its position when tables are added and deleted", async () => {
  const named = (tableId: string) => ({ tableReference: { ...tableReference, tableId } });
  for (const id of ["a", "b", "c", "d"]) await insert(named(id));
  const { json } = await call(sandbox, "GET", `${TABLES}?maxResults=2`);
  for (const id of ["a", "c"]) await call(sandbox, "DELETE", `${TABLES}/${id}`);
  await insert(named("e"));
  const path = `${TABLES}?${new URLSearchParams({ pageToken: json.nextPageToken ?? "" })}`;
  const { json: rest } = await call(sandbox, "GET", path);
  expect(rest.tables?.map(({ id }) => id)).toEqual(["shop:sales.d", "shop:sales.e"]);
  expect(rest.totalItems).toBe(3);
});

test("an empty list has no tables field; a missing dataset or project is 404", async () => {
  expect((await call(sandbox, "GET", TABLES)).json).toEqual({
    kind: "warehouse#tableList",
    etag: expect.any(String),
    totalItems: 0,
  });
  expect((await call(sandbox, "GET", "/warehouse/v2/projects/shop/datasets/x/tables")).json.error.message).toBe(
    "Not found: Dataset shop:x",
  );
  expect((await call(sandbox, "GET", "/warehouse/v2/projects/x/datasets/x/tables")).json.error.message).toBe(
    "Not found: Dataset x:x",
  );
});
