import { isTooDeep } from "../core/objects.js";
import { TokenError } from "../errors/gateway-errors.js";
import { type TokenClaims, textOf } from "./claims-and-headers.js";
import type { IssuerDefinition } from "./definitions.js";
import { isBase64Url } from "./issuer-keys.js";
import type { TokenFinder } from "./token-location.js";

/** A token that has been decoded, but not verified. */
export interface ReadToken {
  readonly token: string;
  readonly claims: TokenClaims;
}

/**
 * Chooses one token of a request for each of the named definitions: the first token from the definition's issuer in the
 * definition's locations. Each token before that one must have been chosen for another definition, because the backend
 * receives all of them.
 *
 * @throws {TokenError} If a definition has no matching token.
 */
export function chooseTokens(
  names: readonly string[],
  definitions: ReadonlyMap<string, IssuerDefinition>,
  find: TokenFinder,
  read: (token: string) => ReadToken | TokenError,
) {
  const chosen = names.map((name) => {
    const definition = definitions.get(name);
    const found = find(definition?.locations).map(read);
    const isOurs = (each: ReadToken | TokenError): each is ReadToken =>
      !(each instanceof TokenError) && definition !== undefined && each.claims.iss === definition.issuer;
    const ours = found.find(isOurs);
    if (ours === undefined) throw mismatch(found[0]);
    return { name, read: ours, before: found.slice(0, found.indexOf(ours)) };
  });
  const stray = chosen.flatMap(({ before }) => before).find((each) => chosen.every(({ read }) => read !== each));
  if (stray !== undefined) throw mismatch(stray);
  return chosen;
}

/** Returns the error for a token that matches no definition; `undefined` means that the request has no token. */
function mismatch(read: ReadToken | TokenError | undefined): TokenError {
  if (read === undefined) return new TokenError({ code: "token_missing" });
  if (read instanceof TokenError) return read;
  if (textOf(read.claims.iss) === null) return new TokenError({ code: "claim_missing", detail: "iss" });
  return new TokenError({ code: "issuer_unknown" });
}

const MAX_LENGTH = 65_536;

/** Creates the function that decodes tokens, once each; it returns an error instead of throwing it. */
export async function createTokenReader(algorithms: readonly string[]) {
  const { decodeJwt, decodeProtectedHeader } = await import("jose");
  const readToken = (token: string): ReadToken | TokenError => {
    const malformed = new TokenError({ code: "token_malformed" });
    if (token.length > MAX_LENGTH || !token.split(".", 2).every(isBase64Url)) return malformed;
    try {
      const { alg, kid = "", crit, b64 } = decodeProtectedHeader(token);
      // `crit` is rejected: no extension is supported (RFC 7515, 4.1.11). `b64` is not allowed in JWTs (RFC 7797, 7).
      if (typeof alg !== "string" || typeof kid !== "string" || crit !== undefined || b64 !== undefined)
        return malformed;
      const claims = decodeJwt(token);
      if (isTooDeep(claims)) return malformed;
      return algorithms.includes(alg) ? { token, claims } : new TokenError({ code: "algorithm_not_allowed" });
    } catch {
      return malformed;
    }
  };
  const known = new Map<string, ReadToken | TokenError>();
  return (token: string) => {
    const read = known.get(token) ?? readToken(token);
    known.set(token, read);
    return read;
  };
}
