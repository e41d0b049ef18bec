import type { Issue } from "../../errors/issue.js";
import { RequestError } from "../../errors/request-error.js";
import { headerIssues } from "../http/headers.js";
import type { CallOptions, RetryOptions } from "../http/transport.js";
import { kindOf, shown } from "./describe.js";
import { joinPath } from "./issue-path.js";

/** Says what is wrong with the value of an option. */
export type OptionCheck = (value: unknown, path: string) => Issue[];

/** The checks of options by name: a name that is not among them is unknown. */
export type OptionChecks<Name extends string = string> = { readonly [N in Name]: OptionCheck };

const issue = (path: string, message: string): Issue[] => [{ path, message, rule: "call-option" }];

/** An option that is taken as it is, or looked at elsewhere. */
export const taken: OptionCheck = () => [];

/** An option that has to pass a test, which `form` puts into words. */
export function must(fits: (value: unknown) => boolean, form: string): OptionCheck {
  return (value, path) => (fits(value) ? [] : issue(path, `must be ${form}, got ${shown(value)}`));
}

/** An option that is one of a few texts. */
export function oneOf(...texts: readonly string[]): OptionCheck {
  return must((value) => (texts as readonly unknown[]).includes(value), texts.map(shown).join(" or "));
}

/** An object of options, none of which may be unknown. An undefined one is absent. */
export function optionsOf(checks: OptionChecks, form: string): OptionCheck {
  return (value, path) => {
    // A text in place of options may be a credential, so that it is not shown.
    if (typeof value !== "object" || value === null) return issue(path, `must be ${form}, got ${kindOf(value)}`);
    const members = value as Readonly<Record<string, unknown>>; // an object, looked at just above
    // Options are read where they are inherited, too; only what is an object's own can be unknown.
    return Object.keys({ ...checks, ...value }).flatMap((name) => {
      const member = members[name];
      const at = joinPath(path, name);
      if (member === undefined) return [];
      return Object.hasOwn(checks, name) ? (checks[name] as OptionCheck)(member, at) : issue(at, unknownAmong(checks));
    });
  };
}

/** What is said of a name that is not among those of an object. */
export function unknownAmong(known: object): string {
  return `is unknown; known are ${Object.keys(known).join(", ")}`;
}

export const isPositive = (value: unknown) => typeof value === "number" && value > 0;
const isCount = (value: unknown) => value === Number.POSITIVE_INFINITY || isWhole(value, 0);

/** Whether a value is an integer that is not below another one. */
export function isWhole(value: unknown, least: number): boolean {
  return Number.isInteger(value) && Number(value) >= least;
}

const bound = /* @__PURE__ */ must(isPositive, "a positive number of milliseconds");
const delay = /* @__PURE__ */ must(
  (value) => typeof value === "number" && value >= 0,
  "a non-negative number of milliseconds",
);
const retryChecks: OptionChecks<keyof RetryOptions> = {
  limit: /* @__PURE__ */ must(isCount, "a non-negative integer"),
  minDelayMs: delay,
  maxDelayMs: delay,
  maxRetryAfterMs: delay,
};
const retrySettings = /* @__PURE__ */ optionsOf(retryChecks, "false or an object of settings");

/** The bounds and repeats of calls, clients and sign-ins. */
export const boundChecks: OptionChecks<"timeoutMs" | "deadlineMs" | "retry"> = {
  timeoutMs: bound,
  deadlineMs: bound,
  retry: (value, path) => (value === false ? [] : retrySettings(value, path)),
};
const bounds = /* @__PURE__ */ Object.entries(boundChecks);

/** Refuses options of a call, among them those that its method does not have. @throws {RequestError} with all of them. */
export function demandCallOptions(operation: string, options: CallOptions, own: OptionChecks = {}): void {
  const issues = optionsOf({ ...boundChecks, headers: headerIssues, signal: taken, ...own }, "an object")(options, "");
  if (issues.length > 0) throw new RequestError({ operation, issues });
}

/** What is wrong with the bounds and repeats of a call; other options are not looked at. */
export function callOptionIssues(options: Pick<CallOptions, keyof typeof boundChecks>): Issue[] {
  return bounds.flatMap(([name, check]) => {
    const value = options[name as keyof typeof boundChecks]; // a key of that object
    return value === undefined ? [] : check(value, name);
  });
}
