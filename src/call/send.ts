import type { ApiError } from "../errors/call-errors.js";
import type { ErrorCode } from "../errors/error-code.js";
import { hasCode } from "../errors/fourfold-error.js";
import { VERSION } from "../version.js";
import { attempt, inTime, timedOut } from "./attempt.js";
import { pause, remainingMs } from "./clock.js";
import { type Credentials, credentialsOf } from "./credentials.js";
import { mergeHeaders, type Send, type WireResponse } from "./options.js";
import { eventFacts, type HttpCall, type HttpClient, newCall } from "./request.js";
import { DEFAULT_RETRY, mergeRetry, retryDelay, shouldRetry } from "./retry.js";

/** Creates the function that sends the requests of a client. */
export function createSend(settings: Omit<HttpClient, "warned">): Send {
  const headers = mergeHeaders({ accept: "application/json", ...userAgent() }, settings.headers);
  const client = { ...settings, headers, warned: new Set<string>() };
  return async (request, options, scope) => send(newCall(client, request, options, scope));
}

/**
 * Names the client. Some services compress responses only for a user agent that contains "gzip". Browsers send their own user
 * agent, because a different one would require the permission of the service (CORS).
 */
function userAgent(): Record<string, string> {
  const { userAgent = "" } = Object(globalThis.navigator) as { readonly userAgent?: string };
  return userAgent.startsWith("Mozilla/") ? {} : { "user-agent": `fourfold/${VERSION} (gzip)` };
}

/** Makes attempts until one succeeds or the call must not be retried. */
async function send(call: HttpCall): Promise<WireResponse> {
  const { client, options, scope } = call;
  const { signal } = options;
  signal?.throwIfAborted();
  let credentials = await newCredentials(call);
  let isRefreshed = false;
  for (;;) {
    signal?.throwIfAborted();
    if (remainingMs(client.clock, scope.deadline) <= 0) throw timedOut(call, "deadline");
    call.attempts += 1;
    try {
      return await attempt(call, credentials.headers);
    } catch (error) {
      signal?.throwIfAborted();
      call.lastFailure = error;
      if (!hasCode(error, "unauthenticated")) {
        await waitForRetry(call, error);
      } else {
        if (isRefreshed) throw error;
        isRefreshed = true;
        credentials = await freshCredentials(call, credentials, error as ApiError); // the code of an ApiError
      }
    }
  }
}

/** Waits until the next attempt is due. @throws The failure, if the call must not be retried. */
async function waitForRetry(call: HttpCall, failure: unknown): Promise<void> {
  const { client, wire, options, scope } = call;
  const afterRateLimit = hasCode(failure, "rate_limited") ? wire.afterRateLimit : undefined;
  const policy = mergeRetry(mergeRetry({ ...DEFAULT_RETRY, ...afterRateLimit }, client.retry), options.retry);
  const isRetried = call.retries < policy.limit && shouldRetry(failure, wire.idempotent, call.attempts, policy);
  const delayMs = isRetried ? retryDelay(failure, call.retries, policy) : undefined;
  if (delayMs === undefined) throw failure;
  if (delayMs >= remainingMs(client.clock, scope.deadline)) throw timedOut(call, "deadline");
  call.retries += 1;
  emitRetry(call, failure, delayMs);
  scope.onRetry?.(failure);
  await pause(client.clock, delayMs, options.signal);
}

function emitRetry(call: HttpCall, failure: unknown, delayMs: number): void {
  const { code, status } = failure as { code: ErrorCode; status?: number }; // only errors of this package are retried
  call.client.emit({ ...eventFacts(call, "retry"), code, status, delayMs: Math.round(delayMs) });
}

/** Gets the credentials of the next attempt. `rejected` is the token of a request that received a 401. */
async function newCredentials(call: HttpCall, rejected?: string): Promise<Credentials> {
  const { auth } = call.client;
  if (auth === undefined || "getApiKey" in auth || call.headers.authorization !== undefined) return { headers: {} };
  const credentials = await credentialsOf(auth, rejected, (work) => inTime(call, work), call.redact.error);
  if (credentials.token !== undefined) call.redact = call.redact.with({ name: "Bearer", value: credentials.token });
  return credentials;
}

/** Gets other credentials after a 401. @throws The 401, if there are none. */
async function freshCredentials(call: HttpCall, { token }: Credentials, failure: ApiError): Promise<Credentials> {
  let fresh: Credentials;
  try {
    fresh = await newCredentials(call, token);
  } catch (cause) {
    call.options.signal?.throwIfAborted();
    if (hasCode(cause, "deadline")) throw cause;
    // The call rejects with the service's error; the error of the provider is its cause.
    throw Object.defineProperty(failure, "cause", { value: cause, configurable: true, writable: true });
  }
  if (fresh.token === token || fresh.token === undefined) throw failure;
  emitRetry(call, failure, 0);
  return fresh;
}
