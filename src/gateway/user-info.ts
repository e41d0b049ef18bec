/**
 * Functions that read the caller in a backend behind API Gateway or Cloud Endpoints, without any dependency.
 *
 * @module
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 * @see {@link https://cloud.google.com/endpoints/docs/openapi/openapi-extensions | OpenAPI extensions} of Cloud Endpoints
 *
 * @example
 * import { readUserInfo } from "fourfold/gateway/user-info";
 *
 * const user = readUserInfo(request, { gateway: "api-gateway" });
 * console.log(user?.subject);
 */
import { formatPath } from "../core/issue-path.js";
import { isObject, isRecord } from "../core/objects.js";
import {
  both,
  checked,
  isHeaderName,
  isNonNegative,
  isString,
  must,
  type OptionCheck,
  type OptionChecks,
  oneOf,
  optionsOf,
  schemaOption,
  strictOptions,
} from "../core/options.js";
import { type SchemaOutput, type StandardSchema, validate } from "../core/schema/standard-schema.js";
import type { UserInfoErrorCode } from "../errors/error-code.js";
import { UserInfoError } from "../errors/gateway-errors.js";
import { type Naming, namingOption } from "../naming/naming.js";
import { audiencesOf, type TokenClaims, textOf } from "./claims.js";
import { assertHeaderSource, headerValues, type UserInfoSource } from "./request-headers.js";
import { type GatewayProduct, type Generation, gatewayOption, userInfoHeaders } from "./user-info-header.js";

export type { StandardSchema, StandardSchemaIssue, StandardSchemaResult } from "../core/schema/standard-schema.js";
export type { UserInfoErrorCode } from "../errors/error-code.js";
export { UserInfoError } from "../errors/gateway-errors.js";
export { isFourfoldError } from "../errors/is-fourfold-error.js";
export type { Issue } from "../errors/request-error.js";
export type { TokenClaims } from "./claims.js";
export type { HeadersLike, UserInfoSource } from "./request-headers.js";
export type { GatewayProduct, Generation } from "./user-info-header.js";

/** The properties of the caller that both generations forward. */
export interface UserInfoBase<Claims = TokenClaims> {
  /**
   * The claims of the token; `{}` if none were forwarded. With a schema, its output. Numbers are those of `JSON.parse`:
   * integers beyond 2^53 are rounded. In the earlier generation, `envelope.claims` has the original text.
   */
  readonly claims: Claims;
  /** Id of the caller; null if the gateway did not forward it. */
  readonly subject: string | null;
  /** Issuer of the token; null if the gateway did not forward it. */
  readonly issuer: string | null;
  /** Audiences of the token, always as a list; empty if the gateway did not forward any. */
  readonly audiences: string[];
  /** E-mail address of the caller; null if the token has none. */
  readonly email: string | null;
}

/** The caller as the current generation forwards it: only the payload of the token. */
export interface CurrentUserInfo<Claims = TokenClaims> extends UserInfoBase<Claims> {
  /** Discriminator of the union. */
  readonly generation: "current";
}

/** The caller as the earlier generation forwards it: an envelope that contains the payload of the token. */
export interface EarlierUserInfo<Claims = TokenClaims> extends UserInfoBase<Claims> {
  /** Discriminator of the union. */
  readonly generation: "earlier";
  /** The envelope as it was forwarded. */
  readonly envelope: UserInfoEnvelope;
}

/** The envelope that the earlier generation forwards. Empty fields are omitted. */
export interface UserInfoEnvelope {
  /** Issuer of the token. */
  readonly issuer?: string | undefined;
  /** Subject of the token. */
  readonly id?: string | undefined;
  /** E-mail address of the subject. */
  readonly email?: string | undefined;
  /** Audiences of the token. */
  readonly audiences?: readonly string[] | undefined;
  /** Project of the API key that the request also contained. */
  readonly consumer_id?: string | number | undefined;
  /** Payload of the token: JSON text, or an object. Very old gateways omit it. */
  readonly claims?: string | Readonly<Record<string, unknown>> | undefined;
  /** Unknown fields. */
  readonly [member: string]: unknown;
}

/** The caller. `generation` is that of the gateway that forwarded it. */
export type UserInfo<Claims = TokenClaims> = CurrentUserInfo<Claims> | EarlierUserInfo<Claims>;

/** The {@link UserInfo} that belongs to the option `generation`. */
export type UserInfoOf<G extends Generation | "auto", Claims = TokenClaims> = {
  current: CurrentUserInfo<Claims>;
  earlier: EarlierUserInfo<Claims>;
  auto: UserInfo<Claims>;
}[G];

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
 * Options of {@link readUserInfo}. Exactly one of `gateway`, `header` and `naming` is required, because which header is
 * trusted is a security decision.
 */
export type ReadUserInfoOptions<
  S extends StandardSchema = StandardSchema<TokenClaims>,
  G extends Generation | "auto" = Generation | "auto",
> = DecodeUserInfoOptions<S, G> &
  (
    | {
        /**
         * The gateway in front of your backend:
         *
         * - `api-gateway`: API Gateway, which sends `X-Apigateway-Api-Userinfo`
         * - `cloud-endpoints`: Cloud Endpoints with ESP or ESPv2, which send `X-Endpoint-API-UserInfo`
         */
        readonly gateway: GatewayProduct;
        /** Not allowed with `gateway`. */
        readonly header?: undefined;
        /** Not allowed with `gateway`. */
        readonly naming?: undefined;
      }
    | {
        /** Name of the header that your gateway sets, for any other gateway. */
        readonly header: string;
        /** Not allowed with `header`. */
        readonly gateway?: undefined;
        /** Not allowed with `header`. */
        readonly naming?: undefined;
      }
    | {
        /** `vendorNaming` of `fourfold/naming`. `googleNaming` is not allowed, because Google's gateways send different headers. */
        readonly naming: Naming & { readonly userInfoHeader: string };
        /** Not allowed with `naming`. */
        readonly gateway?: undefined;
        /** Not allowed with `naming`. */
        readonly header?: undefined;
      }
  );

/**
 * Reads the authenticated caller from the header that API Gateway or Cloud Endpoints sets; null if the header is absent
 * or empty, because the caller is not signed in.
 *
 * Trust the header only behind a gateway that sets exactly this header and removes the one that a client sent. The
 * value is not signed: if your backend can be reached without the gateway, or if the gateway uses another header,
 * anyone can send this one. Only the header of the option `gateway`, `header` or `naming` is read.
 *
 * @param source - A request, its `Headers`, or the headers of `node:http`.
 * @param options - `gateway`, `header` or `naming`, and the options of {@link decodeUserInfo}.
 * @returns The caller; null if the header is absent or empty.
 * @throws {UserInfoError} If the header occurs twice (`duplicate_header`), or for the reasons of
 * {@link decodeUserInfo}.
 * @throws {RequestError} If `source` is neither a request nor headers, if not exactly one of `gateway`, `header` and `naming`
 * is given, or if an option is invalid or unknown.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 *
 * @example
 * const user = readUserInfo(request, { gateway: "api-gateway" });
 * if (user === null) return new Response("Sign in first", { status: 401 });
 * return Response.json({ hello: user.subject });
 */
export function readUserInfo<
  S extends StandardSchema = StandardSchema<TokenClaims>,
  const G extends Generation | "auto" = Generation | "auto",
>(source: UserInfoSource, options: ReadUserInfoOptions<S, G>): UserInfoOf<G, SchemaOutput<S>> | null {
  strictOptions("readUserInfo", options, readCheck);
  assertHeaderSource("readUserInfo", source);
  const { gateway, header, naming } = options;
  const product = gateway as GatewayProduct; // exactly one of the three is given
  const values = headerValues(source, header ?? naming?.userInfoHeader ?? userInfoHeaders[product]);
  for (const value of values) checkLength(value, options.maxBytes);
  // Base64 contains no commas. A comma means that the runtime joined two headers.
  if (values.length > 1 || values[0]?.includes(",")) throw fail("duplicate_header");
  const value = values[0]?.trim();
  return value ? decode(value, options) : null;
}

/** Check of the options of `readUserInfo`. */
const readCheck: OptionCheck = (options = {}, path) => {
  const { gateway, header, naming } = Object(options) as Readonly<Record<string, unknown>>;
  const isOne = [gateway, header, naming].filter((each) => each !== undefined).length === 1;
  return [
    ...(isOne || !isObject(options) ? [] : [{ path, message: HEADER_CHOICE }]),
    ...optionsOf({
      ...decodeChecks(),
      gateway: gatewayOption,
      header: must(isHeaderName, "a header"),
      naming: both(namingOption, checked(noHeaderProblem)),
    })(options, path),
  ];
};

const PRODUCTS = 'gateway: "api-gateway" or gateway: "cloud-endpoints"';
const HEADER_CHOICE = `must have exactly one of "gateway", "header" and "naming", such as ${PRODUCTS}`;

function noHeaderProblem(naming: unknown): string | undefined {
  const { userInfoHeader } = naming as Naming; // checked before
  return userInfoHeader === undefined ? `does not determine the header; pass ${PRODUCTS} instead` : undefined;
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
>(value: string, options: DecodeUserInfoOptions<S, G> = {}): UserInfoOf<G, SchemaOutput<S>> {
  strictOptions("decodeUserInfo", options, decodeChecks());
  return decode(value, options);
}

const decodeChecks = (): OptionChecks<keyof DecodeUserInfoOptions> => ({
  generation: oneOf("current", "earlier", "auto"),
  claims: schemaOption,
  maxBytes: must(isNonNegative, "a number of bytes"),
});

function decode<S extends StandardSchema, G extends Generation | "auto">(
  value: string,
  options: DecodeUserInfoOptions<S, G>,
): UserInfoOf<G, SchemaOutput<S>> {
  if (typeof value !== "string" || value === "") throw fail("invalid_shape");
  checkLength(value, options.maxBytes);
  const bytes = attempt("invalid_base64", () => decodeBase64(value));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const forwarded = parseObject(attempt("invalid_utf8", () => decoder.decode(bytes)));
  const earlier = options.generation === "earlier" || (options.generation !== "current" && looksEarlier(forwarded));
  const claims = earlier ? claimsOf(forwarded) : forwarded;
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
  // The generation is that of the option or was detected, and the claims are the schema's output.
  return info as unknown as UserInfoOf<G, SchemaOutput<S>>;
}

/**
 * Encodes claims as a gateway forwards them, for tests of a backend.
 *
 * The current generation forwards the claims as unpadded base64url. The earlier one forwards an envelope as padded
 * base64url. The envelope contains the claims as JSON text; if `aud` is a list, it is blank there, and the list is in
 * `audiences`.
 *
 * @param claims - Claims of the token.
 * @param options - `generation` is that of the gateway. Default: `current`.
 * @returns The value of the header.
 * @throws {UserInfoError} `invalid_claims` if the claims are not an object that JSON can represent.
 * @throws {RequestError} If an option is invalid or unknown.
 */
export function encodeUserInfo(claims: TokenClaims, options: { generation?: Generation | undefined } = {}): string {
  strictOptions("encodeUserInfo", options, { generation: oneOf("current", "earlier") });
  if (!isRecord(claims)) throw fail("invalid_claims", "must be an object");
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
  const payload = payloadIn(claims);
  return (
    (isString(issuer) && isString(id)) ||
    (payload !== undefined && hasRegisteredClaim(payload)) ||
    (Object.keys(forwarded).every((name) => fields.includes(name)) &&
      (isString(issuer ?? id) || payload !== undefined || Array.isArray(audiences)))
  );
}

function hasRegisteredClaim(object: Json): boolean {
  return registered.some((name) => Object.hasOwn(object, name));
}

/** The payload in the field `claims` of an envelope: an object, or JSON text of one. */
function payloadIn(claims: unknown): Json | undefined {
  let payload = claims;
  try {
    payload = JSON.parse(claims as string); // throws if the value is an object, which is the payload itself
  } catch {}
  return isObject(payload) ? payload : undefined;
}

function claimsOf({ claims }: Json): Json {
  if (claims === undefined || claims === null || claims === "") return {};
  if (isString(claims)) return parseObject(claims);
  if (!isObject(claims)) throw fail("invalid_shape");
  return claims;
}

function validateClaims(schema: StandardSchema, claims: unknown): unknown {
  const result = validate(schema, claims);
  if (result instanceof Promise) {
    result.catch(() => {}); // a late rejection is ignored
    throw fail("invalid_claims", '"claims" must be synchronous');
  }
  if (result.issues === undefined) return result.value;
  const issues = result.issues.map(({ message, path }) => ({ path: formatPath(path), message, rule: "claims" }));
  throw new UserInfoError({ code: "invalid_claims", issues });
}

function checkLength(value: string, maxBytes = 65_536): void {
  if (!(value.length <= maxBytes)) throw fail("too_large");
}

/** Decodes base64 in either alphabet, with or without padding. @throws If it is invalid. */
function decodeBase64(value: string): Uint8Array {
  if (!/^(?:[A-Za-z0-9+/]*|[\w-]*)=*$/.test(value)) throw new Error();
  const binary = atob(value.replaceAll("-", "+").replaceAll("_", "/")); // checks the length and the padding
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Encodes a string's UTF-8 bytes as base64url, with padding. */
function encodeBase64Url(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_");
}

function parseObject(text: string): Json {
  const value: unknown = attempt("invalid_json", () => JSON.parse(text));
  if (!isObject(value)) throw fail("invalid_shape");
  return value;
}

function toJson(value: unknown): string {
  return attempt("invalid_claims", () => JSON.stringify(value), "must be values that JSON can represent");
}

/** Runs work that throws on an invalid value. @throws {UserInfoError} */
function attempt<T>(code: UserInfoErrorCode, work: () => T, problem?: string): T {
  try {
    return work();
  } catch {
    throw fail(code, problem);
  }
}

function fail(code: UserInfoErrorCode, problem?: string): UserInfoError {
  const issues = problem === undefined ? [] : [{ path: "", message: problem, rule: "claims" }];
  return new UserInfoError({ code, issues });
}
