import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type ClientEvent, notify } from "../../src/http/events.js";
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

test("passes the event to the listener", () => {
  const seen: ClientEvent[] = [];
  notify((each) => seen.push(each), event);
  expect(seen).toEqual([event]);
});

test("exceptions of the listener are ignored", () => {
  expect(() =>
    notify(() => {
      throw new Error("broken");
    }, event),
  ).not.toThrow();
});

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
