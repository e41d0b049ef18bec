import { type RuleSettings, serviceRules } from "../../checks/rules.js";
import type { Naming } from "../../naming/naming.js";
import { openValueRules } from "./field-values.js";
import { allRules, propertyNameRule } from "./warehouse-rules.js";

/** How a service checks tables. */
export interface ServiceSettings {
  /** Whether the service accepts more enum values than those that are known. */
  readonly openValues: boolean;
  readonly rules: RuleSettings;
  readonly keepsForeignNames?: boolean | undefined;
}

/**
 * Returns the settings for definitions: with open values, typos are errors, even if clients only warn about them.
 */
export function serviceSettings({
  openValues = false,
  rules: profile,
}: Pick<Naming, "openValues" | "rules">): ServiceSettings {
  if (!openValues) return { openValues, rules: profile };
  const ids: string[] = [...openValueRules.map(({ id }) => id), propertyNameRule.id];
  const errors = ids.filter((id) => profile[id] !== "off").map((id) => [id, "error"] as const);
  return { openValues, rules: { ...profile, ...Object.fromEntries(errors) } };
}

/** Returns the settings of the service's own table checks: warnings of clients are errors, too. */
export function sandboxSettings(naming: Pick<Naming, "openValues" | "rules">): ServiceSettings {
  const { openValues, rules: typos } = serviceSettings(naming);
  return { openValues, rules: { ...serviceRules(allRules, naming.rules), ...typos }, keepsForeignNames: true };
}
