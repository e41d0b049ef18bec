import { assertNoIssues } from "../errors/request-error.js";
import type { Naming } from "../naming/naming.js";
import { kindOf, kindWithRemedy } from "../values/describe.js";
import { isSame, withoutUndefined } from "../values/objects.js";
import {
  both,
  isHeaderName,
  isString,
  must,
  oneOf,
  optionIssues,
  required,
  strictOptions,
  withRule,
} from "../values/options.js";
import {
  assertHeaderSource,
  type Generation,
  hasHeaders,
  headerValues,
  textOf,
  type UserInfoSource,
} from "./claims-and-headers.js";

/** Location of a token in a request: a header, with or without a prefix, or a query parameter. */
export type TokenLocation =
  | {
      /** Name of the header. */
      readonly header: string;
      /** Prefix of the token, such as `"Bearer "`. A header without the prefix contains no token. Default: no prefix. */
      readonly valuePrefix?: string | undefined;
    }
  | {
      /** Name of the query parameter. */
      readonly query: string;
    };

/** Options of {@link findAccessToken}. */
export interface FindAccessTokenOptions {
  /**
   * The only locations to search, in order. Default: the Authorization header, then the header `X-Goog-Iap-Jwt-Assertion`, then
   * the parameter `access_token`.
   */
  readonly locations?: readonly TokenLocation[] | undefined;
}

/** Options of {@link withAccessToken}. */
export interface WithAccessTokenOptions {
  /**
   * Location of the token. Use `"query"` only if you cannot set headers, because URLs appear in logs and in the browser's
   * history. Default: `"header"`.
   */
  readonly in?: "header" | "query" | undefined;
}

const PARAMETER = "access_token";

// The value is not shown, because it is a credential.
const TOKEN = must(
  (value) => isString(value) && /^[\x21-\x7e]+$/.test(value) && !/^(?:bearer|basic)$/i.test(value),
  'a token without spaces or a scheme such as "Bearer"',
  (value) => (value === "" ? "an empty string" : kindOf(value)),
);

const REQUEST = required(
  both(
    must((value) => value instanceof Request, "a Request", kindWithRemedy),
    must(
      (value) => !(value as Request).bodyUsed && !(value as Request).body?.locked, // a Request, checked above
      "a Request whose body has not been read",
      () => "one that was read; pass a clone",
    ),
  ),
);

/**
 * Returns a new request with an access token for API Gateway or Cloud Endpoints. The new request takes over the body of
 * the given one.
 *
 * @param request - The request. It is not changed.
 * @param token - The token alone, without a scheme such as `Bearer`.
 * @param options - `in` selects the `Authorization` header or the query. Default: the header.
 * @returns A new request with the token.
 * @throws {RequestError} If `request` is not a `Request`, the token is empty or has a scheme, or an option is invalid or
 * unknown.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 *
 * @example
 * const response = await fetch(withAccessToken(new Request("https://api.example/echo"), token));
 */
export function withAccessToken(request: Request, token: string, options: WithAccessTokenOptions = {}): Request {
  assertNoIssues("withAccessToken", [
    ...optionIssues(REQUEST, request, "token-bearer", "request"),
    ...optionIssues(required(TOKEN), token, "token-form", "token"),
    ...optionIssues({ in: oneOf("header", "query") }, options, "option"),
  ]);
  if (options.in === "query") {
    const url = new URL(request.url);
    url.searchParams.set(PARAMETER, token);
    return new Request(url, request);
  }
  const headers = new Headers(request.headers);
  headers.set("authorization", `Bearer ${token}`);
  return new Request(request, { headers });
}

/**
 * Finds the token of a request in the locations of API Gateway; undefined if there is none. If several locations have a token, API
 * Gateway accepts the request only if all of them are valid, as {@link createTokenVerifier} does.
 *
 * @param request - A request or its headers: of `fetch`, of `node:http`, of Express or Fastify.
 * @param options - `locations` are the locations of the token, in order. Default: the header `Authorization`, then the header
 * `X-Goog-Iap-Jwt-Assertion`, then the query parameter `access_token`.
 * @returns The token; undefined if there is none.
 * @throws {RequestError} If an option is invalid or unknown, or `request` is neither a request nor headers.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 */
export function findAccessToken(request: TokenBearer, options: FindAccessTokenOptions = {}): string | undefined {
  strictOptions("findAccessToken", options, FIND_OPTIONS);
  assertHeaderSource("findAccessToken", request);
  const { locations = CURRENT } = options;
  return readTokens(request, locations).find(({ token }) => token !== "")?.token;
}

const FIND_OPTIONS = {
  locations: withRule("location-form", must(areLocations, "a list of { header, valuePrefix } or { query }")),
};

/** Whether a value is a list of token locations. */
export function areLocations(value: unknown): value is readonly TokenLocation[] {
  const read = (each: unknown) => readLocation(each, "valuePrefix");
  return Array.isArray(value) && isSame(value.flatMap(read), value); // other properties are not read
}

/** Reads one token location, as in a document or an option; an empty list if it is invalid. */
export function readLocation(value: unknown, prefixKey: string): TokenLocation[] {
  const { header, query, [prefixKey]: prefix } = Object(value);
  if (header === undefined) return textOf(query) === null || prefix ? [] : [{ query }];
  const isValid = isHeaderName(header) && query === undefined && (prefix === undefined || isString(prefix));
  return isValid ? [withoutUndefined({ header, valuePrefix: prefix })] : [];
}

/**
 * A request, or its headers, as {@link readUserInfo} accepts them. A token in the query is found in requests with a
 * `url`.
 */
export type TokenBearer = UserInfoSource;

/** The form of a signed token. */
export const TOKEN_FORM = /^[\w-]+\.[\w-]+\.[\w-]*$/;

const PROXY: TokenLocation = { header: "X-Goog-Iap-Jwt-Assertion" };
const BEARER: TokenLocation = { header: "Authorization", valuePrefix: "Bearer " };
const QUERY: TokenLocation = { query: PARAMETER };
const CURRENT: readonly TokenLocation[] = [BEARER, PROXY, QUERY];

/** Returns the locations in which a gateway looks for tokens by default. The header of Google's proxies is Google's only. */
export function usualLocations(generation: Generation, naming: Naming): readonly TokenLocation[] {
  const locations = generation === "earlier" ? [PROXY, BEARER, { header: "Authorization" }, QUERY] : CURRENT;
  return locations.filter((each) => each !== PROXY || naming.name === "google");
}

/** Reads the tokens of a request at some locations; the empty string if there is none, with a hint if its prefix is missing. */
export function readTokens(request: TokenBearer, locations: readonly TokenLocation[]) {
  // In a record of headers, "url" is a header.
  const url = hasHeaders(request) && "url" in request && isString(request.url) ? request.url : "";
  const query = new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1]);
  return locations.map((location) => {
    if ("query" in location) return { token: query.get(location.query) ?? "" };
    const { header, valuePrefix = "" } = location;
    const value = headerValues(request, header).join(", ").trim();
    const start = value.indexOf(valuePrefix); // the gateway searches the whole value, case-sensitively
    if (start >= 0) return { token: value.slice(start + valuePrefix.length).trim() };
    return { token: "", hint: value && `put "${valuePrefix}" before the token in ${header}` };
  });
}
