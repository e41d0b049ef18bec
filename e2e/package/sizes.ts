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
export const budgets: Record<string, Budget> = {
  '{ createClient, bearer } from "fourfold"': { kilobytes: 94, without: ["jose", "msw"] },
  '{ createWarehouse } from "fourfold/warehouse"': { kilobytes: 78, without: ["jose", "msw"] },
  "fourfold/tables": { kilobytes: 82, without: ["jose", "ky", "msw"] },
  '{ createEntities } from "fourfold/entities"': { kilobytes: 58, without: ["jose", "msw"] },
  '{ createEnvironments } from "fourfold/environments"': { kilobytes: 71, without: ["jose", "msw"] },
  "fourfold/gateway": { kilobytes: 23, without: packages },
  '{ readUserInfo } from "fourfold/gateway/user-info"': { kilobytes: 5, without: packages },
  '{ bearer } from "fourfold/auth"': { kilobytes: 4.5, without: packages },
  "fourfold/testing": { kilobytes: 109, without: ["jose", "ky", "msw"] },
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

/** The imports whose sizes in a browser the README shows in the row of their entry. */
const IMPORTS = Object.keys(budgets);

/** Maximum difference between a size in the README and the measured one, as a share of the latter. */
const TOLERANCE = 0.03;

const README = join(root, "README.md");

/** The entry of an import, such as `fourfold` of `{ createClient } from "fourfold"`. */
const entryOf = (what: string) => /[^" ]+(?="?$)/.exec(what)?.[0] ?? "";

/** A size as the README shows it, in kB, after the imported names. */
function shown(what: string, size: number): string {
  const names = /\{ (.+) \}/.exec(what)?.[1]?.replaceAll(/\w+/g, "`$&`");
  return names === undefined ? size.toFixed(1) : `${names}: ${size.toFixed(1)}`;
}

/** Writes the measured size of each entry into the README. */
export function writeReadmeTable(sizes: ReadonlyMap<string, number>): void {
  let readme = readFileSync(README, "utf8");
  const write = (pattern: RegExp, text: string) => {
    if (!pattern.test(readme)) throw new Error(`README.md has nothing that matches ${pattern}`);
    readme = readme.replace(pattern, () => text);
  };
  for (const entry of new Set(IMPORTS.map(entryOf))) {
    const cells = IMPORTS.filter((what) => entryOf(what) === entry).map((what) => {
      const size = sizes.get(what);
      if (size === undefined) throw new Error(`the size of ${what} was not measured`);
      return shown(what, size);
    });
    write(new RegExp(`(?<=^\\| \`${entry}\` \\| [^|]+ \\| )[^|]+(?= \\|$)`, "m"), cells.join("; "));
  }
  writeFileSync(README, readme);
}

/** Returns the differences between the sizes in the README and the measured ones. */
export function checkReadmeTable(sizes: ReadonlyMap<string, number>): string[] {
  const inReadme = shownSizes(readFileSync(README, "utf8"));
  const remedy = "run npm run test:package -- contents --update";
  return IMPORTS.flatMap((what) => {
    const [figure, size] = [inReadme.get(what), sizes.get(what)];
    if (figure === undefined || size === undefined) return [`README.md: no size of ${what}; ${remedy}`];
    return isNear(figure, size)
      ? []
      : [`README.md: ${what} must be ${shown(what, size)}, got ${shown(what, figure)}; ${remedy}`];
  });
}

const isNear = (inReadme: number, measured: number) =>
  Math.abs(inReadme - measured) <= Math.max(measured * TOLERANCE, 0.1);

/** The sizes in a browser that the README shows, by import. */
export function shownSizes(readme: string): Map<string, number> {
  const rows = readme.matchAll(/^\| `(fourfold[^`]*)` \| [^|]+ \| ([^|]+) \|$/gm);
  return new Map(
    [...rows].flatMap(([, entry = "", cell = ""]) =>
      cell.split("; ").map((part): [string, number] => {
        const [, names, size] = /^(?:(.+): )?([\d.]+)$/.exec(part) ?? [];
        const what = names === undefined ? entry : `{ ${names.replaceAll("`", "")} } from "${entry}"`;
        return [what, Number(size)];
      }),
    ),
  );
}
