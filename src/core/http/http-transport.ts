import { ApiError } from "../../errors/api-error.js";
import { RequestError } from "../../errors/request-error.js";
import type { RequestSummary } from "../../errors/request-summary.js";
import { ResponseError } from "../../errors/response-error.js";
import { TimeoutError } from "../../errors/timeout-error.js";
import { type Clock, systemClock } from "../clock.js";
import { type Emit, shownRequestHeaders, shownResponseHeaders } from "../events.js";
import { clip } from "../rules/describe.js";
import { attempt, BodyTooLarge, type RawAnswer } from "./attempt.js";
import { type Auth, accessTokenOf, apiKeyOf } from "./auth.js";
import { bounded, TimeUp } from "./bounded.js";
import { limitIssues } from "./call-options.js";
import { noAnswer } from "./connection-failure.js";
import { HTML_PAGE, isHtml, toApiError } from "./error-response.js";
import { headerSecrets, mergeHeaders } from "./headers.js";
import { formatQuery } from "./query-string.js";
import { createRedactor, type Redactor } from "./redact.js";
import { mayRepeat, mergeRetry, type RetryPolicy, repeatDelay } from "./retry.js";
import { TimeBudget, type TimeLimit } from "./time-budget.js";
import type { SendOptions, Transport, WireRequest, WireResponse } from "./transport.js";

/** What a transport is made of; every setting has its value. */
export interface TransportSettings {
  /** Address that paths are put behind, without a trailing slash. */
  readonly baseUrl: string;
  readonly auth: Auth | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly deadlineMs: number | undefined;
  readonly retry: RetryPolicy;
  readonly maxResponseBytes: number;
  readonly clock: Clock;
  /** Undefined when nobody listens, so that no event need be made. */
  readonly emit: Emit | undefined;
}

/** The {@link Transport} over HTTP. */
export function createHttpTransport(settings: TransportSettings): Transport {
  const basePath = new URL(settings.baseUrl).pathname.replace(/\/$/, "");
  const headers = mergeHeaders({ accept: "application/json" }, settings.headers);
  const shared: Shared = { ...settings, headers, basePath };
  return { send: async (request, options = {}) => new Call(shared, request, options).send() };
}

/** What all calls of a transport share. */
interface Shared extends TransportSettings {
  /** Path of the base address, without a trailing slash. */
  readonly basePath: string;
}

/** One call: its attempts, the waits between them, and what they share. */
class Call {
  readonly #settings: Shared;
  readonly #wire: WireRequest;
  readonly #options: SendOptions;
  readonly #summary: RequestSummary;
  readonly #query: string;
  readonly #init: RequestInit;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #policy: RetryPolicy;
  readonly #time: TimeBudget;
  #token: string | undefined;
  /** All tokens of this call: the service may still echo one that has been replaced. */
  readonly #tokens = new Set<string>();
  #attempts = 0;
  #repeats = 0;
  #replayed = false;
  #lastError: unknown;

  constructor(settings: Shared, wire: WireRequest, options: SendOptions) {
    const issues = limitIssues(options);
    if (issues.length > 0) throw new RequestError({ operation: `${wire.method} ${wire.path}`, issues });
    this.#settings = settings;
    this.#wire = wire;
    this.#options = options;
    this.#summary = { method: wire.method, path: settings.basePath + wire.path };
    this.#query = formatQuery({ ...wire.query, key: apiKeyOf(settings.auth) });
    const body = wire.body === undefined ? undefined : JSON.stringify(wire.body);
    this.#init = { method: wire.method, redirect: "manual", ...(body === undefined ? {} : { body }) };
    const content = body === undefined ? undefined : { "content-type": "application/json" };
    this.#headers =
      content === undefined && wire.headers === undefined && options.headers === undefined
        ? settings.headers
        : mergeHeaders(content, settings.headers, wire.headers, options.headers);
    this.#policy = mergeRetry(settings.retry, options.retry);
    this.#time = new TimeBudget(settings.clock, {
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
      deadlineMs: options.deadlineMs ?? settings.deadlineMs,
      deadlineAt: options.deadlineAt,
    });
  }

  async send(): Promise<WireResponse> {
    this.#options.signal?.throwIfAborted();
    await this.#takeToken();
    let answer: RawAnswer | undefined;
    while (answer === undefined) {
      try {
        answer = await this.#attempt();
      } catch (error) {
        if (!(await this.#mayGoOn(error))) throw error;
      }
    }
    return this.#read(answer);
  }

  async #attempt(): Promise<RawAnswer> {
    const { clock, emit } = this.#settings;
    this.#options.signal?.throwIfAborted();
    const headers = new Headers(this.#headers);
    if (this.#token !== undefined) headers.set("authorization", `Bearer ${this.#token}`);
    const limit = this.#time.nextLimit;
    if (limit.ms <= 0) throw this.#timedOut(limit.code);
    this.#attempts += 1;
    const startedAt = clock.now();
    emit?.({
      type: "request",
      ...this.#summary,
      attempt: this.#attempts,
      bodyLength: typeof this.#init.body === "string" ? this.#init.body.length : 0,
      headers: shownRequestHeaders(headers),
    });
    const answer = await this.#fetch(headers, limit);
    const durationMs = clock.now() - startedAt;
    // A clock of a test may have moved on without the machine's timers; see docs/decisions/0002-time.md.
    if (clock !== systemClock && durationMs > limit.ms) throw this.#timedOut(limit.code);
    const { response } = answer;
    emit?.({
      type: "response",
      ...this.#summary,
      attempt: this.#attempts,
      status: response.status,
      durationMs,
      bodyBytes: answer.bodyBytes,
      headers: this.#redact.json(shownResponseHeaders(response.headers)) as Record<string, string>,
    });
    if (response.ok || (response.status === 404 && this.#wire.goneIsDone && this.#repeats > 0)) return answer;
    throw toApiError(
      { status: response.status, statusText: response.statusText, headers: response.headers, text: answer.text },
      { request: this.#summary, attempts: this.#attempts, redact: this.#redact, clock },
    );
  }

  async #fetch(headers: Headers, limit: TimeLimit): Promise<RawAnswer> {
    const { signal } = this.#options;
    const maxBytes = this.#settings.maxResponseBytes;
    try {
      const fetch = this.#settings.fetch ?? globalThis.fetch;
      const url = this.#settings.baseUrl + this.#wire.path + this.#query;
      return await attempt((inner) => fetch(new Request(url, { ...this.#init, headers, signal: inner })), {
        signal,
        timeoutMs: limit.ms,
        maxBytes,
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof TimeUp) throw this.#timedOut(limit.code);
      if (error instanceof BodyTooLarge) {
        const message = `the body is larger than ${maxBytes} bytes ("maxResponseBytes")`;
        throw this.#unusable("response_too_large", error.status, message, error.head);
      }
      throw noAnswer(error, { request: this.#summary, attempts: this.#attempts, redact: this.#redact });
    }
  }

  /** Waits as long as it takes until another attempt may be made; false when none may. */
  async #mayGoOn(error: unknown): Promise<boolean> {
    const { signal } = this.#options;
    const { clock } = this.#settings;
    signal?.throwIfAborted();
    this.#lastError = error;
    if (error instanceof ApiError && error.code === "unauthenticated") return this.#replayWithFreshToken(error);
    // With If-Match a second sending finds that the first was done.
    const repeatable = this.#wire.repeatable || this.#headers["if-match"] !== undefined;
    if (!mayRepeat(error, repeatable) || this.#repeats >= this.#policy.limit) return false;
    const delayMs = repeatDelay(error, this.#repeats, this.#policy);
    if (delayMs === undefined) return false;
    if (delayMs >= this.#time.remainingMs) throw this.#timedOut("deadline");
    this.#repeats += 1;
    this.#announceRetry(error, delayMs);
    await bounded((inner) => clock.sleep(delayMs, inner), { signal, timeoutMs: Number.POSITIVE_INFINITY });
    return true;
  }

  async #replayWithFreshToken(error: ApiError): Promise<boolean> {
    const stale = this.#token;
    if (this.#replayed || !this.#asksForTokens) return false;
    this.#replayed = true;
    try {
      await this.#takeToken(stale);
    } catch (cause) {
      this.#options.signal?.throwIfAborted();
      if (cause instanceof TimeoutError && cause.code === "deadline") throw cause;
      // What the service said comes first; why there is no other token stands behind it.
      Object.defineProperty(error, "cause", { value: this.#redact.error(cause), configurable: true, writable: true });
      return false;
    }
    if (this.#token === stale || this.#token === undefined) return false;
    this.#announceRetry(error, 0);
    return true;
  }

  #announceRetry(error: unknown, delayMs: number): void {
    const answered = error instanceof ApiError ? error : undefined;
    this.#settings.emit?.({
      type: "retry",
      ...this.#summary,
      attempt: this.#attempts,
      code: answered?.code ?? "network",
      status: answered?.status,
      delayMs,
    });
  }

  async #takeToken(refused?: string): Promise<void> {
    if (!this.#asksForTokens) return;
    const token = await this.#inTime(() => accessTokenOf(this.#settings.auth, refused));
    if (token !== undefined) {
      mergeHeaders({ authorization: `Bearer ${token}` });
      this.#tokens.add(token);
    }
    this.#token = token;
  }

  /** A header that the caller wrote stands above the provider. */
  get #asksForTokens(): boolean {
    const { auth } = this.#settings;
    return auth !== undefined && "getAccessToken" in auth && this.#headers.authorization === undefined;
  }

  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    const limit = this.#time.nextLimit;
    try {
      return await bounded(work, { signal: this.#options.signal, timeoutMs: limit.ms });
    } catch (error) {
      throw error instanceof TimeUp ? this.#timedOut(limit.code) : error;
    }
  }

  /** Masks what this request carries; made when something has to be shown. */
  get #redact(): Redactor {
    const written = headerSecrets(this.#headers);
    return createRedactor([this.#query.slice(1), apiKeyOf(this.#settings.auth), ...this.#tokens, ...written]);
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

  #read({ response, text }: RawAnswer): WireResponse {
    const redact = (value: unknown) => this.#redact.json(value);
    const answer = { status: response.status, request: this.#summary, redact };
    if (text === "" || !response.ok) return { ...answer, body: undefined };
    try {
      return { ...answer, body: JSON.parse(text) };
    } catch {
      const type = response.headers.get("content-type") ?? "none";
      const message = `the body is no JSON (content type ${clip(this.#redact.text(type))})`;
      const hint = isHtml(response.headers, text) ? `: ${HTML_PAGE}` : "";
      throw this.#unusable("invalid_response", response.status, message + hint, text);
    }
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
