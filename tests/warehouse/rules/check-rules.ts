import type { RuleResult, RuleSettings } from "../../../src/schema/rules.js";
import type { Draft, TableRuleContext } from "../../../src/warehouse/rules/rule-builders.js";
import { checkTableRules } from "../../../src/warehouse/rules/warehouse-rules.js";
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
  const draft = { tableReference, ...table };
  return checkTableRules(draft, { complete: true, now: NOW, referenced, ...context }, settings);
}

/** Checks a patch unchanged. */
export function checkPatchRules(patch: TableDraft): RuleResult {
  return checkTableRules(patch, { complete: false, now: NOW });
}

/** The rule and the path of an issue. */
export function pathsOf(rule: string, { errors, warnings }: RuleResult): string[] {
  return [...errors, ...warnings].filter((issue) => issue.rule === rule).map((issue) => issue.path);
}
