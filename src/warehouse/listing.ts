import type { AreaContext } from "../client-options.js";
import { callOptionIssues } from "../core/call-options.js";
import { RequestError } from "../core/errors.js";
import { createPager, type Pager } from "../core/pagination.js";
import type { Issue } from "../core/rules.js";
import { shown } from "../core/scalars.js";
import type { Query } from "../core/search-params.js";
import type { CallOptions, SendOptions } from "../core/transport.js";

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
  const issues = [...callOptionIssues(options), ...listIssues(options)];
  if (issues.length > 0) throw new RequestError({ operation, issues });
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

function listIssues({ maxResults, pageToken, prefetch }: ListOptions): Issue[] {
  const issues: Issue[] = [];
  if (maxResults !== undefined && !(Number.isInteger(maxResults) && maxResults >= 1)) {
    issues.push({
      path: "maxResults",
      message: `must be a positive integer, got ${shown(maxResults)}`,
      rule: "max-results",
    });
  }
  if (pageToken !== undefined && (typeof pageToken !== "string" || pageToken === "")) {
    const message = "must be the nextPageToken of a page; leave it out to begin with the first";
    issues.push({ path: "pageToken", message, rule: "page-token" });
  }
  if (prefetch !== undefined && !(Number.isInteger(prefetch) && prefetch >= 0)) {
    issues.push({
      path: "prefetch",
      message: `must be a non-negative integer, got ${shown(prefetch)}`,
      rule: "prefetch",
    });
  }
  return issues;
}
