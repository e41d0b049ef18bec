import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { startCall } from "../../src/call/clock.js";
import type { CallScope } from "../../src/call/options.js";
import { createPager, type Pager, pageTokenIn } from "../../src/call/pages.js";
import { PaginationError } from "../../src/errors/call-errors.js";
import { rejection } from "../support/rejection.js";
import { pageResponse } from "../support/scripted-fetch.js";
import { createTestClock, type TestClock } from "../support/test-clock.js";
import { settle } from "../support/timers.js";

interface Page {
  items?: number[];
  nextPageToken?: unknown;
}

interface Listing {
  readonly pager: Pager<number, Page>;
  readonly clock: TestClock;
  /** Tokens of the requested pages, in order. */
  readonly asked: (string | undefined)[];
  readonly scopes: CallScope[];
}

const fetched = (page: Page) => ({
  page,
  items: page.items ?? [],
  nextPageToken: pageTokenIn(pageResponse(page), "nextPageToken"),
  redact: (value: unknown) => value,
});

/** A list whose pages a function returns. */
function listing(
  pageAt: (index: number) => Page | Promise<Page>,
  { signal, pageToken }: { signal?: AbortSignal; pageToken?: string | undefined } = {},
  deadlineMs?: number,
): Listing {
  const clock = createTestClock(0);
  const asked: (string | undefined)[] = [];
  const scopes: CallScope[] = [];
  const pager = createPager<number, Page>(() => ({
    pageToken,
    startCall: () => startCall({ clock, deadlineMs }, { signal }),
    fetchPage: async (token, scope) => {
      asked.push(token);
      scopes.push(scope);
      return fetched(await pageAt(asked.length - 1));
    },
  }));
  return { pager, clock, asked, scopes };
}

const of =
  (...pages: readonly Page[]) =>
  (index: number) =>
    pages[index] ?? {};
const three = of({ items: [1, 2], nextPageToken: "a" }, { items: [3], nextPageToken: "b" }, { items: [4, 5] });
const endless = (index: number): Page => ({ items: [index * 2, index * 2 + 1], nextPageToken: `t${index}` });

async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of iterable) all.push(each);
  return all;
}

test("short and empty pages and pages without items do not end a list", async () => {
  const pages = of(
    { items: [], nextPageToken: "a" },
    { nextPageToken: "b" },
    { items: [1], nextPageToken: "c" },
    { items: [], nextPageToken: "d" },
    { items: [] },
  );
  expect(await collect(listing(pages).pager)).toEqual([1]);
});

test.each([[undefined], [""], [null]])("a page with the token %j is the last", async (nextPageToken) => {
  const { pager, asked } = listing(of({ items: [1], nextPageToken }, { items: [2] }));
  expect(await collect(pager)).toEqual([1]);
  expect(asked).toHaveLength(1);
});

test.each([0, 7, true, {}, []])(
  "a token of another type, %j, is a ResponseError after its page",
  async (nextPageToken) => {
    const { pager, asked } = listing(of({ items: [1], nextPageToken }, { items: [2] }));
    const error = await rejection(collect(pager));
    expect(error).toMatchObject({ code: "invalid_response", issues: [{ path: "nextPageToken", rule: "page-token" }] });
    expect(String(error)).toContain("nextPageToken: must be a string, got ");
    expect(asked).toHaveLength(1);
  },
);

test("each iteration starts at the first page", async () => {
  let page = 0;
  const { pager, asked } = listing(() => three(page++ % 3));
  expect(await collect(pager)).toEqual([1, 2, 3, 4, 5]);
  expect(await collect(pager)).toEqual([1, 2, 3, 4, 5]);
  const pages = pager.pages();
  expect(await collect(pages)).toHaveLength(3);
  expect(await collect(pages)).toHaveLength(3);
  expect(asked.filter((token) => token === undefined)).toHaveLength(4);
});

test("a list can be resumed with the token of any page", async () => {
  const byToken: Record<string, Page> = {
    "": { items: [1, 2], nextPageToken: "a" },
    a: { items: [3], nextPageToken: "b" },
    b: { items: [4, 5] },
  };
  const from = (pageToken: string | undefined) => {
    return createPager<number, Page>(() => ({
      pageToken,
      startCall: () => startCall({ clock: createTestClock(0) }),
      fetchPage: async (token) => fetched(byToken[token ?? ""]!),
    }));
  };
  const all = await collect(from(undefined));
  let before = 0;
  for await (const page of from(undefined).pages()) {
    before += page.items!.length;
    if (page.nextPageToken === undefined) break;
    expect(await collect(from(String(page.nextPageToken)))).toEqual(all.slice(before));
  }
});

test.each<[what: string, tokens: unknown[], begin?: string]>([
  ["at once", ["a", "a"]],
  ["after some others", ["a", "b", "c", "b"]],
  ["the token with which the list began", ["x"], "x"],
])("a repeated token, %s, ends the list after its page", async (_, tokens, pageToken) => {
  const { pager, asked } = listing((index) => ({ items: [index], nextPageToken: tokens[index] }), { pageToken });
  const items: number[] = [];
  const error = await rejection(
    (async () => {
      for await (const item of pager) items.push(item);
    })(),
  );
  expect(error).toBeInstanceOf(PaginationError);
  expect(error).toMatchObject({ code: "page_loop", pageToken: String(tokens.at(-1)) });
  expect(items).toEqual(tokens.map((__, index) => index));
  expect(asked).toHaveLength(tokens.length);
});

test("an iteration ends after an error", async () => {
  const looping = of({ items: [1], nextPageToken: "a" }, { items: [2], nextPageToken: "a" });
  for (const walk of [(pager: Pager<number, Page>) => pager, (pager: Pager<number, Page>) => pager.pages()]) {
    const iterator = walk(listing(looping).pager)[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ done: false });
    expect(await iterator.next()).toMatchObject({ done: false });
    expect(await rejection(iterator.next())).toBeInstanceOf(PaginationError);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  }
});

test("an error of a page is thrown once, in place of the page", async () => {
  const failure = new Error("no page");
  const { pager, asked } = listing((index) => {
    if (index === 2) throw failure;
    return endless(index);
  });
  const iterator = pager[Symbol.asyncIterator]();
  for (const value of [0, 1, 2, 3]) expect(await iterator.next()).toEqual({ done: false, value });
  expect(await rejection(iterator.next())).toBe(failure);
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
  expect(asked).toHaveLength(3);
});

test("an error in the loop leaves it", async () => {
  const { pager, asked } = listing(endless);
  const error = await rejection(
    (async () => {
      for await (const _ of pager) throw new Error("mine");
    })(),
  );
  expect(error).toMatchObject({ message: "mine" });
  await settle();
  expect(asked).toHaveLength(1);
});

test("of several pending next() calls, one rejects with the error and the others end", async () => {
  const { pager } = listing(() => {
    throw new Error("no page");
  });
  for (const iterator of [pager[Symbol.asyncIterator](), pager.pages()[Symbol.asyncIterator]()]) {
    const outcomes = await Promise.all(
      [1, 2, 3].map(() =>
        iterator.next().then(
          ({ done }) => done,
          () => "error",
        ),
      ),
    );
    expect(outcomes).toEqual(["error", true, true]);
  }
});

test.each([
  ["before it begins", 0],
  ["within a page", 1],
  ["at the end of a page", 2],
])("an iteration that is aborted %s rejects with the signal's own reason at its next item", async (_, taken) => {
  const controller = new AbortController();
  const { pager } = listing(endless, { signal: controller.signal });
  const iterator = pager[Symbol.asyncIterator]();
  for (let n = 0; n < taken; n += 1) await iterator.next();
  await settle();
  controller.abort("enough");
  expect(await rejection(iterator.next())).toBe("enough");
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
});

test("a loop that is aborted on its last page rejects", async () => {
  const controller = new AbortController();
  const { pager } = listing(of({ items: [1, 2, 3] }), { signal: controller.signal });
  const seen: number[] = [];
  const error = await rejection(
    (async () => {
      for await (const item of pager) {
        seen.push(item);
        controller.abort("enough");
      }
    })(),
  );
  expect(error).toBe("enough");
  expect(seen).toEqual([1]);
});

test("an iteration that is aborted while a page is awaited rejects with the signal's own reason", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { pager } = listing(
    () => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
    { signal },
  );
  const waiting = rejection(pager[Symbol.asyncIterator]().next());
  await settle();
  controller.abort(0);
  expect(await waiting).toBe(0);
});

test.each<[how: string, use: (pager: Pager<number, Page>) => Promise<unknown>]>([
  ["to its end", (pager) => collect(pager)],
  [
    "and left early",
    async (pager) => {
      for await (const _ of pager) break;
    },
  ],
  ["as pages", (pager) => collect(pager.pages())],
  ["into a list", (pager) => pager.toArray({ limit: 1 })],
])("a list that is iterated %s leaves no listener on the signal", async (_, use) => {
  const { signal } = new AbortController();
  await use(listing(three, { signal }).pager);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("a failed iteration leaves no listener on the signal", async () => {
  const { signal } = new AbortController();
  const { pager } = listing(
    () => {
      throw new Error("no page");
    },
    { signal },
  );
  await rejection(collect(pager));
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("the deadline begins with the first item and is one for all pages", async () => {
  const { pager, clock, scopes } = listing(three, {}, 1_000);
  clock.advance(5_000);
  for await (const _ of pager.pages()) clock.advance(300);
  expect(scopes.map(({ deadline }) => deadline)).toEqual([1, 2, 3].map(() => ({ at: 6_000, limitMs: 1_000 })));
});

test("each iteration has its own deadline", async () => {
  const { pager, clock, scopes } = listing(of({ items: [1] }), {}, 200);
  await collect(pager);
  clock.advance(1_000);
  await collect(pager);
  expect(scopes.map(({ deadline }) => deadline?.at)).toEqual([200, 1_200]);
});

test.each([[-1], [1.5], [Number.NaN], ["3"], [null], [undefined], [Number.NEGATIVE_INFINITY]])(
  "toArray rejects the limit %s",
  async (limit) => {
    const { pager, asked } = listing(three);
    const error = await rejection(pager.toArray({ limit: limit as number }));
    expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "limit", rule: "pager-limit" }] });
    expect(String(error)).toMatch(/limit: (must be a non-negative integer, or Infinity for all items|is required)/);
    expect(asked).toEqual([]);
  },
);

test("toArray requires a limit", async () => {
  const { pager } = listing(three);
  const toArray = pager.toArray as (options?: unknown) => Promise<unknown>;
  expect(await rejection(toArray())).toMatchObject({ code: "invalid_request", issues: [{ path: "limit" }] });
  expect(String(await rejection(toArray(null)))).toContain("limit: is required, as in { limit: 100 } (pager-limit)");
  expect(String(await rejection(toArray(5)))).toContain("must be an object, got a number (pager-limit)");
  expect(String(await rejection(toArray({ max: 5 })))).toContain("max: is unknown; known names are limit");
  expect(String(await rejection(toArray({ limit: "5" })))).toContain('got "5"');
});

test("without a deadline, pages have no deadline", async () => {
  const { pager, scopes } = listing(three);
  await collect(pager);
  expect(scopes.map(({ deadline }) => deadline)).toEqual([undefined, undefined, undefined]);
});
