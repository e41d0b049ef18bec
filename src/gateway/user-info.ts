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

import type { UserInfoErrorCode } from "../errors/error-code.js";
import { UserInfoError } from "../errors/gateway-errors.js";
import { type Issue, throwIssue } from "../errors/request-error.js";
import { isNaming, type Naming } from "../naming/naming.js";
import { type SchemaOutput, type StandardSchema, validate } from "../schema/standard-schema.js";
import { fromBase64, inUrlAlphabet, toBase64 } from "../values/base64.js";
import { kindOf } from "../values/describe.js";
import { formatPath } from "../values/issue-path.js";
import { isObject, isRecord } from "../values/objects.js";
import { isHeaderName, isNonNegative, must, oneOf, schemaOption, strictOptions } from "../values/options.js";
import {
  assertHeaderSource,
  audiencesOf,
  type GatewayProduct,
  type Generation,
  headerValues,
  type TokenClaims,
  textOf,
  type UserInfoSource,
  userInfoHeaders,
} from "./claims-and-headers.js";

export { UserInfoError } from "../errors/gateway-errors.js";
export { isFourfoldError } from "../errors/is-fourfold-error.js";
export type { Issue } from "../errors/request-error.js";
export type { StandardSchema } from "../schema/standard-schema.js";
export type { GatewayProduct, Generation, TokenClaims, UserInfoSource } from "./claims-and-headers.js";

/** The properties of the caller that both generations forward. */
interface UserInfoBase<Claims = TokenClaims> {
  /**
   * The claims of the token; `{}` if none were forwarded. With a schema, its output. Numbers are parsed as by `JSON.parse`,
   * so integers beyond 2^53 are rounded. In the earlier generation, `envelope.claims` has the original text.
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
  /** Generation of the gateway: distinguishes the types of the union. */
  readonly generation: "current";
}

/** The caller as the earlier generation forwards it: an envelope that contains the payload of the token. */
export interface EarlierUserInfo<Claims = TokenClaims> extends UserInfoBase<Claims> {
  /** Generation of the gateway: distinguishes the types of the union. */
  readonly generation: "earlier";
  /** The envelope as it was forwarded. */
  readonly envelope: UserInfoEnvelope;
}

/** The envelope that gateways of the earlier generation forward. Empty fields are omitted. */
export interface UserInfoEnvelope {
  /** Issuer of the token. */
  readonly issuer?: string | undefined;
  /** Subject of the token. */
  readonly id?: string | undefined;
  /** E-mail address of the subject. */
  readonly email?: string | undefined;
  /** Audiences of the token. */
  readonly audiences?: readonly string[] | undefined;
  /** Project of the request's API key, if it had one. */
  readonly consumer_id?: string | number | undefined;
  /** Payload of the token: JSON text, or an object. Very old gateways omit it. */
  readonly claims?: string | Readonly<Record<string, unknown>> | undefined;
  /** Unknown fields. */
  readonly [member: string]: unknown;
}

/** The caller. `generation` is the generation of the gateway that forwarded the caller. */
export type UserInfo<Claims = TokenClaims> = CurrentUserInfo<Claims> | EarlierUserInfo<Claims>;

/** The {@link UserInfo} for each value of the option `generation`. */
interface UserInfoBy<Claims> {
  current: CurrentUserInfo<Claims>;
  earlier: EarlierUserInfo<Claims>;
  auto: UserInfo<Claims>;
}

/** Options of {@link decodeUserInfo}. */
export interface DecodeUserInfoOptions<
  S extends StandardSchema = StandardSchema<TokenClaims>,
  G extends Generation | "auto" = Generation | "auto",
> {
  /**
   * Generation of the gateway that wrote the value. Default: `"auto"`. It detects the earlier generation by an object
   * without registered claims (`iss`, `sub`, `aud`, `exp`, `nbf`, `iat`, `jti`) that has `issuer` and `id`, or `claims`
   * with a registered claim, or only known fields of {@link UserInfoEnvelope}. Set the generation if you know it: a
   * value that looks like the other one is `invalid_shape`.
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
        /** `vendorNaming`. `googleNaming` is not allowed, because Google's gateways send different headers. */
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
 * @param source - A request of `fetch`, `node:http`, Express or Fastify, or its headers: `c.req.raw` in Hono, `ctx.req` in
 * Koa, `await headers()` in Next.
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
>(source: UserInfoSource, options: ReadUserInfoOptions<S, G>): UserInfoBy<SchemaOutput<S>>[G] | null {
  strictOptions("readUserInfo", options, READ_OPTIONS);
  assertHeaderSource("readUserInfo", source);
  const { gateway, header, naming } = options ?? {};
  if ([gateway, header, naming].filter(Boolean).length !== 1) {
    const message = `must have exactly one of "gateway", "header" and "naming", such as ${PRODUCTS}`;
    throwIssue("readUserInfo", { path: "", message, rule: "option" });
  }
  const product = gateway as GatewayProduct; // exactly one of the three is given
  const values = headerValues(source, header ?? naming?.userInfoHeader ?? userInfoHeaders[product]);
  // Base64 contains no commas. A comma means that the runtime joined two headers.
  if (values.length > 1 || values[0]?.includes(",")) throw new UserInfoError({ code: "duplicate_header" });
  const value = values[0]?.trim();
  return value ? decode(value, options) : null;
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
  strictOptions("decodeUserInfo", options, DECODE_OPTIONS);
  return decode(value, options);
}

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
  if (!isRecord(claims)) throw invalidClaims([{ path: "", message: "must be an object" }]);
  if (options.generation !== "earlier") return inUrlAlphabet(toBase64(toJson(claims))).replaceAll("=", "");
  const { iss, sub, email, aud } = claims;
  const audiences = audiencesOf(aud);
  const envelope = {
    issuer: textOf(iss) ?? undefined,
    id: textOf(sub) ?? undefined,
    email: textOf(email) ?? undefined,
    audiences: audiences.length > 0 ? audiences : undefined,
    claims: toJson(Array.isArray(aud) ? { ...claims, aud: "" } : claims),
  };
  return inUrlAlphabet(toBase64(toJson(envelope)));
}

const PRODUCTS = 'gateway: "api-gateway" or gateway: "cloud-endpoints"';
const DECODE_OPTIONS = {
  generation: oneOf("current", "earlier", "auto"),
  claims: schemaOption,
  maxBytes: must(isNonNegative, "a number of bytes"),
};
const READ_OPTIONS = {
  ...DECODE_OPTIONS,
  gateway: oneOf("api-gateway", "cloud-endpoints"),
  header: must(isHeaderName, "a header"),
  naming: must(
    (value) => isNaming(value) && value.userInfoHeader !== undefined,
    `a profile that determines the header; pass ${PRODUCTS} instead`,
  ),
};

/** Decodes a value with options that have been checked. */
function decode<S extends StandardSchema, G extends Generation | "auto">(
  value: string,
  { generation, claims: schema, maxBytes = 65_536 }: DecodeUserInfoOptions<S, G>,
): UserInfoBy<SchemaOutput<S>>[G] {
  if (typeof value !== "string" || value === "") {
    const detail = value ? `it must be the header's value, a string, got ${kindOf(value)}` : "there is no value";
    throw new UserInfoError({ code: "invalid_shape", detail });
  }
  if (value.length > maxBytes) throw new UserInfoError({ code: "too_large" });
  const forwarded = parse(value);
  const detected = looksEarlier(forwarded) ? "earlier" : hasRegisteredClaim(forwarded) ? "current" : undefined;
  const wanted = generation === "current" || generation === "earlier" ? generation : detected;
  if (detected !== undefined && wanted !== detected) {
    throw new UserInfoError({ code: "invalid_shape", detail: `it looks like the ${detected} generation` });
  }
  const isEarlier = wanted === "earlier";
  const payload = isEarlier ? (forwarded.claims ?? "") : forwarded;
  const claims = payload === "" ? {} : objectIn(payload);
  if (typeof claims === "string") throw new UserInfoError({ code: claims });
  const envelope = isEarlier ? forwarded : {};
  const listed = audiencesOf(envelope.audiences);
  const info = {
    generation: isEarlier ? "earlier" : "current",
    claims: schema === undefined ? claims : validateClaims(schema, claims),
    subject: textOf(envelope.id) ?? textOf(claims.sub),
    issuer: textOf(envelope.issuer) ?? textOf(claims.iss),
    audiences: listed.length > 0 ? listed : audiencesOf(claims.aud),
    email: textOf(envelope.email) ?? textOf(claims.email),
    ...(isEarlier ? { envelope } : {}),
  };
  // The generation was set by the option or was detected; the claims are the schema's output.
  return info as unknown as UserInfoBy<SchemaOutput<S>>[G];
}

type Json = Readonly<Record<string, unknown>>;

/** Decodes an object from JSON in base64, in either alphabet, with or without padding. @throws {UserInfoError} */
function parse(value: string): Json {
  let code: UserInfoErrorCode = "invalid_base64";
  try {
    const binary = fromBase64(value);
    if (binary === undefined) throw new Error();
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    code = "invalid_utf8";
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    code = "invalid_json";
    const parsed: unknown = JSON.parse(text);
    code = "invalid_shape";
    if (isObject(parsed)) return parsed;
  } catch {
    // The code says what failed.
  }
  const isToken = value.split(".").length === 3;
  throw new UserInfoError({
    code,
    detail: isToken ? "it is a whole token; verify it with createTokenVerifier" : undefined,
  });
}

const registered = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"];
const fields = ["issuer", "id", "email", "audiences", "consumer_id", "claims"];

/**
 * Whether a forwarded object is the envelope of the earlier generation. An envelope has no registered claim itself, unlike
 * every token that a gateway accepts, and one of these holds:
 *
 * - It has `issuer` and `id`.
 * - Its `claims` are an object or JSON text with a registered claim, even if it has unknown fields.
 * - It has only known fields of an envelope, at least one of them valid.
 */
function looksEarlier(forwarded: Json): boolean {
  if (hasRegisteredClaim(forwarded)) return false;
  const { issuer, id, audiences, claims } = forwarded;
  if (typeof issuer === "string" && typeof id === "string") return true;
  const payload = objectIn(claims);
  if (isObject(payload) && hasRegisteredClaim(payload)) return true;
  const hasField = typeof (issuer ?? id) === "string" || isObject(payload) || Array.isArray(audiences);
  return hasField && Object.keys(forwarded).every((name) => fields.includes(name));
}

function hasRegisteredClaim(object: Json): boolean {
  return registered.some((name) => Object.hasOwn(object, name));
}

/** Returns a value that is an object, or parses it from JSON text. For any other value, returns an error code. */
function objectIn(value: unknown): Json | UserInfoErrorCode {
  try {
    const parsed: unknown = typeof value === "string" ? JSON.parse(value) : value;
    return isObject(parsed) ? parsed : "invalid_shape";
  } catch {
    return "invalid_json";
  }
}

function validateClaims(schema: StandardSchema, claims: unknown): unknown {
  const result = validate(schema, claims);
  if (result.issues === undefined) return result.value;
  throw invalidClaims(result.issues.map(({ message, path }) => ({ path: formatPath(path), message })));
}

function invalidClaims(problems: readonly Pick<Issue, "path" | "message">[]): UserInfoError {
  return new UserInfoError({ code: "invalid_claims", issues: problems.map((each) => ({ ...each, rule: "claims" })) });
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw invalidClaims([{ path: "", message: "must be values that JSON can represent" }]);
  }
}
