// npm run test:package -- compat [--all --node 24 --only commands]: the contract suite, the types and the commands for tables of
// the packed package, with the lowest and the latest versions of its dependencies. Without --all, the contract suite with both, the
// types with the lowest, and the commands on one version of Node.
import { copyFileSync, cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Check, runChecks } from "../package/checks.js";
import { type Packed, packAndInstall, root, runBeside } from "../package/packed.js";
import { binaries, installRuntimes, nodeMajors } from "../runtimes/installed.js";
import { tableCommands } from "./table-commands.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const { all, node, only } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    node: { type: "string" },
    only: { type: "string", default: "" },
  },
}).values;

/** Sets of versions, each with the lowest major version of Node that its packages support, and with what is checked. */
const sets = [
  { name: "lowest", lowestNode: 20, hasTypes: true },
  { name: "latest", lowestNode: 22, hasTypes: all },
];

/** Checks that the package uses the versions of the set and not its own copies. */
function copies({ folder }: Packed): string[] {
  const nested = join(folder, "node_modules/fourfold/node_modules");
  return existsSync(nested) ? readdirSync(nested).map((name) => `the package got its own copy of ${name}`) : [];
}

function contract({ folder }: Packed, major: number): Promise<string> {
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", join(here, "vitest.config.ts")];
  return runBeside(binaries.node(major), vitest, folder, { COMPAT_FOLDER: folder });
}

/** Aborted calls close their connections; runtimes hold signals differently in each version. */
function cancellation(major: number): Promise<string> {
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=unit", "--reporter=dot"];
  return runBeside(binaries.node(major), [...vitest, "tests/call/cancellation.test.ts"], root);
}

const compilerOptions = {
  module: "nodenext",
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};

function types({ folder }: Packed): Promise<string> {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["types.ts"] }));
  return runBeside(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.json"], folder);
}

installRuntimes();
const installed: Packed[] = [];
/** Installs the package together with a set of versions. */
async function install(set: (typeof sets)[number]) {
  const packed = await packAndInstall(join(here, set.name));
  installed.push(packed);
  return { ...set, major: Number(node ?? set.lowestNode), packed };
}

const checks: Check[] = [];
try {
  const used = sets.filter(({ lowestNode }) => Number(node ?? lowestNode) >= lowestNode);
  for (const { name, major, hasTypes, packed } of await Promise.all(used.map(install))) {
    for (const part of ["contract", "support"]) {
      cpSync(join(root, "tests", part), join(packed.folder, "tests", part), { recursive: true });
    }
    for (const file of readdirSync(join(here, "app"))) copyFileSync(join(here, "app", file), join(packed.folder, file));
    checks.push(
      { name: `${name} versions: one copy of each`, run: () => copies(packed) },
      ...(hasTypes ? [{ name: `${name} versions: types`, run: () => types(packed) }] : []),
      { name: `${name} versions: contract, Node ${major}`, run: () => contract(packed, major) },
      ...(all ? [{ name: `connections of aborted calls, Node ${major}`, run: () => cancellation(major) }] : []),
    );
  }
  const [first] = installed;
  for (const major of node === undefined ? (all ? nodeMajors : [22]) : [Number(node)]) {
    if (first === undefined) break;
    const stripsTypes = major >= 22; // the versions of the lockfile
    checks.push({
      name: `commands for tables, Node ${major}`,
      run: () => tableCommands(first.folder, binaries.node(major), stripsTypes),
    });
  }
  const selected = checks.filter(({ name }) => name.includes(only));
  await runChecks(selected, availableParallelism());
} finally {
  for (const { remove } of installed) remove();
}
