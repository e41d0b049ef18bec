import fc from "fast-check";
import { expect, test } from "vitest";
import { restoreInt64 } from "../../../src/core/schema/codec.js";
import { fits } from "../../../src/core/schema/fits.js";
import { Policy } from "../../../src/warehouse/schemas/policy.js";
import { ProjectList } from "../../../src/warehouse/schemas/project.js";
import { Table } from "../../../src/warehouse/schemas/table.js";
import { TableList } from "../../../src/warehouse/schemas/table-list.js";
import { placesOf, replaceAt } from "../../support/replace-at.js";
import { fullPolicy, fullProjectList, fullTable, fullTableList } from "../../warehouse/schemas/fixtures.js";

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
  const paths = placesOf(fixture);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(paths.length - 1), odd), { minLength: 1, maxLength: 3 }), (changes) => {
      let value: unknown = structuredClone(fixture);
      for (const [at, replacement] of changes) value = replaceAt(value, paths[at] ?? [], replacement);
      const fitsZod = schema.safeParse(value).success;
      if (fits(schema, value)) expect(fitsZod).toBe(true);
      restoreInt64(schema, value);
      expect(fits(schema, value)).toBe(fitsZod);
    }),
    { numRuns: 3_000 },
  );
});
