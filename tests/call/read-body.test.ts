import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { BodyTooLarge, readBody } from "../../src/call/body.js";
import { type Bounds, bounded } from "../../src/call/clock.js";
import { rejection } from "../support/rejection.js";
import { settle, watchTimers } from "../support/timers.js";

const limits = { signal: undefined, timeoutMs: Number.POSITIVE_INFINITY, maxBytes: 100 };

const attempt = (send: (signal: AbortSignal) => Promise<Response>, limits: Bounds & { maxBytes: number }) =>
  bounded(async (signal) => readBody(await send(signal), { maxBytes: limits.maxBytes, signal }), limits);

/** A body in chunks that counts the bytes that were read. */
function pieces(...parts: readonly string[]): {
  stream: ReadableStream<Uint8Array>;
  taken(): number;
  isCancelled(): boolean;
} {
  let at = 0;
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = parts[at];
        if (part === undefined) return controller.close();
        at += 1;
        controller.enqueue(new TextEncoder().encode(part));
      },
      cancel() {
        isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken: () => at, isCancelled: () => isCancelled };
}

test("reads a body in chunks that split characters", async () => {
  const bytes = new TextEncoder().encode('{"a":"ü🦆"}');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const answer = await attempt(async () => new Response(stream), limits);
  expect(answer).toMatchObject({ text: '{"a":"ü🦆"}', bodyBytes: bytes.byteLength });
});

test.each([204, 304])("a %i has no body, regardless of its Content-Length", async (status) => {
  const answer = await attempt(async () => new Response(null, { status, headers: { "content-length": "12" } }), limits);
  expect(answer).toMatchObject({ text: "", bodyBytes: 0 });
});

test("a body shorter than its Content-Length is incomplete", async () => {
  const error = await rejection(
    attempt(async () => new Response("12345", { headers: { "content-length": "6" } }), limits),
  );
  expect(error).toMatchObject({ message: "the body ended after 5 of 6 bytes" });
});

test.each([
  ["compressed", { "content-length": "6", "content-encoding": "gzip" }],
  ["of a length that is not a number", { "content-length": "six" }],
])("a body that is %s is read without a length check", async (_, headers) => {
  const answer = await attempt(async () => new Response("12345", { headers }), limits);
  expect(answer.text).toBe("12345");
});

test("a browser's response from another origin is read without a length check, because it may have been compressed", async () => {
  const response = new Response("{}", { headers: { "content-length": "22" } });
  Object.defineProperty(response, "type", { value: "cors" });
  expect((await attempt(async () => response, limits)).text).toBe("{}");
});

test.each([
  ["no announced length", {}],
  ["a correct length", { "content-length": "1000" }],
  ["an incorrect length", { "content-length": "5" }],
  ["a compressed length", { "content-length": "5", "content-encoding": "gzip" }],
])("reading stops at the size limit, with %s", async (_, headers) => {
  const body = pieces(...Array.from({ length: 100 }, () => "x".repeat(10)));
  const error = await rejection(attempt(async () => new Response(body.stream, { headers }), limits));
  expect(error).toBeInstanceOf(BodyTooLarge);
  expect(error).toMatchObject({ status: 200, head: "x".repeat(110) });
  expect(body.taken()).toBe(11);
  expect(body.isCancelled()).toBe(true);
});

test("a body of the maximum size is accepted", async () => {
  const answer = await attempt(async () => new Response(pieces("x".repeat(60), "y".repeat(40)).stream), limits);
  expect(answer.bodyBytes).toBe(100);
});

test("the error for a large body contains only its beginning", async () => {
  const error = await rejection(attempt(async () => new Response("x".repeat(10_000)), limits));
  expect((error as BodyTooLarge).head).toHaveLength(4_096);
});

test.each([
  ["than the limit", 10_000, limits],
  ["than 4 MiB", 4_194_305, { ...limits, maxBytes: 10_000_000 }],
])("an error response with a body larger %s keeps its status and the beginning of its body", async (_, size, given) => {
  const answer = await attempt(async () => new Response("x".repeat(size), { status: 503 }), given);
  expect(answer.response.status).toBe(503);
  expect(answer.text).toBe("x".repeat(4_096));
});

test.each<[what: string, fetch: (body: ReadableStream<Uint8Array>) => Promise<Response>]>([
  ["is being read", async (body) => new Response(body)],
  ["arrives too late", (body) => new Promise((resolve) => setTimeout(() => resolve(new Response(body)), 20))],
])("a body that %s when time is up is cancelled", async (_, fetch) => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    cancel() {
      isCancelled = true;
    },
  });
  const timeoutMs = 5;
  const late = new Error("late");
  const timedOut = () => late;
  expect(await rejection(attempt(() => fetch(endless), { ...limits, timeoutMs, timedOut }))).toBe(late);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(isCancelled).toBe(true);
});

test("a fetch that throws instead of rejecting is a failed attempt", async () => {
  const fetch = () => {
    throw new TypeError("broken");
  };
  expect(await rejection(attempt(fetch, limits))).toMatchObject({ message: "broken" });
});

test("calls fetch without a receiver, as browsers require", async () => {
  let receiver: unknown = "unset";
  async function fetch(this: unknown): Promise<Response> {
    receiver = this;
    return new Response("");
  }
  await attempt(fetch, limits);
  expect(receiver).toBeUndefined();
});

test("bounded work is not started if its signal is already aborted", async () => {
  let isBegun = false;
  const work = async () => {
    isBegun = true;
  };
  expect(await rejection(bounded(work, { signal: AbortSignal.abort("no"), timeoutMs: 5 }))).toBe("no");
  expect(isBegun).toBe(false);
});

test("a rejection after the time limit is ignored", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const controller = new AbortController();
  const late = bounded(
    async (signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await settle(1);
      throw new Error("late");
    },
    { signal: controller.signal, timeoutMs: Number.POSITIVE_INFINITY },
  );
  controller.abort("enough");
  expect(await rejection(late)).toBe("enough");
  // The work may itself abort the signal and fail at once.
  const hasty = new AbortController();
  const failing = bounded(
    () => {
      hasty.abort("mine");
      return Promise.reject(new Error("hasty"));
    },
    { signal: hasty.signal, timeoutMs: 5 },
  );
  expect([new Error("hasty"), "mine"]).toContainEqual(await rejection(failing));
  await settle();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test.each<[how: string, work: () => Promise<unknown>]>([
  ["well", async () => 1],
  [
    "badly",
    async () => {
      throw new Error("no");
    },
  ],
  [
    "badly and at once",
    () => {
      throw new Error("no");
    },
  ],
  ["never", () => new Promise(() => undefined)],
])("bounded work that ends %s leaves no timer and no listener", async (_, work) => {
  const timers = watchTimers();
  const { signal } = new AbortController();
  await bounded(work, { signal, timeoutMs: 5 }).catch(() => undefined);
  expect(timers.pending()).toBe(0);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
