import { BodyTooLarge, fetchBody } from "../call/body.js";
import { type Clock, pause } from "../call/clock.js";
import { connectionFailure, parseBody, toApiError } from "../call/error-response.js";
import { DEFAULT_TIMEOUT_MS, type RetryPolicy } from "../call/options.js";
import { redactorOf } from "../call/redact.js";
import { nextDelay } from "../call/retry.js";
import { type RequestSummary, ResponseError, TimeoutError } from "../errors/call-errors.js";
import { kindOf } from "../values/describe.js";
import { isText } from "../values/options.js";

/** Lifetime of a token if the endpoint does not return one, in milliseconds. */
const DEFAULT_LIFETIME_MS = 3_600_000;

/** A token as the endpoint issued it. */
export interface IssuedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** Service-account options that token requests use. */
interface EndpointOptions {
  readonly tokenUrl: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
}

/**
 * Exchanges an assertion for an access token at a token endpoint. Failures are retried as for an idempotent request: an
 * assertion can be used twice. No error contains the assertion or the body of a successful response.
 */
export async function exchangeAssertion(
  assertion: string,
  options: EndpointOptions,
  signal: AbortSignal,
): Promise<IssuedToken> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await requestToken(assertion, options, attempts, signal);
    } catch (error) {
      const delayMs = nextDelay(error, { idempotent: true, attempts, retries: attempts - 1 }, options.retry);
      await pause(options.clock, delayMs, signal);
    }
  }
}

async function requestToken(
  assertion: string,
  { tokenUrl, fetch, timeoutMs = DEFAULT_TIMEOUT_MS, clock }: EndpointOptions,
  attempts: number,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const { pathname: path, search } = new URL(tokenUrl);
  const request = { method: "POST", path };
  const redact = redactorOf(search.slice(1), {}, [{ name: "assertion", value: assertion }]);
  const body = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  const init = { method: "POST", headers: { accept: "application/json" }, body };
  const timedOut = () => new TimeoutError({ code: "timeout", limitMs: timeoutMs, request, attempts });
  const { response, text } = await fetchBody(tokenUrl, init, {
    fetch,
    signal,
    timeoutMs,
    timedOut,
    mask: redact.text,
  }).catch((error: unknown) => {
    if (signal.aborted || error instanceof TimeoutError) throw error;
    if (!(error instanceof BodyTooLarge)) throw connectionFailure(error, { url: tokenUrl, request, attempts, redact });
    throw unusable("response_too_large", error.status, request, "", "the body is larger than 1 MiB");
  });
  if (response.ok) return readToken(text, response.status, request);
  throw toApiError(response, text, { request, attempts, redact, clock, requestIdHeaders: [] });
}

/** Reads the token of a successful response. @throws {ResponseError} If there is none. */
function readToken(text: string, status: number, request: RequestSummary): IssuedToken {
  const { access_token: token, expires_in: expiresIn } = Object(parseBody(text)) as Readonly<Record<string, unknown>>;
  if (isText(token)) {
    const lifetimeMs = Number(expiresIn ?? Number.NaN) * 1_000; // some endpoints send a string
    return { token: token.trim(), lifetimeMs: Number.isFinite(lifetimeMs) ? lifetimeMs : DEFAULT_LIFETIME_MS };
  }
  const message = `must be a non-empty string, got ${kindOf(token)}`;
  throw unusable("invalid_response", status, request, "access_token", message);
}

/** Creates the error of a successful response that cannot be used. It does not contain the body, which may have a token. */
function unusable(
  code: ResponseError["code"],
  status: number,
  request: RequestSummary,
  path: string,
  message: string,
): ResponseError {
  const issues = [{ path, message, rule: "token-response" }];
  return new ResponseError({ code, status, request, issues, body: undefined });
}
