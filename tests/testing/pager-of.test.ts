import type { Tables } from "fourfold";
import { pagerOf } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

const entry = (tableId: string) => ({ tableReference: { projectId: "p", datasetId: "d", tableId } });

/** Code under test: the ids of all tables of a dataset. */
async function tableIds(tables: Pick<Tables, "list">): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for await (const { tableReference } of tables.list({ projectId: "p", datasetId: "d" }))
    ids.push(tableReference?.tableId);
  return ids;
}

test("a fake client lists given items without a cast", async () => {
  expect(await tableIds({ list: () => pagerOf([entry("a"), entry("b")]) })).toEqual(["a", "b"]);
  expect(await tableIds({ list: () => pagerOf([]) })).toEqual([]);
});

test("a pager can be iterated again, and toArray has its limit", async () => {
  const pager = pagerOf([1, 2, 3]);
  expect(await pager.toArray({ limit: 2 })).toEqual([1, 2]);
  expect(await pager.toArray({ limit: Number.POSITIVE_INFINITY })).toEqual([1, 2, 3]);
  expect(await rejection(pager.toArray({ limit: -1 }))).toMatchObject({ code: "invalid_request" });
});

test("a fake client returns pages if the function for pages is given", async () => {
  const list: Tables["list"] = () => pagerOf([entry("a")], (tables) => ({ tables, totalItems: tables.length }));
  const page = { tables: [entry("a")], totalItems: 1 };
  const pager = list({ projectId: "p", datasetId: "d" });
  expect(await pager.firstPage()).toEqual(page);
  const pages: unknown[] = [];
  for await (const each of pager.pages()) pages.push(each);
  expect(pages).toEqual([page]);
});

test("without a page, pages and firstPage reject with the remedy", async () => {
  const message = "is required for pages() and firstPage(), such as (tables) => ({ tables })";
  const error = { name: "RequestError", issues: [{ path: "page", message }] };
  const pager = pagerOf([entry("a")]);
  expect(await rejection(pager.firstPage())).toMatchObject(error);
  expect(await rejection(pager.pages()[Symbol.asyncIterator]().next())).toMatchObject(error);
});

test("rejects items that are not a list", () => {
  expect(thrown(() => pagerOf("ab" as never))).toMatchObject({
    name: "RequestError",
    issues: [{ path: "items", message: "must be a list of items, got a string" }],
  });
});
