// Names that the entry point of every area exports in addition to its own: a client needs no other entry point.
export { bearer } from "./auth/credentials.js";
export type { ListedMethod, ListOptions, MethodCaller } from "./call/call.js";
export type { Clock } from "./call/clock.js";
export type { AccessTokenProvider, ApiKeyProvider, Auth, RequestHeadersProvider } from "./call/credentials.js";
export { defineMethod, type MethodDefinition } from "./call/define-method.js";
export { type ClientEvent, type LogEventsOptions, logEvents } from "./call/events.js";
export type { BuiltInTypes, Method, MethodInput, MethodTypes, Paging, PagingNames } from "./call/method.js";
export type { CallOptions, ResponseInfo, RetryOptions, Verb } from "./call/options.js";
export type { Pager } from "./call/pages.js";
export type { PathParams } from "./call/template.js";
export type { Rule, RuleSettings, Severity } from "./checks/rules.js";
export type { SharedOptions } from "./client-options.js";
export type { RequestSummary } from "./errors/call-errors.js";
export {
  ApiError,
  CredentialsError,
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
export type { SafeParseResult } from "./schema/fields.js";
export type { StandardSchema, StandardSchemaIssue } from "./schema/standard-schema.js";
