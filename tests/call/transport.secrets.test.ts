import { type ClientEvent, type CreateClientOptions, createClient } from "fourfold";
import { apiKey, bearer } from "fourfold/auth";
import { expect, test } from "vitest";
import type { WireRequest } from "../../src/call/options.js";
import { readResource } from "../../src/call/response.js";
import { Table } from "../../src/warehouse/schemas/table.js";
import { rejection, shown } from "../support/rejection.js";
import { json, type Step, scriptedFetch, text } from "../support/scripted-fetch.js";
import { testTransport } from "./transport-setup.js";

const token = "ya29.A+b/c=~secret-token";
const key = `AIza&<k>"y'+/=(x)~!*`;
const basic = "dXNlcjpwYXNzd29yZA==";
const headerKey = "header-key/0123+4";
const query = "filter=a+b%26c&maxResults=50";

const request: WireRequest = {
  method: "GET",
  path: "/things/one",
  query: { filter: "a b&c", maxResults: 50 },
  name: "things.send",
  idempotent: true,
};

/** Credentials, and their parts that must never be shown. */
const credentials: [name: string, settings: Parameters<typeof testTransport>[0], secret: string][] = [
  ["a token", { auth: bearer(token) }, token],
  ["a token of a provider", { auth: { getAccessToken: async () => ({ token: `${token}\n` }) } }, token],
  ["a key", { auth: apiKey(key) }, key],
  ["an authorization header", { headers: { Authorization: `Basic ${basic}` } }, basic],
  ["a key in a header", { headers: { "X-Api-Key": headerKey } }, headerKey],
  ["a cookie", { headers: { cookie: "sid=0123456789" } }, "sid=0123456789"],
  ["the query of a URL", {}, `?${query}`],
];

const html = (value: string) =>
  value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
/** A secret unchanged, percent-encoded in both cases, as in a query, and in HTML. */
const forms: ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  (secret) => encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase()),
  (secret) => new URLSearchParams([["", secret]]).toString().slice(1),
  html,
];

const header = (value: string) => value.replace(/[^\x20-\x7e]/g, "");
const failing =
  (make: (echo: string) => unknown): ((echo: string) => Step) =>
  (echo) =>
  () => {
    throw make(echo);
  };

/** Places in which a service, or a fetch function, may echo the request. */
const echoes: [place: string, step: (echo: string) => Step][] = [
  ["the message", (echo) => json({ error: { code: 400, message: `bad ${echo}!` } }, { status: 400 })],
  ["the reason", (echo) => json({ error: { errors: [{ reason: echo, message: "m" }] } }, { status: 403 })],
  ["the details", (echo) => json({ error: { message: "m", details: [{ a: { [echo]: echo } }] } }, { status: 400 })],
  ["OAuth's words", (echo) => json({ error: echo, error_description: `no ${echo}` }, { status: 401 })],
  ["another field", (echo) => json({ error: { message: "m" }, echo: [[{ echo }]] }, { status: 500 })],
  ["a name", (echo) => json({ error: { message: "m" }, [echo]: 1 }, { status: 500 })],
  ["an HTML page", (echo) => text(`<html>${echo}</html>`, { status: 502, headers: { "content-type": "text/html" } })],
  ["plain text", (echo) => text(`no upstream for ${echo}`, { status: 503 })],
  ["a string that is cut in its middle", (echo) => text(`${"x".repeat(190)}${echo}`, { status: 503 })],
  ["cut JSON", (echo) => text(`{"error":{"message":${JSON.stringify(echo)}`, { status: 400 })],
  ["the request id", (echo) => json({}, { status: 404, headers: { "x-request-id": header(echo) } })],
  [
    "the header of an event",
    (echo) => json({}, { status: 404, headers: { server: header(echo), etag: header(echo) } }),
  ],
  ["the status text", (echo) => text("", { status: 404, statusText: header(echo) })],
  ["a redirect", (echo) => text("", { status: 302, headers: { location: `https://x.test/?${header(echo)}` } })],
  ["a successful response that is not JSON", (echo) => text(`<html>${echo}</html>`)],
  [
    "the content type of a response that is not JSON",
    (echo) => text("<html>", { headers: { "content-type": `text/${header(echo)}` } }),
  ],
  ["a success that is too large", (echo) => text(`${echo}${"x".repeat(2_000)}`)],
  ["the message of a network error", failing((echo) => new TypeError(`request to https://x.test/?${echo} failed`))],
  ["a long message of a network error", failing((echo) => new TypeError(`${"x".repeat(190)}${echo}`))],
  ["its cause", failing((echo) => new TypeError("fetch failed", { cause: new Error(`no route to ${echo}`) }))],
  ["its properties", failing((echo) => Object.assign(new Error("failed"), { config: { url: echo } }))],
  ["its symbols", failing((echo) => Object.assign(new Error("failed"), { [Symbol("url")]: new Set([echo]) }))],
  ["a thrown value that is not an error", failing((echo) => ({ reason: echo }))],
];

const cases = credentials.flatMap(([who, settings, secret]) =>
  echoes.map(([place, step]) => ({ who, place, settings, secret, step })),
);

test.each(cases)("$who that is echoed in $place appears nowhere", async ({ settings, secret, step }) => {
  for (const echo of new Set(forms.map((form) => form(secret)))) {
    const fetch = scriptedFetch(step(echo));
    const transport = testTransport({ fetch, maxResponseBytes: 1_000, ...settings });
    const error = await rejection(transport.send(request, { retry: { limit: 1, minDelayMs: 0 } }));
    const seen = `${shown(error)}\n${shown(transport.events)}`;
    // Printing escapes quotes and backslashes once more.
    for (const form of new Set([
      secret,
      echo,
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(echo).slice(1, -1),
    ])) {
      expect(seen).not.toContain(form);
      // Half of the credential must not be shown either.
      expect(seen).not.toContain(form.slice(0, 10));
    }
    expect(seen).not.toContain(query);
  }
});

test.each([200, 400])(
  "the kept beginning of a large body of status %i contains no part of a token at the cut",
  async (status) => {
    for (const shift of [1, 5, token.length - 1]) {
      const echo = `${"x".repeat(4_096 - shift)}${token}${"x".repeat(100_000)}`;
      const fetch = scriptedFetch(text(echo, { status }));
      const transport = testTransport({ fetch, maxResponseBytes: 90_000, auth: bearer(token) });
      const error = await rejection(transport.send(request));
      expect(`${shown(error)}\n${shown(transport.events)}`).not.toContain(`x${token.slice(0, shift)}`);
    }
  },
);

test("masked text is marked, and the rest is kept", async () => {
  const fetch = scriptedFetch(json({ error: { code: 400, message: `Bad token ${token}.` } }, { status: 400 }));
  const error = await rejection(testTransport({ fetch, auth: bearer(token) }).send(request));
  expect(String(error)).toBe("ApiError: [bad_request] 400 GET /things/one: Bad token [redacted].");
  expect(error).toMatchObject({ body: { error: { code: 400, message: "Bad token [redacted]." } } });
});

test("the query of an echoed URL is masked, a parameter without a credential is not", async () => {
  const message = `no /things/one?${query}, maxResults=50 is too many`;
  const fetch = scriptedFetch(json({ error: { message } }, { status: 400 }));
  const error = await rejection(testTransport({ fetch }).send(request));
  expect(String(error)).toContain("no /things/one?[redacted], maxResults=50 is too many");
});

test("a token that was replaced is still masked", async () => {
  const tokens = ["first-token-1", "second-token-2"];
  const both = json({ error: { message: "neither first-token-1 nor second-token-2" } }, { status: 401 });
  const auth = { getAccessToken: () => tokens.shift() };
  const transport = testTransport({ fetch: scriptedFetch(both), auth });
  const error = await rejection(transport.send(request));
  expect(String(error)).toContain("neither [redacted] nor [redacted]");
  expect(shown(error) + shown(transport.events)).not.toMatch(/(first|second)-token/);
});

test("a timeout after an echo contains no credential", async () => {
  const echo = json({ error: { message: token } }, { status: 503 });
  const fetch = scriptedFetch(echo, () => new Promise(() => undefined));
  const error = await rejection(testTransport({ fetch, auth: bearer(token), timeoutMs: 10 }).send(request));
  expect(error).toMatchObject({ code: "timeout", cause: { code: "unavailable" } });
  expect(shown(error)).not.toContain(token);
});

test("an echo in an invalid response is masked in the error, and kept in the returned data", async () => {
  const body = { tableReference: 5, description: token };
  const transport = testTransport({ fetch: scriptedFetch(json(body)), auth: bearer(token) });
  const strict = await rejection(
    transport
      .send(request)
      .then((response) => readResource(Table, "Table", response, { strict: true, emit: () => {} })),
  );
  expect(strict).toMatchObject({ code: "invalid_response", body: { tableReference: 5, description: "[redacted]" } });
  expect(shown(strict)).not.toContain(token);
  const response = await transport.send(request);
  expect(await readResource(Table, "Table", response, { strict: false, emit: () => {} })).toEqual(body);
});

test("an error before the request is sent shows nothing of the request", async () => {
  const transport = testTransport({ auth: apiKey(key) });
  const error = await rejection(transport.send(request, { headers: { "x-api-key": `${headerKey}\n\n${headerKey}` } }));
  expect(error).toMatchObject({ code: "invalid_request" });
  expect(shown(error)).not.toContain(headerKey);
  expect(shown(error)).not.toContain(key);
});

test("a client shows no credential when it is printed", () => {
  const transport = testTransport({ auth: bearer(token), headers: { "x-api-key": headerKey } });
  expect(shown(transport)).not.toContain(token);
  expect(shown(transport)).not.toContain(headerKey);
});

const baseUrl = "https://service.test";
const table = { projectId: "p", datasetId: "d", tableId: "t" };

test.each([
  ["unchanged", "sid=hunter-2222; theme=dark", "hunter-2222"],
  ["without its quotes", 'sid="hunter-2222"', "hunter-2222"],
  ["with an escaped slash", "sid=hunter/2222", "hunter\\/2222"],
  ["with Unicode escapes", "sid=hunter/2222", "hunter\\u002f2222"],
])("the value of a cookie that the service echoes without its name, %s, is masked", async (_, cookie, echo) => {
  const client = createClient({
    baseUrl,
    headers: { cookie },
    fetch: scriptedFetch(text(`no: ${echo}`, { status: 400 })),
  });
  const error = await rejection(client.warehouse.tables.get(table));
  expect(error).toMatchObject({ body: "no: [redacted]" });
  expect(shown(error)).not.toContain("2222");
});

test.each([
  ["in UTF-8", "dXNlcjpww6Rzc3fDtnJ0"],
  ["in Latin-1", "dXNlcjpw5HNzd/ZydA=="],
])("a password with umlauts, sent %s, that the service echoes is masked", async (_, encoded) => {
  const client = createClient({
    baseUrl,
    headers: { authorization: `Basic ${encoded}` },
    fetch: scriptedFetch(text("wrong password: pässwört", { status: 401 })),
  });
  const error = await rejection(client.warehouse.tables.get(table));
  expect(error).toMatchObject({ body: "wrong password: [redacted]" });
});

test("a page token that holds a credential is masked in the error of a loop", async () => {
  const auth = { getAccessToken: () => "hunter-2222-2222" };
  const fetch = scriptedFetch(json({ tables: [], nextPageToken: "a-hunter-2222-2222" }));
  const { tables } = createClient({ baseUrl, auth, fetch }).warehouse;
  const error = await rejection(tables.list(table).toArray({ limit: 10 }));
  expect(error).toMatchObject({ code: "page_loop", pageToken: "a-[redacted]" });
});

const project = "my-project-1";
const named = { projectId: project, datasetId: "sales", tableId: "orders" };
const missing = errorResponse404(`Not found: Table ${project}:sales.orders`);

function errorResponse404(message: string) {
  return json({ error: { code: 404, message, errors: [{ reason: "notFound", message }] } }, { status: 404 });
}

test.each<[from: string, options: Partial<CreateClientOptions>]>([
  ["of the client", { headers: { "x-goog-user-project": project } }],
])("a header %s that contains a project id is not masked", async (_, options) => {
  const events: ClientEvent[] = [];
  const client = createClient({
    baseUrl,
    fetch: scriptedFetch(missing),
    onEvent: (event) => void events.push(event),
    ...options,
  });
  const error = await rejection(client.warehouse.tables.get(named));
  expect(error).toMatchObject({
    code: "not_found",
    serviceMessage: "Not found: Table my-project-1:sales.orders",
    body: { error: { message: "Not found: Table my-project-1:sales.orders" } },
  });
  expect(shown([error, events])).not.toContain("[redacted]");
});
