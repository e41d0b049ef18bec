// npm run test:package -- contents [--update]: packs the package and checks the content of the tarball. --update writes the
// sizes in docs/compatibility.md.

import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { transformSync } from "esbuild";
import { outputOf, programOf, programsOf } from "../../tests/support/guide.js";
import { runChecks } from "./checks.js";
import { checkCommand, checkLinks } from "./contents.js";
import { packAndInstall, root, run } from "./packed.js";
import { checkSizes, checkSizesPage, writeSizesPage } from "./sizes.js";

/** Packages that guides use in addition to this one. */
const OTHERS = ["google-auth-library", "msw", "undici"];

const { update } = parseArgs({ options: { update: { type: "boolean", default: false } } }).values;
const { folder, tarball, remove } = await packAndInstall();
const sizes = new Map<string, number>();
const tool = (name: string) => join(root, "node_modules/.bin", name);

try {
  await runChecks([
    { name: "publint", run: () => run(tool("publint"), ["run", "--strict", tarball], folder) },
    { name: "attw", run: () => run(tool("attw"), ["--profile", "esm-only", "--no-emoji", tarball], folder) },
    { name: "links", run: () => checkLinks(folder) },
    { name: "command", run: () => checkCommand(folder) },
    { name: "programs", run: () => checkPrograms(folder) },
    { name: "sizes", run: () => checkSizes(folder, sizes) },
    { name: "sizes of the docs", run: () => (update ? writeSizesPage(sizes) : checkSizesPage(sizes)) },
  ]);
} finally {
  remove();
}

/** Runs the programs of the packed README and guides with the installed package, and returns those whose output differs. */
function checkPrograms(folder: string): string[] {
  for (const name of OTHERS)
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name), "junction");
  const home = join(folder, "node_modules/fourfold");
  const textOf = (path: string) => readFileSync(join(home, path), "utf8");
  const guides = readdirSync(join(home, "docs/guides")).map((file) => `docs/guides/${file}`);
  const isAlone = ({ source }: { readonly source: string }) => !/from "@?google-/.test(source); // no account here
  const programs = [
    ...programsOf(textOf("README.md"))
      .filter(isAlone)
      .map(({ heading, ...program }) => ({
        name: `README.md: ${heading}`,
        ...program,
      })),
    ...guides.map((name) => ({ name, source: programOf(textOf(name)), output: outputOf(textOf(name)) })),
  ].filter(({ source }) => source.trim() !== "");
  return programs.flatMap(({ name, source, output }, index) => {
    const file = join(folder, `program-${index}.mjs`);
    writeFileSync(file, transformSync(source, { loader: "ts", target: "node20" }).code);
    const printed = run(process.execPath, [file], folder);
    return output === "" || printed === output ? [] : [`${name} printed:\n${printed}`];
  });
}
