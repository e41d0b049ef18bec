import type { ErrorCode } from "../../errors/error-code.js";
import { RequestError } from "../../errors/request-error.js";
import type { RequestSummary } from "../../errors/request-summary.js";
import { ResponseError } from "../../errors/response-error.js";
import { TimeoutError } from "../../errors/timeout-error.js";
import type { Clock } from "../clock.js";
import type { Emit } from "../events.js";
import { clip, shown } from "../rules/describe.js";
import { type Auth, apiKeyOf } from "./auth.js";
import { bounded, TimeUp } from "./bounded.js";
import { CallSecrets } from "./call-secrets.js";
import { mergeHeaders } from "./headers.js";
import type { AdaptedKy, KyInstance } from "./ky-instance.js";
import { type JoinedSignal, joinSignals } from "./on-abort.js";
import { formatQuery } from "./query-string.js";
import type { Redactor } from "./redact.js";
import { mergeRetry, type RetryPolicy } from "./retry.js";
import { deadlineOf, TimeBudget, type TimeLimit } from "./time-budget.js";
import type { SendOptions, WireRequest } from "./transport.js";

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
  /** Undefined without a listener, so that no event is created. */
  readonly emit: Emit | undefined;
  /** Whether events contain bodies. */
  readonly eventBodies: boolean;
}

/** Settings of a transport as its calls use them. */
export interface CallSettings extends Omit<TransportSettings, "ky"> {
  readonly ky: AdaptedKy;
  /** Origin of the base address. */
  readonly origin: string;
  /** Path of the base address, without a trailing slash. */
  readonly basePath: string;
}

const MAX_EVENT_BODY = 4_096;

/** One request: the state that its attempts share. */
export class HttpCall {
  readonly settings: CallSettings;
  readonly wire: WireRequest;
  readonly options: SendOptions;
  readonly callId: string;
  readonly summary: RequestSummary;
  readonly url: string;
  readonly body: string | undefined;
  /** Headers without the access token. */
  readonly headers: Readonly<Record<string, string>>;
  /** The API key in the query. */
  readonly key: string | undefined;
  readonly policy: RetryPolicy;
  readonly time: TimeBudget;
  readonly secrets: CallSecrets;
  /** The access token of the next attempt. */
  token: string | undefined;
  /** Whether another token was requested from the provider after a 401. */
  refreshed = false;
  /** The request or response that a `beforeRetry` hook returned, for the next attempt. */
  replacement: Request | Response | undefined;
  /** Number of attempts, including the current one. */
  attempts = 0;
  /** Number of retries by the retry policy. */
  retries = 0;
  /** Error of the last attempt. */
  lastError: unknown;
  /** Whether the call has ended; a hook may still be running. */
  hasEnded = false;
  readonly #joined: JoinedSignal;

  constructor(settings: CallSettings, wire: WireRequest, options: SendOptions, callId: string) {
    this.settings = settings;
    this.wire = wire;
    this.options = options;
    this.callId = callId;
    this.summary = { method: wire.method, path: settings.basePath + wire.path };
    this.body = wire.form?.toString() ?? (wire.body === undefined ? undefined : JSON.stringify(wire.body));
    const type = wire.form === undefined ? "application/json" : "application/x-www-form-urlencoded;charset=UTF-8";
    const content = this.body === undefined ? undefined : { "content-type": type };
    this.headers =
      content === undefined && wire.headers === undefined && options.headers === undefined
        ? settings.headers
        : mergeHeaders(content, settings.headers, wire.headers, options.headers);
    this.key = this.headers.authorization === undefined ? apiKeyOf(settings.auth) : undefined;
    const query = formatQuery({ ...wire.query, ...options.query, key: this.key });
    this.url = settings.baseUrl + wire.path + query;
    assertTarget(this.url, settings.origin, this.summary.path, wire);
    const secrets = [apiKeyOf(settings.auth), ...(wire.secrets ?? [])];
    this.secrets = new CallSecrets(query.slice(1), this.headers, secrets);
    this.policy = mergeRetry(settings.retry, options.retry);
    this.time = new TimeBudget(settings.clock, {
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
      ...deadlineOf(settings, options),
    });
    this.#joined = joinSignals([options.signal, settings.ky.signal]);
  }

  /** Aborted with the call. */
  get signal(): AbortSignal | undefined {
    return this.#joined.signal;
  }

  /** Releases the listeners of the caller's signals. */
  end(): void {
    this.hasEnded = true;
    this.#joined.unlink();
  }

  /** Headers with the access token. */
  get requestHeaders(): Readonly<Record<string, string>> {
    if (this.token === undefined) return this.headers;
    return { ...this.headers, authorization: `Bearer ${this.token}` };
  }

  /** Redactor of the call's credentials. */
  get redact(): Redactor {
    return this.secrets.redactor;
  }

  /** Limits the duration of hooks and token providers. Default: by the deadline. */
  async inTime<T>(work: (signal: AbortSignal) => Promise<T>, limit?: TimeLimit): Promise<T> {
    const { ms, code } = limit ?? ({ ms: this.time.remainingMs, code: "deadline" } as const);
    try {
      return await bounded(work, { signal: this.signal, timeoutMs: ms });
    } catch (error) {
      throw error instanceof TimeUp ? this.timedOut(code) : error;
    }
  }

  /** Properties that all events of the call have. */
  eventFacts<T extends "request" | "response" | "retry">(type: T) {
    const { name } = this.wire;
    return { type, callId: this.callId, methodName: name, ...this.summary, attempt: this.attempts };
  }

  /** A body for events: masked and clipped. */
  eventBody(text: string | undefined): string | undefined {
    return text === undefined || text === "" ? undefined : clip(this.redact.text(text), MAX_EVENT_BODY);
  }

  emitRetry(error: unknown, delayMs: number): void {
    const { code, status } = error as { code: ErrorCode; status?: number }; // only errors of this package are retried
    this.settings.emit?.({ ...this.eventFacts("retry"), code, status, delayMs: Math.round(delayMs) });
  }

  timedOut(code: TimeoutError["code"]): TimeoutError {
    return new TimeoutError({
      code,
      limitMs: this.time.boundOf(code),
      request: this.summary,
      attempts: this.attempts,
      cause: this.lastError,
    });
  }

  /** Creates the error of a response whose body cannot be used. */
  unusable(code: ResponseError["code"], status: number, message: string, text: string): ResponseError {
    return new ResponseError({
      code,
      status,
      request: this.summary,
      issues: [{ path: "", message, rule: "json-body" }],
      body: this.redact.text(text),
    });
  }
}

/** @throws {RequestError} If a request would go to another origin, or another path than errors and events say. */
function assertTarget(url: string, origin: string, path: string, wire: WireRequest): void {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target?.origin === origin && target.pathname === path) return;
  const message = `must be a path below the base address, got ${shown(wire.path)}`;
  throw new RequestError({ operation: wire.name, issues: [{ path: "path", message, rule: "path" }] });
}
