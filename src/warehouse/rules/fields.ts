import type { Report } from "../../core/rules.js";
import { clip } from "../../core/scalars.js";
import { eachField, type FieldDraft, type PathOf } from "./places.js";
import type { NamedTableRule, TableRule } from "./table-rule.js";

const MAX_NAME = 300;
const MAX_DESCRIPTION = 1024;
const POLICY_TAG = /^projects\/[^/]+\/locations\/[^/]+\/taxonomies\/[^/]+\/policyTags\/[^/]+$/;

const RECORDS = ["RECORD", "STRUCT"];

const quoted = (text: string) => JSON.stringify(clip(text));

/** Makes a rule that judges each field by itself. */
function fieldRule<const Id extends string>(
  id: Id,
  text: string,
  judge: (field: FieldDraft, at: PathOf, report: Report) => void,
): NamedTableRule<Id> {
  return {
    id,
    severity: "error",
    text,
    spec: 'warehouse, "TableFieldSchema"',
    check: (table, report) => eachField(table, (field, at) => judge(field, at, report)),
  };
}

/** Makes the rule that a member stands in fields of certain types only; a list without elements is as good as absent. */
function onlyIn<const Id extends string>(
  id: Id,
  member: "fields" | "maxLength" | "roundingMode" | "collation",
  types: readonly string[],
  text: string,
): NamedTableRule<Id> {
  return fieldRule(id, text, (field, at, report) => {
    const value = field[member];
    if (value == null || field.type == null || types.includes(field.type)) return;
    if (typeof value !== "string" && value.length === 0) return;
    report(at(member), `belongs to ${types.join(" or ")} only, the type is ${clip(field.type)}: leave it out`);
  });
}

/** Makes the rule that a text is not too long, in characters rather than UTF-16 units. */
function atMost<const Id extends string>(
  id: Id,
  member: "name" | "description",
  limit: number,
  text: string,
): NamedTableRule<Id> {
  return fieldRule(id, text, (field, at, report) => {
    const value = field[member];
    if (value == null || value.length <= limit) return;
    const length = Array.from(value).length;
    if (length > limit) report(at(member), `must have at most ${limit} characters, it has ${length}`);
  });
}

/** Rules about the fields of a schema, at every depth. */
export const fieldRules = [
  fieldRule(
    "field-name-characters",
    "A field name holds only letters (a to z, A to Z), digits and underscores.",
    ({ name }, at, report) => {
      if (name == null || /^\w*$/.test(name)) return;
      report(at("name"), `may hold only the letters a to z and A to Z, digits and underscores, got ${quoted(name)}`);
    },
  ),
  fieldRule("field-name-start", "A field name starts with a letter or an underscore.", ({ name }, at, report) => {
    if (name == null || /^[\p{L}_]/u.test(name)) return;
    report(at("name"), `must start with a letter or an underscore, got ${quoted(name)}`);
  }),
  atMost("field-name-length", "name", MAX_NAME, `A field name has at most ${MAX_NAME} characters.`),
  atMost(
    "field-description-length",
    "description",
    MAX_DESCRIPTION,
    `A field description has at most ${MAX_DESCRIPTION} characters.`,
  ),
  onlyIn("nested-fields-only-record", "fields", RECORDS, "Only a RECORD or STRUCT field has nested fields."),
  fieldRule(
    "record-needs-fields",
    "A RECORD or STRUCT field has at least one nested field.",
    ({ type, fields }, at, report) => {
      if (type == null || !RECORDS.includes(type) || (fields?.length ?? 0) > 0) return;
      report(at("fields"), `must hold at least one field, since the type is ${type}`);
    },
  ),
  onlyIn(
    "max-length-only-string-bytes",
    "maxLength",
    ["STRING", "BYTES"],
    "Only a STRING or BYTES field has a maximum length.",
  ),
  onlyIn(
    "rounding-mode-only-decimal",
    "roundingMode",
    ["NUMERIC", "BIGNUMERIC"],
    "Only a NUMERIC or BIGNUMERIC field has a rounding mode.",
  ),
  onlyIn("collation-only-string", "collation", ["STRING"], "Only a STRING field has a collation."),
  fieldRule("policy-tag-count", "A field has at most one policy tag.", ({ policyTags }, at, report) => {
    const count = policyTags?.names?.length ?? 0;
    if (count > 1) report(`${at("policyTags")}.names`, `may hold one policy tag at most, got ${count}`);
  }),
  fieldRule("policy-tag-form", "A policy tag is given by its resource name.", ({ policyTags }, at, report) => {
    for (const [index, name] of (policyTags?.names ?? []).entries()) {
      if (name == null || POLICY_TAG.test(name)) continue;
      const form = "projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>";
      report(`${at("policyTags")}.names[${index}]`, `must have the form ${form}, got ${quoted(name)}`);
    }
  }),
] as const satisfies readonly TableRule[];
