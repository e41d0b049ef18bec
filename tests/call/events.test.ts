import { runInNewContext } from "node:vm";
import { type ClientEvent, createClient, logEvents, RequestError } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test, vi } from "vitest";
import { notify } from "../../src/call/events.js";
import { shown, thrown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { settle } from "../support/timers.js";
import { read, testTransport } from "./transport-setup.js";

const event: ClientEvent = {
  type: "retry",
  callId: "c-1",
  methodName: "things.get",
  method: "GET",
  path: "/x",
  attempt: 1,
  code: "network",
  status: undefined,
  delayMs: 0,
};

test.each<[what: string, listener: () => unknown]>([
  ["an asynchronous listener", async () => Promise.reject(new Error("broken"))],
  ["a promise of another realm", () => runInNewContext("Promise.reject(new Error('broken'))")],
])("the rejection of %s is ignored", async (_, listener) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  notify(listener, event);
  await settle();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("the rejection of a promise of another realm that onResponse returns is ignored", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const onResponse = () => runInNewContext("Promise.reject(new Error('broken'))");
  await testTransport({ fetch: scriptedFetch(json({})) }).send(read, { onResponse });
  await settle();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

const call = { callId: "c-1", methodName: "tables.insert", method: "POST", path: "/w/v2/tables" };
const issue = { path: "schema.fields[0]", message: "must have a name", rule: "field-name" };
const events: [level: string, event: ClientEvent, line: string][] = [
  ["debug", { type: "request", ...call, attempt: 1, bodyBytes: 0 }, "[c-1] tables.insert request 1: POST /w/v2/tables"],
  [
    "debug",
    { type: "request", ...call, attempt: 2, bodyBytes: 14 },
    "[c-1] tables.insert request 2: POST /w/v2/tables (14 bytes)",
  ],
  [
    "debug",
    { type: "response", ...call, attempt: 1, status: 200, durationMs: 34, bodyBytes: 512, requestId: undefined },
    "[c-1] tables.insert response 1: 200 in 34 ms, 512 bytes",
  ],
  [
    "debug",
    { type: "response", ...call, attempt: 1, status: 503, durationMs: 5, bodyBytes: 2, requestId: "r-7" },
    "[c-1] tables.insert response 1: 503 in 5 ms, 2 bytes, request id r-7",
  ],
  [
    "info",
    { type: "retry", ...call, attempt: 1, code: "unavailable", status: 503, delayMs: 900 },
    "[c-1] tables.insert retry after attempt 1: unavailable (503), in 900 ms",
  ],
  [
    "info",
    { type: "retry", ...call, attempt: 1, code: "network", status: undefined, delayMs: 0 },
    "[c-1] tables.insert retry after attempt 1: network, in 0 ms",
  ],
  [
    "warn",
    { type: "drift", ...call, resource: "Table", issues: [issue, { ...issue, path: "" }] },
    "[c-1] tables.insert drift: the response is not a valid Table: schema.fields[0]: must have a name [field-name]; must have a name [field-name]",
  ],
  [
    "warn",
    { type: "warning", ...call, issue },
    "[c-1] tables.insert warning: schema.fields[0]: must have a name [field-name]",
  ],
];

const createLogger = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });
type Level = keyof ReturnType<typeof createLogger>;

test.each(events)("%s: %j", (level, event, line) => {
  const logger = createLogger();
  logEvents(logger, { level: "debug" })(event);
  const logged = Object.entries(logger).flatMap(([name, log]) => log.mock.calls.map((args) => [name, ...args]));
  expect(logged).toEqual([[level, line]]);
});

test.each<[level: Level | undefined, expected: readonly string[]]>([
  [undefined, ["info", "warn"]],
  ["debug", ["debug", "info", "warn"]],
  ["info", ["info", "warn"]],
  ["warn", ["warn"]],
  ["error", []],
])("the level %s logs %j", (level, expected) => {
  const logger = createLogger();
  const listener = logEvents(logger, { level });
  for (const [, event] of events) listener(event);
  expect(Object.entries(logger).flatMap(([name, log]) => (log.mock.calls.length > 0 ? [name] : []))).toEqual(expected);
});

test("the logger's methods keep their this", () => {
  class Logger {
    readonly lines: string[] = [];
    debug(line: string) {
      this.lines.push(line);
    }
    info = this.debug;
    warn = this.debug;
    error = this.debug;
  }
  const logger = new Logger();
  for (const [, event] of events) logEvents(logger)(event);
  expect(logger.lines).toHaveLength(4);
});

test("the client ignores the rejection of an asynchronous logger", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const log = async () => Promise.reject(new Error("broken"));
  const listener = logEvents({ debug: log, info: log, warn: log, error: log });
  for (const [, event] of events) notify(listener, event);
  await settle();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("a listener for console is accepted", () => {
  expect(logEvents(console)).toBeTypeOf("function");
});

test.each([
  ["no logger", undefined, undefined, "logger: is required"],
  [
    "a logger without warn",
    { ...createLogger(), warn: undefined },
    {},
    "logger: must be a logger with the methods debug, info, warn, error, got an object",
  ],
  ["an unknown option", createLogger(), { levels: "debug" }, "levels: is unknown; known names are level"],
  [
    "an unknown level",
    createLogger(),
    { level: "trace" },
    'level: must be "debug", "info", "warn" or "error", got "trace"',
  ],
])("%s is rejected", (_, logger, options, message) => {
  const error = thrown(() => logEvents(logger as never, options as never));
  expect(error).toBeInstanceOf(RequestError);
  expect(String(error)).toContain(message);
});

test("lines contain no query and no credential", async () => {
  const sandbox = createSandbox({ auth: true });
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const logger = { debug: write, info: write, warn: write, error: write };
  const client = createClient({ ...sandbox.clientOptions, onEvent: logEvents(logger, { level: "debug" }) });
  await client.warehouse.tables.list({ projectId: "shop", datasetId: "sales" }, { maxResults: 7 }).firstPage();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^\[\w+\] tables\.list request 1: GET \/bigquery\/v2\/projects\/shop\/datasets\/sales\/tables$/,
  );
  expect(shown(lines)).not.toMatch(/maxResults|bearer/i);
});

test("a line contains no control characters, line breaks and bidirectional controls", () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const controls =
    "\n\r\u001b\u009b\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
  const listener = logEvents({ debug: log, info: log, warn: log, error: log }, { level: "debug" });
  for (const character of controls) {
    const message = `a${character}b`;
    listener({ type: "warning", ...call, issue: { path: message, message, rule: message } });
    listener({ type: "request", ...call, path: message, attempt: 1, bodyBytes: 3 });
  }
  expect(lines).toHaveLength(2 * controls.length);
  for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]*$/);
});
