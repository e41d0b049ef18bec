import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** One side of a comparison. */
type Side = () => Promise<void> | void;

/** Measures one side once. */
export type Sample = () => Promise<number>;

/** Figures of two sides that took turns. */
export interface Comparison {
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
export async function compare(measured: Side, baseline: Side, rounds: number): Promise<Comparison> {
  await measured();
  await baseline();
  return inTurns(timed(measured), timed(baseline), rounds);
}

/** Measures two sides in turns. The order alternates, so that neither always pays for collecting the other's garbage. */
export async function inTurns(measured: Sample, baseline: Sample, rounds: number): Promise<Comparison> {
  const figures: { measured: number; baseline: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0 ? await baseline() : await measured();
    const second = round % 2 === 0 ? await measured() : await baseline();
    figures.push(round % 2 === 0 ? { measured: second, baseline: first } : { measured: first, baseline: second });
  }
  const ratios = figures.map(({ measured, baseline }) => measured / baseline);
  return {
    measured: median(figures.map(({ measured }) => measured)),
    baseline: median(figures.map(({ baseline }) => baseline)),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  };
}

function timed(side: Side): Sample {
  return async () => {
    globalThis.gc?.();
    const start = performance.now();
    await side();
    return performance.now() - start;
  };
}

function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const [lower = Number.NaN, upper = lower] = sorted.slice(Math.ceil(sorted.length / 2) - 1, sorted.length / 2 + 1);
  return (lower + upper) / 2;
}

/** Starts {@link file://./server.ts} in a process of its own, until `close` is called. */
export async function startServer(): Promise<{ readonly url: string; close(): void }> {
  const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
  const port = await new Promise<number>((resolve, reject) => {
    server.once("message", (message) => resolve((message as { port: number }).port)); // the server sends exactly this
    server.once("exit", () => reject(new Error("the server did not start")));
  });
  return { url: `http://127.0.0.1:${port}`, close: () => server.disconnect() };
}
