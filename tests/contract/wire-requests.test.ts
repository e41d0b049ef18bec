import {
  type Client,
  type CreateClientOptions,
  createClient,
  entityMethods,
  environmentMethods,
  environmentUpdate,
  googleNaming,
  vendorNaming,
  warehouseMethods,
} from "fourfold";
import { applyTables, ensureTable, getTables, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

/** The expected request: `VERB path?query`, and its body if it has one. */
type Wire = readonly [request: string, body?: unknown];

interface Row {
  /** Rows of the method tables that the call sends. */
  readonly methods: readonly string[];
  readonly send: (client: Client) => unknown;
  readonly requests: readonly Wire[];
  /** The requests under vendorNaming, if their bodies or masks differ. */
  readonly vendor?: readonly Wire[];
  /** Reference of the table in the responses. Default: `ref`. */
  readonly reference?: typeof ref;
}

const row = (methods: string, send: Row["send"], ...requests: readonly Wire[]): Row => ({
  methods: methods.split(" "),
  send,
  requests,
});

const dataset = { projectId: "p-1", datasetId: "d_1" };
const ref = { ...dataset, tableId: "t$20260101" };
const simpleRef = { ...dataset, tableId: "t" };
const name = "projects/p-1/locations/eu/environments/e-1";
const operation = "projects/p-1/locations/eu/operations/o-1";
const DATASETS = "/bigquery/v2/projects/p-1/datasets";
const TABLE = "/bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101";
const ENVIRONMENT = "/v1beta1/projects/p-1/locations/eu/environments/e-1";
const lake = { storageUri: "gs://b/", fileFormat: "PARQUET", tableFormat: "ICEBERG", connectionId: "p.eu.c" };
const sourceUris = ["https://s"];
const overrides = { "core-a": "b" };
const done = { name: operation, done: true, response: { name } };

/** Written by hand from the spec and the services' documentation; nothing here is derived from the method tables. */
const rows: Readonly<Record<string, Row>> = {
  "warehouse.projects.list": row(
    "projects.list",
    ({ warehouse }) => warehouse.projects.list({ maxResults: 5, pageToken: "a+b" }).firstPage(),
    ["GET /bigquery/v2/projects?maxResults=5&pageToken=a%2Bb"],
  ),
  "warehouse.datasets.list": row(
    "datasets.list",
    ({ warehouse }) =>
      warehouse.datasets
        .list({ projectId: "p-1" }, { all: true, filter: "labels.team:data labels.a", maxResults: 5, pageToken: "a+b" })
        .firstPage(),
    [`GET ${DATASETS}?all=true&filter=labels.team%3Adata+labels.a&maxResults=5&pageToken=a%2Bb`],
  ),
  "warehouse.datasets.get": row("datasets.get", ({ warehouse }) => warehouse.datasets.get(dataset), [
    `GET ${DATASETS}/d_1`,
  ]),
  "warehouse.datasets.insert": row(
    "datasets.insert",
    ({ warehouse }) =>
      warehouse.datasets.insert({ datasetReference: dataset, location: "EU", defaultTableExpirationMs: 3_600_000 }),
    [`POST ${DATASETS}`, { datasetReference: dataset, location: "EU", defaultTableExpirationMs: "3600000" }],
  ),
  "warehouse.datasets.ensure": row(
    "datasets.get",
    ({ warehouse }) => warehouse.datasets.ensure({ datasetReference: dataset, location: "EU" }),
    [`GET ${DATASETS}/d_1`],
  ),
  "warehouse.tables.list": row(
    "tables.list",
    ({ warehouse }) => warehouse.tables.list(dataset, { maxResults: 5 }).firstPage(),
    [`GET ${DATASETS}/d_1/tables?maxResults=5`],
  ),
  "warehouse.tables.get": row(
    "tables.get",
    ({ warehouse }) => warehouse.tables.get(ref, { selectedFields: ["a", "b.c"], view: "FULL" }),
    [`GET ${TABLE}?selectedFields=a%2Cb.c&view=FULL`],
  ),
  "warehouse.tables.insert": {
    ...row(
      "tables.insert",
      ({ warehouse }) =>
        warehouse.tables.insert({
          tableReference: ref,
          expirationTime: 4_102_444_800_000,
          biglakeConfiguration: lake,
        }),
      [
        `POST ${DATASETS}/d_1/tables`,
        { tableReference: ref, expirationTime: "4102444800000", biglakeConfiguration: lake },
      ],
    ),
    vendor: [
      [
        "POST /warehouse/v2/projects/p-1/datasets/d_1/tables",
        { tableReference: ref, expirationTime: "4102444800000", vendorLakeConfiguration: lake },
      ],
    ],
  },
  "warehouse.tables.patch": row(
    "tables.patch",
    ({ warehouse }) =>
      warehouse.tables.patch(ref, { labels: { a: null }, description: null }, { autodetectSchema: true }),
    [`PATCH ${TABLE}?autodetect_schema=true`, { labels: { a: null }, description: null }],
  ),
  "warehouse.tables.update": {
    ...row(
      "tables.update",
      ({ warehouse }) =>
        warehouse.tables.update(
          { tableReference: ref, externalDataConfiguration: { sourceFormat: "GOOGLE_SHEETS", sourceUris } },
          { autodetectSchema: false },
        ),
      [
        `PUT ${TABLE}?autodetect_schema=false`,
        { tableReference: ref, externalDataConfiguration: { sourceFormat: "GOOGLE_SHEETS", sourceUris } },
      ],
    ),
    vendor: [
      [
        "PUT /warehouse/v2/projects/p-1/datasets/d_1/tables/t%2420260101?autodetect_schema=false",
        { tableReference: ref, externalDataConfiguration: { sourceFormat: "VENDOR_SHEETS", sourceUris } },
      ],
    ],
  },
  "warehouse.tables.delete": row("tables.delete", ({ warehouse }) => warehouse.tables.delete(ref), [`DELETE ${TABLE}`]),
  "warehouse.tables.modify": row(
    "tables.get tables.patch",
    ({ warehouse }) => warehouse.tables.modify(ref, () => ({ friendlyName: "T" })),
    [`GET ${TABLE}`],
    [`PATCH ${TABLE}`, { friendlyName: "T" }],
  ),
  ensureTable: row(
    "tables.get tables.patch",
    ({ warehouse }) => ensureTable(warehouse, { tableReference: ref, labels: { team: "data", old: null } }),
    [`GET ${TABLE}`],
    [`PATCH ${TABLE}`, { labels: { team: "data" } }],
  ),
  getTables: row(
    "tables.get",
    async ({ warehouse }) => {
      for await (const { error } of getTables(warehouse, [ref])) if (error) throw error;
    },
    [`GET ${TABLE}?view=BASIC`],
  ),
  planTables: row(
    "tables.list",
    ({ warehouse }) => planTables(warehouse, [{ table: "d_1.t", labels: { a: "1" } }], { projectId: "p-1" }),
    [`GET ${DATASETS}/d_1/tables?maxResults=1000`],
  ),
  applyTables: {
    ...row(
      "tables.get tables.patch",
      async ({ warehouse }) => {
        const sandbox = createSandbox();
        sandbox.warehouse.tables.add({ tableReference: simpleRef });
        const planner = createClient(sandbox.clientOptions).warehouse;
        const definition = { table: "d_1.t", labels: { a: "1" } };
        return applyTables(warehouse, await planTables(planner, [definition], { projectId: "p-1" }));
      },
      [`GET ${DATASETS}/d_1/tables/t`],
      [`PATCH ${DATASETS}/d_1/tables/t`, { labels: { a: "1" } }],
    ),
    reference: simpleRef,
  },
  "warehouse.tables.getIamPolicy": row(
    "tables.getIamPolicy",
    ({ warehouse }) => warehouse.tables.getIamPolicy(ref, { requestedPolicyVersion: 3 }),
    [`POST ${TABLE}:getIamPolicy`, { options: { requestedPolicyVersion: 3 } }],
  ),
  "warehouse.tables.setIamPolicy": row(
    "tables.setIamPolicy",
    ({ warehouse }) => warehouse.tables.setIamPolicy(ref, { etag: "e", bindings: [] }, { updateMask: "bindings" }),
    [`POST ${TABLE}:setIamPolicy`, { policy: { etag: "e", bindings: [] }, updateMask: "bindings" }],
  ),
  "warehouse.tables.testIamPermissions": row(
    "tables.testIamPermissions",
    ({ warehouse }) => warehouse.tables.testIamPermissions(ref, ["tables.get"]),
    [`POST ${TABLE}:testIamPermissions`, { permissions: ["tables.get"] }],
  ),
  "entities.search": row(
    "search",
    ({ entities }) =>
      entities.search({
        query: "ada l",
        ids: ["kg:/m/0x", "/m/0y"],
        languages: ["en", "de"],
        types: ["Person"],
        prefix: true,
        limit: 5,
        indent: false,
      }),
    [
      "GET /v1/entities:search?query=ada+l&ids=%2Fm%2F0x&ids=%2Fm%2F0y&languages=en&languages=de&types=Person&prefix=true&limit=5&indent=false",
    ],
  ),
  "entities.suggest": row("search", ({ entities }) => entities.suggest({ limit: 3 })("ad"), [
    "GET /v1/entities:search?query=ad&prefix=true&limit=3",
  ]),
  "environments.list": row(
    "list",
    ({ environments }) =>
      environments.list({ projectId: "p-1", locationId: "eu" }, { maxResults: 5, pageToken: "t" }).firstPage(),
    ["GET /v1beta1/projects/p-1/locations/eu/environments?pageSize=5&pageToken=t"],
  ),
  "environments.get": row("get", ({ environments }) => environments.get(name), [`GET ${ENVIRONMENT}`]),
  "environments.patch": {
    ...row(
      "patch",
      ({ environments }) =>
        environments.patch(name, environmentUpdate.airflowConfigOverrides({ ...overrides, "core-b": null })),
      [
        `PATCH ${ENVIRONMENT}?updateMask=config.softwareConfig.airflowConfigOverrides.core-a%2Cconfig.softwareConfig.airflowConfigOverrides.core-b`,
        { config: { softwareConfig: { airflowConfigOverrides: overrides } } },
      ],
    ),
    vendor: [
      [
        `PATCH ${ENVIRONMENT}?updateMask=config.softwareConfig.orchestratorConfigOverrides.core-a%2Cconfig.softwareConfig.orchestratorConfigOverrides.core-b`,
        { config: { softwareConfig: { orchestratorConfigOverrides: overrides } } },
      ],
    ],
  },
  "environments.operation": row("operation", ({ environments }) => environments.operation(operation).poll(), [
    "GET /v1beta1/projects/p-1/locations/eu/operations/o-1",
  ]),
  "environments.apply": row(
    "patch get",
    ({ environments }) => environments.apply(name, [environmentUpdate.nodeCount(4)]),
    [`PATCH ${ENVIRONMENT}?updateMask=config.nodeCount`, { config: { nodeCount: 4 } }],
    [`GET ${ENVIRONMENT}`],
  ),
  "environments.ensure": row("get", ({ environments }) => environments.ensure(name, { labels: {} }), [
    `GET ${ENVIRONMENT}`,
  ]),
};

/** The same requests with the path of vendorNaming. */
const inVendorPath = ({ requests }: Row) =>
  requests.map(([request, ...body]) => [request.replace("/bigquery/v2/", "/warehouse/v2/"), ...body]);

describe.each([
  { naming: vendorNaming, expected: (row: Row) => row.vendor ?? inVendorPath(row) },
  { naming: googleNaming, expected: ({ requests }: Row) => requests },
])("under $naming.name", ({ naming, expected }) => {
  test.each(Object.entries(rows))("%s", async (_, row) => {
    // A valid response of every method.
    const fetch = scriptedFetch(json({ ...done, etag: "e", tableReference: row.reference ?? ref }));
    const options = { naming, baseUrl: "https://service.test", fetch };
    await row.send(createClient(options as CreateClientOptions));
    const arrived = fetch.requests.map(async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const line = `${request.method} ${pathname}${search}`;
      return body === "" ? [line] : [line, JSON.parse(body)];
    });
    expect(await Promise.all(arrived)).toEqual(expected(row));
  });
});

test("every row of the method tables is in this table", () => {
  const sentBy = (area: string) =>
    new Set(Object.entries(rows).flatMap(([call, { methods }]) => (call.startsWith(`${area}.`) ? methods : [])));
  const inWarehouse = Object.entries(warehouseMethods).flatMap(([resource, methods]) =>
    Object.keys(methods).map((method) => `${resource}.${method}`),
  );
  expect(sentBy("warehouse")).toEqual(new Set(inWarehouse));
  expect(sentBy("entities")).toEqual(new Set(Object.keys(entityMethods)));
  expect(sentBy("environments")).toEqual(new Set(Object.keys(environmentMethods)));
});

test("every method of the three clients and every function that sends requests is in this table", () => {
  const client = createClient({ baseUrl: "https://service.test" });
  const { warehouse, entities, environments } = client;
  const functions = {
    "warehouse.projects": warehouse.projects,
    "warehouse.datasets": warehouse.datasets,
    "warehouse.tables": warehouse.tables,
    entities,
    environments,
  };
  const generic = ["entities.call", "entities.list", "environments.call"];
  const calls = Object.entries(functions).flatMap(([area, methods]) =>
    Object.keys(methods).map((method) => `${area}.${method}`),
  );
  const ofTables = ["applyTables", "ensureTable", "getTables", "planTables"];
  const expected = [...calls.filter((call) => !generic.includes(call)), ...ofTables];
  expect(Object.keys(rows).sort()).toEqual(expected.sort());
});
