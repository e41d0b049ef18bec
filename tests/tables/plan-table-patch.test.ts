import { type DesiredTable, Table } from "fourfold";
import { planTablePatch } from "fourfold/tables";
import { expect, test } from "vitest";
import { type CompiledSchema, compiled } from "../../src/schema/compile.js";
import { thrown } from "../support/rejection.js";
import { fullTable } from "../warehouse/schemas/fixtures.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const live = (more: object = {}): Table => ({ tableReference, etag: "e", type: "TABLE", ...more });
const wanted = (more: object = {}): DesiredTable => ({ tableReference, ...more });
const columns = (...fields: readonly object[]) => ({ schema: { fields } });
const id = { name: "id", type: "INTEGER", mode: "REQUIRED" };
const note = { name: "note", type: "STRING" };
const record = (...fields: readonly object[]) => ({ name: "r", type: "RECORD", fields });
const day = { timePartitioning: { type: "DAY", field: "at" } };

/** Plans a patch and returns the issues as `rule path`. */
function issuesOf(current: object, desired: object, options?: { extraColumns?: "keep" }): string[] {
  const error = thrown(() => planTablePatch(live(current), wanted(desired), options));
  const { code, issues } = error as { code: string; issues: { rule: string; path: string }[] };
  expect(code).toBe("invalid_request");
  return issues.map(({ rule, path }) => `${rule} ${path}`);
}

const equal: [what: string, current: object, desired: object][] = [
  ["an empty desired table", { description: "x", labels: { a: "1" }, ...columns(id) }, {}],
  ["a table that was read", { ...columns(id), numRows: "5", description: "x" }, { ...columns(id), numRows: "6" }],
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
  ["a filter that is not required", {}, { requirePartitionFilter: false }],
  ["empty maps and lists", {}, { labels: {}, tableConstraints: { foreignKeys: [] }, clustering: { fields: [] } }],
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
  [
    "labels, by key",
    { labels: { a: "1", b: "2", c: "3" } },
    { labels: { a: "1", b: "5", c: null, d: "4", e: null } },
    { labels: { b: "5", c: null, d: "4" } },
  ],
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
    "default collation and rounding mode",
    { defaultCollation: "und:ci" },
    { defaultCollation: "", defaultRoundingMode: "ROUND_HALF_EVEN" },
    { defaultCollation: "", defaultRoundingMode: "ROUND_HALF_EVEN" },
  ],
  [
    "partition columns of a metastore",
    { partitionDefinition: { partitionedColumn: [{ field: "a" }] } },
    { partitionDefinition: { partitionedColumn: [{ field: "a" }, { field: "b" }] } },
    { partitionDefinition: { partitionedColumn: [{ field: "a" }, { field: "b" }] } },
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
  ["new partitioning", {}, day, ["partitioning-fixed timePartitioning"]],
  ["removed partitioning", day, { timePartitioning: null }, ["partitioning-fixed timePartitioning"]],
  [
    "another partition column and type",
    day,
    { timePartitioning: { type: "HOUR", field: "on" } },
    ["partitioning-fixed timePartitioning.type", "partitioning-fixed timePartitioning.field"],
  ],
  ["two kinds of partitioning", day, { rangePartitioning: { field: "id" } }, ["partitioning-fixed rangePartitioning"]],
  [
    "the other kind of partitioning",
    day,
    { timePartitioning: null, rangePartitioning: { field: "id" } },
    ["partitioning-fixed rangePartitioning", "partitioning-fixed timePartitioning"],
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
  expect(planTablePatch(live(columns(id)), wanted(desired))).toEqual(desired);
});

test("an expiration in the past that the table already has is not a change", () => {
  expect(planTablePatch(live({ expirationTime: "5" }), wanted({ expirationTime: 5 }))).toBeUndefined();
});

const unusable: [what: string, current: unknown, desired: unknown, issues: string[]][] = [
  ["a Promise", Promise.resolve(live()), wanted(), ["member-type current"]],
  [
    "no reference and a wrong type",
    live(),
    { description: 5 },
    ["member-type description", "table-reference-required tableReference"],
  ],
  [
    "an incomplete reference",
    live(),
    { tableReference: { projectId: "p", datasetId: "" } },
    ["path-id tableReference.datasetId", "path-id tableReference.tableId"],
  ],
  [
    "duplicate columns",
    live(),
    wanted(columns(note, { ...note, name: "NOTE" }, record(id, { ...id, name: "Id" }))),
    ["column-name-distinct schema.fields[1]", "column-name-distinct schema.fields[2].fields[1]"],
  ],
];

test.each(unusable)("rejects %s", (_, current, desired, issues) => {
  const error = thrown(() => planTablePatch(current as Table, desired as DesiredTable));
  const found = (error as { issues: { rule: string; path: string }[] }).issues;
  expect(found.map(({ rule, path }) => `${rule} ${path}`)).toEqual(issues);
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
  for (const options of [{ extraColumns: "drop" }, { extra: 1 }, { naming: "google" }, "keep"]) {
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

test.each<[what: string, current: object, desired: object, patch: object]>([
  [
    "the interval of a replication",
    { tableReplicationInfo: { sourceTable: tableReference, replicationStatus: "ACTIVE" } },
    { tableReplicationInfo: { sourceTable: tableReference, replicationIntervalMs: 60_000, replicationStatus: "X" } },
    { tableReplicationInfo: { replicationIntervalMs: "60000" } },
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

test("a name of a live column cannot break a line or change the direction of a message", () => {
  const name = "id\nsales.orders: create\u202e\u0085";
  const current = { tableReference, schema: { fields: [{ name, type: "STRING" }] } };
  for (const fields of [[{ name, type: "DATE" }], [{ name: "other", type: "STRING" }]]) {
    const { message, issues } = thrown(() =>
      planTablePatch(current, { tableReference, schema: { fields } }),
    ) as Error & {
      issues: readonly { message: string; sql?: string }[];
    };
    expect(issues.map((issue) => issue.message).join("") + message).not.toMatch(/[\p{Bidi_Control}\u0085]|create\n/u);
    expect(issues[0]?.message).toContain("id\\nsales.orders: create\\u202e\\u0085");
  }
});

test("two partition columns are planned, because only other systems have several", () => {
  const reference = { projectId: "p", datasetId: "d", tableId: "t" };
  const partitionDefinition = { partitionedColumn: [{ field: "a" }, { field: "b" }] };
  const wanted = { tableReference: reference, partitionDefinition };
  expect(planTablePatch({ tableReference: reference }, wanted)).toEqual({ partitionDefinition });
});
