import {
  type BigLakeConfiguration,
  type ClientEvent,
  createClient,
  entityRules,
  environmentRules,
  environmentUpdate,
  gatewayRules,
  googleNaming,
  isFourfoldError,
  type TableInput,
  warehouseRules,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const reference = { projectId: "p", datasetId: "d", tableId: "t" };
const name = "projects/p/locations/l/environments/e";

test("a base address overrides the profile's, for all areas or for one", async () => {
  const fetch = scriptedFetch(json({ tableReference: reference }), json({}));
  const client = createClient({ naming: googleNaming, baseUrl: { warehouse: "https://proxy.example/x" }, fetch });
  await client.warehouse.tables.get(reference);
  await client.entities.search({});
  expect(fetch.requests.map(({ url }) => url)).toEqual([
    "https://proxy.example/x/bigquery/v2/projects/p/datasets/d/tables/t",
    "https://kgsearch.googleapis.com/v1/entities:search",
  ]);
});

test("its severities name existing rules", () => {
  const ids: string[] = [...warehouseRules, ...environmentRules, ...entityRules].map(({ id }) => id);
  expect(Object.keys(googleNaming.rules).filter((id) => !ids.includes(id))).toEqual([]);
  const gatewayIds: string[] = gatewayRules.map(({ id }) => id);
  expect(Object.keys(googleNaming.findings ?? {}).filter((id) => !gatewayIds.includes(id))).toEqual([]);
});

const external = (configuration: object): object => ({ externalDataConfiguration: configuration });
const wideColumn = (column: object) =>
  external({
    sourceFormat: "BIGTABLE",
    sourceUris: ["https://bigtable.example/projects/p/instances/i/tables/t"],
    bigtableOptions: { columnFamilies: [{ familyId: "f", columns: [column] }] },
  });

/** Requests that the real services accept, although they break a rule of the spec. */
const takenForReal: [what: string, table: object][] = [
  ["a table that is clustered without partitions", { clustering: { fields: ["a"] } }],
  ["an INTERVAL column", { schema: { fields: [{ name: "i", type: "INTERVAL" }] } }],
  [
    "a FOREIGN column",
    { schema: { fields: [{ name: "f", type: "FOREIGN", foreignTypeDefinition: "HIVE" }], foreignTypeInfo: {} } },
  ],
  [
    "types and modes in small letters",
    {
      schema: {
        fields: [
          { name: "s", type: "string", mode: "nullable", maxLength: 5, collation: "und:ci" },
          { name: "n", type: "numeric", precision: 5, scale: 2, roundingMode: "ROUND_HALF_EVEN" },
          { name: "r", type: "record", mode: "repeated", fields: [{ name: "i", type: "integer" }] },
          { name: "i", type: "integer" },
        ],
      },
      rangePartitioning: { field: "i", range: { start: 0, end: 10, interval: 1 } },
    },
  ],
  ["columns of any letters, dashes and spaces", { schema: { fields: [{ name: "größe in-cm 表", type: "STRING" }] } }],
  [
    "a DATETIME partition field",
    { schema: { fields: [{ name: "d", type: "DATETIME" }] }, timePartitioning: { type: "DAY", field: "d" } },
  ],
  [
    "a partition field of a materialized view that is not one of its columns",
    {
      materializedView: { query: "SELECT 1" },
      timePartitioning: { type: "DAY", field: "d" },
    },
  ],
  [
    "a metastore table with two partition columns",
    {
      externalCatalogTableOptions: { parameters: { a: "b" } },
      partitionDefinition: { partitionedColumn: [{ field: "city" }, { field: "state" }] },
    },
  ],
  ["a BigLake configuration without fields", { biglakeConfiguration: {} }],
  ["a BigLake storage URI without a trailing slash", { biglakeConfiguration: { storageUri: "gs://bucket/table" } }],
  ["a BigLake connection with a semicolon", { biglakeConfiguration: { connectionId: "p.us;c" } }],
  [
    "an external connection with dots alone",
    external({ sourceFormat: "ORC", sourceUris: ["gs://b/o"], connectionId: "p.us.c" }),
  ],
  ["a table of directories", external({ sourceUris: ["gs://b/*"], objectMetadata: "DIRECTORY" })],
  ["a format that is not in the spec", external({ sourceFormat: "DELTA_LAKE", sourceUris: ["gs://b/t"] })],
  ["only a qualifier as a string", wideColumn({ qualifierString: "name" })],
  [
    "protobuf in the wide-column store",
    wideColumn({
      qualifierString: "name",
      type: "JSON",
      encoding: "PROTO_BINARY",
      protoConfig: { schemaBundleId: "s" },
    }),
  ],
  [
    "a sheet as a whole",
    external({
      sourceFormat: "GOOGLE_SHEETS",
      sourceUris: ["https://sheets.example/1"],
      autodetect: true,
      googleSheetsOptions: { range: "orders" },
    }),
  ],
  [
    "two privacy policies of a view",
    {
      view: {
        query: "SELECT 1",
        useLegacySql: false,
        privacyPolicy: {
          aggregationThresholdPolicy: { threshold: 5, privacyUnitColumns: ["my id"] },
          joinRestrictionPolicy: { joinCondition: "JOIN_ANY" },
        },
      },
    },
  ],
  [
    "a differential privacy policy",
    { view: { query: "SELECT 1", privacyPolicy: { differentialPrivacyPolicy: { maxEpsilonPerQuery: 1 } } } },
  ],
  ["a staleness in another form of interval", { maxStaleness: "PT4H" }],
];

test.each(takenForReal)("sends %s", async (_, table) => {
  const sandbox = createSandbox({ naming: googleNaming });
  sandbox.warehouse.datasets.add(reference);
  const client = createClient(sandbox.clientOptions);
  // Fields that the spec does not have are not typed.
  const inserted = await client.warehouse.tables.insert({ tableReference: reference, ...table } as TableInput);
  expect(inserted.id).toBe("p:d.t");
  const { etag: _etag, lastModifiedTime: _modified, ...rest } = await client.warehouse.tables.update(inserted);
  expect(inserted).toMatchObject(rest);
});

test("warns about fields that the real services ignore", async () => {
  const sandbox = createSandbox({ naming: googleNaming });
  sandbox.warehouse.datasets.add(reference);
  const events: ClientEvent[] = [];
  const client = createClient({ ...sandbox.clientOptions, onEvent: (event) => void events.push(event) });
  await client.warehouse.tables.insert({
    tableReference: reference,
    externalDataConfiguration: { sourceFormat: "ORC", sourceUris: ["gs://b/o"], avroOptions: {}, parquetOptions: {} },
  });
  const warnings = events.flatMap((event) => (event.type === "warning" ? [event.issue.rule] : []));
  expect(warnings).toEqual(["parquet-options-only-parquet", "avro-options-only-avro"]);
});

test("an undefined severity keeps the profile's, any other overrides it", async () => {
  const table = { tableReference: reference, clustering: { fields: ["a"] } };
  const fetch = scriptedFetch(json({ tableReference: reference }));
  const rule = "clustering-needs-time-partitioning";
  const lenient = createClient({ naming: googleNaming, fetch, rules: { [rule]: undefined } });
  await lenient.warehouse.tables.insert(table);
  const severe = createClient({ naming: googleNaming, fetch, rules: { [rule]: "error" } });
  expect(await rejection(severe.warehouse.tables.insert(table))).toMatchObject({ issues: [{ rule }] });
});

const inserted = async (table: object) => {
  const fetch = scriptedFetch(json({}));
  const { warehouse } = createClient({ fetch });
  return rejection(warehouse.tables.insert({ tableReference: reference, ...table } as never));
};
const withColumn = (column: object) => ({ schema: { fields: [{ name: "a", type: "STRING", ...column }] } });

test.each([
  "",
  "a.b",
  "sum(cnt)",
  "a*b",
  "a`b",
  "a,b",
  "$x",
  "a\nb",
  "a\0",
  "a/b",
  "a;b",
  "a?",
  "a@b",
  "a[0]",
  "a\\b",
  "a^",
  "{a}",
  "~a",
  'a"',
  "a!",
])("rejects the column name %j", async (name) => {
  expect(await inserted(withColumn({ name }))).toMatchObject({
    issues: [{ path: "schema.fields[0].name", rule: "field-name-form" }],
  });
});

test.each(["straße", "total cost", "1st", "a-b", "a&b", "50%", "a=b", "a+b", "a:b", "a'b", "<a>", "#a", "a|b", "日付"])(
  "accepts the flexible column name %j",
  async (name) => {
    const client = createClient({ fetch: scriptedFetch(json({})) });
    await client.warehouse.tables.insert({ tableReference: reference, ...withColumn({ name }) } as never);
  },
);

test("rejects a long description of a column, and an empty compression", async () => {
  expect(await inserted(withColumn({ description: "d".repeat(1025) }))).toMatchObject({
    issues: [{ path: "schema.fields[0].description", rule: "field-description-length" }],
  });
  const external = { sourceFormat: "CSV", sourceUris: ["gs://bucket/x"], autodetect: true, compression: "" };
  expect(await inserted({ externalDataConfiguration: external })).toMatchObject({
    issues: [{ path: "externalDataConfiguration.compression", rule: "source-compression" }],
  });
});

test("still rejects what the real services reject", async () => {
  const fetch = scriptedFetch(json({}));
  const client = createClient({ naming: googleNaming, fetch });
  const error = await rejection(
    client.warehouse.tables.insert({
      tableReference: reference,
      schema: { fields: [{ name: "n", type: "NUMERIC", scale: 2 }] },
      biglakeConfiguration: { storageUri: "gs://b/*/" } as BigLakeConfiguration,
      externalDataConfiguration: { sourceFormat: "BIGTABLE", sourceUris: ["gs://b/t"] },
    }),
  );
  expect(isFourfoldError(error, "invalid_request") && error.issues.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
    "externalDataConfiguration.sourceUris[0] bigtable-https-uri",
    "biglakeConfiguration.storageUri biglake-storage-uri-no-wildcard",
    "schema.fields[0].scale scale-needs-precision",
  ]);
  expect(fetch.requests).toEqual([]);
});

test.each([
  "composer-3-airflow-2.11.1-build.14",
  "composer-2-airflow-2",
  "composer-latest-airflow-2",
  "composer-2.9.6-airflow-2.9.3-preview.1",
])("accepts the image version %s", async (imageVersion) => {
  const fetch = scriptedFetch(json({ name: "projects/p/locations/l/operations/o" }));
  const client = createClient({ naming: googleNaming, fetch });
  await client.environments.patch(name, environmentUpdate.imageVersion(imageVersion));
  expect(fetch.requests).toHaveLength(1);
});

test.each([
  [environmentUpdate.imageVersion("product-2.9.6-airflow-2.9.3"), "composer-2.9.7-airflow-2.9.3"],
  [environmentUpdate.imageVersion("composer-2.9.6-engine-2.9.3"), "composer-2.9.7-airflow-2.9.3"],
  [environmentUpdate.webServerMachineType("product-n1-webserver-2"), "must be one of composer-n1-webserver-2"],
])("rejects another product's %j", async (update, message) => {
  const client = createClient({ naming: googleNaming, fetch: scriptedFetch(json({})) });
  expect(await rejection(client.environments.patch(name, update))).toMatchObject({
    issues: [{ message: expect.stringContaining(message) }],
  });
});
