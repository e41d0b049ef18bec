import {
  type CryptoKey,
  compactVerify,
  createLocalJWKSet,
  importX509,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from "jose";

/** The header parameters that select a key; `jku`, `x5u`, `x5c` and `jwk` are ignored. */
export interface KeyChoice {
  readonly alg: string;
  readonly kid?: string | undefined;
}

/** Finds the key for a token; undefined if no key matches. */
export type KeyFinder = (choice: KeyChoice) => Promise<CryptoKey | undefined>;

/**
 * Whether the signature of a token was created with a key. This file is loaded only when a token is verified, because it
 * imports jose.
 */
export async function isSignedBy(key: CryptoKey, token: string, { alg }: KeyChoice): Promise<boolean> {
  return compactVerify(token, key, { algorithms: [alg] }).then(
    () => true,
    () => false,
  );
}

/** Finds keys in a key set (RFC 7517). */
export function fromKeySet(value: Readonly<Record<string, unknown>>): KeyFinder {
  const find = createLocalJWKSet(value as unknown as JSONWebKeySet); // jose validates it
  return async (choice) => {
    try {
      return usable(await find(choice as JWTHeaderParameters)); // only alg and kid are used
    } catch {
      return undefined; // no key matches, or several match and the token has no key id
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
      return usable(await importX509(only[1], alg));
    } catch {
      return undefined; // a key of another type
    }
  };
}

/**
 * Returns a key, or undefined for an RSA key whose public exponent is even or 1: with 1, anyone can create signatures. The
 * runtime and jose check the curve of a key, its length (at least 2 048 bits for RSA), and that it is a public key for
 * signatures.
 */
function usable(key: CryptoKey): CryptoKey | undefined {
  const { publicExponent } = key.algorithm as { readonly publicExponent?: Uint8Array };
  if (publicExponent === undefined) return key;
  const bytes = [...new Uint8Array(publicExponent)].reverse(); // some Workers have an ArrayBuffer here
  const [last = 0, ...others] = bytes;
  return last % 2 === 1 && (last > 1 || others.some((byte) => byte > 0)) ? key : undefined;
}
