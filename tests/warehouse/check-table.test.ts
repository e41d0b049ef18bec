import fc from "fast-check";
import { createClient, googleNaming, type TableInput } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { checkTable } from "../../src/warehouse/rules/check-table.js";
import { propertyRuns } from "../support/property-runs.js";
import { rejection } from "../support/rejection.js";
import { placesOf, replaceAt } from "../support/replace-at.js";
import { fullTable } from "./schemas/fixtures.js";

const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
const check = (table: object, complete = true) => checkTable({ tableReference, ...table }, { complete, now: 0 });
const paths = (table: object, complete = true) =>
  check(table, complete).errors.map(({ path, rule }) => `${path} ${rule}`);

test("converts a table to its wire format", () => {
  const { body, errors } = check({
    etag: "x",
    expirationTime: 5_000n,
    labels: { a: undefined, b: "" },
    schema: { fields: [{ name: "a", type: "STRING", maxLength: 10 }] },
  });
  expect(errors).toEqual([]);
  expect(body).toEqual({
    tableReference,
    expirationTime: "5000",
    labels: { b: "" },
    schema: { fields: [{ name: "a", type: "STRING", maxLength: "10" }] },
  });
});

test("reports wrong types, values that JSON cannot represent, and violated rules together", () => {
  const issues = paths({
    friendlyName: 5,
    expirationTime: 2 ** 60,
    description: Number.NaN,
    labels: { Bad: "x" },
    schema: { fields: [{ name: "a", type: "NUMERIC", scale: 1 }, "not a field", { name: 7, type: "STRING" }] },
  });
  expect(issues).toEqual(
    expect.arrayContaining([
      "friendlyName member-type",
      "expirationTime int64",
      "description json-value",
      "labels.Bad label-key-characters",
      "schema.fields[0].scale scale-needs-precision",
      "schema.fields[1] member-type",
      "schema.fields[2].name member-type",
    ]),
  );
});

test("reports one issue per path", () => {
  const issues = check({ rangePartitioning: { field: "a", range: { start: "x", end: 0.5, interval: {} } } }).errors;
  expect(issues.map(({ path }) => path).sort()).toEqual(
    ["end", "interval", "start"].map((name) => `rangePartitioning.range.${name}`),
  );
});

test.each([
  ["sourceUris", { externalDataConfiguration: { sourceFormat: "CSV", autodetect: true, sourceUris: [null] } }],
  ["schema.fields", { schema: { fields: [null] } }],
  ["clustering.fields", { timePartitioning: { type: "DAY" }, clustering: { fields: [null] } }],
])("rejects null as an element of %s, in a patch too", (at, table) => {
  for (const complete of [true, false]) {
    expect(paths(table, complete)).toEqual([expect.stringMatching(new RegExp(`${at}\\[0\\] member-type$`))]);
  }
});

test.each([[null], [undefined], ["x"], [[]], [5]])("rejects %j in place of a table", (input) => {
  expect(checkTable(input, { complete: true, now: 0 }).errors).toMatchObject([{ path: "", rule: "member-type" }]);
});

test("names the label whose value is wrong, and still checks the others", () => {
  expect(paths({ labels: { a: 5, B: "ok" } })).toEqual(
    expect.arrayContaining(["labels.a member-type", "labels.B label-key-characters"]),
  );
});

test("rejects input that is nested too deeply instead of overflowing the stack", () => {
  let fields: object[] = [{ name: "a", type: "STRING" }];
  for (let depth = 0; depth < 20_000; depth += 1) fields = [{ name: "a", type: "RECORD", fields }];
  expect(check({ schema: { fields } }).errors).toMatchObject([{ rule: "json-value" }]);
});

test("does not require fields that a patch omits", () => {
  expect(checkTable({ timePartitioning: { expirationMs: 5 } }, { complete: false, now: 0 }).errors).toEqual([]);
});

test("never throws, regardless of the values in a table", { timeout: 30_000 }, () => {
  const { etag: _, ...full } = fullTable;
  const places = placesOf(full);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(places.length - 1), fc.anything()), { maxLength: 4 }),
      fc.boolean(),
      (changes, complete) => {
        let table: unknown = full;
        for (const [at, replacement] of changes) table = replaceAt(table, places[at] ?? [], replacement);
        const { errors, warnings } = checkTable(table, { complete, now: 0 });
        for (const { message, path, rule } of [...errors, ...warnings])
          expect([typeof message, typeof path, typeof rule]).toEqual(["string", "string", "string"]);
      },
    ),
    propertyRuns(100),
  );
});

test("insert and update reject null in every known field, a patch accepts it, and unknown fields keep theirs", async () => {
  const sandbox = createSandbox({ naming: googleNaming });
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const table = {
    tableReference,
    description: null,
    labels: { a: null },
    schema: { fields: [{ name: "a", type: "STRING", mode: null }] },
    view: { query: null },
    future: { a: null, b: [null] },
    etag: null,
  };
  for (const call of [tables.insert, tables.update]) {
    const error = await rejection(call(table as unknown as TableInput));
    const issues = ["description", "labels.a", "schema.fields[0].mode"].map((path) => ({
      path,
      message: "must not be null; omit it",
      rule: "member-type",
    }));
    expect((error as { issues: unknown[] }).issues).toEqual(
      expect.arrayContaining([...issues, { path: "view.query", message: "is required", rule: "view-query-required" }]),
    );
    expect((error as { issues: unknown[] }).issues).toHaveLength(4);
  }
  expect(sandbox.requests).toEqual([]);
  sandbox.warehouse.tables.add({ tableReference, description: "x" });
  expect(await tables.patch(tableReference, { description: null })).not.toHaveProperty("description");
});
