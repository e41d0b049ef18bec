/**
 * Returns how many times as much processor time a task takes for four times the size: 4 is linear, 16 quadratic. Small
 * differences are noise, so compare it with a number between the two.
 */
export async function growthOf(task: (size: number) => unknown, size: number): Promise<number> {
  await task(size); // the first run includes compilation
  return (await timeOf(() => task(4 * size))) / (await timeOf(() => task(size)));
}

/** The shortest processor time of a few runs, in milliseconds. */
async function timeOf(task: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage();
    await task();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
