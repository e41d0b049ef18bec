import type { HttpClient } from "./call/attempt.js";
import { type Clock, clockOption, systemClock } from "./call/clock.js";
import type { Auth } from "./call/credentials.js";
import { type ClientEvent, type Emit, notify, printWarning } from "./call/events.js";
import type { CallContext } from "./call/method.js";
import { CALL_OPTION_RULE, headerProblems, limitChecks, type RetryOptions } from "./call/options.js";
import { DEFAULT_RETRY, mergeRetry, SMALL_QUOTA_RETRY } from "./call/retry.js";
import { createSend } from "./call/send.js";
import { type Rule, type RuleSettings, ruleSettings } from "./checks/rules.js";
import type { Issue } from "./errors/request-error.js";
import { assertNoIssues } from "./errors/request-error.js";
import { googleNaming } from "./naming/google.js";
import type { Area, Naming } from "./naming/naming.js";
import { isNaming, namingOption } from "./naming/naming.js";
import { kindOfUrl, parseUrl } from "./values/addresses.js";
import { kindOf, shown } from "./values/describe.js";
import { nearest } from "./values/nearest.js";
import { hasKey, isObject, withoutUndefined } from "./values/objects.js";
import {
  anyValue,
  checked,
  functionOption,
  isPositive,
  must,
  type OptionCheck,
  type OptionChecks,
  type OptionProblem,
  oneOf,
  optionIssues,
  optionsOf,
  required,
  strictOptions,
  withRule,
} from "./values/options.js";

/**
 * Options of the clients of all areas. The options of each client add `rules`, `naming` and `baseUrl`. Use this interface
 * for wrappers that set these themselves; otherwise, use `Omit<CreateClientOptions, "auth">` and the like.
 */
export interface SharedOptions {
  /**
   * Credentials: `GoogleAuth` or a client of google-auth-library, `bearer(() => token)`, `serviceAccount(…)`, or `apiKey(key)`
   * (entities).
   * One for all areas, or one per area. Default: none.
   */
  auth?: Auth | { readonly [A in Area]?: Auth | undefined } | undefined;
  /** The fetch function. Default: `globalThis.fetch` at the time of each call. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Headers of every request. Default: none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Maximum duration of one attempt, including its body, in milliseconds. Default: 30 000. `Infinity` for no limit. */
  timeoutMs?: number | undefined;
  /** Maximum duration of each call, including attempts, waits, pages and polls, in milliseconds. Default: no limit. */
  deadlineMs?: number | undefined;
  /**
   * Settings of retries; `false` disables retries. Default: `{ limit: 3, minDelayMs: 1_000, maxDelayMs: 32_000, maxRetryAfterMs:
   * 60_000 }`. After a rate limit, methods that write BigQuery metadata retry up to six times, with longer delays.
   */
  retry?: false | RetryOptions | undefined;
  /** Maximum size of a response body, in bytes. Default: 67 108 864 (64 MiB). */
  maxResponseBytes?: number | undefined;
  /** How requests and responses are validated. */
  validation?:
    | {
        /** `off` sends requests without validation, except that JSON must be able to represent them. Default: `on`. */
        requests?: "on" | "off" | undefined;
        /**
         * Treatment of responses that do not match their schema: `tolerant` returns them, without conversion of the parts that do not match, and emits a `drift` event;
         * `strict` rejects the call with a `ResponseError`. Default: `tolerant`.
         */
        responses?: "tolerant" | "strict" | undefined;
      }
    | undefined;
  /**
   * Receives requests, responses, retries, drift and warnings. Its exceptions are ignored. Default: the first warning of each
   * rule is printed, by `process.emitWarning` or `console.warn`.
   */
  onEvent?: ((event: ClientEvent) => void) | undefined;
  /** Clock for waits and deadlines. Default: the system clock. */
  clock?: Clock | undefined;
}

/** Options of a client of one or more areas. */
export interface ClientOptions extends SharedOptions {
  /** Severities of individual rules: `error` rejects the request, `warn` emits an event, `off` skips the rule. */
  rules?: RuleSettings | undefined;
  /** Naming profile of the services. Default: `googleNaming`: BigQuery, Knowledge Graph Search and Cloud Composer. */
  naming?: Naming | undefined;
  /**
   * Base address: one for all areas, or one per area. Default: the addresses of the naming profile. Required for an area
   * whose URL the profile does not have, as with `vendorNaming`.
   */
  baseUrl?: string | { readonly [A in Area]?: string | undefined } | undefined;
}

/** Values that the parts of an area's client share. */
export interface AreaContext extends CallContext {
  readonly naming: Naming;
}

const DEFAULT_MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** All areas, in the order in which messages name them. */
export const AREAS: readonly Area[] = ["warehouse", "entities", "environments"];

/** The areas whose services require OAuth scopes, and so reject API keys. */
const OAUTH_AREAS: readonly Area[] = ["warehouse", "environments"];

/** Fills in the defaults and creates the transport of one area. The options must be valid. */
export function createAreaContext(area: Area, options: ClientOptions): AreaContext {
  const naming = options.naming ?? googleNaming;
  return createContext(options, {
    baseUrl: String(addressOf(area, options)),
    auth: authFor(area, options.auth),
    naming,
    servicePath: area === "warehouse" ? naming.servicePath : undefined,
    rejectsKeys: OAUTH_AREAS.includes(area),
  });
}

/** Settings that differ between the services of one client. */
interface Target extends Pick<HttpClient, "baseUrl" | "auth" | "rejectsKeys"> {
  readonly naming: Naming;
  readonly servicePath: string | undefined;
}

/** Fills in the defaults of the options of one service. The options must be valid. */
export function createContext(options: Omit<ClientOptions, "baseUrl">, service: Target): AreaContext {
  const { onEvent, clock = systemClock, maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES } = options;
  const { naming, servicePath } = service;
  const emit: Emit = onEvent === undefined ? printWarning : (event) => notify(onEvent, event);
  const { requestIdHeaders, translation, openValues = false } = naming;
  const retry = mergeRetry(DEFAULT_RETRY, options.retry);
  const smallQuotaRetry = mergeRetry(SMALL_QUOTA_RETRY, options.retry);
  const limits = { maxResponseBytes, retry, smallQuotaRetry };
  return {
    send: createSend({ ...options, ...service, ...limits, requestIdHeaders, clock, emit }),
    naming,
    translation,
    openValues,
    servicePath,
    clock,
    emit,
    rules: { ...naming.rules, ...withoutUndefined(options.rules ?? {}) },
    strict: options.validation?.responses === "strict",
    checksRequests: options.validation?.requests !== "off",
    deadlineMs: options.deadlineMs,
    retry,
  };
}

/**
 * Checks the options of a client for one or more areas.
 *
 * @throws {RequestError} With all issues; issues of several areas are reported once.
 */
export function assertClientOptions(
  operation: string,
  areas: readonly Area[],
  options: ClientOptions,
  rules: readonly Rule[],
): void {
  const found = optionIssues(optionsCheck(CHECKS), options, CALL_OPTION_RULE);
  const issues = isObject(options)
    ? [...addressIssues(areas, options), ...found, ...unknownRuleIssues(options.rules, rules)]
    : found;
  assertNoIssues(operation, issues);
}

/**
 * Checks the options of a client of one service.
 *
 * @throws {RequestError} With all issues.
 */
export function assertServiceOptions(operation: string, options: unknown): void {
  const { rules: _, ...checks } = CHECKS;
  const baseUrl = withRule("base-url", required(checked(addressProblem), ', such as "https://tasks.googleapis.com"'));
  strictOptions(operation, options, optionsCheck({ ...checks, baseUrl, auth: providerIssues }), CALL_OPTION_RULE);
}

function unknownRuleIssues(settings: unknown, rules: readonly Rule[]): Issue[] {
  const ids = rules.map(({ id }) => id);
  const unknown = Object.keys(Object(settings)).filter((id) => !ids.includes(id));
  return unknown.map((id) => {
    const similar = nearest(id, ids);
    const remedy = similar === undefined ? "; see docs/rules.md for the list" : `; did you mean "${similar}"?`;
    return { path: "rules", message: `unknown rule ${shown(id)}${remedy}`, rule: CALL_OPTION_RULE };
  });
}

const CHECKS: { readonly [Name in keyof ClientOptions]-?: OptionCheck } = {
  ...limitChecks,
  headers: headerProblems,
  naming: namingOption,
  baseUrl: (value, path) => (isPerArea(value) ? perArea(anyValue, value, path) : []),
  auth: (value, path) =>
    isPerArea(value) && !isProvider(value) && !hasKey(value, "client_email")
      ? perArea(providerIssues, value, path)
      : providerIssues(value, path),
  fetch: functionOption,
  maxResponseBytes: must(isPositive, "a positive number of bytes"),
  validation: optionsOf(
    {
      requests: oneOf("on", "off"),
      responses: oneOf("tolerant", "strict"),
    },
    'an object such as { responses: "strict" }',
  ),
  rules: ruleSettings,
  onEvent: functionOption,
  clock: clockOption,
};

function optionsCheck(checks: OptionChecks): OptionCheck {
  const check = optionsOf(checks, "an object of options");
  const message = "must be options, got a sandbox; pass sandbox.clientOptions";
  return (value, path) => (hasKey(value, "clientOptions") ? [{ path, message }] : check(value, path));
}

/** Whether an option has one value per area. */
function isPerArea(value: unknown): value is { readonly [A in Area]?: unknown } {
  return typeof value === "object" && value !== null && !(value instanceof URL) && !(value instanceof Promise);
}

function perArea(check: OptionCheck, value: object, path: string): readonly OptionProblem[] {
  return optionsOf(Object.fromEntries(AREAS.map((area) => [area, check])))(value, path);
}

function isProvider(auth: unknown): auth is Auth {
  const { getAccessToken, getRequestHeaders, getApiKey } = Object(auth) as Readonly<Record<string, unknown>>;
  return typeof (getAccessToken ?? getRequestHeaders ?? getApiKey) === "function";
}

/** The value is not shown in messages, because it may be a credential. */
function providerIssues(value: unknown, path: string): readonly OptionProblem[] {
  if (value === undefined || isProvider(value)) return [];
  const remedy = typeof value === "function" ? "; pass it to bearer" : "";
  const got = value instanceof Promise ? "a promise; await it first" : kindOf(value) + remedy;
  const message = `must be created by bearer, apiKey or serviceAccount, or be a client of google-auth-library, got ${got}`;
  return [{ path, message, rule: "auth" }];
}

function authFor(area: Area, auth: SharedOptions["auth"]): Auth | undefined {
  return isProvider(auth) ? auth : auth?.[area];
}

function addressOf(area: Area, { baseUrl, naming }: ClientOptions): unknown {
  const given = isPerArea(baseUrl) ? baseUrl[area] : baseUrl;
  return given === undefined ? (naming ?? googleNaming).addresses?.[area] : given;
}

function addressIssues(areas: readonly Area[], options: ClientOptions): Issue[] {
  const naming = options.naming ?? googleNaming;
  const missing = areas.filter((area) => addressOf(area, options) === undefined);
  const addresses = new Set(areas.map((area) => addressOf(area, options)));
  const problems = [...addresses].map((address) => addressProblem(address) ?? foreignHost(address, naming));
  // The check of "naming" reports an invalid profile.
  if (missing.length > 0 && isNaming(naming)) problems.push(noAddress(missing, naming));
  return problems.flatMap((message) => (message === undefined ? [] : [{ path: "baseUrl", message, rule: "base-url" }]));
}

function noAddress(areas: readonly Area[], naming: Naming): string {
  return `no base URL for ${areas.join(", ")}: the naming profile "${naming.name}" has none; set "baseUrl", or omit "naming" for Google's services`;
}

/** Returns a message if a host is one of Google's, whose services do not understand the names of another profile. */
function foreignHost(baseUrl: unknown, naming: Naming): string | undefined {
  if (typeof baseUrl !== "string" || !isNaming(naming) || naming.name === "google") return undefined;
  const { hostname } = new URL(baseUrl);
  if (!/\.googleapis\.com\.?$/.test(hostname)) return undefined; // a fully qualified name may end in a dot
  return `${hostname} does not understand the names of the profile "${naming.name}"; did you mean naming: googleNaming?`;
}

function addressProblem(baseUrl: unknown): string | undefined {
  if (baseUrl === undefined) return undefined;
  // An invalid URL is not shown, because it may be an API key in the wrong option.
  if (typeof baseUrl !== "string" || parseUrl(baseUrl) === undefined) {
    return `must be an absolute URL such as "https://api.example", got ${kindOfUrl(baseUrl)}`;
  }
  const { protocol, username, password } = new URL(baseUrl);
  if (protocol !== "http:" && protocol !== "https:") return "must begin with http:// or https://";
  if (username !== "" || password !== "") return 'must not contain credentials; pass them as "auth"';
  return /[?#]/.test(baseUrl) ? "must not contain a query string or a fragment" : undefined;
}
