// npm run test:package -- api: compares the public surface with docs/api-report.md; with `--update` it writes that file.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiReport } from "./api-report.js";
import { root } from "./packed.js";

const path = join(root, "docs/api-report.md");
const report = apiReport();
if (process.argv.includes("--update")) writeFileSync(path, report);

if (readFileSync(path, "utf8") === report) {
  console.log("the public surface matches docs/api-report.md");
} else {
  spawnSync("git", ["diff", "--no-index", "--unified=2", path, "-"], { input: report, stdio: ["pipe", 2, 2] });
  console.error(
    "the public surface has changed; if intended, run npm run test:package -- api --update and edit CHANGELOG.md",
  );
  process.exitCode = 1;
}
