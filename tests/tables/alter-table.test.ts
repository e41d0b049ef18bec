import type { DesiredTable, RequestError, Table } from "fourfold";
import { planTablePatch } from "fourfold/tables";
import { describe, expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
type Field = Readonly<Record<string, unknown>> & { readonly name: string };
const a = (type: string, others: object = {}): Field => ({ name: "a", type, ...others });

function statements(live: object, desired: object): (string | undefined)[] {
  const plan = () =>
    planTablePatch({ tableReference, ...live } as Table, { tableReference, ...desired } as DesiredTable);
  return (thrown(plan) as RequestError).issues.map(({ sql }) => sql);
}
const columns = (...fields: readonly Field[]) => ({ schema: { fields } });
const ALTER = "ALTER TABLE `shop.sales.orders`";
const setType = (type: string) => `${ALTER} ALTER COLUMN \`a\` SET DATA TYPE ${type};`;

test.each<[from: Field, to: Field, statement: string | undefined]>([
  [a("INTEGER"), a("NUMERIC"), setType("NUMERIC")],
  [a("INT64"), a("BIGNUMERIC"), setType("BIGNUMERIC")],
  [a("INTEGER"), a("FLOAT"), setType("FLOAT64")],
  [a("NUMERIC"), a("BIGNUMERIC"), setType("BIGNUMERIC")],
  [a("NUMERIC"), a("FLOAT64"), setType("FLOAT64")],
  [a("INTEGER"), a("NUMERIC", { precision: "25", scale: "2" }), setType("NUMERIC(25, 2)")],
  [a("INTEGER"), a("NUMERIC", { precision: "10", scale: "2" }), undefined],
  [a("NUMERIC"), a("INTEGER"), undefined],
  [a("INTEGER"), a("STRING"), undefined],
  [a("INTEGER", { mode: "REPEATED" }), a("NUMERIC", { mode: "REPEATED" }), undefined],
  [a("FLOAT"), a("NUMERIC"), undefined],
  [a("STRING", { maxLength: "10" }), a("STRING", { maxLength: "20" }), setType("STRING(20)")],
  [a("STRING", { maxLength: "10" }), a("STRING", { maxLength: "5" }), undefined],
  [a("STRING", { maxLength: "10" }), a("STRING", { maxLength: null }), setType("STRING")],
  [a("STRING"), a("STRING", { maxLength: "20" }), undefined],
  [a("NUMERIC", { precision: "10" }), a("NUMERIC", { precision: "12" }), setType("NUMERIC(12)")],
])("%o to %o", (from, to, statement) => {
  expect(statements(columns(from), columns(to))).toEqual([statement]);
});

test("one statement widens precision and scale, and is part of both issues", () => {
  const wider = setType("NUMERIC(14, 3)");
  const from = a("NUMERIC", { precision: "10", scale: "2" });
  expect(statements(columns(from), columns(a("NUMERIC", { precision: "14", scale: "3" })))).toEqual([wider, wider]);
});

describe("SQL cannot change", () => {
  const wish = columns(a("NUMERIC"));
  test.each<[what: string, table: object]>([
    ["a clustering column", { clustering: { fields: ["A"] } }],
    ["a partition column", { rangePartitioning: { field: "a", range: { start: "0", end: "9", interval: "1" } } }],
    ["a column of the primary key", { tableConstraints: { primaryKey: { columns: ["a"] } } }],
    ["a column of an external table", { externalDataConfiguration: { sourceFormat: "CSV", sourceUris: ["gs://b/o"] } }],
    ["a column of a snapshot", { type: "SNAPSHOT" }],
  ])("%s", (_, table) => {
    expect(statements({ ...columns(a("INTEGER")), ...table }, wish).every((sql) => sql === undefined)).toBe(true);
  });

  test("a nested column", () => {
    const record = (...fields: readonly Field[]) => columns({ name: "r", type: "RECORD", fields });
    expect(statements(record(a("INTEGER")), record(a("NUMERIC")))).toEqual([undefined]);
    expect(statements(record(a("INTEGER"), { name: "b", type: "DATE" }), record(a("INTEGER")))).toEqual([undefined]);
  });
});

test("a missing column and a new one of the same type can be a rename or a deletion", () => {
  const id = { name: "id", type: "INTEGER" };
  const [sql] = statements(columns(id), columns({ name: "order_id", type: "INT64" }, { name: "day", type: "DATE" }));
  expect(sql).toBe(`${ALTER} RENAME COLUMN \`id\` TO \`order_id\`;
-- or, to delete its values:
${ALTER} DROP COLUMN \`id\`;`);
});

test("a missing column without a new one of its type, or with several, can be deleted", () => {
  expect(statements(columns(a("DATE")), columns({ name: "x", type: "DATE" }, { name: "y", type: "DATE" }))).toEqual([
    `${ALTER} DROP COLUMN \`a\`;`,
  ]);
  expect(statements(columns(a("DATE"), { name: "b", type: "DATE" }), columns(a("DATE")))).toEqual([
    `${ALTER} DROP COLUMN \`b\`;`,
  ]);
});

test("no character of a name ends its line or changes the direction of the text", () => {
  const odd = { name: "a\n; DROP\r\u2028\u202e\t`b", type: "DATE" };
  const [sql] = statements(columns(a("DATE"), odd), columns(a("DATE")));
  expect(sql).toBe(`${ALTER} DROP COLUMN \`a\\n; DROP\\r\\u2028\\u202e\\t\\\`b\`;`);
});

test("names are quoted", () => {
  const live = { tableReference: { projectId: "example.com:shop", datasetId: "s", tableId: "2024-orders" } };
  const odd = { name: "a`b\\", type: "DATE" };
  expect(statements({ ...live, ...columns(a("DATE"), odd) }, { ...live, ...columns(a("DATE")) })).toEqual([
    "ALTER TABLE `example.com:shop.s.2024-orders` DROP COLUMN `a\\`b\\\\`;",
  ]);
});
