import { expect, test } from "vitest";
import { expandDirectives } from "../../site/directives.js";

test.each([
  ["<!-- example: a.ts -->", "```ts [a.ts]\ntext of a.ts\n```"],
  ["<!-- output: a.ts -->", "```text\noutput of a.ts\n```"],
])("%s is replaced with that part of the file", (directive, text) => {
  const page = expandDirectives(
    `before\n${directive}\nafter`,
    (path) => `text of ${path}\n`,
    (path) => `output of ${path}\n`,
  );
  expect(page).toBe(`before\n${text}\nafter`);
});
