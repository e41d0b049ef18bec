import { messageOf } from "../errors/fourfold-error.js";
import { oneLine } from "../errors/message-text.js";
import { RequestError, throwIssue } from "../errors/request-error.js";
import { kindOf } from "../values/describe.js";
import { mergeHeaders } from "./call-options.js";

/** An access token as providers return it; `null` or `undefined` sends the request without a token. */
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

/** Whether a host name always refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Matches a token that begins with its scheme, as in a header, or is only a scheme. */
export const BEARER = /^\s*bearer(?:\s|$)/i;

/** Limits the time of a provider. */
type InTime = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** The credentials of a request: a token, if there is one, and the headers that are sent for it. */
export interface Credentials {
  readonly token?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Gets the credentials of a provider. `rejected` is the token of the request that received a 401. */
export async function credentialsOf(
  auth: AccessTokenProvider | RequestHeadersProvider,
  rejected: string | undefined,
  inTime: InTime,
): Promise<Credentials> {
  if ("getRequestHeaders" in auth) {
    const headers = await inTime(() => requestHeadersOf(auth));
    const token = headers.get("authorization")?.replace(BEARER, "").trim() || undefined;
    return credentials(token, headers.get("x-goog-user-project") ?? undefined);
  }
  if (rejected !== undefined) auth.forgetAccessToken?.(rejected);
  const token = tokenIn(await inTime(async (signal) => auth.getAccessToken({ signal })));
  if (token == null) return { headers: {} };
  if (typeof token !== "string" || BEARER.test(token)) {
    const message = `must return only the token, as a string or as { token }, got ${kindOf(token)}`;
    throwIssue("getAccessToken", { path: "auth", message, rule: "auth" });
  }
  // A token from a file often ends in a line break, which a header cannot contain.
  return credentials(token.trim() || undefined);
}

function credentials(token: string | undefined, project?: string): Credentials {
  if (token === undefined) return { headers: {} };
  return { token, headers: mergeHeaders({ authorization: `Bearer ${token}`, "x-goog-user-project": project }) };
}

/** @throws {RequestError} If the provider fails, with its error as the cause. */
async function requestHeadersOf(auth: RequestHeadersProvider): Promise<Headers> {
  try {
    return new Headers((await auth.getRequestHeaders()) as HeadersInit); // checked by Headers
  } catch (cause) {
    const issues = [{ path: "auth", message: `no credentials: ${oneLine(messageOf(cause), 500)}`, rule: "auth" }];
    throw new RequestError({ operation: "getRequestHeaders", issues, cause: withoutRequest(cause) });
  }
}

/** Returns an error, or a copy without the request that auth libraries add, because it contains credentials. */
function withoutRequest(error: unknown): unknown {
  if (!(error instanceof Error) || !("config" in error)) return error;
  const { name, message, code } = error as Error & { readonly code?: unknown };
  return Object.assign(new Error(message), { name, code });
}

/** The token of a provider's result. An object with other properties and no token is invalid and returned unchanged. */
function tokenIn(result: AccessToken): unknown {
  if (typeof result !== "object" || result === null) return result;
  return "token" in result || Object.keys(result).length === 0 ? result.token : result;
}

/** The key of a provider; undefined if it provides tokens. */
export function apiKeyOf(auth: Auth | undefined): string | undefined {
  return auth !== undefined && "getApiKey" in auth ? auth.getApiKey() : undefined;
}
