export type { Auth } from "../core/auth.js";
export type { Clock } from "../core/clock.js";
export {
  type AnyFourfoldError,
  ApiError,
  type ApiErrorCode,
  type ErrorCode,
  FourfoldError,
  NetworkError,
  RequestError,
  type RequestSummary,
  ResponseError,
  TimeoutError,
} from "../core/errors.js";
export type {
  ClientEvent,
  DriftEvent,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  WarningEvent,
} from "../core/events.js";
export { isFourfoldError } from "../core/is-fourfold-error.js";
export type { Issue, Rule, RuleSettings, Severity } from "../core/rules.js";
export type { CallOptions, RetryOptions } from "../core/transport.js";
export { createEntities, type Entities, type EntitiesOptions } from "./client.js";
export { entityId } from "./entity-id.js";
export { type EntityOf, type EntityWith, isEntityOf, type TypeNameOf } from "./is-entity-of.js";
export { compactTerm, expandTerm, type JsonLdContexts } from "./json-ld.js";
export { localized } from "./localized.js";
export { type EntityRuleId, entityRules } from "./rules.js";
export { DetailedDescription, Entity, EntityImage, LanguageTagged } from "./schemas/entity.js";
export { EntitySearchResponse, EntitySearchResult } from "./schemas/entity-search.js";
export type { JsonLdContext } from "./schemas/json-ld-context.js";
export type { EntityConstraints, EntitySearchQuery } from "./search-query.js";
export type { Suggest } from "./suggest.js";
