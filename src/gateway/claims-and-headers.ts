import { throwIssue } from "../errors/request-error.js";
import type { Naming } from "../naming/naming.js";
import { kindOf } from "../values/describe.js";
import { isObject, isPlainObject } from "../values/objects.js";
import { isFunction, isString } from "../values/options.js";

/** The two generations of the gateway, which forward different formats. */
export type Generation = "current" | "earlier";

/** A Google product that forwards the caller: API Gateway, or Cloud Endpoints with ESP or ESPv2. */
export type GatewayProduct = "api-gateway" | "cloud-endpoints";

/** The header in which each product sends the caller's claims. */
export const userInfoHeaders: Readonly<Record<GatewayProduct, string>> = {
  "api-gateway": "X-Apigateway-Api-Userinfo",
  "cloud-endpoints": "X-Endpoint-API-UserInfo",
};

/**
 * Returns the name of the user-info header. Default: the header of API Gateway, or for the earlier generation that of
 * Cloud Endpoints, the only product that sends this format.
 */
export function userInfoHeaderOf(
  choice: {
    readonly gateway?: GatewayProduct | undefined;
    readonly header?: string | undefined;
    readonly generation: Generation;
  },
  { userInfoHeader }: Naming,
): string {
  const { header, gateway, generation } = choice;
  const usual = generation === "earlier" ? "cloud-endpoints" : "api-gateway";
  return header ?? (gateway === undefined ? userInfoHeader : undefined) ?? userInfoHeaders[gateway ?? usual];
}

/** The claims of a token: the registered ones by their types, all others unchanged. */
export interface TokenClaims {
  /** Issuer: a URL, a bare host or an e-mail address. */
  readonly iss?: string | undefined;
  /** Subject: id of the user or account that the token identifies. */
  readonly sub?: string | undefined;
  /** Audience: the services that the token is for. In the earlier generation's header a list is replaced by the empty string. */
  readonly aud?: string | readonly string[] | undefined;
  /** Time at which the token was issued, in Unix seconds. */
  readonly iat?: number | undefined;
  /** Time at which the token expires, in Unix seconds. */
  readonly exp?: number | undefined;
  /** Time from which the token is valid, in Unix seconds. */
  readonly nbf?: number | undefined;
  /** E-mail address of the subject. */
  readonly email?: string | undefined;
  /** Any other claim. */
  readonly [claim: string]: unknown;
}

/** Returns a string that is not empty; null for any other value. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns the audiences of a claim or a list, without empty ones. */
export function audiencesOf(value: unknown): string[] {
  return [value].flat().filter(textOf) as string[];
}

/** The `Headers` of `fetch`, or a record with names in upper or lower case, such as Node's `IncomingHttpHeaders`. */
export type HeadersLike =
  | (HeaderMethods & { readonly [Other in "req" | "env" | "ctx" | "then" | "sort"]?: never })
  | ({ readonly [name: string]: string | readonly string[] | undefined } & { readonly req?: never });

/** Contexts, promises and URLSearchParams can have these methods, too. */
interface HeaderMethods {
  get(name: string): string | null;
  has(name: string): boolean;
}

/**
 * A request of `fetch`, `node:http`, Express or Fastify, or its headers. The context of a framework is not a request: pass
 * `c.req.raw` in Hono, `ctx.req` in Koa, and `await headers()` in Next.
 */
export type UserInfoSource =
  | HeadersLike
  // The context of Koa has `req`; the type of a request of Fastify has it, too, besides `raw`.
  | ({ readonly headers: HeadersLike } & ({ readonly req?: never } | { readonly raw: object }));

/** @throws {RequestError} If a value is neither a request nor headers. `others` completes the sentence "must be …". */
export function assertHeaderSource(operation: string, value: unknown, others = ""): asserts value is UserInfoSource {
  if (isObject(value) && !isObject(value.req) && areHeaders(hasHeaders(value) ? value.headers : value)) return;
  const remedy = isPromise(value) ? "await it" : REMEDY;
  const message = `must be ${others}a request or its headers, got ${kindOf(value)}; ${remedy}`;
  throwIssue(operation, { path: "request", message, rule: "token-bearer" });
}

const REMEDY =
  "pass a Request (c.req.raw in Hono), a request of node:http (ctx.req in Koa), Express or Fastify, or its headers";

/** Whether a value is a request, not its headers: in a record of headers, even the value of "headers" is a string. */
export function hasHeaders(value: object): value is { readonly headers: unknown } {
  return "headers" in value && typeof value.headers !== "string";
}

function isPromise(value: unknown): boolean {
  return isFunction(Object(value).then);
}

function areHeaders(value: unknown): boolean {
  if (!isObject(value) || isPromise(value)) return false;
  const { get, has, getAll, env, ctx } = value;
  // URLSearchParams, FormData and cookies have getAll(), and so have the Headers of Workers.
  if (isFunction(get) && isFunction(has)) {
    return value instanceof Headers || [getAll, env, ctx].every((each) => each === undefined);
  }
  return (
    isPlainObject(value) && Object.values(value).every((each) => each === undefined || [each].flat().every(isString))
  );
}

/** Returns the values of a header, in order; none if it is absent. */
export function headerValues(source: UserInfoSource, name: string): readonly string[] {
  const headers = (hasHeaders(source) ? source.headers : source) as HeadersLike; // checked by assertHeaderSource
  if (typeof headers.get === "function") {
    const value: unknown = headers.get(name.toLowerCase()); // a Map has the names of Node; it returns undefined where fetch returns null, and can return lists
    return [value ?? []].flat().map(String);
  }
  return Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name.toLowerCase() ? (value ?? []) : [],
  );
}
