import { expect, test } from "vitest";
import { expandDirectives } from "../../site/directives.js";

const README = `# demo

A package.

## Methods

| name | verb |
| --- | --- |
| \`tables.get\` | GET |
| \`projects.list\` | GET |
`;
const expand = (directive: string) =>
  expandDirectives(
    `before\n${directive}\nafter`,
    () => README,
    (path) => `output of ${path}\n`,
  );

test.each([
  ["<!-- rows: README.md > `tables. -->", "| name | verb |\n| --- | --- |\n| `tables.get` | GET |"],
  ["<!-- output: a.ts -->", "```text\noutput of a.ts\n```"],
])("%s is replaced with that part of the file", (directive, text) => {
  expect(expand(directive)).toBe(`before\n${text}\nafter`);
});

test("fails if the file has no such row", () => {
  expect(() => expand("<!-- rows: README.md > `datasets. -->")).toThrow(/^README\.md has no row /);
});
