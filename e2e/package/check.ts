// npm run test:package -- contents [--update]: packs the package and checks the content of the tarball. --update writes the
// sizes in README.md.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runChecks } from "./checks.js";
import { checkCommand, checkLinks, checkSourceMaps } from "./contents.js";
import { packAndInstall, root, run } from "./packed.js";
import { checkPrograms } from "./programs.js";
import { checkReadmeTable, writeReadmeTable } from "./readme-table.js";
import { checkSizes } from "./sizes.js";

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
    { name: "source maps", run: () => checkSourceMaps(folder) },
    { name: "sizes", run: () => checkSizes(folder, sizes) },
    { name: "figures of the README", run: () => (update ? writeReadmeTable(sizes) : checkReadmeTable(sizes)) },
  ]);
} finally {
  remove();
}
