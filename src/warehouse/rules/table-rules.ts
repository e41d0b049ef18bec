import type { Naming } from "../../naming/naming.js";
import { type CompiledSchema, compiled } from "../../schema/compile.js";
import { addIssue, type RuleResult, type RuleRow, type RuleSettings } from "../../schema/rules.js";
import { joinPath } from "../../values/issue-path.js";
import { isNotKnown, nearMiss } from "../../values/nearest.js";
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

/** Visits the properties whose names are typos of fields; not the keys of maps, nor anything in an unknown property. */
function visitTypos(
  value: object,
  schema: CompiledSchema,
  at: () => string,
  report: (path: string, message: string) => void,
): void {
  const isList = Array.isArray(value);
  const fields = schema.fields?.();
  for (const key of Object.keys(value)) {
    const inner = isList ? schema.element : fields?.get(key);
    const member: unknown = inner === undefined ? undefined : Reflect.get(value, key);
    // Most values are scalars of known fields, which need no path.
    if (inner !== undefined && (typeof member !== "object" || member === null)) continue;
    const path = () => joinPath(at(), isList ? Number(key) : key);
    if (inner !== undefined) {
      visitTypos(Object(member), inner, path, report);
    } else if (fields !== undefined) {
      const meant = nearMiss(key, [...fields.keys()]);
      if (meant !== undefined) report(path(), isNotKnown(meant));
    }
  }
}

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
  visitTypos(
    table,
    compiled(Table),
    () => "",
    (path, message) => addIssue(result, propertyNameRule, settings, path, message),
  );
  return result;
}
