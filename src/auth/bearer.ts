import type { AccessToken, AccessTokenProvider } from "../core/auth.js";

/**
 * Sends `Authorization: Bearer …`.
 *
 * A function is asked before every request, one flight at a time: requests that start while it is under way share its
 * answer. After a 401 it is asked once more, and the call is sent again if the token differs. Keep tokens in the
 * function if fetching one is dear.
 *
 * @example
 * const client = createClient({ baseUrl, auth: bearer(() => fetchToken()) });
 */
export function bearer(token: string | (() => AccessToken | Promise<AccessToken>)): AccessTokenProvider {
  if (typeof token === "string") return { getAccessToken: () => token };
  let flight: Promise<AccessToken> | undefined;
  return {
    getAccessToken: () => {
      flight ??= Promise.resolve()
        .then(token)
        .finally(() => {
          flight = undefined;
        });
      return flight;
    },
  };
}
