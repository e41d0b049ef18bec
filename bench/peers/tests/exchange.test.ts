import { createClient, environmentUpdate } from "fourfold";
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
const name = "projects/shop/locations/europe-west1/environments/flows";

/** Our client over HTTP, which rejects responses that differ from its schemas. */
function ours() {
  const { baseUrl: _, fetch: __, ...options } = reached.sandbox.clientOptions;
  return createClient({ ...options, baseUrl: reached.url, validation: { responses: "strict" } });
}

const definition = {
  schema: {
    fields: [
      { name: "id", type: "INTEGER", mode: "REQUIRED" },
      { name: "day", type: "DATE", description: "Day of the order" },
      {
        name: "lines",
        type: "RECORD",
        mode: "REPEATED",
        fields: [{ name: "price", type: "NUMERIC", precision: "10" }],
      },
    ],
  },
  timePartitioning: { type: "DAY", field: "day", expirationMs: "7776000000" },
  clustering: { fields: ["id"] },
  labels: { team: "data" },
  expirationTime: "4102444800000",
} as const;

/** A value as plain JSON: 64-bit integers of our client are bigints. */
const json = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner)));

test("our client and Google's two read the same table, whichever of them created it", async () => {
  const { tables } = ours().warehouse;
  await tables.insert({ tableReference: orders, ...definition });
  const second = { ...orders, tableId: "second" };
  await reached.warehouse.tables.insert({ ...place, requestBody: json({ tableReference: second, ...definition }) });
  await reached.bigquery.dataset("sales").createTable("third", json(definition));
  for (const tableId of ["orders", "second", "third"]) {
    const read = json(await tables.get({ ...place, tableId }));
    expect(read).toMatchObject(definition);
    expect((await reached.warehouse.tables.get({ ...place, tableId })).data).toEqual(read);
    const [metadata] = await reached.bigquery.dataset("sales").table(tableId).getMetadata();
    expect(metadata).toEqual(read);
  }
});

test("our client patches what Google's clients wrote, and the other way round", async () => {
  const { tables } = ours().warehouse;
  await reached.bigquery.dataset("sales").createTable("orders", json(definition));
  await tables.patch(orders, { description: "New", labels: { team: null, cost: "low" } });
  const [metadata] = await reached.bigquery.dataset("sales").table("orders").getMetadata();
  expect(metadata).toMatchObject({ ...definition, description: "New", labels: { cost: "low" } });
  await reached.warehouse.tables.patch({ ...orders, requestBody: { description: null, friendlyName: "Orders" } });
  const read = await tables.get(orders);
  expect(read.description).toBeUndefined();
  expect(read).toMatchObject({ friendlyName: "Orders", labels: { cost: "low" } });
});

test("our client and googleapis read the same environment, whichever of them changed it", async () => {
  reached.sandbox.environments.add({
    name,
    config: { softwareConfig: { imageVersion: "composer-2.9.6-airflow-2.9.3" } },
  });
  const { environments } = ours();
  await environments.apply(name, [
    environmentUpdate.pypiPackages({ numpy: ">=2" }),
    environmentUpdate.environmentSize("ENVIRONMENT_SIZE_LARGE"),
  ]);
  const googles = reached.composer.projects.locations.environments;
  expect((await googles.get({ name })).data).toEqual(json(await environments.get(name)));
  const begun = await googles.patch({
    name,
    updateMask: "config.software_config.pypi_packages.pandas,config.software_config.pypi_packages.numpy",
    requestBody: { config: { softwareConfig: { pypiPackages: { pandas: "" } } } },
  });
  await environments.operation(String(begun.data.name)).wait({ pollIntervalMs: 10 });
  const read = await environments.get(name);
  expect(read.config?.softwareConfig?.pypiPackages).toEqual({ pandas: "" });
  expect((await googles.get({ name })).data).toEqual(json(read));
});
