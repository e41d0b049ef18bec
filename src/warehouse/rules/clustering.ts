import { clip } from "../../core/scalars.js";
import { columnsOf, type FieldDraft } from "./places.js";
import type { NamedTableRule, TableRule } from "./table-rule.js";

/** Makes a rule that judges each clustering column; `judge` says what is wrong with it. */
function columnRule<const Id extends string>(
  id: Id,
  text: string,
  judge: (column: FieldDraft | undefined, name: string) => string | undefined,
): NamedTableRule<Id> {
  return {
    id,
    severity: "error",
    text,
    spec: 'warehouse, "Clustering"',
    check(table, report) {
      const names = table.clustering?.fields;
      const columns = names == null ? undefined : columnsOf(table);
      if (names == null || columns === undefined) return;
      for (const [index, name] of names.entries()) {
        const problem = name == null ? undefined : judge(columns.get(name), JSON.stringify(clip(name)));
        if (problem !== undefined) report(`clustering.fields[${index}]`, problem);
      }
    },
  };
}

/** Rules about clustering. Those about its columns rest where the request gives no schema. */
export const clusteringRules = [
  {
    id: "clustering-needs-time-partitioning",
    severity: "error",
    text: "A clustered table is also partitioned by time.",
    spec: 'warehouse, "Table"',
    check({ clustering, timePartitioning }, report, { complete }) {
      if (clustering == null) return;
      if (timePartitioning === null || (complete && timePartitioning === undefined)) {
        report("clustering", 'needs "timePartitioning" beside it, such as { type: "DAY" }');
      }
    },
  },
  columnRule("clustering-field-exists", "A clustering column is a top-level column.", (column, name) =>
    column === undefined ? `must be a top-level column of the schema, which has no ${name}` : undefined,
  ),
  columnRule("clustering-field-not-repeated", "A clustering column is not repeated.", (column, name) =>
    column?.mode === "REPEATED" ? `must be NULLABLE or REQUIRED, ${name} is REPEATED` : undefined,
  ),
  columnRule(
    "clustering-field-simple",
    "A clustering column is of a simple type, without nested fields.",
    (column, name) =>
      column?.type === "RECORD" || column?.type === "STRUCT"
        ? `must be of a simple type, ${name} is ${column.type}`
        : undefined,
  ),
] as const satisfies readonly TableRule[];
