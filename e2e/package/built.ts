// Builds the package, unless `dist` is newer than everything that it is built from.
import { execSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const timeOf = (path: string) => statSync(join(root, path)).mtimeMs;
const sources = ["src", "docs/generators"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
);
const changed = Math.max(...[...sources, "tsup.config.ts", "package.json", "package-lock.json"].map(timeOf));
/** Files that the steps of the build write, the last one of each. */
const results = ["dist/index.js", "dist/index.d.ts", "json-schema"];

if (results.some((path) => !existsSync(join(root, path)) || timeOf(path) < changed)) {
  execSync("npm run --silent build", { cwd: root, stdio: "inherit" });
}
