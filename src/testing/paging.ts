import { hashOf } from "./etag.js";
import { badParameter } from "./service-error.js";

/** Default number of items per page. */
const DEFAULT_PAGE_SIZE = "50";

/** A page of a list. */
interface Page<T> {
  readonly items: readonly T[];
  /** Continues the list; undefined on the last page. */
  readonly nextPageToken: string | undefined;
}

/**
 * Returns the page that a request asks for (`pageToken`, and the parameter for the page size).
 *
 * @param name - Identifies the list: tokens of other lists are rejected.
 * @param items - The list. Items may be added and removed between two pages.
 * @param positionOf - Position of an item: increases along the list and never changes for an item. Default: its index.
 * @throws {ServiceError} If a parameter is invalid.
 */
export function takePage<T>(
  name: string,
  items: readonly T[],
  query: URLSearchParams,
  sizeParam = "maxResults",
  positionOf: (item: T, index: number) => number = (_, index) => index,
): Page<T> {
  const text = query.get(sizeParam) ?? DEFAULT_PAGE_SIZE;
  if (!/^[1-9]\d{0,9}$/.test(text)) {
    throw badParameter(sizeParam, `must be a positive integer, got ${JSON.stringify(text)}`);
  }
  const token = query.get("pageToken");
  const position = token ? readToken(name, token) : 0;
  const first = items.findIndex((item, index) => positionOf(item, index) >= position);
  const start = first < 0 ? items.length : first;
  const end = start + Number(text);
  const next = items[end];
  const nextPageToken = next === undefined ? undefined : btoa(JSON.stringify([hashOf(name), positionOf(next, end)]));
  return { items: items.slice(start, end), nextPageToken };
}

/** Returns the position of a token. */
function readToken(name: string, token: string): number {
  try {
    const [hash, position]: unknown[] = JSON.parse(atob(token));
    if (hash === hashOf(name) && typeof position === "number") return position;
  } catch {
    // Neither base64 nor JSON.
  }
  throw badParameter("pageToken", "must be a page token of this list");
}
