import { createClient, type DesiredTable, type Table } from "fourfold";
import { applyTables, defineTable, ensureTable, planTablePatch, planTables, tableSource } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

// External tables whose files are in folders such as `day=2026-11-29/`: the service adds a column for each key.

const tableReference = { projectId: "shop", datasetId: "lake", tableId: "visits" };
const column = (name: string, type = "STRING", more: object = {}) => ({ name, type, mode: "NULLABLE", ...more });
const schemaOf = (...fields: readonly object[]) => ({ schema: { fields } });
const PREFIX = "gs://b/visits";
const data = (hive: object | null | undefined, more: object = {}) => ({
  externalDataConfiguration: {
    sourceFormat: "CSV",
    sourceUris: [`${PREFIX}/day=*`],
    hivePartitioningOptions: hive,
    ...more,
  },
});
const auto = { mode: "AUTO", sourceUriPrefix: PREFIX };
const custom = (keys: string, prefix = PREFIX) => ({ mode: "CUSTOM", sourceUriPrefix: prefix + keys });
const fields = ["day"];

/** A table as the service returns it. */
const live = (hive: object = auto, more: object = {}): Table =>
  ({
    tableReference,
    type: "EXTERNAL",
    requirePartitionFilter: false,
    ...data({ ...hive, fields }),
    ...schemaOf(column("id"), column("day", "DATE")),
    ...more,
  }) as unknown as Table; // the columns of a test are plain objects
const byDay = live(custom("/{day:DATE}"));
const connected = live(auto, data({ ...auto, fields }, { connectionId: "shop.eu.c" }));
const plan = (current: Table, desired: object) =>
  planTablePatch(current, { tableReference, ...desired } as DesiredTable); // some of them are invalid on purpose
const issuesOf = (current: Table, desired: object) =>
  (thrown(() => plan(current, desired)) as { issues: { rule: string; path: string }[] }).issues.map(
    ({ rule, path }) => `${rule} ${path}`,
  );

const inData = (...columns: readonly object[]) => data(auto, schemaOf(...columns));

const EQUAL: readonly [what: string, current: Table, desired: object][] = [
  ["columns of the files, without the keys", live(), inData(column("id"))],
  ["columns of the table, without the keys", connected, schemaOf(column("id"))],
  ["all columns", live(), schemaOf(column("id"), column("day", "DATE"))],
  ["a key in another case", live(), schemaOf(column("id"), column("Day", "DATE"))],
  ["a key as a column of the files", live(), inData(column("day", "DATE"), column("id"))],
  ["a key of the files without its type", live(), inData(column("id"), { name: "day" })],
  ["a table that was read", live(), live()],
  [
    "keys of the mode CUSTOM that the response does not list",
    live(custom("/{day:DATE}"), data(custom("/{day:DATE}"))),
    schemaOf(column("id")),
  ],
];

test.each(EQUAL)("plans nothing for %s", (_, current, desired) => {
  expect(plan(current, desired)).toBeUndefined();
});

test("the keys do not prevent another column", () => {
  const added = column("n", "INTEGER");
  expect(plan(live(), inData(column("id"), added))).toEqual({
    externalDataConfiguration: schemaOf(column("id"), added),
  });
  expect(plan(connected, schemaOf(column("id"), added))).toEqual(schemaOf(column("id"), column("day", "DATE"), added));
});

test("with a connection, the columns of external data are planned as those of the table", () => {
  const added = column("n", "INTEGER");
  expect(plan(connected, inData(column("id"), added))).toEqual(schemaOf(column("id"), column("day", "DATE"), added));
});

test("a column that is not a key is still missed", () => {
  expect(issuesOf(live(), schemaOf(column("day", "DATE")))).toEqual(["column-missing schema.fields"]);
});

const OTHER = `${PREFIX}-v2`;

const moved = { mode: "AUTO", sourceUriPrefix: OTHER };
test.each<[what: string, current: Table, hive: object]>([
  ["files with keys that the service detects", live(), moved],
  ["files with the same keys", byDay, custom("/{day:DATE}", OTHER)],
  ["keys from detected to listed", live(), custom("/{day:DATE}", OTHER)],
  ["keys from listed to detected", byDay, moved],
  [
    "keys that are strings from detected to all strings",
    live(auto, schemaOf(column("id"), column("day"))),
    { ...moved, mode: "STRINGS" },
  ],
  ["keys with types in another spelling", live(custom("/{day:INTEGER}")), custom("/{day:INT64}", OTHER)],
])("moves %s", (_, current, hive) => {
  const change = data(hive, { sourceUris: [`${OTHER}/day=*`] });
  expect(plan(current, change)?.externalDataConfiguration).toMatchObject({ sourceUris: [`${OTHER}/day=*`] });
});

const HIVE = "externalDataConfiguration.hivePartitioningOptions";

test.each<[what: string, current: Table, desired: object, issues: readonly string[]]>([
  ["a renamed key", byDay, data(custom("/{date:DATE}")), [`hive-keys-fixed ${HIVE}.sourceUriPrefix`]],
  ["another key", byDay, data(custom("/{day:DATE}/{hour:INTEGER}")), [`hive-keys-fixed ${HIVE}.sourceUriPrefix`]],
  [
    "a removed key",
    live(custom("/{day:DATE}/{hour:INTEGER}")),
    data(custom("/{day:DATE}")),
    [`hive-keys-fixed ${HIVE}.sourceUriPrefix`],
  ],
  ["another type of a key", byDay, data(custom("/{day:STRING}")), [`hive-keys-fixed ${HIVE}.sourceUriPrefix`]],
  ["detected keys as strings", live(), data({ ...auto, mode: "STRINGS" }), [`hive-keys-fixed ${HIVE}.mode`]],
  [
    "another type in the schema",
    live(),
    schemaOf(column("id"), column("day")),
    ["column-type-fixed schema.fields[1].type"],
  ],
  [
    "another type in the columns of the files",
    live(),
    inData(column("id"), column("day")),
    ["hive-keys-fixed externalDataConfiguration.schema.fields[1].type"],
  ],
  ["the first keys", live({}, data(undefined)), data(auto), [`hive-keys-fixed ${HIVE}`]],
  ["no keys", live(), data(null), [`hive-keys-fixed ${HIVE}`]],
])("rejects %s", (_, current, desired, issues) => {
  expect(issuesOf(current, desired)).toEqual(issues);
});

test("a message says what to do", () => {
  expect(() => plan(byDay, data(custom("/{date:DATE}")))).toThrow(
    `${HIVE}.sourceUriPrefix: must be "gs://b/visits/{day:DATE}", as in the table, got "gs://b/visits/{date:DATE}"; delete the table and create it again`,
  );
});

test.each<[what: string, current: Table, text: string]>([
  ["without a connection", live(), `\n    schema: { fields: [{ name: "id", type: "STRING" }] },`],
  ["with a connection", connected, `\n  schema: [{ name: "id", type: "STRING" }],`],
  [
    "with a connection and columns of the files",
    live(auto, data({ ...auto, fields }, { connectionId: "shop.eu.c", ...schemaOf(column("id")) })),
    `\n  schema: [{ name: "id", type: "STRING" }],`,
  ],
])("a file that defines a table %s has its columns in one place, without the keys", (_, current, text) => {
  const source = tableSource(current);
  expect(source).toContain(text);
  expect(source.split("schema").length).toBe(2);
  expect(source).not.toContain('"day"');
});

test("a file that defines a table omits columns that its files contain, and a list without other columns than keys", () => {
  expect(tableSource(live(auto, data({ ...auto, fields }, { sourceFormat: "PARQUET" })))).not.toContain("schema");
  expect(tableSource(live(auto, schemaOf(column("day", "DATE"))))).not.toContain("schema");
});

test("keys in another order are the same keys", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "lake" });
  const { warehouse } = createClient(sandbox.clientOptions);
  const desired = (keys: string) =>
    ({
      tableReference,
      ...data(custom(keys), { sourceUris: [`${PREFIX}/*`], ...schemaOf(column("id")) }),
    }) as DesiredTable;
  await ensureTable(warehouse, desired("/{day:DATE}/{shop:STRING}"));
  expect(await ensureTable(warehouse, desired("/{shop:STRING}/{day:DATE}"))).toMatchObject({ change: "patched" });
  expect(await ensureTable(warehouse, desired("/{shop:STRING}/{day:DATE}"))).toMatchObject({ change: "unchanged" });
});

test("a definition of a table of the sandbox plans nothing after it was applied", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "lake" });
  const { warehouse } = createClient(sandbox.clientOptions);
  const visits = defineTable("lake.visits", {
    externalDataConfiguration: {
      sourceFormat: "CSV",
      sourceUris: [`${PREFIX}/day=*`],
      schema: { fields: [{ name: "id", type: "STRING" }] },
      hivePartitioningOptions: { mode: "CUSTOM", sourceUriPrefix: `${PREFIX}/{day:DATE}` },
    },
  });
  await applyTables(warehouse, await planTables(warehouse, [visits], { projectId: "shop" }));
  const { tables } = await planTables(warehouse, [visits], { projectId: "shop" });
  expect(tables).toMatchObject([{ action: "unchanged" }]);
});
