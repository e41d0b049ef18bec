// Names that the entry point of every area exports in addition to its own: a client needs no other entry point.
export { bearer } from "./auth/credentials.js";
export type { SharedOptions } from "./client-options.js";
export type { ListedMethod, ListOptions, MethodCaller } from "./core/call.js";
export type { Clock } from "./core/clock.js";
export { defineMethod, type MethodDefinition } from "./core/define-method.js";
export { type ClientEvent, logEvents } from "./core/events.js";
export type { AccessTokenProvider, ApiKeyProvider, Auth, RequestHeadersProvider } from "./core/http/auth.js";
export type { CallOptions, ResponseInfo, RetryOptions } from "./core/http/transport.js";
export type { Method, MethodInput, MethodTypes, Paging, RowTypes } from "./core/method.js";
export type { Pager } from "./core/pagination.js";
export type { PathParams } from "./core/path.js";
export type { Rule, RuleSettings, Severity } from "./core/rules.js";
export type { ParseError, SafeParseResult } from "./core/schema/fields.js";
export type { StandardSchema } from "./core/schema/standard-schema.js";
export type { RequestSummary } from "./errors/call-errors.js";
export {
  ApiError,
  NetworkError,
  PaginationError,
  ResponseError,
  TimeoutError,
} from "./errors/call-errors.js";
export type { ApiErrorCode, ErrorCode } from "./errors/error-code.js";
export { FourfoldError } from "./errors/fourfold-error.js";
export { type AnyFourfoldError, type FourfoldErrorWith, isFourfoldError } from "./errors/is-fourfold-error.js";
export type { Issue } from "./errors/request-error.js";
export { RequestError } from "./errors/request-error.js";
export { googleNaming } from "./naming/google.js";
export type { Naming } from "./naming/naming.js";
export { vendorNaming } from "./naming/vendor.js";
