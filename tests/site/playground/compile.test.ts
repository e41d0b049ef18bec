import { expect, test } from "vitest";
import { compile, placeOf } from "../../../site/playground/compile.js";

const compiled = (code: string) => {
  const result = compile("main.ts", code);
  return "code" in result ? result.code : result.error;
};

test("removes types, and imports that are only types", () => {
  const code = compiled('import type { A } from "a";\nimport { B } from "b";\nconst x: A = y satisfies B;\n');
  expect(code).not.toMatch(/require|satisfies|: A/);
  expect(code).toContain("const x = y");
});

test("replaces import and import() by require", () => {
  const code = compiled('import { a } from "a";\na(await import("b"));\n');
  expect(code).toContain("require('a')");
  expect(code).toContain('require("b")');
  expect(code).not.toContain("import(");
});

test("keeps the lines", () => {
  const code = compiled('import {\n  a,\n} from "a";\ninterface X {\n  y: string;\n}\na(6);\n');
  expect(code.split("\n")[6]).toBe("_a.a.call(void 0, 6);");
});

test("reports a syntax error with its line and column", () => {
  expect(compiled("let a = 1;\nlet b: = 3;\n")).toBe(
    "main.ts:2\nlet b: = 3;\n       ^\n\nSyntaxError: Unexpected token",
  );
});

test("the place of an error without a line is empty", () => {
  expect(placeOf("main.ts", "let a;", undefined)).toBe("");
  expect(placeOf("main.ts", "let a;", 9)).toBe("");
});
