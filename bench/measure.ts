/** One side of a comparison. */
export type Side = () => Promise<void> | void;

/** Times of two sides that took turns, in milliseconds, and how they compare. */
export interface Comparison {
  readonly measured: number;
  readonly baseline: number;
  /** Median of the ratios of each pair of runs: what drifts with the machine drifts in both. */
  readonly ratio: number;
}

/** Runs two sides in turns, after one warm-up of each. */
export async function compare(measured: Side, baseline: Side, rounds: number): Promise<Comparison> {
  await measured();
  await baseline();
  const pairs: [measured: number, baseline: number][] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The order changes, so that neither side always follows the other's garbage.
    if (round % 2 === 0) {
      const first = await time(measured);
      pairs.push([first, await time(baseline)]);
    } else {
      const first = await time(baseline);
      pairs.push([await time(measured), first]);
    }
  }
  return {
    measured: median(pairs.map(([each]) => each)),
    baseline: median(pairs.map(([, each]) => each)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  };
}

async function time(side: Side): Promise<number> {
  globalThis.gc?.();
  const start = performance.now();
  await side();
  return performance.now() - start;
}

/** The middle of some figures. @public The benchmarks of `peers/` use it too. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
