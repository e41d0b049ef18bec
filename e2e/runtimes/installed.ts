import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../package/packed.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const modules = join(here, "node_modules");
const arm = process.arch === "arm64";

/** Major versions of Node that the package is tested on. */
export const nodeMajors = [20, 22, 24, 26];

/** Paths of the installed runtimes. */
export const binaries = {
  bun: join(modules, arm ? "@oven/bun-linux-aarch64/bin/bun" : "@oven/bun-linux-x64/bin/bun"),
  deno: join(modules, "@deno/linux-x64-glibc/deno"),
  workerd: join(modules, arm ? "@cloudflare/workerd-linux-arm64" : "@cloudflare/workerd-linux-64", "bin/workerd"),
  node: (major: number) => join(modules, `node-${major}-${process.arch}/bin/node`),
};

/** Installs the runtimes, unless the versions of the lockfile are already installed. */
export function installRuntimes(): void {
  const lock = readFileSync(join(here, "package-lock.json"), "utf8");
  const installed = join(modules, ".installed.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  rmSync(modules, { recursive: true, force: true });
  run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], here);
  writeFileSync(installed, lock);
}
