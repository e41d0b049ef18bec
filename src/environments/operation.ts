import type { OperationBase } from "../errors/environment-errors.js";

/** A running operation. */
export interface RunningOperation extends OperationBase {
  /** `false` or absent: the operation has not ended. */
  done?: false | undefined;
  /** Absent while the operation runs. */
  response?: undefined;
  /** Absent while the operation runs. */
  error?: undefined;
}

/** A successful operation. */
export interface DoneOperation<Response> extends OperationBase {
  /** `true`: the operation has ended. */
  done: true;
  /** The result. */
  response: Response;
  /** Absent, because the operation succeeded. */
  error?: undefined;
}
