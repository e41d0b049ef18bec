import { longerThan, unlike } from "./conditions.js";
import { type Finding, rule, type Test } from "./rule.js";
import type { TableRule } from "./table-rule.js";

const MAX = 63;
const CHARACTERS = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}_-]*$/u;
const LETTER_FIRST = /^[\p{Ll}\p{Lo}\p{Lm}]/u;
const ONLY = "only lower-case letters, letters without case, digits, underscores and dashes";

/** Turns a test of values into a test of their keys. */
function ofKey(test: (text: string) => Finding): Test<"labels{}" | "resourceTags{}"> {
  return (_value, _holder, _scope, key) => test(String(key));
}

/** Rules about labels and resource tags. Label rule 5 is missing: the keys of an object are always distinct. */
export const labelRules = [
  rule("label-key-length", "labels{}", `must have a key of at most ${MAX} characters`, ofKey(longerThan(MAX)), {
    number: "label rule 1",
  }),
  rule("label-value-length", "labels{}", `must have a value of at most ${MAX} characters`, longerThan(MAX), {
    number: "label rule 1",
  }),
  rule("label-key-characters", "labels{}", `must have a key that contains ${ONLY}`, ofKey(unlike(CHARACTERS)), {
    number: "label rule 2",
  }),
  rule(
    "label-value-characters",
    "labels{}",
    `must have a value that is empty or contains ${ONLY}`,
    unlike(CHARACTERS),
    {
      number: "label rules 2 and 3",
    },
  ),
  rule(
    "label-key-start",
    "labels{}",
    "must have a key that starts with a lower-case letter or a letter without case",
    ofKey(unlike(LETTER_FIRST)),
    { number: "label rule 4" },
  ),
  rule(
    "resource-tag-key-form",
    "resourceTags{}",
    "must have a key of the form <parent_id>/<key_name>",
    ofKey((key) => {
      const parts = key.split("/");
      return (parts.length !== 2 || parts.some((part) => part.trim() === "")) && key;
    }),
  ),
] as const satisfies readonly TableRule[];
