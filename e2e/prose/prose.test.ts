import { describe, expect, test } from "vitest";
import { ALLOWED } from "./allowed.js";
import { applyAllowed, findingsIn } from "./findings.js";
import { WORDINGS } from "./words.js";

const found = (path: string, source: string) => findingsIn(path, source).map(({ line, found }) => `${line} ${found}`);

describe("a wording of the list is found in", () => {
  test.each([
    ["a doc comment", "a.ts", "/** What nobody needs. */\nconst a = 1;"],
    ["a doc comment of several lines", "a.ts", "/**\n * A list.\n *\n * @returns What nobody\n * needs.\n */\nf();"],
    ["a line comment", "a.ts", "f(); // nobody needs this"],
    ["a comment at the end of a file", "a.ts", "f();\n// nobody needs this"],
    ["a comment inside a call", "a.ts", "f(\n  1, // nobody needs this\n);"],
    ["a message", "a.ts", 'throw new Error("nobody is signed in");'],
    ["a template", "a.ts", `const text = \`nobody has \${name}\`;`],
    ["a string inside a template", "a.ts", `const text = \`user: \${name ?? "nobody is there"}\`;`],
    ["a title of a test", "a.test.ts", 'test("tells nobody", () => {});'],
    ["a title of a group of tests", "a.test.ts", 'describe("what nobody needs", () => {});'],
    ["a property name in quotes", "a.ts", 'const a = { "nobody needs this": 1 };'],
    ["a page", "a.md", "# Title\n\nThis is for nobody."],
    ["a table of a page", "a.md", "| for nobody | x |"],
    ["the code of a page", "a.md", "# Title\n\n```ts\nf(); // for nobody\n```\n"],
    ["the output on a page", "a.md", "# Title\n\n```text\nnobody is signed in\n```\n"],
    ["a shell script", ".ci/run", "# what nobody needs\nrun"],
    ["a page of HTML", "a.html", "<p>for nobody</p>"],
  ])("%s", (_, path, source) => {
    const line = source.slice(0, source.search(/nobody/i)).split("\n").length;
    expect(found(path, source)).toContain(`${line} nobody`);
  });
});

test("a phrase is found where it spans two lines of a comment or a page", () => {
  expect(found("a.ts", "/**\n * A read is sent\n * again.\n */\nf();")).toEqual(["2 sent again"]);
  expect(found("a.ts", "// A read is sent\n// again.\nf();")).toEqual(["1 sent again"]);
  expect(found("a.md", "A read is sent\nagain.")).toEqual(["1 sent again"]);
  expect(found("a.md", "A read is sent\n\nagain.")).toEqual([]);
});

test("a phrase does not span a comment and the code after it", () => {
  expect(found("a.ts", "// sent\nagain();")).toEqual([]);
});

test.each([
  ["code", "a.ts", "const nobody = answer.repeat(2); class Refusal {}"],
  ["inline code of a comment", "a.ts", "/** Calls `nobody()` of {@link nobody}. */\nf();"],
  ["inline code of a page", "a.md", "Calls `nobody()`."],
  ["an expression of a template", "a.ts", `const text = \`\${nobody} and \${nobody}\`;`],
  ["a string of one word", "a.ts", 'const user = "nobody";'],
  ["a value in capitals", "a.ts", 'const mode = "REPEAT";'],
  ["a name with hyphens", "a.ts", 'const id = "nobody-answers";'],
  ["a part of a longer word", "a.md", "Verdictless demandingly."],
])("%s is not checked", (_, path, source) => {
  expect(found(path, source)).toEqual([]);
});

test("a finding has its path, line, wording, replacement and source", () => {
  expect(findingsIn("a.ts", "f();\n  // Somebody waits.")).toEqual([
    { path: "a.ts", line: 2, found: "Somebody", write: "caller, user, no one", source: "// Somebody waits." },
  ]);
});

test("an allowed line is found no more, and an entry without a line is unused", () => {
  const findings = findingsIn("a.ts", "// nobody waits\n// nobody needs this\n");
  const [waits, needs] = ["nobody waits", "nobody sleeps"].map((text) => ({ path: "a.ts", text, reason: "a test" }));
  const elsewhere = { path: "b.ts", text: "nobody waits", reason: "a test" };
  expect(applyAllowed(findings, [waits!, needs!, elsewhere])).toEqual({
    remaining: [expect.objectContaining({ line: 2 })],
    unused: [needs, elsewhere],
  });
});

test("every wording has a replacement that the list accepts", () => {
  for (const { find, write } of WORDINGS) {
    expect(write, find).not.toBe("");
    expect(found("a.md", write), find).toEqual([]);
  }
});

test("every allowed line has a reason", () => {
  for (const { text, reason } of ALLOWED) expect(reason.length, text).toBeGreaterThan(10);
});
