import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "vitest";
import { bundle } from "../../support/guide.js";

// undici holds the signal of a Request weakly: a garbage collection between the request and the abort must not break
// the link (nodejs/node#55428). The calls run in a separate process that collects garbage continuously.

const program = (url: string, work: string) => `
import ky from "ky";
import ky2 from "ky-2";
import { createClient } from "./src/index.ts";
setInterval(() => { gc(); Array.from({ length: 1000 }, () => ({})); }, 5).unref();
const outcomes = [];
const end = (promise) => promise.then((value) => outcomes.push(value), (error) => outcomes.push(error?.code ?? error));
const options = { baseUrl: ${JSON.stringify(url)}, retry: false };
const hooks = { beforeRequest: [() => undefined], afterResponse: [() => undefined] };
const clients = [
  createClient(options),
  createClient({ ...options, ky: ky.create({ hooks, signal: new AbortController().signal }) }),
  createClient({ ...options, ky: ky2.create({ hooks }) }),
];
const table = { projectId: "p", datasetId: "d", tableId: "t" };
const calls = [];
for (const { warehouse } of clients) for (let n = 0; n < 5; n += 1) { ${work} }
await Promise.all(calls);
console.log(JSON.stringify([...new Set(outcomes)]), outcomes.length);
`;

const works: [how: string, work: string, outcome: string][] = [
  ["timeouts", "calls.push(end(warehouse.tables.get(table, { timeoutMs: 3000 })));", '["timeout"] 15'],
  [
    "deadlines",
    "calls.push(end(warehouse.tables.insert({ tableReference: table }, { deadlineMs: 3000 })));",
    '["deadline"] 15',
  ],
  [
    "aborts",
    `const controller = new AbortController();
     setTimeout(() => controller.abort("enough"), 3000);
     calls.push(end(warehouse.tables.get(table, { signal: controller.signal })));`,
    '["enough"] 15',
  ],
  [
    "listings that are left",
    `calls.push(end((async () => {
       for await (const page of warehouse.tables.list({ projectId: "p", datasetId: "d" }, { prefetch: 1 }).pages()) {
         await new Promise((resolve) => setTimeout(resolve, 3000));
         break;
       }
       return "left";
     })()));`,
    '["left"] 15',
  ],
];

/** Where the server hangs: before the head, within a body of known and of unknown length. */
const hangs: ((response: ServerResponse) => void)[] = [
  () => undefined,
  (response) => response.writeHead(200, { "content-length": "100" }).write("{"),
  (response) => response.writeHead(200).write("{"),
];

test.concurrent.for(works)(
  "%s close the connection to a server that hangs, also after garbage collections",
  { timeout: 60_000 },
  async ([, work, outcome], { expect, onTestFinished }) => {
    const open = new Set<unknown>();
    let hung = 0;
    const server = createServer((request, response) => {
      if (request.method === "GET" && request.url?.endsWith("/tables")) {
        response.end('{"tables":[],"nextPageToken":"two"}');
        return;
      }
      request.resume();
      open.add(response);
      response.on("close", () => open.delete(response));
      hangs[hung % hangs.length]?.(response);
      hung += 1;
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // it listens on a port
    const cwd = join(import.meta.dirname, "../../..");
    const args = ["--expose-gc", "--input-type=module"];
    const child = spawn(process.execPath, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => {
      child.kill();
      server.closeAllConnections();
      server.close();
    });
    child.stdin.end(bundle(program(`http://127.0.0.1:${port}`, work)));
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += String(chunk);
    });
    const [exitCode] = await once(child, "exit");
    await expect.poll(() => open.size).toBe(0);
    expect({ exitCode, printed: printed.trim(), hung }).toEqual({ exitCode: 0, printed: outcome, hung: 15 });
  },
);
