import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ClientEvent } from "../../src/call/events.js";
import { type ScriptedServer, startServer } from "../support/http-server.js";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, lost, never, type Step, scriptedFetch, silent } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";
import { settle, watchTimers } from "../support/timers.js";
import { read, testTransport } from "./transport-setup.js";

const round: Record<string, unknown> = {};
round.self = round;

/** Reasons with which a signal is aborted; the call must reject with the same reason. */
const reasons: [name: string, reason: unknown][] = [
  ["none given", undefined],
  ["an error", new Error("enough")],
  ["a string", "enough"],
  ["null", null],
  ["a number", 0],
  ["a symbol", Symbol("enough")],
  ["a circular object", round],
];

interface Setting {
  readonly step: Step;
  /** Aborts when an event of this type is emitted. */
  readonly on?: ClientEvent["type"];
  readonly auth?: () => { getAccessToken(): Promise<string> };
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly sent: number;
}

const forever = () => new Promise<never>(() => undefined);
/** A provider that always returns the same token. */
function thenForever(token: string) {
  const tokens = [Promise.resolve(token)];
  return { getAccessToken: () => tokens.shift() ?? forever() };
}

const untilAborted = (_: number, signal?: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
const endless: Step = () => new Response(new ReadableStream());

const moments: [name: string, setting: Setting][] = [
  ["while the token is fetched", { step: json({}), auth: () => ({ getAccessToken: forever }), sent: 0 }],
  ["while a fresh token is fetched", { step: errorResponse(401), auth: () => thenForever("stale"), sent: 1 }],
  ["in flight", { step: silent, sent: 1 }],
  ["in flight, with a fetch that ignores the signal", { step: never, sent: 1 }],
  ["while the body is received", { step: endless, sent: 1 }],
  ["while waiting", { step: errorResponse(503), sleep: untilAborted, sent: 1 }],
  ["while waiting on a clock that ignores the signal", { step: lost(), sleep: forever, sent: 1 }],
  ["just before it is sent", { step: json({}), on: "request", sent: 0 }],
  ["by an observer of an error response", { step: errorResponse(503), on: "response", sent: 1 }],
  ["by an observer of the last error response", { step: errorResponse(404), on: "response", sent: 1 }],
  ["by an observer of the retry", { step: errorResponse(503), on: "retry", sent: 1 }],
];

const cases = moments.flatMap(([moment, setting]) =>
  reasons.map(([name, reason]): [string, string, Setting, unknown] => [moment, name, setting, reason]),
);

test.each(cases)(
  "a call that is aborted %s, with %s, rejects with the signal's own reason",
  async (_, __, setting, reason) => {
    const timers = watchTimers();
    const controller = new AbortController();
    const clock = createTestClock();
    const fetch = scriptedFetch(setting.step);
    const transport = testTransport({
      fetch,
      auth: setting.auth?.(),
      clock: { ...clock, ...(setting.sleep && { sleep: setting.sleep }) },
      onEvent: ({ type }) => {
        if (type === setting.on) controller.abort(reason);
      },
    });
    const call = rejection(transport.send(read, { signal: controller.signal }));
    if (setting.on === undefined) {
      await settle();
      controller.abort(reason);
    }
    expect(await call).toBe(controller.signal.reason);
    if (reason !== undefined) expect(controller.signal.reason).toBe(reason);
    await settle();
    expect(fetch.requests).toHaveLength(setting.sent);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    expect(timers.pending()).toBe(0);
  },
);

test.each(reasons)(
  "a call that is aborted before it begins, with %s, sends nothing and requests no token",
  async (_, reason) => {
    let isAsked = false;
    const auth = {
      getAccessToken: () => {
        isAsked = true;
        return "token";
      },
    };
    const fetch = scriptedFetch(json({}));
    const signal = AbortSignal.abort(reason);
    const transport = testTransport({ fetch, auth });
    expect(await rejection(transport.send(read, { signal }))).toBe(signal.reason);
    expect(fetch.requests).toHaveLength(0);
    expect(transport.events).toEqual([]);
    expect(isAsked).toBe(false);
  },
);

test("no event reports a request that is not sent", async () => {
  const controller = new AbortController();
  const clock = createTestClock();
  const sleep = async (ms: number) => {
    await clock.sleep(ms);
    // After the wait, before the next attempt.
    queueMicrotask(() => queueMicrotask(() => controller.abort("late")));
  };
  const transport = testTransport({ fetch: scriptedFetch(errorResponse(503)), clock: { ...clock, sleep } });
  expect(await rejection(transport.send(read, { signal: controller.signal }))).toBe("late");
  expect(transport.events.filter(({ type }) => type === "request")).toHaveLength(1);
});

test("a call that has ended ignores its signal", async () => {
  const controller = new AbortController();
  const transport = testTransport({ fetch: scriptedFetch(errorResponse(503), json({ a: 1 })) });
  const { body } = await transport.send(read, { signal: controller.signal });
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  controller.abort();
  expect(body).toEqual({ a: 1 });
});

test.each<[how: string, step: Step]>([
  ["well", json({})],
  ["with an error response", errorResponse(404)],
  ["after retries", errorResponse(503)],
  ["without a connection", lost()],
])("a call that ends %s leaves no listener on the signal", async (_, step) => {
  const { signal } = new AbortController();
  const transport = testTransport({ fetch: scriptedFetch(step), auth: { getAccessToken: async () => "token" } });
  await transport.send(read, { signal }).catch(() => undefined);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("the timeout of an AbortSignal is an abort of the caller, not a TimeoutError", async () => {
  const error = await rejection(
    testTransport({ fetch: scriptedFetch(silent) }).send(read, { signal: AbortSignal.timeout(5) }),
  );
  expect(error).toBeInstanceOf(DOMException);
  expect(error).toMatchObject({ name: "TimeoutError" });
});

let server: ScriptedServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

test.each(["silence", "hang-after-headers"] as const)(
  "on a real connection that ends in %s, an abort closes it",
  async (failure) => {
    server.answer({ body: { a: 1 }, failure });
    const controller = new AbortController();
    const call = rejection(testTransport({ baseUrl: server.url }).send(read, { signal: controller.signal }));
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort("enough");
    expect(await call).toBe("enough");
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    await expect.poll(() => server.requests[0]!.isClosed()).toBe(true);
  },
);
