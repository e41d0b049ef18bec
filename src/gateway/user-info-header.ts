import { isObject } from "../core/is-object.js";
import { kindOf } from "../core/rules/describe.js";
import { UserInfoError } from "../errors/user-info-error.js";

/** Headers as `fetch` has them, or as a plain record in any case, such as Node's `IncomingHttpHeaders`. */
export type HeadersLike =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Headers, or a request that bears them: one of `fetch`, of `node:http`, of Express, Fastify or Hono. */
export type UserInfoSource = HeadersLike | { readonly headers: HeadersLike };

/**
 * The value of one header, without the blanks around it; undefined when it is absent or empty.
 *
 * @throws {UserInfoError} `too_large`, or `duplicate_header` when it was sent more than once.
 * @throws {TypeError} when the source can have no headers; no header is the cause of that.
 */
export function findHeader(source: UserInfoSource, name: string, maxBytes: number): string | undefined {
  if (typeof source !== "object" || source === null) {
    throw new TypeError(`readUserInfo needs a request or its headers, got ${kindOf(source)}`);
  }
  const values = headerValues(source, name);
  if (values.some((value) => !(value.length <= maxBytes))) throw new UserInfoError({ code: "too_large" });
  // No base64 has a comma: one means that the runtime has joined two headers.
  if (values.length > 1 || values[0]?.includes(",")) throw new UserInfoError({ code: "duplicate_header" });
  return values[0]?.trim() || undefined;
}

function headersOf(source: UserInfoSource): HeadersLike {
  const { headers } = source as { headers?: unknown }; // a record may have a header of that name, which is no object
  return (isObject(headers) ? headers : source) as HeadersLike; // told apart here
}

/** Returns the values of a header, in order; none if it is absent. */
export function headerValues(source: UserInfoSource, name: string): readonly string[] {
  const headers = headersOf(source);
  if (typeof headers.get === "function") {
    const value: unknown = headers.get(name); // Express answers undefined where fetch answers null, and lists
    return [value ?? []].flat().map(String);
  }
  const wanted = name.toLowerCase();
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, value]) => (typeof value === "string" || Array.isArray(value) ? value : []));
}
