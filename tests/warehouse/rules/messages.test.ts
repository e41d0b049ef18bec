import { expect, test } from "vitest";
import { judge, judgePatch, type TableDraft } from "./judge.js";
import { COLUMNS, withCsv, withExternal, withField } from "./rule-case.js";

const messages: [rule: string, table: TableDraft, path: string, message: string][] = [
  [
    "field-mode",
    withField({ mode: "FOO" }),
    "schema.fields[0].mode",
    'must be NULLABLE, REQUIRED or REPEATED, got "FOO"',
  ],
  [
    "scale-needs-precision",
    withField({ type: "NUMERIC", scale: "2" }),
    "schema.fields[0].scale",
    'needs "precision" beside it',
  ],
  [
    "numeric-precision-and-scale",
    withField({ type: "NUMERIC", precision: "20", scale: "10" }),
    "schema.fields[0].scale",
    "must fit NUMERIC: a scale of 0 to 9, a precision 1 to 29 above it, got 10",
  ],
  [
    "source-compression",
    withCsv({ compression: "" }),
    "externalDataConfiguration.compression",
    "must be GZIP or NONE, got an empty string",
  ],
  [
    "csv-options-only-csv",
    withExternal({ csvOptions: { quote: "" } }),
    "externalDataConfiguration.csvOptions",
    'belongs to the format CSV only, got "PARQUET"',
  ],
  [
    "clustering-field-exists",
    { schema: COLUMNS, timePartitioning: { type: "DAY" }, clustering: { fields: ["idd"] } },
    "clustering.fields[0]",
    'must be a top-level column of the schema, got "idd"',
  ],
  [
    "label-key-characters",
    { labels: { "bad-Key": "v" } },
    'labels["bad-Key"]',
    'must have a key that holds only lower-case letters, letters without case, digits, underscores and dashes, got "bad-Key"',
  ],
];

test.each(messages)("%s says what would be right and what was found", (rule, table, path, message) => {
  expect(judge(table).errors).toContainEqual({ path, message, rule });
});

test("a long value is shortened in a message", () => {
  const [issue] = judge(withField({ mode: "x".repeat(5_000) })).errors;
  expect(issue?.message.length).toBeLessThan(200);
});

test("a patch that would clear a required member is told so", () => {
  const [issue] = judgePatch({ view: { query: null } }).errors;
  expect(issue?.message).toBe("is required; null would clear it");
});
