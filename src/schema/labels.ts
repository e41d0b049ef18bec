import { longerThan, unlike } from "./rules.js";

/** A rule about the labels of a resource. Each area includes it in its own rule table. */
interface LabelRule<Id extends string = string> {
  readonly id: Id;
  /** The part of a label that the rule is about. */
  readonly of: "key" | "value";
  /** The requirement, which follows the path of the label. */
  readonly requirement: string;
  /** Returns the part of an invalid key or value that a message shows; undefined if it is valid. */
  find(text: string): string | number | undefined;
}

const MAX = 63;
const CHARACTERS = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}_-]*$/u;
const LETTER_FIRST = /^[\p{Ll}\p{Lo}\p{Lm}]/u;
const ONLY = "only lower-case letters, letters without case, digits, underscores and dashes";

function labelRule<Id extends string>(
  id: Id,
  of: LabelRule["of"],
  requirement: string,
  find: LabelRule["find"],
): LabelRule<Id> {
  return { id, of, requirement: `must have a ${of} ${requirement}`, find };
}

/**
 * The rules about keys and values of labels, which are the same for all resources. The rule about distinct keys is
 * missing, because keys of an object are always distinct.
 */
export const labelRules = [
  labelRule("label-key-length", "key", `of at most ${MAX} characters`, longerThan(MAX)),
  labelRule("label-value-length", "value", `of at most ${MAX} characters`, longerThan(MAX)),
  labelRule("label-key-characters", "key", `that contains ${ONLY}`, unlike(CHARACTERS)),
  labelRule("label-value-characters", "value", `that is empty or contains ${ONLY}`, unlike(CHARACTERS)),
  labelRule(
    "label-key-start",
    "key",
    "that starts with a lower-case letter or a letter without case",
    unlike(LETTER_FIRST),
  ),
] as const;
