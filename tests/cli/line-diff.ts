/** Returns the lines that two texts do not share, in order: `-` before a removed one, `+` before an added one. */
export function lineDiff(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  /** Length of the longest common subsequence of the lines from two positions on. */
  const common = old.map(() => now.map(() => 0));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = common[i] ?? [];
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) [i, j] = [i + 1, j + 1];
    else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) lines.push(`-${old[i++]}`);
    else lines.push(`+${now[j++]}`);
  }
  return lines.join("\n");
}
