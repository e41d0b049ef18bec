import { etagOf } from "./etag.js";
import { badParameter } from "./service-error.js";

/** Default number of items per page. */
const DEFAULT_PAGE_SIZE = 50;
const UINT32_MAX = 4_294_967_295;
/** Prefix that makes the base64 of every token contain a plus sign, to detect clients that do not encode their query. */
const TOKEN_MARK = "~~>";

/** A list in a fixed order; items may be added and removed between two pages. */
export interface Listing<T> {
  /** Identifies the list: tokens of other lists are rejected. */
  readonly name: string;
  readonly items: readonly T[];
  /** Position of an item: increases along the list and never changes for an item. Default: its index. */
  readonly positionOf?: (item: T, index: number) => number;
}

/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Continues the list; undefined on the last page. */
  readonly nextPageToken: string | undefined;
}

/**
 * Returns the page that a request asks for (`pageToken`, and the parameter for the page size).
 *
 * @throws {ServiceError} If a parameter is invalid.
 */
export function takePage<T>(listing: Listing<T>, query: URLSearchParams, sizeParam = "maxResults"): Page<T> {
  const { name, items, positionOf = (_, index) => index } = listing;
  const size = pageSize(query, sizeParam);
  const requested = query.get("pageToken");
  const position = requested ? readToken(name, requested) : 0;
  const at = items.findIndex((item, index) => positionOf(item, index) >= position);
  const start = at < 0 ? items.length : at;
  const end = start + size;
  const next = items[end];
  return {
    items: items.slice(start, end),
    nextPageToken: next === undefined ? undefined : writeToken(name, positionOf(next, end)),
  };
}

function pageSize(query: URLSearchParams, name: string): number {
  const given = query.get(name);
  if (given === null) return DEFAULT_PAGE_SIZE;
  const size = /^\d{1,10}$/.test(given) ? Number(given) : 0;
  if (size < 1 || size > UINT32_MAX) {
    throw badParameter(name, `must be an integer from 1 to ${UINT32_MAX}, got ${JSON.stringify(given)}`);
  }
  return size;
}

function writeToken(listing: string, position: number): string {
  return btoa(TOKEN_MARK + JSON.stringify([etagOf(listing), position]));
}

/** Returns the position of a token. */
function readToken(listing: string, token: string): number {
  try {
    const text = atob(token);
    const [name, position]: unknown[] = JSON.parse(text.slice(TOKEN_MARK.length));
    const isKnown = text.startsWith(TOKEN_MARK) && name === etagOf(listing);
    if (isKnown && typeof position === "number") return position;
  } catch {
    // Neither base64 nor JSON.
  }
  throw badParameter("pageToken", "must be a page token of this list");
}
