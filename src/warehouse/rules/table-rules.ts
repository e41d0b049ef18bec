import { type Rule, type RuleSettings, ruleTable } from "../../core/rules/rules.js";
import type { Naming } from "../../naming/naming.js";
import type { NamedRules } from "../../naming/rule-names.js";
import { allowedValueRules, openValueRules } from "./allowed-values.js";
import { externalDataRules } from "./external-data.js";
import { fieldRules } from "./fields.js";
import { hiveRules } from "./hive.js";
import { labelRules } from "./labels.js";
import { locationRules } from "./locations.js";
import { partitioningRules } from "./partitioning.js";
import { precisionRules } from "./precision.js";
import { propertyNameRule } from "./property-names.js";
import { requiredRules } from "./required.js";
import type { TableRule } from "./table-rule.js";
import { textOptionRules } from "./text-options.js";
import { viewRules } from "./views.js";
import { wholeTableRules } from "./whole-table.js";
import { wideColumnRules } from "./wide-column.js";

const rules = [
  ...requiredRules,
  ...allowedValueRules,
  ...wholeTableRules,
  ...labelRules,
  ...fieldRules,
  ...precisionRules,
  ...partitioningRules,
  ...viewRules,
  ...externalDataRules,
  ...locationRules,
  ...textOptionRules,
  ...hiveRules,
  ...wideColumnRules,
  propertyNameRule,
] as const;

/** Id of a rule about BigQuery tables: a key of the `rules` option. */
export type WarehouseRuleId = (typeof rules)[number]["id"];

/** Severities of rules about BigQuery tables, by rule id. */
export type WarehouseRuleSettings = Pick<NamedRules, WarehouseRuleId>;

/**
 * Returns the severities with which a service itself checks tables: typos, which are warnings of a client of a profile with
 * open values, are errors.
 */
export function serviceSettings({ openValues, rules: settings }: Pick<Naming, "openValues" | "rules">): RuleSettings {
  if (!openValues) return settings;
  const columns = ["time-partitioning-field-exists", "range-partitioning-field-exists", "clustering-field-exists"];
  const typos = [...openValueRules.map(({ id }) => id), ...columns, propertyNameRule.id];
  return {
    ...settings,
    ...Object.fromEntries(typos.filter((id) => settings[id] !== "off").map((id) => [id, "error"] as const)),
  };
}

/** Every rule about a table that a request can break, with the function that checks it. */
export const tableRules: readonly TableRule[] = rules;

/** Every rule about a table that a request can break, as data: id, severity, text and section of the spec. */
export const warehouseRules: readonly Rule<WarehouseRuleId>[] = /* @__PURE__ */ ruleTable<WarehouseRuleId>(rules);
