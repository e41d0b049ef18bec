import { createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { createWarehouse, type Table, type TablePatch } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, type Step, scriptedFetch } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";

const reference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const table = { tableReference: reference, etag: "first" };

/** A client whose reads and patches follow a script each, and the methods that were sent. */
function tablesWith(reads: readonly Step[], patches: readonly Step[]) {
  const [onRead, onPatch] = [scriptedFetch(...reads), scriptedFetch(...patches)];
  const sent: string[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push(`${request.method} ${request.headers.get("if-match") ?? ""}`.trim());
    return request.method === "GET" ? onRead(request) : onPatch(request);
  };
  const { tables } = createWarehouse({ baseUrl: "http://unreached.test", fetch, clock: createTestClock() });
  return { tables, sent };
}

test.each([0, -1, 1.5, Number.NaN, "3"])("attempts must be a positive integer, not %s", async (attempts) => {
  const { tables, sent } = tablesWith([json(table)], [json(table)]);
  const error = await rejection(tables.modify(reference, () => ({}), { attempts: attempts as number }));
  expect(error).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "attempts", rule: "call-option", message: expect.stringContaining("must be a positive integer") }],
  });
  expect(sent).toEqual([]);
});

test("a missing function is reported", async () => {
  const { tables, sent } = tablesWith([json(table)], [json(table)]);
  const modify = tables.modify as (...args: unknown[]) => Promise<unknown>;
  expect(String(await rejection(modify(reference)))).toContain(
    "tables.modify: change: must be a function that returns a patch, got nothing",
  );
  expect(await rejection(modify(reference, { description: "x" }))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "change", message: expect.stringContaining("got an object") }],
  });
  expect(sent).toEqual([]);
});

test.each<[what: string, mutate: (read: Table) => void]>([
  [
    "replaces a field",
    (read) => {
      read.labels = { team: "none" };
    },
  ],
  [
    "changes a nested field",
    (read) => {
      read.tableReference.tableId = "another";
    },
  ],
  [
    "deletes a field",
    (read) => {
      delete read.labels;
    },
  ],
  ["adds a value that JSON cannot represent", (read) => Object.assign(read, { size: 5n })],
  ["adds a circular reference", (read) => Object.assign(read, { self: read })],
])("rejects a function that %s and returns nothing", async (_, mutate) => {
  const { tables, sent } = tablesWith([json({ ...table, labels: { team: "data" } })], [json(table)]);
  const change = (read: Readonly<Table>) => {
    mutate(read as Table);
    return undefined;
  };
  expect(await rejection(tables.modify(reference, change))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "change", message: expect.stringMatching(/^must return a patch/) }],
  });
  expect(sent).toEqual(["GET"]);
});

test("accepts a function that sets an absent field to undefined and returns nothing", async () => {
  const { tables } = tablesWith([json({ ...table, odd: null })], []);
  const change = (read: Readonly<Table>) => {
    Object.assign(read, { description: undefined });
    return undefined;
  };
  expect(await tables.modify(reference, change)).toEqual({ ...table, odd: null });
});

test("drops the etag that was just read from a patch, and rejects another one", async () => {
  const bodies: unknown[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.method === "PATCH") bodies.push(await request.json());
    return Response.json(table);
  };
  const { tables } = createWarehouse({ baseUrl: "https://warehouse.example", fetch });
  await tables.modify(reference, (read) => ({ ...read, description: "x" }));
  expect(bodies).toEqual([{ tableReference: reference, description: "x" }]);
  const stale = { etag: "older", description: "y" } as TablePatch;
  expect(await rejection(tables.modify(reference, () => stale))).toMatchObject({
    code: "invalid_request",
    issues: [
      { path: "etag", message: 'must be omitted, or be the etag that was just read, got "older"', rule: "if-match" },
    ],
  });
  expect(bodies).toHaveLength(1);
});

test.each([{}, { etag: "" }, { etag: null }])("requires an etag to detect concurrent changes: %j", async (members) => {
  const answer = { tableReference: reference, ...members };
  const { tables, sent } = tablesWith([json(answer)], [json(table)]);
  const error = await rejection(tables.modify(reference, () => ({ description: "x" })));
  expect(error).toMatchObject({ code: "invalid_response", status: 200, issues: [{ path: "etag" }], body: answer });
  expect(sent).toEqual(["GET"]);
});

test("an etag is not required if nothing changes", async () => {
  const { tables } = tablesWith([json({ tableReference: reference })], []);
  expect(await tables.modify(reference, () => undefined)).toEqual({ tableReference: reference });
});

test.each([
  [errorResponse(403, "accessDenied"), "permission_denied"],
  [
    json({ error: { code: 400, message: "busy", status: "FAILED_PRECONDITION" } }, { status: 400 }),
    "precondition_failed",
  ],
])("only a 412 is a reason to try again", async (step, code) => {
  const { tables, sent } = tablesWith([json(table)], [step]);
  expect(await rejection(tables.modify(reference, () => ({ description: "x" })))).toMatchObject({ code });
  expect(sent).toEqual(["GET", "PATCH first"]);
});

const fields = [{ name: "id", type: "INTEGER" }];

test.each<[what: string, patch: TablePatch, now: Partial<Table> | object]>([
  ["a text", { description: "x" }, { description: "x" }],
  ["a member that went", { description: null }, {}],
  ["a member that is null", { description: null }, { description: null }],
  ["a map", { labels: { n: "1" } }, { labels: { n: "1", other: "2" } }],
  ["a member of a map that went", { labels: { n: null } }, { labels: { other: "2" } }],
  ["a member of a map that went altogether", { labels: { n: null } }, {}],
  ["a list", { schema: { fields } }, { schema: { fields } }],
  ["an INT64", { expirationTime: 5n }, { expirationTime: "5" }],
  [
    "columns in another spelling, with defaults and another order of keys",
    {
      schema: {
        fields: [
          { name: "id", type: "INT64" },
          { name: "tags", type: "STRUCT", fields: [{ name: "x", type: "BOOL" }] },
        ],
      },
    },
    {
      schema: {
        fields: [
          { type: "INTEGER", mode: "NULLABLE", name: "id" },
          { type: "RECORD", name: "tags", fields: [{ type: "BOOLEAN", mode: "NULLABLE", name: "x", collation: "" }] },
        ],
      },
    },
  ],
  ["a default", { requirePartitionFilter: false, view: { useLegacySql: true } }, { view: { query: "SELECT 1" } }],
  ["an unknown field", { future: { a: [1] } } as TablePatch, { future: { b: 2, a: [1] } }],
])("a repeated patch that met its own work is done: %s", async (_, patch, now) => {
  const { tables, sent } = tablesWith(
    [json(table), json({ ...table, ...now, etag: "second" })],
    [errorResponse(503), errorResponse(412, "conditionNotMet")],
  );
  expect(await tables.modify(reference, () => patch)).toEqual({ ...table, ...now, etag: "second" });
  expect(sent).toEqual(["GET", "PATCH first", "PATCH first", "GET"]);
});

test.each<[what: string, patch: TablePatch, now: object]>([
  ["another text", { description: "x" }, { description: "y" }],
  ["no text", { description: "x" }, {}],
  ["a member that should have gone", { description: null }, { description: "y" }],
  ["an empty text is not absence", { description: null }, { description: "" }],
  ["another member of a map", { labels: { n: "1" } }, { labels: { n: "2" } }],
  ["a map that is missing", { labels: { n: "1" } }, {}],
  ["an inherited name is not a member", { labels: { constructor: "1" } }, { labels: {} }],
  ["a longer list", { schema: { fields } }, { schema: { fields: [...fields, ...fields] } }],
])("a repeated patch that met the work of another is made again: %s", async (_, patch, now) => {
  const others = json({ ...table, ...now, etag: "second" });
  const { tables, sent } = tablesWith([json(table), others], [errorResponse(503), errorResponse(412), json(table)]);
  await tables.modify(reference, () => patch);
  expect(sent).toEqual(["GET", "PATCH first", "PATCH first", "GET", "GET", "PATCH second"]);
});

test.each<[what: string, patch: TablePatch, before: object, now: object]>([
  [
    "another column was added later",
    { schema: { fields: [...fields, { name: "n", type: "STRING" }] } },
    { schema: { fields } },
    { schema: { fields: [...fields, { name: "n", type: "STRING" }, { name: "m", type: "STRING" }] } },
  ],
  [
    "the service completed an element of a list",
    {
      tableConstraints: {
        foreignKeys: [
          { referencedTable: reference, columnReferences: [{ referencingColumn: "id", referencedColumn: "ID" }] },
        ],
      },
    },
    {},
    {
      tableConstraints: {
        foreignKeys: [
          {
            name: "fk",
            referencedTable: reference,
            columnReferences: [{ referencingColumn: "id", referencedColumn: "ID" }],
          },
        ],
      },
    },
  ],
  ["the service changed an unknown field", { future: "1" } as TablePatch, {}, { future: "1.0" }],
])("a 412 after a lost response is thrown if the patch may have been applied: %s", async (_, patch, before, now) => {
  const { tables, sent } = tablesWith(
    [json({ ...table, ...before }), json({ ...table, ...now, etag: "second" })],
    [errorResponse(503), errorResponse(412, "conditionNotMet")],
  );
  const error = await rejection(tables.modify(reference, () => patch));
  expect(error).toMatchObject({ code: "precondition_failed", attempts: 2 });
  expect(sent).toEqual(["GET", "PATCH first", "PATCH first", "GET"]);
});

test.each<[what: string, patch: TablePatch, unchanged: object]>([
  [
    "a property of a column is removed",
    { schema: { fields } },
    { schema: { fields: [{ name: "id", type: "INTEGER", description: "x" }] } },
  ],
  ["an unknown field", { future: [2] } as TablePatch, { future: [1] }],
])("a patch that was not applied is made again: %s", async (_, patch, unchanged) => {
  const { tables, sent } = tablesWith(
    [json({ ...table, ...unchanged }), json({ ...table, ...unchanged, friendlyName: "other", etag: "second" })],
    [errorResponse(503), errorResponse(412), json(table)],
  );
  await tables.modify(reference, () => patch);
  expect(sent).toEqual(["GET", "PATCH first", "PATCH first", "GET", "GET", "PATCH second"]);
});

test("a 412 without a retry is not caused by an earlier attempt", async () => {
  const same = json({ ...table, description: "x", etag: "second" });
  const { tables, sent } = tablesWith([json(table), same], [errorResponse(412), json(table)]);
  await tables.modify(reference, () => ({ description: "x" }));
  expect(sent).toEqual(["GET", "PATCH first", "GET", "PATCH second"]);
});

test("a header cannot replace the etag that modify has read", async () => {
  const sandbox = createSandbox();
  const { warehouse } = createClient(sandbox.clientOptions);
  const ref = { projectId: "p", datasetId: "d", tableId: "t" };
  sandbox.warehouse.tables.add({ tableReference: ref });
  const modified = warehouse.tables.modify(ref, () => ({ description: "x" }), { headers: { "If-Match": "*" } });
  await expect(modified).rejects.toMatchObject({ code: "invalid_request", issues: [{ path: 'headers["If-Match"]' }] });
  expect(sandbox.requests).toEqual([]);
});
