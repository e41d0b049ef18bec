import { expect, test } from "vitest";
import { issuesBeside } from "../../src/values/issue-path.js";

const issue = (path: string) => ({ path, message: "m", rule: "r" });

test.each<[known: string[], paths: string[], left: string[]]>([
  [[], ["a"], ["a"]],
  [["a"], ["a", "a.b", "a[0].b", 'a["b c"]', "ab", "b.a"], ["ab", "b.a"]],
  [["a[0]"], ["a", "a[0].b", "a[01]", "a[1]"], ["a", "a[01]", "a[1]"]],
  [[""], ["a", ""], []],
])("with the known issues %j, %j results in %j", (known, paths, left) => {
  expect(issuesBeside(paths.map(issue), known.map(issue)).map(({ path }) => path)).toEqual(left);
});
