import { isObject } from "../core/is-object.js";

const registered = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"];
const members = ["issuer", "id", "email", "audiences", "consumer_id", "claims"];

/**
 * Whether a forwarded object is the earlier generation's. That one's members are few and none of them is a registered
 * claim, while every token that a gateway lets through has some.
 */
export function looksEarlier(forwarded: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(forwarded);
  if (names.some((name) => registered.includes(name))) return false;
  const { issuer, id, audiences, claims } = forwarded;
  const hasIssuer = typeof issuer === "string";
  const hasId = typeof id === "string";
  if (hasIssuer && hasId) return true;
  const hasClaims = isObject(claims) || (typeof claims === "string" && /^\s*\{/.test(claims));
  return names.every((name) => members.includes(name)) && (hasIssuer || hasId || hasClaims || Array.isArray(audiences));
}
