import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Row } from "./page.js";
import { folder, pairs } from "./pairs.js";
import { inTurns, type Sample } from "./turns.js";

const run = promisify(execFile);
const tsc = join(folder, "../../node_modules/typescript/bin/tsc");

const compilerOptions = {
  module: "nodenext",
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  // The peers reference the types of Node themselves.
  types: [],
  typeRoots: [join(folder, "../../node_modules/@types")],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Compares the compiler's time and memory for a one-line file. */
export async function compareTypes(rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { peer, ours } of pairs) {
    const { seconds, megabytes } = await inTurns(checking(peer.line), checking(ours.line), rounds);
    rows.push({ what: `types of ${ours.name}, time`, peerName: peer.name, unit: "s", ...seconds });
    rows.push({ what: `types of ${ours.name}, memory`, peerName: peer.name, unit: "MB", ...megabytes });
  }
  return rows;
}

const checking =
  (line: string): Sample<"seconds" | "megabytes"> =>
  async () => {
    // Inside the folder, so that the packages are resolved as in a user's project.
    const project = mkdtempSync(join(folder, "node_modules/.types-"));
    try {
      writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
      writeFileSync(join(project, "line.ts"), `${line}\n`);
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["line.ts"] }));
      const args = ["--max-old-space-size=8192", tsc, "-p", project, "--extendedDiagnostics"];
      const { stdout } = await run(process.execPath, args, { timeout: 120_000 });
      return { seconds: figure(stdout, "Total time"), megabytes: figure(stdout, "Memory used") / 1_000 };
    } finally {
      rmSync(project, { recursive: true });
    }
  };

/** Parses a line such as `Memory used:  123456K`. */
function figure(diagnostics: string, name: string): number {
  const text = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(diagnostics)?.[1];
  if (text === undefined) throw new Error(`the compiler does not report "${name}"`);
  return Number(text);
}
