/** A source of numbers from 0 to 1, reproducible for the same key. */
export interface Random {
  next(): number;
  /** Returns true with the probability `share`. */
  chance(share: number): boolean;
  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number;
  pick<T>(values: readonly T[]): T;
}

/**
 * Creates a random source from a text: its numbers depend on nothing else, neither on time nor on the order of calls.
 */
export function randomOf(key: string): Random {
  let state = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) state = Math.imul(state ^ key.charCodeAt(index), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    chance: (share) => next() < share,
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error("nothing to choose from");
      return value;
    },
  };
}
