import { type Comparison, median } from "../../bench/measure.js";

/** Measures one side once: a figure for each thing that is looked at. */
export type Side<Metric extends string> = () => Promise<Readonly<Record<Metric, number>>>;

/** Measures a peer and us in turns. The ratio tells how many times as much the peer takes. */
export async function inTurns<Metric extends string>(
  peer: Side<Metric>,
  ours: Side<Metric>,
  rounds: number,
): Promise<Record<Metric, Comparison>> {
  const pairs: Readonly<Record<Metric, number>>[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The order changes, so that neither side always follows the other's garbage.
    if (round % 2 === 0) {
      const first = await peer();
      pairs.push([first, await ours()]);
    } else {
      const first = await ours();
      pairs.push([await peer(), first]);
    }
  }
  const metrics = Object.keys(pairs[0]?.[0] ?? {}) as Metric[]; // the sides measure just these
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
