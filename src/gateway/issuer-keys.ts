import {
  type CryptoKey,
  compactVerify,
  createLocalJWKSet,
  importX509,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from "jose";
import type { Clock } from "../core/clock.js";
import { readBody } from "../core/http/read-body.js";
import { bounded } from "../core/http/time-limits.js";
import { isObject } from "../core/objects.js";
import { singleFlight } from "../core/single-flight.js";
import { isBase64Url, type ReadToken } from "./choose-tokens.js";

/** Time for which fetched keys are cached, in milliseconds. */
const KEYS_MS = 300_000;
/** Minimum time between two fetches that are caused by unknown key ids, in milliseconds. */
const COOL_DOWN_MS = 30_000;
/** Time after which a failed fetch is retried at the earliest, in milliseconds. */
const RETRY_MS = 5_000;
const FETCH_MS = 10_000;
const MAX_BYTES = 1_048_576;

/** Fetches a URL. */
export type KeyFetch = (input: string, init: RequestInit) => Promise<Response>;

/**
 * Whether a token was signed with one of an issuer's keys.
 *
 * @throws {Error} If the keys cannot be fetched or parsed.
 */
export type SignatureCheck = (token: ReadToken) => Promise<boolean>;

/** Finds the key for a token; undefined if no key matches. The parameters `jku`, `x5u`, `x5c` and `jwk` of its header are ignored. */
type KeyFinder = (token: Pick<ReadToken, "alg" | "kid">) => Promise<CryptoKey | undefined>;

/** Creates the check of signatures with the keys at a URL. */
export function createSignatureCheck(uri: string, fetch: KeyFetch, clock: Clock): SignatureCheck {
  const find = createIssuerKeys(uri, fetch, clock);
  return async (read) => {
    const { token, alg } = read;
    if (!isBase64Url(token.slice(token.lastIndexOf(".") + 1))) return false;
    const key = await find(read);
    if (key === undefined) return false;
    return compactVerify(token, key, { algorithms: [alg] }).then(
      () => true,
      () => false,
    );
  };
}

/**
 * Fetches the keys of an issuer on demand: a key set, or a map of certificates by key id. They are cached for five minutes.
 * An unknown key id triggers another fetch at most every 30 seconds. A failed fetch is retried at most every 5 seconds.
 *
 * jose's `createRemoteJWKSet` cannot do that: it reads the time from `Date.now()`, fetches again for every token after a
 * failure, rejects maps of certificates, and in jose 6.0.1 ignores the option `[customFetch]`.
 */
function createIssuerKeys(uri: string, fetch: KeyFetch, clock: Clock): KeyFinder {
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
  const refresh = async () => {
    if (failed !== undefined && isWithin(RETRY_MS, failed.since)) throw failed.error;
    return load();
  };
  return async (token) => {
    if (kept === undefined || !isWithin(KEYS_MS, kept.since)) return (await refresh())(token);
    const key = await kept.find(token);
    if (key !== undefined || isWithin(COOL_DOWN_MS, refreshedAt)) return key;
    const find = await refresh().catch(() => undefined);
    if (find !== undefined) refreshedAt = clock.now();
    return find?.(token);
  };
}

async function fetchKeys(uri: string, fetch: KeyFetch): Promise<KeyFinder> {
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
  const find = Array.isArray(value.keys)
    ? createLocalJWKSet(value as unknown as JSONWebKeySet) // jose validates it
    : inCertificates(value);
  return async (token) => {
    try {
      const key = await find(token as JWTHeaderParameters); // only alg and kid are used
      return hasStrongExponent(key) ? key : undefined;
    } catch {
      return undefined; // no key matches, it has another type, or several match and the token has no key id
    }
  };
}

/** Finds keys in a map of certificates by key id. */
function inCertificates(certificates: Readonly<Record<string, unknown>>) {
  return async ({ alg, kid }: JWTHeaderParameters): Promise<CryptoKey> => {
    const [only, ...others] = Object.entries(certificates).filter(
      ([name, value]) => typeof value === "string" && (kid === undefined || name === kid),
    );
    if (only === undefined || others.length > 0) throw new Error("no certificate matches, or several do");
    return importX509(String(only[1]), alg);
  };
}

/**
 * Whether the public exponent of an RSA key is neither even nor 1: with 1, anyone can create signatures. The runtime and
 * jose check the curve of a key, its length (at least 2 048 bits for RSA), and that it is a public key for signatures.
 */
function hasStrongExponent({ algorithm }: CryptoKey): boolean {
  const { publicExponent } = algorithm as { readonly publicExponent?: Uint8Array };
  if (publicExponent === undefined) return true;
  const bytes = [...new Uint8Array(publicExponent)].reverse(); // some Workers have an ArrayBuffer here
  const [last = 0, ...others] = bytes;
  return last % 2 === 1 && (last > 1 || others.some((byte) => byte > 0));
}
