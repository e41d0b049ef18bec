/**
 * Naming profiles: the names, addresses and scopes of Google's services, of other gateways, and neutral names.
 *
 * @module
 */
export { defineNaming, type NamingDefinition } from "./define-naming.js";
export { googleApiGatewayNaming, googleNaming } from "./google.js";
export type { Area, GatewayExtensions, GatewayNaming, Naming, NeutralName, SearchVocabulary } from "./naming.js";
export { vendorNaming } from "./naming.js";
export { type Permissions, permissions, type ScopeChoice, type Scopes, scopes } from "./scopes.js";
