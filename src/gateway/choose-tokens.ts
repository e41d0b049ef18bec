import { base64url } from "jose";
import { isObject, isTooDeep } from "../core/objects.js";
import { TokenError } from "../errors/gateway-errors.js";
import { type TokenClaims, textOf } from "./claims.js";
import type { IssuerDefinition } from "./definitions.js";
import type { TokenFinder } from "./token-location.js";

/** A token that has been decoded, but not verified. */
export interface ReadToken {
  readonly token: string;
  readonly alg: string;
  readonly kid: string | undefined;
  readonly claims: TokenClaims;
  /** The claims as JSON. */
  readonly payload: string;
}

/** A token that was chosen for a definition, before its verification. */
export interface Candidate {
  /** Name of the definition. */
  readonly name: string;
  readonly read: ReadToken;
}

/**
 * Chooses one token of a request for each of the named definitions: the first token from the definition's issuer in the
 * definition's locations. Each token before that one must have been chosen for another definition, because the backend
 * receives all of them.
 *
 * @throws {TokenError} If a definition has no matching token.
 */
export type TokenChooser = (names: readonly string[]) => readonly Candidate[];

/** Creates the chooser for the tokens of one request. Each token is decoded once. */
export function createTokenChooser(
  find: TokenFinder,
  definitions: ReadonlyMap<string, IssuerDefinition>,
  algorithms: readonly string[],
): TokenChooser {
  const known = new Map<string, ReadToken | TokenError>();
  const readOnce = (token: string) => {
    const read = known.get(token) ?? readToken(token, algorithms);
    known.set(token, read);
    return read;
  };
  const choose = (name: string) => {
    const definition = definitions.get(name);
    const found = find(definition?.locations).map(readOnce);
    const isOurs = (read: ReadToken | TokenError): read is ReadToken =>
      !(read instanceof TokenError) && definition !== undefined && read.claims.iss === definition.issuer;
    const read = found.find(isOurs);
    if (read === undefined) throw mismatch(found[0]);
    return { name, read, before: found.slice(0, found.indexOf(read)) };
  };
  return (names) => {
    const chosen = names.map(choose);
    const stray = chosen.flatMap(({ before }) => before).find((each) => chosen.every(({ read }) => read !== each));
    if (stray !== undefined) throw mismatch(stray);
    return chosen;
  };
}

/** Returns the error for a token that matches no definition; `undefined` means that the request has no token. */
function mismatch(read: ReadToken | TokenError | undefined): TokenError {
  if (read === undefined) return new TokenError({ code: "token_missing" });
  if (read instanceof TokenError) return read;
  if (textOf(read.claims.iss) === null) return new TokenError({ code: "claim_missing", detail: "iss" });
  return new TokenError({ code: "issuer_unknown" });
}

const MAX_LENGTH = 65_536;

/** Decodes a token, except for its signature; returns the error instead of throwing it. */
function readToken(token: string, algorithms: readonly string[]): ReadToken | TokenError {
  const malformed = new TokenError({ code: "token_malformed" });
  const parts = token.length > MAX_LENGTH ? [] : token.split(".", 4);
  if (parts.length !== 3) return malformed;
  const [header, body] = parts.slice(0, 2).map(decodeObject);
  if (header === undefined || body === undefined) return malformed;
  const { alg, kid, crit, b64 } = header.value;
  if (typeof alg !== "string" || (kid !== undefined && typeof kid !== "string")) return malformed;
  // `crit` is rejected: no extension is supported (RFC 7515, 4.1.11). `b64` is not allowed in JWTs (RFC 7797, 7).
  if (crit !== undefined || b64 !== undefined) return malformed;
  if (!algorithms.includes(alg)) return new TokenError({ code: "algorithm_not_allowed" });
  return { token, alg, kid, claims: body.value, payload: body.text };
}

/** Decodes the JSON object in one part of a token; undefined if there is none. */
function decodeObject(part: string) {
  if (!isBase64Url(part)) return undefined;
  try {
    // jose's decodeJwt accepts invalid UTF-8 in its older versions.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(base64url.decode(part));
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isTooDeep(value) ? { text, value } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a string is base64url as in tokens (RFC 7515, 2): without padding, and without bits after the last byte. */
export function isBase64Url(text: string): boolean {
  return /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/.test(text);
}
