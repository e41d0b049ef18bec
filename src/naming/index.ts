/**
 * Naming profiles: the names, addresses and scopes of BigQuery, Knowledge Graph Search, Cloud Composer, Cloud Endpoints and
 * API Gateway, and neutral names.
 *
 * @module
 *
 * @example
 * import { scopes } from "fourfold/naming";
 *
 * console.log(scopes().warehouse.tables.insert); // the OAuth scopes for BigQuery's tables.insert; any one is enough
 */
export { defineNaming, type NamingDefinition } from "./define-naming.js";
export { googleApiGatewayNaming, googleNaming } from "./google.js";
export type { Area, GatewayExtensions, GatewayNaming, Naming, NeutralName, SearchVocabulary } from "./naming.js";
export { vendorNaming } from "./naming.js";
export { type Permissions, permissions, type ScopeChoice, type Scopes, scopes } from "./scopes.js";
