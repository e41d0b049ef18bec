import { importPKCS8, SignJWT } from "jose";
import { throwIssue } from "../errors/request-error.js";
import { findPkcs8, SERVICE_ACCOUNT_RULE, type ServiceAccountOptions } from "./service-account-options.js";
import { exchangeAssertion, type IssuedToken, type TokenOptions } from "./token-endpoint.js";

const ASSERTION_SECONDS = 3_600;

/**
 * Gets one access token for a service account: exchanges an assertion for it. The options must be valid. This file is
 * imported only when a token is needed, because it imports jose and ky. `signal` cancels the request.
 *
 * @throws {RequestError} If the private key cannot sign.
 * @throws {ApiError} If the endpoint responds with an error; `reason` is the OAuth error code, such as `invalid_grant`.
 * @throws {NetworkError} or {TimeoutError} If no complete response is received.
 * @throws {ResponseError} If the response has no token.
 */
export async function signIn(options: ServiceAccountOptions & TokenOptions, signal: AbortSignal): Promise<IssuedToken> {
  const assertion = await signAssertion(options, Math.floor(options.clock.now() / 1_000));
  return exchangeAssertion(options.tokenUrl, assertion, options, signal);
}

/** Signs an assertion (RFC 7523, section 3) with RS256. @throws {RequestError} If the private key cannot sign. */
async function signAssertion(options: ServiceAccountOptions, iat: number): Promise<string> {
  const { clientEmail, privateKey, privateKeyId, scopes, tokenUrl, subject, audience } = options;
  const claims = {
    iss: clientEmail,
    sub: subject ?? clientEmail,
    aud: audience ?? tokenUrl,
    scope: [scopes].flat().join(" "),
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
