// npm run check:prose [-- <path>…]: finds wordings in texts that people read for which words.ts has plainer ones.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ALLOWED } from "./allowed.js";
import { applyAllowed, type Finding, findingsIn } from "./findings.js";

/** Not prose: signatures, packages, snapshots of texts that are checked where they are written, and the list itself. */
const EXCLUDED =
  /^docs\/api-report\.md$|^e2e\/editor\/app\/[\w-]+\.md$|package(-lock)?\.json$|\.snap$|\.css$|^LICENSE$|^\.gitignore$|^e2e\/prose\/(words|allowed|prose\.test)\.ts$/;

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
const checked = files.filter((path) => path !== "" && !EXCLUDED.test(path));
const findings = checked.flatMap((path) => findingsIn(path, readFileSync(path, "utf8")));
const { remaining, unused } = applyAllowed(findings, ALLOWED);

const paths = process.argv.slice(2);
if (paths.length > 0) print(remaining.filter(({ path }) => paths.some((each) => path.startsWith(each))));
else checkAll();

function checkAll(): void {
  print(remaining);
  for (const { path, text } of unused) console.log(`e2e/prose/allowed.ts: ${path} has no such line: ${text}`);
  console.log(`${checked.length} files, ${remaining.length} wordings to replace`);
  process.exitCode = remaining.length + unused.length === 0 ? 0 : 1;
}

function print(found: readonly Finding[]): void {
  for (const { path, line, found: words, write, source } of found)
    console.log(`${path}:${line}: "${words}" (write: ${write}): ${source.slice(0, 120)}`);
}
