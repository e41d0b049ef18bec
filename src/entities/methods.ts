import type { CallContext } from "../core/call-context.js";
import { type EncodedInput, type Method, type RawInput, shippedMethod } from "../core/method.js";
import { encodeSearch } from "./query.js";
import { EntitySearchResponse } from "./schemas/entity.js";
import type { EntitySearchQuery } from "./search-query.js";

/** The methods of Knowledge Graph Search, by their names on the client. */
export interface EntityMethods {
  /** Searches for entities by text, by id, or both. */
  readonly search: Method<{
    params: Record<never, string>;
    body: undefined;
    query: EntitySearchQuery | undefined;
    result: EntitySearchResponse;
    item: never;
  }>;
}

/**
 * The methods of Knowledge Graph Search, as data. `client.entities.call(entityMethods.search, …)` is equivalent to
 * `client.entities.search`.
 */
export const entityMethods: EntityMethods = {
  search: /* @__PURE__ */ shippedMethod(
    { name: "entities.search", http: "GET /v1/entities:search", response: EntitySearchResponse },
    {
      resource: "EntitySearchResponse",
      parameters: ["query", "ids", "languages", "types", "prefix", "limit", "indent"],
      encode: ({ query }: RawInput, context: CallContext): EncodedInput =>
        encodeSearch(query === undefined ? {} : query, context),
      normalize: listTypes,
    },
  ),
};

/** Converts, in place, every `@type` in a response that is a string to an array. */
function listTypes(body: unknown): void {
  const { itemListElement } = (body ?? {}) as { itemListElement?: unknown };
  if (!Array.isArray(itemListElement)) return;
  for (const element of itemListElement) {
    const result: unknown = element?.result;
    if (typeof result !== "object" || result === null) continue;
    const entity = result as { "@type"?: unknown };
    if (typeof entity["@type"] === "string") entity["@type"] = [entity["@type"]];
  }
}
