import { FourfoldError } from "./fourfold-error.js";

/**
 * How a service says what went wrong with an operation.
 *
 * Spec: environments, "(B) Environment update" (the operation is named there; its members are those of the real
 * service).
 */
export interface OperationStatus {
  /** Number of the canonical error code, such as 3 for an invalid argument or 9 for a failed precondition. */
  code?: number | undefined;
  /** What went wrong, for people to read. */
  message?: string | undefined;
  /** More about it, in the service's own forms. */
  details?: unknown[] | undefined;
}

/**
 * What a service tells of an operation beside its outcome.
 *
 * Spec: environments, "(B) Environment update" (the operation is named there; its members are those of the real
 * service).
 */
export interface OperationMetadata {
  /**
   * How far it is, as the service names it: `PENDING`, `RUNNING`, `SUCCESSFUL` or `SUCCEEDED`, `FAILED`, or a number.
   * Go by `done`, which says it in one way.
   */
  state?: string | number | undefined;
  /** What is being done, such as `UPDATE`; may be a number. */
  operationType?: string | number | undefined;
  /** Name of the resource that it is done to. */
  resource?: string | undefined;
  /** Id of that resource, for good. */
  resourceUuid?: string | undefined;
  /** When the operation was asked for, as an RFC 3339 text. */
  createTime?: string | undefined;
  /** When it ended, well or not, as an RFC 3339 text; absent while it runs. */
  endTime?: string | undefined;
}

/** What every state of an operation has. */
export interface OperationBase {
  /** Name of the operation: what it is taken up again by. */
  name: string;
  /** What the service tells of it beside its outcome. */
  metadata?: OperationMetadata | undefined;
}

/** An operation that has ended badly. */
export interface FailedOperation extends OperationBase {
  /** It has ended. */
  done: true;
  /** What went wrong. */
  error: OperationStatus;
  /** Absent, since nothing came of it. */
  response?: undefined;
}

/** A long-running operation has ended badly. */
export class OperationError extends FourfoldError {
  readonly code = "operation_failed";
  /** The operation as it was last seen; `operation.error` says what went wrong. */
  readonly operation: FailedOperation;

  constructor(facts: { operation: FailedOperation }) {
    const { name, error } = facts.operation;
    const status = error.code === undefined ? "" : ` (code ${error.code})`;
    super(`[operation_failed] ${name}: ${error.message || "the service does not say why"}${status}`);
    this.operation = facts.operation;
  }

  override get name(): "OperationError" {
    return "OperationError";
  }
}
