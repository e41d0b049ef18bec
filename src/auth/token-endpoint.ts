import type { Clock } from "../core/clock.js";
import { kindOf } from "../core/describe.js";
import { createKyTransport } from "../core/http/ky-transport.js";
import { DEFAULT_RETRY, mergeRetry } from "../core/http/retry.js";
import type { RetryPolicy, SendOptions, Transport, WireRequest, WireResponse } from "../core/http/transport.js";
import { isText } from "../core/options.js";
import { ResponseError } from "../errors/call-errors.js";
import type { TokenRequestOptions } from "./service-account-options.js";

const MAX_BYTES = 1_048_576;

/** A token as the endpoint issued it. */
export interface IssuedToken {
  readonly token: string;
  /** Lifetime in milliseconds; undefined if the response does not contain it. */
  readonly lifetimeMs: number | undefined;
  /** The refresh token that replaces the one in the request. */
  readonly refreshToken?: string | undefined;
}

/** Options of requests for tokens, with the clock. */
export type TokenOptions = Omit<TokenRequestOptions, "clock"> & { readonly clock: Clock };

/** Creates the transport to a server that issues tokens. `policy` overrides the retry policy of the options. */
export function tokenTransport(baseUrl: string, options: TokenOptions, policy: Partial<RetryPolicy> = {}): Transport {
  const { ky, fetch, timeoutMs, retry, clock } = options;
  return createKyTransport({
    baseUrl,
    ky,
    fetch,
    timeoutMs,
    retry: { ...mergeRetry(DEFAULT_RETRY, retry), ...policy },
    maxResponseBytes: MAX_BYTES,
    requestIdHeaders: [],
    clock,
  });
}

/**
 * Exchanges a grant for an access token at a token endpoint. Failures are retried as for an idempotent request: a grant can
 * be used twice. `secrets` are the values of the form that errors must not show.
 *
 * @throws {ApiError} If the endpoint responds with an error; `reason` is the OAuth error code, such as `invalid_grant`.
 * @throws {NetworkError} or {TimeoutError} If no complete response is received.
 * @throws {ResponseError} If the response has no token.
 */
export async function exchangeGrant(
  tokenUrl: string,
  grant: Readonly<Record<string, string>>,
  secrets: readonly string[],
  options: TokenOptions,
  signal: AbortSignal,
  more: Pick<WireRequest, "headers" | "hints"> = {},
): Promise<IssuedToken> {
  const form = new URLSearchParams(grant);
  return readToken(await sendTo(tokenUrl, { method: "POST", form, secrets, ...more }, options, signal));
}

/** Sends a request to a URL. Failures are retried. A successful response that cannot be used is not shown in the error. */
export function sendTo(
  url: string,
  request: Omit<WireRequest, "name" | "path" | "query" | "idempotent">,
  options: TokenOptions,
  signal: AbortSignal,
): Promise<WireResponse> {
  const { origin, pathname: path, searchParams } = new URL(url);
  const names = [...new Set(searchParams.keys())];
  const query = Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)]));
  const wire = { name: "token", path, query, idempotent: true, ...request };
  return sendForToken(tokenTransport(origin, options), wire, { signal });
}

/** Sends a request whose successful response may contain a token, so that no error shows its body. */
export function sendForToken(transport: Transport, request: WireRequest, options: SendOptions): Promise<WireResponse> {
  return transport.send(request, options).catch((error: unknown) => {
    throw error instanceof ResponseError ? new ResponseError({ ...error, body: undefined }) : error;
  });
}

/** Reads the token of a response. `name` is the name of its field. @throws {ResponseError} If there is none. */
export function readToken({ status, request, body }: WireResponse, name = "access_token"): IssuedToken {
  const isComposite = typeof body === "object" && body !== null;
  const { [name]: token, expires_in: expiresIn, refresh_token } = Object(body) as Readonly<Record<string, unknown>>;
  if (isText(token)) {
    const lifetimeMs = Number(expiresIn ?? Number.NaN) * 1_000; // some endpoints send a string
    return {
      token: token.trim(),
      lifetimeMs: Number.isFinite(lifetimeMs) ? lifetimeMs : undefined,
      refreshToken: isText(refresh_token) ? refresh_token : undefined,
    };
  }
  const issue = isComposite
    ? { path: name, message: `must be a non-empty string, got ${kindOf(token)}`, rule: "token-response" }
    : { path: "", message: "the body is not a JSON object", rule: "token-response" };
  throw new ResponseError({ code: "invalid_response", status, request, issues: [issue], body: undefined });
}

/** Formats scopes for a request. */
export function formatScopes(scopes: string | readonly string[]): string {
  return typeof scopes === "string" ? scopes : scopes.join(" ");
}
