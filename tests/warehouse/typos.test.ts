import { type ClientEvent, createClient, googleNaming, type Naming, type TableInput } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/rejection.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const column = (more: object) => ({ schema: { fields: [{ name: "a", type: "STRING", ...more }] } });
const external = (more: object) => ({
  externalDataConfiguration: { sourceUris: ["gs://bucket/x"], sourceFormat: "AVRO", ...more },
});
const EXTERNAL = "externalDataConfiguration";

/** Rules that are errors by default, because the service certainly rejects such a typo. */
const LOWERED = { "field-type": "warn", "field-mode": "warn", "source-format": "warn" } as const;

/**
 * A client of a sandbox with a naming profile, and the warnings that it emits as `path: message (rule)`. Under Google's profile,
 * all typos are warnings.
 */
function clientOf(naming: Naming = googleNaming) {
  const warnings: string[] = [];
  const sandbox = createSandbox({ naming });
  sandbox.warehouse.datasets.add(tableReference);
  const onEvent = (event: ClientEvent) => {
    if (event.type !== "warning") return;
    const { path, message, rule } = event.issue;
    warnings.push(`${path}: ${message} (${rule})`);
  };
  const rules = naming === googleNaming ? LOWERED : {};
  const { tables } = createClient({ ...sandbox.clientOptions, rules, onEvent }).warehouse;
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

describe.each(typos)("%j", (table, warning) => {
  test("is a warning of a client, and 400 from the sandbox, under Google's profile", async () => {
    const { insert, warnings } = clientOf();
    expect(await rejection(insert(table))).toMatchObject({
      code: "bad_request",
      serviceMessage: warning.replace(/ \([\w-]+\)$/, ""),
    });
    expect(warnings).toEqual([warning]);
  });
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
