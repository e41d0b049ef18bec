export * from "../area-surface.js";
export { apiKey } from "../auth/credentials.js";
export { createEntities, type Entities, type EntitiesOptions } from "./client.js";
export { entityId } from "./entity-id.js";
export { type EntityOf, type EntityWith, isEntityOf, type TypeNameOf } from "./is-entity-of.js";
export { compactTerm, expandTerm, type JsonLdContexts } from "./json-ld.js";
export { localized } from "./localized.js";
export { type EntityMethods, entityMethods } from "./methods.js";
export { type EntityRuleId, type EntityRuleSettings, entityRules } from "./rules.js";
export type { JsonLdContext } from "./schemas/entity.js";
export {
  DetailedDescription,
  Entity,
  EntityImage,
  EntitySearchResponse,
  EntitySearchResult,
  LanguageTagged,
} from "./schemas/entity.js";
export type { EntityConstraints, EntitySearchQuery, SchemaOrgType } from "./search-query.js";
export type { Suggest, SuggestOptions } from "./suggest.js";
