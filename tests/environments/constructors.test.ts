import { readFileSync } from "node:fs";
import { updatablePaths } from "fourfold";
import ts from "typescript";
import { expect, test } from "vitest";
import { imagesOf } from "../../docs/generators/environments-paths-page.js";
import type { UpdatablePathRow } from "../../src/environments/update/paths.js";

const file = new URL("../../src/environments/update/build.ts", import.meta.url);
const source = ts.createSourceFile("build.ts", readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
const declared = source.statements
  .filter(ts.isInterfaceDeclaration)
  .find(({ name }) => name.text === "EnvironmentUpdateConstructors");
const comments = new Map(
  declared?.members.map((member) => [
    member.name?.getText(source),
    ts
      .getJSDocCommentsAndTags(member)
      .map((each) => each.getText(source).replaceAll(/\s*\n\s*\*\s?/g, " "))
      .join(" "),
  ]),
);
const rows = updatablePaths.flatMap((row: UpdatablePathRow) => (row.kind === "member" ? [] : [row]));

test("each row of the table has a constructor with a doc comment", () => {
  const names = rows.map(({ name }) => name);
  expect([...comments.keys()].sort()).toEqual([...names, "fromMask", "unlisted"].sort());
  expect([...comments].filter(([, comment]) => comment === "")).toEqual([]);
});

test.each(rows)("the doc comment of $name states the images and the values of its row", (row) => {
  const comment = comments.get(row.name) ?? "";
  const onlyFor = / Only for images (.*?)\.(?: |$)/.exec(comment.replaceAll(".*", "·"))?.[1]?.replaceAll("·", ".*");
  expect(onlyFor ?? "all").toBe(imagesOf(row));
  const values = row.values?.map((value) => `\`${value.replace("<product>", "composer")}\``) ?? [];
  expect(values.filter((value) => !comment.includes(value))).toEqual([]);
  const least = row.least === 1 ? "A positive integer" : `An integer of at least ${row.least}`;
  expect(/@param count - (A positive integer|An integer of at least \d+)/.exec(comment)?.[1]).toBe(
    row.least === undefined ? undefined : least,
  );
});
