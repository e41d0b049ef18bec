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
  /** Method of the client, or function of `fourfold/tables`. */
  readonly call: string;
  /** Rows of the method tables that the call sends. */
  readonly methods: readonly string[];
  readonly send: (client: Client) => unknown;
  readonly requests: readonly Wire[];
  /** The requests under vendorNaming, if their bodies or masks differ. */
  readonly vendor?: readonly Wire[];
  /** Reference of the table in the responses. Default: `ref`. */
  readonly reference?: typeof ref;
}

const dataset = { projectId: "p-1", datasetId: "d_1" };
const ref = { ...dataset, tableId: "t$20260101" };
const simpleRef = { ...dataset, tableId: "t" };
const name = "projects/p-1/locations/eu/environments/e-1";
const operation = "projects/p-1/locations/eu/operations/o-1";
const table = {
  tableReference: ref,
  expirationTime: 4_102_444_800_000,
  biglakeConfiguration: {
    storageUri: "gs://b/",
    fileFormat: "PARQUET",
    tableFormat: "ICEBERG",
    connectionId: "p.eu.c",
  },
} as const;
const done = { name: operation, done: true, response: { name } };

/** Written by hand from the spec and the services' documentation; nothing here is derived from the method tables. */
const rows: readonly Row[] = [
  {
    call: "warehouse.projects.list",
    methods: ["projects.list"],
    send: ({ warehouse }) => warehouse.projects.list({ maxResults: 5, pageToken: "a+b" }).firstPage(),
    requests: [["GET /bigquery/v2/projects?maxResults=5&pageToken=a%2Bb"]],
  },
  {
    call: "warehouse.datasets.list",
    methods: ["datasets.list"],
    send: ({ warehouse }) =>
      warehouse.datasets
        .list({ projectId: "p-1" }, { all: true, filter: "labels.team:data labels.a", maxResults: 5, pageToken: "a+b" })
        .firstPage(),
    requests: [
      [
        "GET /bigquery/v2/projects/p-1/datasets?all=true&filter=labels.team%3Adata+labels.a&maxResults=5&pageToken=a%2Bb",
      ],
    ],
  },
  {
    call: "warehouse.datasets.get",
    methods: ["datasets.get"],
    send: ({ warehouse }) => warehouse.datasets.get(dataset),
    requests: [["GET /bigquery/v2/projects/p-1/datasets/d_1"]],
  },
  {
    call: "warehouse.datasets.insert",
    methods: ["datasets.insert"],
    send: ({ warehouse }) =>
      warehouse.datasets.insert({ datasetReference: dataset, location: "EU", defaultTableExpirationMs: 3_600_000 }),
    requests: [
      [
        "POST /bigquery/v2/projects/p-1/datasets",
        {
          datasetReference: { projectId: "p-1", datasetId: "d_1" },
          location: "EU",
          defaultTableExpirationMs: "3600000",
        },
      ],
    ],
  },
  {
    call: "warehouse.datasets.ensure",
    methods: ["datasets.get"],
    send: ({ warehouse }) => warehouse.datasets.ensure({ datasetReference: dataset, location: "EU" }),
    requests: [["GET /bigquery/v2/projects/p-1/datasets/d_1"]],
  },
  {
    call: "warehouse.tables.list",
    methods: ["tables.list"],
    send: ({ warehouse }) => warehouse.tables.list(dataset, { maxResults: 5 }).firstPage(),
    requests: [["GET /bigquery/v2/projects/p-1/datasets/d_1/tables?maxResults=5"]],
  },
  {
    call: "warehouse.tables.get",
    methods: ["tables.get"],
    send: ({ warehouse }) => warehouse.tables.get(ref, { selectedFields: ["a", "b.c"], view: "FULL" }),
    requests: [["GET /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101?selectedFields=a%2Cb.c&view=FULL"]],
  },
  {
    call: "warehouse.tables.insert",
    methods: ["tables.insert"],
    send: ({ warehouse }) => warehouse.tables.insert(table),
    requests: [
      [
        "POST /bigquery/v2/projects/p-1/datasets/d_1/tables",
        {
          tableReference: { projectId: "p-1", datasetId: "d_1", tableId: "t$20260101" },
          expirationTime: "4102444800000",
          biglakeConfiguration: {
            storageUri: "gs://b/",
            fileFormat: "PARQUET",
            tableFormat: "ICEBERG",
            connectionId: "p.eu.c",
          },
        },
      ],
    ],
    vendor: [
      [
        "POST /warehouse/v2/projects/p-1/datasets/d_1/tables",
        {
          tableReference: { projectId: "p-1", datasetId: "d_1", tableId: "t$20260101" },
          expirationTime: "4102444800000",
          vendorLakeConfiguration: {
            storageUri: "gs://b/",
            fileFormat: "PARQUET",
            tableFormat: "ICEBERG",
            connectionId: "p.eu.c",
          },
        },
      ],
    ],
  },
  {
    call: "warehouse.tables.patch",
    methods: ["tables.patch"],
    send: ({ warehouse }) =>
      warehouse.tables.patch(ref, { labels: { a: null }, description: null }, { autodetectSchema: true }),
    requests: [
      [
        "PATCH /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101?autodetect_schema=true",
        { labels: { a: null }, description: null },
      ],
    ],
  },
  {
    call: "warehouse.tables.update",
    methods: ["tables.update"],
    send: ({ warehouse }) =>
      warehouse.tables.update(
        {
          tableReference: ref,
          externalDataConfiguration: { sourceFormat: "GOOGLE_SHEETS", sourceUris: ["https://s"] },
        },
        { autodetectSchema: false },
      ),
    requests: [
      [
        "PUT /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101?autodetect_schema=false",
        {
          tableReference: { projectId: "p-1", datasetId: "d_1", tableId: "t$20260101" },
          externalDataConfiguration: { sourceFormat: "GOOGLE_SHEETS", sourceUris: ["https://s"] },
        },
      ],
    ],
    vendor: [
      [
        "PUT /warehouse/v2/projects/p-1/datasets/d_1/tables/t%2420260101?autodetect_schema=false",
        {
          tableReference: { projectId: "p-1", datasetId: "d_1", tableId: "t$20260101" },
          externalDataConfiguration: { sourceFormat: "VENDOR_SHEETS", sourceUris: ["https://s"] },
        },
      ],
    ],
  },
  {
    call: "warehouse.tables.delete",
    methods: ["tables.delete"],
    send: ({ warehouse }) => warehouse.tables.delete(ref),
    requests: [["DELETE /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101"]],
  },
  {
    call: "warehouse.tables.modify",
    methods: ["tables.get", "tables.patch"],
    send: ({ warehouse }) => warehouse.tables.modify(ref, () => ({ friendlyName: "T" })),
    requests: [
      ["GET /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101"],
      ["PATCH /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101", { friendlyName: "T" }],
    ],
  },
  {
    call: "ensureTable",
    methods: ["tables.get", "tables.patch"],
    send: ({ warehouse }) => ensureTable(warehouse, { tableReference: ref, labels: { team: "data", old: null } }),
    requests: [
      ["GET /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101"],
      ["PATCH /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101", { labels: { team: "data" } }],
    ],
  },
  {
    call: "getTables",
    methods: ["tables.get"],
    send: async ({ warehouse }) => {
      for await (const { error } of getTables(warehouse, [ref])) if (error) throw error;
    },
    requests: [["GET /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101?view=BASIC"]],
  },
  {
    call: "planTables",
    methods: ["tables.list"],
    send: ({ warehouse }) => planTables(warehouse, [{ table: "d_1.t", labels: { a: "1" } }], { projectId: "p-1" }),
    requests: [["GET /bigquery/v2/projects/p-1/datasets/d_1/tables?maxResults=1000"]],
  },
  {
    call: "applyTables",
    methods: ["tables.get", "tables.patch"],
    send: async ({ warehouse }) => {
      const live = { tableReference: simpleRef };
      const definition = { table: "d_1.t", labels: { a: "1" } };
      const sandbox = createSandbox();
      sandbox.warehouse.tables.add(live);
      const planner = createClient(sandbox.clientOptions).warehouse;
      return applyTables(warehouse, await planTables(planner, [definition], { projectId: "p-1" }));
    },
    requests: [
      ["GET /bigquery/v2/projects/p-1/datasets/d_1/tables/t"],
      ["PATCH /bigquery/v2/projects/p-1/datasets/d_1/tables/t", { labels: { a: "1" } }],
    ],
    reference: simpleRef,
  },
  {
    call: "warehouse.tables.getIamPolicy",
    methods: ["tables.getIamPolicy"],
    send: ({ warehouse }) => warehouse.tables.getIamPolicy(ref, { requestedPolicyVersion: 3 }),
    requests: [
      [
        "POST /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101:getIamPolicy",
        { options: { requestedPolicyVersion: 3 } },
      ],
    ],
  },
  {
    call: "warehouse.tables.setIamPolicy",
    methods: ["tables.setIamPolicy"],
    send: ({ warehouse }) =>
      warehouse.tables.setIamPolicy(ref, { etag: "e", bindings: [] }, { updateMask: "bindings" }),
    requests: [
      [
        "POST /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101:setIamPolicy",
        { policy: { etag: "e", bindings: [] }, updateMask: "bindings" },
      ],
    ],
  },
  {
    call: "warehouse.tables.testIamPermissions",
    methods: ["tables.testIamPermissions"],
    send: ({ warehouse }) => warehouse.tables.testIamPermissions(ref, ["tables.get"]),
    requests: [
      [
        "POST /bigquery/v2/projects/p-1/datasets/d_1/tables/t%2420260101:testIamPermissions",
        { permissions: ["tables.get"] },
      ],
    ],
  },
  {
    call: "entities.search",
    methods: ["search"],
    send: ({ entities }) =>
      entities.search({
        query: "ada l",
        ids: ["kg:/m/0x", "/m/0y"],
        languages: ["en", "de"],
        types: ["Person"],
        prefix: true,
        limit: 5,
        indent: false,
      }),
    requests: [
      [
        "GET /v1/entities:search?query=ada+l&ids=%2Fm%2F0x&ids=%2Fm%2F0y&languages=en&languages=de&types=Person&prefix=true&limit=5&indent=false",
      ],
    ],
  },
  {
    call: "entities.suggest",
    methods: ["search"],
    send: ({ entities }) => entities.suggest({ limit: 3 })("ad"),
    requests: [["GET /v1/entities:search?query=ad&prefix=true&limit=3"]],
  },
  {
    call: "environments.list",
    methods: ["list"],
    send: ({ environments }) =>
      environments.list({ projectId: "p-1", locationId: "eu" }, { maxResults: 5, pageToken: "t" }).firstPage(),
    requests: [["GET /v1beta1/projects/p-1/locations/eu/environments?pageSize=5&pageToken=t"]],
  },
  {
    call: "environments.get",
    methods: ["get"],
    send: ({ environments }) => environments.get(name),
    requests: [["GET /v1beta1/projects/p-1/locations/eu/environments/e-1"]],
  },
  {
    call: "environments.patch",
    methods: ["patch"],
    send: ({ environments }) =>
      environments.patch(name, environmentUpdate.airflowConfigOverrides({ "core-a": "b", "core-b": null })),
    requests: [
      [
        "PATCH /v1beta1/projects/p-1/locations/eu/environments/e-1?updateMask=config.softwareConfig.airflowConfigOverrides.core-a%2Cconfig.softwareConfig.airflowConfigOverrides.core-b",
        { config: { softwareConfig: { airflowConfigOverrides: { "core-a": "b" } } } },
      ],
    ],
    vendor: [
      [
        "PATCH /v1beta1/projects/p-1/locations/eu/environments/e-1?updateMask=config.softwareConfig.orchestratorConfigOverrides.core-a%2Cconfig.softwareConfig.orchestratorConfigOverrides.core-b",
        { config: { softwareConfig: { orchestratorConfigOverrides: { "core-a": "b" } } } },
      ],
    ],
  },
  {
    call: "environments.operation",
    methods: ["operation"],
    send: ({ environments }) => environments.operation(operation).poll(),
    requests: [["GET /v1beta1/projects/p-1/locations/eu/operations/o-1"]],
  },
  {
    call: "environments.apply",
    methods: ["patch", "get"],
    send: ({ environments }) => environments.apply(name, [environmentUpdate.nodeCount(4)]),
    requests: [
      [
        "PATCH /v1beta1/projects/p-1/locations/eu/environments/e-1?updateMask=config.nodeCount",
        { config: { nodeCount: 4 } },
      ],
      ["GET /v1beta1/projects/p-1/locations/eu/environments/e-1"],
    ],
  },
  {
    call: "environments.ensure",
    methods: ["get"],
    send: ({ environments }) => environments.ensure(name, { labels: {} }),
    requests: [["GET /v1beta1/projects/p-1/locations/eu/environments/e-1"]],
  },
];

/** The same requests with the path of vendorNaming. */
const inVendorPath = ({ requests }: Row) =>
  requests.map(([request, ...body]) => [request.replace("/bigquery/v2/", "/warehouse/v2/"), ...body]);

describe.each([
  { naming: vendorNaming, expected: (row: Row) => row.vendor ?? inVendorPath(row) },
  { naming: googleNaming, expected: ({ requests }: Row) => requests },
])("under $naming.name", ({ naming, expected }) => {
  test.each(rows)("$call", async (row) => {
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
    new Set(rows.filter(({ call }) => call.startsWith(`${area}.`)).flatMap(({ methods }) => methods));
  const { projects, datasets, tables } = warehouseMethods;
  const inWarehouse = [
    ...Object.keys(projects).map((method) => `projects.${method}`),
    ...Object.keys(datasets).map((method) => `datasets.${method}`),
    ...Object.keys(tables).map((method) => `tables.${method}`),
  ];
  expect(Object.keys(warehouseMethods)).toEqual(["projects", "datasets", "tables"]);
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
  expect(rows.map(({ call }) => call).sort()).toEqual(expected.sort());
});
