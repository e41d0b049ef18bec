import type { Issue } from "../errors/request-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import { classOf, kindOf } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import { isRecord } from "../values/objects.js";
import {
  functionOption,
  isHeaderName,
  isInteger,
  isNonNegative,
  isPositive,
  must,
  type OptionCheck,
  type OptionChecks,
  optionIssues,
  optionsOf,
} from "../values/options.js";
import type { CallOptions, ResponseInfo, RetryOptions } from "./transport.js";

/** The ids of the calls whose responses `onResponse` received, for events about them. */
export const callIds = new WeakMap<ResponseInfo, string>();

const duration = must(isPositive, "a positive number of milliseconds");
const delay = must(isNonNegative, "a non-negative number of milliseconds");
const retryChecks: OptionChecks<keyof RetryOptions> = {
  limit: must((value) => value === Number.POSITIVE_INFINITY || isInteger(value, 0), "a non-negative integer"),
  minDelayMs: delay,
  maxDelayMs: delay,
  maxRetryAfterMs: delay,
  when: functionOption,
};
const retrySettings = optionsOf(retryChecks, "false or an object of settings");

/** Checks of the time limits and retries that calls, clients and sign-ins share. */
export const limitChecks: OptionChecks<"timeoutMs" | "deadlineMs" | "retry"> = {
  timeoutMs: duration,
  deadlineMs: duration,
  retry: (value, path) => (value === false ? [] : retrySettings(value, path)),
};

const signalMethods = ["throwIfAborted", "addEventListener", "removeEventListener"] as const;

/** Check for an abort signal of any realm. */
const signalOption: OptionCheck = must(
  (value) => signalMethods.every((name) => typeof (Object(value) as Partial<AbortSignal>)[name] === "function"),
  'an AbortSignal, such as the property "signal" of an AbortController',
  kindOf,
);

/** Issues of the entries of a record that are not valid HTTP headers. */
export function headerProblems(headers: unknown): Issue[] {
  if (headers === undefined) return [];
  if (!isRecord(headers)) {
    const message = `must be an object such as { "x-name": "value" }, got ${classOf(headers)}`;
    return [{ path: "headers", message, rule: "header" }];
  }
  return Object.entries(headers).flatMap(([name, value]) => {
    const problem = value === undefined ? undefined : headerProblem(name, value);
    return problem === undefined ? [] : [{ path: joinPath("headers", name), message: problem, rule: "header" }];
  });
}

function headerProblem(name: string, value: unknown): string | undefined {
  if (!isHeaderName(name)) return "is not a valid header name";
  if (typeof value !== "string") return "must be a string";
  // fetch itself would quote the value in its error.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value.trim())
    ? undefined
    : "contains a character that is not allowed in a header, such as a line break (the value is not shown)";
}

/**
 * Merges headers, with lower-case names; later ones override earlier ones.
 *
 * @throws {RequestError} If names or values are invalid, with all issues. Messages never contain a value.
 */
export function mergeHeaders(
  ...layers: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): Record<string, string> {
  assertNoIssues("headers", layers.flatMap(headerProblems));
  const merged = new Map<string, string>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value !== undefined) merged.set(name.toLowerCase(), value.trim());
    }
  }
  return Object.fromEntries(merged);
}

/** Default of `concurrency`. */
export const DEFAULT_CONCURRENCY = 8;

/** Check of `concurrency`, the number of requests that one call sends at a time. */
export const concurrencyOption: OptionCheck = must(
  (value) => isInteger(value, 1) && Number(value) <= 50,
  "an integer from 1 to 50",
);

/** Query parameters that carry credentials. */
const CREDENTIALS: readonly string[] = ["key", "access_token", "oauth_token"];

/** Whether a value can be a query parameter. */
const isScalar = (value: unknown): boolean => ["string", "boolean"].includes(typeof value) || Number.isFinite(value);

/** Creates a check of an object of query parameters, which must not contain credentials. */
function queryOf(check: OptionCheck): OptionCheck {
  return (query, path) => {
    if (query === undefined) return [];
    if (!isRecord(query)) return [{ path, message: `must be an object of query parameters, got ${classOf(query)}` }];
    return Object.entries(query).flatMap(([name, value]) => {
      const at = joinPath(path, name);
      if (!CREDENTIALS.includes(name)) return check(value, at);
      return [{ path: at, message: 'must not contain a credential; use the client option "auth"' }];
    });
  };
}

/** Check of the option `query`. */
const queryOption = queryOf(must(isScalar, "a string, a finite number or a boolean", kindOf));

const callChecks: OptionChecks<keyof CallOptions> = {
  ...limitChecks,
  headers: headerProblems,
  signal: signalOption,
  query: queryOption,
  onResponse: functionOption,
};

/** Check of the encoded query parameters of a method. */
export const parametersCheck: OptionCheck = queryOf(
  // Array.from also visits holes.
  must(
    (value) => isScalar(value) || (Array.isArray(value) && Array.from(value).every(isScalar)),
    "a string, a finite number, a boolean or a list of them",
  ),
);

/** Check of `query` for a call that needs whole resources and sets the parameters `own` itself. */
export function wholeResourceQuery(...own: readonly string[]): OptionCheck {
  return (query, path) => [
    ...queryOption(query, path),
    ...Object.keys(Object(query))
      .filter((name) => name === "fields" || own.includes(name))
      .map((name) => ({
        path: joinPath(path, name),
        message: `is not allowed: the call ${name === "fields" ? "needs the whole resource" : "sets it itself"}`,
      })),
  ];
}

/** Rule id of issues about call options. */
export const CALL_OPTION_RULE = "call-option";

/**
 * Checks the options of a call. `own` contains the checks of options that only this method has.
 *
 * @throws {RequestError} With all issues.
 */
export function assertCallOptions(operation: string, options: unknown, own: OptionChecks = {}): void {
  const check: OptionCheck = optionsOf({ ...callChecks, ...own }, "an object of options");
  assertNoIssues(operation, optionIssues(check, options, CALL_OPTION_RULE));
}
