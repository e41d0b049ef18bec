import {
  apiKey,
  bearer,
  type ClientEvent,
  type CreateClientOptions,
  createClient,
  createService,
  defineMethod,
  scopes,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rejection } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { read, testTransport } from "./transport-setup.js";

describe("printed warnings", () => {
  const fetch = () => scriptedFetch(json({}));
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const emitWarning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  beforeEach(() => {
    vi.clearAllMocks();
    vi.resetModules(); // each test is another process
  });
  afterEach(() => void vi.unstubAllGlobals());

  async function list(options: CreateClientOptions): Promise<void> {
    const { createClient } = await import("fourfold");
    await createClient({ fetch: fetch(), ...options })
      .warehouse.projects.list()
      .firstPage();
  }

  test("without onEvent, each rule warns once per path", async () => {
    const { createClient } = await import("fourfold");
    const { tables } = createClient({ fetch: fetch() }).warehouse;
    const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
    for (const typo of ["clustring", "clustring", "scema"]) {
      await tables.insert({ tableReference, [typo]: {} } as never);
    }
    expect(emitWarning.mock.calls.map(([message]) => message)).toEqual([
      expect.stringContaining('clustring: is not known; did you mean "clustering"?'),
      expect.stringContaining('scema: is not known; did you mean "schema"?'),
    ]);
  });

  test("a process prints at most 100 warnings", async () => {
    const { createClient } = await import("fourfold");
    const { tables } = createClient({ fetch: fetch() }).warehouse;
    const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
    const fields = Array.from({ length: 150 }, (_, index) => ({ name: `c${index}`, type: "STRING", descripton: "" }));
    await tables.insert({ tableReference, schema: { fields } } as never);
    expect(emitWarning).toHaveBeenCalledTimes(100);
  });

  test("without onEvent, each rule warns once per process", async () => {
    await list({ auth: { getApiKey: () => "an-api-key-of-mine" } });
    await list({ auth: { getApiKey: () => "an-api-key-of-mine" } });
    expect(emitWarning.mock.calls).toEqual([
      [
        "projects.list: auth: the service rejects API keys; use serviceAccount or bearer",
        "FourfoldWarning",
        "api-key-rejected",
      ],
    ]);
    expect(warn).not.toHaveBeenCalled();
  });

  test("without process, warnings go to the console", async () => {
    vi.stubGlobal("process", undefined);
    await list({ baseUrl: "http://api.test", headers: { authorization: "Bearer a-secret-token" } });
    expect(warn.mock.calls).toEqual([
      [
        "FourfoldWarning: projects.list: baseUrl: credentials are sent unencrypted to api.test; use https:// [unencrypted-credentials]",
      ],
    ]);
  });

  test("a warning of a rule is printed, and other events are not", async () => {
    const { createClient } = await import("fourfold");
    const client = createClient({ fetch: fetch() });
    await client.entities.search({ query: "ada", types: ["city"] });
    await client.warehouse.tables.get({ projectId: "p", datasetId: "d", tableId: "t" }); // drift
    expect(emitWarning).toHaveBeenCalledOnce();
    expect(emitWarning.mock.calls[0]?.slice(1)).toEqual(["FourfoldWarning", expect.stringMatching(/^[a-z-]+$/)]);
  });

  test("onEvent replaces the printed warnings", async () => {
    const events: ClientEvent[] = [];
    const { createClient } = await import("fourfold");
    const client = createClient({ fetch: fetch(), onEvent: (event) => events.push(event) });
    await client.entities.search({});
    expect(events.filter(({ type }) => type === "warning")).toHaveLength(1);
    expect(emitWarning).not.toHaveBeenCalled();
  });
});

const KEY = "an-api-key-of-a-user";
const REJECTED = {
  path: "auth",
  message: "the service rejects API keys; use serviceAccount or bearer",
  rule: "api-key-rejected",
};

/** Creates a client whose services return `{}`, with its warnings. */
function setUp(options: CreateClientOptions) {
  const events: ClientEvent[] = [];
  const fetch = async () => Response.json({});
  const client = createClient({ fetch, ...options, onEvent: (event) => events.push(event) });
  const warnings = () => events.flatMap((event) => (event.type === "warning" ? [event] : []));
  return { client, events, warnings };
}

async function callAll(client: ReturnType<typeof createClient>): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await client.warehouse.projects.list().firstPage();
    await client.entities.search({ query: "ada" });
    await client.environments.list({ projectId: "p", locationId: "l" }).firstPage();
  }
}

test("an API key for BigQuery or Cloud Composer causes one warning for each of these services", async () => {
  const { client, events, warnings } = setUp({ auth: apiKey(KEY) });
  await callAll(client);
  expect(warnings()).toEqual(
    ["projects.list", "environments.list"].map((methodName) =>
      expect.objectContaining({ type: "warning", methodName, method: "GET", issue: REJECTED }),
    ),
  );
  expect(JSON.stringify(events)).not.toContain(KEY);
});

test("the services that require scopes are those that reject API keys", async () => {
  for (const area of ["warehouse", "entities", "environments"] as const) {
    const { client, warnings } = setUp({ auth: { [area]: apiKey(KEY) } });
    await callAll(client);
    const needsScopes = JSON.stringify(scopes()[area]).includes("https://");
    expect(warnings(), area).toHaveLength(needsScopes ? 1 : 0);
  }
});

test("a key that is not sent causes no warning", async () => {
  const { client, warnings } = setUp({ auth: apiKey(KEY), headers: { authorization: "Bearer abc" } });
  await callAll(client);
  expect(warnings()).toEqual([]);
});

test("the sandbox rejects API keys for BigQuery and Cloud Composer, as the services do", async () => {
  const sandbox = createSandbox({ auth: true });
  const auth = apiKey(sandbox.entities.apiKey);
  const client = createClient({ ...sandbox.clientOptions, auth });
  expect(await client.entities.search({ query: "ada" })).toHaveProperty("itemListElement");
  const { warehouse, environments } = client;
  for (const call of [
    warehouse.projects.list().firstPage(),
    environments.get("projects/p/locations/l/environments/e"),
  ]) {
    expect(await rejection(call)).toMatchObject({ code: "unauthenticated", status: 401 });
  }
});

test.each<[host: string, isWarning: boolean]>([
  ["http://evil.test", true],
  ["http://127.0.0.1.evil.test", true],
  ["http://localhost.evil.test:8080", true],
  ["http://10.0.0.1", true],
  ["http://[::2]", true],
  ["http://localhost:8080", false],
  ["http://api.localhost", false],
  ["http://127.0.0.1", false],
  ["http://127.9.8.7:1", false],
  ["http://[::1]:8080", false],
  ["https://evil.test", false],
])("credentials for %s cause a warning: %s", async (baseUrl, isWarning) => {
  const { host } = new URL(baseUrl);
  for (const options of [
    { auth: bearer("a-token") },
    { auth: { entities: apiKey(KEY), warehouse: bearer("a-token") } },
    { headers: { "x-session-token": "a-secret" } },
    { headers: { authorization: "Bearer a-token" } },
  ]) {
    const { client, warnings } = setUp({ baseUrl, ...options });
    await callAll(client);
    const message = `credentials are sent unencrypted to ${host}; use https://`;
    const issue = { path: "baseUrl", message, rule: "unencrypted-credentials" };
    const issues = warnings().map((event) => JSON.stringify(event.issue));
    expect([...new Set(issues)]).toEqual(isWarning ? [JSON.stringify(issue)] : []);
  }
});

test("requests without credentials cause no warning", async () => {
  for (const options of [{}, { headers: { "x-trace": "1" } }]) {
    const { client, warnings } = setUp({ baseUrl: "http://evil.test", ...options });
    await callAll(client);
    expect(warnings()).toEqual([]);
  }
});

test("each client emits its own warning, before its first request, and once for several attempts", async () => {
  for (let clients = 0; clients < 2; clients += 1) {
    const fetch = scriptedFetch(json({}, { status: 503 }), json({}), json({}));
    const transport = testTransport({ baseUrl: "http://evil.test", auth: bearer("a-token"), fetch });
    await transport.send(read);
    await transport.send(read);
    const types = transport.events.map(({ type }) => type);
    expect(types).toEqual(["warning", "request", "response", "retry", "request", "response", "request", "response"]);
  }
});

test("a client of createService sends API keys without a warning", async () => {
  const events: ClientEvent[] = [];
  const fetch = async () => Response.json({});
  const service = createService({
    baseUrl: "https://a.test",
    auth: apiKey(KEY),
    fetch,
    onEvent: (event) => events.push(event),
  });
  await service.call(defineMethod({ name: "a.get", http: "GET /a" }), {});
  expect(events.map(({ type }) => type)).toEqual(["request", "response"]);
});

test("the path of a warning is the path of its request, with the path of the base URL", async () => {
  const events: ClientEvent[] = [];
  const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
  const options = { baseUrl: "https://proxy.test/google/", fetch: scriptedFetch(json({ tableReference })) };
  const { tables } = createClient({ ...options, onEvent: (event) => events.push(event) }).warehouse;
  await tables.insert({ tableReference, scema: {} } as never);
  const path = "/google/bigquery/v2/projects/p/datasets/d/tables";
  expect(events).toMatchObject([
    { type: "warning", path, issue: { path: "scema" } },
    { type: "request", path },
    { type: "response", path },
  ]);
});
