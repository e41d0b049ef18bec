import { FourfoldError } from "./fourfold-error.js";

/** Exists in types only. A copy by spread does not have it, because a spread omits private members. */
declare class MadeByEnvironmentUpdate {
  private readonly madeByEnvironmentUpdate;
}

/**
 * A validated update with its mask: plain data that can be serialized as JSON. `environmentUpdate` creates one;
 * `parseEnvironmentUpdate` creates one from untrusted data.
 */
export interface MaskedUpdate<Resource extends object = object> extends MadeByEnvironmentUpdate {
  /** Comma-separated paths of the fields that change; all of one update type. */
  readonly updateMask: string;
  /** The new values only. Fields that are in the mask but not here are cleared or deleted. */
  readonly environment: Resource;
}

/**
 * A list of updates was applied only in part, because one update failed. `cause` is the error of that update, which may
 * or may not have been applied. To resume, get the environment and plan again.
 */
export class ApplyError extends FourfoldError {
  /** Error code. */
  readonly code = "apply_failed";
  /** The applied updates, in order. */
  readonly applied: readonly MaskedUpdate[];
  /** The other updates, in order; the first is the one that failed. */
  readonly remaining: readonly MaskedUpdate[];

  constructor(facts: { applied: readonly MaskedUpdate[]; remaining: readonly MaskedUpdate[]; cause: unknown }) {
    const { applied, remaining, cause } = facts;
    const total = applied.length + remaining.length;
    const failed = remaining[0] === undefined ? "" : `; "${remaining[0].updateMask}" failed`;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`[apply_failed] ${applied.length} of ${total} updates were applied${failed}: ${why}`, { cause });
    this.applied = applied;
    this.remaining = remaining;
  }

  override get name(): "ApplyError" {
    return "ApplyError";
  }
}
