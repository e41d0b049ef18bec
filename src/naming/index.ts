export { defineNaming, type NamingDefinition } from "./define-naming.js";
export { googleApiGatewayNaming, googleNaming } from "./google.js";
export type { Area, GatewayExtensions, GatewayNaming, Naming, SearchVocabulary } from "./naming.js";
export type { NeutralName } from "./neutral-names.js";
export { type Permissions, permissions, type ScopeChoice, type Scopes, scopes } from "./scopes.js";
export { vendorNaming } from "./vendor.js";
