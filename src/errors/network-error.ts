import { FourfoldError } from "./fourfold-error.js";
import type { RequestSummary } from "./request-summary.js";

/** The request failed without a complete response. `cause` is the runtime's own error. */
export class NetworkError extends FourfoldError {
  /** Error code. */
  readonly code = "network" as const;
  /** Number of attempts; 1 means that there was no retry. */
  readonly attempts: number;
  /** The request that failed. */
  readonly request: RequestSummary;

  constructor(facts: { request: RequestSummary; attempts: number; text: string; cause: unknown }) {
    super(`[network] ${facts.request.method} ${facts.request.path}: ${facts.text}`, { cause: facts.cause });
    this.attempts = facts.attempts;
    this.request = facts.request;
  }

  override get name(): "NetworkError" {
    return "NetworkError";
  }
}
