import { FourfoldError } from "./fourfold-error.js";

/** A listing would not end: the service sent the same page token a second time. */
export class PaginationError extends FourfoldError {
  readonly code = "page_loop" as const;
  /** The token that came twice. */
  readonly pageToken: string;

  constructor(facts: { pageToken: string }) {
    super(
      "[page_loop] the service sent a page token for the second time: following it, the listing would never end. " +
        "A loop over the listing has had all pages up to the one that brought it",
    );
    this.pageToken = facts.pageToken;
  }

  override get name(): "PaginationError" {
    return "PaginationError";
  }
}
