import fc from "fast-check";
import { formatTableReference, parseTableReference } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

test.each([
  ["shop.sales.orders", { projectId: "shop", datasetId: "sales", tableId: "orders" }],
  ["example.com:shop.sales.orders", { projectId: "example.com:shop", datasetId: "sales", tableId: "orders" }],
  ["a.b.c.d", { projectId: "a.b", datasetId: "c", tableId: "d" }],
  ["p.d.orders$20260101", { projectId: "p", datasetId: "d", tableId: "orders$20260101" }],
  ["p.d.with space", { projectId: "p", datasetId: "d", tableId: "with space" }],
  ["p.d.Ünïcode 🦆", { projectId: "p", datasetId: "d", tableId: "Ünïcode 🦆" }],
])("%j is parsed, and formatted again", (text, reference) => {
  expect(parseTableReference(text)).toEqual(reference);
  expect(formatTableReference(reference)).toBe(text);
});

test.each([
  ["", "must have the form project.dataset.table"],
  ["orders", 'must have the form project.dataset.table, got "orders"'],
  ["sales.orders", 'got "sales.orders"'],
  ["x".repeat(500), "must have the form"],
  [5, "got 5"],
  [null, "got null"],
  [undefined, "got nothing"],
  [{ projectId: "p" }, "got an object"],
])("parseTableReference rejects %j", (text, message) => {
  const error = thrown(() => parseTableReference(text as string));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "", rule: "table-reference" }] });
  expect(String(error)).toContain("parseTableReference");
  expect(String(error)).toContain(message);
  expect(String(error).length).toBeLessThan(250);
});

test.each([
  ["..", ["projectId", "datasetId", "tableId"]],
  ["p..t", ["datasetId"]],
  [".d.t", ["projectId"]],
  ["p.d.", ["tableId"]],
  ["p/x.d.t", ["projectId"]],
  ["p\t.d.two\nlines", ["projectId", "tableId"]],
  ["p.d/x.t/y", ["datasetId", "tableId"]],
  ["....", ["projectId", "datasetId", "tableId"]],
])("parseTableReference rejects the ids of %j", (text, paths) => {
  const error = thrown(() => parseTableReference(text)) as { issues: { path: string; rule: string }[] };
  expect(error.issues.map(({ path }) => path)).toEqual(paths);
  expect(error.issues.every(({ rule }) => rule === "path-id")).toBe(true);
});

test.each<[reference: Record<string, unknown>, paths: string[]]>([
  [{ projectId: "p", datasetId: "d.x", tableId: "t" }, ["datasetId"]],
  [{ projectId: "p", datasetId: "d", tableId: "t.x" }, ["tableId"]],
  [{ projectId: "", datasetId: 5 }, ["projectId", "datasetId", "tableId"]],
  [{ projectId: "p", datasetId: "..", tableId: "a/b" }, ["datasetId", "tableId", "datasetId"]],
])("formatTableReference rejects %j", (reference, paths) => {
  const error = thrown(() => formatTableReference(reference as never)) as { issues: { path: string }[] };
  expect(error).toMatchObject({ code: "invalid_request" });
  expect(error.issues.map(({ path }) => path)).toEqual(paths);
});

const part = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((id) => !id.includes("/") && Buffer.from(id).toString() === id);

test("formatting and parsing return the same value", () => {
  const id = part.filter((each) => !each.includes("."));
  const project = part.filter((each) => each !== "." && each !== "..");
  fc.assert(
    fc.property(project, id, id, (projectId, datasetId, tableId) => {
      const reference = { projectId, datasetId, tableId };
      expect(parseTableReference(formatTableReference(reference))).toEqual(reference);
    }),
  );
});

test("parsing and formatting return the same text, or parsing fails", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(".", "/", "a", "é"), fc.string()), { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      try {
        expect(formatTableReference(parseTableReference(text))).toBe(text);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_request" });
      }
    }),
  );
});
