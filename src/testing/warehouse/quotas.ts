import type { Clock } from "../../core/clock.js";
import type { JsonObject } from "../fake-service.js";
import { ServiceError } from "../service-error.js";

/** Number of requests that are accepted in any window of time. */
interface Quota {
  readonly limit: number;
  readonly windowMs: number;
  /** Name of the requests in the error messages of the service. */
  readonly requests: string;
}

const INSERTS: Quota = {
  limit: 10,
  windowMs: 1_000,
  requests: "api requests per user per method for this user_method",
};
const UPDATES: Quota = { limit: 5, windowMs: 10_000, requests: "table update operations for this table" };
const PARTITIONED: Quota = { ...UPDATES, limit: 50 };

/** BigQuery's metadata quotas: accepted requests are counted, rejected ones are not. */
export class MetadataQuotas {
  readonly #clock: Clock;
  /** Times of the last accepted requests, by table. The key for `tables.insert` requests is this object. */
  #accepted = new WeakMap<object, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a `tables.insert`. @throws {ServiceError} 403 if there were too many. */
  insert(): void {
    this.#take(this, INSERTS);
  }

  /** Counts an update of a table. @throws {ServiceError} 403 if there were too many. */
  update(table: { readonly body: JsonObject }): void {
    const { timePartitioning, rangePartitioning } = table.body;
    this.#take(table, (timePartitioning ?? rangePartitioning) == null ? UPDATES : PARTITIONED);
  }

  /** Forgets all requests. */
  clear(): void {
    this.#accepted = new WeakMap();
  }

  #take(key: object, { limit, windowMs, requests }: Quota): void {
    const now = this.#clock.now();
    const recent = (this.#accepted.get(key) ?? []).filter((at) => at > now - windowMs);
    if (recent.length >= limit) {
      const link = "https://cloud.google.com/bigquery/docs/troubleshoot-quotas";
      const message = `Exceeded rate limits: too many ${requests}. For more information, see ${link}`;
      throw new ServiceError({ status: 403, reason: "rateLimitExceeded", message });
    }
    this.#accepted.set(key, [...recent, now]);
  }
}
