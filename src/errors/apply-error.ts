import { FourfoldError } from "./fourfold-error.js";

declare const madeByEnvironmentUpdate: unique symbol;

/**
 * A change that a mask names, checked: plain data that survives JSON. `environmentUpdate` makes one, and
 * `parseEnvironmentUpdate` out of data that came from elsewhere.
 */
export interface MaskedUpdate<Resource extends object = object> {
  /** The paths that change, joined by commas; all of one update type. */
  readonly updateMask: string;
  /** The new values, and nothing else. What the mask names and this leaves out is cleared or deleted. */
  readonly environment: Resource;
  /** Known to the compiler alone: no such member is there. */
  readonly [madeByEnvironmentUpdate]: true;
}

/**
 * A list of updates was applied in part: the first that failed has stopped the rest. `cause` is what it failed with.
 * Read the environment and plan again to resume; whether the one that failed was applied may be open.
 */
export class ApplyError extends FourfoldError {
  readonly code = "apply_failed";
  /** The updates that are applied, in order. */
  readonly applied: readonly MaskedUpdate[];
  /** The updates that are not, in order; the first is the one that failed. */
  readonly remaining: readonly MaskedUpdate[];

  constructor(facts: { applied: readonly MaskedUpdate[]; remaining: readonly MaskedUpdate[]; cause: unknown }) {
    const { applied, remaining, cause } = facts;
    const total = applied.length + remaining.length;
    const failed = remaining[0] === undefined ? "" : `; "${remaining[0].updateMask}" failed`;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`[apply_failed] ${applied.length} of ${total} updates are applied${failed}: ${why}`, { cause });
    this.applied = applied;
    this.remaining = remaining;
  }

  override get name(): "ApplyError" {
    return "ApplyError";
  }
}
