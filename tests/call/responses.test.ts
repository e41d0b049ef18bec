import type { ClientEvent } from "fourfold";
import { createWarehouse } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { apiKey, bearer } from "../../src/auth/index.js";
import { ApiError } from "../../src/errors/call-errors.js";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, scriptedFetch, text } from "../support/scripted-fetch.js";
import { read, testTransport } from "./transport-setup.js";

const table = { projectId: "p", datasetId: "d", tableId: "t" };

test("an ApiError has the response headers, without cookies and credentials", async () => {
  const headers = {
    "X-Request-Id": "r-1",
    "x-quota": "9",
    "set-cookie": "sid=abc",
    "x-api-key": "k-123456",
    "x-echo": "a tok-123456-more",
  };
  const transport = testTransport({
    fetch: scriptedFetch(json({}, { status: 404, headers })),
    auth: bearer("tok-123456-more"),
  });
  const error = await rejection(transport.send(read));
  expect((error as ApiError).headers).toEqual({
    "content-type": "application/json",
    "x-request-id": "r-1",
    "x-quota": "9",
    "x-api-key": "[redacted]",
    "x-echo": "a [redacted]",
  });
  expect(error).toMatchObject({ requestId: "r-1" });
});

test.each([
  ["a message", json({ error: { message: "Not found: Table p:d.t" } }, { status: 404 }), "Not found: Table p:d.t"],
  ["a message of two lines", json({ error: { message: "one\ntwo" } }, { status: 404 }), "one two"],
  ["the message of the first error", json({ error: { errors: [{ message: "first" }] } }, { status: 404 }), "first"],
  ["no body", text("", { status: 404 }), undefined],
  ["an HTML page", text("<html>no</html>", { status: 404 }), undefined],
])("serviceMessage is the service's own message: %s", async (_, step, serviceMessage) => {
  const error = await rejection(testTransport({ fetch: scriptedFetch(step) }).send(read));
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).serviceMessage).toBe(serviceMessage);
  if (serviceMessage !== undefined)
    expect(String(error)).toBe(`ApiError: [not_found] 404 GET /things/one: ${serviceMessage}`);
});

const HINT = '(the client has no "auth")';
const sendRejected = async (options: object, callOptions: object = {}, status = 401) => {
  const fetch = scriptedFetch(errorResponse(status));
  const error = await rejection(
    createWarehouse({ baseUrl: "https://service.test", fetch, ...options }).tables.get(table, callOptions),
  );
  return error as ApiError;
};

test("without auth, the message of a 401 ends in a hint, and serviceMessage does not", async () => {
  const error = await sendRejected({});
  expect(error.message).toBe(
    `[unauthenticated] 401 GET /bigquery/v2/projects/p/datasets/d/tables/t: rejected with 401 ${HINT}`,
  );
  expect(error.serviceMessage).toBe("rejected with 401");
  const { message } = await sendRejected({ auth: { entities: bearer("token") } });
  expect(message.endsWith(HINT)).toBe(true);
});

test("without auth, the message of a 403 ends in the hint, too", async () => {
  expect((await sendRejected({}, {}, 403)).message).toContain(HINT);
  expect((await sendRejected({ auth: bearer("token") }, {}, 403)).message).not.toContain(HINT);
});

test.each([
  ["a token", { auth: bearer("token") }, {}],
  ["an API key", { auth: apiKey("a-key-123") }, {}],
  ["a header of the client", { headers: { Authorization: "Basic abc" } }, {}],
  ["a header of the call", {}, { headers: { authorization: "Basic abc" } }],
])("a 401 with %s has no hint", async (_, options, callOptions) => {
  expect((await sendRejected(options, callOptions)).message).not.toContain('auth"');
});

test("attempts and pages of a call have the same callId, other calls another one", async () => {
  const events: ClientEvent[] = [];
  const fetch = scriptedFetch(
    errorResponse(503),
    json({ tables: [], nextPageToken: "two" }),
    errorResponse(429),
    json({ tables: [] }),
    json({ tableReference: table, etag: "e" }),
    json({ tableReference: table, etag: "f" }),
    json({ odd: true }),
  );
  const onEvent = (event: ClientEvent) => events.push(event);
  const { tables } = createWarehouse({
    baseUrl: "https://service.test",
    fetch,
    retry: { minDelayMs: 0, maxDelayMs: 0 },
    onEvent: (event) => void onEvent(event),
  });
  await tables.list({ projectId: "p", datasetId: "d" }).toArray({ limit: 5 });
  await tables.modify(table, () => ({ description: "new" }));
  await tables.get(table);
  const ids = events.map(({ callId }) => callId);
  const [list = "", modify = "", get = ""] = [...new Set(ids)];
  expect(new Set(ids).size).toBe(3);
  const methods = (id: string) => [
    ...new Set(events.filter(({ callId }) => callId === id).map(({ methodName }) => methodName)),
  ];
  expect([methods(list), methods(modify), methods(get)]).toEqual([
    ["tables.list"],
    ["tables.get", "tables.patch"],
    ["tables.get"],
  ]);
  expect(events.filter(({ callId }) => callId === list).map(({ type }) => type)).toEqual([
    ...["request", "response", "retry", "request", "response"],
    ...["request", "response", "retry", "request", "response"],
  ]);
  expect(events.at(-1)).toMatchObject({ type: "drift", callId: get, methodName: "tables.get" });
});

test("durations and delays are whole milliseconds", async () => {
  let now = 0.25;
  const clock = { now: () => (now += 1.4), sleep: async () => undefined };
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => void events.push(event);
  const fetch = scriptedFetch(errorResponse(503), json({ tableReference: table }));
  await createWarehouse({ baseUrl: "https://service.test", fetch, clock, onEvent }).tables.get(table);
  const times = events.flatMap((event) =>
    "durationMs" in event ? [event.durationMs] : "delayMs" in event ? [event.delayMs] : [],
  );
  expect(times).toHaveLength(3);
  for (const time of times) expect(Number.isInteger(time)).toBe(true);
});

test.each([
  ["x-goog-upload-url", "https://u.test/upload?upload_id=ABC&x=1", "https://u.test/upload?[redacted]"],
  ["location", "https://me:hunter2@u.test/a", "https://[redacted]@u.test/a"],
  ["location", "//me:hunter2@u.test/a?b=hunter2;c,d", "//[redacted]@u.test/a?[redacted]"],
  ["location", "https://app.test/#access_token=hunter2", "https://app.test/#[redacted]"],
  ["location", "things?token=hunter2", "things?[redacted]"],
  ["x-original-url", "/things?token=hunter2", "/things?[redacted]"],
  ["x-next", "http://a@b:hunter2@u.test", "http://[redacted]@u.test"],
  [
    "link",
    '<https://u.test/a?p=hunter2>; rel="next", </b?q=1>',
    '<https://u.test/a?[redacted]>; rel="next", </b?[redacted]>',
  ],
  ["refresh", "5; url='/a?b=hunter2'", "5; url='/a?[redacted]'"],
  ["report-to", '{"url":"https://u.test/r?s=hunter2"}', '{"url":"https://u.test/r?[redacted]"}'],
  ["authentication-info", 'nextnonce="hunter2"', "[redacted]"],
  ["x-csrf", "hunter2", "[redacted]"],
  ["x-guploader-uploadid", "hunter2", "[redacted]"],
])("%s: %s is shown as %s", async (name, value, shownValue) => {
  const seen: unknown[] = [];
  const headers = { [name]: value };
  const transport = testTransport({ fetch: scriptedFetch(json({}, { headers }), json({}, { status: 404, headers })) });
  await transport.send(read, { onResponse: (info) => void seen.push(info) });
  seen.push(await rejection(transport.send(read)));
  for (const each of seen) expect(each).toMatchObject({ headers: { [name]: shownValue } });
});

test.each([
  ["etag", 'W/"a//b?c#d"'],
  ["origin-agent-cluster", "?1"],
  ["x-request-id", "a@b"],
  ["warning", '199 - "what? #1"'],
  ["x-cloud-trace-context", "105445aa7843bc8bf206b120001000/1;o=1"],
])("%s: %s is shown unchanged", async (name, value) => {
  const transport = testTransport({ fetch: scriptedFetch(json({}, { status: 404, headers: { [name]: value } })) });
  expect(await rejection(transport.send(read))).toMatchObject({ headers: { [name]: value } });
});
