import { createClient, type Table, type TableFieldInput } from "fourfold";
import { defineSchema, ensureTable, planTablePatch } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

test.each<[what: string, fields: readonly TableFieldInput[]]>([
  ["an empty list", []],
  ["a column", [{ name: "id", type: "INTEGER", mode: "REQUIRED" }]],
  [
    "nested columns, and INT64 in any form",
    [
      {
        name: "order",
        type: "RECORD",
        mode: "REPEATED",
        fields: [
          { name: "sku", type: "STRING", maxLength: 40 },
          { name: "price", type: "NUMERIC", precision: 10n, scale: "2" },
        ],
      },
    ],
  ],
  [
    "types and modes in any case",
    [
      { name: "id", type: "integer", mode: "required" },
      { name: "day", type: "range", rangeElementType: { type: "date" } },
      { name: "tags", type: "record", mode: "repeated", fields: [{ name: "at", type: "Timestamp" }] },
    ],
  ],
  ["a precision of timestamps", [{ name: "at", type: "TIMESTAMP", timestampPrecision: 12 }]],
  [
    "types and modes that are not known",
    [
      { name: "a", type: "INTERVAL" },
      { name: "b", type: "foreign", foreignTypeDefinition: "x" },
      { name: "c", type: "SKETCH", mode: "SORTED" },
    ],
  ],
])("accepts %s, and returns the fields without copying them", (_, fields) => {
  const schema = defineSchema(fields);
  expect(schema).toEqual({ fields });
  expect(schema.fields).toBe(fields);
});

test("rejects duplicate columns, ignoring case, and names that the service reserves", () => {
  const fields = [
    { name: "a", type: "STRING" },
    { name: "A", type: "DATE" },
    { name: "r", type: "RECORD", fields: [{ name: "_table_x", type: "DATE" }] },
  ];
  expect(thrown(() => defineSchema(fields))).toMatchObject({
    issues: [
      { path: "fields", rule: "column-name-distinct", message: expect.stringMatching(/, got "a"$/) },
      { path: "fields[2].fields[0].name", rule: "column-name-reserved" },
    ],
  });
});

const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
const inLowerCase = defineSchema([
  { name: "id", type: "string", mode: "required" },
  { name: "spans", type: "record", mode: "repeated", fields: [{ name: "day", type: "Date", mode: "nullable" }] },
  { name: "during", type: "range", rangeElementType: { type: "date" } },
]);
const inUpperCase = {
  fields: [
    { name: "id", type: "STRING", mode: "REQUIRED" },
    { name: "spans", type: "RECORD", mode: "REPEATED", fields: [{ name: "day", type: "DATE", mode: "NULLABLE" }] },
    { name: "during", type: "RANGE", rangeElementType: { type: "DATE" } },
  ],
};

test("types and modes in lower case are sent in upper case", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add(tableReference);
  const { warehouse } = createClient(sandbox.clientOptions);
  const table = { tableReference, schema: inLowerCase };
  expect(await ensureTable(warehouse, table)).toMatchObject({ change: "created", table: { schema: inUpperCase } });
  expect(await ensureTable(warehouse, table)).toMatchObject({ change: "unchanged" });
  await warehouse.tables.insert({ ...table, tableReference: { ...tableReference, tableId: "t2" } });
  await warehouse.tables.update(table);
  await warehouse.tables.patch(tableReference, { schema: inLowerCase });
  const external = {
    sourceUris: ["gs://b/f"],
    sourceFormat: "CSV",
    schema: { fields: [{ name: "a", type: "date" }] },
  };
  const other = { ...tableReference, tableId: "t3" };
  await warehouse.tables.insert({ tableReference: other, externalDataConfiguration: external });
  const bodies = sandbox.requests.flatMap(({ body }) => (body === undefined ? [] : [body]));
  expect(bodies).toHaveLength(5);
  expect(bodies.slice(0, 4)).toEqual(Array(4).fill(expect.objectContaining({ schema: inUpperCase })));
  expect(bodies[4]).toMatchObject({
    externalDataConfiguration: { schema: { fields: [{ name: "a", type: "DATE" }] } },
  });
});

test("a plan sends types and modes in upper case", () => {
  const live = { tableReference, schema: { fields: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] } } as Table;
  const fields = [
    { name: "id", type: "int64", mode: "nullable" },
    { name: "day", type: "date", mode: "repeated" },
  ];
  expect(planTablePatch(live, { tableReference, schema: { fields } })).toEqual({
    schema: {
      fields: [
        { name: "id", type: "INTEGER", mode: "NULLABLE" },
        { name: "day", type: "DATE", mode: "REPEATED" },
      ],
    },
  });
});

test("checks columns with lower-case types like all others", () => {
  const columns = [
    { name: "a", type: "numeric", precision: 50, scale: 2 },
    { name: "b", type: "record" },
    { name: "c", type: "range" },
    { name: "d", type: "timestamp", timestampPrecision: "many" },
  ];
  const error = thrown(() => defineSchema(columns)) as {
    issues: { path: string; rule: string }[];
  };
  expect(error.issues.map(({ path, rule }) => [path, rule])).toEqual(
    expect.arrayContaining([
      ["fields[0].precision", "numeric-precision-and-scale"],
      ["fields[1].fields", "record-fields-required"],
      ["fields[2].rangeElementType", "range-element-type-required"],
      ["fields[3].timestampPrecision", "int64"],
    ]),
  );
});

test("rejects values that break rules, with all issues and paths that start at the list", () => {
  const columns = [
    { name: "x".repeat(301), type: "STRING" },
    { name: "r", type: "RECORD", fields: [{ name: "n", type: "STRING", maxLength: 0.5 }] },
    { name: "x", type: "INTEGER", maxLength: 5 },
  ];
  const error = thrown(() => defineSchema(columns)) as { issues: { path: string }[] };
  expect(error).toMatchObject({ code: "invalid_request", message: expect.stringContaining("defineSchema") });
  const paths = error.issues.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["fields[0].name", "fields[1].fields[0].maxLength", "fields[2].maxLength"]),
  );
});

test.each([["fields"], [{ name: "a", type: "STRING" }], [[null]], [[5]], [[{ name: "a" }]], [[{ type: "STRING" }]]])(
  "rejects %j",
  (fields) => {
    expect(thrown(() => defineSchema(fields as never))).toMatchObject({ code: "invalid_request" });
  },
);

test.each([null, undefined])("rejects %s instead of a list", (fields) => {
  // Values that users of JavaScript, or of a cast, may pass.
  expect(thrown(() => defineSchema(fields as never))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "fields", rule: "member-type" }],
  });
});

test("typos of types and modes are rejected", () => {
  const typos = [
    { name: "a", type: "INTGER" },
    { name: "b", type: "date", mode: "requierd" },
  ];
  expect(thrown(() => defineSchema(typos))).toMatchObject({
    issues: [
      { path: "fields[0].type", rule: "field-type", message: '"INTGER" is not known; did you mean "INTEGER"?' },
      { path: "fields[1].mode", rule: "field-mode", message: '"REQUIERD" is not known; did you mean "REQUIRED"?' },
    ],
  });
});

test("a name without a text is an issue, not a TypeError", () => {
  const fields = [{ name: { toString: null }, type: "DATE" }] as never;
  expect(thrown(() => defineSchema(fields))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "fields[0].name" }],
  });
});
