import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Row } from "./page.js";
import { folder, pairs } from "./pairs.js";

/** Compares the bundle sizes of the one-line file for a server, including dependencies, minified and gzipped. */
export async function compareBundles(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { peer, ours } of pairs) {
    const [measured, baseline] = [await kilobytesOf(peer.line), await kilobytesOf(ours.line)];
    const what = `bundle of ${ours.name}`;
    rows.push({ what, peer: peer.name, unit: "kB", measured, baseline, ratio: measured / baseline });
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
