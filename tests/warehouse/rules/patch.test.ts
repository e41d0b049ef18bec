import { expect, test } from "vitest";
import { COLUMNS, checkPatchRules, checkRules, EXTERNAL, pathsOf, type TableDraft } from "./check-rules.js";

const fine: Record<string, TableDraft> = {
  "an empty patch": {},
  "a patch that clears members": { description: null, schema: null, view: null, externalDataConfiguration: null },
  "a label that is deleted": { labels: { team: null, "Bad Key": null } },
  "clustering without the other fields": { clustering: { fields: ["a"] } },
  "a member of timePartitioning alone": { timePartitioning: { expirationMs: "3600000" } },
  "a member of externalDataConfiguration alone": { externalDataConfiguration: { maxBadRecords: 3 } },
  "options without their format": { externalDataConfiguration: { csvOptions: { fieldDelimiter: "þ" } } },
  "a format without a schema": { externalDataConfiguration: { sourceFormat: "CSV" } },
  "a schema that is cleared while detection is not mentioned": {
    externalDataConfiguration: { sourceFormat: "CSV", schema: null },
  },
  "one end of a range": { rangePartitioning: { range: { end: "0" } } },
  "a partition column without the schema": { timePartitioning: { field: "x" } },
  "keys without the schema": { tableConstraints: { primaryKey: { columns: ["x"] } } },
  "partition columns of a table of unknown kind": {
    partitionDefinition: { partitionedColumn: [{ field: "a" }, { field: "b" }] },
  },
  "a connection alone": { biglakeConfiguration: { connectionId: "p.eu.c" } },
  "a mode of Hive partitions alone": { externalDataConfiguration: { hivePartitioningOptions: { mode: "CUSTOM" } } },
  "an empty schema, which leaves the columns as they are": {
    externalDataConfiguration: { sourceFormat: "CSV", autodetect: false, schema: {} },
  },
  "a query without its dialect": { view: { query: "SELECT `a`" } },
  "a view's dialect alone": { view: { useLegacySql: false } },
};

test.each(Object.entries(fine))("accepts %s", (_, patch) => {
  expect(checkPatchRules(patch)).toEqual({ errors: [], warnings: [] });
});

const broken: [rule: string, patch: TableDraft, path: string][] = [
  ["clustering-needs-time-partitioning", { clustering: { fields: ["a"] }, timePartitioning: null }, "clustering"],
  ["table-reference-required", { tableReference: null }, "tableReference"],
  ["table-id-required", { tableReference: { tableId: null } }, "tableReference.tableId"],
  ["time-partitioning-type-required", { timePartitioning: { type: null } }, "timePartitioning.type"],
  ["view-query-required", { view: { query: null } }, "view.query"],
  ["view-dialect", { view: { query: "SELECT `a`", useLegacySql: true } }, "view.query"],
  ["view-dialect", { view: { query: "SELECT `a`", useLegacySql: null } }, "view.query"],
  ["view-query-required", { view: { query: "" } }, "view.query"],
  ["source-uris-required", { externalDataConfiguration: { sourceUris: [] } }, `${EXTERNAL}.sourceUris`],
  ["source-format-required", { externalDataConfiguration: { sourceFormat: null } }, `${EXTERNAL}.sourceFormat`],
  ["biglake-file-format-required", { biglakeConfiguration: { fileFormat: null } }, "biglakeConfiguration.fileFormat"],
  ["range-start-required", { rangePartitioning: { range: { start: null } } }, "rangePartitioning.range.start"],
  [
    "external-schema-required",
    { schema: null, externalDataConfiguration: { sourceFormat: "CSV", schema: null, autodetect: false } },
    `${EXTERNAL}.schema`,
  ],
  [
    "external-schema-required",
    {
      schema: { fields: [] },
      externalDataConfiguration: { sourceFormat: "CSV", schema: { fields: [] }, autodetect: false },
    },
    `${EXTERNAL}.schema`,
  ],
  [
    "csv-delimiter-utf-8",
    { externalDataConfiguration: { csvOptions: { fieldDelimiter: "þ", encoding: null } } },
    `${EXTERNAL}.csvOptions.fieldDelimiter`,
  ],
  // Lists are replaced as a whole, so their elements are complete.
  ["field-name-required", { schema: { fields: [{ type: "DATE" }] } }, "schema.fields[0].name"],
  ["record-fields-required", { schema: { fields: [{ name: "r", type: "RECORD" }] } }, "schema.fields[0].fields"],
  [
    "foreign-key-table-required",
    { tableConstraints: { foreignKeys: [{ columnReferences: [{ referencingColumn: "a", referencedColumn: "b" }] }] } },
    "tableConstraints.foreignKeys[0].referencedTable",
  ],
  // All compared fields are present.
  ["time-partitioning-field-exists", { schema: COLUMNS, timePartitioning: { field: "x" } }, "timePartitioning.field"],
  ["range-start-before-end", { rangePartitioning: { range: { start: "1", end: "1" } } }, "rangePartitioning.range.end"],
  [
    "csv-options-only-csv",
    { externalDataConfiguration: { sourceFormat: "AVRO", csvOptions: {} } },
    `${EXTERNAL}.csvOptions`,
  ],
  [
    "native-table-partition-columns",
    {
      partitionDefinition: { partitionedColumn: [{ field: "a" }, { field: "b" }] },
      timePartitioning: { field: "a" },
    },
    "partitionDefinition.partitionedColumn",
  ],
];

test.each(broken)("reports %s in %j", (rule, patch, path) => {
  const { errors, warnings } = checkPatchRules(patch);
  expect([...errors, ...warnings].map((issue) => [issue.rule, issue.path])).toEqual([[rule, path]]);
});

test("a label of a table may have no value, but the table requires its reference", () => {
  expect(checkRules({ labels: { team: null } }).errors).toEqual([]);
  expect(pathsOf("table-reference-required", checkRules({ tableReference: null }))).toEqual(["tableReference"]);
});
