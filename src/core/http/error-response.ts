import { ApiError, type ApiErrorCode } from "../../errors/api-error.js";
import type { RequestSummary } from "../../errors/request-summary.js";
import type { Clock } from "../clock.js";
import { oneLine } from "../rules/describe.js";
import type { Redactor } from "./redact.js";
import { parseDuration, parseRetryAfter } from "./retry.js";

/** A refusal as it came over the wire. */
export interface ErrorAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly text: string;
}

/** What an error body says, whichever of the known forms it has. */
interface ErrorBody {
  message?: string | undefined;
  status?: string | undefined;
  reason?: string | undefined;
  details?: readonly unknown[] | undefined;
}

/**
 * Turns any refusal into an {@link ApiError}: the warehouse's body with its `errors`, the body with `details`, OAuth's
 * `{"error": "invalid_client"}`, the gateway's `{"code", "message"}`, an HTML page, or nothing at all.
 */
export function toApiError(
  answer: ErrorAnswer,
  context: { request: RequestSummary; attempts: number; redact: Redactor; clock: Clock },
): ApiError {
  const { status, headers } = answer;
  const { redact, clock, request, attempts } = context;
  const body = parseBody(answer.text);
  const said = readErrorBody(body);
  const waits = [parseRetryAfter(headers.get("retry-after"), clock), retryInfoDelay(said.details)];
  const asked = waits.filter((wait) => wait !== undefined);
  return new ApiError({
    code: errorCode(status, said),
    status,
    request,
    attempts,
    text: said.message === undefined ? describeBody(answer, redact) : oneLine(redact.text(said.message), LONGEST_TEXT),
    reason: said.reason === undefined ? undefined : redact.text(said.reason),
    details: redact.json(said.details, []) as readonly unknown[] | undefined, // a list stays one
    body: redact.json(body, redact.text(answer.text)),
    requestId: requestIdOf(headers, redact),
    retryAfterMs: asked.length === 0 ? undefined : Math.max(...asked),
  });
}

const LONGEST_TEXT = 1_000;

/** Parsed JSON, the text where it is none, undefined where there is nothing. */
function parseBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function requestIdOf(headers: Headers, redact: Redactor): string | undefined {
  const id = headers.get("x-request-id") ?? headers.get("x-goog-request-id") ?? headers.get("x-cloud-trace-context");
  return id === null ? undefined : redact.text(id);
}

function readErrorBody(body: unknown): ErrorBody {
  const outer = record(body);
  // OAuth: the code stands where others have an object.
  if (typeof outer.error === "string") {
    return { message: texts(outer.error_description) ?? texts(outer.error), reason: texts(outer.error) };
  }
  const error = "error" in outer ? record(outer.error) : outer;
  const first = record(list(error.errors)?.[0]);
  const details = list(error.details);
  const info = details?.map(record).find((detail) => texts(detail.reason) !== undefined);
  return {
    message: texts(error.message) ?? texts(first.message),
    status: texts(error.status),
    reason: texts(first.reason) ?? texts(info?.reason),
    details: details ?? list(error.errors),
  };
}

const RATE_LIMIT_REASONS: readonly unknown[] = ["rateLimitExceeded", "userRateLimitExceeded"];

function errorCode(status: number, { reason, status: canonical }: ErrorBody): ApiErrorCode {
  if (reason === "quotaExceeded") return "quota_exceeded";
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

/** Our own words for an answer that has none. */
function describeBody({ status, statusText, headers, text }: ErrorAnswer, redact: Redactor): string {
  if (status === 0 || (status >= 300 && status < 400)) {
    return "the answer is a redirect, which is never followed; check the base address";
  }
  const label = statusText === "" ? "" : `${redact.text(statusText)}; `;
  if (text.trim() === "") return `${label}the answer has no body`;
  if (isHtml(headers, text)) return label + HTML_PAGE;
  // Masked before it is cut, or half a secret might stay.
  return `${label}${oneLine(redact.text(text.trim()), 200)}`;
}

/** What is said of an answer that {@link isHtml}. */
export const HTML_PAGE =
  'the answer is an HTML page, perhaps of a proxy; check the base address; the page is in "body"';

/** Whether an answer is a page for people, by what it says of itself or by how it begins. */
export function isHtml(headers: Headers, text: string): boolean {
  return /html/i.test(headers.get("content-type") ?? "") || /^\s*<(!doctype|html)/i.test(text);
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function texts(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
