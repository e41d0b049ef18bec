import { type ClientEvent, type CreateClientOptions, createClient } from "fourfold";
import { expect, test } from "vitest";
import { rejection, shown } from "../support/rejection.js";
import { json, scriptedFetch, text } from "../support/scripted-fetch.js";

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

test("the name of a failed operation is not masked, even if a header contains the project id", async () => {
  const name = `projects/${project}/locations/l/operations/o-1`;
  const fetch = scriptedFetch(json({ name, done: true, error: { code: 3, message: `invalid in ${project}` } }));
  const client = createClient({ baseUrl, fetch, headers: { "x-goog-user-project": project } });
  const error = await rejection(client.environments.operation(name).wait());
  expect(error).toMatchObject({ code: "operation_failed", operation: { name } });
  expect(String(error)).toContain("invalid in my-project-1");
});

test("a response header that contains a project id is not masked", async () => {
  const headers = { "x-goog-user-project": project, "x-goog-iap-jwt-assertion": "eyJhbGciOi" };
  const client = createClient({ baseUrl, fetch: scriptedFetch(json({}, { status: 404, headers })) });
  expect(await rejection(client.warehouse.tables.get(named))).toMatchObject({
    headers: { "x-goog-user-project": project, "x-goog-iap-jwt-assertion": "[redacted]" },
  });
});
