import type { ClientEvent, CreateClientOptions } from "fourfold";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

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
