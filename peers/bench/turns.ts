import { type Comparison, median } from "../../bench/measure.js";

/** Measures one side once: one figure per metric. */
export type Side<Metric extends string> = () => Promise<Readonly<Record<Metric, number>>>;

/** Measures a peer and fourfold alternately. The ratio is the peer's figure divided by fourfold's. */
export async function inTurns<Metric extends string>(
  peer: Side<Metric>,
  ours: Side<Metric>,
  rounds: number,
): Promise<Record<Metric, Comparison>> {
  const pairs: Readonly<Record<Metric, number>>[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that neither side always runs after the garbage of the other.
    if (round % 2 === 0) {
      const first = await peer();
      pairs.push([first, await ours()]);
    } else {
      const first = await ours();
      pairs.push([await peer(), first]);
    }
  }
  const metrics = Object.keys(pairs[0]?.[0] ?? {}) as Metric[]; // the sides measure exactly these metrics
  const entries = metrics.map((metric): [Metric, Comparison] => {
    const figures = pairs.map(([a, b]) => [a?.[metric] ?? Number.NaN, b?.[metric] ?? Number.NaN] as const);
    return [
      metric,
      {
        measured: median(figures.map(([a]) => a)),
        baseline: median(figures.map(([, b]) => b)),
        ratio: median(figures.map(([a, b]) => a / b)),
      },
    ];
  });
  return Object.fromEntries(entries) as Record<Metric, Comparison>; // one entry for each metric
}
