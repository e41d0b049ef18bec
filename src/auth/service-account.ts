import { throwIssue } from "../errors/request-error.js";
import { systemClock } from "../http/clock.js";
import {
  assertServiceAccountOptions,
  findPkcs8,
  SERVICE_ACCOUNT_RULE,
  type ServiceAccountOptions,
} from "./service-account-options.js";
import { type CachedTokens, cachedTokens } from "./token-cache.js";
import { exchangeAssertion } from "./token-endpoint.js";

/**
 * Creates a token provider for a service account. It exchanges an assertion, signed with the account's key, for an
 * access token, and caches the token until shortly before it expires (RFC 7523). Requires WebCrypto; jose is loaded
 * when the first token is requested.
 *
 * @param options - Email, private key, scopes and token endpoint of the account.
 * @returns A provider for the option `auth`.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 *
 * @example
 * const key = JSON.parse(process.env.SERVICE_ACCOUNT_KEY ?? ""); // a key file
 * const auth = serviceAccount({
 *   clientEmail: key.client_email,
 *   privateKey: key.private_key,
 *   tokenUrl: key.token_uri,
 *   scopes: ["https://www.googleapis.com/auth/bigquery"],
 * });
 * const client = createClient({ auth });
 */
export function serviceAccount(options: ServiceAccountOptions): CachedTokens {
  assertServiceAccountOptions(options);
  const { clock = systemClock } = options;
  return cachedTokens(clock, async (signal) => {
    const assertion = await signAssertion(options, Math.floor(clock.now() / 1_000));
    return exchangeAssertion(assertion, { ...options, clock }, signal);
  });
}

const ASSERTION_SECONDS = 3_600;

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
  const { importPKCS8, SignJWT } = await import("jose");
  try {
    const key = await importPKCS8(findPkcs8(privateKey) ?? "", "RS256");
    return await new SignJWT(claims).setProtectedHeader(header).sign(key);
  } catch {
    // No cause: the runtime's error message may contain parts of the key.
    const message = "cannot sign with RS256: it must be an RSA key of at least 2048 bits";
    throwIssue("serviceAccount", { path: "privateKey", message, rule: SERVICE_ACCOUNT_RULE });
  }
}
