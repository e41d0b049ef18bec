// npm run check:package: packs the package and checks the content of the tarball.
import { join } from "node:path";
import { checkBundled } from "./bundled.js";
import { runChecks } from "./checks.js";
import { checkCommand } from "./command.js";
import { checkLinks } from "./links.js";
import { packAndInstall, root, run } from "./packed.js";
import { checkSizes } from "./sizes.js";
import { checkSourceMaps } from "./source-maps.js";

const { folder, tarball, remove } = await packAndInstall();
const tool = (name: string) => join(root, "node_modules/.bin", name);

try {
  await runChecks([
    { name: "publint", run: () => run(tool("publint"), ["run", "--strict", tarball], folder) },
    { name: "attw", run: () => run(tool("attw"), ["--profile", "esm-only", "--no-emoji", tarball], folder) },
    { name: "links", run: () => checkLinks(folder) },
    { name: "command", run: () => checkCommand(folder) },
    { name: "source maps", run: () => checkSourceMaps(folder) },
    { name: "bundled packages", run: () => checkBundled(folder) },
    { name: "sizes", run: () => checkSizes(folder) },
  ]);
} finally {
  remove();
}
