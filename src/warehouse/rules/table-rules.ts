import type { Naming } from "../../naming/naming.js";
import { compiled } from "../../schema/compile.js";
import { addIssue, type RuleResult, type RuleRow, type RuleSettings } from "../../schema/rules.js";
import { reportTypos } from "../../schema/typos.js";
import { Table } from "../schemas/table.js";
import type { Draft } from "./draft.js";
import { externalDataRules } from "./external-data.js";
import { allowedValueRules, openValueRules, requiredRules } from "./field-values.js";
import { scopeOf, type TableRuleContext } from "./rule-builders.js";
import { checkTree, ruleTree } from "./rule-tree.js";
import { columnRules, partitioningRules } from "./schema-columns.js";
import { viewRules, wholeTableRules } from "./whole-table.js";

/** The rule about properties that no schema has. Unknown names are accepted, because services add fields. */
export const propertyNameRule: RuleRow<"property-name"> = {
  id: "property-name",
  severity: "warn",
  text: 'Each property should have the name of a field: "clustring" is a typo of "clustering".',
  spec: 'warehouse, "Table"',
  implied: true,
};

/**
 * Returns the settings with which a service itself checks tables: with open values, all typos are errors, even if a client only
 * warns about them.
 */
export function serviceSettings({ openValues = false, rules }: Pick<Naming, "openValues" | "rules">): ServiceSettings {
  if (!openValues) return { openValues, rules };
  const typos: string[] = [...openValueRules.map(({ id }) => id), "max-staleness-interval", propertyNameRule.id];
  const errors = typos.filter((id) => rules[id] !== "off").map((id) => [id, "error"] as const);
  return { openValues, rules: { ...rules, ...Object.fromEntries(errors) } };
}

/** How a service checks tables. */
export interface ServiceSettings {
  /** Whether the service accepts more enum values than those that are known. */
  readonly openValues: boolean;
  readonly rules: RuleSettings;
}

/** Every rule about values of a table. */
export const tableRules = [
  ...requiredRules,
  ...allowedValueRules,
  ...wholeTableRules,
  ...columnRules,
  ...partitioningRules,
  ...viewRules,
  ...externalDataRules,
];

const tree = ruleTree(tableRules);

/** Checks an encoded table against all rules. */
export function checkTableRules(
  table: Draft<Table>,
  context: TableRuleContext,
  settings: RuleSettings = {},
): RuleResult {
  const result = checkTree(tree, table, scopeOf(table, context), settings);
  reportTypos(table, compiled(Table), (path, message) => addIssue(result, propertyNameRule, settings, path, message));
  return result;
}
