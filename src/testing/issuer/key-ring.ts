import { generateSigningKey, SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from "./signing-key.js";

/** The position of a key ring: numbers of the oldest and the newest published keys. */
export interface KeyRingState {
  readonly oldest: number;
  readonly newest: number;
}

/** The keys of an issuer over time, each created on first use. */
export interface KeyRing {
  /** The current signing key. */
  current(algorithm: SigningAlgorithm): Promise<SigningKey>;
  /** An unpublished key with the id of the current signing key. */
  stranger(algorithm: SigningAlgorithm): Promise<SigningKey>;
  /** All published keys, the oldest first. */
  published(): Promise<readonly SigningKey[]>;
  /** Rotates to new keys, and withdraws the old ones unless they are to remain published. */
  rotate(options: { readonly keepOld: boolean }): void;
  /** Returns its position. */
  state(): KeyRingState;
  /** Restores a position; the same keys are published again. */
  moveTo(state: KeyRingState): void;
}

/** The initial position of a key ring. */
export const FIRST_KEYS: KeyRingState = { oldest: 1, newest: 1 };

/** Creates a key ring at its initial position. */
export function createKeyRing(): KeyRing {
  let state = FIRST_KEYS;
  const made = new Map<string, Promise<SigningKey>>();
  const keyOf = (name: string, kid: string, algorithm: SigningAlgorithm) => {
    const key = made.get(name) ?? generateSigningKey(kid, algorithm);
    made.set(name, key);
    return key;
  };
  const kidOf = (algorithm: SigningAlgorithm, number: number) => `${algorithm.toLowerCase()}-${number}`;
  const numbered = (algorithm: SigningAlgorithm, number: number) => {
    const kid = kidOf(algorithm, number);
    return keyOf(kid, kid, algorithm);
  };
  return {
    current: (algorithm) => numbered(algorithm, state.newest),
    stranger(algorithm) {
      const kid = kidOf(algorithm, state.newest);
      return keyOf(`unpublished key for ${kid}`, kid, algorithm);
    },
    published() {
      const { oldest, newest } = state;
      const numbers = Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index);
      return Promise.all(
        numbers.flatMap((number) => SIGNING_ALGORITHMS.map((algorithm) => numbered(algorithm, number))),
      );
    },
    rotate({ keepOld }) {
      const newest = state.newest + 1;
      state = { oldest: keepOld ? state.oldest : newest, newest };
    },
    state: () => state,
    moveTo(wanted) {
      state = wanted;
    },
  };
}
