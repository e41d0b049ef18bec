import { FourfoldError } from "./fourfold-error.js";

/** A list would never end: the service sent the same page token twice. */
export class PaginationError extends FourfoldError {
  /** Error code. */
  readonly code = "page_loop" as const;
  /** The token that was sent twice. */
  readonly pageToken: string;

  constructor(facts: { pageToken: string }) {
    super(
      "[page_loop] the service sent the same page token twice, so the list would never end; " +
        "the loop received all pages up to the one with the repeated token",
    );
    this.pageToken = facts.pageToken;
  }

  override get name(): "PaginationError" {
    return "PaginationError";
  }
}
