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
import { isObject } from "../core/objects.js";
import { both, checked, isHeaderName, must, type OptionCheck, optionsOf, strictOptions } from "../core/options.js";
import type { SchemaOutput, StandardSchema } from "../core/schema/standard-schema.js";
import { UserInfoError } from "../errors/gateway-errors.js";
import { type Naming, namingOption } from "../naming/naming.js";
import type { TokenClaims } from "./claims.js";
import { checkLength, type DecodeUserInfoOptions, decode, decodeChecks } from "./decode-user-info.js";
import { assertHeaderSource, headerValues, type UserInfoSource } from "./request-headers.js";
import { type GatewayProduct, type Generation, gatewayOption, userInfoHeaders } from "./user-info-header.js";
import type { UserInfoBy } from "./user-info-types.js";

export type { StandardSchema } from "../core/schema/standard-schema.js";
export { UserInfoError } from "../errors/gateway-errors.js";
export { isFourfoldError } from "../errors/is-fourfold-error.js";
export type { Issue } from "../errors/request-error.js";
export type { TokenClaims } from "./claims.js";
export { type DecodeUserInfoOptions, decodeUserInfo } from "./decode-user-info.js";
export { encodeUserInfo } from "./encode-user-info.js";
export type { UserInfoSource } from "./request-headers.js";
export type { GatewayProduct, Generation } from "./user-info-header.js";
export type { CurrentUserInfo, EarlierUserInfo, UserInfo, UserInfoEnvelope } from "./user-info-types.js";

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
>(source: UserInfoSource, options: ReadUserInfoOptions<S, G>): UserInfoBy<SchemaOutput<S>>[G] | null {
  strictOptions("readUserInfo", options, readCheck);
  assertHeaderSource("readUserInfo", source);
  const { gateway, header, naming } = options;
  const product = gateway as GatewayProduct; // exactly one of the three is given
  const values = headerValues(source, header ?? naming?.userInfoHeader ?? userInfoHeaders[product]);
  for (const value of values) checkLength(value, options.maxBytes);
  // Base64 contains no commas. A comma means that the runtime joined two headers.
  if (values.length > 1 || values[0]?.includes(",")) throw new UserInfoError({ code: "duplicate_header" });
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
