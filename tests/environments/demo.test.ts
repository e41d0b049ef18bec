import { expect, test } from "vitest";
import { compilerSays } from "../../examples/demo/compiler-says.js";
import { MIXED_MASK } from "../../examples/demo/environments.js";

test("the demo shows what the compiler really says", { timeout: 60_000 }, () => {
  expect(compilerSays(MIXED_MASK)).toMatch(/^error TS2345: .*a mask holds one update type; send several updates/);
  expect(compilerSays("environmentUpdate.nodeCount(4);")).toBe("");
});
