import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listFiles } from "../../src/cli/node-terminal.js";
import { rejection } from "../support/rejection.js";

let parent = "";
let folder = "";
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "fourfold-files-"));
  folder = join(parent, "schemas");
  mkdirSync(join(folder, "sales"), { recursive: true });
  writeFileSync(join(folder, "sales", "orders.ts"), "");
  writeFileSync(join(parent, "outside.ts"), "");
});
afterEach(() => rmSync(parent, { recursive: true }));

test("lists files, also behind links, and ends if a link leads to a folder around it", async () => {
  writeFileSync(join(folder, "a.ts"), "");
  symlinkSync(join(folder, "sales", "orders.ts"), join(folder, "linked.ts"));
  symlinkSync(join(folder, "sales"), join(folder, "shop"));
  symlinkSync(folder, join(folder, "sales", "around"));
  expect(await listFiles(folder)).toEqual(["a.ts", "linked.ts", "sales/orders.ts", "shop/orders.ts"]);
});

test("reports all links that lead out of the folder or to nothing", async () => {
  symlinkSync(join(parent, "outside.ts"), join(folder, "out.ts"));
  symlinkSync(join(folder, "missing.ts"), join(folder, "sales", "nothing.ts"));
  const error = await rejection(listFiles(folder));
  expect(error).toMatchObject({
    exitCode: 1,
    problems: ["out.ts", "sales/nothing.ts"].map((name) => expect.stringContaining(join(folder, name))),
  });
});

test("a link to the folder itself is followed", async () => {
  symlinkSync(folder, join(parent, "link"));
  expect(await listFiles(join(parent, "link"))).toEqual(["sales/orders.ts"]);
});
