import type { Issue } from "../errors/request-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import { insteadOf } from "../errors/usage.js";
import { kindOf, listed, shown } from "./describe.js";
import { joinPath } from "./issue-path.js";
import { nearest } from "./nearest.js";
import { isRecord } from "./objects.js";

/** A problem with an option. Default of `rule`: the rule id that the caller of the check passes. */
export type OptionProblem = Omit<Issue, "rule"> & { readonly rule?: string };

/** Returns the problems of an option's value; `undefined` counts as absent. */
export type OptionCheck = (value: unknown, path: string) => readonly OptionProblem[];

/** Checks of options by name. All other names are unknown. */
export type OptionChecks<Name extends string = string> = { readonly [N in Name]: OptionCheck };

/** Accepts any value. Used for values that are checked elsewhere. */
export const anyValue: OptionCheck = () => [];

/** Creates a check from a function that returns the message for an invalid value, `undefined` for a valid one. */
export function checked(problemOf: (value: unknown) => string | undefined): OptionCheck {
  return (value, path) => {
    const message = value === undefined ? undefined : problemOf(value);
    return message === undefined ? [] : [{ path, message }];
  };
}

/**
 * Creates a check from a predicate. `form` completes the sentence "must be …". `got` describes an invalid value: pass
 * `kindOf` if the value may be a credential.
 */
export function must(isValid: (value: unknown) => boolean, form: string, got = shown): OptionCheck {
  return checked((value) => (isValid(value) ? undefined : `must be ${form}, got ${got(value)}`));
}

/** Creates a check for an option that must be one of several strings. */
export function oneOf(...strings: readonly string[]): OptionCheck {
  return must((value) => (strings as readonly unknown[]).includes(value), listed(strings.map(shown)));
}

/** Creates a check that runs a second check if the first one finds no problem. */
export function both(first: OptionCheck, second: OptionCheck): OptionCheck {
  return (value, path) => {
    const problems = first(value, path);
    return problems.length > 0 ? problems : second(value, path);
  };
}

/** Makes an option required. `hint` is appended to the message. */
export function required(check: OptionCheck, hint = ""): OptionCheck {
  return (value, path) => (value === undefined ? [{ path, message: `is required${hint}` }] : check(value, path));
}

/** Sets the default rule id of a check's problems. */
export function withRule(rule: string, check: OptionCheck): OptionCheck {
  return (value, path) => check(value, path).map((problem) => ({ rule, ...problem }));
}

/**
 * Creates a check for an object of options, which must not have unknown names. `form` completes the sentence "must be
 * …".
 */
export function optionsOf(checks: OptionChecks, form?: string): OptionCheck {
  return objectOf((given, path) => {
    // Inherited properties are checked, too, but only own properties are reported as unknown.
    return Object.keys({ ...checks, ...given }).flatMap((name) => {
      const at = joinPath(path, name);
      if (Object.hasOwn(checks, name)) return (checks[name] as OptionCheck)(given[name], at);
      if (given[name] === undefined) return [];
      const known = Object.keys(checks);
      const meant = nearest(name, known);
      const instead = (path === "" ? insteadOf(name) : undefined) ?? (meant && `did you mean ${meant}?`);
      const remedy = instead === undefined ? "" : `; ${instead}`;
      return [{ path: at, message: `is unknown; known names are ${known.join(", ")}${remedy}` }];
    });
  }, form);
}

/** Creates a check for an object with any names and one check for all values. `form` completes "must be …". */
export function mapOf(check: OptionCheck, form?: string): OptionCheck {
  return objectOf(
    (given, path) => Object.entries(given).flatMap(([name, value]) => check(value, joinPath(path, name))),
    form,
  );
}

function objectOf(
  problemsOf: (given: Readonly<Record<string, unknown>>, path: string) => readonly OptionProblem[],
  form = "an object",
): OptionCheck {
  return (value, path) => {
    if (value === undefined) return [];
    // A string instead of options may be a credential, so its value is not shown.
    return isRecord(value) ? problemsOf(value, path) : [{ path, message: `must be ${form}, got ${kindOf(value)}` }];
  };
}

/** Creates a check for a list with one check for all elements. `form` completes the sentence "must be …". */
export function listOf(check: OptionCheck, form: string): OptionCheck {
  return (value, path) => {
    if (!Array.isArray(value)) return must(() => false, form, kindOf)(value, path);
    return Array.from(value, (element, index) => required(check)(element, joinPath(path, index))).flat();
  };
}

/** Returns the issues of a value, or of options, which must not have unknown names. `rule` is the default rule id. */
export function optionIssues(checks: OptionCheck | OptionChecks, value: unknown, rule: string, path = ""): Issue[] {
  const check = typeof checks === "function" ? checks : optionsOf(checks);
  return check(value, path).map((problem) => ({ rule, ...problem }));
}

/**
 * Checks the options of a function. `rule` is the default rule id.
 *
 * @throws {RequestError} If options are invalid or unknown, with all issues.
 */
export function strictOptions(
  operation: string,
  options: unknown,
  checks: OptionCheck | OptionChecks,
  rule = "option",
): void {
  assertNoIssues(operation, optionIssues(checks, options, rule));
}

/** Whether a value is a number of at least 0. */
export const isNonNegative = (value: unknown): boolean => typeof value === "number" && value >= 0;

/** Whether a value is a string. */
export const isString = (value: unknown): value is string => typeof value === "string";

/** Whether a value is a valid header name (RFC 9110, 5.1). */
export function isHeaderName(value: unknown): value is string {
  return isString(value) && /^[!#$%&'*+\-.^_`|~\w]+$/.test(value);
}

/** Whether a value is a function. */
export const isFunction = (value: unknown): boolean => typeof value === "function";

/** Whether a value is a number greater than 0. */
export const isPositive = (value: unknown): boolean => typeof value === "number" && value > 0;

/** Whether a value is an integer of at least `minimum`. */
export function isInteger(value: unknown, minimum: number): boolean {
  return Number.isInteger(value) && Number(value) >= minimum;
}

/** Whether a value is a string that is not empty or blank. */
export const isText = (value: unknown): value is string => isString(value) && value.trim() !== "";

/** Check for a string that is not empty or blank. */
export const nonEmptyString: OptionCheck = must(isText, "a non-empty string");

/** Check for a boolean. */
export const booleanOption: OptionCheck = must((value) => typeof value === "boolean", "true or false");

/** Check for a function. */
export const functionOption: OptionCheck = must(isFunction, "a function", kindOf);

/** Check for a Standard Schema. */
export const schemaOption: OptionCheck = must(
  (value) => isFunction(Object(Object(value)["~standard"]).validate),
  "a Standard Schema, such as z.object({ … })",
);
