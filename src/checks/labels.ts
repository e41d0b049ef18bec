import { type Finding, longerThan, type Place, rule, unlike } from "./rules.js";

const MAX = 63;
const CHARACTERS = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}_-]*$/u;
const LETTER_FIRST = /^[\p{Ll}\p{Lo}\p{Lm}]/u;
const ONLY = "only lower-case letters, letters without case, digits, underscores and dashes";

/**
 * Creates the rules about keys and values of labels, which are the same for all resources. The rule about distinct keys is
 * missing, because keys of an object are always distinct.
 */
export function labelRules(source: string) {
  const ofValue = <const Id extends string>(id: Id, requirement: string, test: Test) =>
    rule(id, source, "labels{}", `must have a value ${requirement}`, test);
  const ofKey = <const Id extends string>(id: Id, requirement: string, test: Test) =>
    rule(id, source, "labels{}", `must have a key ${requirement}`, ({ key }: Place) => test({ value: String(key) }));
  return [
    ofKey("label-key-length", `of at most ${MAX} characters`, longerThan(MAX)),
    ofValue("label-value-length", `of at most ${MAX} characters`, longerThan(MAX)),
    ofKey("label-key-characters", `that contains ${ONLY}`, unlike(CHARACTERS)),
    ofValue("label-value-characters", `that is empty or contains ${ONLY}`, unlike(CHARACTERS)),
    ofKey("label-key-start", "that starts with a lower-case letter or a letter without case", unlike(LETTER_FIRST)),
  ] as const;
}

type Test = (place: { readonly value: string }) => Finding;
