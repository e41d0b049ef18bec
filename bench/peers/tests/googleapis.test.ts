import { bigquery } from "googleapis/build/src/apis/bigquery/index.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Reached, reach } from "./reach.js";

let reached: Reached;

beforeEach(async () => {
  reached = await reach();
  reached.sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
});

afterEach(() => reached.close());

const place = { projectId: "shop", datasetId: "sales" };
const orders = { ...place, tableId: "orders" };

test("lists projects page by page", async () => {
  for (let n = 0; n < 7; n += 1) reached.sandbox.warehouse.projects.add({ projectId: `p${n}`, friendlyName: `P ${n}` });
  const found: unknown[] = [];
  let pageToken: string | undefined;
  do {
    const { data } = await reached.warehouse.projects.list({ maxResults: 3, ...(pageToken ? { pageToken } : {}) });
    expect(data.kind).toBe("bigquery#projectList");
    found.push(...(data.projects ?? []).map(({ id }) => id));
    pageToken = data.nextPageToken ?? undefined;
  } while (pageToken);
  expect(found).toEqual(["shop", "p0", "p1", "p2", "p3", "p4", "p5", "p6"]);
});

test("creates, reads, patches, replaces, lists and deletes a table", async () => {
  const { tables } = reached.warehouse;
  const schema = { fields: [{ name: "id", type: "INT64", mode: "REQUIRED" }] };
  const created = await tables.insert({
    ...place,
    requestBody: { tableReference: orders, schema, expirationTime: null },
  });
  expect(created.status).toBe(200);
  const returned = { fields: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] };
  expect(created.data).toMatchObject({ kind: "bigquery#table", type: "TABLE", schema: returned });

  const read = await tables.get({ ...orders, selectedFields: "id", view: "BASIC" });
  expect(read.data.numRows).toBeUndefined();
  // Typed as a record, but it is a Headers object.
  expect(new Headers(read.headers as HeadersInit).get("etag")).toBe(read.data.etag);

  const patched = await tables.patch({ ...orders, autodetect_schema: false, requestBody: { friendlyName: "Orders" } });
  expect(patched.data).toMatchObject({ friendlyName: "Orders", schema: returned });

  const replaced = await tables.update(
    { ...orders, requestBody: { tableReference: orders, schema, description: "New" } },
    { headers: { "If-Match": String(patched.data.etag) } },
  );
  expect(replaced.data.friendlyName).toBeUndefined();
  expect(replaced.data.description).toBe("New");

  const listed = await tables.list({ ...place, maxResults: 10 });
  expect(listed.data).toMatchObject({
    kind: "bigquery#tableList",
    totalItems: 1,
    tables: [{ id: "shop:sales.orders" }],
  });

  const deleted = await tables.delete(orders);
  expect(deleted.status).toBe(204);
  await expect(tables.get(orders)).rejects.toMatchObject({
    status: 404,
    message: "Not found: Table shop:sales.orders",
  });
});

test("accepts the parameters that every method of these services has", async () => {
  const { data } = await reached.warehouse.projects.list({
    alt: "json",
    prettyPrint: false,
    quotaUser: "me",
    "$.xgafv": "2",
    uploadType: "media",
    upload_protocol: "raw",
  });
  expect(data.projects).toHaveLength(1);
});

test("accepts an access token in the query", async () => {
  const response = await fetch(`${reached.url}/bigquery/v2/projects?access_token=${reached.token}`);
  expect(response.status).toBe(200);
});

test("reads and writes access policies, and tests permissions", async () => {
  reached.sandbox.warehouse.tables.add({ tableReference: orders });
  const { tables } = reached.warehouse;
  const resource = "projects/shop/datasets/sales/tables/orders";
  const read = await tables.getIamPolicy({ resource, requestBody: { options: { requestedPolicyVersion: 3 } } });
  const condition = { title: "soon", expression: "true" };
  const bindings = [{ role: "roles/bigquery.dataViewer", members: ["user:ada@example.com"], condition }];
  const policy = { version: 3, bindings, ...(read.data.etag ? { etag: read.data.etag } : {}) };
  const written = await tables.setIamPolicy({ resource, requestBody: { policy, updateMask: "bindings,version" } });
  expect(written.data).toMatchObject({ version: 3, bindings });
  const asked = await tables.testIamPermissions({ resource, requestBody: { permissions: ["bigquery.jobs.create"] } });
  expect(asked.data.permissions).toBeUndefined();
});

test("patches an environment and polls its operation", async () => {
  const name = "projects/shop/locations/europe-west1/environments/flows";
  reached.sandbox.environments.add({
    name,
    labels: { old: "yes" },
    config: { softwareConfig: { imageVersion: "composer-2.9.6-airflow-2.9.3" } },
  });
  const { environments, operations } = reached.composer.projects.locations;
  const read = await environments.get({ name });
  expect(read.data).toMatchObject({ name, state: "RUNNING", labels: { old: "yes" } });

  const begun = await environments.patch({
    name,
    updateMask: "config.softwareConfig.airflowConfigOverrides.core-parallelism",
    requestBody: { config: { softwareConfig: { airflowConfigOverrides: { "core-parallelism": "64" } } } },
  });
  let operation = begun.data;
  expect(operation.name).toMatch(/^projects\/shop\/locations\/europe-west1\/operations\/[^/]+$/);
  expect(operation.metadata).toMatchObject({ operationType: "UPDATE", resource: name });
  while (!operation.done) operation = (await operations.get({ name: String(operation.name) })).data;
  expect(operation.error).toBeUndefined();
  expect(operation.response).toMatchObject({
    config: { softwareConfig: { airflowConfigOverrides: { "core-parallelism": "64" } } },
  });
});

test("polls an operation that fails", async () => {
  const name = "projects/shop/locations/europe-west1/environments/flows";
  reached.sandbox.environments.add({ name });
  reached.sandbox.environments.failNext({ code: 9, message: "Not enough addresses" });
  const { environments, operations } = reached.composer.projects.locations;
  const begun = await environments.patch({
    name,
    updateMask: "labels.team",
    requestBody: { labels: { team: "data" } },
  });
  let operation = begun.data;
  while (!operation.done) operation = (await operations.get({ name: String(operation.name) })).data;
  expect(operation.error).toEqual({ code: 9, message: "Not enough addresses" });
  expect(operation.response).toBeUndefined();
});

test("returns the reason why an environment cannot be patched", async () => {
  const name = "projects/shop/locations/europe-west1/environments/flows";
  reached.sandbox.environments.add({ name });
  const { environments } = reached.composer.projects.locations;
  await expect(
    environments.patch({ name, updateMask: "labels,config.nodeCount", requestBody: { labels: {} } }),
  ).rejects.toMatchObject({ status: 400, response: { data: { error: { status: "INVALID_ARGUMENT" } } } });
  await expect(environments.get({ name: `${name}-none` })).rejects.toMatchObject({
    status: 404,
    message: `No such environment found: ${name}-none`,
  });
});

test("a request without credentials is rejected", async () => {
  const stranger = bigquery({ version: "v2", rootUrl: `${reached.url}/` });
  await expect(stranger.projects.list()).rejects.toMatchObject({ status: 401 });
});
