import fc from "fast-check";
import { serviceAccount } from "fourfold/auth";
import { afterEach, describe, expect, test, vi } from "vitest";
import { singleFlight } from "../../src/auth/single-flight.js";
import { rejection } from "../support/rejection.js";
import { createTokenEndpoint, pkcs8 } from "./token-endpoint.js";

describe("single flight", () => {
  interface Run {
    resolve(value: string): void;
    reject(error: unknown): void;
  }

  /** Work whose runs the test settles, and the signals of the runs. */
  function createWork() {
    const runs: Run[] = [];
    const signals: AbortSignal[] = [];
    const share = singleFlight((signal) => {
      signals.push(signal);
      return new Promise<string>((resolve, reject) => runs.push({ resolve, reject }));
    });
    return { runs, signals, share };
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test("concurrent callers share one run, and the first caller after its end starts another", async () => {
    const { share, runs, signals } = createWork();
    const both = [share(), share()];
    await turn();
    runs[0]?.resolve("one");
    expect(await Promise.all(both)).toEqual(["one", "one"]);
    expect(signals[0]?.aborted).toBe(false);
    const next = share();
    await turn();
    runs[1]?.resolve("two");
    expect([await next, runs.length]).toEqual(["two", 2]);
  });

  test("a failure rejects all waiting callers, and no later one", async () => {
    const { share, runs } = createWork();
    const failure = new Error("none");
    const both = [rejection(share()), rejection(share())];
    await turn();
    runs[0]?.reject(failure);
    expect(await Promise.all(both)).toEqual([failure, failure]);
    const next = share();
    await turn();
    runs[1]?.resolve("two");
    expect(await next).toBe("two");
  });

  test("an exception of work that is not asynchronous is a rejection", async () => {
    const failure = new Error("thrown");
    const share = singleFlight(() => {
      throw failure;
    });
    expect(await rejection(share())).toBe(failure);
  });

  test("an aborted caller does not end the run for the others", async () => {
    const { share, runs, signals } = createWork();
    const controller = new AbortController();
    const [gone, stays] = [rejection(share(controller.signal)), share()];
    await turn();
    controller.abort("enough");
    expect(await gone).toBe("enough");
    const joined = share();
    await turn();
    runs[0]?.resolve("one");
    expect([await stays, await joined, runs.length, signals[0]?.aborted]).toEqual(["one", "one", 1, false]);
  });

  test("a run without waiting callers is aborted, and the next caller starts a new one", async () => {
    const { share, runs, signals } = createWork();
    const controllers = [new AbortController(), new AbortController()];
    const gone = controllers.map(({ signal }) => rejection(share(signal)));
    await turn();
    controllers[0]?.abort("a");
    await turn();
    expect(signals[0]?.aborted).toBe(false);
    controllers[1]?.abort("b");
    expect(await Promise.all(gone)).toEqual(["a", "b"]);
    expect([signals[0]?.aborted, signals[0]?.reason]).toEqual([true, "b"]);
    const next = share();
    await turn();
    runs[1]?.resolve("two");
    expect([await next, runs.length]).toEqual(["two", 2]);
  });

  test("after a caller's timeout, later callers start another run, and the others still receive the first one", async () => {
    const { share, runs } = createWork();
    const [late, stays] = [rejection(share(AbortSignal.timeout(5))), share()];
    expect(await late).toMatchObject({ name: "TimeoutError" });
    const next = share();
    await turn();
    runs[1]?.resolve("two");
    expect([await next, runs.length]).toEqual(["two", 2]);
    runs[0]?.resolve("one");
    expect(await stays).toBe("one");
  });

  test("a run that never settles is eventually replaced", async () => {
    const { share, runs } = createWork();
    void share();
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 30_000);
    const next = share();
    await turn();
    runs[1]?.resolve("two");
    expect(await next).toBe("two");
  });

  test("a caller whose signal is already aborted starts no run", async () => {
    const { share, runs } = createWork();
    expect(await rejection(share(AbortSignal.abort("early")))).toBe("early");
    await turn();
    expect(runs).toHaveLength(0);
  });

  test("leaves no listener on a signal", async () => {
    const { share, runs } = createWork();
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
    const done = share(signal);
    await turn();
    runs[0]?.resolve("one");
    await done;
    expect(add).toHaveBeenCalledTimes(1);
    expect(remove).toHaveBeenCalledTimes(1);
  });

  test.each<[name: string, value: unknown]>([
    ["navigator", { userAgent: "Cloudflare-Workers" }],
    ["WebSocketPair", class {}],
    ["EdgeRuntime", "vercel"],
  ])("shares nothing if %s indicates an edge runtime that isolates requests", async (name, value) => {
    vi.stubGlobal(name, value);
    const { share, runs } = createWork();
    const all = [share(), share()];
    await turn();
    for (const [index, run] of runs.entries()) run.resolve(`${index}`);
    expect(await Promise.all(all)).toEqual(["0", "1"]);
  });
});

const step = fc.oneof(
  fc.constant({ type: "ask" as const }),
  fc.constant({ type: "refused" as const }),
  fc.record({ type: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 700_000 }) }),
);

test("in any sequence of requests, waits and rejections, a token is new exactly when the last one cannot be used", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2_000 }), fc.array(step, { maxLength: 12 }), async (seconds, steps) => {
      const endpoint = createTokenEndpoint();
      const { clock } = endpoint;
      endpoint.expiresIn = seconds;
      const account = serviceAccount({
        clientEmail: "a@b.test",
        privateKey: pkcs8,
        scopes: "openid",
        tokenUrl: endpoint.url,
        fetch: endpoint.fetch,
        clock,
      });
      let nth = 0;
      let bornAt = Number.NEGATIVE_INFINITY;
      for (const each of steps) {
        if (each.type === "advance") clock.advance(each.ms);
        else if (each.type === "refused") {
          account.forgetAccessToken(`token-${nth}`);
          bornAt = Number.NEGATIVE_INFINITY;
        } else {
          const left = bornAt + seconds * 1_000 - clock.now();
          if (left <= 60_000 && left <= seconds * 100) {
            nth += 1;
            bornAt = clock.now();
          }
          expect(await account.getAccessToken()).toBe(`token-${nth}`);
        }
      }
      expect(endpoint.received).toHaveLength(nth);
    }),
    { numRuns: 60 },
  );
});
