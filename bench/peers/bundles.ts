import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Row } from "./page.js";
import { folder, pairs } from "./pairs.js";
import { comparisonOf } from "./turns.js";

/** Compares the bundle sizes of the one-line file for a server, including dependencies, minified and gzipped. */
export async function compareBundles(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { peer, ours } of pairs) {
    const sizes = { ours: await kilobytesOf(ours.line), peer: await kilobytesOf(peer.line) };
    // Builds are deterministic, so there is no range.
    rows.push({ what: `bundle of ${ours.name}`, peerName: peer.name, unit: "kB", ...comparisonOf([sizes]) });
  }
  return rows;
}

async function kilobytesOf(line: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: line, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "cjs",
    // The peers use Node modules.
    platform: "node",
    target: "node20",
    write: false,
    logLevel: "error",
  });
  return gzipSync(outputFiles[0]?.contents ?? "").byteLength / 1_000;
}
