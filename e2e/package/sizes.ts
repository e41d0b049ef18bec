import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

interface Budget {
  /** Maximum size. */
  readonly kilobytes: number;
  /** Intended maximum size, if it is not reached yet. */
  readonly wanted?: number;
  /** Packages that must not be loaded immediately. */
  readonly without: readonly string[];
}

/** Size of an import in a browser, in kilobytes of 1 000 bytes. */
export interface Size {
  /** The code that is loaded immediately. */
  readonly atOnce: number;
  /** The code behind `import()`. */
  readonly onDemand: number;
}

const packages = ["zod", "ky", "jose", "msw"];

/**
 * Maximum size in a browser, in kilobytes of 1 000 bytes: bundled with all dependencies, minified, gzipped. Only the
 * code that is loaded immediately counts; the size of the code behind `import()` is printed in addition. A subpath
 * includes all its exports.
 */
export const budgets: Record<string, Budget> = {
  fourfold: { kilobytes: 136.5, wanted: 66, without: ["jose", "msw"] },
  '{ createClient, bearer } from "fourfold"': { kilobytes: 70.6, wanted: 52, without: ["jose", "msw"] },
  '{ createWarehouse } from "fourfold/warehouse"': { kilobytes: 49.7, wanted: 38, without: ["jose", "msw"] },
  "fourfold/warehouse": { kilobytes: 92.5, wanted: 38, without: ["jose", "msw"] },
  '{ rowDecoder } from "fourfold/warehouse"': { kilobytes: 5, wanted: 3, without: packages },
  '{ FIELD_TYPES } from "fourfold"': { kilobytes: 1, without: packages },
  '{ isFourfoldError } from "fourfold"': { kilobytes: 1.5, without: packages },
  '{ parseTableReference } from "fourfold"': { kilobytes: 1.45, wanted: 1, without: packages },
  '{ decimalRange } from "fourfold"': { kilobytes: 1.9, wanted: 1, without: packages },
  '{ Table } from "fourfold"': { kilobytes: 10.4, without: ["ky", "jose", "msw"] },
  "fourfold/entities": { kilobytes: 38.6, wanted: 23, without: ["jose", "msw"] },
  '{ entityId } from "fourfold"': { kilobytes: 1, without: packages },
  "fourfold/environments": { kilobytes: 52.9, wanted: 31, without: ["jose", "msw"] },
  "fourfold/gateway": { kilobytes: 21.9, wanted: 12, without: packages },
  "fourfold/gateway/user-info": { kilobytes: 4.3, without: packages },
  '{ readUserInfo } from "fourfold"': { kilobytes: 3.5, without: packages },
  '{ environmentUpdate } from "fourfold"': { kilobytes: 20.7, without: ["ky", "jose", "msw"] },
  "fourfold/auth": { kilobytes: 7, wanted: 5.5, without: packages },
  '{ bearer } from "fourfold/auth"': { kilobytes: 1.6, wanted: 1, without: packages },
  "fourfold/naming": { kilobytes: 3.7, without: packages },
  "fourfold/testing": { kilobytes: 106, without: ["jose", "ky", "msw"] },
};

/**
 * Bundles every subpath as an app would, and returns the subpaths that are too large or contain packages that they should
 * not.
 *
 * @param sizes - Receives the size of each import.
 */
export async function checkSizes(folder: string, sizes: Map<string, Size>): Promise<string[]> {
  const problems: string[] = [];
  for (const [what, { kilobytes, wanted, without }] of Object.entries(budgets)) {
    const isNamed = what.startsWith("{");
    const exported = isNamed ? what : `* from "${what}"`;
    const { outputFiles, metafile } = await build({
      stdin: { contents: `export ${exported};`, resolveDir: folder },
      bundle: true,
      minify: true,
      // esbuild also splits at an `import()` in unused code, and puts all code that both sides share into the
      // immediately loaded part. A client uses its own.
      splitting: !isNamed || what.startsWith("{ create"),
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
    sizes.set(what, { atOnce: size, onDemand: weigh(later) });
    const rest = later.length === 0 ? "" : `, and ${weigh(later).toFixed(1)} loaded when first needed`;
    console.log(`${what}: ${size.toFixed(1)} of ${kilobytes} kB${wish}${rest}`);
    if (size > kilobytes) problems.push(`${what} is ${size.toFixed(1)} kB, more than ${kilobytes}`);
    const inputs = atOnce.flatMap((output) => Object.keys(metafile.outputs[output]?.inputs ?? {}));
    for (const name of without) {
      if (inputs.some((input) => input.includes(`node_modules/${name}/`))) problems.push(`${what} holds ${name}`);
    }
    if (Object.keys(metafile.inputs).some((input) => input.startsWith("node:"))) {
      problems.push(`${what} requires a module of Node`);
    }
  }
  return problems;
}

/** The files that the entry loads immediately, and the files behind an `import()`. */
function partOutputs({ outputs }: Metafile): { atOnce: string[]; later: string[] } {
  const all = Object.keys(outputs);
  const atOnce = new Set(all.filter((output) => outputs[output]?.entryPoint === "<stdin>"));
  for (const output of atOnce) {
    for (const { path, kind } of outputs[output]?.imports ?? []) if (kind === "import-statement") atOnce.add(path);
  }
  return { atOnce: [...atOnce], later: all.filter((output) => !atOnce.has(output)) };
}
