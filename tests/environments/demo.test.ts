import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compilerSays } from "../../examples/demo/compiler-says.js";
import { MIXED_MASK } from "../../examples/demo/environments.js";

test("the demo shows what the compiler really says", { timeout: 60_000 }, () => {
  expect(compilerSays(MIXED_MASK)).toMatch(
    /^error TS2345: .*a mask can contain only one update type; send several updates/,
  );
  expect(compilerSays("environmentUpdate.nodeCount(4);")).toBe("");
});

test("the code that a step of the demo names is there", () => {
  const demo = new URL("../../examples/demo/", import.meta.url);
  const sources = readdirSync(demo).map((file) => readFileSync(new URL(file, demo), "utf8"));
  const named = [...sources.join("\n").matchAll(/"((?:examples|docs)\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(10);
  for (const path of named) expect(existsSync(new URL(`../../${path}`, demo)), path).toBe(true);
});
