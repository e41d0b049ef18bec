import { expect, test } from "vitest";
import { createGuard } from "../../../site/playground/guard.js";
import {
  MAX_BODY,
  MAX_MESSAGES,
  MAX_PATH,
  MAX_REQUESTS,
  MAX_STATE,
  OUTPUT_LIMITS,
} from "../../../site/playground/limits.js";
import type { WorkerMessage } from "../../../site/playground/messages.js";

function setUp() {
  const sent: WorkerMessage[] = [];
  const guard = createGuard((message) => sent.push(message));
  return { sent, guard };
}

const long = "x".repeat(1_100_000);

test.each<WorkerMessage>([
  { type: "ready" },
  { type: "heartbeat" },
  { type: "moreRequests" },
  { type: "output", stream: "stderr", text: "a\nb\n" },
  { type: "request", request: { id: 1, sandbox: 2, method: "GET", path: "/a?b", body: "c" } },
  { type: "outcome", outcome: { id: 1, status: 200, ms: 1.5 } },
  { type: "outcome", outcome: { id: 1, error: "fetch failed", ms: 0 } },
  { type: "responseBody", id: 1, body: "{}" },
  { type: "state", sandbox: 1, state: { services: "{}" } },
  { type: "state", sandbox: 10, state: { omitted: "too large" } },
  { type: "done", failed: false },
])("passes on %j", (message) => {
  const { sent, guard } = setUp();
  guard(message);
  expect(sent).toEqual([message]);
});

test("cuts the texts of a request, also its method and path", () => {
  const { sent, guard } = setUp();
  guard({ type: "request", request: { id: 1, sandbox: 1, method: long, path: long, body: long } });
  guard({ type: "outcome", outcome: { id: 1, error: long, ms: 1 } });
  guard({ type: "responseBody", id: 1, body: long });
  expect(JSON.stringify(sent[0]).length).toBeLessThan(MAX_BODY + MAX_PATH + 200);
  for (const message of sent) expect(JSON.stringify(message).length).toBeLessThan(MAX_BODY + MAX_PATH + 200);
});

test("does not show a state that is too large, or of too many sandboxes", () => {
  const { sent, guard } = setUp();
  guard({ type: "state", sandbox: 1, state: { services: "x".repeat(MAX_STATE + 1) } });
  guard({ type: "state", sandbox: 11, state: { services: "{}" } });
  guard({ type: "state", sandbox: 0.5, state: { services: "{}" } });
  expect(sent).toEqual([{ type: "state", sandbox: 1, state: { omitted: "The state is too large to show." } }]);
});

test("limits the number of requests, of characters of output, and of messages", () => {
  const { sent, guard } = setUp();
  for (let n = 0; n < MAX_REQUESTS + 5; n += 1) guard({ type: "request", request: { id: 1 } });
  expect(sent).toHaveLength(MAX_REQUESTS);
  for (let n = 0; n < 5; n += 1) guard({ type: "output", stream: "stdout", text: long });
  const texts = sent.flatMap((message) => (message.type === "output" ? [message.text] : []));
  expect(texts.join("").length).toBeLessThan(OUTPUT_LIMITS.characters + 200);
  expect(texts.at(-1)).toMatch(/^Output is limited to 2000 lines/);
  for (let n = 0; n < MAX_MESSAGES; n += 1) guard({ type: "heartbeat" });
  expect(sent.length).toBeLessThan(MAX_MESSAGES);
  guard({ type: "done", failed: false });
  expect(sent.at(-1)).toEqual({ type: "heartbeat" });
});

test.each([undefined, null, 1, "done", [], { type: "other" }, { type: 1 }])("ignores %j", (message) => {
  const { sent, guard } = setUp();
  guard(message);
  expect(sent).toEqual([]);
});

test.each([
  { type: "output", stream: {}, text: { toString: null } },
  { type: "request", request: null },
  { type: "request", request: { id: {}, sandbox: [], method: 1, path: Symbol, body: null } },
  { type: "outcome", outcome: { error: {} } },
  { type: "responseBody", id: "1", body: 5 },
  { type: "state", sandbox: 1, state: "text" },
  { type: "done", failed: "yes" },
])("repairs a message with values of other types: %j", (message) => {
  const { sent, guard } = setUp();
  guard(message);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.type).toBe(message.type);
});
