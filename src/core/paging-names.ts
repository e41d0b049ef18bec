/** How a list method is paged. */
export interface Paging {
  /** Name of the array of items in a page. */
  readonly items: string;
  /** Name of the page field with the token of the next page. Default: `nextPageToken`. */
  readonly token: string;
  /** Query parameter for the page token. Default: `pageToken`. */
  readonly tokenParam: string;
  /** Query parameter for the page size, or `false` if the method has none. Default: `maxResults`. */
  readonly sizeParam: string | false;
}

/** Names of the paging fields and parameters of a list method. Only `items` is required. */
export interface PagingNames<Items = string> {
  /** Name of the array of items in a page. */
  items: Items;
  /** Name of the page field with the token of the next page. Default: `nextPageToken`. */
  token?: string | undefined;
  /** Query parameter for the page token. Default: `pageToken`. */
  tokenParam?: string | undefined;
  /** Query parameter for the page size, or `false` if the method has none. Default: `maxResults`. */
  sizeParam?: string | false | undefined;
}

/** Fills in the default names; undefined if a method is not a list. */
export function pagingOf(given: PagingNames | undefined): Paging | undefined {
  if (given === undefined) return undefined;
  const { items, token = "nextPageToken", tokenParam = "pageToken", sizeParam = "maxResults" } = given;
  return { items, token, tokenParam, sizeParam };
}
