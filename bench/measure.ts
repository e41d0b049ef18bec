import { spreadOf } from "./spread.js";

/** One side of a comparison. */
export type Side = () => Promise<void> | void;

/** A side with its own measurement. */
export type Sample = () => Promise<number>;

/** Figures of two sides that took turns, with the range of their ratios. */
export interface SpreadComparison {
  /** Median of the measured side. */
  readonly measured: number;
  /** Median of the baseline. */
  readonly baseline: number;
  /** Median of the ratios of each round: a change of the machine's speed affects both sides of a round. */
  readonly ratio: number;
  /** Lowest ratio of a round. */
  readonly lowest: number;
  /** Highest ratio of a round. */
  readonly highest: number;
}

/** Compares the times of two sides in milliseconds, after one warm-up of each. */
export async function compare(measured: Side, baseline: Side, rounds: number): Promise<SpreadComparison> {
  await measured();
  await baseline();
  const figures = await inTurns({ measured: timed(measured), baseline: timed(baseline) }, rounds);
  return comparison(figures.measured, figures.baseline);
}

/** Runs sides in turns and returns their figures by round. The order changes with every round. */
export async function inTurns<Name extends string>(
  sides: Readonly<Record<Name, Sample>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[]; // the keys of a literal
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>; // one list each
  for (let round = 0; round < rounds; round += 1) {
    const order = names.map((_, index) => names[(index + round) % names.length] as Name);
    for (const name of order) figures[name].push(await sides[name]());
  }
  return figures;
}

/** Compares the figures of two sides, round by round. */
export function comparison(measured: readonly number[], baseline: readonly number[]): SpreadComparison {
  const ratio = spreadOf(measured.map((figure, round) => figure / (baseline[round] ?? Number.NaN)));
  return {
    measured: spreadOf(measured).median,
    baseline: spreadOf(baseline).median,
    ratio: ratio.median,
    lowest: ratio.lowest,
    highest: ratio.highest,
  };
}

/** A sample of the time of a side, in milliseconds, after a garbage collection. */
export function timed(side: Side): Sample {
  return async () => {
    globalThis.gc?.();
    const start = performance.now();
    await side();
    return performance.now() - start;
  };
}
