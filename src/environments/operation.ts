import type { OperationBase } from "../errors/operation-error.js";

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
