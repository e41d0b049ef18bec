import { getEventListeners } from "node:events";
import { createWarehouse, type ListOptions } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";
import { errorResponse, json, type Step, scriptedFetch, text } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";
import { settle } from "../support/timers.js";

const project = (n: number) => ({ id: `p${n}`, projectReference: { projectId: `p${n}` } });

function warehouseOver(...steps: readonly Step[]) {
  const fetch = scriptedFetch(...steps);
  const clock = createTestClock();
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch, clock });
  return { warehouse, fetch, clock, searches: () => fetch.requests.map(({ url }) => new URL(url).search) };
}

test.each<[options: Record<string, unknown>, path: string, rule: string]>([
  [{ maxResults: 0 }, "maxResults", "call-option"],
  [{ maxResults: 1.5 }, "maxResults", "call-option"],
  [{ maxResults: "50" }, "maxResults", "call-option"],
  [{ maxResults: Number.NaN }, "maxResults", "call-option"],
  [{ pageToken: "" }, "pageToken", "call-option"],
  [{ pageToken: 5 }, "pageToken", "call-option"],
  [{ prefetch: -1 }, "prefetch", "call-option"],
  [{ prefetch: Number.POSITIVE_INFINITY }, "prefetch", "call-option"],
  [{ prefetch: true }, "prefetch", "call-option"],
  [{ deadlineMs: -1 }, "deadlineMs", "call-option"],
  [{ limit: 5 }, "limit", "call-option"],
])("list(%j) throws synchronously", (options, path, rule) => {
  const { warehouse, fetch } = warehouseOver(json({}));
  const wrong = options as ListOptions;
  expect(thrown(() => warehouse.projects.list(wrong))).toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("projects.list"),
    issues: [{ path, rule }],
  });
  expect(thrown(() => warehouse.tables.list({ projectId: "p", datasetId: "d" }, wrong))).toMatchObject({
    message: expect.stringContaining("tables.list"),
    issues: [{ path, rule }],
  });
  expect(fetch.requests).toHaveLength(0);
});

test("list() throws synchronously for an invalid id", () => {
  const { warehouse } = warehouseOver(json({}));
  expect(thrown(() => warehouse.tables.list({ projectId: "..", datasetId: "" }))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "projectId" }, { path: "datasetId" }],
  });
});

test("requests each page with the token of the previous page", async () => {
  const { warehouse, searches } = warehouseOver(
    json({ projects: [project(1)], nextPageToken: "a+/b" }),
    json({ nextPageToken: "c" }),
    json({ projects: [project(2)], nextPageToken: "" }),
  );
  const items = await warehouse.projects.list({ maxResults: 7 }).toArray({ limit: Number.POSITIVE_INFINITY });
  expect(items).toEqual([project(1), project(2)]);
  expect(searches()).toEqual(["?maxResults=7", "?maxResults=7&pageToken=a%2B%2Fb", "?maxResults=7&pageToken=c"]);
});

test("resumes a list from a page token", async () => {
  const { warehouse, searches } = warehouseOver(json({ tables: [] }));
  await warehouse.tables.list({ projectId: "p", datasetId: "d" }, { pageToken: "x" }).firstPage();
  expect(searches()).toEqual(["?pageToken=x"]);
});

test("retries within a list are not visible to the consumer", async () => {
  const { warehouse, fetch } = warehouseOver(
    json({ projects: [project(1)], nextPageToken: "a" }),
    errorResponse(503),
    errorResponse(429, "", { "retry-after": "1" }),
    json({ projects: [project(2)] }),
  );
  expect(await warehouse.projects.list().toArray({ limit: 9 })).toHaveLength(2);
  expect(fetch.requests).toHaveLength(4);
});

test("a repeated page token ends the list with PaginationError, after the items of its page", async () => {
  const { warehouse } = warehouseOver(
    json({ projects: [project(1)], nextPageToken: "a" }),
    json({ projects: [project(2)], nextPageToken: "b" }),
    json({ projects: [project(3)], nextPageToken: "a" }),
  );
  const ids: unknown[] = [];
  const error = await rejection(
    (async () => {
      for await (const { id } of warehouse.projects.list({ prefetch: 1 })) ids.push(id);
    })(),
  );
  expect(error).toMatchObject({ name: "PaginationError", code: "page_loop", pageToken: "a" });
  expect(ids).toEqual(["p1", "p2", "p3"]);
});

test.each([
  ["a list", "[]"],
  ["a string", '"page"'],
  ["an object whose items are not a list", '{"projects":{"a":1}}'],
])("a page that is %s counts as a page without items", async (_, page) => {
  const { warehouse } = warehouseOver(text(page));
  expect(await warehouse.projects.list().toArray({ limit: 5 })).toEqual([]);
});

test("the deadline covers the pages and the consumer's own time", async () => {
  const { warehouse, fetch, clock } = warehouseOver((request) => {
    const n = Number(new URL(request.url).searchParams.get("pageToken") ?? 0);
    return Response.json({ projects: [project(n)], nextPageToken: String(n + 1) });
  });
  const seen: unknown[] = [];
  const error = await rejection(
    (async () => {
      for await (const { id } of warehouse.projects.list({ deadlineMs: 1_000 })) {
        seen.push(id);
        clock.advance(400);
      }
    })(),
  );
  expect(error).toMatchObject({ code: "deadline", attempts: 0 });
  expect(String(error)).toContain("1000 ms");
  expect(seen).toEqual(["p0", "p1", "p2"]);
  expect(fetch.requests).toHaveLength(3);
});

test("leaving the loop aborts the pending page request", async () => {
  let isAborted = false;
  const { warehouse, fetch } = warehouseOver(
    json({ projects: [project(1), project(2)], nextPageToken: "a" }),
    (_, signal) =>
      new Promise((__, reject) => {
        signal.addEventListener("abort", () => {
          isAborted = true;
          reject(signal.reason);
        });
      }),
  );
  const { signal } = new AbortController();
  for await (const _ of warehouse.projects.list({ prefetch: 2, signal })) {
    await settle();
    break;
  }
  await settle();
  expect(isAborted).toBe(true);
  expect(fetch.requests).toHaveLength(2);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("an abort rejects with the signal's reason in every state of the list", async () => {
  for (const step of [json({ projects: [project(1)], nextPageToken: "a" }), errorResponse(503)]) {
    const controller = new AbortController();
    const { warehouse } = warehouseOver(step);
    const walk = rejection(
      (async () => {
        for await (const _ of warehouse.projects.list({ signal: controller.signal })) controller.abort("enough");
      })(),
    );
    await Promise.resolve();
    controller.abort("enough");
    expect(await walk).toBe("enough");
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  }
});
