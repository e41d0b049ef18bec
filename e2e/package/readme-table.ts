import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./packed.js";
import { budgets } from "./sizes.js";

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
