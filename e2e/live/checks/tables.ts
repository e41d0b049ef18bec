import type { DesiredTable, TableInput } from "fourfold";
import { ensureTable } from "fourfold/tables";
import { insertDataset } from "../methods.js";
import { outcome } from "../observe.js";
import type { Check } from "../run-checks.js";
import type { Side } from "../side.js";

/** The reference of a table of the run. */
export const tableIn = ({ names: { projectId, dataset } }: Side, tableId: string) => ({
  projectId,
  datasetId: dataset,
  tableId,
});

const fields: NonNullable<TableInput["schema"]>["fields"] = [
  { name: "id", type: "INT64", mode: "REQUIRED" },
  { name: "day", type: "DATE", description: "The day of the order." },
  { name: "price", type: "NUMERIC", precision: "10", scale: "2" },
  { name: "note", type: "STRING", maxLength: "100" },
  { name: "tags", type: "STRING", mode: "REPEATED" },
  {
    name: "address",
    type: "STRUCT",
    fields: [
      { name: "city", type: "STRING" },
      { name: "valid", type: "BOOL" },
    ],
  },
];

/** A table with most properties that need no other resource. */
const ordersIn = (side: Side, tableId: string): TableInput => ({
  tableReference: tableIn(side, tableId),
  friendlyName: "Orders",
  description: "Created by fourfold's live test.",
  labels: { team: "data" },
  schema: { fields },
  timePartitioning: { type: "DAY", field: "day", expirationMs: "864000000" },
  clustering: { fields: ["id"] },
  requirePartitionFilter: true,
});

const insertAndGet: Check = {
  name: "tables: insert and get",
  run: async (side) => {
    const { tables } = side.client.warehouse;
    const table = ordersIn(side, "inserted");
    const { tableReference } = table;
    return {
      insert: await outcome(tables.insert(table)),
      "insert again": await outcome(tables.insert(table)),
      get: await outcome(tables.get(tableReference)),
      "get, BASIC": await outcome(tables.get(tableReference, { view: "BASIC" })),
      "get, selected fields": await outcome(
        tables.get(tableReference, { selectedFields: ["id", "address.city"].join() }),
        ({ schema }) => schema,
      ),
    };
  },
};

const views: Check = {
  name: "tables: insert a view",
  run: async (side) => {
    const { tables } = side.client.warehouse;
    const view = { query: "SELECT 1 AS one", useLegacySql: false };
    return {
      insert: await outcome(tables.insert({ tableReference: tableIn(side, "view"), view }), ({ type, view }) => ({
        type,
        query: view?.query,
        useLegacySql: view?.useLegacySql,
      })),
    };
  },
};

const missing: Check = {
  name: "tables: missing table or dataset",
  run: async (side) => {
    const { tables } = side.client.warehouse;
    const reference = tableIn(side, "missing");
    const elsewhere = { ...reference, datasetId: `${reference.datasetId}_missing` };
    return {
      get: await outcome(tables.get(reference)),
      patch: await outcome(tables.patch(reference, { description: "x" })),
      update: await outcome(tables.update({ tableReference: reference })),
      delete: await outcome(tables.delete(reference)),
      "get, missing dataset": await outcome(tables.get(elsewhere)),
      "insert, missing dataset": await outcome(tables.insert({ tableReference: elsewhere })),
      "list, missing dataset": await outcome(tables.list(elsewhere).firstPage()),
    };
  },
};

const list: Check = {
  name: "tables: list, five tables on three pages",
  run: async ({ client: { warehouse }, names: { projectId, listedDataset: datasetId } }) => {
    const datasetReference = { projectId, datasetId };
    const body = { datasetReference, location: "US", description: "Created by fourfold's live test." };
    await warehouse.call(insertDataset, { projectId, body });
    const empty = await warehouse.tables.list(datasetReference).firstPage();
    for (const tableId of ["a", "b", "c", "d", "e"]) {
      const labels = { name: tableId };
      await warehouse.tables.insert({ tableReference: { ...datasetReference, tableId }, labels });
    }
    const pages: object[] = [];
    for await (const { nextPageToken, ...page } of warehouse.tables.list(datasetReference, { maxResults: 2 }).pages()) {
      pages.push({ ...page, isLast: nextPageToken === undefined });
    }
    return {
      empty,
      pages,
      "invalid page token": await outcome(
        warehouse.tables.list(datasetReference, { pageToken: "not-a-page-token" }).firstPage(),
      ),
    };
  },
};

const write: Check = {
  name: "tables: patch and update, with etags",
  run: async (side) => {
    const { tables } = side.client.warehouse;
    const table = ordersIn(side, "written");
    const { tableReference } = table;
    const { etag: first = "" } = await tables.insert(table);
    const patch = { description: null, labels: { team: null, env: "test" } } as const;
    const patched = await tables.patch(tableReference, patch, { ifMatch: first });
    const { schema, ...others } = patched;
    const added = { name: "added", type: "STRING" } as const;
    const update = () =>
      tables.update(
        { ...others, schema: { fields: [...(schema?.fields ?? []), added] } },
        { ifMatch: patched.etag ?? "" },
      );
    return {
      patch: patched,
      "the etag changes": patched.etag !== first,
      "patch, old etag": await outcome(tables.patch(tableReference, { description: "x" }, { ifMatch: first })),
      update: await outcome(update()),
      "update, old etag": await outcome(update()),
      delete: await outcome(tables.delete(tableReference)),
      "delete again": await outcome(tables.delete(tableReference)),
    };
  },
};

const modify: Check = {
  name: "tables: modify",
  run: async (side) => {
    const { tables } = side.client.warehouse;
    const tableReference = tableIn(side, "modified");
    await tables.insert({ tableReference, labels: { runs: "1" } });
    const next = tables.modify(tableReference, ({ labels }) => ({ labels: { runs: `${Number(labels?.runs) + 1}` } }));
    return { modify: await outcome(next, ({ labels }) => labels) };
  },
};

const ensure: Check = {
  name: "ensureTable",
  run: async (side) => {
    const { warehouse } = side.client;
    const desired: DesiredTable = ordersIn(side, "ensured");
    const newer: DesiredTable = {
      ...desired,
      description: "Changed by fourfold's live test.",
      schema: { fields: [...fields, { name: "added", type: "STRING" }] },
    };
    const impossible: DesiredTable = { ...desired, schema: { fields: [{ name: "id", type: "STRING" }] } };
    return {
      first: await outcome(ensureTable(warehouse, desired)),
      again: await outcome(ensureTable(warehouse, desired), ({ change }) => change),
      newer: await outcome(ensureTable(warehouse, newer)),
      "newer again": await outcome(ensureTable(warehouse, newer), ({ change }) => change),
      "older, extra columns kept": await outcome(
        ensureTable(warehouse, { ...desired, description: undefined }, { extraColumns: "keep" }),
        ({ change }) => change,
      ),
      impossible: await outcome(ensureTable(warehouse, impossible)),
    };
  },
};

/** Checks of tables. */
export const tableChecks: readonly Check[] = [insertAndGet, views, missing, list, write, modify, ensure];
