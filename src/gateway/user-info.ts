import { isObject } from "../core/is-object.js";
import { formatPath } from "../core/rules/issue-path.js";
import {
  anyValue,
  assertOptions,
  isHeaderName,
  isNonNegative,
  must,
  type OptionCheck,
  type OptionChecks,
  oneOf,
  optionsOf,
} from "../core/rules/options.js";
import type { SchemaOutput, StandardSchema } from "../core/schema/standard-schema.js";
import type { Issue } from "../errors/issue.js";
import { UserInfoError, type UserInfoErrorCode } from "../errors/user-info-error.js";
import { decodeBase64, encodeBase64Url } from "./base64.js";
import { audiencesOf, type TokenClaims, textOf } from "./claims.js";
import { looksEarlier } from "./generation.js";
import { findHeader, type UserInfoSource } from "./user-info-header.js";

export type { StandardSchema, StandardSchemaIssue, StandardSchemaResult } from "../core/schema/standard-schema.js";
export { isFourfoldError } from "../errors/is-fourfold-error.js";
export type { Issue } from "../errors/issue.js";
export { UserInfoError, type UserInfoErrorCode } from "../errors/user-info-error.js";
export type { TokenClaims } from "./claims.js";
export type { HeadersLike, UserInfoSource } from "./user-info-header.js";

/** The two generations of the gateway; each forwards another format. */
export type Generation = "current" | "earlier";

/** What both generations tell about the caller. */
export interface UserInfoBase<Claims = TokenClaims> {
  /**
   * The claims of the token; `{}` if none were forwarded. With a schema, its output. Numbers are those of `JSON.parse`:
   * integers beyond 2^53 are rounded. In the earlier generation, `envelope.claims` has the original text.
   */
  readonly claims: Claims;
  /** Who is calling; null when the gateway did not say. */
  readonly subject: string | null;
  /** Who issued the token; null when the gateway did not say. */
  readonly issuer: string | null;
  /** Whom the token is for, always as a list; empty when the gateway did not say. */
  readonly audiences: string[];
  /** E-mail address of the caller; null when the token has none. */
  readonly email: string | null;
}

/** The caller, as the current generation forwards it: the token's payload and nothing else. */
export interface CurrentUserInfo<Claims = TokenClaims> extends UserInfoBase<Claims> {
  /** Tells the two apart. */
  readonly generation: "current";
}

/** The caller, as the earlier generation forwards it: an object around the token's payload. */
export interface EarlierUserInfo<Claims = TokenClaims> extends UserInfoBase<Claims> {
  /** Tells the two apart. */
  readonly generation: "earlier";
  /** The object as it was forwarded. */
  readonly envelope: UserInfoEnvelope;
}

/** The object that the earlier generation forwards. Members that would be empty are left out. */
export interface UserInfoEnvelope {
  /** Issuer of the token. */
  readonly issuer?: string | undefined;
  /** Subject of the token. */
  readonly id?: string | undefined;
  /** E-mail address of the subject. */
  readonly email?: string | undefined;
  /** Whom the token is for. */
  readonly audiences?: readonly string[] | undefined;
  /** Project of the API key that came along. */
  readonly consumer_id?: string | number | undefined;
  /** The token's payload: JSON in a string, or an object; absent in very old gateways. */
  readonly claims?: string | Readonly<Record<string, unknown>> | undefined;
  /** Anything else that came. */
  readonly [member: string]: unknown;
}

/** The caller; `generation` tells which gateway forwarded it. */
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
  /** Checks and types the claims: a schema of zod, valibot, arktype or any other Standard Schema. It must be synchronous. */
  readonly claims?: S | undefined;
  /** Length of the value at most, in bytes; looked at before anything else is done. Default: 65 536. */
  readonly maxBytes?: number | undefined;
}

/**
 * Options of {@link readUserInfo}. Exactly one of `naming` and `header` is required, because which header is trusted is
 * a security decision.
 */
export type ReadUserInfoOptions<
  S extends StandardSchema = StandardSchema<TokenClaims>,
  G extends Generation | "auto" = Generation | "auto",
> = DecodeUserInfoOptions<S, G> &
  (
    | {
        /** Profile of your gateway, such as `vendorNaming` or `googleNaming` of `fourfold/naming`; it names the header. */
        readonly naming: { readonly userInfoHeader: string };
        /** Not allowed beside `naming`, which names the header. */
        readonly header?: undefined;
      }
    | {
        /** Name of the header that your gateway sets, for a gateway without a profile. */
        readonly header: string;
        /** Not allowed beside `header`. */
        readonly naming?: undefined;
      }
  );

const MAX_BYTES = 65_536;

/**
 * Reads the authenticated caller from the header that the gateway sets; null if the header is absent or empty, because
 * the caller is not signed in.
 *
 * The header is trustworthy only behind a gateway that sets exactly this header and removes a client's own. The value is
 * not signed: if your backend can be reached without the gateway, or if the gateway uses another header, anyone can
 * send this one. Name the header of your gateway: `naming: vendorNaming` for `X-Vendor-API-UserInfo`, `googleNaming` for
 * Cloud Endpoints, `googleApiGatewayNaming` for API Gateway. No other header is read. Spec: gateway, Forwarded
 * authentication result.
 *
 * @param source - A request, its `Headers`, or the headers of `node:http`.
 * @param options - `naming` or `header`, and the options of {@link decodeUserInfo}.
 * @throws {UserInfoError} If the header occurs twice (`duplicate_header`), or as {@link decodeUserInfo} does.
 * @throws {RequestError} If neither or both of `naming` and `header` are given, or an option is invalid or unknown.
 * @throws {TypeError} If the source is not an object, or `claims` is not a schema.
 *
 * @example
 * const user = readUserInfo(request, { naming: vendorNaming });
 * if (user === null) return new Response("Sign in first", { status: 401 });
 * return Response.json({ hello: user.subject });
 */
export function readUserInfo<
  S extends StandardSchema = StandardSchema<TokenClaims>,
  const G extends Generation | "auto" = "auto",
>(source: UserInfoSource, options: ReadUserInfoOptions<S, G>): UserInfoOf<G, SchemaOutput<S>> | null {
  assertOptions("readUserInfo", options, readCheck);
  requireSchema(options.claims);
  const value = findHeader(source, options.header ?? options.naming.userInfoHeader, options.maxBytes ?? MAX_BYTES);
  return value === undefined ? null : decode(value, options);
}

/** Check of the options of `readUserInfo`. */
const readCheck: OptionCheck = (options = {}, path) =>
  optionsOf({
    ...decodeChecks(),
    naming: namingOption,
    header: (header, at) =>
      (header === undefined) === (Object(options).naming === undefined)
        ? [{ path: at, message: HEADER_CHOICE }]
        : must(isHeaderName, "a header")(header, at),
  })(options, path);

const HEADER_CHOICE = 'set either "naming" or "header": which header is trusted is a security decision';

const namingOption = /* @__PURE__ */ must((value) => isHeaderName(Object(value).userInfoHeader), "a naming profile");

/**
 * Decodes the value of the header that the gateway adds, of either generation.
 *
 * All variants of base64 are read: both alphabets, with padding and without. The value is not signed: see
 * {@link readUserInfo} for when it can be trusted. Spec: gateway, Forwarded authentication result.
 *
 * @throws {UserInfoError} when the value cannot be read (`too_large`, `invalid_base64`, `invalid_utf8`, `invalid_json`,
 * `invalid_shape`), or its claims do not fit the schema (`invalid_claims`).
 * @throws {RequestError} If an option is invalid or unknown.
 * @throws {TypeError} If `claims` is not a schema.
 */
export function decodeUserInfo<
  S extends StandardSchema = StandardSchema<TokenClaims>,
  const G extends Generation | "auto" = "auto",
>(value: string, options: DecodeUserInfoOptions<S, G> = {}): UserInfoOf<G, SchemaOutput<S>> {
  assertOptions("decodeUserInfo", options, optionsOf(decodeChecks()));
  requireSchema(options.claims);
  return decode(value, options);
}

const decodeChecks = (): OptionChecks<keyof DecodeUserInfoOptions> => ({
  generation: oneOf("current", "earlier", "auto"),
  claims: anyValue, // requireSchema checks it
  maxBytes: must(isNonNegative, "a number of bytes"),
});

function decode<S extends StandardSchema, G extends Generation | "auto">(
  value: string,
  options: DecodeUserInfoOptions<S, G>,
): UserInfoOf<G, SchemaOutput<S>> {
  if (typeof value !== "string" || value === "") throw fail("invalid_shape");
  if (!(value.length <= (options.maxBytes ?? MAX_BYTES))) throw fail("too_large");
  const forwarded = parseObject(decodeUtf8(decodeBase64(value)));
  const earlier = options.generation === "earlier" || (options.generation !== "current" && looksEarlier(forwarded));
  const claims = earlier ? claimsOf(forwarded.claims) : forwarded;
  const envelope = earlier ? forwarded : {};
  const listed = audiencesOf(envelope.audiences);
  const info = {
    generation: earlier ? "earlier" : "current",
    claims: options.claims === undefined ? claims : judge(options.claims, claims),
    subject: textOf(envelope.id) ?? textOf(claims.sub),
    issuer: textOf(envelope.issuer) ?? textOf(claims.iss),
    audiences: listed.length > 0 ? listed : audiencesOf(claims.aud),
    email: textOf(envelope.email) ?? textOf(claims.email),
    ...(earlier ? { envelope } : {}),
  };
  // The generation was asked for or found out, and the schema made the claims: more than the compiler can follow.
  return info as unknown as UserInfoOf<G, SchemaOutput<S>>;
}

/**
 * Writes claims as a gateway forwards them, for tests of a backend.
 *
 * The current generation is unpadded base64url of the claims. The earlier one is padded base64url of an object with
 * the claims as a JSON string in it, where an `aud` that is a list is blanked and stands in `audiences` instead.
 *
 * @param options.generation Default: `"current"`.
 * @throws {RequestError} If an option is invalid or unknown.
 * @throws {UserInfoError} `invalid_claims` if the claims are not an object that JSON can represent.
 */
export function encodeUserInfo(claims: TokenClaims, options: { generation?: Generation | undefined } = {}): string {
  assertOptions("encodeUserInfo", options, optionsOf({ generation: oneOf("current", "earlier") }));
  if (!isObject(claims)) throw fail("invalid_claims", [wrong("must be an object")]);
  if (options.generation !== "earlier") return encodeBase64Url(toJson(claims), { padded: false });
  const { iss, sub, email, aud } = claims;
  const audiences = audiencesOf(aud);
  const envelope = {
    issuer: textOf(iss) ?? undefined,
    id: textOf(sub) ?? undefined,
    email: textOf(email) ?? undefined,
    audiences: audiences.length > 0 ? audiences : undefined,
    claims: toJson(Array.isArray(aud) ? { ...claims, aud: "" } : claims),
  };
  return encodeBase64Url(toJson(envelope), { padded: true });
}

const fail = (code: UserInfoErrorCode, issues?: readonly Issue[]) => new UserInfoError({ code, issues });
const wrong = (message: string): Issue => ({ path: "", message, rule: "claims" });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fail("invalid_utf8");
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail("invalid_json");
  }
  if (!isObject(value)) throw fail("invalid_shape");
  return value;
}

function claimsOf(member: unknown): Readonly<Record<string, unknown>> {
  if (member === undefined || member === null || member === "") return {};
  if (typeof member === "string") return parseObject(member);
  if (!isObject(member)) throw fail("invalid_shape");
  return member;
}

function requireSchema(schema: StandardSchema | undefined): void {
  if (schema === undefined) return;
  const standard = (schema as Partial<StandardSchema> | null)?.["~standard"]; // JavaScript passes anything
  if (typeof standard?.validate === "function") return;
  throw new TypeError('"claims" must be a Standard Schema, such as one of zod, valibot or arktype');
}

function judge(schema: StandardSchema, claims: unknown): unknown {
  const result = schema["~standard"].validate(claims);
  if ("then" in result) {
    result.catch(() => {}); // nobody waits for it
    throw fail("invalid_claims", [wrong('the schema in "claims" must be synchronous')]);
  }
  if (result.issues === undefined) return result.value;
  const issues = result.issues.map(({ message, path = [] }) => ({
    ...wrong(message),
    path: formatPath(path.map((segment) => (typeof segment === "object" ? segment.key : segment))),
  }));
  throw fail("invalid_claims", issues);
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw fail("invalid_claims", [wrong("must be values that JSON can hold")]);
  }
}
