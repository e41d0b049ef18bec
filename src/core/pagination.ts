import { PaginationError, ResponseError } from "../errors/call-errors.js";
import { throwIssue } from "../errors/request-error.js";
import type { Clock } from "./clock.js";
import { kindOf, shown } from "./describe.js";
import { deadlineOf, onAbort } from "./http/time-limits.js";
import type { SendOptions, WireResponse } from "./http/transport.js";
import { valueAt } from "./objects.js";

/**
 * An async iterable of items whose pages are fetched as you iterate.
 *
 * No request is sent before the first item is requested, and each iteration starts at the first page. A page may be short
 * or empty; only a missing `nextPageToken` ends the list. Leaving the loop early stops the requests.
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

/** Parts of a pager. `Fetched` is the result of one request, `Page` the part of it that the consumer gets. */
export interface PagerSource<Item, Fetched, Page = Fetched> {
  /** Fetches the page of a token; without a token, the first page. */
  fetchPage(pageToken: string | undefined, options: SendOptions): Promise<Fetched>;
  itemsOf(page: Fetched): readonly Item[];
  /** The response that contained a page, for errors. */
  responseOf(page: Fetched): Pick<WireResponse, "status" | "request" | "redact" | "body">;
  /** Name of the page field with the token of the next page. */
  readonly tokenField: string;
  pageOf(page: Fetched): Page;
  /** Options of the call that created the pager; the deadline starts with each iteration. */
  readonly options: SendOptions & { pageToken?: string | undefined };
  /** The client's own deadline in milliseconds, if it has one. */
  readonly deadlineMs: number | undefined;
  readonly clock: Clock;
  /** Creates an id for the events of one iteration. */
  newCallId(): string;
}

/** Creates a {@link Pager} from a function that fetches one page. */
export function createPager<Item, Fetched, Page>(source: PagerSource<Item, Fetched, Page>): Pager<Item, Page> {
  return {
    [Symbol.asyncIterator]: () => iterate(new PageIterator(source), source.itemsOf),
    pages: () => ({
      [Symbol.asyncIterator]: () => iterate(new PageIterator(source), (page) => [source.pageOf(page)]),
    }),
    firstPage: async () => source.pageOf(await source.fetchPage(source.options.pageToken, source.options)),
    toArray: async (options: unknown) => {
      const limit = assertLimit(options);
      const items: Item[] = [];
      if (limit === 0) return items;
      for await (const page of { [Symbol.asyncIterator]: () => new PageIterator(source) }) {
        for (const item of source.itemsOf(page)) {
          items.push(item);
          if (items.length === limit) return items;
        }
      }
      return items;
    },
  };
}

const DONE = { done: true, value: undefined } as const;

/** Iterates over parts of pages. Unlike with a generator, `return` and later calls do not wait for a pending page. */
function iterate<Part, Page>(
  pages: PageIterator<Page>,
  partsOf: (page: Page) => readonly Part[],
): AsyncIterator<Part, undefined, undefined> {
  const parts = partsIn(pages, partsOf);
  return {
    next: () => (pages.isEnded ? Promise.resolve(DONE) : parts.next()),
    return: async () => {
      void parts.return(undefined);
      await pages.return();
      return DONE;
    },
  };
}

async function* partsIn<Part, Page>(
  pages: PageIterator<Page>,
  partsOf: (page: Page) => readonly Part[],
): AsyncGenerator<Part, undefined, undefined> {
  const nextParts = async (): Promise<readonly Part[] | undefined> => {
    const { done, value } = await pages.next();
    return done ? undefined : partsOf(value);
  };
  for (let parts = await nextParts(); parts !== undefined; parts = await nextParts()) {
    for (const part of parts) {
      if (pages.isAborted) break;
      yield part;
    }
    parts = []; // not kept in memory while the next page is fetched
  }
}

function assertLimit(options: unknown): number {
  const isObject = typeof options === "object" && options !== null;
  const limit: unknown = isObject && "limit" in options ? options.limit : undefined;
  if (limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && Number(limit) >= 0)) return Number(limit);
  const got = shown(isObject ? limit : options);
  const message = `must be a non-negative integer, or Infinity for all items, as in { limit: 100 }, got ${got}`;
  throwIssue("toArray", { path: "limit", message, rule: "pager-limit" });
}

/** Fetches the pages of a list one after the other, until a page has no token for the next, or the signal is aborted. */
async function* pagesOf<Page>(
  source: PagerSource<unknown, Page, unknown>,
  options: SendOptions,
): AsyncGenerator<Page, undefined, undefined> {
  /** Page tokens that were sent. A token that occurs twice would cause an endless loop. */
  const sent = new Set<string>();
  let token = source.options.pageToken;
  let loop: PaginationError | undefined;
  // A function, so that no page is kept in memory while the next one is fetched.
  const fetchPage = async () => {
    if (loop !== undefined) throw loop;
    if (token !== undefined) sent.add(token);
    const page = await source.fetchPage(token, options);
    const response = source.responseOf(page);
    token = await tokenIn(response, source.tokenField);
    if (token !== undefined && sent.has(token)) {
      loop = new PaginationError({ pageToken: String(response.redact(token)) });
    }
    return page;
  };
  do yield await fetchPage();
  while (token !== undefined && !options.signal?.aborted);
  return undefined;
}

/** Rule id of issues about page tokens. */
export const PAGE_TOKEN_RULE = "page-token";

/** @throws {ResponseError} If the token is not a string, because the list must not end there silently. */
async function tokenIn(
  { status, request, redact, body }: ReturnType<PagerSource<unknown, unknown>["responseOf"]>,
  field: string,
): Promise<string | undefined> {
  const token = valueAt(body, [field]) ?? ""; // null counts as absent
  if (typeof token === "string") return token || undefined;
  const issues = [{ path: field, message: `must be a string, got ${kindOf(token)}`, rule: PAGE_TOKEN_RULE }];
  throw new ResponseError({ code: "invalid_response", status, request, issues, body: redact(body) });
}

/** Iterates over the pages of a list. Leaving the iteration aborts a pending request. */
class PageIterator<Page> implements AsyncIterator<Page, undefined, undefined> {
  readonly #source: PagerSource<unknown, Page, unknown>;
  readonly #stopped = new AbortController();
  #pages: AsyncGenerator<Page, undefined, undefined> | undefined;
  #unlink: (() => void) | undefined;
  #ended = false;

  constructor(source: PagerSource<unknown, Page, unknown>) {
    this.#source = source;
  }

  /** Whether the caller aborted the list. Items that were already fetched are not returned then. */
  get isAborted(): boolean {
    return this.#source.options.signal?.aborted === true;
  }

  /** Whether the list has ended or failed, or the consumer has stopped iterating. */
  get isEnded(): boolean {
    return this.#ended;
  }

  async next(): Promise<IteratorResult<Page, undefined>> {
    if (this.#ended) return DONE;
    const { signal } = this.#source.options;
    try {
      signal?.throwIfAborted();
      this.#pages ??= this.#begin();
      const page = await this.#pages.next();
      signal?.throwIfAborted();
      return page.done || this.#ended ? await this.return() : page;
    } catch (error) {
      // The consumer has left or already received the error.
      if (this.#ended) return DONE;
      this.#end();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Page, undefined>> {
    this.#end();
    return DONE;
  }

  #begin(): AsyncGenerator<Page, undefined, undefined> {
    const { options } = this.#source;
    const { signal } = options;
    this.#unlink = signal && onAbort(signal, () => this.#stopped.abort(signal.reason));
    // One listener for the whole list is faster than adding and removing one per page. It is released with the signal.
    onAbort(this.#stopped.signal, () => {});
    return pagesOf(this.#source, {
      ...options,
      callDeadline: deadlineOf(this.#source, options),
      signal: this.#stopped.signal,
      callId: this.#source.newCallId(),
    });
  }

  #end(): void {
    this.#ended = true;
    this.#unlink?.();
    this.#stopped.abort(new DOMException("the iteration was stopped", "AbortError"));
  }
}
