/**
 * Knowledge Graph Search: a client that finds people, places and things, and functions that read typed JSON-LD.
 *
 * @module
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 *
 * @example
 * import { apiKey, createEntities, localized } from "fourfold/entities";
 *
 * const entities = createEntities({ auth: apiKey(process.env.API_KEY ?? "") });
 * const { itemListElement = [] } = await entities.search({ query: "Ada Lovelace" });
 * for (const { result } of itemListElement) console.log(localized(result?.name, "en"));
 */
export * from "../area-surface.js";
export { apiKey } from "../auth/credentials.js";
export type { OptionalFieldSchema, RequiredFieldSchema, SchemaOf } from "../schema/fields.js";
export type { Suggest, SuggestOptions } from "./client.js";
export { createEntities, type Entities, type EntitiesOptions } from "./client.js";
export { type EntityOf, type EntityWith, entityId, isEntityOf, localized } from "./entity.js";
export { compactTerm, expandTerm } from "./json-ld.js";
export { entityMethods } from "./methods.js";
export { type EntityRuleId, entityRules } from "./rules.js";
export type { EntitySearchQuery, JsonLdContext } from "./schemas/entity.js";
export {
  DetailedDescription,
  Entity,
  EntityImage,
  EntitySearchResponse,
  EntitySearchResult,
  LanguageTagged,
} from "./schemas/entity.js";
