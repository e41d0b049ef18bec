import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * What a subpath may weigh in a browser: bundled with its dependencies, minified, gzipped. In kilobytes of 1 000 bytes.
 * `wanted` is what it ought to weigh, where it does not yet.
 */
const budgets: Record<string, { kilobytes: number; wanted?: number; without: readonly string[] }> = {
  fourfold: { kilobytes: 59, wanted: 48, without: ["msw"] },
  "fourfold/warehouse": { kilobytes: 32, wanted: 26, without: ["jose", "msw"] },
  "fourfold/entities": { kilobytes: 18, without: ["jose", "msw"] },
  "fourfold/environments": { kilobytes: 25.5, wanted: 22, without: ["jose", "msw"] },
  "fourfold/gateway/user-info": { kilobytes: 3, without: ["zod", "jose", "msw"] },
  "fourfold/auth": { kilobytes: 3, without: ["zod", "msw"] },
  "fourfold/naming": { kilobytes: 1, without: ["zod", "jose", "msw"] },
  "fourfold/testing": { kilobytes: 60, without: ["msw"] },
};

/** Bundles every subpath as an app would, and says what is too large or should not be in it. */
export async function checkSizes(folder: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [subpath, { kilobytes, wanted, without }] of Object.entries(budgets)) {
    const { outputFiles, metafile } = await build({
      stdin: { contents: `import * as all from "${subpath}"; globalThis.all = all;`, resolveDir: folder },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
      metafile: true,
      logLevel: "error",
    });
    const size = gzipSync(outputFiles[0]?.contents ?? "").byteLength / 1_000;
    const wish = wanted === undefined ? "" : `, ${wanted} wanted`;
    console.log(`${subpath}: ${size.toFixed(1)} of ${kilobytes} kB${wish}`);
    if (size > kilobytes) problems.push(`${subpath} weighs ${size.toFixed(1)} kB, more than ${kilobytes}`);
    const inputs = Object.keys(metafile.inputs);
    for (const name of without) {
      if (inputs.some((input) => input.includes(`node_modules/${name}/`))) problems.push(`${subpath} holds ${name}`);
    }
    if (inputs.some((input) => input.startsWith("node:"))) problems.push(`${subpath} needs a module of Node`);
  }
  return problems;
}
