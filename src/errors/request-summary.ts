/** A request as errors show it. */
export interface RequestSummary {
  /** HTTP method. */
  readonly method: string;
  /** Encoded path as sent, without the query. */
  readonly path: string;
}
