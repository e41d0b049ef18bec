import { type AnyClientOptions, type ClientOptions, createAreaContext } from "../client-options.js";
import { assertCallOptions } from "../core/http/call-options.js";
import type { CallOptions } from "../core/http/transport.js";
import { checkAnswer } from "../core/read-response.js";
import type { SchemaOf } from "../core/schema/shape-of.js";
import type { Naming } from "../naming/naming.js";
import { writeQuery } from "./query.js";
import { listTypes } from "./read-search.js";
import type { EntityRuleId } from "./rules.js";
import type { Entity } from "./schemas/entity.js";
import { EntitySearchResponse } from "./schemas/entity-search.js";
import type { EntityConstraints, EntitySearchQuery } from "./search-query.js";
import { createSuggest, type Suggest } from "./suggest.js";

/** The search for entities: people, places, works and other things, as JSON-LD in the words of schema.org. */
export interface Entities {
  /**
   * Searches for entities by text, by id, or both. The answer is the parsed JSON itself, but for one thing: the `@type`
   * of an entity is always a list.
   *
   * High limits make a time-out likelier: the service's own, or `timeoutMs`.
   *
   * `E` says what is known of the entities that are searched for: `search<EntityWith<Person>>({ … })`. Nothing checks it.
   *
   * Spec: entities, "(A) Search entities".
   *
   * @throws {RequestError} when the search cannot be sent: all that is wrong with it, before anything is sent.
   * @throws {ApiError} when the service refuses or fails.
   *
   * @example
   * const { itemListElement = [] } = await client.entities.search({ query: "ada", prefix: true, types: ["Person"] });
   * for (const { result } of itemListElement) console.log(localized(result?.name, "en"));
   */
  search<E extends Entity = Entity>(query: EntitySearchQuery, options?: CallOptions): Promise<EntitySearchResponse<E>>;

  /**
   * Makes a function for search-as-you-type: it finds what begins with the text that has been typed so far, and results
   * of an outdated call never arrive. Make one for each field that is typed into: a call ends only calls of its own.
   *
   * Spec: entities, "(A) Search entities", `prefix`.
   *
   * @throws {RequestError} at once, when the constraints cannot be sent.
   *
   * @example
   * const suggest = client.entities.suggest({ limit: 8 });
   * field.addEventListener("input", async () => {
   *   try {
   *     show(await suggest(field.value));
   *   } catch (error) {
   *     if ((error as Error).name !== "AbortError") throw error;   // a newer call is under way
   *   }
   * });
   */
  suggest(constraints?: EntityConstraints): Suggest;
}

/** Options of {@link createEntities}. */
export type EntitiesOptions<N extends Naming | undefined = Naming | undefined> = ClientOptions<
  "entities",
  EntityRuleId,
  N
>;

const PATH = "/v1/entities:search";

/**
 * Makes a client of the entity search alone; `createClient` makes one of all areas.
 *
 * @throws {RequestError} when an option cannot be used.
 *
 * @example
 * const entities = createEntities({ baseUrl: "https://search.example", auth: apiKey(key) });
 * const { itemListElement = [] } = await entities.search({ query: "Ada Lovelace" });
 */
export function createEntities<N extends Naming | undefined = undefined>(options: EntitiesOptions<N>): Entities;
export function createEntities(options: AnyClientOptions): Entities {
  const context = createAreaContext("createEntities", "entities", options);

  const search: Entities["search"] = async <E extends Entity>(
    input: EntitySearchQuery,
    callOptions: CallOptions = {},
  ) => {
    assertCallOptions("entities.search", callOptions);
    const query = writeQuery(input, { operation: "entities.search", path: PATH }, context);
    const response = await context.transport.send({ method: "GET", path: PATH, query, repeatable: true }, callOptions);
    listTypes(response.body);
    // What is known of the entities is for the caller to say.
    const schema = EntitySearchResponse as unknown as SchemaOf<EntitySearchResponse<E>>;
    return checkAnswer(schema, "EntitySearchResponse", response, context);
  };

  return {
    search,
    suggest: (constraints = {}) => {
      writeQuery(constraints, { operation: "entities.suggest", path: PATH }, { ...context, emit: undefined });
      const fixed = { ...constraints, prefix: true };
      return createSuggest((query, callOptions) => search({ ...fixed, query }, callOptions));
    },
  };
}
