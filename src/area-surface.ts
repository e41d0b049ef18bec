// What the entry of every area exports besides its own names.
export type {
  AddressOptions,
  ClientOptions,
  KnownAddress,
  NeededAddress,
  SharedOptions,
  ValidationOptions,
} from "./client-options.js";
export type { Clock } from "./core/clock.js";
export type {
  ClientEvent,
  DriftEvent,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  WarningEvent,
} from "./core/events.js";
export type { Auth } from "./core/http/auth.js";
export type { CallOptions, RetryOptions } from "./core/http/transport.js";
export type { Pager } from "./core/pagination.js";
export type { Rule, RuleSettings, Severity } from "./core/rules/rules.js";
export { ApiError, type ApiErrorCode } from "./errors/api-error.js";
export { FourfoldError } from "./errors/fourfold-error.js";
export { type AnyFourfoldError, type ErrorCode, isFourfoldError } from "./errors/is-fourfold-error.js";
export type { Issue } from "./errors/issue.js";
export { NetworkError } from "./errors/network-error.js";
export { PaginationError } from "./errors/pagination-error.js";
export { RequestError } from "./errors/request-error.js";
export type { RequestSummary } from "./errors/request-summary.js";
export { ResponseError } from "./errors/response-error.js";
export { TimeoutError } from "./errors/timeout-error.js";
export type { NamingWithAddress } from "./naming/naming.js";
