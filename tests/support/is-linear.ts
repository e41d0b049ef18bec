/** Whether a piece of work takes linear time: for four times the size, about four times the processor time, not sixteen. */
export function isLinear(size: number, prepare: (size: number) => () => unknown): boolean {
  const small = prepare(size);
  const large = prepare(4 * size);
  const timeOf = (work: () => unknown) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  small(); // compiles the code
  const best = { small: timeOf(small), large: timeOf(large) };
  // The best of several runs counts: other processes and the garbage collector only add time.
  for (let round = 0; round < 10; round += 1) {
    best.small = Math.min(best.small, timeOf(small));
    best.large = Math.min(best.large, timeOf(large));
    if (best.large < 9 * best.small) return true;
  }
  return false;
}
