import type { CallOptions } from "../core/http/transport.js";

/** Options of calls that process many tables. */
export interface ConcurrencyOptions extends CallOptions {
  /** Maximum number of tables that are processed at a time, an integer from 1 to 50. Default: 8. */
  concurrency?: number | undefined;
}
