import { PaginationError } from "../errors/call-errors.js";
import { throwIssue } from "../errors/request-error.js";
import { kindOf } from "../values/describe.js";
import { valueAt } from "../values/objects.js";
import { isInteger, must, required, strictOptions } from "../values/options.js";
import type { CallScope, WireResponse } from "./options.js";
import { invalidResponse } from "./response.js";

/**
 * An async iterable of items whose pages are fetched as you iterate.
 *
 * No request is sent before the first item is requested, and each iteration starts at the first page. Invalid input rejects
 * there, too, with a `RequestError`. A page may be short or empty; only a missing `nextPageToken` ends the list. Leaving the
 * loop early stops the requests.
 *
 * A pager is not a promise: use `for await`, or await one of its methods, such as `toArray` or `firstPage`.
 */
export interface Pager<Item, Page> extends AsyncIterable<Item> {
  /**
   * Iterates over the items of all pages.
   *
   * @returns An iterator that fetches each page when it is needed.
   */
  [Symbol.asyncIterator](): AsyncIterator<Item, undefined, undefined>;
  /**
   * Iterates over whole pages. Pass the `nextPageToken` of a page as `pageToken` to continue the list later.
   *
   * @returns An async iterable of pages.
   * @throws {ApiError} While iterating, if the service responds with an error.
   * @throws {PaginationError} While iterating, if the service sends the same page token twice.
   * @see {@link ListOptions} for the page size and `pageToken`
   */
  pages(): AsyncIterable<Page>;
  /**
   * Fetches one page: the first, or the page of `pageToken`.
   *
   * @returns The page.
   * @throws {ApiError} If the service responds with an error.
   * @see {@link ListOptions} for the page size and `pageToken`
   */
  firstPage(): Promise<Page>;
  /**
   * Collects items into an array. Fetches only as many pages as needed.
   *
   * @param options - `limit` is required, so that a long list is never loaded by accident.
   * @returns The items.
   * @throws {RequestError} If `limit` is neither a non-negative integer nor `Infinity`.
   * @throws {ApiError} If the service responds with an error.
   * @see {@link ListOptions} for the page size
   */
  toArray(options: {
    /** Maximum number of items; `Infinity` for all items. */
    limit: number;
  }): Promise<Item[]>;
}

/** A page, with its items and the token of the next page. */
interface FetchedPage<Item, Page> {
  readonly page: Page;
  readonly items: readonly Item[];
  readonly nextPageToken: string | undefined;
  /** Masks credentials in a page token, for a `PaginationError`. */
  redact(value: unknown): unknown;
}

/** Parts of a pager. */
export interface PagerSource<Item, Page> {
  /** Fetches the page of a token; without a token, the first page. */
  readonly fetchPage: (pageToken: string | undefined, scope: CallScope) => Promise<FetchedPage<Item, Page>>;
  /** Starts the call of one iteration. */
  readonly startCall: () => CallScope;
  /** Token of the page to start at. */
  readonly pageToken?: string | undefined;
}

/** Creates a {@link Pager}. Each iteration calls `open`, and rejects if `open` rejects. */
export function createPager<Item, Page>(open: () => PagerSource<Item, Page>): Pager<Item, Page> {
  const items = () => partsOf(open, (fetched) => fetched.items);
  return {
    ...notAnArray,
    [Symbol.asyncIterator]: items,
    pages: () => ({ [Symbol.asyncIterator]: () => partsOf(open, ({ page }) => [page]) }),
    firstPage: async () => {
      const { fetchPage, pageToken, startCall } = open();
      return (await fetchPage(pageToken, startCall())).page;
    },
    toArray: async (options) => {
      open();
      strictOptions("toArray", options ?? {}, { limit: limitOption }, "pager-limit");
      const { limit } = options;
      const found: Item[] = [];
      if (limit === 0) return found;
      for await (const item of items()) {
        if (found.push(item) === limit) break;
      }
      return found;
    },
  };
}

/** Explains to code that awaits a list, or iterates over it without `await`, how to get the items. Not in the type. */
const notAnArray = {
  [Symbol.iterator]: () =>
    throwIssue("list", {
      path: "",
      message: "is not an array; use for await (const item of list), or await list.toArray({ limit })",
      rule: "pager-loop",
    }),
};

const limitOption = required(
  must(
    (value) => value === Number.POSITIVE_INFINITY || isInteger(value, 0),
    "a non-negative integer, or Infinity for all items",
  ),
  ", as in { limit: 100 }",
);

/** Fetches the pages of a list one after the other and yields their parts, until a page has no token for the next. */
async function* partsOf<Item, Page, Part>(
  open: () => PagerSource<Item, Page>,
  partsIn: (fetched: FetchedPage<Item, Page>) => readonly Part[],
): AsyncGenerator<Part, undefined, undefined> {
  const { fetchPage, startCall, pageToken: firstToken } = open();
  const scope = startCall();
  const { signal } = scope;
  /** Page tokens that were sent. A token that occurs twice would cause an endless loop. */
  const sent = new Set<string | undefined>();
  let pageToken = firstToken;
  do {
    sent.add(pageToken);
    signal?.throwIfAborted();
    const fetched = await fetchPage(pageToken, scope);
    pageToken = fetched.nextPageToken;
    for (const part of partsIn(fetched)) {
      signal?.throwIfAborted();
      yield part;
    }
    signal?.throwIfAborted();
    if (pageToken !== undefined && sent.has(pageToken)) {
      throw new PaginationError({ pageToken: String(fetched.redact(pageToken)) });
    }
  } while (pageToken !== undefined);
  return undefined;
}

/** Rule id of issues about page tokens. */
export const PAGE_TOKEN_RULE = "page-token";

/** Reads a page token. @throws {ResponseError} If it is not a string, because the list must not end there silently. */
export function pageTokenIn(response: WireResponse, field: string): string | undefined {
  const token = valueAt(response.body, [field]) ?? ""; // null counts as absent
  if (typeof token === "string") return token || undefined;
  const message = `must be a string, got ${kindOf(token)}`;
  throw invalidResponse(response, [{ path: field, message, rule: PAGE_TOKEN_RULE }]);
}
