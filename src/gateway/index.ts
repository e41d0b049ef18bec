/**
 * API Gateway and Cloud Endpoints: functions that secure OpenAPI documents, verify tokens, and read the caller in a
 * backend.
 *
 * @module
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 * @see {@link https://cloud.google.com/endpoints/docs/openapi/openapi-extensions | OpenAPI extensions} of Cloud Endpoints
 *
 * @example
 * import { checkSecurity, jwtSecurity, secureDocument } from "fourfold/gateway";
 *
 * const users = { issuer: "https://issuer.example", audiences: "my-api", jwksUri: "https://issuer.example/keys" };
 * const secured = secureDocument(document, jwtSecurity({ definitions: { users } }));
 * for (const { severity, pointer, message } of checkSecurity(secured)) console.log(severity, pointer, message);
 */

export type { Clock } from "../call/clock.js";
export type { Rule, Severity } from "../checks/rules.js";
export type { ErrorCode, TokenErrorCode, UserInfoErrorCode } from "../errors/error-code.js";
export { FourfoldError } from "../errors/fourfold-error.js";
export { TokenError } from "../errors/gateway-errors.js";
export { type AnyFourfoldError, isFourfoldError } from "../errors/is-fourfold-error.js";
export { RequestError } from "../errors/request-error.js";
export type { BackendOptions } from "./backends.js";
export { checkSecurity, type SecurityFinding } from "./check-security.js";
export type { HeadersLike } from "./claims-and-headers.js";
export type { IssuerDefinition } from "./definitions.js";
export type { SecurityRequirement } from "./document.js";
export {
  type IssuerJwtDefinition,
  type JwtDefinition,
  type JwtSecurity,
  type JwtSecurityOptions,
  jwtSecurity,
  type ProjectJwtDefinition,
} from "./jwt-security.js";
export { type DocumentSecurity, effectiveSecurity, readSecurity } from "./read-security.js";
export { type FindingSeverity, type GatewayRule, type GatewayRuleId, gatewayRules } from "./rules.js";
export { type SecureDocumentOptions, type SecuredDocument, secureDocument } from "./secure-document.js";
export {
  type FindAccessTokenOptions,
  findAccessToken,
  type TokenLocation,
  type WithAccessTokenOptions,
  withAccessToken,
} from "./token-location.js";
export {
  createTokenVerifier,
  type TokenAlgorithm,
  type TokenVerifier,
  type TokenVerifierOptions,
  type TokenVerifierSettings,
  type VerifiedToken,
} from "./token-verifier.js";
export * from "./user-info.js";
