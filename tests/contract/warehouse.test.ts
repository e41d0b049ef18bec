import { isFourfoldError, type ListDatasetsOptions, type TableInput } from "fourfold";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";
import { ways } from "./ways.js";

const reference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const orders: TableInput = {
  tableReference: reference,
  friendlyName: "",
  labels: { team: "data" },
  schema: {
    fields: [
      { name: "id", type: "INTEGER", mode: "REQUIRED" },
      { name: "day", type: "DATE" },
      { name: "lines", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING", maxLength: 40 }] },
    ],
  },
  timePartitioning: { type: "DAY", field: "day", expirationMs: 86_400_000n },
  clustering: { fields: ["id"] },
};

describe.each(ways)("the warehouse through $way", ({ naming, names, reach, isWhole }) => {
  async function withDataset(options?: Parameters<typeof reach>[0]) {
    const reached = await reach(options);
    reached.sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales", location: "europe" });
    return reached;
  }

  test("lists all projects across short and empty pages", async () => {
    const { sandbox, client } = await reach();
    for (let n = 0; n < 260; n += 1) {
      sandbox.warehouse.projects.add({ projectId: `p-${n}`, serviceEnabled: n < 20 || n >= 110 });
    }
    const ids: (string | undefined)[] = [];
    for await (const project of client.warehouse.projects.list()) ids.push(project.projectReference?.projectId);
    expect(ids).toHaveLength(170);
    expect(new Set(ids).size).toBe(170);
    const sizes: number[] = [];
    for await (const page of client.warehouse.projects.list().pages()) sizes.push(page.projects?.length ?? 0);
    expect(sizes).toEqual([20, 0, 40, 50, 50, 10]);
  });

  test("inserts, reads, lists, changes and deletes a table", async () => {
    const { client } = await withDataset();
    const { tables } = client.warehouse;
    const inserted = await tables.insert(orders);
    expect(inserted).toMatchObject({ id: "shop:sales.orders", type: "TABLE", location: "europe", friendlyName: "" });
    expect(inserted.timePartitioning?.expirationMs).toBe("86400000");
    expect(inserted.schema?.fields?.[2]?.fields?.[0]?.maxLength).toBe("40");
    expect(await tables.get(reference)).toEqual(inserted);
    expect(await tables.list(reference).toArray({ limit: 10 })).toMatchObject([
      { id: "shop:sales.orders", type: "TABLE" },
    ]);

    const patched = await tables.patch(reference, { description: "All orders", labels: { team: null, old: null } });
    expect(patched.description).toBe("All orders");
    expect(patched.labels ?? {}).toEqual({});
    expect(patched.etag).not.toBe(inserted.etag);

    const updated = await tables.update({ ...inserted, description: "Again" }, { ifMatch: patched.etag! });
    expect(updated).toMatchObject({ description: "Again", labels: { team: "data" } });

    await tables.delete(reference);
    expect(await rejection(tables.get(reference))).toMatchObject({
      code: "not_found",
      status: 404,
      reason: "notFound",
      message: expect.stringMatching(
        new RegExp(`^\\[not_found\\] 404 GET /${names.warehouse}/v2/projects/shop/datasets/sales/tables/orders: `),
      ),
    });
  });

  test("accesses tables with any characters in the id", async () => {
    const { client, sandbox } = await withDataset();
    for (const tableId of [
      "a b",
      "p$20260301",
      "tëst 表 😀",
      "50%25",
      "x?y#z",
      "a:b",
      "a:getIamPolicy",
      "__proto__",
      "constructor",
    ]) {
      const table = await client.warehouse.tables.insert({ tableReference: { ...reference, tableId } });
      expect(table.tableReference.tableId).toBe(tableId);
      expect((await client.warehouse.tables.get({ ...reference, tableId })).id).toBe(`shop:sales.${tableId}`);
    }
    expect(await rejection(client.warehouse.tables.get({ ...reference, tableId: ".." }))).toMatchObject({
      code: "invalid_request",
    });
    expect(sandbox.requests.at(-1)?.path).toContain("constructor");
  });

  test("a patch with the header If-Match is retried like one with the option", async () => {
    const { client, sandbox } = await withDataset({ sandbox: { clock: createTestClock() } });
    const { etag = "" } = await client.warehouse.tables.insert(orders);
    sandbox.faults.next({ status: 503 });
    const patched = await client.warehouse.tables.patch(
      reference,
      { description: "x" },
      { headers: { "If-Match": etag } },
    );
    expect(patched.description).toBe("x");
  });

  test("retries reads after temporary failures, using the clock", async () => {
    const clock = createTestClock();
    const { client, sandbox } = await withDataset({ sandbox: { clock } });
    await client.warehouse.tables.insert(orders);
    sandbox.faults.next({ status: 503 });
    sandbox.faults.next({ status: 429, retryAfter: 7 });
    sandbox.faults.next({ drop: true });
    expect((await client.warehouse.tables.get(reference)).id).toBe("shop:sales.orders");
    expect(clock.slept).toHaveLength(3);
    expect(clock.slept[1]).toBe(7_000);
    expect(clock.slept[0]).toBeLessThanOrEqual(1_000);
    expect(clock.slept[2]).toBeLessThanOrEqual(4_000);
  });

  test("turns every kind of invalid response into an error with a code", async () => {
    const { client, sandbox } = await withDataset({ client: { retry: false } });
    await client.warehouse.tables.insert(orders);
    const read = () => rejection(client.warehouse.tables.get(reference));
    sandbox.faults.next({ status: 502, body: "<!doctype html><h1>Bad gateway</h1>" });
    expect(await read()).toMatchObject({ code: "unavailable", status: 502, body: expect.stringContaining("<") });
    sandbox.faults.next({ status: 200, body: '{"kind":' });
    expect(await read()).toMatchObject({ code: "invalid_response", body: expect.any(String) });
    sandbox.faults.next({ drop: true });
    expect(await read()).toMatchObject({ code: "network" });
    sandbox.faults.next({ status: 403, reason: "quotaExceeded" });
    expect(await read()).toMatchObject({ code: "quota_exceeded" });
    sandbox.faults.next({ status: 500 });
    expect(await read()).toMatchObject({ code: "server_error", attempts: 1 });
  });

  test("requires credentials if the sandbox does", async () => {
    const { client, close } = await withDataset({ sandbox: { auth: true } });
    await client.warehouse.tables.insert(orders);
    await close();
    const bare = await withDataset({ sandbox: { auth: true }, client: { auth: undefined } });
    expect(await rejection(bare.client.warehouse.tables.get(reference))).toMatchObject({
      code: "unauthenticated",
      status: 401,
    });
  });

  test("an abort rejects with the signal's own reason", async () => {
    const { client, sandbox } = await withDataset();
    const controller = new AbortController();
    sandbox.faults.next({ delayMs: 5_000 });
    const reading = rejection(client.warehouse.tables.get(reference, { signal: controller.signal }));
    const reason = new Error("no longer wanted");
    setTimeout(() => controller.abort(reason), 20);
    expect(await reading).toBe(reason);
  });

  test("an attempt times out", async () => {
    const { client, sandbox } = await withDataset();
    sandbox.faults.next({ delayMs: 5_000 });
    expect(await rejection(client.warehouse.tables.get(reference, { timeoutMs: 30 }))).toMatchObject({
      code: "timeout",
    });
  });

  if (!isWhole) return;

  test("resumes a list from the token of any page", async () => {
    const { sandbox, client } = await reach();
    for (let n = 0; n < 25; n += 1) sandbox.warehouse.projects.add({ projectId: `p-${n}` });
    const first = await client.warehouse.projects.list({ maxResults: 10 }).firstPage();
    const rest = await client.warehouse.projects.list({ maxResults: 10, pageToken: first.nextPageToken }).toArray({
      limit: Number.POSITIVE_INFINITY,
    });
    expect(first.projects).toHaveLength(10);
    expect(rest).toHaveLength(15);
  });

  test("creates, reads, lists and ensures datasets, and their tables have their defaults", async () => {
    const { client } = await reach();
    const { datasets, tables } = client.warehouse;
    const datasetReference = { projectId: "shop", datasetId: "sales" };
    const dataset = {
      datasetReference,
      location: "EU",
      labels: { team: "data" },
      defaultTableExpirationMs: 3_600_000n,
    };
    const { dataset: created, change } = await datasets.ensure(dataset);
    expect(change).toBe("created");
    expect(created).toMatchObject({ id: "shop:sales", location: "EU", defaultTableExpirationMs: "3600000" });
    expect(await datasets.ensure({ ...dataset, location: "eu" })).toEqual({ dataset: created, change: "unchanged" });
    expect(await datasets.get(datasetReference)).toEqual(created);
    expect(await rejection(datasets.insert(dataset))).toMatchObject({
      code: "conflict",
      status: 409,
      reason: "duplicate",
      serviceMessage: "Already Exists: Dataset shop:sales",
    });
    expect(await rejection(datasets.get({ ...datasetReference, datasetId: "none" }))).toMatchObject({
      code: "not_found",
      message: expect.stringMatching(
        new RegExp(
          `^\\[not_found\\] 404 GET /${names.warehouse}/v2/projects/shop/datasets/none: Not found: Dataset shop:none`,
        ),
      ),
    });
    const table = await tables.insert({ tableReference: reference });
    expect(Number(table.expirationTime) - Number(table.creationTime)).toBe(3_600_000);

    for (const datasetId of ["stock", "_hidden"])
      await datasets.insert({ datasetReference: { projectId: "shop", datasetId } });
    const ids = async (options?: ListDatasetsOptions) => {
      const entries = await datasets.list({ projectId: "shop" }, options).toArray({ limit: 10 });
      return entries.map((entry) => entry.datasetReference?.datasetId);
    };
    expect(await ids({ maxResults: 1 })).toEqual(["sales", "stock"]);
    expect(await ids({ all: true, maxResults: 2 })).toEqual(["sales", "stock", "_hidden"]);
    expect(await ids({ filter: "labels.team:data" })).toEqual(["sales"]);
    expect(await ids({ filter: "labels.team:other" })).toEqual([]);
  });

  test("keeps labels named like properties of an object, unknown fields, nulls and empty strings", async () => {
    const { client } = await withDataset();
    const labels = JSON.parse('{"constructor":"a","empty":""}');
    const future = { futureMember: { deep: [1, null, "", false, 0], zero: 0 } };
    const table = await client.warehouse.tables.insert({ ...orders, labels, ...future });
    expect(Object.entries(table.labels ?? {})).toEqual(Object.entries(labels));
    expect(table).toMatchObject(future);
    const again = await client.warehouse.tables.update({ ...table });
    expect(again).toMatchObject(future);
  });

  test("rejects an empty etag before anything is sent", async () => {
    const { client, sandbox } = await reach();
    const { tables } = client.warehouse;
    expect(await rejection(tables.patch(reference, { description: "x" }, { ifMatch: "" }))).toMatchObject({
      code: "invalid_request",
      issues: [{ path: "ifMatch", rule: "if-match" }],
    });
    expect(sandbox.requests).toEqual([]);
  });

  test("rejects a change with a stale etag, and modify starts over", async () => {
    const { client } = await withDataset({ sandbox: { clock: createTestClock() } });
    const { tables } = client.warehouse;
    const { etag } = await tables.insert(orders);
    await tables.patch(reference, { description: "changed first" });
    expect(await rejection(tables.patch(reference, { description: "late" }, { ifMatch: etag! }))).toMatchObject({
      code: "precondition_failed",
      status: 412,
      attempts: 1,
    });
    let runs = 0;
    const modified = await tables.modify(reference, async (table) => {
      runs += 1;
      if (runs === 1) await tables.patch(reference, { friendlyName: "in between" });
      return { description: `${table.description}, then modified` };
    });
    expect(runs).toBe(2);
    expect(modified).toMatchObject({ friendlyName: "in between", description: "changed first, then modified" });
    expect(await tables.modify(reference, () => undefined)).toEqual(modified);
  });

  test("reads, sets and tests IAM policies", async () => {
    const { client } = await withDataset();
    const { tables } = client.warehouse;
    await tables.insert(orders);
    const empty = await tables.getIamPolicy(reference);
    expect(empty.bindings).toBeUndefined();
    const binding = { role: "roles/viewer", members: ["user:ada@example.com"] };
    const set = await tables.setIamPolicy(reference, { ...empty, bindings: [binding] });
    expect(set.bindings).toEqual([binding]);
    expect(await tables.getIamPolicy(reference, { requestedPolicyVersion: 3 })).toEqual(set);
    expect(await rejection(tables.setIamPolicy(reference, { ...empty, bindings: [] }))).toMatchObject({
      name: "ApiError",
    });
    const held = await tables.testIamPermissions(reference, [`${names.warehouse}.tables.get`, "other.get"]);
    expect(held).toEqual([`${names.warehouse}.tables.get`]);
  });

  test("reports all issues of a request together and sends nothing", async () => {
    const { client, sandbox } = await withDataset();
    const error = await rejection(
      client.warehouse.tables.insert({
        tableReference: { ...reference, tableId: "" },
        labels: { "bad key": "x" },
        schema: {
          fields: [
            { name: "price", type: "NUMERIC", scale: 2 },
            { name: "1", type: "STRING" },
          ],
        },
        clustering: { fields: ["price"] },
      }),
    );
    expect(isFourfoldError(error, "invalid_request") && error.issues.map(({ path }) => path).sort()).toEqual(
      [
        'labels["bad key"]',
        "schema.fields[0].scale",
        "tableReference.tableId",
        // Rules that a vendor's services do not enforce are off in its profile.
        ...(naming.rules["field-name-start"] === "off" ? [] : ["clustering", "schema.fields[1].name"]),
      ].sort(),
    );
    expect(sandbox.requests).toHaveLength(0);
  });

  test("uses the names of the profile on the wire, and Google's names everywhere else", async () => {
    const { client, sandbox } = await withDataset();
    const { tables } = client.warehouse;
    const lake = { connectionId: "p.l.c", storageUri: "gs://b/t/", fileFormat: "PARQUET", tableFormat: "ICEBERG" };
    const named = { ...reference, tableId: "lake" };
    const inserted = await tables.insert({
      tableReference: named,
      biglakeConfiguration: lake,
      labels: { vendorlakeconfiguration: "x" },
    });
    expect(sandbox.requests.at(-1)?.body).toMatchObject({ [names.lake]: lake });
    expect(inserted).toMatchObject({ kind: `${names.warehouse}#table`, biglakeConfiguration: lake });
    expect(Object.keys(inserted)).not.toContain("vendorLakeConfiguration");
    expect(await tables.get(named)).toEqual({ ...inserted, schema: undefined });
    const removal = await rejection(tables.patch(named, { biglakeConfiguration: null }));
    expect(removal).toMatchObject({ code: "bad_request", status: 400, reason: "invalid" });
    expect(sandbox.requests.at(-1)?.body).toEqual({ [names.lake]: null });
    const restored = await tables.update(inserted);
    expect(restored.biglakeConfiguration).toEqual(lake);
    const moved = await tables.modify(named, () => ({ biglakeConfiguration: { storageUri: "gs://b/other/" } }));
    expect(moved.biglakeConfiguration).toEqual({ ...lake, storageUri: "gs://b/other/" });
  });

  test.each([
    ["sheets", "GOOGLE_SHEETS", "googleSheetsOptions", { range: "sheet1!A1:B2" }],
    ["wideColumn", "BIGTABLE", "bigtableOptions", { readRowkeyAsString: true }],
    ["backup", "DATASTORE_BACKUP", undefined, {}],
  ] as const)(
    "uses the names of the profile for the external format %s",
    async (kind, sourceFormat, member, options) => {
      const { client, sandbox } = await withDataset();
      const external = {
        sourceUris: [kind === "backup" ? "gs://b/x" : "https://b.example/x"],
        sourceFormat,
        ...(member && { [member]: options }),
      };
      const table = await client.warehouse.tables.insert({
        tableReference: reference,
        externalDataConfiguration: external,
      });
      expect(sandbox.requests.at(-1)?.body).toEqual({
        tableReference: reference,
        externalDataConfiguration: {
          sourceUris: external.sourceUris,
          sourceFormat: names.formats[kind],
          ...(kind !== "backup" && { [names[kind]]: options }),
        },
      });
      expect(table.externalDataConfiguration).toEqual(external);
    },
  );

  test("the service itself rejects an invalid request of a client without validation", async () => {
    const { client } = await withDataset({ client: { validation: { requests: "off" } } });
    const error = await rejection(client.warehouse.tables.insert({ ...orders, labels: { Bad: "x" } }));
    expect(error).toMatchObject({ code: "bad_request", status: 400, reason: "invalid", attempts: 1 });
  });
});
