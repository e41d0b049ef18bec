import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Row } from "./page.js";
import { folder, pairs } from "./pairs.js";
import { importCode, importing, type Profile, profileOf } from "./profile.js";
import { inTurns, type Sample } from "./turns.js";

const run = promisify(execFile);

/** Compares the cost of loading a package, each time in a new process. */
export async function compareImports(rounds: number): Promise<{ rows: Row[]; profiles: Profile[] }> {
  const rows: Row[] = [];
  const profiles: Profile[] = [];
  for (const { peer, ours, importGoal } of pairs) {
    const { ms, megabytes } = await inTurns(loading(peer.name), loading(ours.name), rounds);
    const time = { what: `import of ${ours.name}, time`, peerName: peer.name, unit: "ms" } as const;
    rows.push({ ...time, goal: importGoal, ...ms });
    rows.push({ what: `import of ${ours.name}, memory`, peerName: peer.name, unit: "MB", ...megabytes });
    if (importGoal === undefined || ms.ratio.median <= importGoal) continue;
    const profile = ({ name }: { readonly name: string }) => profileOf(importing(name));
    profiles.push({ ...time, ours: await profile(ours), theirs: await profile(peer) });
  }
  return { rows, profiles };
}

const loading =
  (name: string): Sample<"ms" | "megabytes"> =>
  async () => {
    const code = `
      const before = process.memoryUsage().rss;
      const start = performance.now();
      ${importCode(name)}
      const ms = performance.now() - start;
      console.log(JSON.stringify({ ms, megabytes: (process.memoryUsage().rss - before) / 1e6 }));
    `;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], {
      cwd: folder,
      timeout: 120_000,
    });
    return JSON.parse(stdout);
  };
