import { type Clock, clockOption, systemClock } from "../call/clock.js";
import { limitChecks, type RetryOptions } from "../call/options.js";
import { DEFAULT_RETRY, mergeRetry } from "../call/retry.js";
import { throwIssue } from "../errors/request-error.js";
import { httpUrl } from "../values/addresses.js";
import { kindOf } from "../values/describe.js";
import {
  functionOption,
  isString,
  isText,
  must,
  nonEmptyString,
  type OptionChecks,
  optionsOf,
  required,
  strictOptions,
} from "../values/options.js";
import { type CachedTokens, cachedTokens } from "./token-cache.js";
import { exchangeAssertion } from "./token-endpoint.js";

/** Options of `serviceAccount`. */
export interface ServiceAccountOptions {
  /** Address of the account: `client_email` in a key file. */
  clientEmail: string;
  /**
   * The account's RSA key in PKCS#8 format: `private_key` in a key file. Line breaks may be escaped as `\n`, as is common in
   * environment variables. Never appears in errors.
   */
  privateKey: string;
  /** Id of the key, for the header of the assertion: `private_key_id` in a key file. Default: none. */
  privateKeyId?: string | undefined;
  /** Scopes of the tokens: https URLs, `openid`, `email` or `profile`; a string may contain several, separated by spaces. */
  scopes: string | readonly string[];
  /** URL of the token endpoint: `token_uri` in a key file. */
  tokenUrl: string;
  /** The fetch function. Default: `globalThis.fetch`, looked up at each call. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Clock for the times in assertions and for the expiry of tokens. Default: the system clock. */
  clock?: Clock | undefined;
  /** Maximum duration of one request for a token, in milliseconds. Default: 30 000. */
  timeoutMs?: number | undefined;
  /** Settings of retries of token requests; `false` disables retries. Default: as in clients. */
  retry?: false | RetryOptions | undefined;
}

/** Rule id of issues about service account options. */
const SERVICE_ACCOUNT_RULE = "service-account";

function areScopes(value: unknown): boolean {
  return [value].flat().length > 0 && [value].flat().every(isText);
}

const PKCS8 = /-----BEGIN PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END PRIVATE KEY-----/;

/**
 * Finds the PKCS#8 key in a string; undefined if there is none. Escaped line breaks (`\n`) are accepted, because environment
 * variables often contain the key in one line.
 */
export function findPkcs8(text: string): string | undefined {
  return PKCS8.exec(text.replaceAll(/\\[rn]/g, "\n"))?.[0];
}

const privateKeyOption = must(
  (value) => isString(value) && findPkcs8(value) !== undefined,
  'a complete private key in PKCS#8 ("-----BEGIN PRIVATE KEY-----"; convert others with "openssl pkcs8 -topk8 -nocrypt")',
  kindOf,
);

const CHECKS: OptionChecks<keyof ServiceAccountOptions> = {
  clientEmail: required(nonEmptyString, ' ("client_email" in a key file)'),
  privateKey: required(privateKeyOption, ' ("private_key" in a key file)'),
  privateKeyId: nonEmptyString,
  scopes: required(must(areScopes, "a non-empty string or list of strings", kindOf)),
  tokenUrl: required(httpUrl, ' ("token_uri" in a key file)'),
  fetch: functionOption,
  clock: clockOption,
  timeoutMs: limitChecks.timeoutMs,
  retry: limitChecks.retry,
};

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
  strictOptions("serviceAccount", options, required(optionsOf(CHECKS)), SERVICE_ACCOUNT_RULE);
  const { clock = systemClock } = options;
  const retry = mergeRetry(DEFAULT_RETRY, options.retry);
  return cachedTokens(clock, async (signal) => {
    const assertion = await signAssertion(options, Math.floor(clock.now() / 1_000));
    return exchangeAssertion(assertion, { ...options, clock, retry }, signal);
  });
}

const ASSERTION_SECONDS = 3_600;

/** Signs an assertion (RFC 7523, section 3) with RS256. @throws {RequestError} If the private key cannot sign. */
async function signAssertion(options: ServiceAccountOptions, iat: number): Promise<string> {
  const { clientEmail, privateKey, privateKeyId, scopes, tokenUrl } = options;
  const claims = {
    iss: clientEmail,
    sub: clientEmail,
    aud: tokenUrl,
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
