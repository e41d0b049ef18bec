// npm run test:runtimes: the main jobs, with the packed package, in every runtime that it claims to run in.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { writeSmoke } from "../consumers/write-smoke.js";
import { type Look, lookAtAll } from "../package/looks.js";
import { packAndInstall, run } from "../package/packed.js";
import { chromiumRuns } from "./chromium.js";
import { workerdRuns } from "./workerd.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const modules = join(here, "node_modules");

/** Installs the runtimes, unless they are there as the lock wants them. */
function install(): void {
  const lock = readFileSync(join(here, "package-lock.json"), "utf8");
  const installed = join(modules, ".installed.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  rmSync(modules, { recursive: true, force: true });
  run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], here);
  writeFileSync(installed, lock);
}

const arm = process.arch === "arm64";
const binaries = {
  bun: join(modules, arm ? "@oven/bun-linux-aarch64/bin/bun" : "@oven/bun-linux-x64/bin/bun"),
  deno: join(modules, "@deno/linux-x64-glibc/deno"),
  workerd: join(modules, arm ? "@cloudflare/workerd-linux-arm64" : "@cloudflare/workerd-linux-64", "bin/workerd"),
  node: (major: number) => join(modules, `node-${major}-${process.arch}/bin/node`),
};

/** A script for runtimes with modules of their own: the smoke, against a server of their own too. */
const script = `
  import { createSandbox } from "fourfold/testing";
  import { listen } from "fourfold/testing/server";
  import { smoke } from "../../tests/runtimes/smoke.js";
  const server = await listen(createSandbox());
  console.log(await smoke(server.url));
  await server.close();
`;

install();
const { folder, remove } = packAndInstall();
const remote = await listen(createSandbox());

function prints(command: string, ...args: string[]): string[] {
  const said = run(command, args, folder).trim();
  return /^\d+$/.test(said) ? [] : [`it says ${said}`];
}

try {
  await writeSmoke(folder);
  writeFileSync(join(folder, "main.js"), script);
  await lookAtAll([
    ...[20, 22, 24, 26].map((major): Look => {
      const node = binaries.node(major);
      return { what: `Node ${major}`, look: () => prints(node, "--throw-deprecation", "main.js") };
    }),
    {
      what: "Deno",
      look: () => prints(binaries.deno, "run", "--node-modules-dir=manual", "--allow-net=127.0.0.1", "main.js"),
    },
    { what: "Bun", look: () => prints(binaries.bun, "run", "main.js") },
    { what: "workerd", look: () => workerdRuns(binaries.workerd, folder, remote.url) },
    { what: "Chromium", look: () => chromiumRuns(folder, remote.url) },
  ]);
} finally {
  await remote.close();
  remove();
}
