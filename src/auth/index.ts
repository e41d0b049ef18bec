/**
 * Credentials for Google Cloud: access tokens, API keys and service accounts.
 *
 * @module
 *
 * @example
 * const auth = bearer(() => fetchToken());
 * const client = createClient({ auth: { warehouse: auth, entities: apiKey(process.env.API_KEY ?? "") } });
 */

export type { Clock } from "../call/clock.js";
export type {
  AccessTokenOptions,
  AccessTokenProvider,
  ApiKeyProvider,
  Auth,
  RequestHeadersProvider,
} from "../call/credentials.js";
export type { RetryOptions } from "../call/options.js";
export type { RequestSummary } from "../errors/call-errors.js";
export { ApiError, CredentialsError, NetworkError, ResponseError, TimeoutError } from "../errors/call-errors.js";
export type { ApiErrorCode, ErrorCode } from "../errors/error-code.js";
export { FourfoldError } from "../errors/fourfold-error.js";
export { type AnyFourfoldError, isFourfoldError } from "../errors/is-fourfold-error.js";
export type { Issue } from "../errors/request-error.js";
export { RequestError } from "../errors/request-error.js";
export { apiKey, bearer } from "./credentials.js";
export { type ServiceAccountOptions, serviceAccount } from "./service-account.js";
export type { CachedTokens } from "./token-cache.js";
