import type { RuleResult, RuleSettings } from "../../../src/checks/rules.js";
import { checkTableInput } from "../../../src/warehouse/rules/check-table.js";
import type { Draft, FieldDraft, TableRuleContext } from "../../../src/warehouse/rules/rule-builders.js";
import type { ExternalDataConfiguration } from "../../../src/warehouse/schemas/external-data.js";
import type { BigtableColumn } from "../../../src/warehouse/schemas/format-options.js";
import type { Table } from "../../../src/warehouse/schemas/table.js";

/**
 * A table as rules receive it; tests can also create tables that the types reject, such as one with a field without a
 * name.
 */
export type TableDraft = Draft<Table>;

export const NOW = Date.UTC(2030, 0, 1);

/** The known tables: `d.missing` does not exist, `d.view` and `d.u` exist, all others are unknown. */
const referenced: TableRuleContext["referenced"] = ({ tableId }) => {
  if (tableId === "missing") return null;
  if (tableId === "view") return { view: { query: "q" }, schema: { fields: [{ name: "x", type: "STRING" }] } };
  return tableId === "u" ? { schema: { fields: [{ name: "id", type: "INTEGER" }] } } : undefined;
};

/** Checks a whole table; its reference is filled in. */
export function checkRules(
  table: TableDraft,
  context: Partial<TableRuleContext> = {},
  settings: RuleSettings = {},
): RuleResult {
  const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
  const checks = { complete: true, now: NOW, referenced, ...context, rules: settings };
  return checkTableInput({ tableReference, ...table }, checks);
}

/** Checks a patch unchanged. */
export function checkPatchRules(patch: TableDraft): RuleResult {
  const { errors, warnings } = checkTableInput(patch, { complete: false, now: NOW });
  return { errors, warnings };
}

/** The rule and the path of an issue. */
export function pathsOf(rule: string, { errors, warnings }: RuleResult): string[] {
  return [...errors, ...warnings].filter((issue) => issue.rule === rule).map((issue) => issue.path);
}

/** Tables that break a rule, each with the path of the issue, and similar tables that break no rule. */
export interface RuleCase {
  readonly breaks: readonly (readonly [table: TableDraft, path: string])[];
  readonly holds: readonly TableDraft[];
}

/** A table with one column `a`. Default: a STRING. */
export const withField = (field: FieldDraft): TableDraft => ({
  schema: { fields: [{ name: "a", type: "STRING", ...field }] },
});

/** Columns of all kinds, for rules that refer to columns. */
export const COLUMNS = {
  fields: [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "n", type: "INT64" },
    { name: "at", type: "TIMESTAMP", mode: "NULLABLE" },
    { name: "day", type: "DATE" },
    { name: "moment", type: "DATETIME" },
    { name: "tags", type: "STRING", mode: "REPEATED" },
    { name: "days", type: "DATE", mode: "REPEATED" },
    { name: "counts", type: "INTEGER", mode: "REPEATED" },
    {
      name: "place",
      type: "RECORD",
      fields: [
        { name: "town", type: "STRING" },
        { name: "at", type: "TIMESTAMP" },
      ],
    },
    { name: "visits", type: "STRUCT", mode: "REPEATED", fields: [{ name: "user", type: "STRING" }] },
  ],
} as const satisfies TableDraft["schema"];

/** An external table in object storage. Default format: PARQUET, which requires no further fields. */
export const withExternal = (external: Draft<ExternalDataConfiguration>): TableDraft => ({
  externalDataConfiguration: { sourceUris: ["store://bucket/data"], sourceFormat: "PARQUET", ...external },
});

/** An external table over CSV files. */
export const withCsv = (external: Draft<ExternalDataConfiguration>): TableDraft =>
  withExternal({ sourceFormat: "CSV", autodetect: true, ...external });

/** A table over Bigtable with one column. */
export const withColumn = (column: Draft<BigtableColumn>): TableDraft =>
  withWideColumn({
    bigtableOptions: { columnFamilies: [{ familyId: "f", columns: [{ qualifierEncoded: "YWI=", ...column }] }] },
  });

/** A table over Bigtable. */
export const withWideColumn = (external: Draft<ExternalDataConfiguration>): TableDraft =>
  withExternal({ sourceFormat: "BIGTABLE", sourceUris: ["https://wide.example/tables/t"], ...external });

/** An external table whose partitions are folders. */
export const withHive = (
  hive: Draft<ExternalDataConfiguration>["hivePartitioningOptions"],
  ...uris: string[]
): TableDraft => withExternal({ sourceUris: uris, hivePartitioningOptions: hive });

/** A BigLake table. */
export const withLake = (lake: TableDraft["biglakeConfiguration"]): TableDraft => ({
  biglakeConfiguration: {
    connectionId: "p.eu.c",
    storageUri: "store://bucket/t/",
    fileFormat: "PARQUET",
    tableFormat: "ICEBERG",
    ...lake,
  },
});

export const COLUMN = "externalDataConfiguration.bigtableOptions.columnFamilies[0].columns[0]";
export const EXTERNAL = "externalDataConfiguration";
