import { gzipSync } from "node:zlib";
import { BigQuery } from "@google-cloud/bigquery";
import { v1beta1 } from "@google-cloud/orchestration-airflow";
import { OAuth2Client } from "google-auth-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { projectId, type Reached, reach } from "./reach.js";

const place = { projectId, datasetId: "sales" };
const orders = { ...place, tableId: "orders" };
const name = "projects/shop/locations/europe-west1/environments/flows";

let reached: Reached;

beforeEach(async () => {
  reached = await reach();
  const fields = [{ name: "id", type: "INTEGER" }];
  reached.sandbox.warehouse.tables.add({ tableReference: orders, labels: { team: "data" }, schema: { fields } });
  reached.sandbox.environments.add({ name, labels: { team: "data" } });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await reached.close();
});

test.each<[fields: string, selected: object]>([
  ["id,labels/team", { id: "shop:sales.orders", labels: { team: "data" } }],
  ["schema(fields(name))", { schema: { fields: [{ name: "id" }] } }],
  ["tableReference/*", { tableReference: orders }],
])("googleapis receives the fields %s of a table", async (fields, selected) => {
  expect((await reached.warehouse.tables.get({ ...orders, fields })).data).toEqual(selected);
});

test("googleapis receives the fields of lists, environments and entities", async () => {
  const { warehouse, composer, search } = reached;
  const tables = await warehouse.tables.list({ ...place, fields: "tables/tableReference/tableId,nextPageToken" });
  expect(tables.data).toEqual({ tables: [{ tableReference: { tableId: "orders" } }] });
  const environment = await composer.projects.locations.environments.get({ name, fields: "labels" });
  expect(environment.data).toEqual({ labels: { team: "data" } });
  const found = await search.entities.search({ query: "bern", fields: "itemListElement/result/name" });
  expect(found.data).toEqual({ itemListElement: [{ result: { name: "Bern" } }] });
  await expect(warehouse.tables.get({ ...orders, fields: "labels(" })).rejects.toMatchObject({ status: 400 });
});

test("googleapis patches, replaces and deletes a dataset", async () => {
  const { datasets } = reached.warehouse;
  const patched = await datasets.patch({ ...place, requestBody: { description: "d", labels: { a: "1" } } });
  expect(patched.data).toMatchObject({ description: "d", labels: { a: "1" } });
  const replaced = await datasets.update({ ...place, requestBody: { datasetReference: place, description: "e" } });
  expect(replaced.data.labels).toBeUndefined();
  await expect(datasets.delete(place)).rejects.toMatchObject({ status: 400 });
  expect((await datasets.delete({ ...place, deleteContents: true })).status).toBe(204);
});

test("accepts a body in gzip over HTTP", async () => {
  const headers = { authorization: `Bearer ${reached.token}`, "content-encoding": "gzip" };
  const path = `${reached.url}/bigquery/v2/projects/shop/datasets/sales/tables/orders`;
  const body = gzipSync(JSON.stringify({ description: "zipped" }));
  expect(await (await fetch(path, { method: "PATCH", headers, body })).json()).toMatchObject({ description: "zipped" });
});

test("@google-cloud/bigquery reaches the sandbox as an emulator", async () => {
  vi.stubEnv("BIGQUERY_EMULATOR_HOST", reached.url);
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: reached.token });
  const [tables] = await new BigQuery({ projectId, authClient }).dataset("sales").getTables();
  expect(tables.map(({ id }) => id)).toEqual(["orders"]);
  expect(reached.sandbox.requests.at(-1)?.path).toBe("/projects/shop/datasets/sales/tables");
});

test("@google-cloud/bigquery changes and deletes a dataset", async () => {
  const dataset = reached.bigquery.dataset("sales");
  await dataset.setMetadata({ description: "d" });
  expect((await dataset.getMetadata())[0].description).toBe("d");
  await dataset.delete({ force: true });
  expect(await dataset.exists()).toEqual([false]);
});

test.each<[mask: string[], environment: object]>([
  [["labels.my_team"], { labels: { my_team: "x" } }],
  [
    ["config.software_config.pypi_packages.my_package"],
    { config: { softwareConfig: { pypiPackages: { my_package: ">=1" } } } },
  ],
  [["config.software_config.env_variables"], { config: { softwareConfig: { envVariables: { MY_VAR: "1" } } } }],
])("@google-cloud/orchestration-airflow updates %j and waits for the operation", async (paths, environment) => {
  const { hostname, port } = new URL(reached.url);
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: reached.token });
  const client = new v1beta1.EnvironmentsClient({
    apiEndpoint: hostname,
    port: Number(port),
    protocol: "http",
    fallback: true,
    projectId,
    authClient: authClient as never, // a version of the same class
  });
  const [operation] = await client.updateEnvironment({ name, updateMask: { paths }, environment });
  const [updated] = await operation.promise();
  expect(updated).toMatchObject(environment);
  expect(operation.metadata).toMatchObject({ resource: name });
  await client.close();
});
