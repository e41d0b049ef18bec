import { isTooDeep } from "../core/depth.js";
import { isObject } from "../core/is-object.js";
import { TokenError } from "../errors/token-error.js";
import { decodeBase64, isBase64Url } from "./base64.js";
import type { TokenClaims } from "./claims.js";

/** A token that has not been verified. */
export interface ReadToken {
  readonly alg: string;
  readonly kid: string | undefined;
  readonly claims: TokenClaims;
  /** The claims as JSON. */
  readonly payload: string;
}

const MAX_LENGTH = 65_536;
/** Decodes a token, except for its signature; returns the error instead of throwing it. */
export function readToken(token: string, algorithms: readonly string[]): ReadToken | TokenError {
  const malformed = new TokenError({ code: "token_malformed" });
  const parts = token.length > MAX_LENGTH ? [] : token.split(".", 4);
  if (parts.length !== 3) return malformed;
  const [header, body] = parts.slice(0, 2).map(decodeObject);
  if (header === undefined || body === undefined) return malformed;
  const { alg, kid, crit, b64 } = header.value;
  if (typeof alg !== "string" || (kid !== undefined && typeof kid !== "string")) return malformed;
  // No extension of RFC 7515, 4.1.11, is supported; RFC 7797, 7, does not allow b64 in tokens.
  if (crit !== undefined || b64 !== undefined) return malformed;
  if (!algorithms.includes(alg)) return new TokenError({ code: "algorithm_not_allowed" });
  return { alg, kid, claims: body.value, payload: body.text };
}

interface DecodedObject {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Decodes the JSON object in one part of a token; undefined if there is none. */
function decodeObject(part: string): DecodedObject | undefined {
  if (!isBase64Url(part)) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(decodeBase64(part));
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isTooDeep(value) ? { text, value } : undefined;
  } catch {
    return undefined;
  }
}
