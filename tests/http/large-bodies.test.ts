import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createBuiltFolder } from "../support/built-folder.js";

const UNITS = ["+", "%41", "\\u0041", '\\"', "&amp;"];

/** Receives error bodies of two sizes with a small heap, and prints the processor time of each. */
const program = `
import { bearer, createService, defineMethod } from "./dist/index.js";
const get = defineMethod({ name: "get", http: "GET /x" });
for (const unit of ${JSON.stringify(UNITS)}) {
    for (const size of [1, 4]) {
      const body = unit.repeat((size * 1_048_576) / unit.length);
      const service = createService({
        baseUrl: "https://service.test",
        auth: bearer("ya29.a-long-token/+="),
        retry: false,
        fetch: async () => new Response(body, { status: 400, headers: { "content-type": "application/json" } }),
      });
      const start = process.cpuUsage();
      const { code } = await service.call(get, {}).catch((each) => each);
      console.log(JSON.stringify({ unit, size, code, ms: process.cpuUsage(start).user / 1_000 }));
    }
  }
`;

interface Sample {
  readonly size: number;
  readonly code: string;
  readonly ms: number;
}

const run = promisify(execFile);

test("error bodies full of escapes take linear time and little memory", { timeout: 60_000 }, async () => {
  const folder = await createBuiltFolder({ index: "src/index.ts" });
  const argv = ["--max-old-space-size=64", "--input-type=module", "--eval", program];
  const { stdout } = await run(process.execPath, argv, { cwd: folder });
  rmSync(folder, { recursive: true });
  const samples = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Sample);
  expect(samples).toHaveLength(UNITS.length * 2);
  for (const [index, large] of samples.entries()) {
    expect(large.code).toBe("bad_request");
    const small = samples[index - 1];
    // The processor time of a few milliseconds is too coarse to compare.
    if (large.size === 4) expect(large.ms / Math.max(small!.ms, 10), JSON.stringify(large)).toBeLessThan(20);
  }
});
