import type { Clock } from "../core/clock.js";
import { createKyTransport } from "../core/http/ky-transport.js";
import type { RetryPolicy } from "../core/http/retry.js";
import type { KyInstance, WireResponse } from "../core/http/transport.js";
import { kindOf } from "../core/rules/describe.js";
import { ResponseError } from "../errors/response-error.js";

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const MAX_BYTES = 1_048_576;

/** Address of the token endpoint, and settings of requests to it. */
export interface TokenEndpoint {
  readonly url: URL;
  readonly ky: KyInstance | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly clock: Clock;
  /** Cancels the request. */
  readonly signal: AbortSignal;
  /** Maximum duration of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
}

/** A token as the endpoint issued it. */
export interface IssuedToken {
  readonly token: string;
  /** Lifetime in milliseconds; undefined if the response does not contain it. */
  readonly lifetimeMs: number | undefined;
}

/**
 * Exchanges an assertion for an access token. Failures are retried as for an idempotent request: an assertion can be
 * used twice.
 *
 * @throws {ApiError} If the endpoint responds with an error; `reason` is the OAuth error code, such as `invalid_grant`.
 * @throws {NetworkError} or {TimeoutError} If no complete response is received.
 * @throws {ResponseError} If the response has no token.
 */
export async function requestToken(assertion: string, endpoint: TokenEndpoint): Promise<IssuedToken> {
  const { url, ky, fetch, clock, signal, timeoutMs, retry } = endpoint;
  const transport = createKyTransport({
    baseUrl: url.origin,
    auth: undefined,
    ky,
    fetch,
    headers: {},
    timeoutMs,
    deadlineMs: undefined,
    retry,
    maxResponseBytes: MAX_BYTES,
    requestIdHeaders: [],
    clock,
    emit: undefined,
    eventBodies: false,
  });
  const request = {
    name: "token",
    method: "POST",
    path: url.pathname,
    query: queryOf(url),
    form: new URLSearchParams({ grant_type: GRANT_TYPE, assertion }),
    secrets: [assertion],
    idempotent: true,
  } as const;
  const response = await transport.send(request, { signal }).catch((error: unknown) => {
    throw error instanceof ResponseError ? withoutBody(error) : error;
  });
  return readToken(response);
}

function queryOf({ searchParams }: URL): Record<string, string[]> {
  return Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
}

/** A successful response that cannot be used may contain tokens, so its body is not shown. */
function withoutBody({ code, status, request, issues }: ResponseError): ResponseError {
  return new ResponseError({ code, status, request, issues, body: undefined });
}

function readToken({ status, request, body }: WireResponse): IssuedToken {
  const isObject = typeof body === "object" && body !== null;
  const { access_token: token, expires_in: expiresIn } = (isObject ? body : {}) as Readonly<Record<string, unknown>>;
  if (typeof token === "string" && token.trim() !== "") {
    const lifetimeMs = Number(expiresIn ?? Number.NaN) * 1_000; // some endpoints send a string
    return { token: token.trim(), lifetimeMs: Number.isFinite(lifetimeMs) ? lifetimeMs : undefined };
  }
  const message = isObject ? `must be a non-empty string, got ${kindOf(token)}` : "the body is not a JSON object";
  const issues = [{ path: isObject ? "access_token" : "", message, rule: "token-response" }];
  throw new ResponseError({ code: "invalid_response", status, request, issues, body: undefined });
}
