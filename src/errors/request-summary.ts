/** The parts of a request that errors show. */
export interface RequestSummary {
  /** HTTP method. */
  readonly method: string;
  /** Encoded path as sent, without the query. */
  readonly path: string;
}
