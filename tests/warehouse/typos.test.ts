import { type ClientEvent, createClient, googleNaming, type Naming, type TableInput, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import { checkTable } from "../../src/warehouse/rules/check-table.js";
import { rejection } from "../support/rejection.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const column = (more: object) => ({ schema: { fields: [{ name: "a", type: "STRING", ...more }] } });
const external = (more: object) => ({
  externalDataConfiguration: { sourceUris: ["gs://bucket/x"], sourceFormat: "AVRO", ...more },
});
const EXTERNAL = "externalDataConfiguration";
const family = (more: object) =>
  external({
    sourceFormat: "BIGTABLE",
    sourceUris: ["https://bigtable.example/t"],
    bigtableOptions: { columnFamilies: [{ familyId: "f", ...more }] },
  });
const columnsOf = (...names: readonly string[]) => ({ fields: names.map((name) => ({ name, type: "DATE" })) });

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

/** Typos: the table, the warning of the client, the message of the sandbox. */
const typos: [table: object, warning: string, message: string][] = [
  [
    column({ type: "INTGER" }),
    'schema.fields[0].type: "INTGER" is not known; did you mean "INTEGER"? (field-type)',
    "Invalid value for type: INTGER is not a valid value",
  ],
  [
    column({ type: "RECORD", fields: [{ name: "b", type: "TIMESTAMPTZ" }] }),
    'schema.fields[0].fields[0].type: "TIMESTAMPTZ" is not known; did you mean "TIMESTAMP"? (field-type)',
    "Invalid value for type: TIMESTAMPTZ is not a valid value",
  ],
  [
    column({ mode: "REQUIERD" }),
    'schema.fields[0].mode: "REQUIERD" is not known; did you mean "REQUIRED"? (field-mode)',
    "Invalid value for mode: REQUIERD is not a valid value",
  ],
  [
    external({ sourceFormat: "PARKET" }),
    `${EXTERNAL}.sourceFormat: "PARKET" is not known; did you mean "PARQUET"? (source-format)`,
    "Invalid value for sourceFormat: PARKET is not a valid value",
  ],
  [
    external({ sourceFormat: "GOOGLE_SHEET" }),
    `${EXTERNAL}.sourceFormat: "GOOGLE_SHEET" is not known; did you mean "GOOGLE_SHEETS"? (source-format)`,
    "Invalid value for sourceFormat: GOOGLE_SHEET is not a valid value",
  ],
  [
    external({ compression: "GZP" }),
    `${EXTERNAL}.compression: "GZP" is not known; did you mean "GZIP"? (source-compression)`,
    "Invalid value for compression: GZP is not a valid value",
  ],
  [
    external({ sourceFormat: undefined, objectMetadata: "SIMPEL" }),
    `${EXTERNAL}.objectMetadata: "SIMPEL" is not known; did you mean "SIMPLE"? (object-metadata)`,
    "Invalid value for objectMetadata: SIMPEL is not a valid value",
  ],
  [
    family({ encoding: "BINERY" }),
    `${EXTERNAL}.bigtableOptions.columnFamilies[0].encoding: "BINERY" is not known; did you mean "BINARY"? (column-family-encoding)`,
    "Invalid value for encoding: BINERY is not a valid value",
  ],
  [
    { managedTableType: "NATVE" },
    'managedTableType: "NATVE" is not known; did you mean "NATIVE"? (managed-table-type)',
    "Invalid value for managedTableType: NATVE is not a valid value",
  ],
  [
    { ...column({}), clustring: { fields: ["a"] } },
    'clustring: is not known; did you mean "clustering"? (property-name)',
    "Invalid JSON payload received. Unknown name \"clustring\" at 'table': Cannot find field.",
  ],
  [
    { timePartitioning: { type: "DAY", feild: "a" } },
    'timePartitioning.feild: is not known; did you mean "field"? (property-name)',
    "Invalid JSON payload received. Unknown name \"feild\" at 'table.time_partitioning': Cannot find field.",
  ],
  [
    external({ bigtableOption: {} }),
    `${EXTERNAL}.bigtableOption: is not known; did you mean "bigtableOptions"? (property-name)`,
    "Invalid JSON payload received. Unknown name \"bigtableOption\" at 'table.external_data_configuration': Cannot find field.",
  ],
  [
    external({ sourceFormat: "GOOGLE_SHEETS", googleSheetsOptions: { rnage: "A1" } }),
    `${EXTERNAL}.googleSheetsOptions.rnage: is not known; did you mean "range"? (property-name)`,
    "Invalid JSON payload received. Unknown name \"rnage\" at 'table.external_data_configuration.google_sheets_options': Cannot find field.",
  ],
];

describe.each(typos)("%j", (table, warning, message) => {
  test("is a warning of a client, and 400 from the sandbox, under Google's profile", async () => {
    const { insert, warnings } = clientOf();
    expect(await rejection(insert(table))).toMatchObject({ code: "bad_request", serviceMessage: message });
    expect(warnings).toEqual([warning]);
  });

  test("is rejected by a seed of the sandbox", () => {
    const { sandbox } = clientOf();
    const add = () => sandbox.warehouse.tables.add({ tableReference, ...table } as TableInput); // or invalid
    expect(add).toThrow(/invalid_request/);
  });
});

/** Tables without values that the package recognizes as typos. */
const accepted: [what: string, table: object][] = [
  ["an INTERVAL column", column({ type: "INTERVAL" })],
  ["a FOREIGN column", column({ type: "FOREIGN", foreignTypeDefinition: "char(3)" })],
  ["a column type that is not known", column({ type: "TIMESTAMP_PICOS" })],
  ["a column type with another number", column({ type: "FLOAT32" })],
  ["a column type in small letters", column({ type: "integer", mode: "required" })],
  ["a mode that is not known", column({ mode: "OPTIONAL" })],
  ["a format that is not known", external({ sourceFormat: "XML" })],
  ["a format in small letters", external({ sourceFormat: "avro" })],
  ["a compression that is not known", external({ compression: "ZSTD" })],
  ["an encoding beyond the spec", family({ type: "JSON", encoding: "PROTO_BINARY" })],
  ["properties that are not known", { fieldOfTheFuture: { clustring: 1 }, ...column({ flavour: "x" }) }],
  ["labels with any keys", { labels: { schma: "x", clustring: "y" } }],
  ["a partition column without a schema", { timePartitioning: { type: "DAY", field: "day" } }],
  [
    "a partition column of a materialized view",
    {
      materializedView: { query: "SELECT 1" },
      schema: columnsOf("a"),
      timePartitioning: { type: "DAY", field: "day" },
      clustering: { fields: ["b"] },
    },
  ],
  [
    "columns of external data that the service detects",
    {
      ...external({ sourceFormat: "CSV", autodetect: true, schema: columnsOf("a") }),
      tableConstraints: { primaryKey: { columns: ["id"] } },
    },
  ],
  ["a column in another case", { schema: columnsOf("Day"), timePartitioning: { type: "DAY", field: "DAY" } }],
];

test.each(accepted)("%s is not a typo under Google's profile", (_, table) => {
  const { rules, openValues } = googleNaming;
  const input = { tableReference, ...table };
  const { errors, warnings } = checkTable(input, { complete: true, now: 0, openValues, rules });
  expect([...errors, ...warnings]).toEqual([]);
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
  expect(error).toMatchObject({ serviceMessage: expect.stringContaining('Unknown name "frendlyName"') });
  expect(warnings).toEqual(['frendlyName: is not known; did you mean "friendlyName"? (property-name)']);
});

test("messages have the profile's names of formats", async () => {
  const { insert, warnings } = clientOf();
  await insert(external({ sourceFormat: "GOOGLE_SHEETS", csvOptions: {} }));
  expect(warnings).toEqual([
    `${EXTERNAL}.csvOptions: is only allowed for the format CSV, got "GOOGLE_SHEETS" (csv-options-only-csv)`,
  ]);
});

test("tables.ensure warns about typos", async () => {
  const { tables, warnings } = clientOf();
  await rejection(tables.ensure({ tableReference, ...column({ type: "INTGER" }) }));
  expect(warnings).toEqual(['schema.fields[0].type: "INTGER" is not known; did you mean "INTEGER"? (field-type)']);
});

test("under vendorNaming, an unlisted value is an error, and the name of a property is a warning", async () => {
  const { insert, warnings } = clientOf(vendorNaming);
  for (const type of ["INTGER", "INTERVAL", "TIMESTAMP_PICOS"]) {
    expect(await rejection(insert(column({ type })))).toMatchObject({
      code: "invalid_request",
      issues: [{ path: "schema.fields[0].type", rule: "field-type" }],
    });
  }
  expect(await insert({ ...column({}), clustring: 1 })).toMatchObject({ clustring: 1 });
  expect(warnings).toEqual(['clustring: is not known; did you mean "clustering"? (property-name)']);
});

test("keys of a table are a warning only, because it is not known whether the service checks them", async () => {
  const { insert, warnings } = clientOf();
  await insert({ schema: columnsOf("a"), tableConstraints: { primaryKey: { columns: ["b"] } } });
  expect(warnings).toEqual([
    'tableConstraints.primaryKey.columns[0]: should be a top-level column of the schema, got "b" (primary-key-column-exists)',
  ]);
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
