import { FourfoldError } from "./fourfold-error.js";
import type { RequestSummary } from "./request-summary.js";

/** No answer came, or it broke off before its end. `cause` is the runtime's own error. */
export class NetworkError extends FourfoldError {
  readonly code = "network" as const;
  /** How often the request was sent; 1 means that it was not repeated. */
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
