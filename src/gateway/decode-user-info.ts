import { formatPath } from "../core/issue-path.js";
import { isObject } from "../core/objects.js";
import {
  isNonNegative,
  isString,
  must,
  type OptionChecks,
  oneOf,
  schemaOption,
  strictOptions,
} from "../core/options.js";
import { type SchemaOutput, type StandardSchema, validate } from "../core/schema/standard-schema.js";
import type { UserInfoErrorCode } from "../errors/error-code.js";
import { UserInfoError } from "../errors/gateway-errors.js";
import type { Issue } from "../errors/request-error.js";
import { audiencesOf, type TokenClaims, textOf } from "./claims.js";
import type { Generation } from "./user-info-header.js";
import type { UserInfoBy } from "./user-info-types.js";

/** Options of {@link decodeUserInfo}. */
export interface DecodeUserInfoOptions<
  S extends StandardSchema = StandardSchema<TokenClaims>,
  G extends Generation | "auto" = Generation | "auto",
> {
  /**
   * Generation of the gateway that wrote the value. Default: `"auto"`. It detects the earlier generation by an object
   * without registered claims (`iss`, `sub`, `aud`, `exp`, `nbf`, `iat`, `jti`) that has `issuer` and `id`, or `claims`
   * with a registered claim, or only known fields of {@link UserInfoEnvelope}. Set the generation if you know it: a
   * token without registered claims can be mistaken for an envelope, and an envelope without any of these fields for a
   * token.
   */
  readonly generation?: G | undefined;
  /** Schema that validates and types the claims: zod, valibot, arktype or any other Standard Schema. Must be synchronous. */
  readonly claims?: S | undefined;
  /** Maximum length of the value, in bytes; checked before decoding. Default: 65 536. */
  readonly maxBytes?: number | undefined;
}

/**
 * Decodes the value of the header that API Gateway or Cloud Endpoints adds, of either generation.
 *
 * All variants of base64 are accepted: both alphabets, with and without padding. The value is not signed: see
 * {@link readUserInfo} for when it can be trusted.
 *
 * @param value - Value of the header.
 * @param options - `claims` validates and types the claims; `generation` and `maxBytes` restrict the value.
 * @returns The caller.
 * @throws {UserInfoError} If the value cannot be decoded (`too_large`, `invalid_base64`, `invalid_utf8`,
 * `invalid_json`, `invalid_shape`), or its claims do not match the schema (`invalid_claims`).
 * @throws {RequestError} If an option is invalid or unknown.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 */
export function decodeUserInfo<
  S extends StandardSchema = StandardSchema<TokenClaims>,
  const G extends Generation | "auto" = Generation | "auto",
>(value: string, options: DecodeUserInfoOptions<S, G> = {}): UserInfoBy<SchemaOutput<S>>[G] {
  strictOptions("decodeUserInfo", options, decodeChecks());
  return decode(value, options);
}

/** Returns the checks of the options of {@link decodeUserInfo}. */
export const decodeChecks = (): OptionChecks<keyof DecodeUserInfoOptions> => ({
  generation: oneOf("current", "earlier", "auto"),
  claims: schemaOption,
  maxBytes: must(isNonNegative, "a number of bytes"),
});

/** Decodes a value with options that have been checked. */
export function decode<S extends StandardSchema, G extends Generation | "auto">(
  value: string,
  options: DecodeUserInfoOptions<S, G>,
): UserInfoBy<SchemaOutput<S>>[G] {
  if (typeof value !== "string" || value === "") throw new UserInfoError({ code: "invalid_shape" });
  checkLength(value, options.maxBytes);
  const bytes = attempt("invalid_base64", () => decodeBase64(value));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const forwarded = assured(objectIn(attempt("invalid_utf8", () => decoder.decode(bytes))));
  const earlier = options.generation === "earlier" || (options.generation !== "current" && looksEarlier(forwarded));
  const payload = earlier ? (forwarded.claims ?? "") : forwarded;
  const claims = payload === "" ? {} : assured(objectIn(payload));
  const envelope = earlier ? forwarded : {};
  const listed = audiencesOf(envelope.audiences);
  const info = {
    generation: earlier ? "earlier" : "current",
    claims: options.claims === undefined ? claims : validateClaims(options.claims, claims),
    subject: textOf(envelope.id) ?? textOf(claims.sub),
    issuer: textOf(envelope.issuer) ?? textOf(claims.iss),
    audiences: listed.length > 0 ? listed : audiencesOf(claims.aud),
    email: textOf(envelope.email) ?? textOf(claims.email),
    ...(earlier ? { envelope } : {}),
  };
  // The generation was set by the option or was detected; the claims are the schema's output.
  return info as unknown as UserInfoBy<SchemaOutput<S>>[G];
}

type Json = Readonly<Record<string, unknown>>;

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
function looksEarlier(forwarded: Json): boolean {
  if (hasRegisteredClaim(forwarded)) return false;
  const { issuer, id, audiences, claims } = forwarded;
  const payload = objectIn(claims);
  return (
    (isString(issuer) && isString(id)) ||
    (isObject(payload) && hasRegisteredClaim(payload)) ||
    (Object.keys(forwarded).every((name) => fields.includes(name)) &&
      (isString(issuer ?? id) || isObject(payload) || Array.isArray(audiences)))
  );
}

function hasRegisteredClaim(object: Json): boolean {
  return registered.some((name) => Object.hasOwn(object, name));
}

/** Returns an object, or the object in JSON text; otherwise, the code of the error. */
function objectIn(value: unknown): Json | UserInfoErrorCode {
  let parsed = value;
  try {
    if (isString(value)) parsed = JSON.parse(value);
  } catch {
    return "invalid_json";
  }
  return isObject(parsed) ? parsed : "invalid_shape";
}

/** @throws {UserInfoError} If the result of {@link objectIn} is not an object. */
function assured(found: Json | UserInfoErrorCode): Json {
  if (isString(found)) throw new UserInfoError({ code: found });
  return found;
}

function validateClaims(schema: StandardSchema, claims: unknown): unknown {
  const result = validate(schema, claims);
  if (result instanceof Promise) {
    result.catch(() => {}); // a late rejection is ignored
    throw invalidClaims([{ path: "", message: '"claims" must be synchronous' }]);
  }
  if (result.issues === undefined) return result.value;
  throw invalidClaims(result.issues.map(({ message, path }) => ({ path: formatPath(path), message })));
}

function invalidClaims(problems: readonly Pick<Issue, "path" | "message">[]): UserInfoError {
  return new UserInfoError({ code: "invalid_claims", issues: problems.map((each) => ({ ...each, rule: "claims" })) });
}

/** @throws {UserInfoError} If a value is too long. */
export function checkLength(value: string, maxBytes = 65_536): void {
  if (!(value.length <= maxBytes)) throw new UserInfoError({ code: "too_large" });
}

/** Decodes base64 in either alphabet, with or without padding. @throws If it is invalid. */
function decodeBase64(value: string): Uint8Array {
  if (!/^(?:[A-Za-z0-9+/]*|[\w-]*)=*$/.test(value)) throw new Error();
  const binary = atob(value.replaceAll("-", "+").replaceAll("_", "/")); // checks the length and the padding
  const bytes = new Uint8Array(binary.length);
  // Several times as fast as Uint8Array.from with a callback.
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Runs work that throws on an invalid value. @throws {UserInfoError} */
function attempt<T>(code: UserInfoErrorCode, work: () => T): T {
  try {
    return work();
  } catch {
    throw new UserInfoError({ code });
  }
}
