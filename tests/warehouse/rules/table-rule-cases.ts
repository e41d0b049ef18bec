import { allowedValueCases } from "./allowed-value-cases.js";
import { externalCases, formatOptionCases } from "./external-cases.js";
import { partitioningCases } from "./partitioning-cases.js";
import { requiredCases } from "./required-cases.js";
import { tableCases } from "./table-cases.js";

/** The cases of every rule of tables, by the id of the rule. */
export const tableRuleCases = {
  ...requiredCases,
  ...allowedValueCases,
  ...tableCases,
  ...partitioningCases,
  ...externalCases,
  ...formatOptionCases,
};
