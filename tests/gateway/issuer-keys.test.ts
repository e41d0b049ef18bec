import { createTokenVerifier } from "fourfold/gateway";
import { listen } from "fourfold/testing/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serveGzipBomb } from "../support/http-server.js";
import { rejection } from "../support/rejection.js";
import { createTestIssuer } from "./issuer.js";

let issuer: Awaited<ReturnType<typeof createTestIssuer>>;
beforeEach(async () => {
  issuer = await createTestIssuer();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const verifierWith = (options: { fetch?: typeof fetch; jwksUri?: string }) =>
  createTokenVerifier({
    definitions: {
      users: {
        issuer: "https://issuer.test/shop",
        audiences: "shop",
        jwksUri: options.jwksUri ?? "https://issuer.test/k",
      },
    },
    fetch: options.fetch as never,
    clock: issuer.clock,
  });

test("a redirect of the keys is not followed, over the runtime's own fetch", async () => {
  const paths: string[] = [];
  const server = await listen((request) => {
    const { pathname } = new URL(request.url);
    paths.push(pathname);
    return pathname === "/keys"
      ? Response.json(issuer.answer())
      : new Response(null, { status: 302, headers: { location: "/keys" } });
  });
  try {
    const moved = verifierWith({ jwksUri: `${server.url}/moved` });
    expect(await rejection(moved.verify(await issuer.token()))).toMatchObject({ code: "keys_unavailable" });
    expect(paths).toEqual(["/moved"]);
    await verifierWith({ jwksUri: `${server.url}/keys` }).verify(await issuer.token());
  } finally {
    await server.close();
  }
});

test("requests the keys with options that Workers support", async () => {
  // Workers throw on any other way to treat redirects.
  const likeWorkers: typeof fetch = async (_, init) => {
    if (!["follow", "manual", undefined].includes(init?.redirect)) throw new TypeError("Invalid redirect value");
    return Response.json(issuer.answer());
  };
  const { claims } = await verifierWith({ fetch: likeWorkers }).verify(await issuer.token());
  expect(claims.sub).toBe("ada");
});

test("tokens with the same unknown key share one fetch", async () => {
  let asked = 0;
  const slow: typeof fetch = async () => {
    asked += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return Response.json(issuer.answer());
  };
  const verifier = verifierWith({ fetch: slow });
  await verifier.verify(await issuer.token());
  await issuer.addKey("k2");
  issuer.clock.advance(5_000);
  const tokens = await Promise.all([1, 2, 3].map((n) => issuer.token({ sub: `u${n}` }, { kid: "k2" }, "k2")));
  await Promise.all(tokens.map((token) => verifier.verify(token)));
  expect(asked).toBe(2);
});

test("compressed keys are read up to the size limit", async () => {
  const bomb = await serveGzipBomb();
  try {
    const before = process.memoryUsage().arrayBuffers;
    const verify = verifierWith({ jwksUri: bomb.url }).verify(await issuer.token());
    expect(await rejection(verify)).toMatchObject({ code: "keys_unavailable" });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64_000_000);
    await expect.poll(() => bomb.isStopped).toBe(true);
  } finally {
    await bomb.close();
  }
});

test.each<[what: string, answer: (init?: RequestInit) => Promise<Response>]>([
  ["a response", () => new Promise(() => undefined)],
  ["a body", async () => new Response(new ReadableStream())],
  ["a body with another status", async () => new Response(new ReadableStream(), { status: 503 })],
])("a fetch of keys that never ends does not block later tokens: %s", async (_, answer) => {
  let asked = 0;
  let signal: AbortSignal | null | undefined;
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    asked += 1;
    if (asked > 1) return Response.json(issuer.answer());
    signal = init?.signal;
    return answer(init);
  };
  const verifier = verifierWith({ fetch });
  const token = await issuer.token();
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.now() });
  const waiting = [1, 2].map(() => rejection(verifier.verify(token)));
  await expect.poll(() => asked).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ code: "keys_unavailable" });
  expect([signal?.aborted, vi.getTimerCount()]).toEqual([true, 0]);
  issuer.clock.advance(5_000);
  expect((await verifier.verify(token)).claims.sub).toBe("ada");
});

test("requests on Workers do not share a fetch, and each finds a new key", async () => {
  vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" });
  const stuck: (() => void)[] = [];
  let isSlow = false;
  const fetch: typeof globalThis.fetch = async () => {
    const body = issuer.answer();
    if (isSlow && stuck.length === 0) await new Promise<void>((resolve) => stuck.push(resolve));
    return Response.json(body);
  };
  const verifier = verifierWith({ fetch });
  await verifier.verify(await issuer.token());
  await issuer.addKey("k2");
  issuer.clock.advance(5_000);
  isSlow = true;
  const first = verifier.verify(await issuer.token({ sub: "u1" }, {}, "k2"));
  await expect.poll(() => stuck.length).toBe(1);
  expect((await verifier.verify(await issuer.token({ sub: "u2" }, {}, "k2"))).claims.sub).toBe("u2");
  stuck[0]?.();
  expect((await first).claims.sub).toBe("u1");
});
