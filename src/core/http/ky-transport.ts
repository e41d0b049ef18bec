import ky from "ky";
import { ApiError } from "../../errors/api-error.js";
import type { ErrorCode } from "../../errors/is-fourfold-error.js";
import { RequestError } from "../../errors/request-error.js";
import type { RequestSummary } from "../../errors/request-summary.js";
import { ResponseError } from "../../errors/response-error.js";
import { TimeoutError } from "../../errors/timeout-error.js";
import { type Clock, durationNow, systemClock } from "../clock.js";
import { type Emit, notify, shownRequestHeaders, shownResponseHeaders } from "../events.js";
import { clip } from "../rules/describe.js";
import { type Auth, accessTokenOf, apiKeyOf } from "./auth.js";
import { bounded, TimeUp } from "./bounded.js";
import { CallSecrets } from "./call-secrets.js";
import { connectionFailure } from "./connection-failure.js";
import { HTML_PAGE, isHtml, requestIdOf, toApiError } from "./error-response.js";
import { headerRecord, mergeHeaders, shownHeaders } from "./headers.js";
import {
  type AdaptedKy,
  type AttemptOptions,
  adaptKy,
  assertNoForcedRetry,
  assertResponse,
  assertUnread,
  hooksOf,
  type KyInstance,
} from "./ky-instance.js";
import { type JoinedSignal, joinSignals } from "./on-abort.js";
import { formatQuery } from "./query-string.js";
import { BodyTooLarge, type ReadBody, readBody } from "./read-body.js";
import type { Redactor } from "./redact.js";
import { mergeRetry, type RetryPolicy, retryDelay, shouldRetry } from "./retry.js";
import { deadlineOf, TimeBudget, type TimeLimit } from "./time-budget.js";
import type { SendOptions, Transport, WireRequest, WireResponse } from "./transport.js";

/** Settings of a transport, with all defaults filled in. */
export interface TransportSettings {
  /** Address that paths are appended to, without a trailing slash. */
  readonly baseUrl: string;
  readonly auth: Auth | undefined;
  /** The user's ky instance, if any. */
  readonly ky: KyInstance | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly deadlineMs: number | undefined;
  readonly retry: RetryPolicy;
  readonly maxResponseBytes: number;
  /** Response headers with the service's id of a request, in order of preference. */
  readonly requestIdHeaders: readonly string[];
  /** Hint that is appended to the message of a 401 if the request had no credentials. */
  readonly unauthenticatedHint?: string | undefined;
  readonly clock: Clock;
  /** Undefined if there is no listener, so that no event is created. */
  readonly emit: Emit | undefined;
  /** Whether events contain bodies. */
  readonly eventBodies: boolean;
}

/** Creates the {@link Transport} over HTTP: ky makes the attempts, this file handles retries. */
export function createKyTransport(settings: TransportSettings): Transport {
  const adapted = adaptKy(settings.ky ?? ky);
  const basePath = new URL(settings.baseUrl).pathname.replace(/\/$/, "");
  const own = headerRecord(adapted.headers);
  const headers = mergeHeaders({ accept: "application/json" }, own, settings.headers);
  const shared: Shared = { ...settings, ky: adapted, headers, basePath };
  let prefix: string | undefined;
  let calls = 0;
  const newCallId = () => {
    prefix ??= Math.random().toString(36).slice(2, 8);
    calls += 1;
    return `${prefix}-${calls}`;
  };
  return {
    newCallId,
    send: async (request, options = {}) => new Call(shared, request, options, options.callId ?? newCallId()).send(),
  };
}

interface Shared extends Omit<TransportSettings, "ky"> {
  readonly ky: AdaptedKy;
  /** Path of the base address, without a trailing slash. */
  readonly basePath: string;
}

const MAX_EVENT_BODY = 4_096;

/** One request with its attempts, the waits between them, and their shared state. */
class Call {
  readonly #settings: Shared;
  readonly #wire: WireRequest;
  readonly #options: SendOptions;
  readonly #summary: RequestSummary;
  readonly #url: string;
  readonly #body: string | undefined;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #policy: RetryPolicy;
  readonly #time: TimeBudget;
  readonly #joined: JoinedSignal;
  readonly #callId: string;
  readonly #secrets: CallSecrets;
  /** The API key in the query. */
  readonly #key: string | undefined;
  #token: string | undefined;
  #attempts = 0;
  #retries = 0;
  #refreshed = false;
  #ended = false;
  /** The error that the attempt's `fetch` function threw; any other error that ky throws is from a hook. */
  #failure: unknown;
  #lastError: unknown;
  /** Aborted with the call or when hooks have used up the deadline. */
  #attemptSignal: AbortSignal | undefined;
  /** The request or response that a `beforeRetry` hook returned. */
  #replacement: Request | Response | undefined;

  constructor(settings: Shared, wire: WireRequest, options: SendOptions, callId: string) {
    this.#settings = settings;
    this.#wire = wire;
    this.#options = options;
    this.#callId = callId;
    this.#summary = { method: wire.method, path: settings.basePath + wire.path };
    this.#body = wire.form?.toString() ?? (wire.body === undefined ? undefined : JSON.stringify(wire.body));
    const type = wire.form === undefined ? "application/json" : "application/x-www-form-urlencoded;charset=UTF-8";
    const content = this.#body === undefined ? undefined : { "content-type": type };
    this.#headers =
      content === undefined && wire.headers === undefined && options.headers === undefined
        ? settings.headers
        : mergeHeaders(content, settings.headers, wire.headers, options.headers);
    this.#key = this.#headers.authorization === undefined ? apiKeyOf(settings.auth) : undefined;
    const query = formatQuery({ ...wire.query, ...options.query, key: this.#key });
    this.#url = settings.baseUrl + wire.path + query;
    const secrets = [apiKeyOf(settings.auth), ...(wire.secrets ?? [])];
    this.#secrets = new CallSecrets(query.slice(1), this.#headers, secrets);
    this.#policy = mergeRetry(settings.retry, options.retry);
    this.#time = new TimeBudget(settings.clock, {
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
      ...deadlineOf(settings, options),
    });
    this.#joined = joinSignals([options.signal, settings.ky.signal]);
  }

  async send(): Promise<WireResponse> {
    try {
      this.#signal?.throwIfAborted();
      await this.#fetchToken();
      for (;;) {
        try {
          return await this.#attempt();
        } catch (error) {
          if (!(await this.#mayRetry(error))) throw error;
        }
      }
    } finally {
      this.#ended = true;
      this.#joined.unlink();
    }
  }

  get #signal(): AbortSignal | undefined {
    return this.#joined.signal;
  }

  async #attempt(): Promise<WireResponse> {
    this.#signal?.throwIfAborted();
    const limit = this.#time.nextLimit;
    if (limit.ms <= 0) throw this.#timedOut(limit.code);
    this.#attempts += 1;
    this.#failure = undefined;
    this.#attemptSignal = undefined;
    const given = this.#replacement;
    this.#replacement = undefined;
    let read: ReadBody | undefined;
    const attempt: AttemptOptions = {
      fetch: async (request, init) => {
        read = await this.#fetch(request, init);
        return read.response;
      },
      ...(given instanceof Request
        ? {}
        : { method: this.#summary.method, headers: this.#requestHeaders(), body: this.#body }),
    };
    try {
      const response =
        given instanceof Response ? given : await this.#runKy(given instanceof Request ? given : this.#url, attempt);
      if (read?.response !== response) read = await this.#readMade(response);
    } catch (error) {
      throw this.#failure ?? new HookFailure(error);
    }
    return this.#evaluate(read);
  }

  /** Runs ky for one attempt; hooks are bounded by the deadline. */
  #runKy(input: string | Request, attempt: AttemptOptions): PromiseLike<Response> {
    const { ky } = this.#settings;
    if (!ky.hasHooks) return ky.attempt(input, attempt);
    return this.#inTime(async (signal) => {
      this.#attemptSignal = signal;
      const options = { ...attempt, signal };
      return ky.attempt(input, { ...options, hooks: hooksOf(ky, options, this.#attempts) });
    });
  }

  #requestHeaders(): Readonly<Record<string, string>> {
    if (this.#token === undefined) return this.#headers;
    return { ...this.#headers, authorization: `Bearer ${this.#token}` };
  }

  /** Sends the request that ky built and reads the whole body, within the time limit. */
  async #fetch(built: Request, init: RequestInit): Promise<ReadBody> {
    const { clock, emit, eventBodies, requestIdHeaders, maxResponseBytes: maxBytes } = this.#settings;
    // A hook may still be running after its call has ended.
    if (this.#ended) throw this.#signal?.reason ?? this.#timedOut("deadline");
    const request = this.#withoutReplacedKey(built);
    this.#secrets.sent(request);
    const limit = this.#time.nextLimit;
    const startedAt = durationNow(clock);
    emit?.({
      ...this.#eventFacts("request"),
      bodyLength: this.#body?.length ?? 0,
      headers: shownRequestHeaders(request.headers),
      ...(eventBodies ? { body: this.#eventBody(this.#body) } : {}),
    });
    const fetch = this.#settings.fetch ?? this.#settings.ky.fetch ?? globalThis.fetch;
    const read = await this.#receive(limit, async (signal) => {
      // A request that a hook created follows redirects by default.
      const response = await fetch(request, { ...init, redirect: "manual", signal });
      assertResponse(response);
      return readBody(response, { maxBytes, signal });
    });
    const durationMs = durationNow(clock) - startedAt;
    // A test clock may advance independently of the timers; see docs/decisions/0002-time.md.
    if (clock !== systemClock && durationMs > limit.ms) throw this.#fail(this.#timedOut(limit.code));
    emit?.({
      ...this.#eventFacts("response"),
      status: read.response.status,
      durationMs: Math.round(durationMs),
      bodyBytes: read.bodyBytes,
      requestId: requestIdOf(read.response.headers, requestIdHeaders, this.#redact),
      headers: this.#redact.json(shownResponseHeaders(read.response.headers)) as Record<string, string>,
      ...(eventBodies ? { body: this.#eventBody(read.text) } : {}),
    });
    return read;
  }

  /** An authorization header that a hook added replaces the API key. */
  #withoutReplacedKey(request: Request): Request {
    if (this.#key === undefined || !request.headers.has("authorization")) return request;
    const url = new URL(request.url);
    url.searchParams.delete("key", this.#key);
    return new Request(url, request);
  }

  /** Reads a response that a hook created. Its `content-length` may be that of another response. */
  async #readMade(response: Response): Promise<ReadBody> {
    assertUnread(response);
    const { maxResponseBytes: maxBytes } = this.#settings;
    const read = (signal: AbortSignal) => readBody(response, { maxBytes, signal, checksLength: false });
    return this.#receive(this.#time.nextLimit, read);
  }

  async #receive(limit: TimeLimit, work: (signal: AbortSignal) => Promise<ReadBody>): Promise<ReadBody> {
    try {
      return await bounded(work, { signal: this.#attemptSignal ?? this.#signal, timeoutMs: limit.ms });
    } catch (error) {
      throw this.#fail(this.#attemptFailure(error, limit));
    }
  }

  #fail(failure: unknown): unknown {
    this.#failure = failure;
    return failure;
  }

  /** Creates the error of an attempt without a complete response. */
  #attemptFailure(error: unknown, limit: TimeLimit): unknown {
    if (this.#signal?.aborted) return this.#signal.reason;
    if (error instanceof TimeUp) return this.#timedOut(limit.code);
    if (error instanceof RequestError) return new HookFailure(error);
    if (error instanceof BodyTooLarge) {
      const message = `the body is larger than ${this.#settings.maxResponseBytes} bytes ("maxResponseBytes")`;
      return this.#unusable("response_too_large", error.status, message, error.head);
    }
    return connectionFailure(error, { request: this.#summary, attempts: this.#attempts, redact: this.#redact });
  }

  /** Turns a complete response into the result of the call. @throws {ApiError} or {ResponseError} */
  #evaluate({ response, text }: ReadBody): WireResponse {
    const { clock, requestIdHeaders } = this.#settings;
    const { status, headers } = response;
    const isGone = status === 404 && this.#wire.method === "DELETE" && this.#retries > 0;
    if (!response.ok && !isGone) {
      throw toApiError(
        { status, statusText: response.statusText, headers, text },
        {
          request: this.#summary,
          attempts: this.#attempts,
          redact: this.#redact,
          clock,
          requestIdHeaders,
          hint: status === 401 && !this.#hasCredentials ? this.#settings.unauthenticatedHint : undefined,
        },
      );
    }
    const redact = (value: unknown) => this.#redact.json(value);
    const body = text === "" || isGone ? undefined : this.#parse(response, text);
    const { onResponse } = this.#options;
    if (onResponse !== undefined) {
      notify(onResponse, {
        status,
        headers: shownHeaders(headers, this.#redact),
        requestId: requestIdOf(headers, requestIdHeaders, this.#redact),
        attempts: this.#attempts,
        request: this.#summary,
      });
    }
    return { status, callId: this.#callId, methodName: this.#wire.name, request: this.#summary, redact, body };
  }

  #parse(response: Response, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      const type = response.headers.get("content-type") ?? "none";
      const message = `the body is not JSON (content type ${clip(this.#redact.text(type))})`;
      const hint = isHtml(response.headers, text) ? `: ${HTML_PAGE}` : "";
      throw this.#unusable("invalid_response", response.status, message + hint, text);
    }
  }

  /** Waits until the next attempt; returns false if there is no next attempt. */
  async #mayRetry(error: unknown): Promise<boolean> {
    this.#signal?.throwIfAborted();
    if (error instanceof HookFailure) throw error.error;
    this.#lastError = error;
    if (error instanceof ApiError && error.code === "unauthenticated") return this.#refreshToken(error);
    const { clock } = this.#settings;
    const { idempotent } = this.#wire;
    if (this.#retries >= this.#policy.limit || !shouldRetry(error, idempotent, this.#attempts, this.#policy))
      return false;
    const delayMs = retryDelay(error, this.#retries, this.#policy);
    if (delayMs === undefined) return false;
    if (delayMs >= this.#time.remainingMs) throw this.#timedOut("deadline");
    this.#retries += 1;
    this.#emitRetry(error, delayMs);
    await bounded((signal) => clock.sleep(delayMs, signal), {
      signal: this.#signal,
      timeoutMs: Number.POSITIVE_INFINITY,
    });
    return this.#runRetryHooks(error);
  }

  /** Runs the `beforeRetry` hooks; returns false if one of them ends the call. */
  async #runRetryHooks(error: unknown): Promise<boolean> {
    const { ky } = this.#settings;
    const { hooks, stop, context } = ky;
    if (hooks.beforeRetry.length === 0) return true;
    const headers = this.#requestHeaders();
    const init: RequestInit = { method: this.#summary.method, headers, body: this.#body ?? null, redirect: "manual" };
    const request = new Request(this.#url, init);
    this.#replacement = request;
    const state = { request, options: Object.freeze({ ...init, context }), error, retryCount: this.#attempts };
    for (const hook of hooks.beforeRetry) {
      const result = await this.#inTime(async () => hook(state));
      assertNoForcedRetry(ky, result);
      if (result === stop) return false;
      if (result instanceof Request || result instanceof Response) {
        this.#replacement = result;
        break;
      }
    }
    return true;
  }

  /** Gets a new token from the provider after a 401; returns false if there is none. */
  async #refreshToken(error: ApiError): Promise<boolean> {
    const rejected = this.#token;
    const sent = this.#secrets.last?.headers.get("authorization") ?? undefined;
    const isOurs = sent === (rejected === undefined ? undefined : `Bearer ${rejected}`);
    if (this.#refreshed || !this.#usesProvider || !isOurs) return false;
    this.#refreshed = true;
    try {
      await this.#fetchToken(rejected);
    } catch (cause) {
      this.#signal?.throwIfAborted();
      if (cause instanceof TimeoutError && cause.code === "deadline") throw cause;
      // The call rejects with the service's error; the error of the provider is its cause.
      Object.defineProperty(error, "cause", { value: this.#redact.error(cause), configurable: true, writable: true });
      return false;
    }
    if (this.#token === rejected || this.#token === undefined) return false;
    this.#emitRetry(error, 0);
    return this.#runRetryHooks(error);
  }

  async #fetchToken(rejected?: string): Promise<void> {
    if (!this.#usesProvider) return;
    const { auth } = this.#settings;
    const ask = (signal: AbortSignal) => accessTokenOf(auth, rejected, { signal });
    const token = await this.#inTime(ask, this.#time.nextLimit);
    if (token !== undefined) {
      mergeHeaders({ authorization: `Bearer ${token}` });
      this.#secrets.add(token);
    }
    this.#token = token;
  }

  /** Gets the token, unless the user set an authorization header, which replaces the provider. */
  get #usesProvider(): boolean {
    const { auth } = this.#settings;
    return auth !== undefined && "getAccessToken" in auth && this.#headers.authorization === undefined;
  }

  get #hasCredentials(): boolean {
    return this.#settings.auth !== undefined || this.#secrets.last?.headers.has("authorization") === true;
  }

  /** Limits the duration of hooks and token providers. Default: by the deadline. */
  async #inTime<T>(work: (signal: AbortSignal) => Promise<T>, limit?: TimeLimit): Promise<T> {
    const { ms, code } = limit ?? ({ ms: this.#time.remainingMs, code: "deadline" } as const);
    try {
      return await bounded(work, { signal: this.#signal, timeoutMs: ms });
    } catch (error) {
      throw error instanceof TimeUp ? this.#fail(this.#timedOut(code)) : error;
    }
  }

  /** Redactor of the call's credentials, created on first use. */
  get #redact(): Redactor {
    return this.#secrets.redactor;
  }

  #eventFacts<T extends "request" | "response" | "retry">(type: T) {
    const { name } = this.#wire;
    return { type, callId: this.#callId, methodName: name, ...this.#summary, attempt: this.#attempts };
  }

  #eventBody(text: string | undefined): string | undefined {
    return text === undefined || text === "" ? undefined : clip(this.#redact.text(text), MAX_EVENT_BODY);
  }

  #emitRetry(error: unknown, delayMs: number): void {
    const { code, status } = error as { code: ErrorCode; status?: number }; // only errors of this package are retried
    this.#settings.emit?.({ ...this.#eventFacts("retry"), code, status, delayMs: Math.round(delayMs) });
  }

  #timedOut(code: TimeoutError["code"]): TimeoutError {
    return new TimeoutError({
      code,
      limitMs: this.#time.boundOf(code),
      request: this.#summary,
      attempts: this.#attempts,
      cause: this.#lastError,
    });
  }

  #unusable(code: ResponseError["code"], status: number, message: string, text: string): ResponseError {
    return new ResponseError({
      code,
      status,
      request: this.#summary,
      issues: [{ path: "", message, rule: "json-body" }],
      body: this.#redact.text(text),
    });
  }
}

/** Wraps an exception of a hook or of a misused option: the call rejects with the exception itself, without a retry. */
class HookFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}
