import { expect, test } from "vitest";
import { type ClientEvent, emitTo, shownRequestHeaders, shownResponseHeaders } from "../../src/core/events.js";
import { settle } from "../support/timers.js";

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

test("works without a listener", () => {
  expect(() => emitTo(undefined)(event)).not.toThrow();
});

test("exceptions of the listener are ignored", () => {
  expect(() =>
    emitTo(() => {
      throw new Error("broken");
    })(event),
  ).not.toThrow();
});

test("rejections of an asynchronous listener are ignored", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  emitTo(async () => {
    throw new Error("broken");
  })(event);
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
  expect(Object.keys(shownResponseHeaders(everything))).toEqual(names);
});
