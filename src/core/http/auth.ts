import { messageOf } from "../../errors/fourfold-error.js";
import { RequestError, throwIssue } from "../../errors/request-error.js";
import { kindOf, oneLine } from "../describe.js";

/** An access token as providers return it; `null` or `undefined` sends the request without a token. */
export type AccessToken = string | null | undefined | { token?: string | null | undefined };

/** Provides access tokens. */
export interface AccessTokenProvider {
  /**
   * Returns the token to send. Called before every request, and once more after a 401.
   *
   * @returns The token, or a promise of it.
   */
  getAccessToken(): AccessToken | Promise<AccessToken>;
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

/** Options of `getAccessToken` of the providers of this package. */
export interface AccessTokenRequest {
  /** Stops waiting for the token. A token request that other callers also wait for is not aborted. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** A registered symbol, which is the same in all copies of this package. */
const TAKES_REQUEST = Symbol.for("fourfold.accessTokenRequest");

/** Marks a `getAccessToken` that accepts an {@link AccessTokenRequest}. Some libraries expect a callback instead. */
export function takesRequest<T>(
  getAccessToken: (request?: AccessTokenRequest) => T,
): (request?: AccessTokenRequest) => T {
  return Object.assign(getAccessToken, { [TAKES_REQUEST]: true });
}

/** Limits the time of a provider that returns a promise. */
type InTime = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** A token, undefined if there is none, and the project for quota and billing that is sent with it. */
interface Credentials {
  readonly token: string | undefined;
  readonly quotaProject?: string | undefined;
}

/** Gets the credentials of a provider. `rejected` is the token of the request that received a 401. */
export async function credentialsOf(
  auth: AccessTokenProvider | RequestHeadersProvider,
  rejected: string | undefined,
  inTime: InTime,
): Promise<Credentials> {
  if (!("getRequestHeaders" in auth)) return { token: await accessTokenOf(auth, rejected, inTime) };
  const promise = headersOf(auth);
  promise.catch(() => undefined); // not awaited if the provider itself aborted the call
  const headers = await inTime(() => promise);
  const token = headers.get("authorization")?.replace(BEARER, "").trim() || undefined;
  return { token, quotaProject: headers.get("x-goog-user-project") ?? undefined };
}

/** @throws {RequestError} If the provider fails, with its error as the cause. */
async function headersOf(auth: RequestHeadersProvider): Promise<Headers> {
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

async function accessTokenOf(
  auth: AccessTokenProvider,
  rejected: string | undefined,
  inTime: InTime,
): Promise<string | undefined> {
  if (rejected !== undefined) auth.forgetAccessToken?.(rejected);
  const get: (request?: AccessTokenRequest) => AccessToken | Promise<AccessToken> = auth.getAccessToken.bind(auth);
  const takesSignal = Object(auth.getAccessToken)[TAKES_REQUEST] === true;
  let given = takesSignal ? inTime(async (signal) => get({ signal })) : get();
  if (!takesSignal && typeof Object(given).then === "function") {
    const promise = Promise.resolve(given);
    promise.catch(() => undefined); // not awaited if the provider itself aborted the call
    given = inTime(() => promise);
  }
  const token = tokenIn(await given);
  if (token == null) return undefined;
  if (typeof token !== "string" || BEARER.test(token)) {
    const message = `must return only the token, as a string or as { token }, got ${kindOf(token)}`;
    throwIssue("getAccessToken", { path: "auth", message, rule: "auth" });
  }
  // A token from a file often ends in a line break, which a header cannot contain.
  return token.trim() || undefined;
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
