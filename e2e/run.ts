// npm run test:package [-- <check> [options of the check]]: builds and packs the package, and runs one check with the tarball, or
// all. The variable TARBALL names a tarball that exists.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pack, root } from "./package/packed.js";

const checks: Record<string, string> = {
  api: "package/check-api.ts",
  contents: "package/check.ts",
  consumers: "consumers/check.ts",
  editor: "package/check-editor.ts",
  runtimes: "runtimes/run.ts",
  compat: "compat/run.ts",
};

const [name, ...options] = process.argv.slice(2);
if (name !== undefined && checks[name] === undefined) {
  throw new Error(`no check ${name}: the checks are ${Object.keys(checks).join(", ")}`);
}

if (process.env.TARBALL === undefined) {
  await import("./package/built.js");
  const folder = `${root}node_modules/.cache`;
  mkdirSync(folder, { recursive: true });
  process.env.TARBALL = pack(folder);
}
const failed = (name === undefined ? Object.keys(checks) : [name]).filter((check) => {
  const script = fileURLToPath(new URL(checks[check] ?? "", import.meta.url));
  return spawnSync(process.execPath, ["--import", "tsx", script, ...options], { stdio: "inherit" }).status !== 0;
});
for (const check of failed) console.error(`failed: ${check}`);
process.exitCode = failed.length === 0 ? 0 : 1;
