import fc from "fast-check";
import { type ClientEvent, createClient, type TableInput } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import { checkTableInput } from "../../../src/warehouse/rules/check-table.js";
import { propertyRuns } from "../../support/property-runs.js";
import { rejection } from "../../support/rejection.js";
import { placesOf, replaceAt } from "../../support/sample.js";
import { fullTable } from "../schemas/fixtures.js";

const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
const check = (table: object, complete = true) => checkTableInput({ tableReference, ...table }, { complete, now: 0 });
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

test("accepts a reference file for the schema of DELTA_LAKE, as the service does", () => {
  const external = { sourceFormat: "DELTA_LAKE", sourceUris: ["gs://b/t"], referenceFileSchemaUri: "gs://b/f.parquet" };
  const table = { tableReference, externalDataConfiguration: external };
  expect(checkTableInput(table, { complete: true, now: 0, openValues: true }).errors).toEqual([]);
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
  expect(checkTableInput(input, { complete: true, now: 0 }).errors).toMatchObject([{ path: "", rule: "member-type" }]);
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
  expect(checkTableInput({ timePartitioning: { expirationMs: 5 } }, { complete: false, now: 0 }).errors).toEqual([]);
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
        const { errors, warnings } = checkTableInput(table, { complete, now: 0 });
        for (const { message, path, rule } of [...errors, ...warnings])
          expect([typeof message, typeof path, typeof rule]).toEqual(["string", "string", "string"]);
      },
    ),
    propertyRuns(100),
  );
});

test("insert and update reject null in every known field, a patch accepts it, and unknown fields keep theirs", async () => {
  const sandbox = createSandbox();
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const table = {
    tableReference,
    description: null,
    labels: { a: null },
    schema: { fields: [{ name: "a", type: "STRING", mode: null }] },
    timePartitioning: { type: null },
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
      expect.arrayContaining([
        ...issues,
        { path: "timePartitioning.type", message: "is required", rule: "time-partitioning-type-required" },
      ]),
    );
    expect((error as { issues: unknown[] }).issues).toHaveLength(4);
  }
  expect(sandbox.requests).toEqual([]);
  sandbox.warehouse.tables.add({ tableReference, description: "x" });
  expect(await tables.patch(tableReference, { description: null })).not.toHaveProperty("description");
});

describe("typos", () => {
  const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
  const column = (more: object) => ({ schema: { fields: [{ name: "a", type: "STRING", ...more }] } });
  const external = (more: object) => ({
    externalDataConfiguration: { sourceUris: ["gs://bucket/x"], sourceFormat: "AVRO", ...more },
  });
  const EXTERNAL = "externalDataConfiguration";

  /** Rules that are errors by default, because the service certainly rejects such a typo. */
  const LOWERED = { "field-type": "warn", "field-mode": "warn", "source-format": "warn" } as const;

  /** A client of a sandbox under Google's profile, and the warnings that it emits as `path: message (rule)`. */
  function clientOf() {
    const warnings: string[] = [];
    const sandbox = createSandbox();
    sandbox.warehouse.datasets.add(tableReference);
    const onEvent = (event: ClientEvent) => {
      if (event.type !== "warning") return;
      const { path, message, rule } = event.issue;
      warnings.push(`${path}: ${message} (${rule})`);
    };
    const { tables } = createClient({ ...sandbox.clientOptions, rules: LOWERED, onEvent }).warehouse;
    const insert = (table: object) => tables.insert({ tableReference, ...table } as TableInput); // or invalid
    return { sandbox, tables, warnings, insert };
  }

  /** Typos: the table, and the warning of the client. */
  const typos: [table: object, warning: string][] = [
    [column({ type: "INTGER" }), 'schema.fields[0].type: "INTGER" is not known; did you mean "INTEGER"? (field-type)'],
    [
      column({ type: "RECORD", fields: [{ name: "b", type: "TIMESTAMPTZ" }] }),
      'schema.fields[0].fields[0].type: "TIMESTAMPTZ" is not known; did you mean "TIMESTAMP"? (field-type)',
    ],
    [
      external({ sourceFormat: "GOOGLE_SHEET" }),
      `${EXTERNAL}.sourceFormat: "GOOGLE_SHEET" is not known; did you mean "GOOGLE_SHEETS"? (source-format)`,
    ],
    [
      { ...column({}), clustring: { fields: ["a"] } },
      'clustring: is not known; did you mean "clustering"? (property-name)',
    ],
    [
      external({
        sourceUris: ["https://docs.google.com/x"],
        sourceFormat: "GOOGLE_SHEETS",
        googleSheetsOptions: { rnage: "A1" },
      }),
      `${EXTERNAL}.googleSheetsOptions.rnage: is not known; did you mean "range"? (property-name)`,
    ],
  ];

  test.each(typos)("%j is a warning of a client, and 400 from the sandbox", async (table, warning) => {
    const { insert, warnings } = clientOf();
    expect(await rejection(insert(table))).toMatchObject({
      code: "bad_request",
      serviceMessage: warning.replace(/ \([\w-]+\)$/, ""),
    });
    expect(warnings).toEqual([warning]);
  });

  test("under Google's profile, the sandbox stores unknown values and properties", async () => {
    const { insert, warnings } = clientOf();
    const table = { ...column({ type: "TIMESTAMP_PICOS" }), fieldOfTheFuture: { clustring: 1 } };
    expect(await insert(table)).toMatchObject(table);
    expect(warnings).toEqual([]);
  });

  test("a patch is checked, too", async () => {
    const { insert, tables, warnings } = clientOf();
    await insert(column({}));
    const patch = { frendlyName: "Orders" };
    const error = await rejection(tables.patch(tableReference, patch as object));
    expect(error).toMatchObject({ serviceMessage: expect.stringContaining('did you mean "friendlyName"?') });
    expect(warnings).toEqual(['frendlyName: is not known; did you mean "friendlyName"? (property-name)']);
  });

  test("a client may reject typos, or send them without a warning", async () => {
    const { sandbox, warnings } = clientOf();
    const clientWith = (severity: "error" | "off") =>
      createClient({ ...sandbox.clientOptions, rules: { "field-type": severity } }).warehouse.tables;
    const insert = (severity: "error" | "off", type: string) =>
      clientWith(severity).insert({ tableReference, ...column({ type }) });
    expect(await rejection(insert("error", "INTGER"))).toMatchObject({ code: "invalid_request" });
    expect(await rejection(insert("off", "INTGER"))).toMatchObject({ code: "bad_request" });
    await insert("error", "TIMESTAMP_PICOS");
    expect(warnings).toEqual([]);
  });
});
