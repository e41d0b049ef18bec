import {
  type ClientEvent,
  createWarehouse,
  googleNaming,
  type ResponseError,
  vendorNaming,
  type WarehouseOptions,
} from "fourfold/warehouse";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const reference = (tableId: string) => ({ projectId: "p", datasetId: "d", tableId });
const row = (tableId: string) => ({ tableReference: reference(tableId), creationTime: 5, later: [null, 0, ""] });
const broken = { tableReference: { tableId: "b" }, creationTime: 5, labels: { a: 1 } };
const page = { etag: "e", totalItems: 3, later: {}, tables: [row("a"), broken, row("c")] };
const dataset = { projectId: "p", datasetId: "d" };

const profiles = [
  { profile: "googleNaming", naming: googleNaming },
  { profile: "vendorNaming", naming: vendorNaming },
];

function reach(body: unknown, options: Partial<WarehouseOptions>) {
  const events: ClientEvent[] = [];
  const settings = { baseUrl: "https://warehouse.example", fetch: scriptedFetch(json(body)), ...options };
  const { tables } = createWarehouse({ ...settings, onEvent: (event) => events.push(event) } as WarehouseOptions);
  return { tables, drift: () => events.filter(({ type }) => type === "drift") };
}

test.each(profiles)(
  "an item that does not match is returned as it is, the others converted ($profile)",
  async ({ naming }) => {
    const { tables, drift } = reach(page, { naming });
    expect(await tables.list(dataset).firstPage()).toEqual({
      ...page,
      tables: [{ ...row("a"), creationTime: "5" }, broken, { ...row("c"), creationTime: "5" }],
    });
    const issue = { message: "is missing", rule: "member-type" };
    expect(drift()).toMatchObject([
      {
        resource: "TableList",
        issues: [
          { path: "tables[1].tableReference.projectId", ...issue },
          { path: "tables[1].tableReference.datasetId", ...issue },
          { path: "tables[1].labels", message: "expected a string, got a number" },
        ],
      },
    ]);
  },
);

test.each(profiles)("under strict validation, such an item is an error ($profile)", async ({ naming }) => {
  const { tables, drift } = reach(page, { naming, validation: { responses: "strict" } });
  const error = (await rejection(tables.list(dataset).firstPage())) as ResponseError;
  expect(error).toMatchObject({ code: "invalid_response", body: page });
  expect(error.issues.map(({ path }) => path)).toEqual([
    "tables[1].tableReference.projectId",
    "tables[1].tableReference.datasetId",
    "tables[1].labels.a",
  ]);
  expect(drift()).toEqual([]);
});

test("with fields, absent fields are no drift, and the items are converted", async () => {
  const partial = { tables: [{ creationTime: 5 }, { creationTime: "x" }, { tableReference: { tableId: "a" } }] };
  const { tables, drift } = reach(partial, {});
  const query = { fields: "nextPageToken,tables(creationTime,tableReference/tableId)" };
  expect(await tables.list(dataset, { query }).firstPage()).toEqual({
    tables: [{ creationTime: "5" }, { creationTime: "x" }, { tableReference: { tableId: "a" } }],
  });
  expect(drift()).toMatchObject([{ issues: [{ path: "tables[1].creationTime" }] }]);
});

test("the items are converted even if another field of the page does not match", async () => {
  const { tables, drift } = reach({ ...page, tables: [row("a")], totalItems: "many" }, {});
  expect(await tables.list(dataset).firstPage()).toMatchObject({
    totalItems: "many",
    tables: [{ ...row("a"), creationTime: "5" }],
  });
  expect(drift()).toMatchObject([{ issues: [{ path: "totalItems", message: "expected a number, got a string" }] }]);
});

test("a body that does not match outside of lists is returned as it is", async () => {
  const table = { tableReference: reference("a"), numRows: 5, etag: 5 };
  const { tables, drift } = reach(table, {});
  expect(await tables.get(reference("a"))).toEqual(table);
  expect(drift()).toMatchObject([{ issues: [{ path: "etag" }] }]);
});
