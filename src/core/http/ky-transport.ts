import ky from "ky";
import { ApiError } from "../../errors/api-error.js";
import { TimeoutError } from "../../errors/timeout-error.js";
import { VERSION } from "../version.js";
import { Attempt, HookFailure } from "./attempt.js";
import { accessTokenOf } from "./auth.js";
import { pause } from "./bounded.js";
import { resultOf } from "./call-result.js";
import { headerRecord, mergeHeaders } from "./headers.js";
import { type CallSettings, HttpCall, type TransportSettings } from "./http-call.js";
import { adaptKy, assertNoForcedRetry } from "./ky-instance.js";
import { retryDelay, shouldRetry } from "./retry.js";
import type { Transport, WireResponse } from "./transport.js";

/** Creates the {@link Transport} over HTTP: ky makes the attempts, this file retries them. */
export function createKyTransport(settings: TransportSettings): Transport {
  const adapted = adaptKy(settings.ky ?? ky);
  const { origin, pathname } = new URL(settings.baseUrl);
  const basePath = pathname.replace(/\/$/, "");
  const own = headerRecord(adapted.headers);
  const headers = mergeHeaders({ accept: "application/json", ...userAgent() }, own, settings.headers);
  const shared: CallSettings = { ...settings, ky: adapted, headers, origin, basePath };
  let prefix: string | undefined;
  let calls = 0;
  const newCallId = () => {
    prefix ??= Math.random().toString(36).slice(2, 8);
    calls += 1;
    return `${prefix}-${calls}`;
  };
  return {
    newCallId,
    send: async (request, options = {}) => send(new HttpCall(shared, request, options, options.callId ?? newCallId())),
  };
}

/**
 * Names the client. Some services compress responses only for a user agent that contains "gzip". Browsers send their
 * own: a different one would need the permission of the service (CORS).
 */
function userAgent(): Record<string, string> {
  const { userAgent = "" } = Object(globalThis.navigator) as { readonly userAgent?: string };
  return userAgent.startsWith("Mozilla/") ? {} : { "user-agent": `fourfold/${VERSION} (gzip)` };
}

/** Makes attempts until one succeeds or the call must not be retried. */
async function send(call: HttpCall): Promise<WireResponse> {
  try {
    call.signal?.throwIfAborted();
    await fetchToken(call);
    for (;;) {
      try {
        return await attempt(call);
      } catch (error) {
        if (!(await mayRetry(call, error))) throw error;
      }
    }
  } finally {
    call.end();
  }
}

async function attempt(call: HttpCall): Promise<WireResponse> {
  call.signal?.throwIfAborted();
  const limit = call.time.nextLimit;
  if (limit.ms <= 0) throw call.timedOut(limit.code);
  call.attempts += 1;
  const { replacement } = call;
  call.replacement = undefined;
  return resultOf(call, await new Attempt(call).run(replacement));
}

/** Waits until the next attempt is due; returns false if the call must not be retried. */
async function mayRetry(call: HttpCall, error: unknown): Promise<boolean> {
  call.signal?.throwIfAborted();
  if (error instanceof HookFailure) throw error.error;
  call.lastError = error;
  if (error instanceof ApiError && error.code === "unauthenticated") return refreshToken(call, error);
  const { clock } = call.settings;
  const { idempotent } = call.wire;
  if (call.retries >= call.policy.limit || !shouldRetry(error, idempotent, call.attempts, call.policy)) return false;
  const delayMs = retryDelay(error, call.retries, call.policy);
  if (delayMs === undefined) return false;
  if (delayMs >= call.time.remainingMs) throw call.timedOut("deadline");
  call.retries += 1;
  call.emitRetry(error, delayMs);
  call.options.onRetry?.(error);
  await pause(clock, delayMs, call.signal);
  return runRetryHooks(call, error);
}

/** Runs the `beforeRetry` hooks; returns false if one of them ends the call. */
async function runRetryHooks(call: HttpCall, error: unknown): Promise<boolean> {
  const { ky } = call.settings;
  const { hooks, stop, context } = ky;
  if (hooks.beforeRetry.length === 0) return true;
  const headers = call.requestHeaders;
  const init: RequestInit = { method: call.summary.method, headers, body: call.body ?? null, redirect: "manual" };
  const request = new Request(call.url, init);
  call.replacement = request;
  const state = { request, options: Object.freeze({ ...init, context }), error, retryCount: call.attempts };
  for (const hook of hooks.beforeRetry) {
    const result = await call.inTime(async () => hook(state));
    assertNoForcedRetry(ky, result);
    if (result === stop) return false;
    if (result instanceof Request || result instanceof Response) {
      call.replacement = result;
      break;
    }
  }
  return true;
}

/** Gets a new token from the provider after a 401; returns false if there is none. */
async function refreshToken(call: HttpCall, error: ApiError): Promise<boolean> {
  const rejected = call.token;
  const sent = call.secrets.last?.headers.get("authorization") ?? undefined;
  const isOurs = sent === (rejected === undefined ? undefined : `Bearer ${rejected}`);
  if (call.refreshed || !usesProvider(call) || !isOurs) return false;
  call.refreshed = true;
  try {
    await fetchToken(call, rejected);
  } catch (cause) {
    call.signal?.throwIfAborted();
    if (cause instanceof TimeoutError && cause.code === "deadline") throw cause;
    // The call rejects with the service's error; the error of the provider is its cause.
    Object.defineProperty(error, "cause", { value: call.redact.error(cause), configurable: true, writable: true });
    return false;
  }
  if (call.token === rejected || call.token === undefined) return false;
  call.emitRetry(error, 0);
  return runRetryHooks(call, error);
}

/** Gets the token of the next attempt. `rejected` is the token of a request that received a 401. */
async function fetchToken(call: HttpCall, rejected?: string): Promise<void> {
  if (!usesProvider(call)) return;
  const { auth } = call.settings;
  const fetchToken = (signal: AbortSignal) => accessTokenOf(auth, rejected, { signal });
  const token = await call.inTime(fetchToken, call.time.nextLimit);
  if (token !== undefined) {
    mergeHeaders({ authorization: `Bearer ${token}` });
    call.secrets.add(token);
  }
  call.token = token;
}

/** Whether a token is requested from the provider. An authorization header that the user set replaces it. */
function usesProvider({ settings: { auth }, headers }: HttpCall): boolean {
  return auth !== undefined && "getAccessToken" in auth && headers.authorization === undefined;
}
