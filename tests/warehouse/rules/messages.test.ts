import { expect, test } from "vitest";
import { checkPatchRules, checkRules, type TableDraft } from "./check-rules.js";
import { COLUMNS, withCsv, withExternal, withField, withHive } from "./rule-case.js";

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
    'requires "precision"',
  ],
  [
    "numeric-precision-and-scale",
    withField({ type: "NUMERIC", precision: "20", scale: "10" }),
    "schema.fields[0].scale",
    "must fit NUMERIC: a scale from 0 to 9, and a precision that exceeds the scale by 1 to 29, got 10",
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
    'is only allowed for the format CSV, got "PARQUET"',
  ],
  [
    "clustering-field-exists",
    { schema: COLUMNS, timePartitioning: { type: "DAY" }, clustering: { fields: ["idd"] } },
    "clustering.fields[0]",
    'must be a top-level column of the schema, got "idd"',
  ],
  [
    "time-partitioning-field-mode",
    { schema: COLUMNS, timePartitioning: { type: "DAY", field: "days" } },
    "timePartitioning.field",
    'must be a column of mode NULLABLE or REQUIRED, got "REPEATED"',
  ],
  [
    "range-partitioning-field-mode",
    {
      schema: COLUMNS,
      rangePartitioning: { field: "counts", range: { start: "0", end: "9", interval: "1" } },
    },
    "rangePartitioning.field",
    'must be a column of mode NULLABLE or REQUIRED, got "REPEATED"',
  ],
  [
    "clustering-field-not-repeated",
    { schema: COLUMNS, timePartitioning: { type: "DAY" }, clustering: { fields: ["tags"] } },
    "clustering.fields[0]",
    'must be a column of mode NULLABLE or REQUIRED, got "REPEATED"',
  ],
  [
    "hive-prefix-common",
    withHive({ mode: "AUTO", sourceUriPrefix: "store://b/t" }, "store://b/u/k=1/f"),
    "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix",
    'must be a prefix of every source URI, got "store://b/t"',
  ],
  [
    "hive-prefix-before-keys",
    withHive({ mode: "AUTO", sourceUriPrefix: "store://b" }, "store://b/t/k=1/f"),
    "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix",
    'must end immediately before the first partition key, got "store://b"',
  ],
  [
    "label-key-characters",
    { labels: { "bad-Key": "v" } },
    'labels["bad-Key"]',
    'must have a key that contains only lower-case letters, letters without case, digits, underscores and dashes, got "bad-Key"',
  ],
];

test.each(messages)("%s states the requirement and the value", (rule, table, path, message) => {
  expect(checkRules(table).errors).toContainEqual({ path, message, rule });
});

test("a long value is shortened in a message", () => {
  const [issue] = checkRules(withField({ mode: "x".repeat(5_000) })).errors;
  expect(issue?.message.length).toBeLessThan(200);
});

test("a patch that would clear a required field is reported", () => {
  const [issue] = checkPatchRules({ view: { query: null } }).errors;
  expect(issue?.message).toBe("is required; null would clear it");
});
