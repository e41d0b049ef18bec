import { getEventListeners } from "node:events";
import fc from "fast-check";
import { createEntities, type EntitySearchResponse, type Suggest } from "fourfold/entities";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, never, type Step, scriptedFetch, silent } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";

function suggestOver(...steps: Step[]) {
  const fetch = scriptedFetch(...steps);
  const clock = createTestClock();
  const entities = createEntities({ baseUrl: "https://search.example", fetch, retry: false, clock });
  return { fetch, suggest: entities.suggest({ limit: 5, languages: ["de"], types: ["Person"] }) };
}

/** Lets calls proceed as far as possible without a response. */
const underWay = () => new Promise((resolve) => setTimeout(resolve, 5));

const answer = (name: string): EntitySearchResponse => ({ itemListElement: [{ result: { name } }] });

test.each([
  ["that ends with its signal", silent],
  ["that ignores its signal", never],
])("a newer call aborts the previous one, with a fetch %s", async (_, step) => {
  const { suggest } = suggestOver(step, json(answer("Adam")));
  const outdated = rejection(suggest("ad"));
  await underWay();
  const newest = suggest("ada");
  expect(await outdated).toMatchObject({ name: "AbortError" });
  expect(await outdated).toBeInstanceOf(DOMException);
  expect(await newest).toEqual(answer("Adam"));
});

test.each(["", " ", "\n\t ", "\u00a0"])(
  "resolves to {} for %j without a request, and aborts the previous call",
  async (text) => {
    const { fetch, suggest } = suggestOver(never);
    const outdated = rejection(suggest("ad"));
    expect(await suggest(text)).toEqual({});
    expect(await outdated).toMatchObject({ name: "AbortError" });
    expect(fetch.requests.length).toBeLessThanOrEqual(1);
  },
);

test("a call that is outdated immediately is not sent", async () => {
  const { fetch, suggest } = suggestOver(json(answer("Ada")));
  const outdated = ["a", "ad"].map((text) => rejection(suggest(text)));
  expect(await suggest("ada")).toEqual(answer("Ada"));
  for (const error of await Promise.all(outdated)) expect(error).toMatchObject({ name: "AbortError" });
  expect(fetch.requests).toHaveLength(1);
});

test("waits 150 ms on the clock before a search, so that a word typed quickly sends one request", async () => {
  const fetch = scriptedFetch(json(answer("Adam")));
  const sleeps: { ms: number; wake: () => void }[] = [];
  const sleep = (ms: number) => new Promise<void>((wake) => void sleeps.push({ ms, wake }));
  const clock = { now: () => 0, sleep };
  const suggest = createEntities({ baseUrl: "https://search.example", fetch, clock }).suggest();
  const outdated: Promise<unknown>[] = [];
  for (const text of ["a", "ad", "ada"]) {
    outdated.push(rejection(suggest(text)));
    await underWay();
  }
  const newest = suggest("adam");
  await underWay();
  expect(fetch.requests).toHaveLength(0);
  expect(sleeps.map(({ ms }) => ms)).toEqual([150, 150, 150, 150]);
  for (const { wake } of sleeps) wake();
  expect(await newest).toEqual(answer("Adam"));
  for (const error of await Promise.all(outdated)) expect(error).toMatchObject({ name: "AbortError" });
  expect(fetch.requests.map(({ url }) => new URL(url).searchParams.get("query"))).toEqual(["adam"]);
});

test("a result that arrived before the newer call, but was not delivered yet, is dropped", async () => {
  const suggests: Suggest[] = [];
  let newer: Promise<unknown> | undefined;
  const entities = createEntities({
    baseUrl: "https://search.example",
    fetch: scriptedFetch(json(answer("old")), json(answer("new"))),
    clock: createTestClock(),
    onEvent: (event) => {
      // The user continues to type at the moment in which the response arrives.
      if (event.type === "response") newer ??= suggests[0]?.("ada");
    },
  });
  suggests.push(entities.suggest());
  expect(await rejection(suggests[0]?.("ad") ?? Promise.resolve())).toMatchObject({ name: "AbortError" });
  expect(await newer).toEqual(answer("new"));
});

test("fails like a search, and works again afterwards", async () => {
  const { suggest } = suggestOver(errorResponse(403), json(answer("Ada")));
  expect(await rejection(suggest("ad"))).toMatchObject({ code: "permission_denied" });
  expect(await suggest("ad")).toEqual(answer("Ada"));
});

test("a call's own signal ends it with the signal's reason, and no other call", async () => {
  const { suggest } = suggestOver(never, json(answer("Ada")));
  const controller = new AbortController();
  const reason = new Error("page left");
  const ended = rejection(suggest("ad", { signal: controller.signal }));
  await underWay();
  controller.abort(reason);
  expect(await ended).toBe(reason);
  expect(await rejection(suggest("ad", { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(await suggest("ada")).toEqual(answer("Ada"));
});

test("leaves no listener on a long-lived signal", async () => {
  const { suggest } = suggestOver(json(answer("Ada")));
  const { signal } = new AbortController();
  for (const text of ["a", "ad", "", "ada"]) await suggest(text, { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("never delivers an outdated result, in any order of responses", async () => {
  const key = fc.record({
    wait: fc.integer({ min: 0, max: 6 }),
    takes: fc.integer({ min: 0, max: 12 }),
    deaf: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(key, { minLength: 1, maxLength: 8 }), async (keys) => {
      const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const steps = keys.map(
        ({ takes, deaf }, index): Step =>
          async (_, signal) => {
            await Promise.race([
              later(takes),
              ...(deaf
                ? []
                : [new Promise((__, reject) => signal.addEventListener("abort", () => reject(signal.reason)))]),
            ]);
            return Response.json(answer(String(index)));
          },
      );
      let requests = 0;
      const entities = createEntities({
        baseUrl: "https://search.example",
        fetch: (input, init) => {
          const text = new URL((input as Request).url).searchParams.get("query") ?? "";
          requests += 1;
          return Promise.resolve(
            steps[Number(text)]?.(
              new Request(input),
              init?.signal ?? new AbortController().signal,
            ) as Promise<Response>,
          );
        },
      });
      const suggest = entities.suggest({ debounceMs: 0 });
      const delivered: { index: number; at: number }[] = [];
      const failed: unknown[] = [];
      let newest = -1;
      const calls: Promise<void>[] = [];
      for (const [index, { wait }] of keys.entries()) {
        newest = index;
        calls.push(
          suggest(String(index)).then(
            () => void delivered.push({ index, at: newest }),
            (error: unknown) => void failed.push(error),
          ),
        );
        await later(wait);
      }
      await Promise.all(calls);
      for (const { index, at } of delivered) expect(index).toBe(at);
      expect(delivered.at(-1)?.index).toBe(keys.length - 1);
      for (const error of failed) expect(error).toMatchObject({ name: "AbortError" });
      expect(delivered.length + failed.length).toBe(keys.length);
      expect(requests).toBeLessThanOrEqual(keys.length);
    }),
    { numRuns: 60 },
  );
});

test("the delay of debounceMs counts towards deadlineMs", async () => {
  const [fetch, clock] = [scriptedFetch(json(answer("Ada"))), createTestClock()];
  const suggest = createEntities({ baseUrl: "https://search.example", fetch, clock }).suggest({ debounceMs: 2_000 });
  const error = await rejection(suggest("ad", { deadlineMs: 30, retry: false }));
  expect(error).toMatchObject({ name: "TimeoutError", code: "deadline" });
  expect(clock.slept).toEqual([31]); // a timer may fire a millisecond early
});

test("a call with invalid options does not abort the previous one", async () => {
  const { suggest } = suggestOver(json(answer("Ada")));
  const first = suggest("ad");
  expect(await rejection(suggest("ada", { timeoutMs: -1 }))).toMatchObject({ code: "invalid_request" });
  expect(await rejection(suggest(5 as never))).toMatchObject({ code: "invalid_request" });
  expect(await first).toEqual(answer("Ada"));
});
