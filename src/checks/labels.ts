import { type Finding, longerThan, type Place, rule, unlike } from "./rules.js";

const MAX = 63;
const CHARACTERS = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}_-]*$/u;
const LETTER_FIRST = /^[\p{Ll}\p{Lo}\p{Lm}]/u;
const ONLY = "only lower-case letters, letters without case, digits, underscores and dashes";

type Test = (place: { readonly value: string }) => Finding;

/** Creates a rule about the value of each label. */
const ofValue = <const Id extends string>(id: Id, source: string, requirement: string, test: Test) =>
  rule(id, source, "labels{}", `must have a value ${requirement}`, test);

/** Creates a rule about the key of each label. */
const ofKey = <const Id extends string>(id: Id, source: string, requirement: string, test: Test) =>
  rule(id, source, "labels{}", `must have a key ${requirement}`, ({ key }: Place) => test({ value: String(key) }));

/**
 * The rules about keys and values of labels, which are the same for all resources. The rule about distinct keys is
 * missing, because keys of an object are always distinct.
 */
export const labelRules = [
  ofKey("label-key-length", "bigquery.v2#Table.labels", `of at most ${MAX} characters`, longerThan(MAX)),
  ofValue("label-value-length", "bigquery.v2#Table.labels", `of at most ${MAX} characters`, longerThan(MAX)),
  ofKey("label-key-characters", "bigquery.v2#Table.labels", `that contains ${ONLY}`, unlike(CHARACTERS)),
  ofValue(
    "label-value-characters",
    "bigquery.v2#Table.labels",
    `that is empty or contains ${ONLY}`,
    unlike(CHARACTERS),
  ),
  ofKey(
    "label-key-start",
    "bigquery.v2#Table.labels",
    "that starts with a lower-case letter or a letter without case",
    unlike(LETTER_FIRST),
  ),
] as const;
