import fc from "fast-check";
import { createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
import {
  createWarehouse,
  formatTableReference,
  parseTableReference,
  type TableInput,
  type WarehouseOptions,
} from "fourfold/warehouse";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const reference = { projectId: "shop", datasetId: "sales", tableId: "orders" };

function tablesAnswering(answer: unknown, options: Partial<WarehouseOptions> = {}) {
  const fetch = scriptedFetch(json(answer));
  const client = createWarehouse({ baseUrl: "http://unreached.test", fetch, ...options } as WarehouseOptions);
  return { tables: client.tables, requests: fetch.requests };
}

test.each([
  [["id", "lines.sku"], "id,lines.sku"],
  ["id,lines.sku", "id,lines.sku"],
])("selected fields are sent as one parameter: %j", async (selectedFields, sent) => {
  const { tables, requests } = tablesAnswering({ tableReference: reference });
  await tables.get(reference, { selectedFields: selectedFields as string[] });
  expect(new URL(requests[0]?.url ?? "").searchParams.get("selectedFields")).toBe(sent);
});

test.each([
  ["on", ["tableReference"]],
  ["off", ["tableReference.projectId", "tableReference.datasetId"]],
])("a table without its ids has no path, with the checks of requests %s", async (requests, paths) => {
  const { tables } = tablesAnswering({}, { validation: { requests } as WarehouseOptions["validation"] });
  expect(await rejection(tables.insert({ description: "x" } as TableInput))).toMatchObject({
    code: "invalid_request",
    issues: paths.map((path) => ({ path })),
  });
});

test.each([
  [null, "policy", "is required"],
  [{ bindings: "all" }, "bindings", "expected a list"],
  [{ bindings: [{ role: 5 }] }, "bindings[0].role", "expected a string"],
])("a policy is checked before it is sent: %j", async (policy, path, message) => {
  const { tables, requests } = tablesAnswering({});
  expect(await rejection(tables.setIamPolicy(reference, policy as never))).toMatchObject({
    code: "invalid_request",
    issues: [{ path, message: expect.stringContaining(message) }],
  });
  expect(requests).toEqual([]);
});

test("a policy is sent with its mask if one is given", async () => {
  const { tables, requests } = tablesAnswering({ etag: "e" });
  const policy = { bindings: [{ role: "roles/viewer", members: ["user:ada"] }] };
  await tables.setIamPolicy(reference, policy, { updateMask: "bindings" });
  await tables.setIamPolicy(reference, policy);
  expect(await Promise.all(requests.map((request) => request.json()))).toEqual([
    { policy, updateMask: "bindings" },
    { policy },
  ]);
});

test.each([[[]], ["a"], [null], [[5]]])("permissions must be a non-empty list: %j", async (permissions) => {
  const { tables, requests } = tablesAnswering({});
  expect(await rejection(tables.testIamPermissions(reference, permissions as never))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "permissions", rule: "iam-permissions" }],
  });
  expect(requests).toEqual([]);
});

test.each([{}, { permissions: null }, { permissions: "a" }])("%j results in no permissions", async (answer) => {
  expect(await tablesAnswering(answer).tables.testIamPermissions(reference, ["a", "b"])).toEqual([]);
});

const partitionDefinition = { partitionedColumn: [{ field: "day" }] };
const DAILY = { timePartitioning: { type: "DAY", field: "day" } };
const RANGE = { rangePartitioning: { field: "n", range: { start: 0, end: 9, interval: 1 } } };
const LAKE = {
  connectionId: "p.eu.c",
  storageUri: "store://bucket/t/",
  fileFormat: "PARQUET",
  tableFormat: "ICEBERG",
};

test.each<[what: string, table: Partial<TableInput>, isSent: boolean, isInPatch: boolean]>([
  ["partitioned by time", DAILY, false, false],
  ["partitioned by ranges", RANGE, false, false],
  ["without partitions, which a patch cannot know", {}, false, true],
  ["partitioned by a metastore", { externalCatalogTableOptions: {} }, true, true],
  ["of BigLake", { biglakeConfiguration: LAKE, ...DAILY }, true, true],
])("the partition columns of a table %s are sent: %j", async (_, table, isSent, isInPatch) => {
  for (const requests of ["on", "off"] as const) {
    const { tables, requests: sent } = tablesAnswering({}, { validation: { requests } });
    const input = { tableReference: reference, ...table, partitionDefinition };
    await tables.insert(input);
    await tables.update(input);
    await tables.patch(reference, { ...table, partitionDefinition });
    const bodies = await Promise.all(sent.map((request) => request.json()));
    expect(bodies.map((body) => "partitionDefinition" in body)).toEqual([isSent, isSent, isInPatch]);
  }
});

const withSchema = (schema: TableInput["schema"]): TableInput => ({
  tableReference: reference,
  externalDataConfiguration: { sourceUris: ["store://b/f.csv"], sourceFormat: "CSV", schema },
});

test.each([undefined, {}, { fields: [] }])(
  "a CSV table requires a schema, and %j is not sufficient",
  async (schema) => {
    const { tables, requests } = tablesAnswering({});
    for (const call of [
      () => tables.insert(withSchema(schema)),
      () => tables.update(withSchema(schema)),
      () => tables.update(withSchema(schema), { autodetectSchema: false }),
    ]) {
      expect(await rejection(call())).toMatchObject({
        issues: [{ path: "externalDataConfiguration.schema", rule: "external-schema-required" }],
      });
    }
    expect(requests).toEqual([]);
    await tables.update(withSchema(schema), { autodetectSchema: true });
    await tables.patch(reference, { schema: null, ...withSchema(schema) }, { autodetectSchema: true });
    expect(requests).toHaveLength(2);
  },
);

test.each([{ etag: "e" }, { etag: null }, { etag: "e", description: "x" }])(
  "an etag in a patch is rejected, also from a spread: %j",
  async (read) => {
    const { tables, requests } = tablesAnswering({});
    const error = await rejection(tables.patch(reference, { ...(read as object) }));
    expect(error).toMatchObject({
      message: expect.stringContaining("etag: pass it as the option ifMatch"),
      issues: [{ path: "etag", rule: "if-match" }],
    });
    expect(requests).toEqual([]);
  },
);

test("insert and update ignore an etag, and patch ignores an undefined one", async () => {
  const { tables, requests } = tablesAnswering({});
  const table = { tableReference: reference, etag: "e" };
  await tables.insert(table);
  await tables.update(table);
  await tables.patch(reference, { etag: undefined, description: "x" } as object);
  expect(await Promise.all(requests.map((request) => request.json()))).toEqual([
    { tableReference: reference },
    { tableReference: reference },
    { description: "x" },
  ]);
});

test.each([
  ["shop.sales.orders", { projectId: "shop", datasetId: "sales", tableId: "orders" }],
  ["example.com:shop.sales.orders", { projectId: "example.com:shop", datasetId: "sales", tableId: "orders" }],
  ["p.d.orders$20260101", { projectId: "p", datasetId: "d", tableId: "orders$20260101" }],
  ["p.d.with space", { projectId: "p", datasetId: "d", tableId: "with space" }],
  ["p.d.Ünïcode 🦆", { projectId: "p", datasetId: "d", tableId: "Ünïcode 🦆" }],
])("%j is parsed, and formatted again", (text, reference) => {
  expect(parseTableReference(text)).toEqual(reference);
  expect(formatTableReference(reference)).toBe(text);
});

test.each([
  ["", "must have the form project.dataset.table"],
  ["shop.sales.orders.v2", 'must have the form project.dataset.table, got "shop.sales.orders.v2"'],
  ["domain.com:shop:sales.orders", "must have the form project.dataset.table"],
  ["shop.sales.orders:v2", "must have the form project.dataset.table"],
  ["shop:sales.sales.orders", "must have the form project.dataset.table"],
  ["a:b.com:shop.sales.orders", "must have the form project.dataset.table"],
  [`${"a.".repeat(50_000)}a`, "must have the form project.dataset.table"],
  [" shop.sales.orders", "must have the form project.dataset.table"],
  ["shop.sales .orders", "must have the form project.dataset.table"],
  ["shop.sales.orders ", "must have the form project.dataset.table"],
  ["orders", 'must have the form project.dataset.table, got "orders"'],
  ["sales.orders", 'got "sales.orders"'],
  ["x".repeat(500), "must have the form"],
  [5, "got 5"],
  [null, "got null"],
  [undefined, "got nothing"],
  [{ projectId: "p" }, "got an object"],
])("parseTableReference rejects %j", (text, message) => {
  const error = thrown(() => parseTableReference(text as string));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "", rule: "table-reference" }] });
  expect(String(error)).toContain("parseTableReference");
  expect(String(error)).toContain(message);
  expect(String(error).length).toBeLessThan(250);
});

test.each([
  ["..", ["projectId", "datasetId", "tableId"]],
  ["p..t", ["datasetId"]],
  [".d.t", ["projectId"]],
  ["p.d.", ["tableId"]],
  ["p/x.d.t", ["projectId"]],
  ["p\t.d.two\nlines", ["projectId", "tableId"]],
  ["p.d/x.t/y", ["datasetId", "tableId"]],
  ["..", ["projectId", "datasetId", "tableId"]],
])("parseTableReference rejects the ids of %j", (text, paths) => {
  const error = thrown(() => parseTableReference(text)) as { issues: { path: string; rule: string }[] };
  expect(error.issues.map(({ path }) => path)).toEqual(paths);
  expect(error.issues.every(({ rule }) => rule === "path-id")).toBe(true);
});

test.each<[reference: Record<string, unknown>, paths: string[]]>([
  [{ projectId: "p", datasetId: "d.x", tableId: "t" }, ["datasetId"]],
  [{ projectId: "p", datasetId: "d", tableId: "t.x" }, ["tableId"]],
  [{ projectId: "x.com:p", datasetId: "d:x", tableId: "t:x" }, ["datasetId", "tableId"]],
  [{ projectId: "p`", datasetId: "d`", tableId: "t`" }, ["projectId", "datasetId", "tableId"]],
  [{ projectId: "", datasetId: 5 }, ["projectId", "datasetId", "tableId"]],
  [{ projectId: "p", datasetId: "..", tableId: "a/b" }, ["datasetId", "tableId", "datasetId"]],
])("formatTableReference rejects %j", (reference, paths) => {
  const error = thrown(() => formatTableReference(reference as never)) as { issues: { path: string }[] };
  expect(error).toMatchObject({ code: "invalid_request" });
  expect(error.issues.map(({ path }) => path)).toEqual(paths);
});

const part = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((id) => !/[/`]/.test(id) && Buffer.from(id).toString() === id);

test("formatting and parsing return the same value", () => {
  const id = part.filter((each) => !/[.:]|^ | $/.test(each));
  fc.assert(
    fc.property(id, id, id, (projectId, datasetId, tableId) => {
      const reference = { projectId, datasetId, tableId };
      expect(parseTableReference(formatTableReference(reference))).toEqual(reference);
    }),
  );
});

test("parsing and formatting return the same text, or parsing fails", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(".", "/", "a", "é"), fc.string()), { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      try {
        expect(formatTableReference(parseTableReference(text))).toBe(text);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_request" });
      }
    }),
  );
});

test("getIamPolicy asks for version 3, so that conditions survive a change of what was read", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference: reference });
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const binding = { role: "roles/viewer", members: ["user:ada@example.com"] };
  const conditional = { ...binding, condition: { title: "soon", expression: "true" } };
  const { etag } = await tables.getIamPolicy(reference);
  await tables.setIamPolicy(reference, { etag, version: 3, bindings: [conditional] });
  const read = await tables.getIamPolicy(reference);
  expect(read).toMatchObject({ version: 3, bindings: [conditional] });
  const changed = { ...read, bindings: [...(read.bindings ?? []), binding] };
  expect(await tables.setIamPolicy(reference, changed)).toMatchObject({ version: 3, bindings: [conditional, binding] });
  const versions = sandbox.requests.filter(({ path }) => path.endsWith(":getIamPolicy")).map(({ body }) => body);
  expect(versions).toEqual([{ options: { requestedPolicyVersion: 3 } }, { options: { requestedPolicyVersion: 3 } }]);
});

test("a condition without version 3 is rejected, and a policy without an etag is sent with a warning", async () => {
  const rules: string[] = [];
  const { tables, requests } = tablesAnswering(
    {},
    { onEvent: (e) => e.type === "warning" && rules.push(e.issue.rule) },
  );
  const bindings = [{ role: "roles/viewer", members: ["allUsers"], condition: { expression: "true" } }];
  for (const version of [undefined, 0, 1]) {
    expect(await rejection(tables.setIamPolicy(reference, { etag: "x", version, bindings }))).toMatchObject({
      code: "invalid_request",
      issues: [{ path: "", rule: "iam-condition-version" }],
    });
  }
  for (const requestedPolicyVersion of [2, -1, "3"]) {
    const options = { requestedPolicyVersion } as never;
    expect(await rejection(tables.getIamPolicy(reference, options))).toMatchObject({ code: "invalid_request" });
  }
  expect(requests).toHaveLength(0);
  await tables.setIamPolicy(reference, { version: 3, bindings });
  expect([requests.length, rules]).toEqual([1, ["iam-etag"]]);
});
