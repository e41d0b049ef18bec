import type { AreaContext } from "../client-options.js";
import { assertCallOptions } from "../core/http/call-options.js";
import type { Query } from "../core/http/query-string.js";
import type { CallOptions, SendOptions } from "../core/http/transport.js";
import { createPager, type Pager } from "../core/pagination.js";
import { isInteger, must, type OptionChecks } from "../core/rules/options.js";

/** Options of a listing. */
export interface ListOptions extends CallOptions {
  /** How many items a page may hold at most; a positive integer. Default: the service's (50 for projects). */
  maxResults?: number | undefined;
  /** Where to begin: the `nextPageToken` of a page of an earlier listing. */
  pageToken?: string | undefined;
  /** How many pages to fetch ahead while one is consumed. Default: 0. */
  prefetch?: number | undefined;
}

/** What one listing of the warehouse is made of. */
interface Listing<Item, Page extends { nextPageToken?: string | undefined }> {
  itemsOf(page: Page): readonly Item[] | undefined;
  fetchPage(query: Query, options: SendOptions): Promise<Page>;
}

/** Makes the pager of a listing. @throws {RequestError} when an option cannot be used. */
export function listPager<Item, Page extends { nextPageToken?: string | undefined }>(
  context: AreaContext,
  operation: string,
  options: ListOptions,
  listing: Listing<Item, Page>,
): Pager<Item, Page> {
  assertCallOptions(operation, options, listChecks);
  const { maxResults } = options;
  return createPager<Item, Page>({
    options,
    deadlineMs: context.deadlineMs,
    clock: context.clock,
    fetchPage: (pageToken, sendOptions) => listing.fetchPage({ maxResults, pageToken }, sendOptions),
    itemsOf: (page) => {
      // A page that drifted is no reason to break the loop.
      const items: unknown = (page as Page | null) === null ? undefined : listing.itemsOf(page);
      return Array.isArray(items) ? items : [];
    },
    tokenOf: (page) => (page as Page | null)?.nextPageToken,
  });
}

const listChecks: OptionChecks<Exclude<keyof ListOptions, keyof CallOptions>> = {
  maxResults: /* @__PURE__ */ must((value) => isInteger(value, 1), "a positive integer"),
  pageToken: /* @__PURE__ */ must(
    (value) => typeof value === "string" && value !== "",
    "the nextPageToken of a page (leave it out to begin with the first)",
  ),
  prefetch: /* @__PURE__ */ must((value) => isInteger(value, 0), "a non-negative integer"),
};
