import type { Clock } from "../core/clock.js";
import { isObject } from "../core/is-object.js";
import type { KeyFinder } from "./signature.js";

/** How long fetched keys are used, in milliseconds. Spec: gateway, Limits. */
const KEYS_MS = 300_000;
/** How long an unknown key id does not lead to another fetch, in milliseconds. */
const COOL_DOWN_MS = 30_000;
const FETCH_MS = 10_000;
const MAX_LENGTH = 1_048_576;

/** The keys of one issuer. */
export interface IssuerKeys {
  /**
   * The key for a token; undefined when the issuer has none that fits.
   *
   * @throws an `Error` when the keys cannot be fetched or read.
   */
  readonly find: KeyFinder;
}

/**
 * Fetches the keys of an issuer when they are needed: a key set, or a map of certificates by key id. They are kept for
 * five minutes; an unknown key id has them fetched once more, but not again and again. One fetch runs at a time.
 */
export function createIssuerKeys(options: {
  readonly uri: string;
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
}): IssuerKeys {
  const { uri, fetch, clock } = options;
  let kept: { readonly find: KeyFinder; readonly fetchedAt: number } | undefined;
  let flight: Promise<KeyFinder> | undefined;
  let askedAgainAt = Number.NEGATIVE_INFINITY;

  const load = (): Promise<KeyFinder> => {
    flight ??= fetchKeys(uri, fetch)
      .then((find) => {
        kept = { find, fetchedAt: clock.now() };
        return find;
      })
      .finally(() => {
        flight = undefined;
      });
    return flight;
  };
  return {
    async find(choice) {
      const age = kept === undefined ? Number.POSITIVE_INFINITY : clock.now() - kept.fetchedAt;
      if (kept === undefined || age >= KEYS_MS || age < 0) return (await load())(choice);
      const key = await kept.find(choice);
      if (key !== undefined) return key;
      // Another token of the same new key may have asked already: wait for that answer.
      if (flight === undefined) {
        if (clock.now() - askedAgainAt < COOL_DOWN_MS) return undefined;
        askedAgainAt = clock.now();
      }
      const find = await load().catch(() => undefined);
      return find?.(choice);
    },
  };
}

async function fetchKeys(
  uri: string,
  fetch: (input: string, init: RequestInit) => Promise<Response>,
): Promise<KeyFinder> {
  const response = await fetch(uri, {
    headers: { accept: "application/json" },
    // Not "error", which workers refuse: what is left of a redirect is no 200 either.
    redirect: "manual",
    signal: AbortSignal.timeout(FETCH_MS),
  });
  if (response.status !== 200) throw new Error(`the address of the keys answered ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_LENGTH) throw new Error("the answer of the address of the keys is too large");
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error("the address of the keys holds neither a key set nor certificates");
  const { fromCertificates, fromKeySet } = await import("./signature.js");
  return Array.isArray(value.keys) ? fromKeySet(value) : fromCertificates(value);
}
