import {
  bearer,
  type ClientEvent,
  type CreateClientOptions,
  createClient,
  createService,
  vendorNaming,
} from "fourfold";
import { createEntities } from "fourfold/entities";
import { createWarehouse } from "fourfold/warehouse";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ScriptedServer, startServer } from "./support/http-server.js";
import { thrown } from "./support/rejection.js";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

let server: ScriptedServer;
beforeEach(async () => {
  server = await startServer({ body: {} });
  vi.stubEnv("BIGQUERY_EMULATOR_HOST", server.url.replace("http://", ""));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

test("createClient and createWarehouse send requests to the emulator, without credentials", async () => {
  const auth = bearer("hunter22");
  for (const host of [server.url.replace("http://", ""), server.url, `${server.url}/`]) {
    vi.stubEnv("BIGQUERY_EMULATOR_HOST", host);
    for (const { projects } of [
      createClient({ emulator: true, auth }).warehouse,
      createWarehouse({ emulator: true, auth }),
    ]) {
      await projects.list().firstPage();
    }
  }
  expect(server.requests.map(({ url }) => url)).toEqual(Array(6).fill("/bigquery/v2/projects"));
  expect(JSON.stringify(server.requests)).not.toContain("hunter22");
});

test("the other areas of a client keep their address and their credentials", async () => {
  const fetch = scriptedFetch(json({}));
  const client = createClient({ emulator: true, auth: bearer("hunter22"), fetch });
  await client.environments.list({ projectId: "shop", locationId: "l" }).firstPage();
  await client.warehouse.projects.list().firstPage();
  expect(fetch.requests.map(({ url, headers }) => [new URL(url).hostname, headers.get("authorization")])).toEqual([
    ["composer.googleapis.com", "Bearer hunter22"],
    ["127.0.0.1", null],
  ]);
});

test("headers with credentials are not sent to the emulator; those without, and other areas, keep theirs", async () => {
  const fetch = scriptedFetch(json({}));
  const headers = { Authorization: "Bearer hunter22", Cookie: "session=hunter22", "x-team": "data" };
  const client = createClient({
    emulator: true,
    fetch,
    headers,
  });
  await client.environments.list({ projectId: "shop", locationId: "l" }).firstPage();
  const [other] = fetch.requests;
  expect(other?.headers.get("authorization")).toBe("Bearer hunter22");
  const table = { projectId: "shop", datasetId: "sales", tableId: "orders" };
  await client.warehouse.tables.get(table, { headers: { authorization: "Bearer hunter22 of the call" } });
  const sent = Object.fromEntries(fetch.requests[1]?.headers ?? []);
  expect(sent).toMatchObject({ "x-team": "data", accept: "application/json" });
  expect(JSON.stringify(sent)).not.toContain("hunter22");
});

test("without emulator: true, the variable has no effect", async () => {
  const fetch = scriptedFetch(json({}));
  for (const emulator of [undefined, false]) await createWarehouse({ fetch, emulator }).projects.list().firstPage();
  expect(fetch.requests.map(({ url }) => new URL(url).hostname)).toEqual(Array(2).fill("bigquery.googleapis.com"));
});

test.each(["", undefined, "a b", "localhost:9050?x", "me:hunter22@localhost", "ftp://localhost", "localhost:99999"])(
  "an emulator whose host is %j is rejected, and the value is not shown",
  (host) => {
    vi.stubEnv("BIGQUERY_EMULATOR_HOST", host);
    for (const create of [createClient, createWarehouse]) {
      const error = thrown(() => create({ emulator: true }));
      const message = 'must be the host of the emulator, such as "localhost:9050"';
      expect(error).toMatchObject({ issues: [{ path: "BIGQUERY_EMULATOR_HOST", message }] });
      expect(String(error)).not.toContain("hunter22");
    }
  },
);

test("a baseUrl with emulator, and an emulator of another service, are rejected with all other issues", () => {
  const issuesOf = (work: () => unknown) => Object(thrown(work)).issues;
  const baseUrl = {
    path: "baseUrl",
    message: expect.stringContaining("must be omitted, because BIGQUERY_EMULATOR_HOST"),
  };
  expect(issuesOf(() => createWarehouse({ emulator: true, baseUrl: "https://a.test", timeoutMs: 0 }))).toMatchObject([
    baseUrl,
    { path: "timeoutMs" },
  ]);
  expect(issuesOf(() => createClient({ emulator: true, baseUrl: { entities: "https://a.test" } }))).toMatchObject([
    baseUrl,
  ]);
  expect(issuesOf(() => createClient({ emulator: "yes" } as unknown as CreateClientOptions))).toMatchObject([
    { path: "emulator", message: 'must be true or false, got "yes"' },
  ]);
  // @ts-expect-error: only BigQuery has an emulator
  expect(issuesOf(() => createEntities({ emulator: true }))).toMatchObject([{ path: "emulator" }]);
  // @ts-expect-error: only BigQuery has an emulator
  expect(issuesOf(() => createService({ baseUrl: "https://a.test", emulator: true }))).toMatchObject([
    { path: "emulator", message: expect.stringContaining("is unknown") },
  ]);
});

test("an emulator that is not on this machine causes one warning for each client", async () => {
  const warningsAt = async (host: string) => {
    vi.stubEnv("BIGQUERY_EMULATOR_HOST", host);
    const events: ClientEvent[] = [];
    const { projects } = createWarehouse({
      emulator: true,
      fetch: scriptedFetch(json({})),
      onEvent: (event) => events.push(event),
    });
    await projects.list().firstPage();
    await projects.list().firstPage();
    return events.flatMap((event) => (event.type === "warning" ? [event.issue] : []));
  };
  expect(await warningsAt("localhost:9050")).toEqual([]);
  expect(await warningsAt("https://emulator.test:9050/base")).toEqual([
    {
      path: "BIGQUERY_EMULATOR_HOST",
      message: "requests are sent to emulator.test:9050, which is not on this machine; check that it is an emulator",
      rule: "emulator-host",
    },
  ]);
});

test("an emulator can be used with another naming profile", async () => {
  await createWarehouse({ emulator: true, naming: vendorNaming }).projects.list().firstPage();
  expect(server.requests[0]?.url).toBe("/warehouse/v2/projects");
});
