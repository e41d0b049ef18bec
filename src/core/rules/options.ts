import type { Issue } from "../../errors/issue.js";
import { RequestError } from "../../errors/request-error.js";
import { isObject } from "../is-object.js";
import { kindOf, shown } from "./describe.js";
import { joinPath } from "./issue-path.js";

/** A problem of an option. Without a rule of its own, the issue gets the rule of the whole check. */
export type OptionProblem = Omit<Issue, "rule"> & { readonly rule?: string };

/** Returns the problems of an option's value; `undefined` counts as absent. */
export type OptionCheck = (value: unknown, path: string) => readonly OptionProblem[];

/** The checks of options by name: a name that is not among them is unknown. */
export type OptionChecks<Name extends string = string> = { readonly [N in Name]: OptionCheck };

/** Accepts any value; something else checks it. */
export const anyValue: OptionCheck = () => [];

/** An option with a function that returns the message about an invalid value, `undefined` for a valid one. */
export function checked(problemOf: (value: unknown) => string | undefined): OptionCheck {
  return (value, path) => {
    const message = value === undefined ? undefined : problemOf(value);
    return message === undefined ? [] : [{ path, message }];
  };
}

/**
 * An option that has to pass a test. `form` completes the sentence "must be …". `got` describes an invalid value: pass
 * `kindOf` where the value may be a credential.
 */
export function must(isValid: (value: unknown) => boolean, form: string, got = shown): OptionCheck {
  return checked((value) => (isValid(value) ? undefined : `must be ${form}, got ${got(value)}`));
}

/** An option that is one of a few strings. */
export function oneOf(...strings: readonly string[]): OptionCheck {
  return must((value) => (strings as readonly unknown[]).includes(value), strings.map(shown).join(" or "));
}

/** An option that must be given. `hint` follows the message. */
export function required(check: OptionCheck, hint = ""): OptionCheck {
  return (value, path) => (value === undefined ? [{ path, message: `is required${hint}` }] : check(value, path));
}

/** A check whose problems have a rule of their own. */
export function withRule(rule: string, check: OptionCheck): OptionCheck {
  return (value, path) => check(value, path).map((problem) => ({ rule, ...problem }));
}

/** An object of options without unknown names. `form` completes the sentence "must be …". */
export function optionsOf(checks: OptionChecks, form?: string): OptionCheck {
  return objectOf((given, path) => {
    // Inherited options count, too; only own properties can be unknown.
    return Object.keys({ ...checks, ...given }).flatMap((name) => {
      const at = joinPath(path, name);
      if (Object.hasOwn(checks, name)) return (checks[name] as OptionCheck)(given[name], at);
      return given[name] === undefined
        ? []
        : [{ path: at, message: `is unknown; known are ${Object.keys(checks).join(", ")}` }];
    });
  }, form);
}

/** An object with any names, whose values pass the same check. `form` completes the sentence "must be …". */
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
    // A string in place of options may be a credential, so its value is not shown.
    return isObject(value) ? problemsOf(value, path) : [{ path, message: `must be ${form}, got ${kindOf(value)}` }];
  };
}

/** A list whose elements pass the same check. `form` completes the sentence "must be …". */
export function listOf(check: OptionCheck, form: string): OptionCheck {
  return (value, path) => {
    if (!Array.isArray(value)) return must(() => false, form, kindOf)(value, path);
    return Array.from(value, (element, index) => required(check)(element, joinPath(path, index))).flat();
  };
}

/** The issues of a value under a check. `rule` is the id for problems that have none of their own. */
export function optionIssues(check: OptionCheck, value: unknown, rule: string, path = ""): Issue[] {
  return check(value, path).map((problem) => ({ rule, ...problem }));
}

/** @throws {RequestError} If options are invalid or unknown, with all issues. */
export function assertOptions(operation: string, options: unknown, check: OptionCheck, rule = "option"): void {
  const issues = optionIssues(check, options, rule);
  if (issues.length > 0) throw new RequestError({ operation, issues });
}

/** Whether a value is a number not less than 0. */
export const isNonNegative = (value: unknown): boolean => typeof value === "number" && value >= 0;

/** Whether a value is a string. */
export const isString = (value: unknown): value is string => typeof value === "string";

/** Whether a value can be the name of a header (RFC 9110, 5.1). */
export function isHeaderName(value: unknown): value is string {
  return isString(value) && /^[!#$%&'*+\-.^_`|~\w]+$/.test(value);
}

/** Whether a value is a function. */
export const isFunction = (value: unknown): boolean => typeof value === "function";

/** Whether a value is a number greater than 0. */
export const isPositive = (value: unknown): boolean => typeof value === "number" && value > 0;

/** Whether a value is an integer not less than `minimum`. */
export function isInteger(value: unknown, minimum: number): boolean {
  return Number.isInteger(value) && Number(value) >= minimum;
}

/** An option that takes any string but an empty or blank one. */
export const nonEmptyString: OptionCheck = /* @__PURE__ */ must(
  (value) => isString(value) && value.trim() !== "",
  "a non-empty string",
);

/** An option that takes a boolean. */
export const booleanOption: OptionCheck = /* @__PURE__ */ must((value) => typeof value === "boolean", "true or false");

/** An option that takes a function. */
export const functionOption: OptionCheck = /* @__PURE__ */ must(isFunction, "a function", kindOf);

/** An option that takes a clock. */
export const clockOption: OptionCheck = /* @__PURE__ */ must(
  (value) => isFunction(Object(value).now) && isFunction(Object(value).sleep),
  "a clock with the methods now and sleep",
  kindOf,
);
