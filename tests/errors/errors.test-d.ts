import {
  type AnyFourfoldError,
  ApiError,
  type ApiErrorCode,
  type CredentialsError,
  type ErrorCode,
  type FourfoldError,
  isFourfoldError,
  NetworkError,
  PaginationError,
  RequestError,
  ResponseError,
  TimeoutError,
  type TokenError,
  type UserInfoError,
} from "fourfold";
import { expectTypeOf } from "vitest";

declare const caught: unknown;

// Without codes: any error of the package, narrowed by its code.
if (isFourfoldError(caught)) {
  expectTypeOf(caught).toEqualTypeOf<AnyFourfoldError>();
  expectTypeOf<typeof caught.code>().toEqualTypeOf<ErrorCode>();
  expectTypeOf(caught).toExtend<FourfoldError>();
  expectTypeOf(caught).toExtend<Error>();
}

// The base class has the same closed list, for wrappers that accept any error of the package.
expectTypeOf<FourfoldError["code"]>().toEqualTypeOf<ErrorCode>();
export function isTransient(error: FourfoldError): boolean {
  switch (error.code) {
    case "unavailable":
    case "timeout":
      expectTypeOf(error.code).toEqualTypeOf<"unavailable" | "timeout">();
      return true;
    // @ts-expect-error the list of codes is closed
    case "not_fund":
      return false;
    default:
      return false;
  }
}

// With codes: the classes with these codes, and their code is not wider.
if (isFourfoldError(caught, "not_found")) {
  expectTypeOf(caught).toExtend<ApiError>();
  expectTypeOf(caught.code).toEqualTypeOf<"not_found">();
  expectTypeOf(caught.status).toEqualTypeOf<number>();
  expectTypeOf(caught.retryAfterMs).toEqualTypeOf<number | undefined>();
  // @ts-expect-error an ApiError has no issues
  caught.issues;
}
if (isFourfoldError(caught, "invalid_request")) {
  expectTypeOf(caught).toEqualTypeOf<RequestError>();
  expectTypeOf(caught.issues[0]!.rule).toEqualTypeOf<string>();
}
if (isFourfoldError(caught, "timeout")) {
  expectTypeOf(caught).toExtend<TimeoutError>();
  expectTypeOf(caught.code).toEqualTypeOf<"timeout">();
}
if (isFourfoldError(caught, "timeout", "deadline")) expectTypeOf(caught).toEqualTypeOf<TimeoutError>();
if (isFourfoldError(caught, "network", "unavailable")) {
  expectTypeOf(caught.code).toEqualTypeOf<"network" | "unavailable">();
  expectTypeOf(caught.attempts).toEqualTypeOf<number>();
  expectTypeOf(caught.request.path).toEqualTypeOf<string>();
  if (caught.code === "unavailable") expectTypeOf(caught).toExtend<ApiError>();
  else expectTypeOf(caught).toEqualTypeOf<NetworkError>();
}
if (isFourfoldError(caught, "page_loop")) expectTypeOf(caught).toEqualTypeOf<PaginationError>();
if (isFourfoldError(caught, "invalid_response", "response_too_large"))
  expectTypeOf(caught).toEqualTypeOf<ResponseError>();

// @ts-expect-error the list of codes is closed
isFourfoldError(caught, "not_fund");
// @ts-expect-error '"notFound"' is not assignable to parameter of type
isFourfoldError(caught, "notFound");
// @ts-expect-error a code is a string
isFourfoldError(caught, 404);

// An error from elsewhere stays unknown.
if (!isFourfoldError(caught)) expectTypeOf(caught).toBeUnknown();

// A switch over the code narrows to the class, even if the class has several codes.
export function advice(error: AnyFourfoldError): string {
  switch (error.code) {
    case "invalid_request":
      return error.issues.map(({ path, message }) => `${path}: ${message}`).join();
    case "bad_request":
    case "not_found":
      expectTypeOf(error).toEqualTypeOf<ApiError>();
      return `${error.status} ${error.reason ?? ""}`;
    case "network":
      return String(error.cause);
    case "timeout":
    case "deadline":
      expectTypeOf(error).toEqualTypeOf<TimeoutError>();
      return String(error.attempts);
    case "response_too_large":
      return String(error.body);
    case "page_loop":
      return error.pageToken;
    case "operation_failed":
      return error.operation.name;
    case "apply_environment_failed":
      return error.remaining.map(({ updateMask }) => updateMask).join();
    case "apply_tables_failed":
      return error.failed.map(({ table }) => table).join();
    case "row_invalid":
      return error.path;
    case "credentials_unavailable":
      expectTypeOf(error).toEqualTypeOf<CredentialsError>();
      return String(error.cause);
    case "plan_stale":
      return [error.table, ...error.changed].join();
    case "invalid_base64":
      return error.issues.join();
    case "token_expired":
      return String(error.definition);
    default:
      expectTypeOf(error).toEqualTypeOf<ApiError | ResponseError | UserInfoError | TokenError>(); // have more codes
      return error.message;
  }
}

// A switch over all codes is exhaustive: each belongs to a class, and each class has a code of the list.
expectTypeOf<AnyFourfoldError["code"]>().toEqualTypeOf<ErrorCode>();

// A switch over the classes is exhaustive.
export function className(error: AnyFourfoldError): string {
  switch (error.name) {
    case "RequestError":
    case "CredentialsError":
    case "ApiError":
    case "NetworkError":
    case "TimeoutError":
    case "ResponseError":
    case "PaginationError":
    case "OperationError":
    case "ApplyEnvironmentError":
    case "ApplyTablesError":
    case "StalePlanError":
    case "RowError":
    case "UserInfoError":
    case "TokenError":
      return error.name;
    default:
      expectTypeOf(error).toBeNever();
      return error;
  }
}

// A missing code makes the switch incomplete.
export function incomplete(error: AnyFourfoldError): string {
  switch (error.code) {
    case "invalid_request":
      return "";
    default:
      // @ts-expect-error other codes are left
      return error satisfies never;
  }
}

expectTypeOf<ApiErrorCode>().toExtend<ErrorCode>();
expectTypeOf<ApiError["code"]>().toEqualTypeOf<ApiErrorCode>();
expectTypeOf<ApiError["name"]>().toEqualTypeOf<"ApiError">();
expectTypeOf<RequestError["name"]>().toEqualTypeOf<"RequestError">();
// No code is open: `string` would break the narrowing of the whole union.
expectTypeOf<string>().not.toExtend<ErrorCode>();

// instanceof narrows to the same classes.
if (caught instanceof ApiError) expectTypeOf(caught.code).toEqualTypeOf<ApiErrorCode>();
if (caught instanceof NetworkError) expectTypeOf(caught.code).toEqualTypeOf<"network">();
if (caught instanceof PaginationError) expectTypeOf(caught.pageToken).toEqualTypeOf<string>();
if (caught instanceof RequestError) expectTypeOf(caught.code).toEqualTypeOf<"invalid_request">();
if (caught instanceof ResponseError) expectTypeOf(caught.body).toBeUnknown();
if (caught instanceof TimeoutError) expectTypeOf(caught.code).toEqualTypeOf<"timeout" | "deadline">();

// @ts-expect-error errors are facts: they do not change
(caught as ApiError).status = 5;
// @ts-expect-error the list of issues does not either
(caught as RequestError).issues.push({ path: "", message: "", rule: "" });
