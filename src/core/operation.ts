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

interface OperationBase {
  /** Name of the operation: what it is taken up again by. */
  name: string;
  /** What the service tells of it beside its outcome. */
  metadata?: OperationMetadata | undefined;
}

/** An operation that has not ended. */
export interface RunningOperation extends OperationBase {
  /** Whether it has ended; may be absent while it has not. */
  done?: false | undefined;
  /** Absent while it runs. */
  response?: undefined;
  /** Absent while it runs. */
  error?: undefined;
}

/** An operation that has ended well. */
export interface DoneOperation<Response> extends OperationBase {
  /** It has ended. */
  done: true;
  /** What came of it. */
  response: Response;
  /** Absent, since nothing went wrong. */
  error?: undefined;
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
