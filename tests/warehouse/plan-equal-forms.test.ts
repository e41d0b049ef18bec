import { type DesiredTable, planTablePatch, type Table } from "fourfold";
import { expect, test } from "vitest";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const external = (connectionId: string) => ({
  externalDataConfiguration: { sourceFormat: "CSV", sourceUris: ["gs://b/o"], connectionId },
});
const lake = (connectionId: string) => ({
  biglakeConfiguration: { connectionId, storageUri: "gs://b/o/", fileFormat: "PARQUET", tableFormat: "ICEBERG" },
});
const key = (kmsKeyName: string) => ({ encryptionConfiguration: { kmsKeyName } });
const KEY = "projects/p/locations/eu/keyRings/r/cryptoKeys/k";
const columns = (...fields: readonly object[]) => ({ schema: { fields } });

const EQUAL: readonly [what: string, live: object, desired: object][] = [
  ["a connection as a path", external("p.eu.c"), external("projects/p/locations/eu/connections/c")],
  ["a connection with a semicolon", external("p.eu;c"), external("p.eu.c")],
  [
    "a connection of a domain's project",
    lake("example.com:p.eu.c"),
    lake("projects/example.com:p/locations/eu/connections/c"),
  ],
  ["a key with a version", key(`${KEY}/cryptoKeyVersions/3`), key(KEY)],
  ["an empty description", {}, { description: "" }],
  ["an absent description", { description: "" }, { description: null }],
  [
    "an empty description of a column",
    columns({ name: "a", type: "DATE" }),
    columns({ name: "a", type: "DATE", description: "" }),
  ],
  ["DECIMAL", columns({ name: "a", type: "NUMERIC" }), columns({ name: "a", type: "decimal" })],
  ["BIGDECIMAL", columns({ name: "a", type: "BIGNUMERIC" }), columns({ name: "a", type: "BIGDECIMAL" })],
];

test.each(EQUAL)("%s plans nothing, in either direction", (_, live, desired) => {
  const plan = (from: object, to: object) =>
    planTablePatch({ tableReference, ...from } as Table, { tableReference, ...to } as DesiredTable);
  expect(plan(live, desired)).toBeUndefined();
  expect(plan(desired, live)).toBeUndefined();
});

test.each<[what: string, live: object, desired: object, path: string]>([
  ["another connection", external("p.eu.c"), external("projects/p/locations/eu/connections/d"), "connections/d"],
  ["another key", key(KEY), key(`${KEY}2`), "cryptoKeys/k2"],
  ["a description", { description: "" }, { description: " " }, '{"description":" "}'],
])("%s is a change", (_, live, desired, text) => {
  const patch = planTablePatch({ tableReference, ...live } as Table, { tableReference, ...desired } as DesiredTable);
  expect(JSON.stringify(patch)).toContain(text);
});
