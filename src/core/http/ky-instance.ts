import { RequestError } from "../../errors/request-error.js";
import { kindOf } from "../rules/describe.js";

/**
 * An instance of ky, 1.14 or 2: `ky.create({ … })` or `ky.extend({ … })`. Typed structurally, so that
 * instances of any copy and version of ky are accepted.
 */
export interface KyInstance {
  /**
   * Sends a request.
   *
   * @param url - The address.
   * @returns The response.
   */
  (url: string): PromiseLike<Response>;
  /**
   * Creates an instance with the given options only.
   *
   * @param options - Options of ky.
   * @returns The new instance.
   */
  create(options?: object): KyInstance;
  /**
   * Creates an instance that adds options to those of this one.
   *
   * @param options - Options of ky.
   * @returns The new instance.
   */
  extend(options: object): KyInstance;
  /** Value that a `beforeRetry` hook returns to end the call. */
  readonly stop: symbol;
  /**
   * Returns a value with which a hook forces a retry; not supported here.
   *
   * @returns A value for ky.
   */
  retry(): unknown;
}

type Hook = (...args: readonly unknown[]) => unknown;

/** Hooks of a ky instance, by name. */
export type KyHooks = Readonly<Record<"init" | "beforeRequest" | "beforeRetry" | "afterResponse", readonly Hook[]>>;

/** Options of one attempt. */
export interface AttemptOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Signal for hooks, aborted when the call is aborted. */
  readonly signal?: AbortSignal;
  readonly hooks?: Partial<KyHooks>;
  readonly fetch: (request: Request, init: RequestInit) => Promise<Response>;
}

/** The parts of a ky instance that a transport uses. */
export interface AdaptedKy {
  /** Makes one attempt: runs `beforeRequest` hooks, `fetch`, and `afterResponse` hooks. */
  attempt(input: string | Request, options: AttemptOptions): PromiseLike<Response>;
  readonly hooks: KyHooks;
  readonly hasHooks: boolean;
  /** The instance's headers. */
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly context: unknown;
  /** Value that a `beforeRetry` hook returns to end the call. */
  readonly stop: symbol;
  /** Whether a hook returned `ky.retry()`. */
  isForcedRetry(result: unknown): boolean;
}

/** Options that the transport sets itself, or that would change its requests. */
const RESET: readonly string[] = [
  ...["method", "body", "json", "searchParams", "prefixUrl", "prefix", "baseUrl", "redirect", "retry", "timeout"],
  ...["totalTimeout", "throwHttpErrors", "parseJson", "stringifyJson", "onDownloadProgress", "onUploadProgress"],
  ...["headers", "hooks", "signal", "fetch"],
];

const FIXED = { redirect: "manual", retry: 0, timeout: false, throwHttpErrors: false };

/** Keeps hooks, headers, context, signal, `fetch` and fetch options of an instance, and resets all other options. */
export function adaptKy(instance: KyInstance): AdaptedKy {
  const defaults = defaultsOf(instance);
  const kept = Object.entries(defaults).filter(([name]) => !RESET.includes(name));
  const call = instance.create({ ...Object.fromEntries(kept), ...FIXED }) as AdaptedKy["attempt"]; // also accepts options
  const given = (defaults.hooks ?? {}) as Partial<KyHooks>;
  const { init = [], beforeRequest = [], beforeRetry = [], afterResponse = [] } = given;
  const hooks = { init, beforeRequest, beforeRetry, afterResponse };
  const marker: object | null = Object.getPrototypeOf(instance.retry());
  return {
    attempt: call,
    hooks,
    hasHooks: Object.values(hooks).some(({ length }) => length > 0),
    headers: new Headers((defaults.headers ?? {}) as HeadersInit),
    signal: defaults.signal as AbortSignal | undefined,
    fetch: defaults.fetch as typeof globalThis.fetch | undefined,
    context: defaults.context ?? {},
    stop: instance.stop,
    isForcedRetry: (result) => Object.getPrototypeOf(Object(result)) === marker,
  };
}

/** Reads the options of an instance. ky passes them only to the callback of `extend`. */
function defaultsOf(instance: KyInstance): Readonly<Record<string, unknown>> {
  let found: object = {};
  instance.extend((defaults: object) => {
    found = defaults;
    return {};
  });
  return found as Record<string, unknown>;
}

/**
 * Adapts hooks for one attempt. Each attempt is a separate ky call, so ky's own retry count is always 0: hooks receive
 * the retry count of the whole call instead. `init` hooks (ky 2) may change headers, context and fetch options only.
 *
 * @throws {RequestError} If a hook returns `ky.retry()`. Thrown by the hook.
 */
export function hooksOf(ky: AdaptedKy, attempt: Omit<AttemptOptions, "hooks">, attempts: number): KyHooks {
  const counted =
    (hook: Hook) =>
    async (...args: readonly unknown[]) => {
      const state = args.at(-1) as object; // the last argument in ky 1, the only one in ky 2
      const result = await hook(...args.slice(0, -1), { ...state, retryCount: attempts - 1 });
      assertNoForcedRetry(ky, result);
      return result;
    };
  const hooks = {
    beforeRequest: ky.hooks.beforeRequest.map(counted),
    beforeRetry: [],
    afterResponse: ky.hooks.afterResponse.map(counted),
  };
  const reset: Hook = (options) => {
    const given = options as Record<string, unknown>; // ky 2 passes a copy of the options
    for (const name of RESET) if (name !== "headers") delete given[name];
    Object.assign(given, FIXED, { ...attempt, headers: given.headers, hooks });
  };
  return { ...hooks, init: ky.hooks.init.length === 0 ? [] : [...ky.hooks.init, reset] };
}

/** @throws {RequestError} If a hook returned `ky.retry()`. */
export function assertNoForcedRetry(ky: AdaptedKy, result: unknown): void {
  if (!ky.isForcedRetry(result)) return;
  const message = "ky.retry() is not supported: it would bypass the retry policy; use the option retry.when";
  throw new RequestError({ operation: "ky", issues: [{ path: "ky", message, rule: "ky-retry" }] });
}

/** @throws {RequestError} If a `fetch` function returned something that is not a response. */
export function assertResponse(response: unknown): void {
  const { status, headers, body } = Object(response) as Partial<Response>;
  // Other copies of the class are accepted.
  const isBody = body === null || typeof body?.getReader === "function";
  if (typeof status === "number" && typeof headers?.get === "function" && isBody) return;
  const message = `must return a Response, got ${kindOf(response)}`;
  throw new RequestError({ operation: "fetch", issues: [{ path: "fetch", message, rule: "fetch-response" }] });
}

/** @throws {RequestError} If a hook returned a response whose body it had read. */
export function assertUnread(response: Response): void {
  if (!response.bodyUsed) return;
  const message = "a hook returned a response whose body was already read; return response.clone() or nothing";
  throw new RequestError({ operation: "ky", issues: [{ path: "ky", message, rule: "ky-response" }] });
}
