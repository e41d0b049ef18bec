import { createClient, googleNaming, type Table, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { call } from "./raw-call.js";

const reference = { projectId: "shop", datasetId: "sales", tableId: "t" };
const tables = "/bigquery/v2/projects/shop/datasets/sales/tables";
const lake = { connectionId: "p.l.c", storageUri: "gs://b/t/", fileFormat: "PARQUET", tableFormat: "ICEBERG" };
const name = "projects/shop/locations/l/environments/flows";

function googleSandbox() {
  const sandbox = createSandbox({ naming: googleNaming, operationMs: 0 });
  sandbox.warehouse.datasets.add(reference);
  sandbox.environments.add({
    name,
    labels: { airflowConfigOverrides: "mine" },
    config: { nodeCount: 3, softwareConfig: { orchestratorConfigOverrides: { "core-a": "1" } } },
  });
  return sandbox;
}

test("responds with vendor-specific names, kinds and paths", async () => {
  const sandbox = googleSandbox();
  const body = {
    tableReference: reference,
    biglakeConfiguration: lake,
    labels: { vendortableoptions: "x" },
    resourceTags: { "1/vendorTableOptions": "x" },
  };
  const { json } = await call(sandbox, "POST", tables, { body });
  expect(json).toMatchObject({ ...body, kind: "bigquery#table", id: "shop:sales.t" });
  expect(Object.keys(json)).not.toContain("vendorLakeConfiguration");
  expect((await call(sandbox, "GET", tables)).json).toMatchObject({ kind: "bigquery#tableList" });
  expect((await call(sandbox, "GET", "/bigquery/v2/projects")).json).toMatchObject({ kind: "bigquery#projectList" });
  expect((await call(sandbox, "GET", "/warehouse/v2/projects")).status).toBe(404);
});

test.each([
  [{ vendorLakeConfiguration: lake }, "vendorLakeConfiguration"],
  [{ vendorLakeConfiguration: null }, "vendorLakeConfiguration"],
  [{ externalDataConfiguration: { vendorTableOptions: {} } }, "externalDataConfiguration.vendorTableOptions"],
  [{ externalDataConfiguration: { vendorSheetsOptions: {} } }, "externalDataConfiguration.vendorSheetsOptions"],
  [{ externalDataConfiguration: { sourceFormat: "VENDOR_SHEETS" } }, "externalDataConfiguration.sourceFormat"],
  [{ future: [{ vendorTableOptions: {} }] }, "future.0.vendorTableOptions"],
  [{ future: { sourceFormat: [{ toString: null }], vendorTableOptions: {} } }, "future.vendorTableOptions"],
])("knows no neutral name on the wire: %j", async (member, location) => {
  const sandbox = googleSandbox();
  for (const [method, path] of [
    ["POST", tables],
    ["PATCH", `${tables}/t`],
    ["PUT", `${tables}/t`],
  ] as const) {
    if (method === "PATCH") sandbox.warehouse.tables.add({ tableReference: reference });
    const { status, json } = await call(sandbox, method, path, { body: { tableReference: reference, ...member } });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      errors: [{ location, message: expect.stringMatching(/is unknown to google/) }],
    });
  }
});

test.each([
  ["config.softwareConfig.orchestratorConfigOverrides", {}],
  ["config.softwareConfig.orchestratorConfigOverrides.core-a", {}],
  ["config.softwareConfig.airflowConfigOverrides.core", {}],
  [
    "config.softwareConfig.airflowConfigOverrides",
    { config: { softwareConfig: { orchestratorConfigOverrides: { "core-a": "2" } } } },
  ],
  [
    "config.softwareConfig.imageVersion",
    { config: { softwareConfig: { imageVersion: "product-2.0.0-engine-2.0.0" } } },
  ],
  ["config.softwareConfig", {}],
  ["config.nodeConfig.network,labels", {}],
  ["config..nodeConfig", {}],
])("rejects the mask %s with %j", async (updateMask, body) => {
  const sandbox = googleSandbox();
  const { status, text } = await call(sandbox, "PATCH", `/v1beta1/${name}?updateMask=${updateMask}`, { body });
  expect(status, text).toBe(400);
  expect(text).not.toMatch(/<product>|<engine>/);
});

test("environments and operations use the vendor-specific names, and maps keep a user's keys", async () => {
  const sandbox = googleSandbox();
  const path = `/v1beta1/${name}`;
  const read = async () => JSON.parse((await call(sandbox, "GET", path)).text);
  expect(await read()).toMatchObject({
    labels: { airflowConfigOverrides: "mine" },
    config: { softwareConfig: { airflowConfigOverrides: { "core-a": "1" } } },
  });
  const mask = "config.softwareConfig.airflowConfigOverrides.core-orchestratorConfigOverrides";
  const value = { "core-orchestratorConfigOverrides": "2" };
  const body = { config: { softwareConfig: { airflowConfigOverrides: value } } };
  const started = JSON.parse((await call(sandbox, "PATCH", `${path}?updateMask=${mask}`, { body })).text);
  const done = JSON.parse((await call(sandbox, "GET", `/v1beta1/${started.name}`)).text);
  const software = { airflowConfigOverrides: { "core-a": "1", ...value } };
  expect(done.response.config.softwareConfig).toEqual(software);
  expect((await read()).config.softwareConfig).toEqual(software);
});

test("paths that updatablePaths does not list are set and cleared, several together", async () => {
  const sandbox = createSandbox({ naming: googleNaming, operationMs: 0 });
  sandbox.environments.add({ name, config: { nodeCount: 3 } });
  const path = `/v1beta1/${name}`;
  const network = { nodeConfig: { network: "n", subnetwork: "s" } };
  const both = "config.nodeConfig.network,config.nodeConfig.subnetwork";
  await call(sandbox, "PATCH", `${path}?updateMask=${both}`, { body: { config: network } });
  expect(JSON.parse((await call(sandbox, "GET", path)).text).config).toEqual({ nodeCount: 3, ...network });
  await call(sandbox, "PATCH", `${path}?updateMask=config.nodeConfig.subnetwork`, { body: {} });
  expect(JSON.parse((await call(sandbox, "GET", path)).text).config.nodeConfig).toEqual({ network: "n" });
});

test("errors use the vendor-specific names", async () => {
  const sandbox = googleSandbox();
  const body = { tableReference: reference, biglakeConfiguration: { ...lake, storageUri: "gs://b/*/" } };
  const { json } = await call(sandbox, "POST", tables, { body });
  expect(json.error.errors).toMatchObject([{ location: "biglakeConfiguration.storageUri" }]);
  expect(json.error.message).toMatch(/^biglakeConfiguration\.storageUri: must not contain/);
});

test("seeds, snapshots and journal: the state is in neutral names, the journal in those of the wire", async () => {
  const sandbox = googleSandbox();
  const added = sandbox.warehouse.tables.add({ tableReference: reference, vendorLakeConfiguration: lake });
  expect(added).toMatchObject({ kind: "bigquery#table", vendorLakeConfiguration: lake });
  const neutral = createSandbox({ naming: vendorNaming });
  neutral.restore(sandbox.snapshot());
  const table: Table = await createClient(neutral.clientOptions).warehouse.tables.get(reference);
  expect(table).toMatchObject({ kind: "warehouse#table", vendorLakeConfiguration: lake });
  await createClient(sandbox.clientOptions).warehouse.tables.patch(reference, { vendorLakeConfiguration: lake });
  expect(sandbox.requests.at(-1)).toMatchObject({
    path: `${tables}/t`,
    body: { biglakeConfiguration: lake },
  });
});
