import { expect, test } from "vitest";
import { codeFrame, compile } from "../../../site/playground/compile.js";

const compiled = (code: string) => {
  const result = compile("main.ts", code);
  return "code" in result ? result.code : result.error;
};

test("removes types, and imports that are only types", () => {
  const code = compiled('import type { A } from "a";\nimport { B } from "b";\nconst x: A = y satisfies B;\n');
  expect(code).not.toMatch(/require|satisfies|: A/);
  expect(code).toContain("const x = y");
});

test("replaces import and import() with require", () => {
  const code = compiled('import { a } from "a";\na(await import("b"));\n');
  expect(code).toContain("require('a')");
  expect(code).toContain('require("b")');
  expect(code).not.toContain("import(");
});

test("does not change line numbers", () => {
  const code = compiled('import {\n  a,\n} from "a";\ninterface X {\n  y: string;\n}\na(6);\n');
  expect(code.split("\n")[6]).toBe("_a.a.call(void 0, 6);");
});

test("reports a syntax error with its line and column", () => {
  expect(compiled("let a = 1;\nlet b: = 3;\n")).toBe(
    "main.ts:2\nlet b: = 3;\n       ^\n\nSyntaxError: Unexpected token",
  );
});

test.each([
  ["import() hidden by an HTML comment", 'let x = 1;\nx <!-- `\nawait import("data:text/javascript,1");\n//`\n'],
  ["import() in a string", "let x = 1;\n\nconst text = 'import(\"https://a.test\")';\n"],
  ["import() with comments", "let x = 1;\n\n// import /* a */ // b\n ('https://a.test');\n/* import /* a */\n"],
  ["import.source", 'let x = 1;\n\n// await import.source("https://a.test/x.js");\n'],
  ["import.defer", 'let x = 1;\n\n// await import /* a */ . defer ("https://a.test/x.js");\n'],
])("rejects %s", (_name, code) => {
  expect(compiled(code)).toMatch(/^main\.ts:3\n.*\n\nSyntaxError: The playground rejects import\.source/);
});

test.each([
  ["<!--", "let x = 1;\nx <!-- 1;\n"],
  ["--> at the beginning of a line", "let x = 1;\n --> x;\n"],
  ["--> after a comment", "let x = 1;\n/* a */ --> x;\n"],
])("rejects %s", (_name, code) => {
  expect(compiled(`// a\n\`\n${code}\`;\n`)).toMatch(
    /^main\.ts:4\n.*\n\nSyntaxError: The playground rejects HTML comments/,
  );
});

test.each(["let n = 3;\nwhile (n --> 0);", "// The import.\ncall(1);", 'const x: import("a").B = 1;'])(
  "accepts %j",
  (code) => {
    expect(compile("main.ts", code)).toHaveProperty("code");
  },
);

test("there is no code frame without a known line", () => {
  expect(codeFrame("main.ts", "let a;", undefined)).toBe("");
  expect(codeFrame("main.ts", "let a;", 9)).toBe("");
});
