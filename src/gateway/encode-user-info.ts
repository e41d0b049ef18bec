import { isRecord } from "../core/objects.js";
import { oneOf, strictOptions } from "../core/options.js";
import { UserInfoError } from "../errors/gateway-errors.js";
import { audiencesOf, type TokenClaims, textOf } from "./claims.js";
import type { Generation } from "./user-info-header.js";

/**
 * Encodes claims as a gateway forwards them, for tests of a backend.
 *
 * The current generation forwards the claims as unpadded base64url. The earlier generation forwards an envelope as padded
 * base64url. The envelope contains the claims as JSON text; if `aud` is a list, it is blank there, and the list is in
 * `audiences`.
 *
 * @param claims - Claims of the token.
 * @param options - `generation` is the gateway's generation. Default: `current`.
 * @returns The value of the header.
 * @throws {UserInfoError} `invalid_claims` if the claims are not an object that JSON can represent.
 * @throws {RequestError} If an option is invalid or unknown.
 */
export function encodeUserInfo(claims: TokenClaims, options: { generation?: Generation | undefined } = {}): string {
  strictOptions("encodeUserInfo", options, { generation: oneOf("current", "earlier") });
  if (!isRecord(claims)) throw invalidClaims("must be an object");
  if (options.generation !== "earlier") return encodeBase64Url(toJson(claims)).replaceAll("=", "");
  const { iss, sub, email, aud } = claims;
  const audiences = audiencesOf(aud);
  const envelope = {
    issuer: textOf(iss) ?? undefined,
    id: textOf(sub) ?? undefined,
    email: textOf(email) ?? undefined,
    audiences: audiences.length > 0 ? audiences : undefined,
    claims: toJson(Array.isArray(aud) ? { ...claims, aud: "" } : claims),
  };
  return encodeBase64Url(toJson(envelope));
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw invalidClaims("must be values that JSON can represent");
  }
}

function invalidClaims(message: string): UserInfoError {
  return new UserInfoError({ code: "invalid_claims", issues: [{ path: "", message, rule: "claims" }] });
}

/** Encodes a string's UTF-8 bytes as base64url, with padding. */
function encodeBase64Url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_");
}
