import type { CallOptions } from "../core/http/transport.js";
import { isInteger, must } from "../core/options.js";

/** Options of calls that process many tables. */
export interface ConcurrencyOptions extends CallOptions {
  /** Maximum number of tables that are processed at a time, an integer from 1 to 50. Default: 8. */
  concurrency?: number | undefined;
}

/** Default of `concurrency`. */
export const DEFAULT_CONCURRENCY = 8;

/** Check of `concurrency`. */
export const concurrencyOption = /* @__PURE__ */ must(
  (value) => isInteger(value, 1) && Number(value) <= 50,
  "an integer from 1 to 50",
);
