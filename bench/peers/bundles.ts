import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import type { Row } from "./page.js";
import { folder, pairs } from "./pairs.js";
import type { Profile } from "./profile.js";
import { comparisonOf } from "./turns.js";

/** Intended maximum size, as a multiple of the peer's. */
const GOAL = 0.27;

/** Compares the bundle sizes of the one-line file for a server, including dependencies, minified and gzipped. */
export async function compareBundles(): Promise<{ rows: Row[]; profiles: Profile[] }> {
  const rows: Row[] = [];
  const profiles: Profile[] = [];
  for (const { peer, ours } of pairs) {
    const [theirBundle, ourBundle] = [await bundle(peer.line), await bundle(ours.line)];
    // Builds are deterministic, so there is no range.
    const comparison = comparisonOf([{ ours: ourBundle.kilobytes, peer: theirBundle.kilobytes }]);
    const named = { what: `bundle of ${ours.name}`, peerName: peer.name, unit: "kB" } as const;
    rows.push({ ...named, goal: GOAL, ...comparison });
    if (comparison.ratio.median > GOAL) profiles.push({ ...named, ours: ourBundle.parts, theirs: theirBundle.parts });
  }
  return { rows, profiles };
}

interface Bundle {
  readonly kilobytes: number;
  /** Minified kilobytes by package, before compression. */
  readonly parts: ReadonlyMap<string, number>;
}

async function bundle(line: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: line, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "cjs",
    // The peers use Node modules.
    platform: "node",
    target: "node20",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  return { kilobytes: gzipSync(outputFiles[0]?.contents ?? "").byteLength / 1_000, parts: partsOf(metafile) };
}

function partsOf({ outputs }: Metafile): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [, name = "fourfold"] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
      parts.set(name, (parts.get(name) ?? 0) + bytesInOutput / 1_000);
    }
  }
  return parts;
}
