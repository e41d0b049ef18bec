import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { SERVICE_WORDS } from "../../../src/testing/warehouse/service-issues.js";
import { diff } from "../../../src/warehouse/plan/diff.js";
import { type ChangeKind, KINDS } from "../../../src/warehouse/plan/kinds.js";
import { call } from "../raw-call.js";

const reference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const id = { name: "id", type: "INTEGER" };
const at = { name: "at", type: "TIMESTAMP" };
const byDay = { timePartitioning: { type: "DAY", field: "at" } };
const range = { start: "0", end: "10", interval: "1" };
const byRange = { rangePartitioning: { field: "id", range } };
const key = { encryptionConfiguration: { kmsKeyName: "projects/p/locations/eu/keyRings/r/cryptoKeys/k" } };
const columns = (...fields: object[]) => ({ schema: { fields } });

/**
 * One change of each kind: the live value, the value in the request, and the behaviour of the real service: its
 * message, `accepts` or `ignores`. Sources: R recorded, D documentation, I error texts of users, C source of Google's
 * clients.
 */
const FACTS: Readonly<Record<ChangeKind, readonly [live: object, change: object, service: string, source: string]>> = {
  value: [{ description: "a" }, { description: "b" }, "accepts", "R"],
  "column-added": [columns(id), columns(id, at), "accepts", "R"],
  "column-dropped": [
    { view: { query: "SELECT 1 AS a", useLegacySql: false }, ...columns(id, at) },
    { view: { query: "SELECT 2 AS id", useLegacySql: false }, ...columns(id) },
    "accepts",
    "D",
  ],
  reference: [{}, { tableReference: { ...reference, tableId: "other" } }, "does not match", "D"],
  "column-missing": [columns(id, at), columns(id), "Field at is missing in new schema", "D, I"],
  "column-type": [columns(id), columns({ ...id, type: "DATE" }), "Field id has changed type from INTEGER to DATE", "R"],
  "column-mode": [
    columns(id),
    columns({ ...id, mode: "REQUIRED" }),
    "Field id has changed mode from NULLABLE to REQUIRED",
    "R",
  ],
  "column-required": [
    columns(id),
    columns(id, { ...at, mode: "REQUIRED" }),
    "Cannot add required fields to an existing schema. (field: at)",
    "R",
  ],
  "column-default": [
    columns(id),
    columns(id, { ...at, defaultValueExpression: "CURRENT_TIMESTAMP()" }),
    "Add field with default value to an existing table schema is not supported.",
    "D",
  ],
  "column-parameter": [
    columns({ name: "a", type: "STRING", maxLength: "5" }),
    columns({ name: "a", type: "STRING", maxLength: "9" }),
    "ignores",
    "R",
  ],
  "column-case": [columns(id), columns({ ...id, name: "ID" }), "Field ID already exists in schema", "I"],
  "table-kind": [columns(id), { view: { query: "SELECT 1", useLegacySql: false } }, "it is currently a TABLE", "I"],
  "two-partitionings": [
    { ...columns(id, at), ...byDay },
    byRange,
    "Either interval partition or range partition should be specified.",
    "I",
  ],
  partitioned: [columns(id, at), byDay, "Cannot convert non partitioned table to partitioned table.", "R"],
  unpartitioned: [
    { ...columns(id, at), ...byDay },
    { timePartitioning: null },
    "Cannot change partitioned table to non partitioned table",
    "R",
  ],
  partitioning: [
    { ...columns(id, at), ...byDay },
    { timePartitioning: { type: "MONTH", field: "at" } },
    "Cannot change partitioning/clustering spec",
    "R",
  ],
  "clustering-column": [
    { ...columns(id, at), ...byDay },
    { clustering: { fields: ["x"] } },
    "The field specified for clustering cannot be found in the schema. Invalid field: x.",
    "R",
  ],
  "clustering-empty": [
    { ...columns(id, at), ...byDay, clustering: { fields: ["id"] } },
    { clustering: { fields: [] } },
    "ignores",
    "R",
  ],
  "materialized-view-query": [
    { materializedView: { query: "SELECT 1 AS a" } },
    { materializedView: { query: "SELECT 2 AS a" } },
    "Query update for materialized views is not supported.",
    "C",
  ],
  "materialized-view-schema": [
    { materializedView: { query: "SELECT 1 AS id" }, ...columns(id) },
    columns({ ...id, description: "x" }),
    "Schema update for materialized views is not supported.",
    "I",
  ],
  "snapshot-schema": [
    { type: "SNAPSHOT", ...columns(id) },
    columns({ ...id, description: "x" }),
    "because it is currently a SNAPSHOT",
    "I",
  ],
  encryption: [{}, key, "must be done via table.copy job.", "I"],
  expired: [{}, { expirationTime: "1" }, "accepts", "I"],
};

/** Changes that a plan reports as impossible although the service accepts them, or the reverse, with the reason. */
const DIFFERENT: Partial<Record<ChangeKind, string>> = {
  "column-parameter": "the service ignores it, so a plan would never be empty",
  "clustering-empty": "the service ignores it, so a plan would never be empty",
  expired: "the service deletes the table",
};

test.each(Object.entries(FACTS))("the service and a plan agree about %s", async (kind, [live, change, service]) => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference: reference, ...live } as never);
  const path = "/bigquery/v2/projects/shop/datasets/sales/tables/orders";
  const stored = { ...(await call(sandbox, "GET", path, {})).json } as Readonly<Record<string, unknown>>;
  const found = diff(stored, { tableReference: reference, ...change }, { omitted: "live", now: Date.now() });
  const proposed = { ...stored, tableReference: reference, ...change };
  const requested = diff(stored, proposed, { omitted: "default" });
  expect([...found, ...requested].map((each) => each.kind)).toContain(kind);

  const { status, text } = await call(sandbox, "PATCH", path, { body: JSON.stringify(change) });
  const isRefused = service !== "accepts" && service !== "ignores";
  expect([status, text]).toEqual([isRefused ? 400 : 200, expect.stringContaining(isRefused ? service : "")]);
  const isImpossible = KINDS[kind as ChangeKind] !== undefined;
  expect(isImpossible).toBe(isRefused !== kind in DIFFERENT);
  // The reference is compared with the path before anything else.
  if (kind !== "reference") expect(SERVICE_WORDS[kind as ChangeKind] !== undefined).toBe(isRefused);
});
