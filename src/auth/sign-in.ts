import type { Clock } from "../core/clock.js";
import { DEFAULT_RETRY, mergeRetry } from "../core/http/retry.js";
import { RequestError } from "../errors/request-error.js";
import { signAssertion } from "./assertion.js";
import { findPkcs8 } from "./private-key.js";
import { SERVICE_ACCOUNT_RULE, type ServiceAccountOptions } from "./service-account-options.js";
import { type IssuedToken, requestToken } from "./token-endpoint.js";

const ASSERTION_SECONDS = 3_600;
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Gets one access token for a service account. The options must be valid. This file is imported only when a token is
 * needed, because it imports jose and ky.
 *
 * @throws {RequestError} If the private key cannot sign. Also throws the errors of {@link requestToken}.
 */
export async function signIn(options: ServiceAccountOptions, clock: Clock, signal: AbortSignal): Promise<IssuedToken> {
  const { ky, fetch, timeoutMs = DEFAULT_TIMEOUT_MS, retry } = options;
  const assertion = await makeAssertion(options, Math.floor(clock.now() / 1_000));
  const url = new URL(options.tokenUrl);
  return requestToken(assertion, { url, ky, fetch, clock, signal, timeoutMs, retry: mergeRetry(DEFAULT_RETRY, retry) });
}

async function makeAssertion(options: ServiceAccountOptions, iat: number): Promise<string> {
  const { clientEmail, privateKey, privateKeyId, scopes, tokenUrl, subject, audience } = options;
  const claims = {
    iss: clientEmail,
    sub: subject ?? clientEmail,
    aud: audience ?? tokenUrl,
    scope: typeof scopes === "string" ? scopes : scopes.join(" "),
    iat,
    exp: iat + ASSERTION_SECONDS,
  };
  try {
    return await signAssertion(claims, { pkcs8: findPkcs8(privateKey) ?? "", id: privateKeyId });
  } catch {
    // No cause: the runtime's error message may contain parts of the key.
    const message = "cannot sign with RS256: it must be an RSA key of at least 2048 bits";
    throw new RequestError({
      operation: "serviceAccount",
      issues: [{ path: "privateKey", message, rule: SERVICE_ACCOUNT_RULE }],
    });
  }
}
