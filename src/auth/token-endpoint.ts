import type { Clock } from "../core/clock.js";
import { kindOf } from "../core/describe.js";
import { createKyTransport } from "../core/http/ky-transport.js";
import { DEFAULT_RETRY, mergeRetry } from "../core/http/retry.js";
import type { WireResponse } from "../core/http/transport.js";
import { isText } from "../core/options.js";
import { ResponseError } from "../errors/call-errors.js";
import type { TokenRequestOptions } from "./service-account-options.js";

const MAX_BYTES = 1_048_576;

/** A token as the endpoint issued it. */
export interface IssuedToken {
  readonly token: string;
  /** Lifetime in milliseconds; undefined if the response does not contain it. */
  readonly lifetimeMs: number | undefined;
}

/** Options of requests for tokens, with the clock. */
export type TokenOptions = Omit<TokenRequestOptions, "clock"> & { readonly clock: Clock };

/**
 * Exchanges an assertion for an access token at a token endpoint. Failures are retried as for an idempotent request: an
 * assertion can be used twice. No error shows it, or the body of a successful response.
 *
 * @throws {ApiError} If the endpoint responds with an error; `reason` is the OAuth error code, such as `invalid_grant`.
 * @throws {NetworkError} or {TimeoutError} If no complete response is received.
 * @throws {ResponseError} If the response has no token.
 */
export async function exchangeAssertion(
  tokenUrl: string,
  assertion: string,
  { ky, fetch, timeoutMs, retry, clock }: TokenOptions,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const { origin, pathname: path, searchParams } = new URL(tokenUrl);
  const names = [...new Set(searchParams.keys())];
  const query = Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)]));
  const transport = createKyTransport({
    baseUrl: origin,
    ky,
    fetch,
    timeoutMs,
    retry: mergeRetry(DEFAULT_RETRY, retry),
    maxResponseBytes: MAX_BYTES,
    requestIdHeaders: [],
    clock,
  });
  const form = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  const request = { name: "token", method: "POST", path, query, form, secrets: [assertion], idempotent: true } as const;
  const response = await transport.send(request, { signal }).catch((error: unknown) => {
    throw error instanceof ResponseError ? new ResponseError({ ...error, body: undefined }) : error;
  });
  return readToken(response);
}

/** Reads the token of a response. @throws {ResponseError} If there is none. */
function readToken({ status, request, body }: WireResponse): IssuedToken {
  const { access_token: token, expires_in: expiresIn } = Object(body) as Readonly<Record<string, unknown>>;
  if (isText(token)) {
    const lifetimeMs = Number(expiresIn ?? Number.NaN) * 1_000; // some endpoints send a string
    return { token: token.trim(), lifetimeMs: Number.isFinite(lifetimeMs) ? lifetimeMs : undefined };
  }
  const issue =
    typeof body === "object" && body !== null
      ? { path: "access_token", message: `must be a non-empty string, got ${kindOf(token)}`, rule: "token-response" }
      : { path: "", message: "the body is not a JSON object", rule: "token-response" };
  throw new ResponseError({ code: "invalid_response", status, request, issues: [issue], body: undefined });
}
