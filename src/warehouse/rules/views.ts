import { below, isAnyOf, isDuplicate, several, unlike } from "./conditions.js";
import { OBJECT_URI } from "./object-uri.js";
import { type FieldDraft, fieldsByName } from "./places.js";
import { IMPLIED, rule } from "./rule.js";
import type { TableRule } from "./table-rule.js";

const FUNCTIONS = "view.userDefinedFunctionResources";
const PRIVACY_UNITS = "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns";

/** Whether a dotted name refers to a repeated field, or to a field inside one. */
function isRepeated(name: string, columns: ReadonlyMap<string, FieldDraft> | undefined): boolean {
  const [first = "", ...nested] = name.toLowerCase().split(".");
  let field = columns?.get(first);
  for (const step of nested) {
    if (isAnyOf(field?.mode, ["REPEATED"])) return true;
    field = fieldsByName(field?.fields ?? []).get(step);
  }
  return isAnyOf(field?.mode, ["REPEATED"]);
}

/** Rules about logical and materialized views. */
export const viewRules = [
  rule(
    "udf-only-legacy-sql",
    FUNCTIONS,
    'is only allowed with legacy SQL: omit it, or "useLegacySql"',
    (list, { useLegacySql }) => list.length > 0 && useLegacySql === false,
  ),
  rule(
    "udf-exactly-one",
    `${FUNCTIONS}[]`,
    'must have either "resourceUri" or "inlineCode"',
    ({ resourceUri, inlineCode }) => (resourceUri == null) === (inlineCode == null),
  ),
  rule("udf-resource-uri-form", `${FUNCTIONS}[].resourceUri`, "must be an object-storage URI", unlike(OBJECT_URI)),
  rule("privacy-policy-one-member", "view.privacyPolicy", "must contain one policy", (policy) =>
    several(Object.values(policy).filter((member) => member != null)),
  ),
  rule("privacy-unit-column-count", PRIVACY_UNITS, "must contain at most one column", several),
  rule(
    "privacy-unit-columns-distinct",
    `${PRIVACY_UNITS}[]`,
    "must not be listed twice",
    (name, { privacyUnitColumns }, _, index) => isDuplicate(privacyUnitColumns, name, index) && name,
  ),
  rule(
    "privacy-unit-column-form",
    `${PRIVACY_UNITS}[]`,
    "must be a column, or outer.inner for a nested one",
    unlike(/^[^.\s]+(\.[^.\s]+)*$/),
  ),
  rule(
    "privacy-unit-column-not-repeated",
    `${PRIVACY_UNITS}[]`,
    "must neither be a repeated field nor inside one",
    (name, _, { columns }) => isRepeated(name, columns()) && name,
  ),
  rule("refresh-interval-positive", "materializedView.refreshIntervalMs", "must be greater than 0", below(1n), IMPLIED),
  rule(
    "privacy-threshold-not-negative",
    "view.privacyPolicy.aggregationThresholdPolicy.threshold",
    "must be 0 or more",
    below(0n),
    IMPLIED,
  ),
] as const satisfies readonly TableRule[];
