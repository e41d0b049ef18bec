import { systemClock } from "../core/clock.js";
import { anyValue, listOf, required, strictOptions } from "../core/options.js";
import { createPager, type Pager } from "../core/pagination.js";
import { RequestError } from "../errors/request-error.js";

/**
 * Creates a pager of given items, for a fake of a client's `list`.
 *
 * @param items - The items, in order; all on one page.
 * @returns The pager. Its `pages()` and `firstPage()` reject: pass a second argument if your code calls them.
 * @throws {RequestError} If `items` is not a list.
 *
 * @example
 * const tables = { list: () => pagerOf([{ tableReference }]) };
 */
export function pagerOf<Item>(items: readonly Item[]): Pager<Item, never>;
/**
 * Creates a pager of given items and their page, for a fake of a client's `list`.
 *
 * @param items - The items, in order; all on one page.
 * @param page - Returns the page that contains the items.
 * @returns The pager.
 * @throws {RequestError} If `items` is not a list.
 *
 * @example
 * const pager = pagerOf([{ tableReference }], (tables) => ({ tables, totalItems: tables.length }));
 */
export function pagerOf<Item, Page>(items: readonly Item[], page: (items: Item[]) => Page): Pager<Item, Page>;
export function pagerOf<Item, Page>(items: readonly Item[], page: (items: Item[]) => Page = noPage): Pager<Item, Page> {
  strictOptions("pagerOf", { items }, { items: required(listOf(anyValue, "a list of items")) });
  return createPager<Item, readonly Item[], Page>({
    fetchPage: async () => items,
    itemsOf: (all) => all,
    pageOf: (all) => page([...all]),
    responseOf: () => ({
      status: 200,
      request: { method: "GET", path: "/" },
      redact: async (value) => value,
      body: {},
    }),
    tokenField: "nextPageToken",
    options: {},
    deadlineMs: undefined,
    clock: systemClock,
    newCallId: () => "pagerOf",
  });
}

function noPage(): never {
  const message = "is required for pages() and firstPage(), such as (tables) => ({ tables })";
  throw new RequestError({ operation: "pagerOf", issues: [{ path: "page", message, rule: "option" }] });
}
