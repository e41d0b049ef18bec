import type { Clock } from "../core/clock.js";
import { readBody } from "../core/http/read-body.js";
import { bounded } from "../core/http/time-limits.js";
import { isObject } from "../core/is-object.js";
import { singleFlight } from "../core/single-flight.js";
import type { KeyFinder } from "./signature.js";

/**
 * Time for which fetched keys are cached, in milliseconds.
 *
 * @see Spec: gateway, "Limits"
 */
const KEYS_MS = 300_000;
/** Minimum time between two fetches that are caused by unknown key ids, in milliseconds. */
const COOL_DOWN_MS = 30_000;
/** Time after which a failed fetch is retried at the earliest, in milliseconds. */
const RETRY_MS = 5_000;
const FETCH_MS = 10_000;
const MAX_BYTES = 1_048_576;

/** The keys of one issuer. */
export interface IssuerKeys {
  /**
   * Finds the key for a token; undefined if the issuer has no matching key.
   *
   * @throws {Error} If the keys cannot be fetched or parsed.
   */
  readonly find: KeyFinder;
}

/**
 * Fetches the keys of an issuer on demand: a key set, or a map of certificates by key id. They are cached for five minutes.
 * An unknown key id triggers another fetch at most every 30 seconds. A failed fetch is retried at most every 5 seconds.
 */
export function createIssuerKeys(options: {
  readonly uri: string;
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
}): IssuerKeys {
  const { uri, fetch, clock } = options;
  let kept: { readonly find: KeyFinder; readonly since: number } | undefined;
  let failed: { readonly error: unknown; readonly since: number } | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const isWithin = (ms: number, since: number) => {
    const age = clock.now() - since;
    return age >= 0 && age < ms;
  };
  const load = singleFlight(async () => {
    try {
      const find = await fetchKeys(uri, fetch);
      kept = { find, since: clock.now() };
      failed = undefined;
      return find;
    } catch (error) {
      failed = { error, since: clock.now() };
      throw error;
    }
  });
  const refresh = async (): Promise<KeyFinder> => {
    if (failed !== undefined && isWithin(RETRY_MS, failed.since)) throw failed.error;
    return load();
  };
  return {
    async find(choice) {
      if (kept === undefined || !isWithin(KEYS_MS, kept.since)) return (await refresh())(choice);
      const key = await kept.find(choice);
      if (key !== undefined || isWithin(COOL_DOWN_MS, refreshedAt)) return key;
      const find = await refresh().catch(() => undefined);
      if (find !== undefined) refreshedAt = clock.now();
      return find?.(choice);
    },
  };
}

async function fetchKeys(
  uri: string,
  fetch: (input: string, init: RequestInit) => Promise<Response>,
): Promise<KeyFinder> {
  const receive = async (signal: AbortSignal) => {
    // Workers do not support "error". With "manual", a redirect does not have a successful status either.
    const response = await fetch(uri, { headers: { accept: "application/json" }, redirect: "manual", signal });
    if (response.status === 200) return readBody(response, { maxBytes: MAX_BYTES, signal });
    response.body?.cancel().catch(() => undefined);
    throw new Error(`the key URL responded with status ${response.status}`);
  };
  const { text } = await bounded(receive, { signal: undefined, timeoutMs: FETCH_MS });
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error("the response is neither a key set nor a map of certificates");
  const { fromCertificates, fromKeySet } = await import("./signature.js");
  return Array.isArray(value.keys) ? fromKeySet(value) : fromCertificates(value);
}
