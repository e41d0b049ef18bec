import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsOf, needsNode } from "../../../site/playground/imports.js";

const folder = new URL("../../../examples/", import.meta.url);

test.each([
  ['import { a } from "x";', ["x"]],
  ["import * as z from 'zod';\nimport \"y\";", ["zod", "y"]],
  ['import {\n  a,\n  type B,\n} from "x";', ["x"]],
  ['import type { A } from "x";', []],
  ['import { type A, type B } from "x";', []],
  ['import d, { type B } from "x";', ["x"]],
  ['import{a}from"x";', ["x"]],
  ['import("x");\nimport.meta.url;\nimportant("y");', []],
  ['// import { a } from "x";\nconst text = \'import "y"\';', []],
])("%j imports %j", (code, modules) => {
  expect(importsOf(code)).toEqual(modules);
});

test("six examples need Node.js or other files", () => {
  const needed = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [file, importsOf(readFileSync(new URL(file, folder), "utf8")).filter(needsNode)])
    .filter(([, modules]) => modules?.length);
  expect(needed).toEqual([
    ["10-read-user-info.ts", ["node:http"]],
    ["12-local-gateway.ts", ["node:http", "fourfold/testing/server"]],
    ["13-real-services.ts", ["node:fs"]],
    ["14-service-account.ts", ["node:crypto"]],
    ["21-google-tasks.ts", ["./generated/tasks.js"]],
    ["22-run-a-generated-query.ts", ["./generated/bigquery.js"]],
  ]);
});
