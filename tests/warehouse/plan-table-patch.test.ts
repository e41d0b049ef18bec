import { type DesiredTable, googleNaming, planTablePatch, Table } from "fourfold";
import { expect, test } from "vitest";
import { type CompiledSchema, compiled } from "../../src/core/schema/compile.js";
import { thrown } from "../support/rejection.js";
import { fullTable } from "./schemas/fixtures.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const live = (more: object = {}): Table => ({ tableReference, etag: "e", type: "TABLE", ...more });
const wanted = (more: object = {}): DesiredTable => ({ tableReference, ...more });
const columns = (...fields: readonly object[]) => ({ schema: { fields } });
const id = { name: "id", type: "INTEGER", mode: "REQUIRED" };
const note = { name: "note", type: "STRING" };
const tag = (n: number) => `projects/p/locations/eu/taxonomies/1/policyTags/${n}`;
const record = (...fields: readonly object[]) => ({ name: "r", type: "RECORD", fields });
const day = { timePartitioning: { type: "DAY", field: "at" } };

/** Plans a patch and returns the issues as `rule path`. */
function issuesOf(current: object, desired: object, options?: { extraColumns?: "keep" }): string[] {
  const error = thrown(() => planTablePatch(live(current), wanted(desired), { naming: googleNaming, ...options }));
  const { code, issues } = error as { code: string; issues: { rule: string; path: string }[] };
  expect(code).toBe("invalid_request");
  return issues.map(({ rule, path }) => `${rule} ${path}`);
}

const equal: [what: string, current: object, desired: object][] = [
  ["an empty desired table", { description: "x", labels: { a: "1" }, ...columns(id) }, {}],
  ["a table that was read", { ...columns(id), numRows: "5", description: "x" }, { ...columns(id), numRows: "6" }],
  [
    "types in the other spelling",
    columns(
      { ...id, type: "INT64" },
      { name: "f", type: "FLOAT" },
      { name: "b", type: "boolean" },
      { ...record(note), type: "STRUCT" },
    ),
    columns(id, { name: "f", type: "FLOAT64" }, { name: "b", type: "BOOL" }, record(note)),
  ],
  [
    "names in another case",
    columns(id, record(note)),
    columns({ ...id, name: "ID" }, { ...record({ ...note, name: "Note" }), name: "R" }),
  ],
  ["an omitted mode", columns(id), columns({ name: "id", type: "INTEGER" })],
  ["the default mode", columns(note), columns({ ...note, mode: "NULLABLE" })],
  ["no mode in place of the default one", columns({ ...note, mode: "NULLABLE" }), columns({ ...note, mode: null })],
  ["another order of columns and keys", columns(id, note), columns({ type: "STRING", name: "note" }, id)],
  ["nested columns that are omitted", columns(record(note)), columns({ name: "r", type: "RECORD" })],
  ["an empty schema", columns(id), { schema: { fields: [] } }],
  [
    "no columns of external data whose columns are those of the table",
    { ...columns(id), externalDataConfiguration: { sourceFormat: "CSV" } },
    { externalDataConfiguration: { sourceFormat: "CSV", schema: null } },
  ],
  ["64-bit integers in another form", { expirationTime: "4102444800000" }, { expirationTime: 4102444800000n }],
  ["numbers in columns", columns({ ...note, maxLength: "5" }), columns({ ...note, maxLength: 5 })],
  ["a filter that is not required", {}, { requirePartitionFilter: false }],
  ["empty maps and lists", {}, { labels: {}, tableConstraints: { foreignKeys: [] }, clustering: { fields: [] } }],
  [
    "nulls for absent properties",
    {},
    { description: null, labels: { a: null }, clustering: null, expirationTime: null },
  ],
  ["defaults of a view", { view: { query: "q" } }, { view: { query: "q", useLegacySql: true } }],
  [
    "defaults of a materialized view",
    { materializedView: { query: "q", lastRefreshTime: "5" } },
    { materializedView: { query: "q", enableRefresh: true, refreshIntervalMs: 1_800_000 } },
  ],
  [
    "defaults of external data",
    { externalDataConfiguration: { sourceUris: ["gs://b/x"], sourceFormat: "CSV" } },
    {
      externalDataConfiguration: {
        sourceUris: ["gs://b/x"],
        compression: "NONE",
        maxBadRecords: 0,
        autodetect: false,
        csvOptions: { quote: '"', fieldDelimiter: ",", allowJaggedRows: false },
      },
    },
  ],
  [
    "decimal types in another order",
    { externalDataConfiguration: { decimalTargetTypes: ["NUMERIC", "STRING"] } },
    { externalDataConfiguration: { sourceUris: undefined, decimalTargetTypes: ["STRING", "NUMERIC"] } },
  ],
  [
    "columns of external data in the schema of the table",
    { ...columns(id), externalDataConfiguration: { sourceUris: ["u"] } },
    { externalDataConfiguration: { schema: { fields: [{ ...id, type: "INT64" }] } } },
  ],
  ["the schema of a view, cleared", { view: { query: "q" }, ...columns(id) }, { schema: null }],
  [
    "the schema of a detected external table, cleared",
    { externalDataConfiguration: { autodetect: true }, ...columns(id) },
    { schema: null },
  ],
  [
    "the filter in the older field",
    { requirePartitionFilter: true, timePartitioning: { type: "DAY", requirePartitionFilter: true } },
    { timePartitioning: { type: "DAY", requirePartitionFilter: true } },
  ],
  [
    "the filter in the newer field",
    { timePartitioning: { type: "DAY", requirePartitionFilter: true } },
    { requirePartitionFilter: true },
  ],
  [
    "partition columns that follow from the partitioning",
    { ...day, partitionDefinition: { partitionedColumn: [{ field: "at" }] } },
    { partitionDefinition: { partitionedColumn: [{ field: "AT" }] } },
  ],
  ["the kind of resource", { kind: "bigquery#table" }, { kind: "warehouse#table" }],
  ["clustering by names in another case", { clustering: { fields: ["Id"] } }, { clustering: { fields: ["iD"] } }],
  [
    "a foreign key that the service has named",
    { tableConstraints: { foreignKeys: [{ name: "fk$1", referencedTable: tableReference, columnReferences: [] }] } },
    { tableConstraints: { foreignKeys: [{ referencedTable: tableReference, columnReferences: [] }] } },
  ],
  [
    "a rounding mode that is not chosen",
    columns(note),
    {
      defaultRoundingMode: "ROUNDING_MODE_UNSPECIFIED",
      ...columns({ ...note, roundingMode: "ROUNDING_MODE_UNSPECIFIED", collation: "" }),
    },
  ],
];

test.each(equal)("plans nothing for %s", (_, current, desired) => {
  expect(planTablePatch(live(current), wanted(desired))).toBeUndefined();
});

const planned: [what: string, current: object, desired: object, patch: object][] = [
  ["texts", { description: "x", friendlyName: "f" }, { description: "y", friendlyName: "f" }, { description: "y" }],
  ["strings that are cleared", { description: "x" }, { description: null }, { description: null }],
  [
    "labels, by key",
    { labels: { a: "1", b: "2", c: "3" } },
    { labels: { a: "1", b: "5", c: null, d: "4", e: null } },
    { labels: { b: "5", c: null, d: "4" } },
  ],
  ["all labels", { labels: { a: "1" } }, { labels: null }, { labels: null }],
  ["labels of a table without labels", {}, { labels: { a: "1", b: null } }, { labels: { a: "1" } }],
  [
    "resource tags, by key",
    { resourceTags: { "1/a": "x" } },
    { resourceTags: { "1/b": "y" } },
    { resourceTags: { "1/b": "y" } },
  ],
  [
    "clustering",
    { clustering: { fields: ["a"] } },
    { clustering: { fields: ["a", "b"] } },
    { clustering: { fields: ["a", "b"] } },
  ],
  ["removed clustering", { clustering: { fields: ["a"] } }, { clustering: null }, { clustering: null }],
  ["an expiration", {}, { expirationTime: 4_102_444_800_000 }, { expirationTime: "4102444800000" }],
  [
    "a partition expiration",
    day,
    { timePartitioning: { type: "DAY", expirationMs: 5 } },
    { timePartitioning: { expirationMs: "5" } },
  ],
  [
    "a partition expiration that goes",
    { timePartitioning: { type: "DAY", expirationMs: "5" } },
    { timePartitioning: { type: "DAY", expirationMs: null } },
    { timePartitioning: { expirationMs: null } },
  ],
  ["a partition filter", day, { requirePartitionFilter: true }, { requirePartitionFilter: true }],
  [
    "a partition filter in the older field",
    day,
    { timePartitioning: { type: "DAY", requirePartitionFilter: true } },
    { requirePartitionFilter: true },
  ],
  [
    "a partition filter that goes",
    { requirePartitionFilter: true, timePartitioning: { type: "DAY", requirePartitionFilter: true } },
    { requirePartitionFilter: null },
    { requirePartitionFilter: false },
  ],
  [
    "the query of a view",
    { view: { query: "q", useLegacySql: false } },
    { view: { query: "r" } },
    { view: { query: "r" } },
  ],
  [
    "options of a materialized view",
    { materializedView: { query: "q" } },
    { materializedView: { query: "q", enableRefresh: false } },
    { materializedView: { enableRefresh: false } },
  ],
  [
    "external sources",
    { externalDataConfiguration: { sourceUris: ["a", "b"], sourceFormat: "CSV" } },
    { externalDataConfiguration: { sourceUris: ["b", "a"], csvOptions: { quote: "'" } } },
    { externalDataConfiguration: { sourceUris: ["b", "a"], csvOptions: { quote: "'" } } },
  ],
  [
    "constraints",
    { tableConstraints: { primaryKey: { columns: ["a"] } } },
    { tableConstraints: { primaryKey: { columns: ["b"] }, foreignKeys: [] } },
    { tableConstraints: { primaryKey: { columns: ["b"] } } },
  ],
  [
    "another key",
    { encryptionConfiguration: { kmsKeyName: "k" } },
    { encryptionConfiguration: { kmsKeyName: "l" } },
    { encryptionConfiguration: { kmsKeyName: "l" } },
  ],
  [
    "default collation and rounding mode",
    { defaultCollation: "und:ci" },
    { defaultCollation: "", defaultRoundingMode: "ROUND_HALF_EVEN" },
    { defaultCollation: "", defaultRoundingMode: "ROUND_HALF_EVEN" },
  ],
  [
    "unknown fields",
    { future: { a: 1, b: 2 } },
    { future: { a: 1, b: 3 }, other: [false] },
    { future: { b: 3 }, other: [false] },
  ],
  [
    "partition columns of a metastore",
    { partitionDefinition: { partitionedColumn: [{ field: "a" }] } },
    { partitionDefinition: { partitionedColumn: [{ field: "a" }, { field: "b" }] } },
    { partitionDefinition: { partitionedColumn: [{ field: "a" }, { field: "b" }] } },
  ],
  [
    "names like those of Object.prototype",
    { labels: {} },
    { labels: { constructor: "1" } },
    { labels: { constructor: "1" } },
  ],
  [
    "new columns at every depth, after the live ones",
    columns(record(note, { name: "inner", type: "STRUCT", fields: [note] }), id),
    columns(
      { name: "new", type: "DATE", description: null },
      id,
      record(
        { name: "x", type: "DATE" },
        { name: "inner", type: "RECORD", fields: [{ name: "y", type: "DATE" }, note] },
        note,
      ),
    ),
    columns(
      record(
        note,
        { name: "inner", type: "STRUCT", fields: [note, { name: "y", type: "DATE" }] },
        { name: "x", type: "DATE" },
      ),
      id,
      { name: "new", type: "DATE" },
    ),
  ],
  [
    "descriptions of columns, with what the live columns have",
    { schema: { fields: [{ ...id, future: 1 }, note], more: 1 } },
    columns({ ...id, name: "Id", type: "INT64", description: "x" }, note),
    { schema: { fields: [{ ...id, future: 1, description: "x" }, note], more: 1 } },
  ],
  [
    "what a column loses",
    columns({ ...note, description: "x", policyTags: { names: ["t"] }, defaultValueExpression: "1" }),
    columns({ ...note, description: null, policyTags: null, defaultValueExpression: null }),
    columns({ ...note, policyTags: { names: [] } }),
  ],
  [
    "policy tags",
    columns({ ...note, policyTags: { names: [tag(1)] } }),
    columns({ ...note, policyTags: { names: [tag(2)] } }),
    columns({ ...note, policyTags: { names: [tag(2)] } }),
  ],
  ["REQUIRED to NULLABLE", columns(id), columns({ ...id, mode: "NULLABLE" }), columns({ ...id, mode: "NULLABLE" })],
  [
    "a REQUIRED column inside a new RECORD",
    columns(id),
    columns(id, record({ ...note, mode: "REQUIRED" })),
    columns(id, record({ ...note, mode: "REQUIRED" })),
  ],
  [
    "collation and default values of columns",
    columns(note),
    columns({ ...note, collation: "und:ci", defaultValueExpression: "'x'" }),
    columns({ ...note, collation: "und:ci", defaultValueExpression: "'x'" }),
  ],
  [
    "columns of external data, in their order",
    { externalDataConfiguration: { schema: { fields: [id, note] } } },
    { externalDataConfiguration: { schema: { fields: [note, id] } } },
    { externalDataConfiguration: { schema: { fields: [note, id] } } },
  ],
  ["a schema of a table without one", {}, columns(note), columns(note)],
  [
    "other properties of a schema",
    { schema: { fields: [note], typeSystem: "A", kept: 1 } },
    { schema: { fields: [note], typeSystem: "B" } },
    { schema: { typeSystem: "B" } },
  ],
  [
    "columns and other properties of a schema",
    { schema: { fields: [note], typeSystem: "A", kept: 1 } },
    { schema: { fields: [{ ...note, description: "x" }], typeSystem: "B" } },
    { schema: { fields: [{ ...note, description: "x" }], typeSystem: "B", kept: 1 } },
  ],
  [
    "no names of policy tags as an empty list, because the service ignores absent ones",
    columns({ ...note, policyTags: { names: ["t"] } }),
    columns({ ...note, policyTags: { names: null } }),
    columns({ ...note, policyTags: { names: [] } }),
  ],
];

test.each(planned)("plans %s", (_, current, desired, patch) => {
  const [before, given] = [live(current), wanted(desired)];
  const copies = structuredClone([before, given]);
  const found = planTablePatch(before, given);
  expect(found).toEqual(patch);
  expect([before, given]).toEqual(copies);
});

test("keeps live columns that the desired schema omits only with extraColumns", () => {
  const current = columns(id, note, record(note, { ...note, name: "more" }));
  const desired = columns(record({ ...note, name: "new" }), id);
  expect(issuesOf(current, desired)).toEqual([
    "column-missing schema.fields",
    "column-missing schema.fields[0].fields",
    "column-missing schema.fields[0].fields",
  ]);
  expect(planTablePatch(live(current), wanted(desired), { extraColumns: "keep" })).toEqual(
    columns(id, note, record(note, { ...note, name: "more" }, { ...note, name: "new" })),
  );
  expect(issuesOf(current, { schema: null })).toHaveLength(3);
});

const impossible: [what: string, current: object, desired: object, issues: string[]][] = [
  ["another type", columns(id), columns({ ...id, type: "STRING" }), ["column-type-fixed schema.fields[0].type"]],
  [
    "a wider type",
    columns(note, id),
    columns({ ...id, type: "NUMERIC" }, note),
    ["column-type-fixed schema.fields[0].type"],
  ],
  [
    "other bounds",
    columns({ name: "a", type: "RANGE", rangeElementType: { type: "DATE" } }),
    columns({ name: "a", type: "RANGE", rangeElementType: { type: "DATETIME" } }),
    ["column-type-fixed schema.fields[0].type"],
  ],
  [
    "NULLABLE to REQUIRED",
    columns(note),
    columns({ ...note, mode: "REQUIRED" }),
    ["column-mode-fixed schema.fields[0].mode"],
  ],
  [
    "REPEATED to NULLABLE",
    columns({ ...note, mode: "REPEATED" }),
    columns({ ...note, mode: "NULLABLE" }),
    ["column-mode-fixed schema.fields[0].mode"],
  ],
  [
    "REPEATED without a mode",
    columns({ ...note, mode: "REPEATED" }),
    columns({ ...note, mode: null }),
    ["column-mode-fixed schema.fields[0].mode"],
  ],
  [
    "REQUIRED to REPEATED, nested",
    columns(record(id)),
    columns(record({ ...id, mode: "REPEATED" })),
    ["column-mode-fixed schema.fields[0].fields[0].mode"],
  ],
  ["a new REQUIRED column", columns(note), columns(id, note), ["column-required-new schema.fields[0].mode"]],
  [
    "a new REQUIRED column in a live RECORD",
    columns(record(note)),
    columns(record(note, id)),
    ["column-required-new schema.fields[0].fields[1].mode"],
  ],
  [
    "another maxLength",
    columns({ ...note, maxLength: "5" }),
    columns({ ...note, maxLength: "6" }),
    ["column-parameter-fixed schema.fields[0].maxLength"],
  ],
  [
    "a maxLength that goes",
    columns({ ...note, maxLength: "5" }),
    columns({ ...note, maxLength: null }),
    ["column-parameter-fixed schema.fields[0].maxLength"],
  ],
  [
    "a precision",
    columns({ name: "n", type: "NUMERIC" }),
    columns({ name: "n", type: "NUMERIC", precision: 5 }),
    ["column-parameter-fixed schema.fields[0].precision"],
  ],
  ["new partitioning", {}, day, ["partitioning-fixed timePartitioning"]],
  ["removed partitioning", day, { timePartitioning: null }, ["partitioning-fixed timePartitioning"]],
  [
    "another partition column and type",
    day,
    { timePartitioning: { type: "HOUR", field: "on" } },
    ["partitioning-fixed timePartitioning.type", "partitioning-fixed timePartitioning.field"],
  ],
  [
    "another range",
    { rangePartitioning: { field: "id", range: { start: "0", end: "10", interval: "1" } } },
    { rangePartitioning: { field: "ID", range: { start: 0, end: 20, interval: 1 } } },
    ["partitioning-fixed rangePartitioning.range.end"],
  ],
  ["two kinds of partitioning", day, { rangePartitioning: { field: "id" } }, ["one-partitioning rangePartitioning"]],
  [
    "two kinds of partitioning at once",
    {},
    { ...day, rangePartitioning: { field: "id" } },
    ["one-partitioning rangePartitioning"],
  ],
  [
    "the other kind of partitioning",
    day,
    { timePartitioning: null, rangePartitioning: { field: "id" } },
    ["partitioning-fixed rangePartitioning"],
  ],
  ["a table that becomes a view", columns(id), { view: { query: "q" } }, ["table-kind-fixed view"]],
  ["a view that becomes a table", { view: { query: "q" } }, { view: null }, ["table-kind-fixed view"]],
  [
    "a table that becomes an external one",
    {},
    { externalDataConfiguration: { sourceUris: ["u"] } },
    ["table-kind-fixed externalDataConfiguration"],
  ],
  [
    "the query of a materialized view",
    { materializedView: { query: "q" } },
    { materializedView: { query: "r" } },
    ["materialized-view-fixed materializedView.query"],
  ],
  [
    "the schema of a materialized view",
    { materializedView: { query: "q" }, ...columns(id) },
    columns(id, note),
    ["materialized-view-fixed schema"],
  ],
  ["the schema of a snapshot", { type: "SNAPSHOT", ...columns(id) }, columns(id, note), ["snapshot-fixed schema"]],
  [
    "a key in place of the default one",
    {},
    { encryptionConfiguration: { kmsKeyName: "k" } },
    ["encryption-fixed encryptionConfiguration"],
  ],
  [
    "the default key",
    { encryptionConfiguration: { kmsKeyName: "k" } },
    { encryptionConfiguration: null },
    ["encryption-fixed encryptionConfiguration"],
  ],
  [
    "another table",
    {},
    { tableReference: { ...tableReference, datasetId: "x", tableId: "y" } },
    ["table-reference-fixed tableReference.datasetId", "table-reference-fixed tableReference.tableId"],
  ],
  ["an expiration in the past", {}, { expirationTime: 5 }, ["expiration-time-in-past expirationTime"]],
  [
    "clustering by an unknown and by a nested column",
    columns(id, record(note)),
    { clustering: { fields: ["ID", "r.note", "x"] } },
    ["clustering-field-exists clustering.fields[1]", "clustering-field-exists clustering.fields[2]"],
  ],
  [
    "an empty list of clustering columns",
    { clustering: { fields: ["a"] } },
    { clustering: { fields: [] } },
    ["clustering-not-empty clustering.fields"],
  ],
  [
    "no list of clustering columns",
    { clustering: { fields: ["a"] } },
    { clustering: { fields: null } },
    ["clustering-not-empty clustering.fields"],
  ],
  [
    "two partition filters that differ",
    day,
    { requirePartitionFilter: true, timePartitioning: { type: "DAY", field: "at", requirePartitionFilter: false } },
    ["partition-filter-once timePartitioning.requirePartitionFilter"],
  ],
];

test.each(impossible)("reports %s", (_, current, desired, issues) => {
  expect(issuesOf(current, desired)).toEqual(issues);
});

test("clustering may name a new column", () => {
  const desired = { ...columns(id, note), clustering: { fields: ["note"] } };
  expect(planTablePatch(live(columns(id)), wanted(desired), { naming: googleNaming })).toEqual(desired);
});

test("an expiration in the past that the table already has is not a change", () => {
  expect(planTablePatch(live({ expirationTime: "5" }), wanted({ expirationTime: 5 }))).toBeUndefined();
});

test("reports all changes together, each with the current value, the desired value and a remedy", () => {
  const current = { ...columns(id, note, record(note)), ...day };
  const desired = {
    ...columns({ ...id, type: "STRING" }, record(), { ...note, name: "new", mode: "REQUIRED" }),
    timePartitioning: null,
  };
  const error = thrown(() => planTablePatch(live(current), wanted(desired)));
  expect(String(error)).toMatchInlineSnapshot(`
    "RequestError: [invalid_request] planTablePatch: 4 problems
      schema.fields: must list "note", a column of the table: requests cannot remove or rename it; add it, run the statement in "sql", or pass extraColumns: "keep" (column-missing)
      schema.fields[0].type: must be INTEGER, as in the table, for "id", got STRING; copy the table to change it, or add another column (column-type-fixed)
      schema.fields[2].mode: must be NULLABLE or REPEATED for "new", a new column, got REQUIRED; add it as NULLABLE (column-required-new)
      timePartitioning: must be present: the table is partitioned, got nothing; copy the table to change it (partitioning-fixed)"
  `);
});

const unusable: [what: string, current: unknown, desired: unknown, issues: string[]][] = [
  [
    "a Promise",
    Promise.resolve(live()),
    wanted(),
    ["member-type current: must be a table that tables.get returned, got a Promise; await it"],
  ],
  ["nothing", undefined, wanted(), ["member-type current: must be a table that tables.get returned, got nothing"]],
  [
    "no table",
    { schema: {} },
    wanted(),
    ["member-type current: must be a table that tables.get returned, got an object without tableReference"],
  ],
  ["no desired table", live(), null, ["member-type desired: must be a table, got null"]],
  [
    "no reference and a wrong type",
    live(),
    { description: 5 },
    [
      "member-type description: expected a string, got a number",
      "table-reference-required tableReference: is required",
    ],
  ],
  [
    "an incomplete reference",
    live(),
    { tableReference: { projectId: "p", datasetId: "" } },
    [
      "path-id tableReference.datasetId: must not be empty",
      "path-id tableReference.tableId: must be a string, got nothing",
    ],
  ],
  [
    "duplicate columns",
    live(),
    wanted(columns(note, { ...note, name: "NOTE" }, record(id, { ...id, name: "Id" }))),
    [
      'column-name-distinct schema.fields[1]: must be unique, ignoring case, got "NOTE" twice',
      'column-name-distinct schema.fields[2].fields[1]: must be unique, ignoring case, got "r.Id" twice',
    ],
  ],
  [
    "columns without a name",
    live(),
    wanted(columns({ type: "DATE" }, record({ name: "", type: "DATE" }))),
    [
      "field-name-required schema.fields[0].name: is required",
      "field-name-required schema.fields[1].fields[0].name: is required",
    ],
  ],
  [
    "reserved names",
    live(),
    wanted(columns({ ...note, name: "_table_x" })),
    [
      'column-name-reserved schema.fields[0]: must not start with _PARTITION, _TABLE_, _FILE_, _ROW_TIMESTAMP, __ROOT__ or _COLIDENTIFIER, got "_table_x"',
    ],
  ],
  [
    "a Promise as the desired table",
    live(),
    Promise.resolve(wanted()),
    ["json-value desired: must be a plain object or a list, got a Promise; await it"],
  ],
  [
    "a number that is not exact",
    live(),
    wanted({ expirationTime: 1.5 }),
    ["int64 expirationTime: must be a 64-bit integer, got 1.5"],
  ],
];

test.each(unusable)("rejects %s", (_, current, desired, issues) => {
  const error = thrown(() => planTablePatch(current as Table, desired as DesiredTable));
  const found = (error as { issues: { rule: string; path: string; message: string }[] }).issues;
  expect(found.map(({ rule, path, message }) => `${rule} ${path}: ${message}`)).toEqual(issues);
});

test("rejects more than 15 levels and more than 10 000 columns", () => {
  const nested = (depth: number): object => (depth === 1 ? note : record(nested(depth - 1)));
  expect(planTablePatch(live(), wanted(columns(nested(15))))).toEqual(columns(nested(15)));
  expect(issuesOf({}, columns(nested(16)))).toEqual([`column-depth schema.fields[0]${".fields[0]".repeat(15)}`]);
  expect(issuesOf({}, columns(nested(2_000)))).toContain(`column-depth schema.fields[0]${".fields[0]".repeat(15)}`);
  const many = Array.from({ length: 10_001 }, (_, n) => ({ name: `c${n}`, type: "DATE" }));
  expect(issuesOf({}, columns(...many))).toEqual(["column-count schema.fields"]);
});

test("rejects unknown options", () => {
  for (const options of [{ extraColumns: "drop" }, { extra: 1 }, "keep"]) {
    const error = thrown(() => planTablePatch(live(), wanted(), options as { extraColumns: "keep" }));
    expect(error).toMatchObject({ code: "invalid_request", issues: [{ rule: "option" }] });
  }
});

test("keeping extra columns does not hide other issues", () => {
  const desired = columns({ ...id, type: "STRING" });
  expect(issuesOf(columns(id, note), desired, { extraColumns: "keep" })).toEqual([
    "column-type-fixed schema.fields[0].type",
  ]);
});

test.each<[what: string, desired: object, issues: string[]]>([
  ["an element that is missing", { clustering: { fields: [null] } }, ["member-type clustering.fields[0]"]],
  ["a reference of another type", { tableReference: new Map() }, ["json-value tableReference"]],
  [
    "a reference with a wrong id",
    { tableReference: { ...tableReference, tableId: 5 } },
    ["member-type tableReference.tableId"],
  ],
  ["a column that is not an object", columns(5 as unknown as object), ["member-type schema.fields[0]"]],
  ["a column whose name is not a string", columns({ name: 5, type: "DATE" }), ["member-type schema.fields[0].name"]],
])("reports %s once", (_, desired, issues) => {
  expect(issuesOf({}, desired)).toEqual(issues);
});

test("another project is another table", () => {
  const other = { tableReference: { ...tableReference, projectId: "x" } };
  expect(issuesOf({}, other)).toEqual(["table-reference-fixed tableReference.projectId"]);
});

test("messages contain the current and the desired value", () => {
  const twice = wanted({
    requirePartitionFilter: true,
    timePartitioning: { type: "DAY", requirePartitionFilter: false },
  });
  const messagesOf = (desired: DesiredTable) => {
    const { issues } = thrown(() => planTablePatch(live(day), desired)) as { issues: { message: string }[] };
    return issues.map(({ message }) => message);
  };
  expect(messagesOf(twice)).toEqual([
    "must be true, the same as the table's requirePartitionFilter, got false; omit this property",
  ]);
  expect(messagesOf(wanted({ expirationTime: 5 }))).toEqual([
    'must be in the future, got "5": the service would delete the table; use tables.delete',
  ]);
});

test("both partition filters may be given if they agree", () => {
  for (const filter of [true, false]) {
    const desired = {
      requirePartitionFilter: filter,
      timePartitioning: { type: "DAY", requirePartitionFilter: filter },
    };
    const patch = planTablePatch(live(day), wanted(desired));
    expect(patch).toEqual(filter ? { requirePartitionFilter: true } : undefined);
  }
});

test("a partition filter that is set is kept if the desired table omits it", () => {
  const current = { ...day, requirePartitionFilter: true };
  expect(planTablePatch(live(current), wanted({ timePartitioning: { type: "DAY" } }))).toBeUndefined();
});

test.each([day, { rangePartitioning: { field: "id" } }])(
  "partition columns of a native table are not planned: %j",
  (current) => {
    const desired = { partitionDefinition: { partitionedColumn: [{ field: "at" }] } };
    expect(planTablePatch(live(current), wanted(desired))).toBeUndefined();
  },
);

test.each<[what: string, current: object]>([
  ["an unpartitioned table", columns(id)],
  ["a view", { view: { query: "q" } }],
  ["a materialized view", { materializedView: { query: "q" }, partitionDefinition: { partitionedColumn: [] } }],
])("partition columns of %s are not planned, because the service sets them", (_, current) => {
  for (const field of ["at", "id"]) {
    const desired = { partitionDefinition: { partitionedColumn: [{ field }] } };
    expect(planTablePatch(live(current), wanted(desired))).toBeUndefined();
  }
});

test("partition columns of a table with options of an open-source catalog are planned", () => {
  const desired = { partitionDefinition: { partitionedColumn: [{ field: "id" }] } };
  expect(planTablePatch(live({ externalCatalogTableOptions: {} }), wanted(desired))).toEqual(desired);
});

test("only time partitioning and tables have a partition filter", () => {
  const hivePartitioningOptions = { mode: "AUTO" };
  const current = { externalDataConfiguration: { sourceUris: ["u"], hivePartitioningOptions } };
  const change = { externalDataConfiguration: { hivePartitioningOptions: { requirePartitionFilter: true } } };
  expect(planTablePatch(live(current), wanted(change))).toEqual(change);
  const future = { future: { requirePartitionFilter: true } };
  expect(planTablePatch(live(), wanted(future))).toEqual(future);
});

test("columns of external data are those of the schema of the external data, if it has one", () => {
  const current = { ...columns(id), externalDataConfiguration: { sourceUris: ["u"], ...columns(note) } };
  const desired = { externalDataConfiguration: columns(note) };
  expect(planTablePatch(live(current), wanted(desired))).toBeUndefined();
  const change = { externalDataConfiguration: columns(id) };
  expect(planTablePatch(live(current), wanted(change))).toEqual(change);
});

test("the schema of a materialized view may be cleared, since the view defines it", () => {
  const current = { materializedView: { query: "q" }, ...columns(id) };
  expect(planTablePatch(live(current), wanted({ schema: null }))).toBeUndefined();
});

/** Returns a copy of a value without its output-only fields at every depth, and their paths. */
function withoutOutput(
  value: unknown,
  schema: CompiledSchema | undefined,
  path = "",
): { copy: unknown; paths: string[] } {
  const inside = (each: unknown, inner: CompiledSchema | undefined, at: string) => withoutOutput(each, inner, at);
  if (Array.isArray(value)) {
    const parts = value.map((each) => inside(each, schema?.element, `${path}[]`));
    return { copy: parts.map(({ copy }) => copy), paths: parts.flatMap(({ paths }) => paths) };
  }
  if (typeof value !== "object" || value === null) return { copy: value, paths: [] };
  const fields = schema?.fields?.();
  const parts = Object.entries(value).map(([name, member]) => {
    const at = path === "" ? name : `${path}.${name}`;
    if (fields?.get(name)?.outputOnly) return { name, copy: undefined, paths: [at] };
    return { name, ...inside(member, fields?.get(name), at) };
  });
  return {
    copy: Object.fromEntries(parts.filter(({ copy }) => copy !== undefined).map(({ name, copy }) => [name, copy])),
    paths: parts.flatMap(({ paths }) => paths),
  };
}

test.each([[[{ toString: null }]], [{ toString: null, valueOf: 1 }]])(
  "a live table with %j as any value results in issues",
  (value) => {
    const column = { name: "id", type: "INTEGER" };
    const current = {
      schema: { fields: [column] },
      timePartitioning: { type: "DAY", expirationMs: "1", field: "at" },
      clustering: { fields: ["id"] },
      tableConstraints: { primaryKey: { columns: ["id"] } },
    };
    const desired = {
      tableReference,
      schema: { fields: [{ ...column, type: "RANGE", rangeElementType: { type: "DATE" }, mode: "REQUIRED" }] },
      timePartitioning: { type: "DAY", expirationMs: "2" },
      clustering: { fields: ["id", "other"] },
    };
    const changes: object[] = [
      ...["name", "type", "mode"].map((name) => ({ schema: { fields: [{ ...column, [name]: value }] } })),
      { schema: { fields: [{ ...column, type: "RANGE", rangeElementType: { type: value } }] } },
      { timePartitioning: value },
      ...["type", "expirationMs", "field"].map((name) => ({ timePartitioning: { type: "DAY", [name]: value } })),
      { clustering: value },
      { clustering: { fields: [value] } },
      { tableConstraints: { primaryKey: { columns: [value] } } },
      { tableReference: { ...tableReference, tableId: value } },
    ];
    for (const change of changes) {
      const error = thrown(() => planTablePatch(live({ ...current, ...change }), desired));
      expect(error, JSON.stringify(change)).toMatchObject({ name: "RequestError" });
    }
  },
);

test("no output-only field of the schema is planned, at any depth", () => {
  // The fixture has every field of the schema, which schemas.test.ts checks.
  const { copy, paths } = withoutOutput(fullTable, compiled(Table));
  expect(paths).toContain("view.privacyPolicy.differentialPrivacyPolicy.epsilonBudgetRemaining");
  expect(paths).toContain("tableReplicationInfo.replicationStatus");
  expect(paths.length).toBeGreaterThan(30);
  const settable = copy as Table;
  expect(planTablePatch(settable, fullTable)).toBeUndefined();
  expect(planTablePatch(fullTable, settable)).toBeUndefined();
});

test("a spread table as desired state plans its settings, and none of its statistics", () => {
  const statistics = {
    selfLink: "https://bigquery.googleapis.com/bigquery/v2/projects/shop/datasets/staging/tables/orders",
    numPhysicalBytes: "5",
    numCurrentPhysicalBytes: "5",
    restrictions: { type: "RESTRICTED_DATA_EGRESS" },
  };
  const staging = { ...live({ description: "Orders" }), ...statistics };
  expect(planTablePatch(live(), { ...staging, tableReference })).toEqual({ description: "Orders" });
});

test.each<[what: string, current: object, desired: object, patch: object]>([
  ["the storage of the table", {}, { managedTableType: "BIGLAKE" }, { managedTableType: "BIGLAKE" }],
  [
    "the interval of a replication",
    { tableReplicationInfo: { sourceTable: tableReference, replicationStatus: "ACTIVE" } },
    { tableReplicationInfo: { sourceTable: tableReference, replicationIntervalMs: 60_000, replicationStatus: "X" } },
    { tableReplicationInfo: { replicationIntervalMs: "60000" } },
  ],
  [
    "a format of dates",
    { externalDataConfiguration: { sourceUris: ["gs://b/x"], sourceFormat: "CSV", timeZone: "UTC" } },
    { externalDataConfiguration: { sourceUris: ["gs://b/x"], dateFormat: "YYYY", timestampTargetPrecision: [12] } },
    { externalDataConfiguration: { dateFormat: "YYYY", timestampTargetPrecision: [12] } },
  ],
  [
    "a join restriction",
    {
      view: {
        query: "q",
        privacyPolicy: { differentialPrivacyPolicy: { epsilonBudget: 1, epsilonBudgetRemaining: 0 } },
      },
    },
    {
      view: {
        query: "q",
        privacyPolicy: {
          differentialPrivacyPolicy: { epsilonBudget: 1, epsilonBudgetRemaining: 1 },
          joinRestrictionPolicy: { joinCondition: "JOIN_BLOCKED" },
        },
      },
    },
    { view: { privacyPolicy: { joinRestrictionPolicy: { joinCondition: "JOIN_BLOCKED" } } } },
  ],
  [
    "data policies and the expression of a generated column",
    columns({ ...note, generatedColumn: { generatedExpressionInfo: { generationExpression: "a" } } }),
    columns({
      ...note,
      dataPolicies: [{ name: "projects/p/locations/eu/dataPolicies/d" }],
      generatedColumn: { generatedMode: "GENERATED_MODE_UNSPECIFIED", generatedExpressionInfo: { stored: true } },
    }),
    columns({
      ...note,
      generatedColumn: {
        generatedMode: "GENERATED_MODE_UNSPECIFIED",
        generatedExpressionInfo: { generationExpression: "a", stored: true },
      },
      dataPolicies: [{ name: "projects/p/locations/eu/dataPolicies/d" }],
    }),
  ],
  [
    "other data governance tags",
    columns({ ...note, dataGovernanceTagsInfo: { dataGovernanceTags: { "1/pii": "low" } } }),
    columns({ ...note, dataGovernanceTagsInfo: { dataGovernanceTags: { "1/pii": "high" } } }),
    columns({ ...note, dataGovernanceTagsInfo: { dataGovernanceTags: { "1/pii": "high" } } }),
  ],
  [
    "no data governance tags, which the service keeps if the request omits them",
    columns({ ...note, dataGovernanceTagsInfo: { dataGovernanceTags: { "1/pii": "low" } } }),
    columns({ ...note, dataGovernanceTagsInfo: null }),
    columns({ ...note, dataGovernanceTagsInfo: {} }),
  ],
])("plans %s, a field beyond the spec", (_, current, desired, patch) => {
  expect(planTablePatch(live(current), wanted(desired))).toEqual(patch);
});

test.each<[what: string, current: object, desired: object]>([
  [
    "digits of timestamps in another order",
    { externalDataConfiguration: { sourceUris: ["gs://b/x"], timestampTargetPrecision: [6, 12] } },
    { externalDataConfiguration: { timestampTargetPrecision: [12, 6] } },
  ],
  ["values that equal absent ones", {}, { managedTableType: "MANAGED_TABLE_TYPE_UNSPECIFIED" }],
  [
    "an empty definition of a generated column",
    columns(note),
    columns({ ...note, dataPolicies: [], generatedColumn: { generatedMode: "GENERATED_MODE_UNSPECIFIED" } }),
  ],
])("plans nothing for %s, fields beyond the spec", (_, current, desired) => {
  expect(planTablePatch(live(current), wanted(desired))).toBeUndefined();
});

test("a first schema must have the column of the partitioning", () => {
  const range = { rangePartitioning: { field: "at", range: { start: 0, end: 100, interval: 1 } } };
  expect(issuesOf(range, columns(note))).toEqual(["range-partitioning-field-exists rangePartitioning.field"]);
});
