/**
 * Parameters of a property test: a small number of runs with a fixed seed, or, for a long run with a new seed, the number in the
 * environment variable `PLANS` (and the seed in `SEED`).
 */
export function propertyRuns(numRuns: number): { numRuns: number; seed?: number } {
  const { PLANS, SEED } = process.env;
  if (PLANS === undefined) return { numRuns, seed: 1 };
  return { numRuns: Number(PLANS), ...(SEED === undefined ? {} : { seed: Number(SEED) }) };
}
