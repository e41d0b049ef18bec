import ky from "ky";
import { AttemptTimeout, attempt, BodyTooLarge, type RawAnswer } from "./attempt.js";
import { type Auth, accessTokenOf, apiKeyOf } from "./auth.js";
import { callOptionIssues } from "./call-options.js";
import type { Clock } from "./clock.js";
import { toApiError } from "./error-response.js";
import { ApiError, NetworkError, RequestError, type RequestSummary, ResponseError, TimeoutError } from "./errors.js";
import { type Emit, shownRequestHeaders, shownResponseHeaders } from "./events.js";
import { isSecretHeader, mergeHeaders } from "./headers.js";
import { createRedactor, type Redactor } from "./redact.js";
import { mayRepeat, mergeRetry, type RetryPolicy, repeatDelay } from "./retry.js";
import { clip } from "./scalars.js";
import { formatQuery } from "./search-params.js";
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
  readonly emit: Emit;
}

/** The {@link Transport} over HTTP. */
export function createKyTransport(settings: TransportSettings): Transport {
  return { send: async (request, options = {}) => new Call(settings, request, options).send() };
}

const METHODS: ("get" | "post" | "put" | "patch" | "delete")[] = ["get", "post", "put", "patch", "delete"];

/** One call: its attempts, the waits between them, and what they share. */
class Call {
  readonly #settings: TransportSettings;
  readonly #wire: WireRequest;
  readonly #options: SendOptions;
  readonly #summary: RequestSummary;
  readonly #query: string;
  readonly #headers: Record<string, string>;
  readonly #body: string | undefined;
  readonly #policy: RetryPolicy;
  readonly #deadlineMs: number | undefined;
  readonly #deadlineAt: number | undefined;
  #token: string | undefined;
  #redact: Redactor;
  #attempts = 0;
  #repeats = 0;
  #replayed = false;
  #answer: RawAnswer | undefined;
  #lastError: unknown;

  constructor(settings: TransportSettings, wire: WireRequest, options: SendOptions) {
    const issues = callOptionIssues(options);
    if (issues.length > 0) throw new RequestError({ operation: `${wire.method} ${wire.path}`, issues });
    this.#settings = settings;
    this.#wire = wire;
    this.#options = options;
    this.#summary = { method: wire.method, path: new URL(settings.baseUrl + wire.path).pathname };
    this.#query = formatQuery({ ...wire.query, key: apiKeyOf(settings.auth) });
    this.#body = wire.body === undefined ? undefined : JSON.stringify(wire.body);
    this.#headers = mergeHeaders(
      { accept: "application/json" },
      wire.body === undefined ? {} : { "content-type": "application/json" },
      settings.headers,
      wire.headers,
      options.headers,
    );
    this.#policy = mergeRetry(settings.retry, options.retry);
    this.#deadlineMs = options.deadlineMs ?? settings.deadlineMs;
    const ownDeadline = this.#deadlineMs === undefined ? undefined : settings.clock.now() + this.#deadlineMs;
    this.#deadlineAt = options.deadlineAt ?? ownDeadline;
    this.#redact = this.#createRedactor();
  }

  async send(): Promise<WireResponse> {
    this.#options.signal?.throwIfAborted();
    await this.#takeToken();
    await ky(this.#settings.baseUrl + this.#wire.path + this.#query, {
      method: this.#wire.method,
      headers: this.#headers,
      ...(this.#body === undefined ? {} : { body: this.#body }),
      redirect: "manual",
      timeout: false,
      throwHttpErrors: false,
      retry: {
        limit: Number.POSITIVE_INFINITY,
        methods: METHODS,
        delay: () => 0,
        shouldRetry: ({ error }) => this.#shouldRetry(error),
      },
      fetch: (request) => this.#attempt(request as Request), // ky always hands on a Request
    });
    return this.#read(this.#answer!); // ky resolves only after an attempt that set it
  }

  async #attempt(request: Request): Promise<Response> {
    const { clock, emit, maxResponseBytes } = this.#settings;
    if (this.#token !== undefined) request.headers.set("authorization", `Bearer ${this.#token}`);
    const remainingMs = this.#remainingMs();
    if (remainingMs <= 0) throw this.#timedOut("deadline");
    this.#attempts += 1;
    const timeoutMs = this.#options.timeoutMs ?? this.#settings.timeoutMs;
    const startedAt = clock.now();
    emit({
      type: "request",
      ...this.#summary,
      attempt: this.#attempts,
      bodyLength: this.#body?.length ?? 0,
      headers: shownRequestHeaders(request.headers),
    });
    const answer = await this.#fetch(request, { timeoutMs, remainingMs, maxResponseBytes });
    const durationMs = clock.now() - startedAt;
    // A clock of the user's own may have moved on without the machine's timers.
    if (durationMs > timeoutMs) throw this.#timedOut("timeout");
    const { response } = answer;
    emit({
      type: "response",
      ...this.#summary,
      attempt: this.#attempts,
      status: response.status,
      durationMs,
      bodyBytes: answer.bodyBytes,
      headers: this.#redact.json(shownResponseHeaders(response.headers)) as Record<string, string>,
    });
    this.#answer = answer;
    if (response.ok || (response.status === 404 && this.#wire.goneIsDone && this.#repeats > 0)) return response;
    throw toApiError(
      { status: response.status, statusText: response.statusText, headers: response.headers, text: answer.text },
      { request: this.#summary, attempts: this.#attempts, redact: this.#redact, clock },
    );
  }

  async #fetch(
    request: Request,
    bounds: { timeoutMs: number; remainingMs: number; maxResponseBytes: number },
  ): Promise<RawAnswer> {
    const { signal } = this.#options;
    const deadlineIsNearer = bounds.remainingMs < bounds.timeoutMs;
    try {
      return await attempt(this.#settings.fetch ?? globalThis.fetch, request, {
        signal,
        timeoutMs: Math.min(bounds.timeoutMs, bounds.remainingMs),
        maxBytes: bounds.maxResponseBytes,
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof AttemptTimeout) throw this.#timedOut(deadlineIsNearer ? "deadline" : "timeout");
      if (error instanceof BodyTooLarge) {
        const message = `the body is larger than ${bounds.maxResponseBytes} bytes ("maxResponseBytes")`;
        throw this.#unusable("response_too_large", error.status, message, error.head);
      }
      throw new NetworkError({
        request: this.#summary,
        attempts: this.#attempts,
        text: `no complete answer: ${this.#redact.text(innermostMessage(error))}`,
        cause: this.#redact.error(error),
      });
    }
  }

  async #shouldRetry(error: unknown): Promise<boolean> {
    const { signal } = this.#options;
    if (signal?.aborted) return false;
    this.#lastError = error;
    if (error instanceof ApiError && error.code === "unauthenticated") return this.#replayWithFreshToken(error);
    if (!mayRepeat(error, this.#wire.repeatable) || this.#repeats >= this.#policy.limit) return false;
    const delayMs = repeatDelay(error, this.#repeats, this.#policy);
    if (delayMs === undefined) return false;
    if (delayMs >= this.#remainingMs()) throw this.#timedOut("deadline");
    this.#repeats += 1;
    this.#announceRetry(error, delayMs);
    await waitOrAbort(this.#settings.clock, delayMs, signal);
    return true;
  }

  async #replayWithFreshToken(error: ApiError): Promise<boolean> {
    const stale = this.#token;
    if (stale === undefined || this.#replayed) return false;
    this.#replayed = true;
    await this.#takeToken();
    if (this.#token === stale || this.#token === undefined) return false;
    this.#announceRetry(error, 0);
    return true;
  }

  #announceRetry(error: unknown, delayMs: number): void {
    const answered = error instanceof ApiError ? error : undefined;
    this.#settings.emit({
      type: "retry",
      ...this.#summary,
      attempt: this.#attempts,
      code: answered?.code ?? "network",
      status: answered?.status,
      delayMs,
    });
  }

  async #takeToken(): Promise<void> {
    // A header that the caller wrote stands above the provider.
    if (this.#headers.authorization !== undefined) return;
    const token = await orAbort(accessTokenOf(this.#settings.auth), this.#options.signal);
    if (token !== undefined) mergeHeaders({ authorization: `Bearer ${token}` });
    this.#token = token;
    this.#redact = this.#createRedactor();
  }

  #createRedactor(): Redactor {
    const written = Object.entries(this.#headers)
      .filter(([name]) => isSecretHeader(name))
      .flatMap(([, value]) => [value, value.replace(/^\w+\s+/, "")]);
    return createRedactor([this.#query.slice(1), apiKeyOf(this.#settings.auth), this.#token, ...written]);
  }

  #remainingMs(): number {
    return this.#deadlineAt === undefined ? Number.POSITIVE_INFINITY : this.#deadlineAt - this.#settings.clock.now();
  }

  #timedOut(code: "timeout" | "deadline"): TimeoutError {
    const limitMs = code === "timeout" ? (this.#options.timeoutMs ?? this.#settings.timeoutMs) : this.#deadlineMs;
    return new TimeoutError({
      code,
      limitMs: limitMs ?? 0,
      request: this.#summary,
      attempts: this.#attempts,
      cause: this.#lastError,
    });
  }

  #read({ response, text }: RawAnswer): WireResponse {
    const answer = { status: response.status, request: this.#summary };
    if (text === "" || !response.ok) return { ...answer, body: undefined };
    try {
      return { ...answer, body: JSON.parse(text) };
    } catch {
      const type = response.headers.get("content-type") ?? "none";
      const message = `the body is no JSON (content type ${clip(type)})`;
      throw this.#unusable("invalid_response", response.status, message, text);
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

/** The message at the end of a chain of causes: `fetch failed` alone says nothing. */
function innermostMessage(error: unknown): string {
  let text = String(error);
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    const { message, code } = current as Error & { code?: unknown };
    text = message || (typeof code === "string" ? code : "") || text;
    current = current.cause;
  }
  return clip(text, 200);
}

/** Waits on the clock; a clock that takes no notice of the signal does not hold the call up. */
async function waitOrAbort(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  await orAbort(clock.sleep(ms, signal), signal);
}

async function orAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}
