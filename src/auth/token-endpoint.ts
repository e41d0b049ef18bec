import type { Clock } from "../core/clock.js";
import { attempt, BodyTooLarge, type RawAnswer } from "../core/http/attempt.js";
import { TimeUp } from "../core/http/bounded.js";
import { noAnswer } from "../core/http/connection-failure.js";
import { toApiError } from "../core/http/error-response.js";
import { createRedactor, type Redactor } from "../core/http/redact.js";
import { mayRepeat, type RetryPolicy, repeatDelay } from "../core/http/retry.js";
import { kindOf } from "../core/rules/describe.js";
import type { RequestSummary } from "../errors/request-summary.js";
import { ResponseError } from "../errors/response-error.js";
import { TimeoutError } from "../errors/timeout-error.js";

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const MAX_BYTES = 1_048_576;

/** Where assertions become tokens, and how it is asked. */
export interface TokenEndpoint {
  readonly url: URL;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Bound of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
}

/** A token as the endpoint issued it. */
export interface IssuedToken {
  readonly token: string;
  /** How long it is good for, in milliseconds; undefined when the endpoint does not say. */
  readonly lifetimeMs: number | undefined;
}

/**
 * Trades an assertion for an access token. What comes to nothing is tried again as a read is: the same assertion may be
 * sent twice.
 *
 * @throws {ApiError} when the endpoint refuses; `reason` is the error code of OAuth, such as `invalid_grant`.
 * @throws {NetworkError} or {TimeoutError} when no answer comes.
 * @throws {ResponseError} when the answer holds no token.
 */
export async function requestToken(assertion: string, endpoint: TokenEndpoint): Promise<IssuedToken> {
  const { clock, retry } = endpoint;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await exchange(assertion, endpoint, attempts);
    } catch (error) {
      const isWorthIt = attempts <= retry.limit && mayRepeat(error, true);
      const delayMs = isWorthIt ? repeatDelay(error, attempts - 1, retry) : undefined;
      if (delayMs === undefined) throw error;
      await clock.sleep(delayMs);
    }
  }
}

async function exchange(assertion: string, endpoint: TokenEndpoint, attempts: number): Promise<IssuedToken> {
  const { url, fetch, clock, timeoutMs } = endpoint;
  const request: RequestSummary = { method: "POST", path: url.pathname };
  const redact = createRedactor([assertion, url.search.slice(1)]);
  const answer = await attempt((signal) => fetch(formRequest(url, assertion, signal)), {
    signal: undefined,
    timeoutMs,
    maxBytes: MAX_BYTES,
  }).catch((error: unknown) => {
    throw failure(error, { request, attempts, timeoutMs, redact });
  });
  const { response, text } = answer;
  if (response.ok) return readToken(answer, request);
  const { status, statusText, headers } = response;
  throw toApiError({ status, statusText, headers, text }, { request, attempts, redact, clock });
}

function formRequest(url: URL, assertion: string, signal: AbortSignal): Request {
  return new Request(url, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion }),
    redirect: "manual",
    signal,
  });
}

/** What an attempt without a complete answer fails with. */
function failure(
  error: unknown,
  facts: { request: RequestSummary; attempts: number; timeoutMs: number; redact: Redactor },
): Error {
  const { request, attempts, timeoutMs, redact } = facts;
  if (error instanceof TimeUp) return new TimeoutError({ code: "timeout", limitMs: timeoutMs, request, attempts });
  if (error instanceof BodyTooLarge) {
    const issues = [{ path: "", message: `the body is larger than ${MAX_BYTES} bytes`, rule: "token-answer" }];
    return new ResponseError({ code: "response_too_large", status: error.status, request, issues, body: undefined });
  }
  return noAnswer(error, { request, attempts, redact });
}

function readToken({ response, text }: RawAnswer, request: RequestSummary): IssuedToken {
  const body = parseObject(text);
  const { access_token: token, expires_in: expiresIn } = body ?? {};
  if (typeof token === "string" && token.trim() !== "") {
    const lifetimeMs = Number(expiresIn ?? Number.NaN) * 1_000; // some endpoints write it as a string
    return { token: token.trim(), lifetimeMs: Number.isFinite(lifetimeMs) ? lifetimeMs : undefined };
  }
  const message =
    body === undefined ? "the body is no JSON object" : `must be a string that is not empty, got ${kindOf(token)}`;
  throw new ResponseError({
    code: "invalid_response",
    status: response.status,
    request,
    issues: [{ path: body === undefined ? "" : "access_token", message, rule: "token-answer" }],
    body: undefined, // it may hold tokens of another kind
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
