import { isObject } from "../core/is-object.js";
import { isString } from "../core/rules/options.js";

const registered = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"];
const fields = ["issuer", "id", "email", "audiences", "consumer_id", "claims"];

/**
 * Whether a forwarded object is the envelope of the earlier generation. An envelope has no registered claim itself, unlike
 * every token that a gateway accepts, and one of these holds:
 *
 * - It has `issuer` and `id`.
 * - Its `claims` are an object or JSON text with a registered claim, even if it has unknown fields.
 * - It has only known fields of an envelope.
 */
export function looksEarlier(forwarded: Readonly<Record<string, unknown>>): boolean {
  if (hasRegisteredClaim(forwarded)) return false;
  const { issuer, id, audiences, claims } = forwarded;
  const payload = payloadIn(claims);
  return (
    (isString(issuer) && isString(id)) ||
    (payload !== undefined && hasRegisteredClaim(payload)) ||
    (Object.keys(forwarded).every((name) => fields.includes(name)) &&
      (isString(issuer ?? id) || payload !== undefined || Array.isArray(audiences)))
  );
}

function hasRegisteredClaim(object: Readonly<Record<string, unknown>>): boolean {
  return registered.some((name) => Object.hasOwn(object, name));
}

/** The payload in the field `claims` of an envelope: an object, or JSON text of one. */
function payloadIn(claims: unknown): Readonly<Record<string, unknown>> | undefined {
  let payload = claims;
  try {
    payload = JSON.parse(claims as string); // throws if the value is an object, which is the payload itself
  } catch {}
  return isObject(payload) ? payload : undefined;
}
