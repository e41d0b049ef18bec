import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { bundle } from "../../support/guide.js";

const root = join(import.meta.dirname, "../../..");
/** The package in one file inside this repository, from which its dependencies can be resolved. */
const folder = mkdtempSync(join(root, "node_modules/.large-bodies-"));
const built = join(folder, "index.mjs");
writeFileSync(built, bundle('export { bearer, createService, defineMethod } from "fourfold";'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Receives error bodies of two sizes with a small heap, and prints the time for each. */
const program = (unit: string, eventBodies: boolean) => `
import { bearer, createService, defineMethod } from ${JSON.stringify(pathToFileURL(built))};
const get = defineMethod({ name: "get", http: "GET /x" });
const unit = ${JSON.stringify(unit)};
let body = "";
const service = createService({
  baseUrl: "https://service.test",
  auth: bearer("ya29.a-long-token/+="),
  retry: false,
  eventBodies: ${eventBodies},
  onEvent: ${eventBodies ? "() => {}" : "undefined"},
  fetch: async () => new Response(body, { status: 400, headers: { "content-type": "application/json" } }),
});
for (const size of [0.25, 1, 4]) {
  body = unit.repeat((size * 1_048_576) / unit.length);
  const start = performance.now();
  const error = await service.call(get, {}).catch((each) => each);
  console.log(error.code, performance.now() - start);
}
`;

const run = promisify(execFile);

test.each(
  ["+", "%41", "\\u0041", '\\"', "&amp;"].flatMap(
    (unit) =>
      [
        [unit, false],
        [unit, true],
      ] as [string, boolean][],
  ),
)(
  "an error body of %j takes linear time and memory, with eventBodies %j",
  { timeout: 60_000 },
  async (unit, events) => {
    const argv = ["--max-old-space-size=96", "--input-type=module", "--eval", program(unit, events)];
    const { stdout } = await run(process.execPath, argv, { cwd: root });
    const [, small, large] = stdout
      .trim()
      .split("\n")
      .map((line) => Number(line.replace("bad_request ", "")));
    expect(large).toBeGreaterThan(0);
    expect(large! / small!).toBeLessThan(10);
  },
);
