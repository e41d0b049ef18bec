import type { ApiError } from "../errors/call-errors.js";
import type { ErrorCode } from "../errors/error-code.js";
import { hasCode } from "../errors/fourfold-error.js";
import { throwIssue } from "../errors/request-error.js";
import { trimTrailingSlashes } from "../values/addresses.js";
import { VERSION } from "../version.js";
import { attempt, eventFacts, type HttpCall, type HttpClient, inTime, timedOut, warn } from "./attempt.js";
import { pause, remainingMs } from "./clock.js";
import { apiKeyOf, credentialsOf, tokenIn } from "./credentials.js";
import {
  type CallScope,
  DEFAULT_TIMEOUT_MS,
  mergeHeaders,
  type Query,
  type Send,
  type WireRequest,
  type WireResponse,
} from "./options.js";
import { redactorOf } from "./redact.js";
import { mergeRetry, nextDelay } from "./retry.js";

type HeaderValues = Readonly<Record<string, string>>;

/** Creates the function that sends the requests of a client. */
export function createSend(settings: Omit<HttpClient, "warned">): Send {
  const headers = mergeHeaders({ accept: "application/json", ...userAgent() }, settings.headers);
  const client = { ...settings, headers, warned: new Set<string>() };
  return async (request, scope) => {
    const call = newCall(client, request, scope);
    for (const issue of request.warnings ?? []) warn(call, issue);
    return attemptWithRetries(call);
  };
}

/**
 * Names the client. Some services compress responses only for a user agent that contains "gzip". Browsers send their own user
 * agent, because a different one would require the permission of the service (CORS).
 */
function userAgent(): Record<string, string> {
  const { userAgent = "" } = Object(globalThis.navigator) as { readonly userAgent?: string };
  return userAgent.startsWith("Mozilla/") ? {} : { "user-agent": `fourfold/${VERSION} (gzip)` };
}

/** Builds the request of a call, without the credentials of a provider. */
function newCall(client: HttpClient, wire: WireRequest, scope: CallScope): HttpCall {
  const body = wire.body === undefined ? undefined : JSON.stringify(wire.body);
  const content = body === undefined ? undefined : { "content-type": "application/json" };
  const given = { ...client.headers, ...mergeHeaders(scope.headers) };
  if (wire.ifMatch !== undefined && given["if-match"] !== undefined) {
    const message = 'is not allowed together with "ifMatch"';
    throwIssue(wire.name, { path: "headers.if-match", message, rule: "if-match" });
  }
  const headers: Readonly<Record<string, string>> = {
    ...content,
    ...given,
    ...mergeHeaders({ "if-match": wire.ifMatch }),
  };
  // An authorization header that the user set replaces the provider.
  const key = headers.authorization === undefined ? apiKeyOf(client.auth) : undefined;
  const query = formatQuery({ ...wire.query, ...scope.query, key });
  const { origin, pathname } = new URL(client.baseUrl);
  const path = trimTrailingSlashes(pathname) + wire.path;
  return {
    client,
    wire,
    scope,
    request: { method: wire.method, path },
    url: origin + path + query,
    body,
    headers,
    timeoutMs: scope.timeoutMs ?? client.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    redact: redactorOf(query.slice(1), headers),
    attempts: 0,
    retries: 0,
    lastFailure: undefined,
  };
}

/** Encodes query parameters in the given order, with a leading `?`; the empty string if there are none. */
export function formatQuery(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (entry !== undefined) params.append(name, String(entry));
    }
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** Makes attempts until one succeeds or the call must not be retried. */
async function attemptWithRetries(call: HttpCall): Promise<WireResponse> {
  const { client, scope } = call;
  const { signal } = scope;
  signal?.throwIfAborted();
  let credentials = await newCredentials(call);
  let isRefreshed = false;
  for (;;) {
    signal?.throwIfAborted();
    if (remainingMs(client.clock, scope.deadline) <= 0) throw timedOut(call, "deadline");
    call.attempts += 1;
    try {
      return await attempt(call, credentials);
    } catch (error) {
      signal?.throwIfAborted();
      call.lastFailure = error;
      if (!hasCode(error, "unauthenticated")) {
        await waitForRetry(call, error);
      } else {
        if (isRefreshed) throw error;
        isRefreshed = true;
        credentials = await freshCredentials(call, tokenIn(credentials), error as ApiError); // the code of an ApiError
      }
    }
  }
}

/** Waits until the next attempt is due. @throws The failure, if the call must not be retried. */
async function waitForRetry(call: HttpCall, failure: unknown): Promise<void> {
  const { client, wire, scope } = call;
  const isSmallQuota = wire.smallQuota && hasCode(failure, "rate_limited");
  const policy = mergeRetry(isSmallQuota ? client.smallQuotaRetry : client.retry, scope.retry);
  const delayMs = nextDelay(failure, { ...call, idempotent: wire.idempotent }, policy);
  if (delayMs >= remainingMs(client.clock, scope.deadline)) throw timedOut(call, "deadline");
  call.retries += 1;
  emitRetry(call, failure, delayMs);
  scope.onRetry?.(failure);
  await pause(client.clock, delayMs, scope.signal);
}

function emitRetry(call: HttpCall, failure: unknown, delayMs: number): void {
  const { code, status } = failure as { code: ErrorCode; status?: number }; // only errors of this package are retried
  call.client.emit({ ...eventFacts(call, "retry"), code, status, delayMs: Math.round(delayMs) });
}

/** Gets the credentials of the next attempt, as headers. `rejected` is the token of a request that received a 401. */
async function newCredentials(call: HttpCall, rejected?: string): Promise<HeaderValues> {
  const { auth } = call.client;
  if (auth === undefined || "getApiKey" in auth || call.headers.authorization !== undefined) return {};
  const credentials = await credentialsOf(auth, rejected, (work) => inTime(call, work), call.redact);
  call.redact = call.redact.with({ name: "Bearer", value: tokenIn(credentials) });
  return credentials;
}

/** Gets other credentials after a 401. @throws The 401, if there are none. */
async function freshCredentials(call: HttpCall, rejected: string, failure: ApiError): Promise<HeaderValues> {
  let fresh: HeaderValues;
  try {
    fresh = await newCredentials(call, rejected);
  } catch (cause) {
    call.scope.signal?.throwIfAborted();
    if (hasCode(cause, "deadline")) throw cause;
    // The call rejects with the service's error; the error of the provider is its cause.
    throw Object.defineProperty(failure, "cause", { value: cause, configurable: true, writable: true });
  }
  if (tokenIn(fresh) === rejected) throw failure;
  emitRetry(call, failure, 0);
  return fresh;
}
