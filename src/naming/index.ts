/**
 * Naming profiles: the addresses, names on the wire and scopes of BigQuery, Knowledge Graph Search, Cloud Composer, Cloud
 * Endpoints and API Gateway, and the names of the specification.
 *
 * @module
 *
 * @example
 * import { scopes } from "fourfold/naming";
 *
 * console.log(scopes().warehouse.tables.insert); // the OAuth scopes for BigQuery's tables.insert; any one is enough
 */
export { googleNaming } from "./google.js";
export type { Naming } from "./naming.js";
export { type Permissions, permissions, type Scopes, scopes } from "./scopes.js";
export { vendorNaming } from "./vendor.js";
