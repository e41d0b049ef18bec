import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type ClientEvent, emitTo, shownRequestHeaders, shownResponseHeaders } from "../../src/http/events.js";
import { createRedactor } from "../../src/http/redact.js";
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
  emitTo((each) => seen.push(each))(event);
  expect(seen).toEqual([event]);
});

test("exceptions of the listener are ignored", () => {
  expect(() =>
    emitTo(() => {
      throw new Error("broken");
    })(event),
  ).not.toThrow();
});

test.each<[what: string, listener: () => unknown]>([
  ["an asynchronous listener", async () => Promise.reject(new Error("broken"))],
  ["a promise of another realm", () => runInNewContext("Promise.reject(new Error('broken'))")],
])("the rejection of %s is ignored", async (_, listener) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  emitTo(listener)(event);
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

const everything = new Headers(
  Object.fromEntries(
    [
      "accept",
      "authorization",
      "content-type",
      "cookie",
      "date",
      "etag",
      "if-match",
      "location",
      "retry-after",
      "server",
      "set-cookie",
      "www-authenticate",
      "x-api-key",
      "x-request-id",
    ].map((name) => [name, `value of ${name}`]),
  ),
);

test("request events contain only headers of the allow-list", () => {
  expect(Object.keys(shownRequestHeaders(everything))).toEqual(["accept", "content-type", "if-match"]);
});

test("response events contain only headers of the allow-list", () => {
  const names = ["content-type", "date", "etag", "retry-after", "server", "x-request-id"];
  expect(Object.keys(shownResponseHeaders(everything, createRedactor([])))).toEqual(names);
});
