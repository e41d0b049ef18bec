import { FourfoldError } from "./fourfold-error.js";
import type { RequestSummary } from "./request-summary.js";

/**
 * Time ran out: `timeout` for one attempt (`timeoutMs`), `deadline` for the whole call (`deadlineMs`).
 * `cause` is what the attempt before had failed with, if there was one.
 */
export class TimeoutError extends FourfoldError {
  readonly code: "timeout" | "deadline";
  /** How often the request was sent; 0 when the deadline had passed before the first. */
  readonly attempts: number;
  /** The request that took too long. */
  readonly request: RequestSummary;

  constructor(facts: {
    code: "timeout" | "deadline";
    limitMs: number;
    request: RequestSummary;
    attempts: number;
    cause?: unknown;
  }) {
    const { code, limitMs, request } = facts;
    const option = code === "timeout" ? "timeoutMs" : "deadlineMs";
    const what = code === "timeout" ? "no complete response within" : "the call did not end within";
    super(
      `[${code}] ${request.method} ${request.path}: ${what} ${limitMs} ms ("${option}")`,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    );
    this.code = code;
    this.attempts = facts.attempts;
    this.request = request;
  }

  override get name(): "TimeoutError" {
    return "TimeoutError";
  }
}
