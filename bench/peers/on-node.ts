// Runs a script with the packages of this folder, which are never installed with fourfold, on the Node version that they
// require: tsx bench/peers/on-node.ts <arguments>.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { binaries, installRuntimes } from "../../e2e/runtimes/installed.js";

const folder = fileURLToPath(new URL(".", import.meta.url));
const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
const installed = join(folder, "node_modules/.installed-lock.json");
const link = join(folder, "node_modules/fourfold");

if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
  const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", args, { cwd: folder, stdio: "inherit", shell: true }); // on Windows, only a shell can start npm
  writeFileSync(installed, lock);
}
// The built package under its own name, next to the peers.
rmSync(link, { force: true });
symlinkSync("../../..", link, "junction");

installRuntimes();
const { status } = spawnSync(binaries.node(22), process.argv.slice(2), { stdio: "inherit" });
process.exitCode = status ?? 1;
