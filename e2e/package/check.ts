// npm run check:package: packs the package and checks the content of the tarball.
import { join } from "node:path";
import { checkBundled } from "./bundled.js";
import { checkCommand } from "./command.js";
import { checkLinks } from "./links.js";
import { lookAtAll } from "./looks.js";
import { packAndInstall, root, run } from "./packed.js";
import { checkSizes } from "./sizes.js";

const { folder, tarball, remove } = packAndInstall();
const tool = (name: string) => join(root, "node_modules/.bin", name);

try {
  await lookAtAll([
    { what: "publint", look: () => run(tool("publint"), ["run", "--strict", tarball], folder) },
    { what: "attw", look: () => run(tool("attw"), ["--profile", "esm-only", "--no-emoji", tarball], folder) },
    { what: "links", look: () => checkLinks(folder) },
    { what: "command", look: () => checkCommand(folder) },
    { what: "bundled packages", look: () => checkBundled(folder) },
    { what: "sizes", look: () => checkSizes(folder) },
  ]);
} finally {
  remove();
}
