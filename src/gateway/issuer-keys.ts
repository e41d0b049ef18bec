import { type CryptoKey, createLocalJWKSet, importX509, type JSONWebKeySet, type JWTHeaderParameters } from "jose";
import type { Clock } from "../core/clock.js";
import { isObject } from "./claims.js";

/** How long fetched keys are used, in milliseconds. Spec: gateway, Limits. */
export const KEYS_MS = 300_000;
/** How long an unknown key id does not lead to another fetch, in milliseconds. */
export const COOL_DOWN_MS = 30_000;
const FETCH_MS = 10_000;
const MAX_LENGTH = 1_048_576;

/** The header of a token as far as it chooses a key; `jku`, `x5u`, `x5c` and `jwk` in it are never looked at. */
export interface KeyChoice {
  readonly alg: string;
  readonly kid?: string | undefined;
}

/** The keys of one issuer. */
export interface IssuerKeys {
  /**
   * The key for a token; undefined when the issuer has none that fits.
   *
   * @throws an `Error` when the keys cannot be fetched or read.
   */
  find(choice: KeyChoice): Promise<CryptoKey | undefined>;
}

type Finder = (choice: KeyChoice) => Promise<CryptoKey | undefined>;

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
  let kept: { readonly find: Finder; readonly fetchedAt: number } | undefined;
  let flight: Promise<Finder> | undefined;
  let askedAgainAt = Number.NEGATIVE_INFINITY;

  const load = (): Promise<Finder> => {
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

async function fetchKeys(uri: string, fetch: (input: string, init: RequestInit) => Promise<Response>): Promise<Finder> {
  const response = await fetch(uri, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(FETCH_MS),
  });
  if (response.status !== 200) throw new Error(`the address of the keys answered ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_LENGTH) throw new Error("the answer of the address of the keys is too large");
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error("the address of the keys holds neither a key set nor certificates");
  return Array.isArray(value.keys) ? fromKeySet(value) : fromCertificates(value);
}

function fromKeySet(value: Readonly<Record<string, unknown>>): Finder {
  const find = createLocalJWKSet(value as unknown as JSONWebKeySet); // jose checks the form
  return async (choice) => {
    try {
      return await find(choice as JWTHeaderParameters); // it reads alg and kid alone
    } catch {
      return undefined; // none, or several and no key id to choose by
    }
  };
}

function fromCertificates(value: Readonly<Record<string, unknown>>): Finder {
  const all = Object.entries(value).filter((each): each is [string, string] => typeof each[1] === "string");
  return async ({ alg, kid }) => {
    const fitting = all.filter(([name]) => kid === undefined || name === kid);
    const [only] = fitting;
    if (only === undefined || fitting.length > 1) return undefined;
    try {
      return await importX509(only[1], alg);
    } catch {
      return undefined; // a key of another kind
    }
  };
}
