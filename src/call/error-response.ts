import { ApiError, NetworkError, type RequestSummary } from "../errors/call-errors.js";
import type { ApiErrorCode } from "../errors/error-code.js";
import { oneLine } from "../errors/message-text.js";
import type { Clock } from "./clock.js";
import { createRedactor, DEEPEST_CAUSE, type Redactor } from "./redact.js";
import { parseDuration, parseRetryAfter } from "./retry.js";

type ErrorResponse = Pick<Response, "status" | "statusText" | "headers">;

/** The contents of an error body of any format. */
interface ErrorBody {
  message?: string | undefined;
  status?: string | undefined;
  reason?: string | undefined;
  details?: readonly unknown[] | undefined;
}

/**
 * Turns any error response into an {@link ApiError}: a JSON body with `errors` or `details`, OAuth's `{"error":
 * "invalid_client"}`, `{"code", "message"}`, text, or no body.
 */
export function toApiError(
  response: ErrorResponse,
  responseText: string,
  context: {
    readonly request: RequestSummary;
    readonly attempts: number;
    readonly redact: Redactor;
    readonly clock: Clock;
    readonly requestIdHeaders: readonly string[];
    /** Remedy that is appended to the message of a 401 or 403. Default: none. */
    readonly loginHint?: string | undefined;
  },
): ApiError {
  const { status, headers } = response;
  const { redact, clock, request, attempts, loginHint } = context;
  const masked = redact.text(responseText);
  const body = (masked === responseText ? NO_SECRETS : redact).json(parseBody(responseText));
  const parsed = readErrorBody(body);
  const waits = [parseRetryAfter(headers.get("retry-after"), clock), retryInfoDelay(parsed.details)];
  const requested = waits.filter((wait) => wait !== undefined);
  const serviceMessage =
    parsed.message === undefined ? undefined : oneLine(parsed.message.slice(0, LONGEST_TEXT + 1), LONGEST_TEXT);
  const text = serviceMessage ?? describeBody(response, masked, redact);
  const hint = status === 401 || status === 403 ? loginHint : undefined;
  return new ApiError({
    code: errorCode(status, parsed),
    status,
    request,
    attempts,
    text: hint === undefined ? text : `${text} (${hint})`,
    serviceMessage,
    headers: redact.headers(withoutTarget(status, headers)),
    reason: parsed.reason,
    details: parsed.details,
    body,
    requestId: requestIdOf(headers, context.requestIdHeaders, redact),
    retryAfterMs: requested.length === 0 ? undefined : Math.max(...requested),
  });
}

/** Omits the target of a redirect, because it may be an untrusted URL. */
function withoutTarget(status: number, headers: Headers): Headers {
  if (status < 300 || status >= 400) return headers;
  const copy = new Headers(headers);
  copy.delete("location");
  return copy;
}

const LONGEST_TEXT = 1_000;
/** Redactor for a body without secrets: strings are returned unchanged. */
const NO_SECRETS = /* @__PURE__ */ createRedactor([]);

/** Parsed JSON, or the text if it is not JSON; undefined if it is empty. */
export function parseBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The service's id of a request: the first of the given headers that is present. */
export function requestIdOf(headers: Headers, names: readonly string[], redact: Redactor): string | undefined {
  const name = names.find((each) => headers.has(each));
  return name === undefined ? undefined : redact.text(headers.get(name) ?? "");
}

function readErrorBody(body: unknown): ErrorBody {
  const outer = record(body);
  // OAuth: `error` is a string; in other formats it is an object.
  if (typeof outer.error === "string") {
    return { message: nonEmpty(outer.error_description) ?? nonEmpty(outer.error), reason: nonEmpty(outer.error) };
  }
  const error = "error" in outer ? record(outer.error) : outer;
  const first = record(list(error.errors)?.[0]);
  const details = list(error.details);
  const info = details?.map(record).find((detail) => nonEmpty(detail.reason) !== undefined);
  return {
    message: nonEmpty(error.message) ?? nonEmpty(first.message),
    status: nonEmpty(error.status),
    reason: nonEmpty(first.reason) ?? nonEmpty(info?.reason),
    details: details ?? list(error.errors),
  };
}

const RATE_LIMIT_REASONS: readonly unknown[] = ["rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"];

function errorCode(status: number, { reason, status: canonical }: ErrorBody): ApiErrorCode {
  if (reason === "quotaExceeded" || reason === "dailyLimitExceeded") return "quota_exceeded";
  if (status === 429 || (status === 403 && RATE_LIMIT_REASONS.includes(reason))) return "rate_limited";
  if (status === 400 && canonical === "FAILED_PRECONDITION") return "precondition_failed";
  const exact = CODES[status];
  if (exact !== undefined) return exact;
  if (status >= 300 && status < 400) return "redirect";
  return status >= 500 && status < 600 ? "server_error" : "request_failed";
}

const CODES: Readonly<Record<number, ApiErrorCode>> = {
  0: "redirect",
  400: "bad_request",
  401: "unauthenticated",
  403: "permission_denied",
  404: "not_found",
  409: "conflict",
  412: "precondition_failed",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

function retryInfoDelay(details: readonly unknown[] | undefined): number | undefined {
  const waits = details?.map((detail) => parseDuration(record(detail).retryDelay));
  return waits?.find((wait) => wait !== undefined);
}

/** A message for a response that does not contain one. `text` is its masked body. */
function describeBody({ status, statusText }: ErrorResponse, text: string, redact: Redactor): string {
  if (status === 0 || (status >= 300 && status < 400)) {
    return 'the response is a redirect, which is never followed; check "baseUrl"';
  }
  const label = statusText === "" ? "" : `${redact.text(statusText)}; `;
  return label + (oneLine(text.trim().slice(0, 201), 200) || "the response has no body");
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Record<string, unknown>; // any property may be absent
}

function list(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Creates the error of an attempt without a complete response from the runtime's own error. */
export function connectionFailure(
  error: unknown,
  facts: {
    readonly url: string;
    readonly request: RequestSummary;
    readonly attempts: number;
    readonly redact: Redactor;
  },
): NetworkError {
  const { url, request, attempts, redact } = facts;
  // Masked before it is shortened, because half a secret might remain.
  const message = oneLine(redact.text(innermostMessage(error)), 200);
  const text = NO_TLS.test(message) ? "the server does not speak TLS on this port; did you mean http://?" : message;
  return new NetworkError({
    request,
    attempts,
    text: `no complete response from ${new URL(url).host}: ${text}`,
    cause: redact.error(error),
  });
}

/** Matches the messages of TLS libraries about a server that uses plain HTTP. */
const NO_TLS = /wrong version number|packet length too long/;

/** Returns the message of the innermost cause, because `fetch failed` does not describe the problem. */
function innermostMessage(error: unknown): string {
  let text = String(error);
  let current: unknown = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && current instanceof Error; depth += 1) {
    const { message, code } = current as Error & { code?: unknown };
    text = message || (typeof code === "string" ? code : "") || text;
    current = current.cause;
  }
  return text;
}
