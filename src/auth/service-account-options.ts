import { limitChecks } from "../http/call-options.js";
import { type Clock, clockOption } from "../http/clock.js";
import type { RetryOptions } from "../http/transport.js";
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
  /** E-mail address of the user to impersonate, if the account may impersonate users. Default: the account itself. */
  subject?: string | undefined;
  /** Audience of the assertion. Default: `tokenUrl`. */
  audience?: string | undefined;
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
export const SERVICE_ACCOUNT_RULE = "service-account";

/** @throws {RequestError} If options are invalid or unknown, with all issues. */
export function assertServiceAccountOptions(options: unknown): void {
  const checks: OptionChecks<keyof ServiceAccountOptions> = {
    clientEmail: required(nonEmptyString, ' ("client_email" in a key file)'),
    privateKey: required(privateKeyOption, ' ("private_key" in a key file)'),
    privateKeyId: nonEmptyString,
    scopes: required(must(areScopes, "a non-empty string or list of strings", kindOf)),
    tokenUrl: required(httpUrl, ' ("token_uri" in a key file)'),
    subject: nonEmptyString,
    audience: nonEmptyString,
    fetch: functionOption,
    clock: clockOption,
    timeoutMs: limitChecks.timeoutMs,
    retry: limitChecks.retry,
  };
  strictOptions("serviceAccount", options, required(optionsOf(checks)), SERVICE_ACCOUNT_RULE);
}

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
