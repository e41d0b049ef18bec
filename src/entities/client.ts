import { call, type MethodCaller, methodCaller } from "../call/call.js";
import { onAbort, pause, remainingMs, startCall } from "../call/clock.js";
import { assertCallOptions, type CallOptions, type CallScope } from "../call/options.js";
import type { RuleSettings } from "../checks/rules.js";
import { type AreaContext, assertClientOptions, type ClientOptions, createAreaContext } from "../client-options.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { SHAPE_RULE } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { entityMethods, suggestIssues } from "./methods.js";
import { type EntityRuleId, entityRules } from "./rules.js";
import type { Entity, EntityConstraints, EntitySearchQuery, EntitySearchResponse } from "./schemas/entity.js";

/**
 * Client for Knowledge Graph Search. It finds people, places, works and other things, as JSON-LD with the vocabulary of
 * schema.org.
 *
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface Entities extends MethodCaller {
  /**
   * Finds entities by text, by id, or both, with Knowledge Graph Search. Returns the parsed JSON, in which the
   * `@type` of an entity is always an array.
   *
   * High limits make a timeout more likely. The type parameter `E` is the type of the entities that you expect:
   * `search<EntityWith<Person>>({ … })`; it is not checked.
   *
   * Scopes: none. An API key is sufficient.
   *
   * @param query - Text, ids and constraints of the search.
   * @param options - Options of the call.
   * @returns The response, with the best matches first. `{}` if there are none.
   * @throws {RequestError} If the query is invalid, with all issues; nothing is sent.
   * @throws {ApiError} If the service responds with an error.
   * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
   *
   * @example
   * const { itemListElement = [] } = await client.entities.search({ query: "ada", prefix: true, types: ["Person"] });
   * for (const { result } of itemListElement) console.log(localized(result?.name, "en"));
   */
  search<E extends Entity = Entity>(query: EntitySearchQuery, options?: CallOptions): Promise<EntitySearchResponse<E>>;

  /**
   * Creates a function for search-as-you-type with Knowledge Graph Search. It finds entities whose name starts with the
   * given text. It waits 150 ms before it sends a request, and a newer call aborts the previous one: quick typing sends
   * one request, and outdated results are never returned. Create one function for each input field.
   *
   * Scopes: none. An API key is sufficient.
   *
   * @param options - Constraints of every search, and `debounceMs`, which changes the wait.
   * @returns The function.
   * @throws {RequestError} If an option is invalid. Thrown synchronously.
   * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
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
export interface EntitiesOptions extends ClientOptions {
  /** Severities of individual rules: `error` rejects the request, `warn` emits an event, `off` skips the rule. */
  rules?: RuleSettings<EntityRuleId> | undefined;
}

/**
 * Creates a client for Knowledge Graph Search only. `createClient` creates one for all areas.
 *
 * @param options - Credentials, base URL and settings. Default: Knowledge Graph Search, without credentials.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 *
 * @example
 * import { apiKey, createEntities } from "fourfold/entities";
 *
 * const entities = createEntities({ auth: apiKey(process.env.API_KEY ?? "") });
 * const { itemListElement = [] } = await entities.search({ query: "Ada Lovelace" });
 */
export function createEntities(options: EntitiesOptions = {}): Entities {
  assertClientOptions("createEntities", ["entities"], options, entityRules);
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
      const suggest: Parameters<typeof createSuggest>[1] = (query, options, scope) =>
        call(context, entityMethods.search, { query: { ...fixed, query } }, options, { scope });
      return createSuggest(context, suggest, debounceMs);
    },
  };
}

/** Options of `entities.suggest`. */
export interface SuggestOptions extends EntityConstraints {
  /** Wait before a search is sent, in milliseconds. A newer call during the wait cancels it. Default: 150; 0 sends at once. */
  debounceMs?: number | undefined;
}

/**
 * Searches for entities whose name starts with a string.
 *
 * Each call waits `debounceMs`, and aborts the previous one, which then rejects with an `AbortError`, so outdated results
 * are never returned. An empty or blank text resolves to `{}` without a request. If the signal is aborted, the call rejects with its
 * reason.
 *
 * @param text - The text to search for.
 * @param options - Options of the call.
 * @returns The response of the search.
 * @throws {RequestError} If the text is not a string.
 * @throws {ApiError} If the service responds with an error.
 */
export type Suggest = (text: string, options?: CallOptions) => Promise<EntitySearchResponse>;

/** Longer than the interval between two keystrokes, and too short to be noticed as a delay. */
const DEFAULT_DEBOUNCE_MS = 150;

/** Creates a {@link Suggest} from a search. */
function createSuggest(
  context: AreaContext,
  search: (text: string, options: CallOptions, scope: CallScope) => Promise<EntitySearchResponse>,
  debounceMs = DEFAULT_DEBOUNCE_MS,
): Suggest {
  let latest: AbortController | undefined;
  return async (text, options = {}) => {
    assertCallOptions("entities.suggest", options);
    if (typeof text !== "string") {
      const message = `must be a string, got ${kindOf(text)}`;
      throwIssue("entities.suggest", { path: "text", message, rule: SHAPE_RULE });
    }
    latest?.abort(new DOMException("a newer call of suggest has replaced this one", "AbortError"));
    const controller = new AbortController();
    latest = controller;
    const { signal } = controller;
    const caller = options.signal;
    caller?.throwIfAborted();
    const unlink = caller && onAbort(caller, () => controller.abort(caller.reason));
    try {
      if (text.trim() === "") return {};
      const scope = startCall(context, options);
      if (debounceMs > 0) {
        // Timers may fire up to a millisecond early, and a search must not start just before the deadline.
        const waitMs = Math.min(debounceMs, Math.ceil(remainingMs(context.clock, scope.deadline)) + 1);
        await pause(context.clock, waitMs, signal);
      }
      return await search(text, { ...options, signal }, scope);
    } finally {
      unlink?.();
      // An abort takes precedence, even if the response has already arrived or the search failed for another reason.
      signal.throwIfAborted();
    }
  };
}
