/** Whether a task takes linear time: for four times the size, about four times the processor time, not sixteen. */
export async function isLinear(size: number, prepare: (size: number) => () => unknown): Promise<boolean> {
  const small = prepare(size);
  const large = prepare(4 * size);
  await small(); // compiles the code
  const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  // Uses the fastest of several runs, because other processes and the garbage collector only add time.
  for (let round = 0; round < 40; round += 1) {
    best.small = Math.min(best.small, await timeOf(small));
    best.large = Math.min(best.large, await timeOf(large));
    if (best.large < 12 * best.small) return true;
  }
  return false;
}

/** Returns the processor time of a task, in milliseconds. */
export async function timeOf(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
