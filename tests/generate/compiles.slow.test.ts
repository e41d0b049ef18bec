import { expect, test } from "vitest";
import { generate } from "../../src/generate/generate.js";
import { diagnose } from "../support/compile.js";
import { drive, library, queries, traps, wrapped } from "./documents.js";

/** The file of all methods. */
function textOf(document: unknown): string {
  return generate(document, { methods: ["*"] }, "fourfold generate").text;
}

test("generated files compile without skipLibCheck, with isolatedDeclarations and the flags of this repository", {
  timeout: 240_000,
}, () => {
  const files = Object.entries({ drive, library, traps, wrapped }).map(
    ([name, document]) => [`tests/${name}.ts`, textOf(document)] as const,
  );
  expect(diagnose(new Map(files), { isolatedDeclarations: true, declaration: true })).toEqual([]);
});

test("without their casts, the schemas have the types of their constants", { timeout: 240_000 }, () => {
  const files = Object.entries({ drive, library, traps, wrapped }).map(([name, document]) => {
    // Only a cast gives the string of a pattern the type Int64.
    const text = textOf(document).replace(/^(?!.*\.regex)(.*) as never;$/gm, "$1;");
    expect(text.match(/ as never;/g)?.length ?? 0).toBeLessThan(3);
    return [`tests/${name}.ts`, text] as const;
  });
  expect(diagnose(new Map(files))).toEqual([]);
});

test("the types of calls are those of the document", { timeout: 240_000 }, () => {
  const use = `
import { createService } from "fourfold";
import { booksCreate, booksList, booksPatch, booksDelete, type Book } from "./library.js";
const { call, list } = createService({ baseUrl: "https://library.example" });
export const book: Promise<Book> = call(booksCreate, { shelf: "a", body: { title: "b" } });
for await (const { title } of list(booksList, { shelf: "a", query: { orderBy: "year" } })) title?.length;
await call(booksPatch, { name: "a", query: { updateMask: "b" }, body: { authors: null, sequel: { title: null } } });
// @ts-expect-error the query is required
await call(booksPatch, { name: "a", body: {} });
// @ts-expect-error a misspelt field
await call(booksCreate, { shelf: "a", body: { titel: "b" } });
// @ts-expect-error a read-only field
await call(booksPatch, { name: "a", query: { updateMask: "b" }, body: { state: "LENT" } });
// @ts-expect-error an int64 is a string
await call(booksCreate, { shelf: "a", body: { copiesSold: 5 } });
// @ts-expect-error a missing path parameter
await call(booksDelete, {});
// @ts-expect-error not a list
list(booksDelete, { name: "a" });
import { thingsAggregated, thingsInsert, thingsList, thingsSearchPages } from "./traps.js";
// @ts-expect-error a missing field that this method requires
await call(thingsInsert, { body: {} });
// @ts-expect-error an integer is a number
await call(thingsList, { projectId: "a", number: "7" });
for await (const [key, { things }] of list(thingsAggregated, {})) console.log(key.length, things?.length);
for await (const { title } of list(thingsSearchPages, { body: {} }, { maxResults: 5 })) console.log(title?.length);
`;
  expect(
    diagnose(
      new Map([
        ["tests/library.ts", textOf(library)],
        ["tests/traps.ts", textOf(traps)],
        ["tests/use.ts", use],
      ]),
    ),
  ).toEqual([]);
});

test("rows of a generated method fit rowDecoder and encodeRows", { timeout: 240_000 }, () => {
  const use = `
import { createService } from "fourfold";
import { defineTable, type RowOf, rowDecoder } from "fourfold/tables";
import { createSandbox, encodeRows } from "fourfold/testing";
import { jobsQuery } from "./queries.js";
const orders = defineTable("sales.orders", {
  schema: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }, { name: "open", type: "RANGE", rangeElementType: { type: "DATE" } }],
});
const sandbox = createSandbox();
sandbox.route(jobsQuery, () => encodeRows(orders, [{ id: 1 }]));
const { schema, rows } = await createService(sandbox.clientOptions).call(jobsQuery, { projectId: "p", body: { query: "" } });
export const decoded: RowOf<typeof orders>[] = rows?.map(rowDecoder(orders, schema)) ?? [];
`;
  expect(
    diagnose(
      new Map([
        ["tests/queries.ts", textOf(queries)],
        ["tests/use.ts", use],
      ]),
    ),
  ).toEqual([]);
});
