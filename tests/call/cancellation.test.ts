import { getEventListeners, once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onAbort } from "../../src/call/clock.js";
import { type Outcome, runPrograms } from "../support/run-programs.js";

describe("cancellation", () => {
  // undici holds the signal of a Request weakly: a garbage collection between the request and the abort must not break
  // the link (nodejs/node#55428). The calls run in a separate process that collects garbage continuously. They end when all
  // requests hang, however long that takes: the timers of their limits do not run, and are fired by the program.

  /** Calls of each work: five by each client. */
  const CALLS = 15;

  const program = (urls: readonly string[]) => `
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient } from "./src/index.ts";
setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc");
setInterval(gc, 5).unref();
const LIMIT = 20_000;
const limits = [];
const { setTimeout } = globalThis;
// No other timer of the program, or of fetch, has such a delay.
globalThis.setTimeout = (run, ms, ...more) =>
  ms > LIMIT / 2 && ms <= LIMIT ? limits.push(run) : setTimeout(run, ms, ...more);
const urls = ${JSON.stringify(urls)};
const allHang = Promise.all(urls.map((url) => fetch(url + "/when-all-hang"))).then(async () => {
  for (let count = 0; count < 20; count += 1) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const run of limits) run();
});
const table = { projectId: "p", datasetId: "d", tableId: "t" };
async function outcomesOf(work, baseUrl) {
  const { tables } = createClient({ baseUrl, retry: false }).warehouse;
  const calls = Array.from({ length: ${CALLS} }, () => work(tables));
  return Promise.all(calls.map((call) => call.catch((error) => error?.code ?? error)));
}
const works = [${works.map(([, work]) => work).join(",\n")}];
console.log(JSON.stringify(await Promise.all(works.map((work, index) => outcomesOf(work, urls[index])))));
`;

  const works: [how: string, work: string, outcome: string][] = [
    ["timeouts", "(tables) => tables.get(table, { timeoutMs: LIMIT })", "timeout"],
    ["deadlines", "(tables) => tables.insert({ tableReference: table }, { deadlineMs: LIMIT })", "deadline"],
    [
      "aborts",
      `(tables) => {
       const controller = new AbortController();
       allHang.then(() => controller.abort("enough"));
       return tables.get(table, { signal: controller.signal });
     }`,
      "enough",
    ],
  ];

  /** Where a server hangs: before the head, within a body of known and of unknown length. */
  const hangs: ((response: ServerResponse) => void)[] = [
    () => undefined,
    (response) => response.writeHead(200, { "content-length": "100" }).write("{"),
    (response) => response.writeHead(200).write("{"),
  ];

  /** A server that hangs. It responds to `/when-all-hang` once all calls hang. */
  interface HangingServer {
    readonly server: Server;
    /** Responses whose connections are open. */
    readonly open: Set<unknown>;
    /** Number of responses that have hung. */
    hung: number;
  }

  async function startServer(): Promise<HangingServer> {
    const open = new Set<unknown>();
    const waiting: ServerResponse[] = [];
    const server = createServer((request, response) => {
      request.resume();
      if (request.url === "/when-all-hang") waiting.push(response);
      else {
        open.add(response);
        response.on("close", () => open.delete(response));
        hangs[hanging.hung % hangs.length]?.(response);
        hanging.hung += 1;
      }
      if (hanging.hung === CALLS) for (const each of waiting.splice(0)) each.end();
    });
    const hanging: HangingServer = { server, open, hung: 0 };
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return hanging;
  }

  /** One server for each work, so that the connections of each can be counted. */
  let servers: HangingServer[] = [];
  let ended: Outcome | undefined;

  beforeAll(async () => {
    servers = await Promise.all(works.map(startServer));
    const urls = servers.map(({ server }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens
    [ended] = await runPrograms([{ source: program(urls) }]);
  }, 60_000);

  afterAll(() => {
    for (const { server } of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  test.each(works.map(([how, , outcome], index) => ({ how, outcome, index })))(
    "$how close the connection to a server that hangs, also after garbage collections",
    async ({ outcome, index }) => {
      await expect.poll(() => servers[index]?.open.size).toBe(0);
      const outcomes = JSON.parse(ended?.stdout || "[]")[index];
      expect({ status: ended?.status, stderr: ended?.stderr, outcomes, hung: servers[index]?.hung }).toEqual({
        status: 0,
        stderr: "",
        outcomes: Array.from({ length: CALLS }, () => outcome),
        hung: CALLS,
      });
    },
  );
});

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

test("calls back when the signal is aborted, once", () => {
  const controller = new AbortController();
  let calls = 0;
  onAbort(controller.signal, () => {
    calls += 1;
  });
  expect(calls).toBe(0);
  controller.abort();
  controller.abort();
  expect(calls).toBe(1);
});

test("the signal has one listener for any number of waiting callers, and none without them", () => {
  const controller = new AbortController();
  const called: number[] = [];
  const undo = Array.from({ length: 30 }, (_, n) => onAbort(controller.signal, () => called.push(n)));
  expect(listeners(controller.signal)).toBe(1);
  for (const each of undo.slice(1)) each();
  expect(listeners(controller.signal)).toBe(1);
  undo[0]?.();
  expect(listeners(controller.signal)).toBe(0);
  onAbort(controller.signal, () => called.push(99));
  expect(listeners(controller.signal)).toBe(1);
  controller.abort();
  expect(called).toEqual([99]);
  expect(listeners(controller.signal)).toBe(0);
});

test("a listener that is removed during dispatch is not called", () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => {
    called.push("first");
    undoSecond();
  });
  const undoSecond = onAbort(controller.signal, () => called.push("second"));
  onAbort(controller.signal, () => called.push("third"));
  controller.abort();
  expect(called).toEqual(["first", "third"]);
});

test("removing a listener twice does not affect later listeners", () => {
  const controller = new AbortController();
  let isCalled = false;
  const undo = onAbort(controller.signal, () => {});
  undo();
  onAbort(controller.signal, () => {
    isCalled = true;
  });
  undo();
  onAbort(controller.signal, () => {});
  expect(listeners(controller.signal)).toBe(1);
  controller.abort();
  expect(isCalled).toBe(true);
});
