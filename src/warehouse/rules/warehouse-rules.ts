import { type Rule, ruleTable } from "../../schema/rules.js";
import { policyRules } from "./policy-rules.js";
import { propertyNameRule, tableRules } from "./table-rules.js";

const rules = [...tableRules, propertyNameRule, ...policyRules];

/** Id of a rule about BigQuery tables: a key of the `rules` option. */
export type WarehouseRuleId = (typeof rules)[number]["id"];

/** Every rule about a table or its access policy that a request can break, as data: id, severity, text and section of the specification. */
export const warehouseRules: readonly Rule<WarehouseRuleId>[] = ruleTable(rules);
