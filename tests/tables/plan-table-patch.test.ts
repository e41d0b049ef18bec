import { type DesiredTable, Table } from "fourfold";
import { planTablePatch } from "fourfold/tables";
import { expect, test } from "vitest";
import { elementOf, fieldOf, markOf, type Schema } from "../../src/schema/schema.js";
import { thrown } from "../support/rejection.js";
import { fullTable } from "../warehouse/schemas/fixtures.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const live = (more: object = {}): Table => ({ tableReference, etag: "e", type: "TABLE", ...more });
const wanted = (more: object = {}): DesiredTable => ({ tableReference, ...more });
const columns = (...fields: readonly object[]) => ({ schema: { fields } });
const id = { name: "id", type: "INTEGER", mode: "REQUIRED" };
const note = { name: "note", type: "STRING" };
const noteWith = (more: object) => columns({ ...note, ...more });
const record = (...fields: readonly object[]) => ({ name: "r", type: "RECORD", fields });
const daily = (more: object = {}) => ({ timePartitioning: { type: "DAY", ...more } });
const day = daily({ field: "at" });
const clusteredBy = (...fields: readonly string[]) => ({ clustering: { fields } });
const partitionedBy = (...names: readonly string[]) => ({
  partitionDefinition: { partitionedColumn: names.map((field) => ({ field })) },
});
const external = (more: object = {}) => ({ externalDataConfiguration: { sourceUris: ["u"], ...more } });
const view = (more: object = {}) => ({ view: { query: "q", ...more } });
const materialized = (more: object = {}) => ({ materializedView: { query: "q", ...more } });
const keyTo = (referencedTable: object, more: object = {}) => ({
  tableConstraints: { foreignKeys: [{ ...more, referencedTable, columnReferences: [] }] },
});
const dataPolicies = [{ name: "projects/p/locations/eu/dataPolicies/d" }];
const generated = (info: object, more: object = {}) => ({
  generatedColumn: { ...more, generatedExpressionInfo: info },
});

/** The rules and paths of the issues of an error of a plan. */
function issuesOf(current: unknown, desired: unknown, options?: { extraColumns?: "keep" }): string[] {
  const error = thrown(() => planTablePatch(current as Table, desired as DesiredTable, options));
  const { code, issues } = error as { code: string; issues: { rule: string; path: string }[] };
  expect(code).toBe("invalid_request");
  return issues.map(({ rule, path }) => `${rule} ${path}`);
}

const UNSPECIFIED = "GENERATED_MODE_UNSPECIFIED";
const hive = (more: object = {}) => external({ hivePartitioningOptions: more });
const budget = (epsilonBudgetRemaining: number, more: object = {}) =>
  view({ privacyPolicy: { differentialPrivacyPolicy: { epsilonBudget: 1, epsilonBudgetRemaining }, ...more } });
const joinRestrictionPolicy = { joinCondition: "JOIN_BLOCKED" };
const replication = (more: object) => ({ tableReplicationInfo: { replicationStatus: "ACTIVE", ...more } });

const equal: [what: string, current: object, desired: object][] = [
  ["an empty desired table", { description: "x", labels: { a: "1" }, ...columns(id) }, {}],
  ["a table that was read", { ...columns(id), numRows: "5", description: "x" }, { ...columns(id), numRows: "6" }],
  [
    "names in another case",
    columns(id, record(note)),
    columns({ ...id, name: "ID" }, { ...record({ ...note, name: "Note" }), name: "R" }),
  ],
  [
    "a type of another system that the service has resolved",
    columns({ ...record(note), foreignTypeDefinition: "STRUCT<note:STRING>" }),
    columns({ name: "r", type: "FOREIGN", foreignTypeDefinition: "STRUCT<note:STRING>" }),
  ],
  ["an omitted mode", columns(id), columns({ name: "id", type: "INTEGER" })],
  ["the default mode", columns(note), noteWith({ mode: "NULLABLE" })],
  ["no mode in place of the default one", noteWith({ mode: "NULLABLE" }), noteWith({ mode: null })],
  ["another order of columns and keys", columns(id, note), columns({ type: "STRING", name: "note" }, id)],
  ["nested columns that are omitted", columns(record(note)), columns({ name: "r", type: "RECORD" })],
  [
    "no columns of external data whose columns are the table's",
    { ...columns(id), ...external() },
    external({ schema: null }),
  ],
  ["64-bit integers in another form", { expirationTime: "4102444800000" }, { expirationTime: 4102444800000n }],
  ["an expiration in the past that the table already has", { expirationTime: "5" }, { expirationTime: 5 }],
  ["a filter that is not required", {}, { requirePartitionFilter: false }],
  ["empty maps and lists", {}, { labels: {}, tableConstraints: { foreignKeys: [] }, ...clusteredBy() }],
  ["defaults of a view", view(), view({ useLegacySql: true })],
  [
    "defaults of a materialized view",
    materialized({ lastRefreshTime: "5" }),
    materialized({ enableRefresh: true, refreshIntervalMs: 1_800_000, allowNonIncrementalDefinition: false }),
  ],
  ["the staleness inside a materialized view", materialized(), materialized({ maxStaleness: "0-0 0 4:0:0" })],
  [
    "empty strings and objects",
    {},
    { friendlyName: "", description: "", defaultCollation: "", labels: {}, resourceTags: {} },
  ],
  [
    "empty properties of columns",
    columns(id),
    columns({ ...id, description: "", collation: "", policyTags: {}, dataPolicyList: null }),
  ],
  [
    "defaults of a sheet",
    external({ sourceFormat: "GOOGLE_SHEETS" }),
    external({ sourceFormat: "GOOGLE_SHEETS", googleSheetsOptions: { range: "", skipLeadingRows: 0 } }),
  ],
  [
    "defaults of external data",
    external({ sourceFormat: "CSV" }),
    external({
      compression: "NONE",
      maxBadRecords: 0,
      autodetect: false,
      csvOptions: { quote: '"', fieldDelimiter: ",", allowJaggedRows: false },
    }),
  ],
  [
    "decimal types in another order",
    external({ decimalTargetTypes: ["NUMERIC", "STRING"] }),
    external({ sourceUris: undefined, decimalTargetTypes: ["STRING", "NUMERIC"] }),
  ],
  [
    "digits of timestamps in another order",
    external({ timestampTargetPrecision: [6, 12] }),
    external({ timestampTargetPrecision: [12, 6] }),
  ],
  [
    "columns of external data in the schema of the table",
    { ...columns(id), ...external() },
    external(columns({ ...id, type: "INT64" })),
  ],
  [
    "columns in the schema of the external data",
    { ...columns(id), ...external(columns(note)) },
    external(columns(note)),
  ],
  ["the schema of a view, cleared", { ...view(), ...columns(id) }, { schema: null }],
  ["the schema of a materialized view, cleared", { ...materialized(), ...columns(id) }, { schema: null }],
  [
    "the schema of a detected external table, cleared",
    { ...external({ autodetect: true }), ...columns(id) },
    { schema: null },
  ],
  [
    "the filter in the older field",
    { requirePartitionFilter: true, ...daily({ requirePartitionFilter: true }) },
    daily({ requirePartitionFilter: true }),
  ],
  ["the filter in the newer field", daily({ requirePartitionFilter: true }), { requirePartitionFilter: true }],
  ["a filter that the desired table omits", { ...day, requirePartitionFilter: true }, daily()],
  [
    "two filters that are not required",
    day,
    { requirePartitionFilter: false, ...daily({ requirePartitionFilter: false }) },
  ],
  ["partition columns that follow from the partitioning", { ...day, ...partitionedBy("at") }, partitionedBy("AT")],
  ["partition columns of a table partitioned by time", day, partitionedBy("at")],
  ["partition columns of a table partitioned by ranges", { rangePartitioning: { field: "id" } }, partitionedBy("at")],
  ["another partition column of an unpartitioned table", columns(id), partitionedBy("at")],
  ["a partition column of an unpartitioned table", columns(id), partitionedBy("id")],
  ["partition columns of a table without a metastore", partitionedBy("a"), partitionedBy("a", "b")],
  ["partition columns of a view", view(), partitionedBy("at")],
  ["partition columns of a materialized view", { ...materialized(), ...partitionedBy() }, partitionedBy("id")],
  ["the kind of resource", { kind: "bigquery#table" }, { kind: "warehouse#table" }],
  ["clustering by names in another case", clusteredBy("Id"), clusteredBy("iD")],
  ["a foreign key that the service has named", keyTo(tableReference, { name: "fk$1" }), keyTo(tableReference)],
  [
    "a rounding mode that is not chosen",
    columns(note),
    {
      defaultRoundingMode: "ROUNDING_MODE_UNSPECIFIED",
      ...noteWith({ roundingMode: "ROUNDING_MODE_UNSPECIFIED", collation: "" }),
    },
  ],
  [
    "an empty definition of a generated column",
    columns(note),
    noteWith({ dataPolicies: [], generatedColumn: { generatedMode: UNSPECIFIED } }),
  ],
];

test.each(equal)("plans nothing for %s", (_, current, desired) => {
  expect(planTablePatch(live(current), wanted(desired))).toBeUndefined();
});

const PARTITION_FILTER = { requirePartitionFilter: true };
const UNKNOWN_FILTER = { future: PARTITION_FILTER };

/** Changes whose patch is what the desired table says. */
const sent: [what: string, current: object, desired: object][] = [
  ["resource tags, by key", { resourceTags: { "1/a": "x" } }, { resourceTags: { "1/b": "y" } }],
  ["clustering", clusteredBy("a"), clusteredBy("a", "b")],
  ["clustering by a new column", columns(id), { ...columns(id, note), ...clusteredBy("note") }],
  ["a partition filter", day, PARTITION_FILTER],
  [
    "a partition filter of Hive partitions",
    hive({ mode: "AUTO" }),
    { externalDataConfiguration: { hivePartitioningOptions: PARTITION_FILTER } },
  ],
  ["a property that the package does not know", {}, UNKNOWN_FILTER],
  [
    "default collation and rounding mode",
    { defaultCollation: "und:ci" },
    { defaultCollation: "", defaultRoundingMode: "ROUND_HALF_EVEN" },
  ],
  ["partition columns of an open-source catalog", { externalCatalogTableOptions: {} }, partitionedBy("id")],
  ["REQUIRED to NULLABLE", columns(id), columns({ ...id, mode: "NULLABLE" })],
  ["a REQUIRED column inside a new RECORD", columns(id), columns(id, record({ ...note, mode: "REQUIRED" }))],
  [
    "collation and default values of columns",
    columns(note),
    noteWith({ collation: "und:ci", defaultValueExpression: "'x'" }),
  ],
  ["a schema of a table without one", {}, columns(note)],
];

const planned: [what: string, current: object, desired: object, patch: object][] = [
  ...sent.map(([what, current, desired]): [string, object, object, object] => [what, current, desired, desired]),
  [
    "labels, by key",
    { labels: { a: "1", b: "2", c: "3" } },
    { labels: { a: "1", b: "5", c: null, d: "4", e: null } },
    { labels: { b: "5", c: null, d: "4" } },
  ],
  ["an expiration", {}, { expirationTime: 4_102_444_800_000 }, { expirationTime: "4102444800000" }],
  ["a partition expiration", day, daily({ expirationMs: 5 }), { timePartitioning: { expirationMs: "5" } }],
  [
    "a partition expiration that goes",
    daily({ expirationMs: "5" }),
    daily({ expirationMs: null }),
    { timePartitioning: { expirationMs: null } },
  ],
  ["a partition filter in the older field", day, daily(PARTITION_FILTER), PARTITION_FILTER],
  ["a partition filter in both fields", day, { ...PARTITION_FILTER, ...daily(PARTITION_FILTER) }, PARTITION_FILTER],
  [
    "a partition filter that goes",
    { requirePartitionFilter: true, ...daily(PARTITION_FILTER) },
    { requirePartitionFilter: null },
    { requirePartitionFilter: false },
  ],
  [
    "options of a materialized view",
    materialized(),
    materialized({ enableRefresh: false }),
    { materializedView: { enableRefresh: false } },
  ],
  [
    "external sources",
    external({ sourceUris: ["a", "b"], sourceFormat: "CSV" }),
    external({ sourceUris: ["b", "a"], csvOptions: { quote: "'" } }),
    external({ sourceUris: ["b", "a"], csvOptions: { quote: "'" } }),
  ],
  [
    "columns of external data, in their order",
    external(columns(id, note)),
    external(columns(note, id)),
    { externalDataConfiguration: columns(note, id) },
  ],
  [
    "columns in the schema of the external data",
    { ...columns(id), ...external(columns(note)) },
    external(columns(id, note)),
    { externalDataConfiguration: columns(id, note) },
  ],
  [
    "detection in place of the columns of external data",
    external(columns(id)),
    external({ autodetect: true, schema: null }),
    { externalDataConfiguration: { autodetect: true, schema: null } },
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
    "new columns without their default values, which a second patch sets",
    columns(record(id)),
    columns(record(id, note), { ...note, defaultValueExpression: "'x'" }),
    columns(record(id, note), note),
  ],
  [
    "descriptions of columns, with what the live columns have",
    { schema: { fields: [{ ...id, future: 1 }, note], more: 1 } },
    columns({ ...id, name: "Id", type: "INT64", description: "x" }, note),
    { schema: { fields: [{ ...id, future: 1, description: "x" }, note], more: 1 } },
  ],
  [
    "what a column loses",
    noteWith({ description: "x", policyTags: { names: ["t"] }, defaultValueExpression: "1" }),
    noteWith({ description: null, policyTags: null, defaultValueExpression: null }),
    noteWith({ policyTags: { names: [] } }),
  ],
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
    noteWith({ policyTags: { names: ["t"] } }),
    noteWith({ policyTags: { names: null } }),
    noteWith({ policyTags: { names: [] } }),
  ],
  [
    "empty policy tags as an empty list",
    noteWith({ policyTags: { names: ["t"] } }),
    noteWith({ policyTags: {} }),
    noteWith({ policyTags: { names: [] } }),
  ],
  [
    "another definition of a type of another system, beside what the service has resolved",
    columns({ ...record(note), foreignTypeDefinition: "A" }),
    columns({ name: "r", type: "FOREIGN", foreignTypeDefinition: "B" }),
    columns({ ...record(note), foreignTypeDefinition: "B" }),
  ],
  [
    "the interval of a replication",
    replication({ sourceTable: tableReference }),
    replication({ sourceTable: tableReference, replicationIntervalMs: 60_000, replicationStatus: "X" }),
    { tableReplicationInfo: { replicationIntervalMs: "60000" } },
  ],
  [
    "a join restriction",
    budget(0),
    budget(1, { joinRestrictionPolicy }),
    { view: { privacyPolicy: { joinRestrictionPolicy } } },
  ],
  [
    "data policies and the expression of a generated column",
    noteWith(generated({ generationExpression: "a" })),
    noteWith({ dataPolicies, ...generated({ stored: true }, { generatedMode: UNSPECIFIED }) }),
    noteWith({
      ...generated({ generationExpression: "a", stored: true }, { generatedMode: UNSPECIFIED }),
      dataPolicies,
    }),
  ],
  [
    "no data governance tags, which the service keeps if the request omits them",
    noteWith({ dataGovernanceTagsInfo: { dataGovernanceTags: { "1/pii": "low" } } }),
    noteWith({ dataGovernanceTagsInfo: null }),
    noteWith({ dataGovernanceTagsInfo: {} }),
  ],
  [
    "no data governance tags for an empty object",
    noteWith({ dataGovernanceTagsInfo: { dataGovernanceTags: { "1/pii": "low" } } }),
    noteWith({ dataGovernanceTagsInfo: {} }),
    noteWith({ dataGovernanceTagsInfo: {} }),
  ],
  [
    "no data policies for an empty object",
    noteWith({ dataPolicyList: { dataPolicies } }),
    noteWith({ dataPolicyList: {} }),
    noteWith({}),
  ],
];

test.each(planned)("plans %s", (_, current, desired, patch) => {
  const [before, given] = [live(current), wanted(desired)];
  const copies = structuredClone([before, given]);
  expect(planTablePatch(before, given)).toEqual(patch);
  expect([before, given]).toEqual(copies);
});

test("keeps live columns that the desired schema omits only with extraColumns", () => {
  const current = live(columns(id, note, record(note, { ...note, name: "more" })));
  const desired = wanted(columns(record({ ...note, name: "new" }), id));
  expect(issuesOf(current, desired)).toEqual([
    "column-missing schema.fields",
    "column-missing schema.fields[0].fields",
    "column-missing schema.fields[0].fields",
  ]);
  expect(planTablePatch(current, desired, { extraColumns: "keep" })).toEqual(
    columns(id, note, record(note, { ...note, name: "more" }, { ...note, name: "new" })),
  );
  expect(issuesOf(current, wanted({ schema: null }))).toHaveLength(3);
  const other = wanted(columns({ ...id, type: "STRING" }));
  expect(issuesOf(current, other, { extraColumns: "keep" })).toEqual(["column-type-fixed schema.fields[0].type"]);
});

test("keeps columns of external data that the desired schema omits only with extraColumns", () => {
  const more = { ...note, name: "more" };
  const current = live(external(columns(id, note, record(note, more))));
  const desired = wanted(external(columns(record({ ...note, name: "new" }), { ...id, type: "STRING" })));
  expect(issuesOf(current, desired)).toEqual([
    "column-missing externalDataConfiguration.schema.fields",
    "column-missing externalDataConfiguration.schema.fields[0].fields",
    "column-missing externalDataConfiguration.schema.fields[0].fields",
  ]);
  expect(planTablePatch(current, desired, { extraColumns: "keep" })).toEqual({
    externalDataConfiguration: columns({ ...id, type: "STRING" }, note, record(note, more, { ...note, name: "new" })),
  });
  for (const part of [columns(id, note), columns(id, note, record(more)), columns(record(note), id), columns()]) {
    expect(planTablePatch(current, wanted(external(part)), { extraColumns: "keep" })).toBeUndefined();
  }
  expect(planTablePatch(current, wanted(external(columns())))).toBeUndefined();
  for (const schema of [null, { fields: null }]) {
    expect(issuesOf(current, wanted(external({ schema })))).toHaveLength(3);
    expect(planTablePatch(current, wanted(external({ schema })), { extraColumns: "keep" })).toBeUndefined();
  }
});

test("names the columns of external data that the desired schema omits, with a remedy", () => {
  const error = thrown(() =>
    planTablePatch(live({ ...columns(id, note), ...external() }), wanted(external(columns(id)))),
  );
  expect(error).toMatchObject({
    issues: [
      {
        path: "externalDataConfiguration.schema.fields",
        message: 'must list the live column "note": plans never remove a column; add it, or set extraColumns: "keep"',
      },
    ],
  });
});

const impossible: [what: string, current: object, desired: object, ...issues: string[]][] = [
  ["another type", columns(id), columns({ ...id, type: "STRING" }), "column-type-fixed schema.fields[0].type"],
  [
    "a wider type",
    columns(note, id),
    columns({ ...id, type: "NUMERIC" }, note),
    "column-type-fixed schema.fields[0].type",
  ],
  ["NULLABLE to REQUIRED", columns(note), noteWith({ mode: "REQUIRED" }), "column-mode-fixed schema.fields[0].mode"],
  [
    "REPEATED to NULLABLE",
    noteWith({ mode: "REPEATED" }),
    noteWith({ mode: "NULLABLE" }),
    "column-mode-fixed schema.fields[0].mode",
  ],
  [
    "REQUIRED to REPEATED, nested",
    columns(record(id)),
    columns(record({ ...id, mode: "REPEATED" })),
    "column-mode-fixed schema.fields[0].fields[0].mode",
  ],
  ["a new REQUIRED column", columns(note), columns(id, note), "column-required-new schema.fields[0].mode"],
  [
    "a new REQUIRED column in a live RECORD",
    columns(record(note)),
    columns(record(note, id)),
    "column-required-new schema.fields[0].fields[1].mode",
  ],
  [
    "another maxLength",
    noteWith({ maxLength: "5" }),
    noteWith({ maxLength: "6" }),
    "column-parameter-fixed schema.fields[0].maxLength",
  ],
  ["new partitioning", {}, day, "partitioning-fixed timePartitioning"],
  ["removed partitioning", day, { timePartitioning: null }, "partitioning-fixed timePartitioning"],
  [
    "another partition column and type",
    day,
    daily({ type: "HOUR", field: "on" }),
    "partitioning-fixed timePartitioning.type",
    "partitioning-fixed timePartitioning.field",
  ],
  ["two kinds of partitioning", day, { rangePartitioning: { field: "id" } }, "partitioning-fixed rangePartitioning"],
  [
    "the other kind of partitioning",
    day,
    { timePartitioning: null, rangePartitioning: { field: "id" } },
    "partitioning-fixed rangePartitioning",
    "partitioning-fixed timePartitioning",
  ],
  [
    "a first schema without the partition column",
    { rangePartitioning: { field: "at", range: { start: 0, end: 100, interval: 1 } } },
    columns(note),
    "range-partitioning-field-exists rangePartitioning.field",
  ],
  ["a table that becomes a view", columns(id), view(), "table-kind-fixed view"],
  ["a view that becomes a table", view(), { view: null }, "table-kind-fixed view"],
  ["a table that becomes an external one", {}, external(), "table-kind-fixed externalDataConfiguration"],
  [
    "the query of a materialized view",
    materialized(),
    materialized({ query: "r" }),
    "materialized-view-fixed materializedView.query",
  ],
  [
    "the refresh of a materialized view",
    materialized(),
    { ...materialized({ allowNonIncrementalDefinition: true }), maxStaleness: "0-0 0 4:0:0" },
    "materialized-view-fixed materializedView.allowNonIncrementalDefinition",
  ],
  [
    "the staleness that a materialized view needs",
    { ...materialized({ allowNonIncrementalDefinition: true }), maxStaleness: "0-0 0 4:0:0" },
    { maxStaleness: null },
    "materialized-view-staleness-required maxStaleness",
  ],
  [
    "the schema of a materialized view",
    { ...materialized(), ...columns(id) },
    columns(id, note),
    "materialized-view-fixed schema",
  ],
  ["the schema of a snapshot", { type: "SNAPSHOT", ...columns(id) }, columns(id, note), "snapshot-fixed schema"],
  [
    "a key in place of the default one",
    {},
    { encryptionConfiguration: { kmsKeyName: "k" } },
    "encryption-fixed encryptionConfiguration",
  ],
  [
    "the default key",
    { encryptionConfiguration: { kmsKeyName: "k" } },
    { encryptionConfiguration: null },
    "encryption-fixed encryptionConfiguration",
  ],
  [
    "another table",
    {},
    { tableReference: { projectId: "x", datasetId: "x", tableId: "y" } },
    ...["projectId", "datasetId", "tableId"].map((name) => `table-reference-fixed tableReference.${name}`),
  ],
  ["an expiration in the past", {}, { expirationTime: 5 }, "expiration-time-in-past expirationTime"],
  [
    "clustering by an unknown and by a nested column",
    columns(id, record(note)),
    clusteredBy("ID", "r.note", "x"),
    "clustering-field-exists clustering.fields[1]",
    "clustering-field-exists clustering.fields[2]",
  ],
  ["an empty list of clustering columns", clusteredBy("a"), clusteredBy(), "clustering-not-empty clustering.fields"],
  [
    "two partition filters that differ",
    day,
    { requirePartitionFilter: true, ...daily({ field: "at", requirePartitionFilter: false }) },
    "partition-filter-once timePartitioning.requirePartitionFilter",
  ],
  [
    "a wrong type and no reference",
    {},
    { tableReference: undefined, description: 5 },
    "member-type description",
    "table-reference-required tableReference",
  ],
  [
    "an incomplete reference",
    {},
    { tableReference: { projectId: "p", datasetId: "" } },
    "path-id tableReference.datasetId",
    "path-id tableReference.tableId",
  ],
  [
    "duplicate columns",
    {},
    columns(note, { ...note, name: "NOTE" }, record(id, { ...id, name: "Id" })),
    "column-name-distinct schema.fields",
    "column-name-distinct schema.fields[2].fields",
  ],
  ["an element that is missing", {}, clusteredBy(null as never), "member-type clustering.fields[0]"],
  ["a reference of another type", {}, { tableReference: new Map() }, "json-value tableReference"],
  [
    "a reference with a wrong id",
    {},
    { tableReference: { ...tableReference, tableId: 5 } },
    "member-type tableReference.tableId",
  ],
  ["a column that is not an object", {}, columns(5 as never), "member-type schema.fields[0]"],
  ["a column whose name is not a string", {}, noteWith({ name: 5 }), "member-type schema.fields[0].name"],
];

test.each(impossible)("reports %s", (_, current, desired, ...issues) => {
  expect(issuesOf(live(current), wanted(desired))).toEqual(issues);
});

test("rejects a Promise and unknown options", () => {
  expect(issuesOf(Promise.resolve(live()), wanted())).toEqual(["member-type current"]);
  for (const options of [{ extraColumns: "drop" }, { extra: 1 }, { naming: "google" }, "keep"]) {
    expect(issuesOf(live(), wanted(), options as never)).toEqual([expect.stringMatching(/^option /)]);
  }
});

test("rejects more than 15 levels and more than 10 000 columns", () => {
  const nested = (depth: number): object => (depth === 1 ? note : record(nested(depth - 1)));
  const tooDeep = `column-depth schema.fields[0]${".fields[0]".repeat(14)}.fields`;
  expect(planTablePatch(live(), wanted(columns(nested(15))))).toEqual(columns(nested(15)));
  expect(issuesOf(live(), wanted(columns(nested(16))))).toEqual([tooDeep]);
  expect(issuesOf(live(), wanted(columns(nested(2_000))))).toEqual(["json-value desired"]);
  const many = Array.from({ length: 10_001 }, (_, n) => ({ name: `c${n}`, type: "DATE" }));
  expect(issuesOf(live(), wanted(columns(...many)))).toEqual(["column-count schema.fields"]);
});

test.each([
  [
    { requirePartitionFilter: true, ...daily({ requirePartitionFilter: false }) },
    "must be true, the same as the table's requirePartitionFilter, got false; omit this property",
  ],
  [
    { expirationTime: 5 },
    'must be in the future, got "5": the service deletes an expired table; set a later time, or delete the table yourself',
  ],
])("the message for %j contains the current and the desired value", (desired, message) => {
  expect(thrown(() => planTablePatch(live(day), wanted(desired)))).toMatchObject({ issues: [{ message }] });
});

/** Removes the output-only fields of a value at every depth, and returns their paths. */
function removeOutput(value: unknown, schema: Schema | undefined, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => removeOutput(each, elementOf(schema), `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  const members = value as Record<string, unknown>;
  return Object.keys(members).flatMap((name) => {
    const field = fieldOf(schema, name);
    const at = path === "" ? name : `${path}.${name}`;
    if (!markOf(field).outputOnly) return removeOutput(members[name], field, at);
    delete members[name];
    return [at];
  });
}

test("no output-only field of the schema is planned, at any depth", () => {
  // The fixture has every field of the schema, which schemas.test.ts checks.
  const settable = structuredClone(fullTable);
  const paths = removeOutput(settable, Table);
  expect(paths).toContain("view.privacyPolicy.differentialPrivacyPolicy.epsilonBudgetRemaining");
  expect(paths).toContain("tableReplicationInfo.replicationStatus");
  expect(paths.length).toBeGreaterThan(30);
  expect(planTablePatch(settable, fullTable)).toBeUndefined();
  expect(planTablePatch(fullTable, settable)).toBeUndefined();
});

test("a name of a live column cannot break a line or change the direction of a message", () => {
  const name = "id\nsales.orders: create\u202e\u0085";
  for (const fields of [[{ name, type: "DATE" }], [{ ...note, name: "other" }]]) {
    const error = thrown(() => planTablePatch(live(noteWith({ name })), wanted({ schema: { fields } })));
    const { message, issues } = error as { message: string; issues: { message: string }[] };
    expect(issues.map((issue) => issue.message).join("") + message).not.toMatch(/[\p{Bidi_Control}\u0085]|create\n/u);
    expect(issues[0]?.message).toContain("id\\nsales.orders: create\\u202e\\u0085");
  }
});
