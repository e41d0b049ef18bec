import ky from "ky";
import type { RequestSummary } from "../../errors/call-errors.js";
import { ApiError, ResponseError, TimeoutError } from "../../errors/call-errors.js";
import type { ErrorCode } from "../../errors/error-code.js";
import { hasCode } from "../../errors/fourfold-error.js";
import { RequestError, throwIssue } from "../../errors/request-error.js";
import { type Clock, durationNow, systemClock } from "../clock.js";
import { clip, kindOf, shown } from "../describe.js";
import { type Emit, notify, shownRequestHeaders, shownResponseHeaders } from "../events.js";
import { parseUrl } from "../options.js";
import { VERSION } from "../version.js";
import { type Auth, apiKeyOf, credentialsOf, isLoopback } from "./auth.js";
import { connectionFailure, HTML_PAGE, isHtml, requestIdOf, toApiError } from "./error-response.js";
import { mergeHeaders } from "./headers.js";
import { BodyTooLarge, type ReadBody, readBody } from "./read-body.js";
import { isSecretName, type Redactor, redactorOf } from "./redact.js";
import { DEFAULT_RETRY, mergeRetry, retryDelay, shouldRetry } from "./retry.js";
import { bounded, deadlineExceeded, deadlineOf, pause, remainingMs } from "./time-limits.js";
import {
  type Deadline,
  formatQuery,
  type RetryOptions,
  type RetryPolicy,
  type SendOptions,
  type Transport,
  type WireRequest,
  type WireResponse,
} from "./transport.js";

/** Settings of a transport. */
export interface TransportSettings {
  /** Address that paths are appended to, without a trailing slash. */
  readonly baseUrl: string;
  readonly auth?: Auth | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Maximum duration of one attempt, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  /** Settings of retries that override the defaults. */
  readonly retry?: false | RetryOptions | undefined;
  readonly maxResponseBytes: number;
  /** Response headers with the service's id of a request, in order of preference. */
  readonly requestIdHeaders: readonly string[];
  /** Hint that is appended to the message of a 401 if the request had no credentials. */
  readonly unauthenticatedHint?: string | undefined;
  readonly clock: Clock;
  /** Emits an event; undefined without a listener, so that no event is created. */
  readonly emit?: Emit | undefined;
  /** Whether the service rejects API keys. Default: `false`. */
  readonly rejectsKeys?: boolean | undefined;
  /** Warnings about credentials that were already emitted. The areas of one client share them. Default: none. */
  readonly warned?: Set<string> | undefined;
}

/** Creates the {@link Transport} over HTTP: ky makes each attempt, {@link HttpCall} decides about the next one. */
export function createKyTransport(settings: TransportSettings): Transport {
  const { origin, pathname } = new URL(settings.baseUrl);
  const client: HttpClient = {
    ...settings,
    warned: settings.warned ?? new Set(),
    headers: mergeHeaders({ accept: "application/json", ...userAgent() }, settings.headers),
    origin,
    basePath: pathname.replace(/\/$/, ""),
  };
  let prefix: string | undefined;
  let calls = 0;
  const newCallId = () => {
    prefix ??= Math.random().toString(36).slice(2, 8);
    calls += 1;
    return `${prefix}-${calls}`;
  };
  return {
    newCallId,
    send: async (request, options = {}) => new HttpCall(client, request, options, options.callId ?? newCallId()).send(),
  };
}

/** Settings of a transport as its calls use them. */
interface HttpClient extends TransportSettings {
  readonly warned: Set<string>;
  /** Origin of the base address. */
  readonly origin: string;
  /** Path of the base address, without a trailing slash. */
  readonly basePath: string;
  /** The last token that was found to be a valid header value. */
  checkedToken?: string;
}

/**
 * Names the client. Some services compress responses only for a user agent that contains "gzip". Browsers send their own user
 * agent, because a different one would require the permission of the service (CORS).
 */
function userAgent(): Record<string, string> {
  const { userAgent = "" } = Object(globalThis.navigator) as { readonly userAgent?: string };
  return userAgent.startsWith("Mozilla/") ? {} : { "user-agent": `fourfold/${VERSION} (gzip)` };
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Options with which ky makes one attempt and decides nothing. */
const ONE_ATTEMPT = { retry: 0, timeout: false, throwHttpErrors: false, redirect: "manual" } as const;

/** One call: its attempts, from the first token to the last response. */
class HttpCall {
  readonly #client: HttpClient;
  readonly #wire: WireRequest;
  readonly #options: SendOptions;
  readonly #callId: string;
  readonly #request: RequestSummary;
  readonly #url: string;
  readonly #body: string | undefined;
  /** Headers without the access token. */
  readonly #headers: Readonly<Record<string, string>>;
  /** The API key in the query. */
  readonly #key: string | undefined;
  readonly #timeoutMs: number;
  readonly #deadline: Deadline | undefined;
  readonly #query: string;
  /** The credentials of the call. */
  readonly #secrets: (string | undefined)[];
  #redactor: Redactor | undefined;
  /** The access token of the next attempt. */
  #token: string | undefined;
  /** Headers that are sent with the token. */
  #tokenHeaders: Readonly<Record<string, string>> = {};
  /** Whether another token was requested from the provider after a 401. */
  #refreshed = false;
  /** Number of attempts, including the current one. */
  #attempts = 0;
  /** Number of retries by the retry policy. */
  #retries = 0;
  /** Failure of the current attempt. Any other error, such as an invalid request, is never retried. */
  #failure: unknown;
  /** Failure of the last attempt. */
  #lastFailure: unknown;

  constructor(client: HttpClient, wire: WireRequest, options: SendOptions, callId: string) {
    this.#client = client;
    this.#wire = wire;
    this.#options = options;
    this.#callId = callId;
    this.#request = { method: wire.method, path: client.basePath + wire.path };
    this.#body = wire.body === undefined ? undefined : JSON.stringify(wire.body);
    const content = this.#body === undefined ? undefined : { "content-type": "application/json" };
    this.#headers = { ...content, ...client.headers, ...mergeHeaders(wire.headers, options.headers) };
    const apiKey = apiKeyOf(client.auth);
    this.#key = this.#headers.authorization === undefined ? apiKey : undefined;
    const key = this.#key === undefined ? undefined : { key: this.#key };
    this.#query = formatQuery({ ...wire.query, ...options.query, ...key });
    this.#url = client.baseUrl + wire.path + this.#query;
    assertTarget(this.#url, client.origin, this.#request.path, wire);
    this.#secrets = [apiKey];
    this.#timeoutMs = options.timeoutMs ?? client.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#deadline = deadlineOf(client, options);
  }

  /** Makes attempts until one succeeds or the call must not be retried. */
  async send(): Promise<WireResponse> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    await this.#fetchToken();
    for (;;) {
      try {
        return await this.#attempt();
      } catch (error) {
        signal?.throwIfAborted();
        if (error !== this.#failure || !(await this.#mayRetry(error))) throw error;
      }
    }
  }

  /** Makes one attempt: ky builds the request, and {@link HttpCall.#fetch} sends it. */
  async #attempt(): Promise<WireResponse> {
    this.#options.signal?.throwIfAborted();
    if (remainingMs(this.#client.clock, this.#deadline) <= 0) throw this.#timedOut("deadline");
    this.#attempts += 1;
    this.#failure = undefined;
    const authorization = this.#token === undefined ? undefined : { authorization: `Bearer ${this.#token}` };
    let received = undefined as ReadBody | undefined;
    try {
      await ky(this.#url, {
        ...ONE_ATTEMPT,
        method: this.#wire.method,
        headers: { ...this.#tokenHeaders, ...this.#headers, ...authorization },
        body: this.#body ?? null,
        fetch: async (request) => {
          received = await this.#fetch(request as Request); // ky always passes a request
          return received.response;
        },
      });
    } catch (error) {
      throw this.#failure ?? error; // ky 2 wraps the errors of fetch
    }
    return this.#resultOf(received as ReadBody); // ky calls fetch once
  }

  /** Sends the request that ky built and reads the whole body, within the time limit. */
  async #fetch(request: Request): Promise<ReadBody> {
    const { clock, emit, requestIdHeaders, maxResponseBytes: maxBytes } = this.#client;
    if (emit !== undefined) this.#checkCredentials(request, emit);
    emit?.({
      ...this.#eventFacts("request"),
      bodyBytes: new TextEncoder().encode(this.#body).byteLength,
      headers: shownRequestHeaders(request.headers),
    });
    const startedAt = durationNow(clock);
    const fetch = this.#client.fetch ?? globalThis.fetch;
    const read = await this.#receive(async (signal) => {
      const response = await fetch(request, { signal });
      assertResponse(response);
      return readBody(response, { maxBytes, signal, mask: this.#redact.text });
    });
    const durationMs = durationNow(clock) - startedAt;
    // A test clock may advance independently of the timers; see docs/decisions/http.md.
    if (clock !== systemClock) {
      if (remainingMs(clock, this.#deadline) < 0) throw this.#fail(this.#timedOut("deadline"));
      if (durationMs > this.#timeoutMs) throw this.#fail(this.#timedOut("timeout"));
    }
    if (emit === undefined) return read;
    emit({
      ...this.#eventFacts("response"),
      status: read.response.status,
      durationMs: Math.round(durationMs),
      bodyBytes: read.bodyBytes,
      requestId: requestIdOf(read.response.headers, requestIdHeaders, this.#redact),
      headers: shownResponseHeaders(read.response.headers, this.#redact),
    });
    return read;
  }

  /** Warns once per host about credentials that the service rejects, or that are sent unencrypted to another machine. */
  #checkCredentials({ url, headers }: Request, emit: Emit): void {
    const { rejectsKeys, warned } = this.#client;
    const { protocol, host, hostname } = new URL(url);
    const warn = (rule: string, path: string, message: string) => {
      if (warned.has(`${rule} ${host}`)) return;
      warned.add(`${rule} ${host}`);
      const facts = { callId: this.#callId, methodName: this.#wire.name, ...this.#request };
      emit({ type: "warning", ...facts, issue: { path, message, rule } });
    };
    const sendsKey = this.#key !== undefined && !headers.has("authorization");
    if (sendsKey && rejectsKeys) {
      const message = "the service rejects API keys; use serviceAccount or bearer";
      warn("api-key-rejected", "auth", message);
    }
    if (protocol === "https:" || isLoopback(hostname)) return;
    if (sendsKey || [...headers.keys()].some(isSecretName)) {
      warn("unencrypted-credentials", "baseUrl", `credentials are sent unencrypted to ${host}; use https://`);
    }
  }

  /** Masks the credentials that are known so far. */
  get #redact(): Redactor {
    const secrets = { query: this.#query.slice(1), headers: this.#headers, values: this.#secrets };
    this.#redactor ??= redactorOf(secrets);
    return this.#redactor;
  }

  /** Limits an attempt by `timeoutMs` and the deadline. All errors are failures of the attempt. */
  async #receive(work: (signal: AbortSignal) => Promise<ReadBody>): Promise<ReadBody> {
    const complete = (signal: AbortSignal) =>
      work(signal).catch((error: unknown) => {
        throw signal.aborted ? error : this.#incomplete(error);
      });
    try {
      return await this.#inTime(complete, this.#timeoutMs);
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** Creates the error of an attempt without a complete response. */
  #incomplete(error: unknown): unknown {
    if (error instanceof RequestError) return error;
    if (error instanceof BodyTooLarge) {
      const message = `the body is larger than ${this.#client.maxResponseBytes} bytes ("maxResponseBytes")`;
      return this.#unusable("response_too_large", error.status, message, error.head);
    }
    return connectionFailure(error, { ...this.#facts, redact: this.#redact });
  }

  /** Turns a complete response into the result of the call. @throws {ApiError} or {ResponseError} */
  #resultOf({ response, text }: ReadBody): WireResponse {
    const { clock, requestIdHeaders, auth, unauthenticatedHint } = this.#client;
    const { status, statusText, headers, ok } = response;
    const isGone = status === 404 && this.#wire.method === "DELETE" && this.#retries > 0;
    if (!ok && !isGone) {
      const isAnonymous = auth === undefined && this.#headers.authorization === undefined;
      const login = isAnonymous && unauthenticatedHint !== undefined ? { 401: unauthenticatedHint } : undefined;
      const context = { ...this.#facts, redact: this.#redact, clock, requestIdHeaders, hints: login };
      throw this.#fail(toApiError({ status, statusText, headers, text }, context));
    }
    const isRaw = this.#wire.isText === true;
    const body = text === "" || isGone ? undefined : isRaw ? text : this.#parse(response, text);
    const { onResponse } = this.#options;
    if (onResponse !== undefined) {
      const requestId = requestIdOf(headers, requestIdHeaders, this.#redact);
      notify(onResponse, { status, headers: this.#redact.headers(headers), requestId, ...this.#facts });
    }
    return {
      status,
      callId: this.#callId,
      methodName: this.#wire.name,
      request: this.#request,
      redact: this.#redact.json,
      body,
    };
  }

  #parse({ status, headers }: Response, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      const type = clip(this.#redact.text(headers.get("content-type") ?? "none"));
      const hint = isHtml(headers, text) ? `: ${HTML_PAGE}` : "";
      const message = `the body is not JSON (content type ${type})${hint}`;
      throw this.#unusable("invalid_response", status, message, this.#redact.text(text));
    }
  }

  /** Waits until the next attempt is due; returns false if the call must not be retried. */
  async #mayRetry(failure: unknown): Promise<boolean> {
    this.#lastFailure = failure;
    if (failure instanceof ApiError && failure.code === "unauthenticated") return this.#refreshToken(failure);
    const { clock } = this.#client;
    const policy = this.#policyAfter(failure);
    if (this.#retries >= policy.limit) return false;
    if (!shouldRetry(failure, this.#wire.idempotent, this.#attempts, policy)) return false;
    const delayMs = retryDelay(failure, this.#retries, policy);
    if (delayMs === undefined) return false;
    if (delayMs >= remainingMs(clock, this.#deadline)) throw this.#timedOut("deadline");
    this.#retries += 1;
    this.#emitRetry(failure, delayMs);
    this.#options.onRetry?.(failure);
    await pause(clock, delayMs, this.#options.signal);
    return true;
  }

  /** Returns the defaults for a failure, overridden by the client's settings and the call's settings. */
  #policyAfter(failure: unknown): RetryPolicy {
    const more = hasCode(failure, "rate_limited") ? this.#wire.afterRateLimit : undefined;
    return mergeRetry(mergeRetry({ ...DEFAULT_RETRY, ...more }, this.#client.retry), this.#options.retry);
  }

  /** Gets a new token from the provider after a 401; returns false if there is no new token. */
  async #refreshToken(error: ApiError): Promise<boolean> {
    const rejected = this.#token;
    if (this.#refreshed) return false;
    this.#refreshed = true;
    try {
      await this.#fetchToken(rejected);
    } catch (cause) {
      this.#options.signal?.throwIfAborted();
      if (cause instanceof TimeoutError && cause.code === "deadline") throw cause;
      // The call rejects with the service's error; the error of the provider is its cause.
      const value = this.#redact.error(cause);
      Object.defineProperty(error, "cause", { value, configurable: true, writable: true });
      return false;
    }
    if (this.#token === rejected || this.#token === undefined) return false;
    this.#emitRetry(error, 0);
    return true;
  }

  /** Gets the token of the next attempt. `rejected` is the token of a request that received a 401. */
  async #fetchToken(rejected?: string): Promise<void> {
    const { auth } = this.#client;
    // An authorization header that the user set replaces the provider.
    if (auth === undefined || "getApiKey" in auth || this.#headers.authorization !== undefined) return;
    const { token, quotaProject } = await credentialsOf(auth, rejected, (work) => this.#inTime(work, this.#timeoutMs));
    if (token !== undefined) {
      if (token !== this.#client.checkedToken) mergeHeaders({ authorization: `Bearer ${token}` });
      this.#client.checkedToken = token;
      if (!this.#secrets.includes(token)) this.#secrets.push(token);
      this.#redactor = undefined;
      this.#tokenHeaders = quotaProject === undefined ? {} : { "x-goog-user-project": quotaProject };
    }
    this.#token = token;
  }

  /** Limits work by a time-out and by the rest of the deadline. */
  #inTime<T>(work: (signal: AbortSignal) => Promise<T>, timeoutMs: number): Promise<T> {
    const leftMs = remainingMs(this.#client.clock, this.#deadline);
    return bounded(work, {
      signal: this.#options.signal,
      timeoutMs: Math.min(leftMs, timeoutMs),
      timedOut: () => this.#timedOut(leftMs < timeoutMs ? "deadline" : "timeout"),
    });
  }

  /** Properties that errors of the call and its `onResponse` have. */
  get #facts() {
    return { request: this.#request, attempts: this.#attempts };
  }

  /** Marks an error as the failure of the attempt. */
  #fail<T>(failure: T): T {
    this.#failure = failure;
    return failure;
  }

  #timedOut(code: TimeoutError["code"]): TimeoutError {
    const facts = { ...this.#facts, cause: this.#lastFailure };
    if (code === "deadline") return deadlineExceeded(this.#deadline, facts);
    return new TimeoutError({ code, limitMs: this.#timeoutMs, ...facts });
  }

  /** Creates the error of a response whose body cannot be used. */
  #unusable(code: ResponseError["code"], status: number, message: string, body: string): ResponseError {
    const issues = [{ path: "", message, rule: "json-body" }];
    return this.#fail(new ResponseError({ code, status, request: this.#request, issues, body }));
  }

  /** Properties that all events of the call have. */
  #eventFacts<T extends "request" | "response" | "retry">(type: T) {
    return { type, callId: this.#callId, methodName: this.#wire.name, ...this.#request, attempt: this.#attempts };
  }

  #emitRetry(failure: unknown, delayMs: number): void {
    const { code, status } = failure as { code: ErrorCode; status?: number }; // only errors of this package are retried
    this.#client.emit?.({ ...this.#eventFacts("retry"), code, status, delayMs: Math.round(delayMs) });
  }
}

/** Matches a path that a URL parser does not change. It contains no empty segment, and no segment that begins with a dot. */
const PLAIN_PATH = /^(?:\/(?!%2e)[\w~!*'():@,;=+$&%-][\w.~!*'():@,;=+$&%-]*)+$/i;

/** @throws {RequestError} If a request would go to another origin, or to another path than errors and events contain. */
function assertTarget(url: string, origin: string, path: string, wire: WireRequest): void {
  if (PLAIN_PATH.test(wire.path)) return;
  const target = parseUrl(url);
  if (target?.origin === origin && target.pathname === path) return;
  const message = `must be a path below the base address, got ${shown(wire.path)}`;
  throwIssue(wire.name, { path: "path", message, rule: "path" });
}

/** @throws {RequestError} If a `fetch` function returned something that is not a response. */
function assertResponse(response: unknown): void {
  const { status, headers, body } = Object(response) as Partial<Response>;
  // Other copies of the class are accepted.
  const isBody = body === null || typeof body?.getReader === "function";
  if (typeof status === "number" && typeof headers?.get === "function" && isBody) return;
  const message = `must return a Response, got ${kindOf(response)}`;
  throwIssue("fetch", { path: "fetch", message, rule: "fetch-response" });
}
