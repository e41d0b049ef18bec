import { apiKey, bearer, createClient, googleNaming, vendorNaming } from "fourfold";
import { createWarehouse } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { createAreaContext } from "../src/client-options.js";
import { rejection, thrown } from "./support/rejection.js";
import { errorResponse, json, scriptedFetch } from "./support/scripted-fetch.js";
import { createTestClock } from "./support/test-clock.js";

/** The URL from which the first page of projects is requested. */
async function addressOf(options: Record<string, unknown>): Promise<string> {
  const fetch = scriptedFetch(json({}));
  await createClient({ fetch, ...options } as never)
    .warehouse.projects.list()
    .firstPage();
  return fetch.requests[0]!.url;
}

test.each<[options: Record<string, unknown>, address: string]>([
  [{}, "https://bigquery.googleapis.com/bigquery/v2/projects"],
  [{ baseUrl: undefined, naming: undefined }, "https://bigquery.googleapis.com/bigquery/v2/projects"],
  [{ baseUrl: { entities: "https://e.test" } }, "https://bigquery.googleapis.com/bigquery/v2/projects"],
  [{ baseUrl: "https://a.test" }, "https://a.test/bigquery/v2/projects"],
  [{ baseUrl: "https://a.test", naming: vendorNaming }, "https://a.test/warehouse/v2/projects"],
  [{ baseUrl: "https://a.test/" }, "https://a.test/bigquery/v2/projects"],
  [{ baseUrl: "https://a.test///" }, "https://a.test/bigquery/v2/projects"],
  [{ baseUrl: "http://127.0.0.1:8787/x/y/" }, "http://127.0.0.1:8787/x/y/bigquery/v2/projects"],
  [
    { baseUrl: { warehouse: "https://w.test", entities: "https://e.test", environments: "https://v.test" } },
    "https://w.test/bigquery/v2/projects",
  ],
  [{ naming: googleNaming }, "https://bigquery.googleapis.com/bigquery/v2/projects"],
  [{ naming: googleNaming, baseUrl: "https://a.test" }, "https://a.test/bigquery/v2/projects"],
  [{ naming: googleNaming, baseUrl: { warehouse: "https://w.test" } }, "https://w.test/bigquery/v2/projects"],
  [
    { naming: googleNaming, baseUrl: { entities: "https://e.test", environments: "https://v.test" } },
    "https://bigquery.googleapis.com/bigquery/v2/projects",
  ],
])("with %j, the address of BigQuery is %s", async (options, address) => {
  expect(await addressOf(options)).toBe(address);
});

test.each<[what: string, options: Record<string, unknown>, message: string]>([
  [
    "no scheme",
    { baseUrl: "service.test/api" },
    'must be an absolute URL such as "https://api.example", got a string without a scheme',
  ],
  ["an empty one", { baseUrl: "" }, "must be an absolute URL"],
  ["a value that is not a string", { baseUrl: { warehouse: 5 } }, "must be an absolute URL"],
  ["another protocol", { baseUrl: "ftp://a.test" }, "must begin with http:// or https://"],
  ["a password", { baseUrl: "https://me:hunter22@a.test" }, 'must not contain credentials; pass them as "auth"'],
  ["a query", { baseUrl: "https://a.test?key=hunter22" }, "must not contain a query string or a fragment"],
  ["a bare question mark", { baseUrl: "https://a.test/?" }, "must not contain a query string or a fragment"],
  ["a bare hash", { baseUrl: "https://a.test#" }, "must not contain a query string or a fragment"],
  ["a fragment", { baseUrl: "https://a.test#hunter22" }, "must not contain a query string or a fragment"],
])("rejects %s immediately, and does not show it", (_, options, message) => {
  const error = thrown(() => createWarehouse(options as never));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "baseUrl", rule: "base-url" }] });
  expect(String(error)).toContain(`[invalid_request] createWarehouse: baseUrl: ${message}`);
  expect(JSON.stringify(error)).not.toContain("hunter22");
});

test("rejects all invalid options together", () => {
  const options = { baseUrl: "x", timeoutMs: -1, deadlineMs: 0, maxResponseBytes: 0, retry: { limit: -1 } };
  expect(thrown(() => createClient(options))).toMatchObject({
    issues: [
      { path: "baseUrl" },
      { path: "timeoutMs" },
      { path: "deadlineMs" },
      { path: "retry.limit" },
      { path: "maxResponseBytes" },
    ],
  });
});

test.each<[what: string, auth: unknown, seen: { authorization: string | null; search: string }]>([
  ["for all areas", bearer("abc"), { authorization: "Bearer abc", search: "" }],
  ["for this area", { warehouse: bearer("abc"), entities: apiKey("k") }, { authorization: "Bearer abc", search: "" }],
  ["a key for this area", { warehouse: apiKey("k") }, { authorization: null, search: "?key=k" }],
  ["for another area", { entities: apiKey("k") }, { authorization: null, search: "" }],
  [
    "of a separate object",
    { getAccessToken: async () => ({ token: "abc" }) },
    { authorization: "Bearer abc", search: "" },
  ],
  ["none at all", undefined, { authorization: null, search: "" }],
])("sends credentials: %s", async (_, auth, seen) => {
  const fetch = scriptedFetch(json({}));
  const client = createClient({ baseUrl: "https://a.test", fetch, auth } as never);
  await client.warehouse.projects.list().firstPage();
  const [request] = fetch.requests;
  expect({ authorization: request!.headers.get("authorization"), search: new URL(request!.url).search }).toEqual(seen);
});

test("fills in the defaults", () => {
  const context = createAreaContext("warehouse", { baseUrl: "https://a.test" });
  expect(context).toMatchObject({
    naming: googleNaming,
    strict: false,
    checksRequests: true,
    rules: googleNaming.rules,
    deadlineMs: undefined,
  });
});

test("the client's rules override the profile's", () => {
  const { rules } = createAreaContext("warehouse", { rules: { "field-type": "error" } });
  expect(rules).toEqual({ ...googleNaming.rules, "field-type": "error" });
});

test("the client's limits and retries apply to each of its calls", async () => {
  const fetch = scriptedFetch(errorResponse(503));
  const clock = createTestClock();
  const options = { baseUrl: "https://a.test", fetch, clock, retry: { limit: 1, minDelayMs: 0, maxDelayMs: 0 } };
  expect(await rejection(createWarehouse(options).projects.list().firstPage())).toMatchObject({ attempts: 2 });
  expect(
    await rejection(
      createWarehouse({ ...options, retry: false })
        .projects.list()
        .firstPage(),
    ),
  ).toMatchObject({ attempts: 1 });
  const late = scriptedFetch(() => {
    clock.advance(50);
    return Response.json({});
  });
  const bounded = createWarehouse({ ...options, fetch: late, deadlineMs: 40 });
  expect(await rejection(bounded.projects.list().firstPage())).toMatchObject({ code: "deadline" });
  expect(await rejection(bounded.projects.list().toArray({ limit: 1 }))).toMatchObject({ code: "deadline" });
});

test("a response above the client's size limit is rejected", async () => {
  const fetch = scriptedFetch(json({ projects: [], pad: "x".repeat(1_000) }));
  const warehouse = createWarehouse({ baseUrl: "https://a.test", fetch, maxResponseBytes: 500 });
  expect(await rejection(warehouse.projects.list().firstPage())).toMatchObject({ code: "response_too_large" });
});

test("the client's option determines how responses are validated", async () => {
  const fetch = scriptedFetch(json({ projects: [5] }));
  const seen: string[] = [];
  const options = { baseUrl: "https://a.test", fetch, onEvent: ({ type }: { type: string }) => seen.push(type) };
  expect(await createWarehouse(options).projects.list().firstPage()).toEqual({ projects: [5] });
  expect(seen).toEqual(["request", "response", "drift"]);
  const strict = createWarehouse({ ...options, validation: { responses: "strict" } });
  expect(await rejection(strict.projects.list().firstPage())).toMatchObject({ code: "invalid_response" });
});

test("later changes of the options object do not affect the client", async () => {
  const fetch = scriptedFetch(json({}));
  const options = { baseUrl: "https://a.test", fetch, headers: { "x-a": "1" } };
  const warehouse = createWarehouse(options);
  options.headers["x-a"] = "2";
  await warehouse.projects.list().firstPage();
  expect(fetch.requests[0]!.headers.get("x-a")).toBe("1");
});
