import { FourfoldError, messageOf } from "./fourfold-error.js";
import { oneLine } from "./message-text.js";

/**
 * Error of a failed operation.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.operations/get | projects.locations.operations.get} in the Cloud Composer reference
 */
export interface OperationStatus {
  /** Number of the canonical error code, such as 3 for an invalid argument or 9 for a failed precondition. */
  code?: number | undefined;
  /** Human-readable message. */
  message?: string | undefined;
  /** Error details in the service's own formats. */
  details?: unknown[] | undefined;
}

/** A failed operation. */
export interface FailedOperation<Metadata = unknown> {
  /** Name of the operation, which you can use to resume waiting for it. */
  name: string;
  /** Metadata of the operation. */
  metadata?: Metadata | undefined;
  /** `true`: the operation has ended. */
  done: true;
  /** The error. */
  error: OperationStatus;
  /** Absent, because the operation failed. */
  response?: undefined;
}

/** Exists in types only. A spread copy does not have this property, because a spread omits private members. */
declare class MadeByEnvironmentUpdate {
  private readonly "create it with environmentUpdate.fromMask or parseEnvironmentUpdate";
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
 * A list of updates was applied only in part, or the environment could not be read after an update. To resume, get the
 * environment and plan again. `cause` is the error.
 */
export class ApplyEnvironmentError extends FourfoldError<"apply_environment_failed"> {
  /** The applied updates, in order. */
  readonly applied: readonly MaskedUpdate[];
  /** The update that failed, with its error; empty if reading the environment or planning again failed instead. */
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
