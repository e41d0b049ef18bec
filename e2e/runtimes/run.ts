// npm run test:package -- runtimes: the main functions of the packed package, in every supported runtime.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { writeSmoke } from "../consumers/write-smoke.js";
import { type Check, runChecks } from "../package/checks.js";
import { packAndInstall, run } from "../package/packed.js";
import { chromiumRuns, strictChromiumRuns } from "./chromium.js";
import { binaries, installRuntimes, nodeMajors } from "./installed.js";
import { workerdOverlaps } from "./overlapping.js";
import { workerdRuns } from "./workerd.js";

/** A script for runtimes with their own module loader: the smoke test, with its own local server. */
const script = `
  import { createSandbox } from "fourfold/testing";
  import { listen } from "fourfold/testing/server";
  import { smoke } from "./smoke.js";
  const server = await listen(createSandbox());
  console.log(await smoke(server.url));
  await server.close();
`;

installRuntimes();
const { folder, remove } = await packAndInstall();
const remote = await listen(createSandbox());

function prints(command: string, ...args: string[]): string[] {
  const said = run(command, args, folder).trim();
  return /^\d+$/.test(said) ? [] : [`unexpected output: ${said}`];
}

try {
  await writeSmoke(folder);
  writeFileSync(join(folder, "main.js"), script);
  await runChecks([
    ...nodeMajors.map((major): Check => {
      const node = binaries.node(major);
      const run = () => prints(node, "--throw-deprecation", "main.js");
      return { name: `Node ${major}`, run };
    }),
    {
      name: "Deno",
      run: () => prints(binaries.deno, "run", "--node-modules-dir=manual", "--allow-net=127.0.0.1", "main.js"),
    },
    {
      name: "Bun",
      run: () => prints(binaries.bun, "run", "main.js"),
    },
    { name: "workerd", run: () => workerdRuns(binaries.workerd, folder, remote.url) },
    { name: "workerd, overlapping requests", run: () => workerdOverlaps(binaries.workerd, folder) },
    { name: "Chromium", run: () => chromiumRuns(folder, remote.url) },
    { name: "Chromium, with a strict Content Security Policy", run: () => strictChromiumRuns(folder, remote.url) },
  ]);
} finally {
  await remote.close();
  remove();
}
