import fc from "fast-check";
import { expect, test } from "vitest";
import { startCall } from "../../src/call/clock.js";
import { createPager, type Pager, pageTokenIn } from "../../src/call/pages.js";
import { PaginationError } from "../../src/errors/call-errors.js";
import { propertyRuns } from "../support/property-runs.js";
import { pageResponse } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";
import { settle } from "../support/timers.js";

/** One page of a script: its items, or a failure, and the number of turns of the event loop until it arrives. */
interface ScriptedPage {
  readonly items: readonly number[] | undefined;
  readonly token: string | undefined | null;
  readonly fails: boolean;
  readonly turns: number;
}

interface Script {
  readonly pages: readonly ScriptedPage[];
  readonly begin: string | undefined;
}

class PageFailure extends Error {}

/** A simple reference implementation of a list: without iterators and promises. */
function model({ pages, begin }: Script): {
  perPage: number[][];
  tokens: (string | undefined)[];
  end: "end" | "failure" | "loop";
} {
  const perPage: number[][] = [];
  const tokens: (string | undefined)[] = [];
  const before = begin === undefined ? [] : [begin];
  let token = begin;
  for (let n = 0; ; n += 1) {
    tokens.push(token);
    const page = pages[n];
    if (page?.fails) return { perPage, tokens, end: "failure" };
    perPage.push([...(page?.items ?? [])]);
    token = page?.token || undefined;
    if (token === undefined) return { perPage, tokens, end: "end" };
    if (before.includes(token)) return { perPage, tokens, end: "loop" };
    before.push(token);
  }
}

/** Serves the pages of a script, and measures how far ahead of the consumer they are requested. */
function play({ pages, begin }: Script) {
  const tokens: (string | undefined)[] = [];
  let inFlight = 0;
  const watch = { delivered: 0, isWaiting: false, mostAhead: 0, mostInFlight: 0 };
  const pager = createPager<number, ScriptedPage>(() => ({
    pageToken: begin,
    startCall: () => startCall({ clock: createTestClock() }),
    fetchPage: async (token) => {
      const index = tokens.length;
      tokens.push(token);
      inFlight += 1;
      watch.mostInFlight = Math.max(watch.mostInFlight, inFlight);
      // The page that the consumer waits for is not ahead of it.
      watch.mostAhead = Math.max(watch.mostAhead, tokens.length - watch.delivered - (watch.isWaiting ? 1 : 0));
      const page = pages[index] ?? { items: undefined, token: undefined, fails: false, turns: 0 };
      for (let turn = 0; turn < page.turns; turn += 1) await Promise.resolve();
      inFlight -= 1;
      if (page.fails) throw new PageFailure();
      const response = pageResponse(page);
      return { ...response, page, items: page.items ?? [], nextPageToken: pageTokenIn(response, "token") };
    },
  }));
  return { pager, tokens, watch };
}

const scripts: fc.Arbitrary<Script> = fc.record({
  pages: fc.array(
    fc.record({
      items: fc.option(fc.array(fc.nat(99), { maxLength: 3 }), { nil: undefined, freq: 4 }),
      // Few different tokens, so that they are repeated at any distance; mostly present, so that scripts are long.
      token: fc.oneof(
        { weight: 8, arbitrary: fc.stringMatching(/^[a-z][0-9]$/) },
        { weight: 3, arbitrary: fc.constantFrom("a", "b", "c") },
        { weight: 1, arbitrary: fc.constantFrom("", undefined, null) },
      ),
      fails: fc.boolean().map(() => false),
      turns: fc.nat(6),
    }),
    { maxLength: 12 },
  ),
  begin: fc.option(fc.constantFrom("a", "b", "z"), { nil: undefined }),
});

const scriptsThatMayFail = fc.tuple(scripts, fc.option(fc.nat(12))).map(([script, failing]) => ({
  ...script,
  pages: script.pages.map((page, index) => ({ ...page, fails: index === failing })),
}));

type End = "end" | "failure" | "loop";

/** The end of an iteration: success, or the error. */
async function endOf(walk: Promise<unknown>): Promise<End> {
  try {
    await walk;
    return "end";
  } catch (error) {
    if (error instanceof PaginationError) return "loop";
    if (error instanceof PageFailure) return "failure";
    throw error;
  }
}

test("iterates over the same items and pages as the model, with the same requests", async () => {
  await fc.assert(
    fc.asyncProperty(scriptsThatMayFail, async (script) => {
      const expected = model(script);
      const items: number[] = [];
      const one = play(script);
      const end = await endOf(
        (async () => {
          for await (const item of one.pager) items.push(item);
        })(),
      );
      expect({ items, end, tokens: one.tokens }).toEqual({
        items: expected.perPage.flat(),
        end: expected.end,
        tokens: expected.tokens,
      });
      const perPage: number[][] = [];
      const other = play(script);
      const endOfPages = await endOf(
        (async () => {
          for await (const page of other.pager.pages()) perPage.push([...(page.items ?? [])]);
        })(),
      );
      expect({ perPage, end: endOfPages, tokens: other.tokens }).toEqual(expected);
    }),
    propertyRuns(100),
  );
});

test("never fetches ahead, and requests one page at a time", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.nat(4), async (script, pause) => {
      const { pager, watch } = play(script);
      const pages = pager.pages()[Symbol.asyncIterator]();
      await endOf(
        (async () => {
          for (;;) {
            watch.isWaiting = true;
            const { done } = await pages.next();
            watch.isWaiting = false;
            if (done) return;
            watch.delivered += 1;
            for (let turn = 0; turn < pause * 3; turn += 1) await Promise.resolve();
          }
        })(),
      );
      expect(watch.mostAhead).toBe(0);
      expect(watch.mostInFlight).toBeLessThanOrEqual(1);
    }),
    propertyRuns(75),
  );
});

test("a consumer that leaves has received the right items, and nothing more is requested", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.integer({ min: 1, max: 20 }), async (script, count) => {
      const { perPage, tokens } = model(script);
      const { pager, tokens: asked } = play(script);
      const items: number[] = [];
      const end = await endOf(
        (async () => {
          for await (const item of pager) {
            items.push(item);
            if (items.length === count) break;
          }
        })(),
      );
      expect(items).toEqual(perPage.flat().slice(0, count));
      if (items.length < count) return;
      expect(end).toBe("end");
      const atLeaving = asked.length;
      let needed = 0;
      for (let n = 0; n < count; needed += 1) n += perPage[needed]!.length;
      await settle(2);
      expect(asked).toHaveLength(atLeaving);
      expect(asked).toHaveLength(needed);
      expect(asked).toEqual(tokens.slice(0, asked.length));
    }),
    propertyRuns(75),
  );
});

test("toArray returns the first items up to the limit and requests no further page", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.oneof(fc.nat(25), fc.constant(Number.POSITIVE_INFINITY)), async (script, limit) => {
      const { perPage, end, tokens } = model(script);
      const all = perPage.flat();
      const { pager, tokens: asked } = play(script);
      let items: number[] | undefined;
      const outcome = await endOf(
        pager.toArray({ limit }).then((result) => {
          items = result;
        }),
      );
      // If there are enough items, later loops and failures are not reached.
      if (all.length >= limit) expect({ items, outcome }).toEqual({ items: all.slice(0, limit), outcome: "end" });
      else expect({ items, outcome }).toEqual({ items: end === "end" ? all : undefined, outcome: end });
      let needed = 0;
      for (let n = 0; n < limit && needed < tokens.length; needed += 1) n += perPage[needed]?.length ?? 0;
      expect(asked).toEqual(tokens.slice(0, needed));
    }),
    propertyRuns(100),
  );
});

/** Makes next() calls without awaiting each, some of them after others have resolved. */
async function burst(pager: Pager<number, ScriptedPage>, calls: readonly number[]): Promise<(number | End)[]> {
  const iterator = pager[Symbol.asyncIterator]();
  const results: Promise<number | End>[] = [];
  for (const wait of calls) {
    for (let turn = 0; turn < wait; turn += 1) await Promise.resolve();
    results.push(
      iterator.next().then(
        ({ done, value }) => (done ? "end" : (value as number)),
        (error: unknown) => (error instanceof PageFailure ? "failure" : "loop"),
      ),
    );
  }
  return Promise.all(results);
}

test("concurrent next() calls resolve in order", async () => {
  await fc.assert(
    fc.asyncProperty(scriptsThatMayFail, fc.array(fc.nat(12), { maxLength: 30 }), async (script, calls) => {
      const { perPage, end } = model(script);
      const expected: (number | End)[] = [...perPage.flat(), end];
      while (expected.length < calls.length) expected.push("end");
      expect(await burst(play(script).pager, calls)).toEqual(expected.slice(0, calls.length));
    }),
    propertyRuns(100),
  );
});

test("firstPage returns the first page of an iteration", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const { pager, tokens } = play(script);
      const page = await pager.firstPage();
      expect(page.items ?? []).toEqual(model(script).perPage[0]);
      expect(tokens).toEqual([script.begin]);
    }),
  );
});
