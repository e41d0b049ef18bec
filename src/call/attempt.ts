import ky from "ky";
import { type RequestSummary, ResponseError, TimeoutError } from "../errors/call-errors.js";
import { clip } from "../errors/message-text.js";
import { type Issue, RequestError, throwIssue } from "../errors/request-error.js";
import { isLoopback } from "../values/addresses.js";
import { kindOf } from "../values/describe.js";
import { BodyTooLarge, type ReadBody, readBody } from "./body.js";
import { bounded, type Clock, deadlineExceeded, durationNow, remainingMs, systemClock } from "./clock.js";
import type { Auth } from "./credentials.js";
import { connectionFailure, requestIdOf, toApiError } from "./error-response.js";
import { type Emit, notify } from "./events.js";
import { type CallScope, callIds, type RetryPolicy, type WireRequest, type WireResponse } from "./options.js";
import { isSecretName, type Redactor } from "./redact.js";

/** Settings of the calls of one service. */
export interface HttpClient {
  /** Base URL, to which paths are appended. */
  readonly baseUrl: string;
  readonly auth: Auth | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Maximum duration of one attempt, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
  readonly retry: RetryPolicy;
  /** Retries of methods with a small quota, after a rate limit. */
  readonly smallQuotaRetry: RetryPolicy;
  readonly maxResponseBytes: number;
  /** Response headers with the service's id of a request, in order of preference. */
  readonly requestIdHeaders: readonly string[];
  readonly clock: Clock;
  readonly emit: Emit;
  /** Whether the service rejects API keys. */
  readonly rejectsKeys?: boolean;
  /** Rules about credentials whose warning was emitted. */
  readonly warned: Set<string>;
}

/** One call, shared by its attempts. */
export interface HttpCall {
  readonly client: HttpClient;
  readonly wire: WireRequest;
  readonly scope: CallScope;
  /** The parts of the request that errors and events show. */
  readonly request: RequestSummary;
  readonly url: string;
  readonly body: string | undefined;
  /** Headers without those of the provider's credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Masks the credentials that are known so far. */
  redact: Redactor;
  /** Number of attempts, including the current one. */
  attempts: number;
  /** Number of retries by the retry policy. */
  retries: number;
  /** Failure of the last attempt. */
  lastFailure: unknown;
}

/** Properties that all events of the call have. */
export function eventFacts<T extends "request" | "response" | "retry">(call: HttpCall, type: T) {
  const { scope, wire, request, attempts } = call;
  return { type, callId: scope.callId, methodName: wire.name, ...request, attempt: attempts };
}

/** Emits a warning about a call, whose request is still sent. */
export function warn({ client, wire, scope, request }: HttpCall, issue: Issue): void {
  client.emit({ type: "warning", callId: scope.callId, methodName: wire.name, ...request, issue });
}

/** Options for a single request of ky: no retries, no timeout, no redirects. */
const ONE_ATTEMPT = { retry: 0, timeout: false, throwHttpErrors: false, redirect: "manual" } as const;

/** Makes one attempt: ky builds the request and sends it through {@link receive}. */
export async function attempt(call: HttpCall, credentials: Readonly<Record<string, string>>): Promise<WireResponse> {
  let received = undefined as Promise<ReadBody> | undefined;
  await ky(call.url, {
    ...ONE_ATTEMPT,
    method: call.wire.method,
    headers: { ...credentials, ...call.headers },
    body: call.body ?? null,
    fetch: (request) => {
      received = receive(call, request as Request); // ky always passes a request
      // ky would wrap the error.
      return received.then(({ response }) => response).catch(() => Response.error());
    },
  });
  return resultOf(call, (await received) as ReadBody); // ky calls fetch once
}

/** Sends the request that ky built and reads the whole body, within the time limit. */
async function receive(call: HttpCall, request: Request): Promise<ReadBody> {
  const { client, scope, timeoutMs, redact } = call;
  const { clock, emit, maxResponseBytes: maxBytes } = client;
  warnAboutCredentials(call, request);
  emit({ ...eventFacts(call, "request"), bodyBytes: new TextEncoder().encode(call.body).byteLength });
  const startedAt = durationNow(clock);
  const fetch = client.fetch ?? globalThis.fetch;
  const read = await inTime(call, async (signal) => {
    try {
      const response = await fetch(request, { signal });
      assertResponse(response);
      return await readBody(response, { maxBytes, signal, mask: redact.text });
    } catch (error) {
      throw signal.aborted ? error : incomplete(call, error);
    }
  });
  const durationMs = durationNow(clock) - startedAt;
  // A test clock may advance independently of the timers; see docs/decisions/http.md.
  if (clock !== systemClock) {
    if (remainingMs(clock, scope.deadline) < 0) throw timedOut(call, "deadline");
    if (durationMs > timeoutMs) throw timedOut(call, "timeout");
  }
  const { status, headers } = read.response;
  emit({
    ...eventFacts(call, "response"),
    status,
    durationMs: Math.round(durationMs),
    bodyBytes: read.bodyBytes,
    requestId: requestIdOf(headers, client.requestIdHeaders, redact),
  });
  return read;
}

/** Warns once per client about credentials that the service rejects, or that are sent unencrypted to another machine. */
function warnAboutCredentials(call: HttpCall, { url, headers }: Request): void {
  const { rejectsKeys, warned } = call.client;
  const { protocol, host, hostname, searchParams } = new URL(url);
  const warnOnce = (rule: string, path: string, message: string) => {
    if (!warned.has(rule)) warn(call, { path, message, rule });
    warned.add(rule);
  };
  const sendsKey = searchParams.has("key");
  if (sendsKey && rejectsKeys) {
    warnOnce("api-key-rejected", "auth", "the service rejects API keys; use serviceAccount or bearer");
  }
  if (protocol === "https:" || isLoopback(hostname)) return;
  if (sendsKey || [...headers.keys()].some(isSecretName)) {
    warnOnce("unencrypted-credentials", "baseUrl", `credentials are sent unencrypted to ${host}; use https://`);
  }
}

/** Turns a complete response into the result of the call. @throws {ApiError} or {ResponseError} */
function resultOf(call: HttpCall, { response, text }: ReadBody): WireResponse {
  const { client, wire, scope, request, redact, attempts } = call;
  const { status, headers, ok } = response;
  const isGone = status === 404 && wire.method === "DELETE" && call.retries > 0;
  if (!ok && !isGone) {
    const isAnonymous = client.auth === undefined && call.headers.authorization === undefined;
    const loginHint = isAnonymous ? 'the client has no "auth"' : undefined;
    throw toApiError(response, text, { ...client, request, attempts, redact, loginHint });
  }
  const body = text === "" || isGone ? undefined : parse(call, response, text);
  if (scope.onResponse !== undefined) {
    const requestId = requestIdOf(headers, client.requestIdHeaders, redact);
    const info = { status, headers: redact.headers(headers), requestId, request, attempts };
    callIds.set(info, scope.callId);
    notify(scope.onResponse, info);
  }
  return { status, callId: scope.callId, methodName: wire.name, request, redact: redact.json, body };
}

function parse(call: HttpCall, { status, headers }: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const type = clip(call.redact.text(headers.get("content-type") ?? "none"));
    const message = `the body is not JSON (content type ${type}); check "baseUrl"`;
    throw unusable(call, "invalid_response", status, message, call.redact.text(text));
  }
}

/** Creates the error of an attempt without a complete response. */
function incomplete(call: HttpCall, error: unknown): unknown {
  if (error instanceof RequestError) return error;
  if (error instanceof BodyTooLarge) {
    const message = `the body is larger than ${call.client.maxResponseBytes} bytes ("maxResponseBytes")`;
    return unusable(call, "response_too_large", error.status, message, error.head);
  }
  return connectionFailure(error, call);
}

/** Creates the error of a response whose body cannot be used. */
function unusable(
  { request }: HttpCall,
  code: ResponseError["code"],
  status: number,
  message: string,
  body: string,
): ResponseError {
  return new ResponseError({ code, status, request, issues: [{ path: "", message, rule: "json-body" }], body });
}

/** Limits work by the timeout of an attempt and by the rest of the deadline. */
export function inTime<T>(call: HttpCall, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { client, scope, timeoutMs } = call;
  const leftMs = remainingMs(client.clock, scope.deadline);
  return bounded(work, {
    signal: scope.signal,
    timeoutMs: Math.min(leftMs, timeoutMs),
    timedOut: () => timedOut(call, leftMs < timeoutMs ? "deadline" : "timeout"),
  });
}

/** Creates the error of a call that exceeds a limit. */
export function timedOut(call: HttpCall, code: TimeoutError["code"]): TimeoutError {
  const { request, attempts, lastFailure: cause, scope, timeoutMs } = call;
  if (code === "deadline") return deadlineExceeded(scope.deadline, { request, attempts, cause });
  return new TimeoutError({ code, limitMs: timeoutMs, request, attempts, cause });
}

/** @throws {RequestError} If a `fetch` function returned something that is not a response. */
function assertResponse(response: unknown): void {
  // Other copies of the class are accepted.
  const { status, headers, body } = Object(response) as Partial<Response>;
  const isBody = body === null || typeof body?.getReader === "function";
  if (typeof status === "number" && typeof headers?.get === "function" && isBody) return;
  const message = `must return a Response, got ${kindOf(response)}`;
  throwIssue("fetch", { path: "fetch", message, rule: "fetch-response" });
}
