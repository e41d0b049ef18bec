import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Row } from "./page.js";
import { folder, pairs } from "./pairs.js";
import { inTurns, type Side } from "./turns.js";

const run = promisify(execFile);

/** Compares the cost of loading a package, each time in a new process. */
export async function compareImports(rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { peer, ours } of pairs) {
    const { ms, megabytes } = await inTurns(loading(peer.name), loading(ours.name), rounds);
    rows.push({ what: `import of ${ours.name}, time`, peer: peer.name, unit: "ms", ...ms });
    rows.push({ what: `import of ${ours.name}, memory`, peer: peer.name, unit: "MB", ...megabytes });
  }
  return rows;
}

const loading =
  (name: string): Side<"ms" | "megabytes"> =>
  async () => {
    const code = `
      const before = process.memoryUsage().rss;
      const start = performance.now();
      await import(${JSON.stringify(name)});
      const ms = performance.now() - start;
      console.log(JSON.stringify({ ms, megabytes: (process.memoryUsage().rss - before) / 1e6 }));
    `;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], { cwd: folder });
    return JSON.parse(stdout);
  };
