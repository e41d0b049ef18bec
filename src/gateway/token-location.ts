/** A place where a token is read: a header, behind a prefix or bare, or a query parameter. */
export type TokenLocation =
  | {
      /** Name of the header. */
      readonly header: string;
      /** What stands before the token, such as `"Bearer "`; where it is missing, the header holds no token. Default: nothing. */
      readonly valuePrefix?: string | undefined;
    }
  | {
      /** Name of the query parameter. */
      readonly query: string;
    };

/** Options of {@link findAccessToken}. */
export interface FindAccessTokenOptions {
  /** The only places to look at, in order. Default: the Authorization header, then the parameter `access_token`. */
  readonly locations?: readonly TokenLocation[] | undefined;
}

/** Options of {@link withAccessToken}. */
export interface WithAccessTokenOptions {
  /**
   * Where the token goes. Default: `"header"`, which is recommended: addresses end up in logs and histories. `"query"` is
   * for clients that cannot set headers.
   */
  readonly in?: "header" | "query" | undefined;
}

const PARAMETER = "access_token";

/**
 * Makes a request that carries a token for the gateway; the given one stays as it is, but its body goes over.
 * Spec: gateway, Endpoints.
 *
 * @example
 * const response = await fetch(withAccessToken(new Request("https://api.example/echo"), token));
 */
export function withAccessToken(request: Request, token: string, options: WithAccessTokenOptions = {}): Request {
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
 * Finds the token of a request as the gateway does; undefined when there is none. Spec: gateway, Authentication 5 and 6.
 */
export function findAccessToken(request: TokenBearer, options: FindAccessTokenOptions = {}): string | undefined {
  return accessTokensOf(request, options.locations)[0];
}

/** A request, as far as a token is found in it. */
export interface TokenBearer {
  /** Address with its query. */
  readonly url: string;
  /** Its headers. */
  readonly headers: Headers;
}

/** Every token of a request, in the order of the places where it is read. */
export function accessTokensOf(request: TokenBearer, locations: readonly TokenLocation[] | undefined): string[] {
  const tokens = locations?.map((each) => tokenAt(request, each)) ?? [
    /^Bearer +(\S+)$/i.exec(request.headers.get("authorization")?.trim() ?? "")?.[1],
    tokenAt(request, { query: PARAMETER }),
  ];
  return tokens.filter((token) => token !== undefined);
}

function tokenAt({ url, headers }: TokenBearer, location: TokenLocation): string | undefined {
  if ("query" in location) return new URL(url, "http://localhost").searchParams.get(location.query) || undefined;
  const value = headers.get(location.header);
  const prefix = location.valuePrefix ?? "";
  return value?.startsWith(prefix) ? value.slice(prefix.length).trim() || undefined : undefined;
}
