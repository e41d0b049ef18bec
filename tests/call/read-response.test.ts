import { expect, test } from "vitest";
import type { ClientEvent } from "../../src/call/events.js";
import { readResource } from "../../src/call/response.js";
import { Table } from "../../src/warehouse/schemas/table.js";
import { rejection } from "../support/rejection.js";

const request = { method: "GET", path: "/x" };

function readTable(body: unknown, strict: boolean) {
  const events: ClientEvent[] = [];
  const response = {
    status: 200,
    callId: "c-1",
    methodName: "tables.get",
    request,
    body,
    redact: (value: unknown) => value,
  };
  const read = async () => readResource(Table, "Table", response, { strict, emit: (event) => events.push(event) });
  return { read, events };
}

const reference = { projectId: "p", datasetId: "d", tableId: "t" };

test.each([true, false])("returns the output of the schema, with every field (strict: %s)", async (strict) => {
  const body = JSON.parse(
    '{"later":"…","tableReference":{"tableId":"t","projectId":"p","datasetId":"d","more":1},"constructor":2,' +
      '"type":"LATER","labels":{"constructor":"x"},"description":null,"numRows":"5","zero":[0,"",null]}',
  );
  const { read, events } = readTable(body, strict);
  const table = await read();
  expect(table).toEqual(body);
  expect(table).toEqual(Table.parse(body));
  expect(events).toEqual([]);
});

test("an own __proto__ in a response is dropped, and sets no prototype", async () => {
  const body = JSON.parse(
    `{"tableReference":${JSON.stringify(reference)},"__proto__":{"admin":1},"labels":{"__proto__":"x"}}`,
  );
  const table = await readTable(body, true).read();
  expect(table).toEqual({ tableReference: reference, labels: {} });
  expect(table).not.toHaveProperty("admin");
});

test("INT64 numbers become strings, unsafe ones are drift", async () => {
  expect(
    await readTable(
      { tableReference: reference, numRows: 5, schema: { fields: [{ name: "a", type: "STRING", maxLength: 9 }] } },
      true,
    ).read(),
  ).toEqual({
    tableReference: reference,
    numRows: "5",
    schema: { fields: [{ name: "a", type: "STRING", maxLength: "9" }] },
  });
  const unsafe = { tableReference: reference, numRows: 2 ** 60 };
  expect(await rejection(readTable(unsafe, true).read())).toMatchObject({
    code: "invalid_response",
    issues: [{ path: "numRows" }],
  });
  const { read, events } = readTable(unsafe, false);
  expect(await read()).toEqual({ tableReference: reference, numRows: 2 ** 60 });
  expect(events).toMatchObject([{ type: "drift", ...request, resource: "Table", issues: [{ path: "numRows" }] }]);
});

test("an invalid response is reported as drift, or rejected under strict validation", async () => {
  const body = { tableReference: { projectId: 5 }, schema: [], labels: { a: 1 } };
  const issues = [
    { path: "tableReference.projectId", message: "expected a string, got a number", rule: "member-type" },
    { path: "tableReference.datasetId", message: "is missing", rule: "member-type" },
    { path: "tableReference.tableId", message: "is missing", rule: "member-type" },
    { path: "labels", message: "expected a string, got a number", rule: "member-type" },
    { path: "schema", message: "expected an object (such as { fields: […] }), got a list", rule: "member-type" },
  ];
  const tolerant = readTable(body, false);
  expect(await tolerant.read()).toEqual(body);
  expect(tolerant.events).toEqual([
    { type: "drift", callId: "c-1", methodName: "tables.get", ...request, resource: "Table", issues },
  ]);
  const strict = readTable(body, true);
  expect(await rejection(strict.read())).toMatchObject({
    name: "ResponseError",
    code: "invalid_response",
    status: 200,
    request,
    // An error may name the key, an event does not.
    issues: issues.map((issue) => (issue.path === "labels" ? { ...issue, path: "labels.a" } : issue)),
    body,
  });
  expect(strict.events).toEqual([]);
});

test.each([
  [undefined, "empty"],
  [null, "null"],
  [5, "a number"],
  ["text", "a string"],
  [true, "a boolean"],
  [[], "a list"],
  [[{ tableReference: reference }], "a list"],
])("a response of %j is always an error", async (body, kind) => {
  const message = `the response is ${kind}, expected a Table`;
  for (const strict of [true, false]) {
    const { read, events } = readTable(body, strict);
    expect(await rejection(read())).toMatchObject({
      code: "invalid_response",
      issues: [{ path: "", message, rule: "json-body" }],
      body,
    });
    expect(events).toEqual([]);
  }
});

test("no event contains the response", async () => {
  const { read, events } = readTable(
    { tableReference: { projectId: 5, datasetId: "a-secret" }, labels: { "a-secret": 5 } },
    false,
  );
  await read();
  expect(JSON.stringify(events)).not.toContain("a-secret");
});

test("the key of a map is in the response error, but not in the event", async () => {
  const body = { tableReference: reference, labels: { "my key": 5 } };
  expect(await rejection(readTable(body, true).read())).toMatchObject({ issues: [{ path: 'labels["my key"]' }] });
  const { read, events } = readTable(body, false);
  await read();
  expect(events).toMatchObject([{ issues: [{ path: "labels" }] }]);
});

test("a response that is nested too deeply is drift, or an error with strict validation", async () => {
  const depth = 100_000;
  const field = '{"name":"a","type":"RECORD","fields":[';
  const body = JSON.parse(
    `{"tableReference":${JSON.stringify(reference)},"schema":{"fields":[${field.repeat(depth)}${"]}".repeat(depth)}]}}`,
  );
  const issue = { path: "", message: "is nested too deeply to be validated", rule: "member-type" };
  const { read, events } = readTable(body, false);
  expect(((await read()) as Table).schema).toBe(body.schema);
  expect(events).toMatchObject([{ type: "drift", issues: [issue] }]);
  expect(await rejection(readTable(body, true).read())).toMatchObject({ code: "invalid_response", issues: [issue] });
});
