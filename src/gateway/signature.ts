import {
  type CryptoKey,
  compactVerify,
  createLocalJWKSet,
  importX509,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from "jose";

/** The header of a token as far as it chooses a key; `jku`, `x5u`, `x5c` and `jwk` in it are never looked at. */
export interface KeyChoice {
  readonly alg: string;
  readonly kid?: string | undefined;
}

/** Finds the key for a token; undefined when there is none that fits. */
export type KeyFinder = (choice: KeyChoice) => Promise<CryptoKey | undefined>;

/**
 * Whether a key has made the signature of a token. This file is loaded only when a token is verified: it is what carries
 * jose.
 */
export async function isSignedBy(key: CryptoKey, token: string, { alg }: KeyChoice): Promise<boolean> {
  return compactVerify(token, key, { algorithms: [alg] }).then(
    () => true,
    () => false,
  );
}

/** Finds keys in a key set (RFC 7517). */
export function fromKeySet(value: Readonly<Record<string, unknown>>): KeyFinder {
  const find = createLocalJWKSet(value as unknown as JSONWebKeySet); // jose checks the form
  return async (choice) => {
    try {
      return await find(choice as JWTHeaderParameters); // it reads alg and kid alone
    } catch {
      return undefined; // none, or several and no key id to choose by
    }
  };
}

/** Finds keys in a map of certificates by key id. */
export function fromCertificates(value: Readonly<Record<string, unknown>>): KeyFinder {
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
