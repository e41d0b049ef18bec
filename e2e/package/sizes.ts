import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./packed.js";

interface Budget {
  /** Maximum size. */
  readonly kilobytes: number;
  /** Packages that the import must not load. */
  readonly without: readonly string[];
}

const packages = ["zod", "ky", "jose", "msw"];

/**
 * Maximum size in a browser, in kilobytes of 1 000 bytes: one file with all dependencies except jose, which is loaded on
 * first use; minified, gzipped. A subpath includes all its exports.
 */
const budgets: Record<string, Budget> = {
  '{ isFourfoldError } from "fourfold"': { kilobytes: 3, without: packages },
  '{ createClient, bearer } from "fourfold"': { kilobytes: 95, without: ["jose", "msw"] },
  '{ createWarehouse } from "fourfold/warehouse"': { kilobytes: 78, without: ["jose", "msw"] },
  "fourfold/tables": { kilobytes: 82, without: ["jose", "ky", "msw"] },
  '{ createEntities } from "fourfold/entities"': { kilobytes: 58, without: ["jose", "msw"] },
  '{ createEnvironments } from "fourfold/environments"': { kilobytes: 72, without: ["jose", "msw"] },
  "fourfold/gateway": { kilobytes: 25, without: packages },
  '{ readUserInfo } from "fourfold/gateway/user-info"': { kilobytes: 5.5, without: packages },
  '{ bearer } from "fourfold/auth"': { kilobytes: 3, without: packages },
  "fourfold/testing": { kilobytes: 112, without: ["jose", "ky", "msw"] },
};

/**
 * Bundles every import as an app would, and returns the imports that are too large or contain packages that they should
 * not.
 *
 * @param sizes - Receives the size of each import, in kilobytes.
 */
export async function checkSizes(folder: string, sizes: Map<string, number>): Promise<string[]> {
  const problems: string[] = [];
  for (const [what, { kilobytes, without }] of Object.entries(budgets)) {
    const exported = what.startsWith("{") ? what : `* from "${what}"`;
    const { outputFiles, metafile } = await build({
      stdin: { contents: `export ${exported};`, resolveDir: folder },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      external: ["jose"],
      absWorkingDir: folder,
      write: false,
      metafile: true,
      logLevel: "error",
    });
    const size = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).byteLength, 0) / 1_000;
    sizes.set(what, size);
    console.log(`${what}: ${size.toFixed(1)} of ${kilobytes} kB`);
    if (size > kilobytes) problems.push(`${what} is ${size.toFixed(1)} kB, more than ${kilobytes}`);
    const outputs = Object.values(metafile.outputs);
    const inputs = outputs.flatMap((output) =>
      Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
    );
    for (const name of without) {
      if (inputs.some((input) => input.includes(`node_modules/${name}/`))) problems.push(`${what} holds ${name}`);
    }
    const imports = outputs.flatMap((output) => output.imports);
    if (imports.some(({ path, kind }) => path === "jose" && kind !== "dynamic-import")) {
      problems.push(`${what} loads jose at once`);
    }
    if (inputs.some((input) => input.startsWith("node:"))) problems.push(`${what} requires a module of Node`);
  }
  return problems;
}

/** Maximum difference between a size in the docs and the measured one, as a share of the latter. */
const TOLERANCE = 0.03;

const PAGE = join(root, "docs/compatibility.md");

/** The row of an import in the docs, with its size. */
const rowOf = (what: string) => new RegExp(`(?<=^\\| \`${what.replaceAll(/[{}]/g, "\\$&")}\` \\| )[\\d.]+`, "m");

/** Writes the measured sizes into the docs. */
export function writeSizesPage(sizes: ReadonlyMap<string, number>): void {
  let page = readFileSync(PAGE, "utf8");
  for (const [what, size] of sizes) page = page.replace(rowOf(what), size.toFixed(1));
  writeFileSync(PAGE, page);
}

/** Returns the differences between the sizes in the docs and the measured ones. */
export function checkSizesPage(sizes: ReadonlyMap<string, number>): string[] {
  const page = readFileSync(PAGE, "utf8");
  return [...sizes].flatMap(([what, size]) => {
    const figure = Number(rowOf(what).exec(page)?.[0]);
    const isNear = Math.abs(figure - size) <= Math.max(size * TOLERANCE, 0.1);
    return isNear
      ? []
      : [`${PAGE}: ${what} must be ${size.toFixed(1)}, got ${figure}; run npm run test:package -- contents --update`];
  });
}
