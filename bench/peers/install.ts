// Installs the peers in this folder when needed: they are never installed with fourfold.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
const installed = join(folder, "node_modules/.installed-lock.json");
const link = join(folder, "node_modules/fourfold");

if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
  console.log("installing the peers (once)");
  // They require a newer Node version than this script may run on; on-node.ts provides it.
  const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  // On Windows, the npm command is a script, which only a shell can start.
  const { npm_execpath: npm } = process.env;
  if (npm === undefined) execFileSync("npm", args, { cwd: folder, stdio: "inherit", shell: true });
  else execFileSync(process.execPath, [npm, ...args], { cwd: folder, stdio: "inherit" });
  writeFileSync(installed, lock);
}
// The built package under its own name, next to the peers.
rmSync(link, { force: true });
symlinkSync("../../..", link, "junction");
