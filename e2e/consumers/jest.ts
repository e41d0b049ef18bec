// Jest with the configurations and tests of its guide, word for word.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type NamedBlock, namedBlocks } from "../../tests/support/guide.js";
import type { Check } from "../package/checks.js";
import { layOutAsPnpm, root, runBeside } from "../package/packed.js";

const guide = readFileSync(join(root, "docs/guides/jest.md"), "utf8");
const blocks = namedBlocks(guide, "jest");
const configurations = blocks.filter(({ file }) => file.startsWith("jest.config."));
const [plainTest, mswTest] = blocks.filter(({ file }) => file.endsWith(".test.ts")) as [NamedBlock, NamedBlock];
if (configurations.length !== 4 || !mswTest)
  throw new Error("the guide must have 4 configurations of Jest and 2 tests");

/** The test of the guide as a user of Vitest writes it. */
export const vitestTest: string = plainTest.text.replace('"@jest/globals"', '"vitest"');

/** Runs Jest in a new folder below the one where it is installed. */
async function runJest(installed: string, { name, file, text }: NamedBlock, layout: "npm" | "pnpm"): Promise<void> {
  const project = join(installed, `${name}, ${layout}`.replace(/\W+/g, "-"));
  mkdirSync(project);
  if (layout === "pnpm") layOutAsPnpm(project, installed);
  const isEsm = name.startsWith("ES modules");
  for (const each of isEsm ? [plainTest, mswTest] : [plainTest]) writeFileSync(join(project, each.file), each.text);
  writeFileSync(join(project, file), text);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true }));
  const flags = isEsm ? ["--experimental-vm-modules", "--no-warnings"] : [];
  await runBeside(
    process.execPath,
    [...flags, join(installed, "node_modules/jest/bin/jest.js"), "--no-cache"],
    project,
  );
}

/**
 * Jest of one major version, with each configuration and each layout of packages.
 *
 * @param installed Folder with Jest, its transforms and the package.
 */
export function jests(installed: string, major: 29 | 30): Check[] {
  return configurations.flatMap((configuration) =>
    (["npm", "pnpm"] as const).map((layout) => ({
      name: `Jest ${major}, ${configuration.name}, as ${layout} installs`,
      run: () => runJest(installed, configuration, layout),
    })),
  );
}
