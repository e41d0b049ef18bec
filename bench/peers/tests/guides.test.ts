// Programs of the README and the guides that need the packages of this folder.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { namedBlocks } from "../../../tests/support/guide.js";

const folder = fileURLToPath(new URL("..", import.meta.url));
const guides = new URL("../../../docs/guides/", import.meta.url);
const blocks = ["../../README.md", ...readdirSync(guides)].flatMap((name) =>
  namedBlocks(readFileSync(new URL(name, guides), "utf8"), "peers"),
);

test("programs use Google's client and OpenTelemetry", () => {
  expect(blocks.map(({ name }) => name)).toEqual(["Google's client", "OpenTelemetry", "Google's client"]);
});

test.each(blocks)("the program with $name prints what its guide says", async ({ file, text }) => {
  const program = `${folder}${file.replace(/m?ts$/, "mjs")}`;
  await build({
    stdin: { contents: text, resolveDir: folder, loader: "ts" },
    outfile: program,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
  });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    expect(stdout).toBe(text.match(/(?<=^\/\/ => ).*\n/gm)?.join(""));
  } finally {
    rmSync(program);
  }
});
