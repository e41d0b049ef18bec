import type { Report } from "../../core/rules.js";
import { clip } from "../../core/scalars.js";
import { columnsOf, type FieldDraft } from "./places.js";
import type { TableRule } from "./table-rule.js";

function checkColumn(
  columns: ReadonlyMap<string, FieldDraft>,
  name: string | null | undefined,
  path: string,
  report: Report,
): void {
  if (name == null || columns.has(name)) return;
  report(path, `must be a top-level column of the schema, which has no ${JSON.stringify(clip(name))}`);
}

/** Rules about primary and foreign keys. They compare with the columns that the request gives; without any, they rest. */
export const constraintRules = [
  {
    id: "primary-key-column-exists",
    severity: "error",
    text: "The columns of a primary key are columns of the table.",
    spec: 'warehouse, "TableConstraints"',
    check(table, report) {
      const names = table.tableConstraints?.primaryKey?.columns;
      const columns = names == null ? undefined : columnsOf(table);
      if (names == null || columns === undefined) return;
      for (const [index, name] of names.entries()) {
        checkColumn(columns, name, `tableConstraints.primaryKey.columns[${index}]`, report);
      }
    },
  },
  {
    id: "foreign-key-column-exists",
    severity: "error",
    text: "The referencing columns of a foreign key are columns of the table.",
    spec: 'warehouse, "TableConstraints"',
    check(table, report) {
      const keys = table.tableConstraints?.foreignKeys;
      const columns = keys == null ? undefined : columnsOf(table);
      if (keys == null || columns === undefined) return;
      for (const [index, key] of keys.entries()) {
        for (const [pair, reference] of (key?.columnReferences ?? []).entries()) {
          const path = `tableConstraints.foreignKeys[${index}].columnReferences[${pair}].referencingColumn`;
          // An empty name is for the rule that demands one.
          checkColumn(columns, reference?.referencingColumn || undefined, path, report);
        }
      }
    },
  },
] as const satisfies readonly TableRule[];
