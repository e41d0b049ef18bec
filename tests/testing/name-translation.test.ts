import {
  createClient,
  type Environment,
  environmentMethods,
  environmentUpdate,
  googleNaming,
  type Operation,
  vendorNaming,
  warehouseMethods,
} from "fourfold";
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
    config: { nodeCount: 3, softwareConfig: { airflowConfigOverrides: { "core-a": "1" } } },
  });
  return sandbox;
}

test.each([
  [{ vendorLakeConfiguration: lake }, "vendorLakeConfiguration"],
  [{ vendorLakeConfiguration: null }, "vendorLakeConfiguration"],
  [{ externalDataConfiguration: { vendorTableOptions: {} } }, "externalDataConfiguration.vendorTableOptions"],
  [{ externalDataConfiguration: { vendorSheetsOptions: {} } }, "externalDataConfiguration.vendorSheetsOptions"],
  [{ externalDataConfiguration: { sourceFormat: "VENDOR_SHEETS" } }, "externalDataConfiguration.sourceFormat"],
])("rejects a name of the specification: %j", async (member, location) => {
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
      errors: [{ location, message: expect.stringMatching(/: must be /) }],
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

test("paths that updatablePaths does not list are set and cleared, several together", async () => {
  const sandbox = createSandbox({ naming: googleNaming, operationMs: 0 });
  sandbox.environments.add({ name, config: { nodeCount: 3 } });
  const path = `/v1beta1/${name}`;
  const network = { nodeConfig: { network: "n", subnetwork: "s" } };
  const both = "config.nodeConfig.network,config.nodeConfig.subnetwork";
  await call(sandbox, "PATCH", `${path}?updateMask=${both}`, { body: { config: network } });
  expect(JSON.parse((await call(sandbox, "GET", path)).text).config).toEqual({ nodeCount: 3, ...network });
  await call(sandbox, "PATCH", `${path}?updateMask=${both}`, { body: { config: { nodeConfig: { network: "m" } } } });
  expect(JSON.parse((await call(sandbox, "GET", path)).text).config.nodeConfig).toEqual({ network: "m" });
});

test("errors use Google's names", async () => {
  const sandbox = googleSandbox();
  const body = { tableReference: reference, biglakeConfiguration: { ...lake, storageUri: "gs://b/*/" } };
  const { json } = await call(sandbox, "POST", tables, { body });
  expect(json.error.errors).toMatchObject([{ location: "biglakeConfiguration.storageUri" }]);
  expect(json.error.message).toMatch(/^biglakeConfiguration\.storageUri: must not contain/);
});

test("seeds and snapshots have the names of the code, the journal those of the wire", async () => {
  const sandbox = googleSandbox();
  const added = sandbox.warehouse.tables.add({ tableReference: reference, biglakeConfiguration: lake });
  expect(added).toMatchObject({ kind: "bigquery#table", biglakeConfiguration: lake });
  const vendor = createSandbox({ naming: vendorNaming });
  vendor.restore(sandbox.snapshot());
  const client = createClient(vendor.clientOptions).warehouse.tables;
  expect(await client.get(reference)).toMatchObject({ kind: "warehouse#table", biglakeConfiguration: lake });
  await client.patch(reference, { biglakeConfiguration: lake });
  expect(vendor.requests.at(-1)?.body).toEqual({ vendorLakeConfiguration: lake });
  const raw = await call(vendor, "GET", `${tables.replace("bigquery", "warehouse")}/t`);
  expect(raw.json).toMatchObject({ vendorLakeConfiguration: lake });
  expect(vendor.snapshot()).toEqual(vendor.snapshot());
  expect(JSON.stringify(vendor.snapshot())).not.toMatch(/vendorLake/);
});

test("the handler of a built-in method receives and returns the names of the code", async () => {
  for (const naming of [googleNaming, vendorNaming]) {
    const sandbox = createSandbox({ naming });
    let received: unknown;
    sandbox.route(warehouseMethods.tables.insert, ({ body }) => {
      received = body;
      return { tableReference: reference, biglakeConfiguration: lake };
    });
    sandbox.route(environmentMethods.patch, ({ body, query }) => {
      received = { body, query };
      return { name: "o", done: true, response: { name, ...(body as Environment) } } as Operation;
    });
    const client = createClient(sandbox.clientOptions);
    const table = { tableReference: reference, biglakeConfiguration: lake };
    expect(await client.warehouse.tables.insert(table)).toEqual(table);
    expect(received).toEqual(table);
    const update = environmentUpdate.airflowConfigOverrides({ "core-a": "1" });
    const operation = await client.environments.patch(name, update);
    expect(received).toEqual({ body: update.environment, query: { updateMask: update.updateMask } });
    expect(await operation.wait()).toMatchObject(update.environment);
    const sent = JSON.stringify(sandbox.requests.map(({ body, query }) => ({ body, query })));
    expect(/vendorLake|orchestrator/.test(sent)).toBe(naming === vendorNaming);
  }
});
