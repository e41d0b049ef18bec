import fc from "fast-check";
import { expect, test } from "vitest";
import { fits } from "../../src/core/fits.js";
import { Policy } from "../../src/warehouse/schemas/policy.js";
import { ProjectList } from "../../src/warehouse/schemas/project.js";
import { Table } from "../../src/warehouse/schemas/table.js";
import { TableList } from "../../src/warehouse/schemas/table-list.js";
import { fullPolicy, fullProjectList, fullTable, fullTableList } from "../warehouse/schemas/fixtures.js";

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.flatMap((element, index) => pathsOf(element, [...path, index]))
    : Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...path, name]));
  return [path, ...inner];
}

function replaceAt(root: unknown, path: Path, replacement: unknown): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) return replacement;
  const copy: Record<string | number, unknown> = Array.isArray(root) ? ([...root] as never) : { ...(root as object) };
  copy[segment] = replaceAt(copy[segment], rest, replacement);
  return copy;
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    "",
    "5",
    "-5",
    "18446744073709551616",
    5,
    -5,
    0.5,
    2 ** 60,
    true,
    [],
    {},
    [{}],
    [null],
    ["a"],
  ),
  fc.jsonValue(),
);

test.each([
  ["Table", Table, fullTable],
  ["TableList", TableList, fullTableList],
  ["ProjectList", ProjectList, fullProjectList],
  ["Policy", Policy, fullPolicy],
] as const)("agrees with zod on a %s with any member replaced by anything", (_, schema, fixture) => {
  expect(fits(schema, fixture)).toBe(true);
  const paths = pathsOf(fixture);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(paths.length - 1), odd), { minLength: 1, maxLength: 3 }), (changes) => {
      let value: unknown = fixture;
      for (const [at, replacement] of changes) {
        try {
          value = replaceAt(value, paths[at] ?? [], replacement);
        } catch {
          return; // an earlier change took the place away
        }
      }
      expect(fits(schema, value)).toBe(schema.safeParse(value).success);
    }),
    { numRuns: 3_000 },
  );
});
