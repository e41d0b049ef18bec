import { longerThan, several, unlike } from "./conditions.js";
import { listed, rule } from "./rule.js";
import type { NamedTableRule, TableRule } from "./table-rule.js";

const POLICY_TAG = /^projects\/[^/]+\/locations\/[^/]+\/taxonomies\/[^/]+\/policyTags\/[^/]+$/;

/**
 * Makes the rule that a member stands in fields of certain types only; an empty list is as good as absent. Whether a type
 * may be in small letters is for its own rule to judge.
 */
function onlyIn<const Id extends string>(id: Id, member: string, ...types: string[]): NamedTableRule<Id> {
  return rule(id, `fields[].${member}`, `belongs to ${listed(types)} only`, (value: unknown, { type }) => {
    if (type == null || types.includes(type.toUpperCase())) return undefined;
    return !(Array.isArray(value) && value.length === 0) && type;
  });
}

/** Rules about the fields of a schema, at every depth. */
export const fieldRules = [
  rule(
    "field-name-characters",
    "fields[].name",
    "must hold only letters (a to z, A to Z), digits and underscores",
    unlike(/^\w*$/),
  ),
  rule("field-name-start", "fields[].name", "must start with a letter or an underscore", unlike(/^[\p{L}_]/u)),
  rule("field-name-length", "fields[].name", "must have at most 300 characters", longerThan(300)),
  rule("field-description-length", "fields[].description", "must have at most 1024 characters", longerThan(1024)),
  onlyIn("nested-fields-only-record", "fields", "RECORD", "STRUCT"),
  onlyIn("max-length-only-string-bytes", "maxLength", "STRING", "BYTES"),
  onlyIn("rounding-mode-only-decimal", "roundingMode", "NUMERIC", "BIGNUMERIC"),
  onlyIn("collation-only-string", "collation", "STRING"),
  rule("policy-tag-count", "fields[].policyTags.names", "must hold at most one policy tag", several),
  rule(
    "policy-tag-form",
    "fields[].policyTags.names[]",
    "must be projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>",
    unlike(POLICY_TAG),
  ),
] as const satisfies readonly TableRule[];
