import { isObject } from "../core/is-object.js";
import { TokenError } from "../errors/token-error.js";
import { decodeBase64 } from "./base64.js";
import type { TokenClaims } from "./claims.js";

/** A token that nobody has verified yet. */
export interface ReadToken {
  readonly alg: string;
  readonly kid: string | undefined;
  readonly claims: TokenClaims;
}

const MAX_LENGTH = 65_536;

/** Reads a token; returns the error instead of throwing it. */
export function readToken(token: string, algorithms: readonly string[]): ReadToken | TokenError {
  const malformed = new TokenError({ code: "token_malformed" });
  const parts = token.length > MAX_LENGTH ? [] : token.split(".");
  if (parts.length !== 3) return malformed;
  const [header, claims] = parts.map(objectIn);
  if (header === undefined || claims === undefined) return malformed;
  const { alg, kid } = header;
  if (typeof alg !== "string" || (kid !== undefined && typeof kid !== "string")) return malformed;
  return algorithms.includes(alg) ? { alg, kid, claims } : new TokenError({ code: "algorithm_not_allowed" });
}

/** The JSON object in one part of a token; undefined when there is none. */
function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(decodeBase64(part)));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
