import { googleNaming } from "fourfold";
import { expect, test } from "vitest";
import type { RawAnswer } from "../raw-call.js";
import { type Column, column, tableOf } from "../raw-call.js";

const schemaOf = (...fields: readonly Column[]) => ({ schema: { fields } });
const record = (name: string, ...fields: readonly Column[]) => column(name, "RECORD", { fields });
const required = { mode: "REQUIRED" };
const repeated = { mode: "REPEATED" };
const tagged = (...tags: readonly string[]) => ({
  policyTags: { names: tags.map((tag) => `projects/p/locations/l/taxonomies/1/policyTags/${tag}`) },
});
const key = { encryptionConfiguration: { kmsKeyName: "projects/p/locations/l/keyRings/r/cryptoKeys/k" } };
const otherKey = {
  encryptionConfiguration: { kmsKeyName: "projects/p/locations/l/keyRings/r/cryptoKeys/other/cryptoKeyVersions/2" },
};
const day = { ...schemaOf(column("id", "INTEGER"), column("day", "DATE"), column("other", "DATE")) };
const byDay = { ...day, timePartitioning: { type: "DAY", field: "day" } };
const range = { start: "0", end: "100", interval: "10" };
const byRange = { ...day, rangePartitioning: { field: "id", range } };
const view = { view: { query: "select 1", useLegacySql: false } };
const external = { externalDataConfiguration: { sourceFormat: "AVRO", sourceUris: ["gs://b/o"], autodetect: true } };
const materialized = { materializedView: { query: "select 1" } };

/** Seeds a table and sends a change of it by PATCH, then by PUT. Neither must change anything. */
async function rejectedChange(live: object, change: object): Promise<RawAnswer> {
  const { seed, get, patch, update } = tableOf(googleNaming);
  seed(live);
  const before = await get();
  const patched = await patch(change);
  expect(patched.status).toBe(400);
  const whole = Object.entries({ ...live, ...change }).filter(([, value]) => value !== null);
  const updated = await update(Object.fromEntries(whole));
  expect(updated.status).toBe(400);
  expect(updated.json.error).toEqual(patched.json.error);
  expect((await get()).json).toEqual(before.json);
  return patched;
}

type Rejected = [what: string, live: object, change: object, message: string];

const REJECTED: readonly Rejected[] = [
  [
    "a removed column",
    schemaOf(column("a"), column("b")),
    schemaOf(column("a")),
    'schema.fields: must list the live column "b": requests cannot remove or rename it; add it',
  ],
  [
    "a removed schema",
    schemaOf(column("a")),
    { schema: null },
    'schema.fields: must list the live column "a": requests cannot remove or rename it; add it',
  ],
  [
    "a removed nested column",
    schemaOf(record("a", column("b"), column("c"))),
    schemaOf(record("a", column("c"))),
    'schema.fields[0].fields: must list the live column "a.b": requests cannot remove or rename it; add it',
  ],
  [
    "a column whose name changes case",
    schemaOf(record("a", column("b"))),
    schemaOf(record("a", column("B"))),
    'schema.fields[0].fields[0].name: must be spelled "b", as in the table, got "B"',
  ],
  [
    "another type",
    schemaOf(column("a", "INT64")),
    schemaOf(column("a", "NUMERIC")),
    'schema.fields[0].type: must be INTEGER, as in the table, for "a", got NUMERIC; copy the table to change it, or add another column',
  ],
  [
    "another type of a nested column",
    schemaOf(record("a", column("b", "STRING"))),
    schemaOf(record("a", column("b", "bool"))),
    'schema.fields[0].fields[0].type: must be STRING, as in the table, for "a.b", got BOOLEAN; copy the table to change it, or add another column',
  ],
  [
    "a REPEATED column without its mode",
    schemaOf(column("f1", "STRING", repeated)),
    schemaOf(column("f1")),
    'schema.fields[0].mode: must be REPEATED, as in the table, for "f1", got NULLABLE; copy the table to change it',
  ],
  [
    "NULLABLE to REQUIRED",
    schemaOf(column("f1")),
    schemaOf(column("f1", "STRING", required)),
    'schema.fields[0].mode: must be NULLABLE, as in the table, for "f1", got REQUIRED; copy the table to change it',
  ],
  [
    "REQUIRED to REPEATED",
    schemaOf(column("f1", "STRING", required)),
    schemaOf(column("f1", "STRING", repeated)),
    'schema.fields[0].mode: must be REQUIRED, as in the table, for "f1", got REPEATED; copy the table to change it',
  ],
  [
    "a new REQUIRED column",
    schemaOf(column("id")),
    schemaOf(column("id"), column("application", "STRING", required)),
    'schema.fields[1].mode: must be NULLABLE or REPEATED for the new column "application", got REQUIRED; add it as NULLABLE',
  ],
  [
    "a new REQUIRED column in a RECORD",
    schemaOf(record("a", column("b"))),
    schemaOf(record("a", column("c", "STRING", required), column("b"))),
    'schema.fields[0].fields[0].mode: must be NULLABLE or REPEATED for the new column "a.c", got REQUIRED; add it as NULLABLE',
  ],
  [
    "partitions that are added",
    day,
    { timePartitioning: { type: "DAY" } },
    "timePartitioning: must be absent, as in the table, got an object; copy the table to change it",
  ],
  [
    "another partition column",
    byDay,
    { timePartitioning: { type: "DAY", field: "other" } },
    "timePartitioning.field: must be day, as in the table, got other; copy the table to change it",
  ],
  [
    "another range",
    byRange,
    { rangePartitioning: { field: "id", range: { ...range, end: "200" } } },
    "rangePartitioning.range.end: must be 100, as in the table, got 200; copy the table to change it",
  ],
  [
    "partitions that are removed",
    byDay,
    { timePartitioning: null },
    "timePartitioning: must be present, as in the table, got nothing; copy the table to change it",
  ],
  [
    "a key instead of the default one",
    {},
    key,
    "encryptionConfiguration: must be absent, as in the table, got an object; copy the table to change it",
  ],
  [
    "the default key instead of another one",
    key,
    { encryptionConfiguration: null },
    "encryptionConfiguration: must be present, as in the table, got nothing; copy the table to change it",
  ],
  [
    "another query of a materialized view",
    materialized,
    { materializedView: { query: "select 2" } },
    'materializedView.query: must be "select 1", as in the table, got "select 2"; delete the materialized view and create it again',
  ],
  [
    "another way to refresh a materialized view",
    { materializedView: { query: "select 1", allowNonIncrementalDefinition: true }, maxStaleness: "0-0 0 4:0:0" },
    { materializedView: { query: "select 1", allowNonIncrementalDefinition: false } },
    "materializedView.allowNonIncrementalDefinition: must be true, as in the table, got false; delete the materialized view and create it again",
  ],
  [
    "a materialized view without the staleness that it needs",
    { materializedView: { query: "select 1", allowNonIncrementalDefinition: true }, maxStaleness: "0-0 0 4:0:0" },
    { maxStaleness: null },
    "maxStaleness: is required: a materialized view that is not refreshed incrementally needs one",
  ],
  [
    "a schema of a materialized view",
    materialized,
    schemaOf(column("a")),
    "schema: must be the schema of the table, got another schema; omit it, because BigQuery derives it from the query",
  ],
  [
    "a description of a column of a materialized view",
    { ...materialized, ...schemaOf(column("a")) },
    schemaOf(column("a", "STRING", { description: "x" })),
    "schema: must be the schema of the table, got another schema; omit it, because BigQuery derives it from the query",
  ],
  [
    "a new column of a snapshot",
    { type: "SNAPSHOT", ...schemaOf(column("a")) },
    schemaOf(column("a"), column("b")),
    "schema: must be the schema of the table, got another schema; omit it, because a snapshot keeps its columns",
  ],
  [
    "a table that becomes a view",
    {},
    view,
    "view: must be absent, as in the table, got an object; delete the table and create it again",
  ],
  [
    "a view that becomes a table",
    view,
    { view: null },
    "view: must be present, as in the table, got nothing; delete the table and create it again",
  ],
];

test.each(REJECTED)("rejects %s", async (_, live, change, message) => {
  const { json } = await rejectedChange(live, change);
  expect(json.error).toEqual({
    code: 400,
    message,
    status: "INVALID_ARGUMENT",
    errors: [{ domain: "global", reason: "invalid", message, location: message.slice(0, message.indexOf(":")) }],
  });
});

test("all rejected changes are reported together", async () => {
  const { seed, patch } = tableOf();
  seed({ ...byDay, ...key });
  const { json } = await patch({ schema: { fields: [column("id", "DATE")] }, timePartitioning: null, ...view });
  expect(json.error.errors.map(({ location }) => location).sort()).toEqual([
    "encryptionConfiguration",
    "schema.fields",
    "schema.fields",
    "schema.fields[0].type",
    "timePartitioning",
    "view",
  ]);
  expect(json.error.message).toMatch(/ \(and 5 more\)$/);
});

test.each<[what: string, live: object, change: object, shown: object]>([
  [
    "new columns, which are appended at every depth",
    schemaOf(column("a"), record("r", column("x"))),
    schemaOf(column("new"), record("r", column("y", "DATE", repeated), column("x")), column("a")),
    schemaOf(column("a"), record("r", column("x"), column("y", "DATE", repeated)), column("new")),
  ],
  [
    "a REQUIRED column inside of a new RECORD",
    schemaOf(column("a")),
    schemaOf(column("a"), record("r", column("x", "STRING", required))),
    schemaOf(column("a"), record("r", column("x", "STRING", required))),
  ],
  [
    "REQUIRED to NULLABLE",
    schemaOf(column("a", "STRING", required)),
    schemaOf(column("a", "STRING", { mode: "nullable" })),
    schemaOf(column("a", "STRING", { mode: "NULLABLE" })),
  ],
  [
    "a column without its mode, which is NULLABLE then",
    schemaOf(column("a", "STRING", required)),
    schemaOf(column("a")),
    schemaOf(column("a")),
  ],
  [
    "types in another spelling",
    schemaOf(column("a", "INTEGER"), column("b", "BOOL")),
    schemaOf(column("a", "int64"), column("b", "Boolean")),
    schemaOf(column("a", "INTEGER"), column("b", "BOOLEAN")),
  ],
  [
    "another maxLength, precision and scale, which are ignored",
    schemaOf(column("a", "STRING", { maxLength: "5" }), column("b", "NUMERIC", { precision: "9", scale: "2" })),
    schemaOf(column("a", "STRING", { maxLength: "9", description: "x" }), column("b", "NUMERIC")),
    schemaOf(
      column("a", "STRING", { description: "x", maxLength: "5" }),
      column("b", "NUMERIC", { precision: "9", scale: "2" }),
    ),
  ],
  [
    "a maxLength where there was none, which is ignored",
    schemaOf(column("a")),
    schemaOf(column("a", "STRING", { maxLength: "9" })),
    schemaOf(column("a")),
  ],
  [
    "columns without their policy tags, which are kept",
    schemaOf(column("a", "STRING", tagged("t")), record("r", column("x", "STRING", tagged("t")))),
    schemaOf(column("a", "STRING", { description: "x" }), record("r", column("x"), column("y"))),
    schemaOf(
      column("a", "STRING", { description: "x", ...tagged("t") }),
      record("r", column("x", "STRING", tagged("t")), column("y")),
    ),
  ],
  [
    "other policy tags, and an empty list of them",
    schemaOf(column("a", "STRING", tagged("t")), column("b", "STRING", tagged("t"))),
    schemaOf(column("a", "STRING", tagged("u")), column("b", "STRING", tagged())),
    schemaOf(column("a", "STRING", tagged("u")), column("b", "STRING", tagged())),
  ],
  [
    "another description of a snapshot",
    { type: "SNAPSHOT", ...schemaOf(column("a")) },
    { description: "x", ...schemaOf(column("a")) },
    { description: "x", ...schemaOf(column("a")) },
  ],
  [
    "another expiration of partitions",
    byDay,
    { timePartitioning: { type: "DAY", field: "day", expirationMs: "3600000" } },
    { timePartitioning: { type: "DAY", field: "day", expirationMs: "3600000" } },
  ],
  [
    "other clustering columns",
    { ...byDay, clustering: { fields: ["id"] } },
    { clustering: { fields: ["other", "id"] } },
    { clustering: { fields: ["other", "id"] } },
  ],
  ["another key", key, otherKey, otherKey],
  [
    "columns of external data, which the sandbox does not know",
    external,
    schemaOf(column("a", "STRING", required)),
    schemaOf(column("a", "STRING", required)),
  ],
  [
    "the partition column in another case",
    byDay,
    { timePartitioning: { type: "DAY", field: "DAY" } },
    { timePartitioning: { type: "DAY", field: "DAY" } },
  ],
  [
    "another query of a view",
    view,
    { view: { query: "select 2", useLegacySql: false } },
    { view: { query: "select 2", useLegacySql: false } },
  ],
  [
    "materialized views that refresh less often",
    materialized,
    { materializedView: { query: "select 1", refreshIntervalMs: "5" } },
    { materializedView: { query: "select 1", refreshIntervalMs: "5" } },
  ],
])("accepts %s", async (_, live, change, shown) => {
  for (const send of ["patch", "update"] as const) {
    const { seed, get, ...requests } = tableOf(googleNaming);
    seed(live);
    const { status, json } = await requests[send]({ ...(send === "update" ? live : {}), ...change });
    expect(status).toBe(200);
    expect(json).toMatchObject(shown);
    expect((await get()).json).toEqual(json);
  }
});

test("accepts removing clustering with null, and clearing the expiration of partitions", async () => {
  const { seed, patch } = tableOf(googleNaming);
  seed({ ...day, timePartitioning: { type: "DAY", expirationMs: "3600000" }, clustering: { fields: ["id"] } });
  const { json } = await patch({ clustering: null, timePartitioning: { expirationMs: null } });
  expect(json).not.toHaveProperty("clustering");
  expect(json.timePartitioning).toEqual({ type: "DAY" });
});

test.each([
  column("a", "INTEGER"),
  column("a", "STRING", required),
  column("a", "STRING", repeated),
  column("a", "STRING", { collation: "und:ci" }),
  column("A"),
  column("b"),
  record("r", column("c"), column("d")),
  record("r", column("c", "DATE")),
])("rejects the column %j of a view with the same query", async (change) => {
  const live = { ...view, ...schemaOf(column("a"), record("r", column("c"))) };
  const { json } = await rejectedChange(live, schemaOf(change));
  expect(json.error.errors).toMatchObject([{ location: "schema", message: expect.stringContaining("the query") }]);
});

test("a view keeps the columns and modes of its query when some are described", async () => {
  for (const send of ["patch", "update"] as const) {
    const { seed, ...requests } = tableOf(googleNaming);
    const nullable = { mode: "NULLABLE" };
    seed({ ...view, ...schemaOf(column("a", "STRING", nullable), column("b", "INTEGER", nullable)) });
    const description = "x";
    const change = { description, ...nullable, type: "int64", name: "b" };
    const { json } = await requests[send]({ ...view, ...schemaOf(change) });
    expect(json.schema).toEqual({
      fields: [column("a", "STRING", nullable), column("b", "INTEGER", { ...nullable, description })],
    });
  }
});

test("a view that was created without columns accepts those of the first request, as one with another query does", async () => {
  const { insert, update } = tableOf(googleNaming);
  expect((await insert(view)).json.schema).toBeUndefined();
  const described = schemaOf(column("a", "DATE", { description: "x" }));
  expect((await update({ ...view, ...described })).json.schema).toEqual(described.schema);
  const more = schemaOf(column("a", "STRING"), column("b"));
  expect((await update({ view: { query: "select 2", useLegacySql: false }, ...more })).json.schema).toEqual(
    more.schema,
  );
});

test("a seeded schema of a view stays when a request has none, also in a PUT", async () => {
  const { seed, patch, update } = tableOf(googleNaming);
  seed({ ...view, ...schemaOf(column("a")) });
  expect((await update(view)).json.schema).toEqual({ fields: [column("a")] });
  expect((await patch(schemaOf(column("a", "STRING", { description: "x" })))).json.schema).toEqual({
    fields: [column("a", "STRING", { description: "x" })],
  });
});

test("accepts types and modes in any spelling, and returns no mode that was not sent", async () => {
  const { insert } = tableOf(googleNaming);
  const fields = [
    column("a", "int64"),
    column("b", "Float64", { mode: "required" }),
    column("c", "BOOL"),
    column("d", "struct", { fields: [column("e", "Struct", { fields: [column("f", "INT64")] })] }),
    column("g", "range", { rangeElementType: { type: "date" } }),
  ];
  expect((await insert({ schema: { fields } })).json.schema).toEqual({
    fields: [
      column("a", "INTEGER"),
      column("b", "FLOAT", required),
      column("c", "BOOLEAN"),
      record("d", record("e", column("f", "INTEGER"))),
      column("g", "RANGE", { rangeElementType: { type: "DATE" } }),
    ],
  });
});
