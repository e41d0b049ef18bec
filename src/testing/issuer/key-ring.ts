import { generateSigningKey, SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from "./signing-key.js";

/** Where a key ring stands: numbers of the oldest and of the newest keys that are published. */
export interface KeyRingState {
  readonly oldest: number;
  readonly newest: number;
}

/** The keys of an issuer over time, each made when it is first needed. */
export interface KeyRing {
  /** The key that signs now. */
  current(algorithm: SigningAlgorithm): Promise<SigningKey>;
  /** A key that is published nowhere, under the id of the one that signs now. */
  stranger(algorithm: SigningAlgorithm): Promise<SigningKey>;
  /** Every key that is published, the oldest first. */
  published(): Promise<readonly SigningKey[]>;
  /** Goes on to new keys, and takes the old ones back unless they are to be kept. */
  rotate(options: { readonly keepOld: boolean }): void;
  /** Where it stands. */
  state(): KeyRingState;
  /** Goes to where it stood before; the same keys are there again. */
  moveTo(state: KeyRingState): void;
}

/** Where a key ring begins. */
export const FIRST_KEYS: KeyRingState = { oldest: 1, newest: 1 };

/** Makes a key ring that stands at its first keys. */
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
      return keyOf(`stranger to ${kid}`, kid, algorithm);
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
