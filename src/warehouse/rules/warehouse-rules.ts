import { type Rule, ruleTable } from "../../core/rules.js";
import { policyRules } from "./policy-rules.js";
import type { WarehouseRuleId } from "./rule-builders.js";
import { tableRules } from "./table-rules.js";

/** Every rule about a table or its access policy that a request can break, as data: id, severity, text and section of the specification. */
export const warehouseRules: readonly Rule<WarehouseRuleId>[] = ruleTable([...tableRules, ...policyRules]);
