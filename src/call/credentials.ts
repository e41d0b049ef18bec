import { CredentialsError } from "../errors/call-errors.js";
import { hasCode, messageOf } from "../errors/fourfold-error.js";
import { oneLine } from "../errors/message-text.js";
import { locatedMessage } from "../errors/request-error.js";
import { kindOf } from "../values/describe.js";
import { isText } from "../values/options.js";
import { headerProblems, mergeHeaders } from "./options.js";
import { copyError, type Redactor } from "./redact.js";

/** An access token as providers return it; without a token, the call rejects with a `CredentialsError`. */
export type AccessToken = string | null | undefined | { token?: string | null | undefined };

/** Options of `getAccessToken`. */
export interface AccessTokenOptions {
  /** Stops waiting for the token. A token request that other callers also wait for is not aborted. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** Provides access tokens. */
export interface AccessTokenProvider {
  /**
   * Returns the token to send. Called before every request, and once more after a 401.
   *
   * @param options - `signal` is aborted when the request does not wait for the token any more.
   * @returns The token, or a promise of it.
   */
  getAccessToken(options?: AccessTokenOptions): AccessToken | Promise<AccessToken>;
  /**
   * Called with the token after a 401, before the next `getAccessToken`. A provider that caches tokens should drop this
   * token. If `getAccessToken` returns the same token again, the call fails.
   */
  forgetAccessToken?: ((token: string) => void) | undefined;
}

/** Provides headers of requests, as clients of auth libraries do. */
export interface RequestHeadersProvider {
  /**
   * Returns the headers, of which `authorization` and `x-goog-user-project` are sent. Called before every request, and once
   * more after a 401.
   *
   * @returns A promise of `Headers`, or of an object with a property for each header.
   */
  getRequestHeaders(): Promise<object>;
}

/** Sends an API key as the `key` query parameter. Created by `apiKey`. */
export interface ApiKeyProvider {
  /**
   * Returns the key to send.
   *
   * @returns The key.
   */
  getApiKey(): string;
}

/** Credentials of requests. */
export type Auth = AccessTokenProvider | RequestHeadersProvider | ApiKeyProvider;

/** Matches a token that begins with its scheme, as in a header, or is only a scheme. */
export const BEARER = /^\s*bearer(?:\s|$)/i;

/** Runs work with a time limit. */
type InTime = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** The token in headers of {@link credentialsOf}; empty if there is none. */
export function tokenIn({ authorization = "" }: Readonly<Record<string, string>>): string {
  return authorization.slice("Bearer ".length);
}

/**
 * Gets the credentials of a provider, as headers. `rejected` is the token of the request that received a 401.
 *
 * @throws {CredentialsError} If the provider fails or returns none, with its error as the cause, masked by `redact`.
 */
export async function credentialsOf(
  auth: AccessTokenProvider | RequestHeadersProvider,
  rejected: string | undefined,
  inTime: InTime,
  redact: Redactor,
): Promise<Record<string, string>> {
  return inTime(async (signal) => {
    try {
      if ("getRequestHeaders" in auth) return await requestHeadersOf(auth);
      if (rejected !== undefined) auth.forgetAccessToken?.(rejected);
      return credentials(tokenOf(await auth.getAccessToken({ signal }), "getAccessToken"), "getAccessToken");
    } catch (error) {
      throw unavailable(error, redact.text);
    }
  });
}

/** @throws {CredentialsError} If a header cannot have the value. */
function credentials(token: string, source: string, project?: string): Record<string, string> {
  const headers = { authorization: `Bearer ${token}`, "x-goog-user-project": project };
  const [problem] = headerProblems(headers);
  if (problem !== undefined) throw noCredentials(`${source} must return valid headers: ${locatedMessage(problem)}`);
  return mergeHeaders(headers);
}

/** @throws {CredentialsError} If the headers have no token, or are invalid. */
async function requestHeadersOf(auth: RequestHeadersProvider): Promise<Record<string, string>> {
  const given = await auth.getRequestHeaders();
  let headers: Headers;
  try {
    const entries = Symbol.iterator in given ? [...(given as Iterable<[string, unknown]>)] : Object.entries(given);
    // Headers would convert undefined and null to strings.
    headers = new Headers(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    // No cause: the runtime's error quotes the value.
    throw noCredentials("getRequestHeaders must return valid headers, got an invalid header name or value");
  }
  const token = headers.get("authorization")?.replace(BEARER, "").trim();
  if (token) return credentials(token, "getRequestHeaders", headers.get("x-goog-user-project") ?? undefined);
  throw noCredentials(
    'getRequestHeaders must return an "authorization"; omit "auth" to send requests without credentials',
  );
}

/**
 * Returns the token in the result of a provider, without a line break at its end, which tokens from files often have.
 *
 * @throws {CredentialsError} If there is none. `source` names the function.
 */
export function tokenOf(result: unknown, source: string): string {
  const token = typeof result === "string" ? result : (Object(result) as { readonly token?: unknown }).token;
  if (!isText(token)) {
    const kind = kindOfInvalid(token ?? result);
    throw noCredentials(`${source} must return an access token, as a string or as { token }, got ${kind}`);
  }
  if (BEARER.test(token)) throw noCredentials(`${source} must return an access token without "Bearer "`);
  return token.trim();
}

/** The key of a provider; undefined if it provides tokens. @throws {CredentialsError} If it has no key. */
export function apiKeyOf(auth: Auth | undefined): string | undefined {
  if (auth === undefined || !("getApiKey" in auth)) return undefined;
  try {
    const key: unknown = auth.getApiKey();
    if (isText(key)) return key;
    throw noCredentials(`getApiKey must return a non-empty string, got ${kindOfInvalid(key)}`);
  } catch (error) {
    throw unavailable(error);
  }
}

/** Kind of a value that is not a valid key. The value is not shown, because it may contain a credential. */
const kindOfInvalid = (value: unknown) => (typeof value === "string" ? "an empty string" : kindOf(value));

function noCredentials(text: string, cause?: unknown): CredentialsError {
  return new CredentialsError({ text: `auth: no credentials: ${text}`, cause });
}

/** Turns the error of a provider into a {@link CredentialsError}. */
function unavailable(error: unknown, mask = (text: string) => text): unknown {
  if (hasCode(error, "credentials_unavailable")) return error;
  const cause = hasCode(error) ? error : copyError(error, mask); // errors of this package are masked
  return noCredentials(oneLine(messageOf(cause), 500), cause);
}
