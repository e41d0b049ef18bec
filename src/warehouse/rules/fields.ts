import { below, isAnyOf, longerThan, several, unlike } from "./conditions.js";
import { ADVICE, IMPLIED, listed, type RuleOptions, rule } from "./rule.js";
import type { NamedTableRule, TableRule } from "./table-rule.js";

const POLICY_TAG = /^projects\/[^/\s]+\/locations\/[^/\s]+\/taxonomies\/[^/\s]+\/policyTags\/[^/\s]+$/;

// Letters and digits of any script.
const NAME = /^[\p{L}\p{M}\p{N}_]*$/u;

/**
 * Creates a rule that a property is allowed only in fields of certain types; an empty list counts as absent.
 */
function onlyIn<const Id extends string>(
  id: Id,
  member: string,
  types: readonly string[],
  options?: RuleOptions,
): NamedTableRule<Id> {
  return rule(
    id,
    `fields[].${member}`,
    `is only allowed for ${listed(types)}`,
    (value: unknown, { type }) => {
      if (type == null || isAnyOf(type, types)) return undefined;
      return !(Array.isArray(value) && value.length === 0) && type;
    },
    options,
  );
}

/** Rules about the fields of a schema, at every depth. */
export const fieldRules = [
  rule("field-name-form", "fields[].name", "must contain only letters, digits and underscores", unlike(NAME)),
  rule(
    "field-name-characters",
    "fields[].name",
    "should contain only the letters a to z and A to Z, and the digits 0 to 9",
    (name) => /[^\0-\x7f]/.test(name) && NAME.test(name) && name,
    ADVICE,
  ),
  rule("field-name-start", "fields[].name", "must start with a letter or an underscore", unlike(/^[\p{L}_]/u)),
  rule("field-name-length", "fields[].name", "must have at most 300 characters", longerThan(300)),
  rule("field-description-length", "fields[].description", "must have at most 1024 characters", longerThan(1024)),
  onlyIn("nested-fields-only-record", "fields", ["RECORD", "STRUCT"]),
  onlyIn("max-length-only-string-bytes", "maxLength", ["STRING", "BYTES"]),
  rule("max-length-not-negative", "fields[].maxLength", "must be 0 or more", below(0n), IMPLIED),
  onlyIn("rounding-mode-only-decimal", "roundingMode", ["NUMERIC", "BIGNUMERIC"], ADVICE),
  onlyIn("collation-only-string", "collation", ["STRING"]),
  rule("policy-tag-count", "fields[].policyTags.names", "must contain at most one policy tag", several),
  rule(
    "policy-tag-form",
    "fields[].policyTags.names[]",
    "must be projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>",
    unlike(POLICY_TAG),
  ),
] as const satisfies readonly TableRule[];
