import { type Spread, spreadOf } from "../spread.js";

/** Measures one side once: one figure per metric. */
export type Sample<Metric extends string> = () => Promise<Readonly<Record<Metric, number>>>;

/** Figures of two sides that were measured alternately. */
export interface Comparison {
  readonly ours: Spread;
  readonly peer: Spread;
  /**
   * fourfold's figure divided by the peer's, by round: a change of the machine's speed affects both figures of a round.
   * Below 1, fourfold is faster or smaller.
   */
  readonly ratio: Spread;
}

/** Measures a peer and fourfold alternately. */
export async function inTurns<Metric extends string>(
  peer: Sample<Metric>,
  ours: Sample<Metric>,
  rounds: number,
): Promise<Record<Metric, Comparison>> {
  const pairs: { ours: Readonly<Record<Metric, number>>; peer: Readonly<Record<Metric, number>> }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that neither side always pays for collecting the other's garbage.
    if (round % 2 === 0) {
      const first = await peer();
      pairs.push({ ours: await ours(), peer: first });
    } else {
      const first = await ours();
      pairs.push({ ours: first, peer: await peer() });
    }
  }
  const metrics = Object.keys(pairs[0]?.ours ?? {}) as Metric[]; // the sides measure exactly these metrics
  const entries = metrics.map((metric): [Metric, Comparison] => [
    metric,
    comparisonOf(pairs.map((pair) => ({ ours: pair.ours[metric], peer: pair.peer[metric] }))),
  ]);
  return Object.fromEntries(entries) as Record<Metric, Comparison>; // one entry for each metric
}

/** Summarizes the figures of all rounds. */
export function comparisonOf(rounds: readonly { readonly ours: number; readonly peer: number }[]): Comparison {
  return {
    ours: spreadOf(rounds.map(({ ours }) => ours)),
    peer: spreadOf(rounds.map(({ peer }) => peer)),
    ratio: spreadOf(rounds.map(({ ours, peer }) => ours / peer)),
  };
}
