import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { programsOf } from "../../../tests/support/guide.js";
import { runProgram } from "../../../tests/support/run-programs.js";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const programs = programsOf(readme).filter(({ source }) => source.includes('from "@google-cloud/bigquery"'));

test.each(programs)(
  "the program with Google's client under $heading prints its output",
  async ({ source, output }) => {
    const folder = new URL("..", import.meta.url).pathname;
    expect(await runProgram({ source, folder })).toBe(output);
  },
  60_000,
);
