import { type AccessToken, type AccessTokenProvider, BEARER } from "../core/http/auth.js";
import { RequestError } from "../errors/request-error.js";

/**
 * Sends `Authorization: Bearer …`.
 *
 * A function is asked before every request, one flight at a time: requests that start while it is under way share its
 * answer. After a 401 it is asked once more, and the call is sent again if the token differs. Keep tokens in the
 * function if fetching one is dear.
 *
 * @throws {RequestError} when the token is neither a function nor a string, is empty, or begins with "Bearer ".
 *
 * @example
 * const client = createClient({ baseUrl, auth: bearer(() => fetchToken()) });
 */
export function bearer(token: string | (() => AccessToken | Promise<AccessToken>)): AccessTokenProvider {
  if (typeof token !== "function") return fixedToken(token);
  let flight: Promise<AccessToken> | undefined;
  return {
    getAccessToken: () => {
      if (flight !== undefined) return flight;
      const own = Promise.resolve()
        .then(token)
        .finally(() => {
          if (flight === own) flight = undefined;
        });
      flight = own;
      return own;
    },
    forgetPendingToken: () => {
      flight = undefined;
    },
  };
}

function fixedToken(token: string): AccessTokenProvider {
  if (typeof token === "string" && token.trim() !== "" && !BEARER.test(token)) return { getAccessToken: () => token };
  const message =
    'must be the token alone (a string that is not empty, without "Bearer ") or a function that returns it';
  throw new RequestError({ operation: "bearer", issues: [{ path: "token", message, rule: "bearer" }] });
}
