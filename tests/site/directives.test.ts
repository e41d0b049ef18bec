import { expect, test } from "vitest";
import { expandDirectives } from "../../site/directives.js";

const README = `# demo

A package.

- **Status**: not released.
- Independent.

## Install

Run \`npm install\`.

## Methods

| name | verb |
| --- | --- |
| \`tables.get\` | GET |
| \`projects.list\` | GET |
`;
const expand = (directive: string) => expandDirectives(`before\n${directive}\nafter`, () => README);

test.each([
  ["<!-- section: README.md > # -->", "- **Status**: not released.\n- Independent."],
  ["<!-- section: README.md > Install -->", "Run `npm install`."],
  ["<!-- rows: README.md > `tables. -->", "| name | verb |\n| --- | --- |\n| `tables.get` | GET |"],
  ["<!-- items: README.md > **Status** -->", "- **Status**: not released."],
])("%s is replaced with that part of the file", (directive, text) => {
  expect(expand(directive)).toBe(`before\n${text}\nafter`);
});

test.each([
  "<!-- section: README.md > Usage -->",
  "<!-- rows: README.md > `datasets. -->",
  "<!-- items: README.md > **Licence** -->",
])("%s fails, because the file has no such part", (directive) => {
  expect(() => expand(directive)).toThrow(/^README\.md has no (section|row|list item) /);
});
