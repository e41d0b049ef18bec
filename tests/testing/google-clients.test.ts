import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { vendorNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { expect, test } from "vitest";
import { column } from "./raw-call.js";

const DATASET = "/bigquery/v2/projects/shop/datasets/sales";
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const environment = "projects/shop/locations/l/environments/flows";

function setUp(): Sandbox {
  const sandbox = createSandbox({ operationMs: 0 });
  const fields = [
    column("id", "INTEGER", { mode: "REQUIRED" }),
    column("lines", "RECORD", { fields: [column("sku")] }),
  ];
  sandbox.warehouse.tables.add({ tableReference: orders, labels: { team: "data", cost: "low" }, schema: { fields } });
  sandbox.environments.add({ name: environment, labels: { team: "data" } });
  return sandbox;
}

async function ask(sandbox: Sandbox, method: string, path: string, body?: unknown, headers: HeadersInit = {}) {
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await sandbox.fetch(path, init);
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any response
  return { status: response.status, json: (text === "" ? undefined : JSON.parse(text)) as any };
}

test.each<[path: string, fields: string, selected: unknown]>([
  ["/tables/orders", "id", { id: "shop:sales.orders" }],
  ["/tables/orders", "labels/team,type", { labels: { team: "data" }, type: "TABLE" }],
  ["/tables/orders", "labels/*", { labels: { team: "data", cost: "low" } }],
  ["/tables/orders", "tableReference(projectId,tableId)", { tableReference: { projectId: "shop", tableId: "orders" } }],
  ["/tables/orders", "schema/fields/name", { schema: { fields: [{ name: "id" }, { name: "lines" }] } }],
  [
    "/tables/orders",
    "schema/fields(type,fields/name)",
    { schema: { fields: [{ type: "INTEGER" }, { type: "RECORD", fields: [{ name: "sku" }] }] } },
  ],
  ["/tables/orders", "labels/team,labels", { labels: { team: "data", cost: "low" } }],
  ["/tables/orders", "description", {}],
  [
    "/tables",
    "tables(id,labels/cost),totalItems",
    { tables: [{ id: "shop:sales.orders", labels: { cost: "low" } }], totalItems: 1 },
  ],
  ["/tables", "tables/tableReference/tableId", { tables: [{ tableReference: { tableId: "orders" } }] }],
  ["/tables/orders", "*/tableId", { tableReference: { tableId: "orders" } }],
  ["/tables", "*/type", { tables: [{ type: "TABLE" }] }],
])("%s with fields=%s returns these fields only", async (path, fields, selected) => {
  const { status, json } = await ask(setUp(), "GET", `${DATASET}${path}?fields=${encodeURIComponent(fields)}`);
  expect([status, json]).toEqual([200, selected]);
});

test("fields selects from responses of all services, and only from those of GET", async () => {
  const sandbox = setUp();
  expect((await ask(sandbox, "GET", `/v1beta1/${environment}?fields=labels`)).json).toEqual({
    labels: { team: "data" },
  });
  const search = "/v1/entities:search?query=bern&fields=itemListElement/result/@id";
  expect((await ask(sandbox, "GET", search)).json).toEqual({ itemListElement: [{ result: { "@id": "kg:/m/0f202" } }] });
  const { json } = await ask(sandbox, "PATCH", `${DATASET}/tables/orders?fields=id`, { description: "x" });
  expect(json).toMatchObject({ description: "x" });
  expect((await ask(sandbox, "GET", `${DATASET}/tables/none?fields=id`)).json.error.code).toBe(404);
});

test.each([
  ",",
  "id,",
  ",id",
  "id,,type",
  "labels(",
  "labels()",
  "labels(team",
  "labels)",
  "id),labels(team",
  "labels/",
  "/id",
  "labels//team",
  "labels(team)x",
  "labels(team)/x",
  "a b",
  "a(".repeat(10_000),
])("fields=%s is a 400", async (fields) => {
  const { status, json } = await ask(setUp(), "GET", `${DATASET}/tables/orders?fields=${encodeURIComponent(fields)}`);
  expect([status, json.error.errors[0].location]).toEqual([400, "fields"]);
});

test("a body may be compressed with gzip", async () => {
  const sandbox = setUp();
  const body = gzipSync(JSON.stringify({ description: "zipped" }));
  const headers = { "content-encoding": "gzip", "content-type": "application/json" };
  const send = (bytes: BodyInit) =>
    sandbox.fetch(`${DATASET}/tables/orders`, { method: "PATCH", headers, body: bytes });
  expect(await (await send(body)).json()).toMatchObject({ description: "zipped" });
  expect(sandbox.requests.at(-1)?.body).toEqual({ description: "zipped" });
  for (const broken of [body.subarray(0, -9), "{}"]) {
    const response = await send(broken);
    const { error } = await response.json();
    expect([response.status, error.message]).toEqual([400, "The body is not valid gzip"]);
  }
  const bomb = await send(gzipSync(Buffer.alloc(11_000_000, " ")));
  expect(bomb.status).toBe(413);
});

const twice = (config: object): [body: object, changed: object] => [{ config }, { config }];
const snapshots = { recoveryConfig: { scheduledSnapshotsConfig: { enabled: true, timeZone: "UTC" } } };

test.each<[mask: string, body: object, changed: object]>([
  ["labels.my_team", { labels: { my_team: "x" } }, { labels: { team: "data", my_team: "x" } }],
  [
    "config.software_config.pypi_packages.my_package",
    { config: { softwareConfig: { pypiPackages: { my_package: "" } } } },
    { config: { softwareConfig: { pypiPackages: { my_package: "" } } } },
  ],
  [
    "config.softwareConfig.pypiPackages.my_package",
    { config: { softwareConfig: { pypiPackages: { my_package: "" } } } },
    { config: { softwareConfig: { pypiPackages: { my_package: "" } } } },
  ],
  [
    "config.software_config.env_variables",
    { config: { softwareConfig: { envVariables: { MY_VAR: "1" } } } },
    { config: { softwareConfig: { envVariables: { MY_VAR: "1" } } } },
  ],
  [
    "config.maintenance_window",
    {
      config: {
        maintenanceWindow: {
          startTime: "2026-01-01T00:00:00Z",
          endTime: "2026-01-01T12:00:00Z",
          recurrence: "FREQ=DAILY",
        },
      },
    },
    { config: { maintenanceWindow: { recurrence: "FREQ=DAILY" } } },
  ],
  ["config.EnvironmentSize", ...twice({ environmentSize: "ENVIRONMENT_SIZE_LARGE" })],
  ["config.SoftwareConfig.PypiPackages.My_Package", ...twice({ softwareConfig: { pypiPackages: { My_Package: "" } } })],
  ["config.RecoveryConfig.ScheduledSnapshotsConfig", ...twice(snapshots)],
  ["config.node_config.network_attachment", ...twice({ nodeConfig: { composerNetworkAttachment: "a" } })],
  [
    "config.data_retention_configuration.airflow_metadata_retention_config",
    ...twice({
      dataRetentionConfig: {
        airflowMetadataRetentionConfig: { retentionMode: "RETENTION_MODE_ENABLED", retentionDays: 30 },
      },
    }),
  ],
])("an update mask may be in snake case or Pascal case: %s", async (mask, body, changed) => {
  const sandbox = setUp();
  const { status } = await ask(sandbox, "PATCH", `/v1beta1/${environment}?updateMask=${mask}`, body);
  expect(status).toBe(200);
  expect((await ask(sandbox, "GET", `/v1beta1/${environment}`)).json).toMatchObject(changed);
});

test("operations and details of errors have the full names of their types", async () => {
  const sandbox = setUp();
  const update = await ask(sandbox, "PATCH", `/v1beta1/${environment}?updateMask=labels.team`, {
    labels: { team: "x" },
  });
  const { json } = await ask(sandbox, "GET", `/v1beta1/${update.json.name}`);
  const types = "type.googleapis.com/google.cloud.orchestration.airflow.service.v1beta1";
  expect(json.metadata["@type"]).toBe(`${types}.OperationMetadata`);
  expect(json.response["@type"]).toBe(`${types}.Environment`);
  const { error } = (await ask(sandbox, "PATCH", `/v1beta1/${environment}?updateMask=labels`, { labels: 5 })).json;
  expect(error.details.map((detail: { "@type": string }) => detail["@type"])).toEqual([
    "type.googleapis.com/google.rpc.ErrorInfo",
    "type.googleapis.com/google.rpc.BadRequest",
  ]);
});

test("paths of BigQuery may omit /bigquery/v2, as clients with BIGQUERY_EMULATOR_HOST do", async () => {
  const sandbox = setUp();
  const whole = await ask(sandbox, "GET", `${DATASET}/tables/orders`);
  expect(await ask(sandbox, "GET", "/projects/shop/datasets/sales/tables/orders")).toEqual(whole);
  expect((await ask(sandbox, "GET", "/projects")).json.totalItems).toBe(1);
  expect((await ask(createSandbox({ naming: vendorNaming }), "GET", "/projects")).status).toBe(200);
  expect((await ask(sandbox, "GET", "/datasets/sales")).status).toBe(404);
});

test("a GET request with a body is a 400", async () => {
  const sandbox = setUp();
  await using server = await listen(sandbox);
  const status = (headers: Record<string, string>, body = "") =>
    new Promise((resolve, reject) => {
      const request = httpRequest(`${server.url}${DATASET}`, { method: "GET", headers }, (response) => {
        resolve(response.resume().statusCode);
      });
      request.on("error", reject).end(body);
    });
  expect(await status({ "content-length": "2" }, "{}")).toBe(400);
  expect(await status({ "content-length": "0" })).toBe(200);
});

test("a dataset can be patched, replaced and deleted", async () => {
  const sandbox = setUp();
  const live = (await ask(sandbox, "GET", DATASET)).json;
  const patched = await ask(
    sandbox,
    "PATCH",
    DATASET,
    { labels: { a: "1" }, friendlyName: "Sales" },
    { "if-match": live.etag },
  );
  expect(patched.json).toMatchObject({
    labels: { a: "1" },
    friendlyName: "Sales",
    location: "US",
  });
  expect(patched.json.etag).not.toBe(live.etag);
  const second = await ask(sandbox, "PATCH", DATASET, { labels: { a: null, b: "2" }, friendlyName: null });
  expect(second.json.labels).toEqual({ b: "2" });
  expect(second.json).not.toHaveProperty("friendlyName");

  const stale = await ask(sandbox, "PATCH", DATASET, { labels: {} }, { "if-match": live.etag });
  expect([stale.status, stale.json.error.errors[0].reason]).toEqual([412, "conditionNotMet"]);
  expect((await ask(sandbox, "PATCH", DATASET, { labels: 5 })).status).toBe(400);
  expect((await ask(sandbox, "PATCH", DATASET, { datasetReference: { datasetId: "other" } })).status).toBe(400);
  expect((await ask(sandbox, "PATCH", DATASET, { defaultTableExpirationMs: "5" })).status).toBe(400);
  expect((await ask(sandbox, "PATCH", `${DATASET}x`, {})).status).toBe(404);

  const replaced = await ask(sandbox, "PUT", DATASET, { datasetReference: live.datasetReference, description: "d" });
  expect(replaced.json).toMatchObject({ description: "d", location: "US" });
  expect(replaced.json).not.toHaveProperty("labels");

  expect((await ask(sandbox, "PATCH", DATASET, "text")).status).toBe(400);

  const used = await ask(sandbox, "DELETE", DATASET);
  expect([used.status, used.json.error.errors[0].reason]).toEqual([400, "resourceInUse"]);
  expect((await ask(sandbox, "DELETE", `${DATASET}?deleteContents=true`)).status).toBe(204);
  expect((await ask(sandbox, "GET", DATASET)).status).toBe(404);
  expect((await ask(sandbox, "DELETE", DATASET)).status).toBe(404);
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  expect((await ask(sandbox, "GET", `${DATASET}/tables`)).json.totalItems).toBe(0);
});

test("new columns have the defaults of their table, and existing ones do not change", async () => {
  const sandbox = setUp();
  const table = { ...orders, tableId: "new" };
  const columns = [
    column("a"),
    column("b", "NUMERIC"),
    column("c", "RECORD", { fields: [column("d"), column("e", "STRING", { collation: "" })] }),
    column("f", "INTEGER"),
  ];
  const defaults = { defaultCollation: "und:ci", defaultRoundingMode: "ROUND_HALF_EVEN" };
  const insert = { tableReference: table, ...defaults, schema: { fields: columns } };
  const { json } = await ask(sandbox, "POST", `${DATASET}/tables`, insert);
  expect(json.schema.fields).toEqual([
    column("a", "STRING", { collation: "und:ci" }),
    column("b", "NUMERIC", { roundingMode: "ROUND_HALF_EVEN" }),
    column("c", "RECORD", {
      fields: [column("d", "STRING", { collation: "und:ci" }), column("e", "STRING", { collation: "" })],
    }),
    column("f", "INTEGER"),
  ]);
  const path = `${DATASET}/tables/new`;
  await ask(sandbox, "PATCH", path, { defaultCollation: "" });
  const added = await ask(sandbox, "PATCH", path, {
    schema: { fields: [...json.schema.fields, column("g")] },
  });
  expect(added.json.schema.fields[0].collation).toBe("und:ci");
  expect(added.json.schema.fields[4]).toEqual(column("g", "STRING", { collation: "" }));
});

test("a view and a materialized view have their default settings", async () => {
  const sandbox = setUp();
  const insert = async (tableId: string, more: object) =>
    (await ask(sandbox, "POST", `${DATASET}/tables`, { tableReference: { ...orders, tableId }, ...more })).json;
  expect((await insert("v1", { view: { query: "SELECT 1" } })).view.useLegacySql).toBe(true);
  expect((await insert("v2", { view: { query: "SELECT 1", useLegacySql: false } })).view.useLegacySql).toBe(false);
  const { materializedView } = await insert("m1", { materializedView: { query: "SELECT 1" } });
  expect(materializedView).toMatchObject({ enableRefresh: true, refreshIntervalMs: "1800000" });
  const other = await insert("m2", {
    materializedView: { query: "SELECT 1", enableRefresh: false, refreshIntervalMs: "60000" },
  });
  expect(other.materializedView).toMatchObject({ enableRefresh: false, refreshIntervalMs: "60000" });
});

test("empty policy tags are not stored", async () => {
  const sandbox = setUp();
  const path = `${DATASET}/tables/tagged`;
  const a = column("a");
  const fields = [{ ...a, policyTags: {} }, column("r", "RECORD", { fields: [{ ...a, policyTags: {} }] })];
  const insert = { tableReference: { ...orders, tableId: "tagged" }, schema: { fields } };
  const { json } = await ask(sandbox, "POST", `${DATASET}/tables`, insert);
  expect(json.schema.fields).toEqual([a, column("r", "RECORD", { fields: [a] })]);
  const [, nested] = json.schema.fields;
  const names = ["projects/p/locations/us/taxonomies/1/policyTags/2"];
  await ask(sandbox, "PATCH", path, { schema: { fields: [{ ...a, policyTags: { names } }, nested] } });
  const cleared = await ask(sandbox, "PATCH", path, { schema: { fields: [{ ...a, policyTags: {} }, nested] } });
  expect(cleared.json.schema.fields[0]).toEqual(a);
});
