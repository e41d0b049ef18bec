export type { AccessToken, AccessTokenProvider, ApiKeyProvider, Auth } from "../core/auth.js";
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
export { isFourfoldError } from "../core/is-fourfold-error.js";
export type { Issue } from "../core/rules.js";
export type { RetryOptions } from "../core/transport.js";
export { apiKey } from "./api-key.js";
export { bearer } from "./bearer.js";
export { type ServiceAccount, serviceAccount } from "./service-account.js";
export type { ServiceAccountOptions } from "./service-account-options.js";
