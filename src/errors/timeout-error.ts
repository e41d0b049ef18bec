import { FourfoldError } from "./fourfold-error.js";
import type { RequestSummary } from "./request-summary.js";

/**
 * A time limit was exceeded: `timeout` for one attempt (`timeoutMs`), `deadline` for the whole call (`deadlineMs`).
 * `cause` is the error of the previous attempt, if any.
 */
export class TimeoutError extends FourfoldError {
  /** Error code: `timeout` for one attempt, `deadline` for the whole call. */
  readonly code: "timeout" | "deadline";
  /** Number of attempts; 0 if the deadline had passed before the first. */
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
