import { type AreaContext, assertClientOptions, type ClientOptions, createAreaContext } from "../client-options.js";
import { call, type MethodCaller, methodCaller } from "../core/call.js";
import type { CallOptions } from "../core/http/transport.js";
import { assertNoIssues } from "../errors/request-error.js";
import { ENTITY_RULES } from "../naming/rule-ids.js";
import { entityMethods, suggestIssues } from "./methods.js";
import type { EntityRuleSettings } from "./rules.js";
import type { Entity, EntitySearchResponse } from "./schemas/entity.js";
import type { EntitySearchQuery } from "./search-query.js";
import { createSuggest, type Suggest, type SuggestOptions } from "./suggest.js";

/** Searches for entities: people, places, works and other things, as JSON-LD with the vocabulary of schema.org. */
export interface Entities extends MethodCaller {
  /**
   * Searches for entities by text, by id, or both. Returns the parsed JSON itself, except that the `@type` of an entity
   * is always an array.
   *
   * High limits make a time-out more likely. The type parameter `E` is the type of the entities that you expect:
   * `search<EntityWith<Person>>({ … })`; it is not checked.
   *
   * Scopes: none. An API key is sufficient.
   *
   * @param query - Text, ids and constraints of the search.
   * @param options - Options of the call.
   * @returns The response, with the best matches first. `{}` if there are none.
   * @throws {RequestError} If the query is invalid, with all issues; nothing is sent.
   * @throws {ApiError} If the service responds with an error.
   * @see Spec: entities, "(A) Search entities"
   *
   * @example
   * const { itemListElement = [] } = await client.entities.search({ query: "ada", prefix: true, types: ["Person"] });
   * for (const { result } of itemListElement) console.log(localized(result?.name, "en"));
   */
  search<E extends Entity = Entity>(query: EntitySearchQuery, options?: CallOptions): Promise<EntitySearchResponse<E>>;

  /**
   * Creates a function for search-as-you-type. It finds entities whose name starts with the given text. It waits 150 ms
   * before it sends a request, and a newer call aborts the previous one, so that quick typing sends one request, and
   * outdated results are never returned. Create one function for each input field.
   *
   * Scopes: none. An API key is sufficient.
   *
   * @param options - Constraints of every search, and `debounceMs`, which changes the wait.
   * @returns The function.
   * @throws {RequestError} If an option is invalid. Thrown synchronously.
   * @see Spec: entities, "(A) Search entities", `prefix`
   *
   * @example
   * const suggest = client.entities.suggest({ limit: 8 });
   * field.addEventListener("input", async () => {
   *   try {
   *     show(await suggest(field.value));
   *   } catch (error) {
   *     if ((error as Error).name !== "AbortError") throw error;   // a newer call is running
   *   }
   * });
   */
  suggest(options?: SuggestOptions): Suggest;
}

/** Options of {@link createEntities}. */
export interface EntitiesOptions extends ClientOptions<EntityRuleSettings> {}

/**
 * Creates a client for Knowledge Graph Search only. `createClient` creates one for all areas.
 *
 * @param options - Credentials, address and settings. Default: Knowledge Graph Search, without credentials.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 *
 * @example
 * const entities = createEntities({ auth: apiKey(key) });
 * const { itemListElement = [] } = await entities.search({ query: "Ada Lovelace" });
 */
export function createEntities(options: EntitiesOptions = {}): Entities {
  assertClientOptions("createEntities", ["entities"], options, Object.keys(ENTITY_RULES));
  return entitiesOver(createAreaContext("entities", options));
}

/** Creates the client from a context. */
export function entitiesOver(context: AreaContext): Entities {
  const search: Entities["search"] = async <E extends Entity>(query: EntitySearchQuery, options?: CallOptions) => {
    const response = await call(context, entityMethods.search, { query }, options);
    return response as EntitySearchResponse<E>; // the caller knows the type of the entities
  };

  return {
    ...methodCaller(context),
    search,
    suggest: (given = {}) => {
      assertNoIssues("entities.suggest", suggestIssues(given, context));
      const { debounceMs, ...constraints } = given;
      const fixed = { ...constraints, prefix: true };
      return createSuggest((query, options) => search({ ...fixed, query }, options), context, debounceMs);
    },
  };
}
