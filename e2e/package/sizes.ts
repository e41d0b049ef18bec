import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

/**
 * What a subpath may weigh in a browser: bundled with its dependencies, minified, gzipped. In kilobytes of 1 000 bytes.
 * Only what is loaded at once counts; what an `import()` loads later is told beside it. `wanted` is what it ought to
 * weigh, where it does not yet. A subpath stands for all that it exports.
 */
const budgets: Record<string, { kilobytes: number; wanted?: number; without: readonly string[] }> = {
  '{ createClient, bearer } from "fourfold"': { kilobytes: 40.5, without: ["jose", "msw"] },
  fourfold: { kilobytes: 58, wanted: 48, without: ["msw"] },
  "fourfold/warehouse": { kilobytes: 32.5, wanted: 26, without: ["jose", "msw"] },
  "fourfold/entities": { kilobytes: 18, without: ["jose", "msw"] },
  "fourfold/environments": { kilobytes: 26, wanted: 22, without: ["jose", "msw"] },
  "fourfold/gateway": { kilobytes: 11.5, without: ["zod", "jose", "msw"] },
  "fourfold/gateway/user-info": { kilobytes: 3, without: ["zod", "jose", "msw"] },
  '{ bearer } from "fourfold/auth"': { kilobytes: 1.5, without: ["zod", "jose", "msw"] },
  "fourfold/auth": { kilobytes: 3.5, without: ["zod", "jose", "msw"] },
  "fourfold/naming": { kilobytes: 3, without: ["zod", "jose", "msw"] },
  "fourfold/testing": { kilobytes: 59, without: ["jose", "msw"] },
};

/** Bundles every subpath as an app would, and says what is too large or should not be in it. */
export async function checkSizes(folder: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [what, { kilobytes, wanted, without }] of Object.entries(budgets)) {
    const exported = what.startsWith("{") ? what : `* as all from "${what}"`;
    const { outputFiles, metafile } = await build({
      stdin: { contents: `export ${exported};`, resolveDir: folder },
      bundle: true,
      minify: true,
      splitting: true,
      format: "esm",
      platform: "browser",
      outdir: "out",
      absWorkingDir: folder,
      write: false,
      metafile: true,
      logLevel: "error",
    });
    const contents = new Map(outputFiles.map((file) => [file.path, file.contents]));
    const weigh = (outputs: readonly string[]) =>
      outputs.reduce((sum, output) => sum + gzipSync(contents.get(join(folder, output)) ?? "").byteLength, 0) / 1_000;
    const { atOnce, later } = partOutputs(metafile);
    const size = weigh(atOnce);
    const wish = wanted === undefined ? "" : `, ${wanted} wanted`;
    const rest = later.length === 0 ? "" : `, and ${weigh(later).toFixed(1)} when they are needed`;
    console.log(`${what}: ${size.toFixed(1)} of ${kilobytes} kB${wish}${rest}`);
    if (size > kilobytes) problems.push(`${what} weighs ${size.toFixed(1)} kB, more than ${kilobytes}`);
    const inputs = atOnce.flatMap((output) => Object.keys(metafile.outputs[output]?.inputs ?? {}));
    for (const name of without) {
      if (inputs.some((input) => input.includes(`node_modules/${name}/`))) problems.push(`${what} holds ${name}`);
    }
    if (Object.keys(metafile.inputs).some((input) => input.startsWith("node:"))) {
      problems.push(`${what} needs a module of Node`);
    }
  }
  return problems;
}

/** The files that the entry loads at once, and those that some `import()` loads later. */
function partOutputs({ outputs }: Metafile): { atOnce: string[]; later: string[] } {
  const all = Object.keys(outputs);
  const atOnce = new Set(all.filter((output) => outputs[output]?.entryPoint === "<stdin>"));
  for (const output of atOnce) {
    for (const { path, kind } of outputs[output]?.imports ?? []) if (kind === "import-statement") atOnce.add(path);
  }
  return { atOnce: [...atOnce], later: all.filter((output) => !atOnce.has(output)) };
}
