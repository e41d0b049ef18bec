import { expect, test } from "vitest";
import { createTokenCache, digestOf } from "../../src/gateway/token-acceptor.js";
import { createTestClock } from "../support/test-clock.js";

test("drops the oldest token when it is full", () => {
  const clock = createTestClock();
  const cache = createTokenCache(clock, 3);
  for (const name of ["a", "b", "c", "d"]) cache.set(name, `"${name}"`, clock.now() + 1_000);
  expect(["a", "b", "c", "d"].map((name) => cache.get(name))).toEqual([undefined, '"b"', '"c"', '"d"']);
});

test("caches a thousand tokens by default", () => {
  const clock = createTestClock();
  const cache = createTokenCache(clock);
  for (let index = 0; index < 1_500; index += 1) cache.set(String(index), "{}", clock.now() + 1_000);
  const kept = Array.from({ length: 1_500 }, (_, index) => cache.get(String(index))).filter(Boolean);
  expect(kept).toHaveLength(1_000);
});

test("forgets a token after five minutes, or when it expires", () => {
  const clock = createTestClock();
  const cache = createTokenCache(clock);
  cache.set("long", "{}", clock.now() + 3_600_000);
  cache.set("short", "{}", clock.now() + 100_000);
  cache.set("over", "{}", clock.now());
  expect([cache.get("long"), cache.get("short"), cache.get("over")]).toEqual(["{}", "{}", undefined]);
  clock.advance(99_999);
  expect(cache.get("short")).toBe("{}");
  clock.advance(1);
  expect(cache.get("short")).toBeUndefined();
  clock.advance(199_999);
  expect(cache.get("long")).toBe("{}");
  clock.advance(1);
  expect(cache.get("long")).toBeUndefined();
});

test("does not cache a token that is not valid yet", () => {
  const clock = createTestClock();
  const cache = createTokenCache(clock);
  cache.set("a", "{}", clock.now() + 1_000);
  clock.advance(-1);
  expect(cache.get("a")).toBeUndefined();
});

test("uses the SHA-256 of a token as its key", async () => {
  expect(await digestOf("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
