import { expect, test } from "vitest";
import { expandDirectives } from "../../site/directives.js";

test.each([
  ["<!-- example: a.ts -->", "```ts [a.ts]\ntext of a.ts\n```"],
  ["<!-- output: a.ts -->", "```text\noutput of a.ts\n```"],
  ["<!-- readme: Use -->", "Use it:\n\n```ts\nuse();\n```"],
  ["<!-- readme: Install -->", "In a folder:"],
])("%s is replaced with that part of the file", (directive, text) => {
  const readme = "# a\n\n## Use\n\nUse it:\n\n```ts\nuse();\n```\n\n## Install\n\nIn a folder:\n\n```sh\nnpm i\n```\n";
  const page = expandDirectives(
    `before\n${directive}\nafter`,
    (path) => (path === "README.md" ? readme : `text of ${path}\n`),
    (path) => `output of ${path}\n`,
  );
  expect(page).toBe(`before\n${text}\nafter`);
});

test("a section that the README does not have is an error", () => {
  const expand = () => expandDirectives("<!-- readme: Use -->", () => "# a\n", String);
  expect(expand).toThrow('the README has no section "Use"');
});
