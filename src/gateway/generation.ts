import { isObject } from "../core/is-object.js";

const registered = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"];
const fields = ["issuer", "id", "email", "audiences", "consumer_id", "claims"];

/**
 * Whether a forwarded object is the envelope of the earlier generation: it has no registered claim itself, while every
 * token that a gateway accepts has some, and
 *
 * - it has `issuer` and `id`, or
 * - its `claims` are an object or JSON text with a registered claim, whatever else the envelope has, or
 * - it has only known fields of an envelope.
 */
export function looksEarlier(forwarded: Readonly<Record<string, unknown>>): boolean {
  if (hasRegisteredClaim(forwarded)) return false;
  const { issuer, id, audiences, claims } = forwarded;
  const hasIssuer = typeof issuer === "string";
  const hasId = typeof id === "string";
  if (hasIssuer && hasId) return true;
  const payload = payloadIn(claims);
  if (payload !== undefined && hasRegisteredClaim(payload)) return true;
  const hasClaims = payload !== undefined || (typeof claims === "string" && /^\s*\{/.test(claims));
  return (
    Object.keys(forwarded).every((name) => fields.includes(name)) &&
    (hasIssuer || hasId || hasClaims || Array.isArray(audiences))
  );
}

function hasRegisteredClaim(object: Readonly<Record<string, unknown>>): boolean {
  return registered.some((name) => Object.hasOwn(object, name));
}

/** The payload in the field `claims` of an envelope: an object, or JSON text of one. */
function payloadIn(claims: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof claims !== "string") return isObject(claims) ? claims : undefined;
  try {
    const value: unknown = JSON.parse(claims);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
