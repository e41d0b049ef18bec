import { isObject } from "../core/is-object.js";
import {
  booleanOption,
  isInteger,
  isNonNegative,
  isString,
  must,
  type OptionCheck,
  type OptionChecks,
  type OptionProblem,
  optionsOf,
  required,
} from "../core/rules/options.js";
import type { Fault, FaultMatch } from "./fault.js";

/** Checks the description of a fault. */
export const faultCheck: OptionCheck = (fault, path) => [
  ...required(optionsOf(CHECKS))(fault, path),
  ...(isObject(fault) ? combinationProblems(fault) : []),
];

const yes = must((value) => value === true, "true");
const text = must(isString, "a string");

const MATCH_CHECKS: OptionChecks<keyof FaultMatch> = {
  method: text,
  path: must(
    (value) => value instanceof RegExp || (isString(value) && value.startsWith("/")),
    "a RegExp, or the beginning of a path with its slash",
  ),
};

const CHECKS: OptionChecks<keyof Fault> = {
  status: must((value) => isInteger(value, 300) && Number(value) <= 599, "an integer from 300 to 599"),
  reason: text,
  message: text,
  retryAfter: must((value) => isInteger(value, 0), "a whole number of seconds"),
  html: yes,
  malformed: yes,
  drop: must((value) => value === true || value === "body", 'true or "body"'),
  delayMs: must((value) => isNonNegative(value) && Number.isFinite(value), "a non-negative number of milliseconds"),
  emptyPage: yes,
  repeatToken: yes,
  times: must((value) => isInteger(value, 1) || value === Number.POSITIVE_INFINITY, "an integer from 1, or Infinity"),
  match: optionsOf(MATCH_CHECKS),
  after: booleanOption,
};

const EFFECTS = ["status", "html", "malformed", "drop", "delayMs", "emptyPage", "repeatToken"] as const;

/** Effects that exclude each other. */
const CONFLICTS: readonly (readonly [keyof Fault, keyof Fault])[] = [
  ["html", "malformed"],
  ["drop", "malformed"],
  ["emptyPage", "repeatToken"],
  ["emptyPage", "status"],
  ["emptyPage", "html"],
  ["emptyPage", "drop"],
  ["repeatToken", "status"],
  ["repeatToken", "html"],
  ["repeatToken", "drop"],
];

/** Properties that require one of several effects. */
const NEEDS: readonly (readonly [keyof Fault, readonly (keyof Fault)[]])[] = [
  ["reason", ["status"]],
  ["message", ["status"]],
  ["retryAfter", ["status", "html"]],
  ["after", ["status", "html", "drop"]],
];

function combinationProblems(fault: Readonly<Record<string, unknown>>): OptionProblem[] {
  const has = (name: keyof Fault) => fault[name] !== undefined;
  const problems = EFFECTS.some(has) ? [] : [{ path: "", message: `has no effect; set one of ${EFFECTS.join(", ")}` }];
  for (const [one, other] of CONFLICTS) {
    if (has(one) && has(other)) problems.push({ path: other, message: `cannot be combined with "${one}"` });
  }
  for (const [name, effects] of NEEDS) {
    if (has(name) && !effects.some(has)) problems.push({ path: name, message: `requires ${effects.join(" or ")}` });
  }
  return problems;
}
