import { isObject, isPlainObject } from "../core/is-object.js";
import { kindOf } from "../core/rules/describe.js";
import { RequestError } from "../errors/request-error.js";
import { UserInfoError } from "../errors/user-info-error.js";

/** The `Headers` of `fetch`, or a record with names in upper or lower case, such as Node's `IncomingHttpHeaders`. */
export type HeadersLike =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Headers, or a request with headers: of `fetch`, `node:http`, Express, Fastify or Hono. */
export type UserInfoSource = HeadersLike | { readonly headers: HeadersLike };

/** @throws {RequestError} If a value is neither a request nor headers. `others` completes the sentence "must be …". */
export function assertHeaderSource(operation: string, value: unknown, others = ""): asserts value is UserInfoSource {
  if (isHeaderSource(value)) return;
  const message = `must be ${others}a request or its headers, got ${kindOf(value)}`;
  throw new RequestError({ operation, issues: [{ path: "request", message, rule: "token-bearer" }] });
}

function isHeaderSource(value: unknown): boolean {
  if (!isObject(value)) return false;
  // Other objects than records, such as a promise, have no headers.
  return isObject(value.headers) || typeof value.get === "function" || isPlainObject(value);
}

/**
 * Returns the trimmed value of one header; undefined if it is absent or empty.
 *
 * @throws {UserInfoError} `too_large`, or `duplicate_header` if it was sent more than once.
 */
export function findHeader(source: UserInfoSource, name: string, maxBytes: number): string | undefined {
  const values = headerValues(source, name);
  if (values.some((value) => !(value.length <= maxBytes))) throw new UserInfoError({ code: "too_large" });
  // Base64 contains no commas. A comma means that the runtime joined two headers.
  if (values.length > 1 || values[0]?.includes(",")) throw new UserInfoError({ code: "duplicate_header" });
  return values[0]?.trim() || undefined;
}

function headersOf(source: UserInfoSource): HeadersLike {
  const { headers } = source as { headers?: unknown }; // in a record, the header named "headers" is a string, not an object
  return (isObject(headers) ? headers : source) as HeadersLike; // checked in the same line
}

/** Returns the values of a header, in order; none if it is absent. */
export function headerValues(source: UserInfoSource, name: string): readonly string[] {
  const headers = headersOf(source);
  if (typeof headers.get === "function") {
    const value: unknown = headers.get(name); // Express returns undefined where fetch returns null, and can return lists
    return [value ?? []].flat().map(String);
  }
  const wanted = name.toLowerCase();
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, value]) => (typeof value === "string" || Array.isArray(value) ? value : []));
}
