import type { FailedOperation, MaskedUpdate } from "../environments/operation.js";
import { oneLine } from "../values/describe.js";
import { FourfoldError, messageOf } from "./fourfold-error.js";

/** A long-running operation failed. */
export class OperationError extends FourfoldError<"operation_failed"> {
  /** The last known state of the operation; `operation.error` is its error. */
  readonly operation: FailedOperation;

  constructor(facts: { operation: FailedOperation }) {
    const { name, error } = facts.operation;
    const status = error.code === undefined ? "" : ` (code ${error.code})`;
    super("operation_failed", `${name}: ${oneLine(error.message || "the service sent no message", 1_000)}${status}`);
    this.operation = facts.operation;
  }

  override get name(): "OperationError" {
    return "OperationError";
  }
}

/**
 * A list of updates was applied only in part, or the environment could not be read afterwards. To resume, get the
 * environment and plan again. `cause` is the error.
 */
export class ApplyEnvironmentError extends FourfoldError<"apply_environment_failed"> {
  /** The applied updates, in order. */
  readonly applied: readonly MaskedUpdate[];
  /** The update that failed, with its error; empty if all updates were applied, and reading the environment failed. */
  readonly failed: readonly {
    /** The update. It may or may not have been applied. */
    readonly update: MaskedUpdate;
    /** The error of its request or of its operation. */
    readonly error: unknown;
  }[];
  /** The updates that were not started, in order. */
  readonly remaining: readonly MaskedUpdate[];

  constructor(facts: {
    applied: readonly MaskedUpdate[];
    failed: ApplyEnvironmentError["failed"];
    remaining: readonly MaskedUpdate[];
    cause: unknown;
  }) {
    const { applied, failed, remaining, cause } = facts;
    const total = applied.length + failed.length + remaining.length;
    const names = failed.map(({ update }) => `; "${update.updateMask}" failed`).join("");
    const reason = messageOf(cause);
    super("apply_environment_failed", `${applied.length} of ${total} updates were applied${names}: ${reason}`, {
      cause,
    });
    this.applied = applied;
    this.failed = failed;
    this.remaining = remaining;
  }

  override get name(): "ApplyEnvironmentError" {
    return "ApplyEnvironmentError";
  }
}
