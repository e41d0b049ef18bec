import { importPKCS8, SignJWT } from "jose";
import type { Clock } from "../core/clock.js";
import { kindOf } from "../core/describe.js";
import { createKyTransport } from "../core/http/ky-transport.js";
import { DEFAULT_RETRY, mergeRetry } from "../core/http/retry.js";
import type { WireResponse } from "../core/http/transport.js";
import { ResponseError } from "../errors/call-errors.js";
import { throwIssue } from "../errors/request-error.js";
import { findPkcs8, SERVICE_ACCOUNT_RULE, type ServiceAccountOptions } from "./service-account-options.js";

const ASSERTION_SECONDS = 3_600;
const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const MAX_BYTES = 1_048_576;

/** A token as the endpoint issued it. */
export interface IssuedToken {
  readonly token: string;
  /** Lifetime in milliseconds; undefined if the response does not contain it. */
  readonly lifetimeMs: number | undefined;
}

/**
 * Gets one access token for a service account: exchanges an assertion for it. The options must be valid. This file is
 * imported only when a token is needed, because it imports jose and ky.
 *
 * Failures are retried as for an idempotent request: an assertion can be used twice. `signal` cancels the request.
 *
 * @throws {RequestError} If the private key cannot sign.
 * @throws {ApiError} If the endpoint responds with an error; `reason` is the OAuth error code, such as `invalid_grant`.
 * @throws {NetworkError} or {TimeoutError} If no complete response is received.
 * @throws {ResponseError} If the response has no token.
 */
export async function signIn(options: ServiceAccountOptions, clock: Clock, signal: AbortSignal): Promise<IssuedToken> {
  const { ky, fetch, timeoutMs, retry } = options;
  const assertion = await signAssertion(options, Math.floor(clock.now() / 1_000));
  const { origin, pathname, searchParams } = new URL(options.tokenUrl);
  const names = [...new Set(searchParams.keys())];
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
  const request = {
    name: "token",
    method: "POST",
    path: pathname,
    query: Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])),
    form: new URLSearchParams({ grant_type: GRANT_TYPE, assertion }),
    secrets: [assertion],
    idempotent: true,
  } as const;
  const response = await transport.send(request, { signal }).catch((error: unknown) => {
    // A successful response that cannot be used may contain tokens, so its body is not shown.
    throw error instanceof ResponseError ? new ResponseError({ ...error, body: undefined }) : error;
  });
  return readToken(response);
}

/** Signs an assertion (RFC 7523, section 3) with RS256. @throws {RequestError} If the private key cannot sign. */
async function signAssertion(options: ServiceAccountOptions, iat: number): Promise<string> {
  const { clientEmail, privateKey, privateKeyId, scopes, tokenUrl, subject, audience } = options;
  const claims = {
    iss: clientEmail,
    sub: subject ?? clientEmail,
    aud: audience ?? tokenUrl,
    scope: typeof scopes === "string" ? scopes : scopes.join(" "),
    iat,
    exp: iat + ASSERTION_SECONDS,
  };
  const header = { alg: "RS256", typ: "JWT", ...(privateKeyId === undefined ? {} : { kid: privateKeyId }) };
  try {
    const key = await importPKCS8(findPkcs8(privateKey) ?? "", "RS256");
    return await new SignJWT(claims).setProtectedHeader(header).sign(key);
  } catch {
    // No cause: the runtime's error message may contain parts of the key.
    const message = "cannot sign with RS256: it must be an RSA key of at least 2048 bits";
    throwIssue("serviceAccount", { path: "privateKey", message, rule: SERVICE_ACCOUNT_RULE });
  }
}

function readToken({ status, request, body }: WireResponse): IssuedToken {
  const isComposite = typeof body === "object" && body !== null;
  const { access_token: token, expires_in: expiresIn } = Object(body) as Readonly<Record<string, unknown>>;
  if (typeof token === "string" && token.trim() !== "") {
    const lifetimeMs = Number(expiresIn ?? Number.NaN) * 1_000; // some endpoints send a string
    return { token: token.trim(), lifetimeMs: Number.isFinite(lifetimeMs) ? lifetimeMs : undefined };
  }
  const issue = isComposite
    ? { path: "access_token", message: `must be a non-empty string, got ${kindOf(token)}`, rule: "token-response" }
    : { path: "", message: "the body is not a JSON object", rule: "token-response" };
  throw new ResponseError({ code: "invalid_response", status, request, issues: [issue], body: undefined });
}
