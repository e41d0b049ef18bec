import { isDeepStrictEqual } from "node:util";
import {
  BigQuery,
  BigQueryDate,
  BigQueryDatetime,
  BigQueryInt,
  BigQueryTime,
  BigQueryTimestamp,
  Geography,
} from "@google-cloud/bigquery";
import * as fc from "fast-check";
import { defineTable, rowDecoder, type TableRow } from "fourfold/tables";
import { encodeRows } from "fourfold/testing";
import { defineMethod } from "fourfold/warehouse";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AnyColumn, anyEqualRows, type RowColumn, type Value } from "../../../tests/support/any-rows.js";
import { propertyRuns } from "../../../tests/support/property-runs.js";
import { type Reached, reach } from "./reach.js";

/** The columns as BigQuery returns them: the client knows only some aliases. */
const responseColumns = (columns: readonly AnyColumn[]): RowColumn[] =>
  columns.map(({ kind, mode, live, fields, element }) => ({
    ...{ name: live?.name ?? "", type: kind, mode },
    ...(kind === "RECORD" ? { fields: responseColumns(fields) } : {}),
    ...(kind === "RANGE" ? { rangeElementType: { type: element } } : {}),
  }));

/** The client assigns properties, which loses this name. */
const hasProto = (columns: readonly AnyColumn[]): boolean =>
  columns.some(({ live, fields }) => live?.name === "__proto__" || hasProto(fields));

/** A value in the form that the client requests: timestamps are microseconds, and repeated columns never null. */
function wireOf({ kind, mode, fields, element }: AnyColumn, value: Value): unknown {
  if (value === null) return mode === "REPEATED" ? [] : null;
  if ("list" in value) return value.list.map((v) => ({ v: wireOf({ ...one, kind, fields, element }, v) }));
  if ("record" in value) return rowOf(fields, value.record);
  const decoded = value.decode({ integers: "string", timestamps: "string" });
  if (kind === "TIMESTAMP") return microseconds(decoded);
  if (kind !== "RANGE" || element !== "TIMESTAMP") return value.wire;
  const { start, end } = decoded as { start: string | null; end: string | null }; // of a RANGE
  return `[${start === null ? "NULL" : microseconds(start)}, ${end === null ? "UNBOUNDED" : microseconds(end)})`;
}
const one = { mode: "NULLABLE", known: undefined, live: undefined } as const;

const rowOf = (columns: readonly AnyColumn[], row: readonly Value[]): { f: { v: unknown }[] } => ({
  f: columns.map((column, index) => ({ v: wireOf(column, row[index] ?? null) })),
});

function microseconds(iso: unknown): string {
  const [, seconds, fraction = ""] = /^(.{19})(?:\.(\d+))?Z$/.exec(String(iso)) ?? [];
  return String(BigInt(Date.parse(`${seconds}Z`)) * 1_000n + BigInt(fraction.padEnd(6, "0").slice(0, 6)));
}

const withoutZeros = (iso: string) => iso.replace(/\.?0*Z$/, "Z");

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
/** A column can have the name "constructor". */
const classOf = (value: object): string => Object.getPrototypeOf(value).constructor.name;

/** The values in the classes of the client. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped);
  if (Buffer.isBuffer(value)) return value.toString("base64");
  if (value instanceof BigQueryTimestamp) return withoutZeros(value.value);
  if (value instanceof BigQueryDatetime) return value.value.replace(" ", "T");
  if (isObject(value) && classOf(value) === "BigQueryRange") {
    const { start, end } = value as { start?: unknown; end?: unknown }; // the class is not exported
    return { start: start ? unwrapped(start) : null, end: end ? unwrapped(end) : null };
  }
  for (const type of [BigQueryInt, BigQueryDate, BigQueryTime, Geography])
    if (value instanceof type) return value.value;
  if (!isObject(value)) return value;
  if ("toFixed" in value && typeof value.toFixed === "function") return value.toFixed(); // a decimal of big.js
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unwrapped(inner)]));
}

test("@google-cloud/bigquery reads the same values from the rows of any table", () => {
  let compared = 0;
  fc.assert(
    fc.property(anyEqualRows, ({ columns, rows }) => {
      fc.pre(rows.length > 0 && !hasProto(columns));
      const fields = responseColumns(columns);
      const wire = rows.map((row) => rowOf(columns, row));
      const theirs = BigQuery.mergeSchemaWithRows_({ fields: fields as never }, wire, {
        ...{ wrapIntegers: true, parseJSON: true },
      }).map(unwrapped);
      const ours = wire.map(rowDecoder(fields as never, fields));
      compared += rows.length;
      if (!isDeepStrictEqual(ours, theirs)) expect(ours).toStrictEqual(theirs);
    }),
    propertyRuns(400),
  );
  expect(compared).toBeGreaterThan(300);
});

const orders = defineTable("sales.orders", {
  schema: [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "at", type: "TIMESTAMP" },
    { name: "items", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING", mode: "REQUIRED" }] },
  ],
});
const jobsQuery = defineMethod({ name: "jobs.query", http: "POST /bigquery/v2/projects/{projectId}/queries" });

let reached: Reached;
beforeEach(async () => {
  reached = await reach();
});
afterEach(() => reached.close());

test("with skipParsing, a query returns rows that rowDecoder decodes", async () => {
  const written = [
    { id: 2n ** 60n, at: "2026-11-23T08:00:00.123456Z", items: [{ sku: "tea" }] },
    { id: 1, at: null, items: [] },
  ];
  reached.sandbox.route(jobsQuery, ({ params }) => ({
    ...{ jobComplete: true, jobReference: { ...params, jobId: "job-1", location: "US" } },
    ...encodeRows(orders, written),
  }));
  const query = "SELECT * FROM sales.orders";
  const results: readonly unknown[] = await reached.bigquery.query({ query, skipParsing: true });
  // The types of the client have no third element, the response of jobs.query.
  const [rows, , { schema }] = results as [TableRow[], unknown, { schema: { fields?: object[] } }];
  expect(rows.map(rowDecoder(orders, schema, { integers: "bigint" }))).toEqual([
    written[0],
    { id: 1n, at: null, items: [] },
  ]);
});
