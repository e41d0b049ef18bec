import type { CryptoKey } from "jose";
import type { Store } from "../fake-service.js";

/** Algorithms that the sandbox's issuer signs with. */
export const SIGNING_ALGORITHMS = ["RS256", "ES256"] as const;

/** An algorithm that the sandbox's issuer signs with. */
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A key pair of the sandbox's issuer. */
export interface SigningKey {
  /** Id of the key, as in the header of tokens. */
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
}

/** The position of a key ring: numbers of the oldest and the newest published keys. */
interface KeyRingState {
  readonly oldest: number;
  readonly newest: number;
}

const FIRST: KeyRingState = { oldest: 1, newest: 1 };

/** The keys of an issuer over time, each created on first use. */
export class KeyRing implements Store {
  #state = FIRST;
  readonly #keys = new Map<string, Promise<SigningKey>>();

  /** Returns the current signing key, or an unpublished key with the same id. */
  current(algorithm: SigningAlgorithm, { isPublished }: { readonly isPublished: boolean }): Promise<SigningKey> {
    return this.#key(algorithm, this.#state.newest, isPublished);
  }

  /** Returns all published keys as a key set (RFC 7517), the oldest first. */
  async published(): Promise<{ readonly keys: readonly object[] }> {
    const { oldest, newest } = this.#state;
    const numbers = Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index);
    const keys = numbers.flatMap((number) => SIGNING_ALGORITHMS.map((algorithm) => this.#key(algorithm, number, true)));
    const { exportJWK } = await import("jose");
    const publish = async ({ publicKey, kid, algorithm }: SigningKey) => {
      return { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" };
    };
    return { keys: await Promise.all(keys.map(async (key) => publish(await key))) };
  }

  /** Rotates to new keys, and withdraws the old ones unless they are to remain published. */
  rotate({ keepOld }: { readonly keepOld: boolean }): void {
    const newest = this.#state.newest + 1;
    this.#state = { oldest: keepOld ? this.#state.oldest : newest, newest };
  }

  /** Returns the range of the published keys. */
  snapshot(): KeyRingState {
    return this.#state;
  }

  /** Restores a state; the same keys are published again. */
  restore(state: KeyRingState): void {
    this.#state = state;
  }

  /** Returns to the first keys. */
  reset(): void {
    this.#state = FIRST;
  }

  #key(algorithm: SigningAlgorithm, number: number, isPublished: boolean): Promise<SigningKey> {
    const kid = `${algorithm.toLowerCase()}-${number}`;
    const name = `${kid} ${isPublished}`;
    const key = this.#keys.get(name) ?? generateKey(kid, algorithm);
    this.#keys.set(name, key);
    return key;
  }
}

async function generateKey(kid: string, algorithm: SigningAlgorithm): Promise<SigningKey> {
  const { generateKeyPair } = await import("jose");
  return { kid, algorithm, ...(await generateKeyPair(algorithm)) };
}
