import type { AnswerPolicy } from "./core/answer.js";
import type { Auth } from "./core/auth.js";
import { callOptionIssues } from "./core/call-options.js";
import { type Clock, systemClock } from "./core/clock.js";
import { RequestError } from "./core/errors.js";
import { type ClientEvent, type Emit, emitTo } from "./core/events.js";
import { headerIssues } from "./core/headers.js";
import { createHttpTransport } from "./core/http-transport.js";
import { DEFAULT_RETRY, mergeRetry } from "./core/retry.js";
import { type Issue, joinPath, type RuleSettings } from "./core/rules.js";
import { kindOf } from "./core/scalars.js";
import type { RetryOptions, Transport } from "./core/transport.js";
import type { Area, Naming, NamingWithAddress } from "./naming/naming.js";
import { vendorNaming } from "./naming/vendor.js";

/** What every client takes, whatever its area. */
export interface SharedOptions<RuleId extends string = string> {
  /** How requests are authorised: one for all areas, or one per area. Default: not at all. */
  auth?: Auth | { readonly [A in Area]?: Auth | undefined } | undefined;
  /** The fetch function. Default: `globalThis.fetch`, looked up at each call. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Bound of one attempt, its body included, in milliseconds. Default: 30 000. `Infinity` for none. */
  timeoutMs?: number | undefined;
  /** Bound of each whole call, its attempts, waits, pages and polls included, in milliseconds. Default: none. */
  deadlineMs?: number | undefined;
  /** When and how long to wait before a request is sent again; `false` for never. */
  retry?: false | RetryOptions | undefined;
  /** The largest body of an answer that is read, in bytes. Default: 67 108 864 (64 MiB). */
  maxResponseBytes?: number | undefined;
  /** What is checked on the way out and on the way in. */
  validation?: ValidationOptions | undefined;
  /** Severities of single rules: `error` refuses, `warn` reports to `onEvent`, `off` skips. */
  rules?: RuleSettings<RuleId> | undefined;
  /** Is told of requests, answers, repeats, drift and warnings. What it throws never reaches the call. */
  onEvent?: ((event: ClientEvent) => void) | undefined;
  /** Where time comes from. Default: the machine's clock. */
  clock?: Clock | undefined;
}

/** What is checked. */
export interface ValidationOptions {
  /** `off` sends requests unchecked. Default: `on`. */
  requests?: "on" | "off" | undefined;
  /**
   * What an answer of an unexpected shape is: with `tolerant` a `drift` event, and it comes as it is; with `strict` a
   * `ResponseError`. Default: `tolerant`.
   */
  responses?: "tolerant" | "strict" | undefined;
}

/** Where the services are, when the naming profile knows it. */
export interface KnownAddress {
  /** Base address, in place of the profile's: one for all areas, or one per area. */
  baseUrl?: string | { readonly [K in Area]?: string | undefined } | undefined;
}

/** Where the services are, when the naming profile does not know it. */
export interface NeededAddress<A extends Area> {
  /** Base address: one for all areas, or one per area. Required, unless `naming` is a profile that knows it. */
  baseUrl: string | ({ readonly [K in A]: string } & { readonly [K in Area]?: string | undefined });
}

/** Where the services are: an address for all areas or one per area, unless the naming profile knows it. */
export type AddressOptions<A extends Area> =
  | (KnownAddress & { naming: NamingWithAddress<A> })
  | (NeededAddress<A> & { naming?: Naming | undefined });

/**
 * Options of a client of one area, or of several. Whether an address is needed follows from the type of the naming
 * profile, `N`; without it, either may be.
 */
export type ClientOptions<
  A extends Area,
  RuleId extends string = string,
  N extends Naming | undefined = Naming | undefined,
> = SharedOptions<RuleId> & {
  /** Names on the wire. Default: `vendorNaming`. */
  naming?: N;
} & ([N] extends [NamingWithAddress<A>] ? KnownAddress : Naming extends N ? AddressOptions<A> : NeededAddress<A>);

/** Options as they are read, whichever way the address is given. */
export interface AnyClientOptions extends SharedOptions {
  naming?: Naming | undefined;
  baseUrl?: string | { readonly [A in Area]?: string | undefined } | undefined;
}

/** What the parts of an area's client share. */
export interface AreaContext extends AnswerPolicy {
  readonly transport: Transport;
  readonly naming: Naming;
  readonly clock: Clock;
  readonly emit: Emit | undefined;
  /** Severities that differ from the rule tables', the profile's first. */
  readonly rules: RuleSettings;
  /** Whether requests are checked. */
  readonly checksRequests: boolean;
  /** The client's own bound of a whole call, in milliseconds. */
  readonly deadlineMs: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * Fills in the defaults and builds the transport of one area.
 *
 * @throws {RequestError} when an option cannot be used, with all of them at once.
 */
export function createAreaContext(operation: string, area: Area, given: AnyClientOptions): AreaContext {
  const options: AnyClientOptions = given ?? {};
  const naming = options.naming ?? vendorNaming;
  const baseUrl =
    (typeof options.baseUrl === "string" ? options.baseUrl : options.baseUrl?.[area]) ?? naming.addresses?.[area];
  const issues = [
    ...addressIssues(area, baseUrl, naming),
    ...callOptionIssues(options),
    ...headerIssues(options.headers),
    ...authIssues(options.auth),
    ...severityIssues(options.rules),
  ];
  if (issues.length > 0) throw new RequestError({ operation, issues });
  const clock = options.clock ?? systemClock;
  const emit = options.onEvent === undefined ? undefined : emitTo(options.onEvent);
  const transport = createHttpTransport({
    baseUrl: String(baseUrl).replace(/\/+$/, ""),
    auth: authFor(area, options.auth),
    fetch: options.fetch,
    headers: options.headers ?? {},
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    deadlineMs: options.deadlineMs,
    retry: mergeRetry(DEFAULT_RETRY, options.retry),
    maxResponseBytes: options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
    clock,
    emit,
  });
  return {
    transport,
    naming,
    clock,
    emit,
    rules: { ...naming.rules, ...withoutUndefined(options.rules) },
    strict: options.validation?.responses === "strict",
    checksRequests: options.validation?.requests !== "off",
    deadlineMs: options.deadlineMs,
  };
}

function authIssues(auth: unknown): Issue[] {
  const isPromise = auth instanceof Promise;
  if (auth === undefined || (typeof auth === "object" && auth !== null && !isPromise)) return [];
  const got = isPromise ? "a promise; await it first" : kindOf(auth);
  const message = `must be made by bearer, apiKey or serviceAccount, or have a method getAccessToken, got ${got}`;
  return [{ path: "auth", message, rule: "auth" }];
}

const SEVERITIES: readonly unknown[] = ["error", "warn", "off", undefined];

function severityIssues(rules: RuleSettings | undefined): Issue[] {
  return Object.entries(rules ?? {})
    .filter(([, severity]) => !SEVERITIES.includes(severity))
    .map(([id, severity]) => ({
      path: joinPath("rules", id),
      message: `must be "error", "warn" or "off", got ${JSON.stringify(severity)}`,
      rule: "severity",
    }));
}

/** Severities that are said: an undefined one is absent, and leaves the profile's. */
function withoutUndefined(rules: RuleSettings = {}): RuleSettings {
  return Object.fromEntries(Object.entries(rules).filter(([, severity]) => severity !== undefined));
}

function authFor(area: Area, auth: SharedOptions["auth"]): Auth | undefined {
  if (auth === undefined || "getAccessToken" in auth || "getApiKey" in auth) return auth as Auth | undefined;
  return (auth as { readonly [A in Area]?: Auth })[area]; // neither kind of provider, so one per area
}

function addressIssues(area: Area, baseUrl: unknown, naming: Naming): Issue[] {
  const issue = (message: string): Issue[] => [{ path: "baseUrl", message, rule: "base-url" }];
  if (baseUrl === undefined) {
    return issue(`no address for ${area}: the naming profile "${naming.name}" knows none, so give "baseUrl"`);
  }
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl))
    return issue('must be an absolute URL such as "https://api.example"');
  const { protocol, username, password } = new URL(baseUrl);
  if (protocol !== "http:" && protocol !== "https:") return issue("must begin with http:// or https://");
  if (username !== "" || password !== "") return issue('must not hold credentials; give them as "auth"');
  return /[?#]/.test(baseUrl) ? issue("must hold neither a query nor a fragment") : [];
}
