import { FourfoldError } from "./fourfold-error.js";

/**
 * Error of a failed operation.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface OperationStatus {
  /** Number of the canonical error code, such as 3 for an invalid argument or 9 for a failed precondition. */
  code?: number | undefined;
  /** Human-readable message. */
  message?: string | undefined;
  /** Error details in the service's own formats. */
  details?: unknown[] | undefined;
}

/**
 * Metadata of an operation. The service sets all of its fields.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface OperationMetadata {
  /**
   * State in the service's own terms: `PENDING`, `RUNNING`, `SUCCESSFUL` or `SUCCEEDED`, `FAILED`, or a number. Use
   * `done` to check whether the operation has ended. Output only.
   */
  readonly state?: "PENDING" | "RUNNING" | "SUCCESSFUL" | "SUCCEEDED" | "FAILED" | (string & {}) | number | undefined;
  /** Kind of the operation: `CREATE`, `UPDATE`, `DELETE`, or others such as `HIBERNATE`; possibly a number. Output only. */
  readonly operationType?: "CREATE" | "UPDATE" | "DELETE" | (string & {}) | number | undefined;
  /** Name of the resource that the operation changes. Output only. */
  readonly resource?: string | undefined;
  /** `uuid` of that resource. Output only. */
  readonly resourceUuid?: string | undefined;
  /** Time of the request, as an RFC 3339 string. Output only. */
  readonly createTime?: string | undefined;
  /** Time when the operation ended, as an RFC 3339 string; absent while it runs. Output only. */
  readonly endTime?: string | undefined;
}

/** Fields of an operation in every state. */
export interface OperationBase {
  /** Name of the operation, which you can use to resume waiting for it. */
  name: string;
  /** Metadata of the operation. */
  metadata?: OperationMetadata | undefined;
}

/** A failed operation. */
export interface FailedOperation extends OperationBase {
  /** `true`: the operation has ended. */
  done: true;
  /** The error. */
  error: OperationStatus;
  /** Absent, because the operation failed. */
  response?: undefined;
}

/** A long-running operation failed. */
export class OperationError extends FourfoldError {
  /** Error code. */
  readonly code = "operation_failed";
  /** The last known state of the operation; `operation.error` is its error. */
  readonly operation: FailedOperation;

  constructor(facts: { operation: FailedOperation }) {
    const { name, error } = facts.operation;
    const status = error.code === undefined ? "" : ` (code ${error.code})`;
    super(`[operation_failed] ${name}: ${error.message || "the service sent no message"}${status}`);
    this.operation = facts.operation;
  }

  override get name(): "OperationError" {
    return "OperationError";
  }
}
