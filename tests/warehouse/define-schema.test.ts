import { defineSchema } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

test("returns the fields themselves", () => {
  const fields = [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] as const;
  const schema = defineSchema(fields);
  expect(schema).toEqual({ fields });
  expect(schema.fields).toBe(fields);
});

test("takes an empty list, nested fields and INT64 in any form", () => {
  expect(defineSchema([])).toEqual({ fields: [] });
  const nested = [
    {
      name: "order",
      type: "RECORD",
      mode: "REPEATED",
      fields: [
        { name: "sku", type: "STRING", maxLength: 40 },
        { name: "price", type: "NUMERIC", precision: 10n, scale: "2" },
      ],
    },
  ] as const;
  expect(defineSchema(nested).fields).toBe(nested);
});

test("rejects values that break rules, with all issues and paths that start at the list", () => {
  const error = thrown(() =>
    defineSchema([
      { name: "1st", type: "STRING" },
      { name: "r", type: "RECORD", fields: [{ name: "n", type: "STRING", maxLength: 0.5 }] },
      { name: "x", type: "INTEGER", maxLength: 5 },
    ]),
  ) as { issues: { path: string }[] };
  expect(error).toMatchObject({ code: "invalid_request", message: expect.stringContaining("defineSchema") });
  const paths = error.issues.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["fields[0].name", "fields[1].fields[0].maxLength", "fields[2].maxLength"]),
  );
});

test.each([["fields"], [{ name: "a", type: "STRING" }], [[null]], [[5]], [[{ name: "a" }]], [[{ type: "STRING" }]]])(
  "rejects %j",
  (fields) => {
    expect(thrown(() => defineSchema(fields as never))).toMatchObject({ code: "invalid_request" });
  },
);

test.each([null, undefined])("rejects %s instead of a list", (fields) => {
  // Values that users of JavaScript, or of a cast, may pass.
  expect(thrown(() => defineSchema(fields as never))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "fields", rule: "member-type" }],
  });
});
