import { get } from "node:http";
import { createClient, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { serve } from "../../src/cli/serve.js";
import { startServer } from "../support/http-server.js";
import { createTerminal, fourfold } from "./fake-terminal.js";

test("starts without projects and environments, and prints addresses that exist", async () => {
  const terminal = createTerminal();
  const ending = terminal.run("sandbox", "--port", "0");
  const [, baseUrl = ""] = await terminal.said(/listens on (\S+)/);
  const { warehouse, environments } = createClient({ baseUrl });
  expect(await warehouse.projects.list().toArray({ limit: 10 })).toEqual([]);
  const place = { projectId: "shop", locationId: "europe-west1" };
  expect(await environments.list(place).toArray({ limit: 10 })).toEqual([]);
  const urls = (await terminal.said(/or try:\n(.*?)\n\n/s))[1]?.split("\n") ?? [];
  expect(urls).toHaveLength(2);
  for (const printed of urls) expect((await fetch(printed.trim())).status, printed).toBe(200);
  terminal.stop();
  expect((await ending).code).toBe(0);
});

test("--demo cannot be combined with --seed", async () => {
  expect(await fourfold(["sandbox", "--demo", "--seed", "a.json"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("fourfold sandbox: --demo cannot be combined with --seed\n"),
  });
});

test("--demo serves demo data until it is stopped", async () => {
  const terminal = createTerminal();
  const ending = terminal.run("sandbox", "--demo", "--port", "0");
  const [, url = ""] = await terminal.said(/^The sandbox listens on (\S+) \(Ctrl\+C stops it\)\.\n/);
  const client = createClient({ baseUrl: url });
  const projects = await client.warehouse.projects.list().toArray({ limit: 10 });
  expect(projects.map(({ friendlyName }) => friendlyName)).toEqual(["The shop", "Experiments"]);
  const urls = (await terminal.said(/or try:\n(.*?)\n\n/s))[1]?.split("\n") ?? [];
  expect(urls).toHaveLength(4);
  for (const printed of urls) expect((await fetch(printed.trim())).status, printed).toBe(200);
  terminal.stop();
  expect((await ending).code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test("logs only method, path and status of each request", async () => {
  const terminal = createTerminal();
  const ending = terminal.run("sandbox", "--port", "0");
  const [, url = ""] = await terminal.said(/listens on (\S+)/);
  const headers = { authorization: "Bearer secret" };
  await fetch(`${url}/v1/entities:search?query=secret`, { headers });
  await fetch(`${url}/bigquery/v2/projects/%1b/datasets/d/tables?access_token=secret`, { method: "POST", body: "{}" });
  terminal.stop();
  const { out, err } = await ending;
  expect(out.split("\n\n")[1]).toBe(
    "GET /v1/entities:search 200\nPOST /bigquery/v2/projects/%1b/datasets/d/tables 400\n",
  );
  expect(out + err).not.toContain("secret");
});

test("a sandbox that a command serves keeps no requests, which would fill the memory", async () => {
  const sandbox = createSandbox();
  const { terminal, said, stop } = createTerminal();
  const ending = serve(sandbox, sandbox.fetch, 0, terminal, (url) => [`url: ${url}`]);
  const [, url = ""] = await said(/url: (\S+)/);
  for (const body of ["{}", "no JSON"]) await fetch(`${url}/v1/entities:search`, { method: "POST", body });
  expect(sandbox.requests).toEqual([]);
  await sandbox.fetch("/v1/entities:search?query=Berlin");
  expect(sandbox.requests).toHaveLength(1);
  stop();
  await ending;
});

test("can be stopped as soon as it prints its address", async () => {
  const sandbox = createSandbox();
  const { terminal, output, stop } = createTerminal();
  let printed: string | undefined;
  const stopped = () => {
    printed = output();
    return terminal.stopped();
  };
  const ending = serve(sandbox, sandbox.fetch, 0, { ...terminal, stopped }, (url) => [url]);
  stop();
  await ending;
  expect(printed).toBe("");
});

test("uses the names of another profile", async () => {
  const terminal = createTerminal();
  const ending = terminal.run("sandbox", "--demo", "--naming", "vendor", "--port", "0");
  const [, baseUrl = ""] = await terminal.said(
    /Connect with createClient\({ naming: vendorNaming, baseUrl: "(\S+)" }\)/,
  );
  const [, places = ""] = await terminal.said(/or try:\n(.*?)\n\n/s);
  for (const place of places.split("\n")) expect((await fetch(place.trim())).status, place).toBe(200);
  const { warehouse } = createClient({ naming: vendorNaming, baseUrl });
  const table = await warehouse.tables.get({ projectId: "shop", datasetId: "sales", tableId: "orders" });
  expect(table.kind).toBe("warehouse#table");
  terminal.stop();
  expect((await ending).code).toBe(0);
});

test("does not let pages of other origins read responses", async () => {
  const terminal = createTerminal();
  const ending = terminal.run("sandbox", "--port", "0");
  const [, url = ""] = await terminal.said(/listens on (\S+)/);
  expect((await fetch(`${url}/nowhere`)).headers.get("access-control-allow-origin")).toBeNull();
  terminal.stop();
  await ending;
});

test.each(["sandbox", "gateway"])("%s rejects requests that name another host", async (command) => {
  const files = { "api.json": '{ "swagger": "2.0", "paths": {} }' };
  const terminal = createTerminal({ files });
  const flags = command === "gateway" ? ["api.json", "--backend", "http://127.0.0.1:9"] : [];
  const ending = terminal.run(command, ...flags, "--port", "0");
  const [, url = ""] = await terminal.said(/listens on (\S+)/);
  const statuses = ["evil.test", "localhost/open?", "localhost"].map((host) => statusOf(url, { host }));
  expect(await Promise.all(statuses)).toEqual([403, 400, command === "gateway" ? 503 : 404]);
  terminal.stop();
  await ending;
});

/** The status of the response to a request with its own `Host`, which `fetch` cannot send. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

test("fails if the port is already in use", async () => {
  const server = await startServer();
  const { port } = new URL(server.url);
  const { code, out, err } = await fourfold(["sandbox", "--port", port]);
  await server.close();
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe(`fourfold sandbox: port ${port}: already in use; use another port, or --port 0 for a free one\n`);
});

const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const fields = [{ name: "id", type: "INTEGER", mode: "REQUIRED" }];

/** Serves a sandbox with seed files, and returns what `look` reads from it. */
async function seeded<T>(
  files: Readonly<Record<string, unknown>>,
  look: (client: ReturnType<typeof createClient>, url: string) => Promise<T>,
): Promise<T> {
  const texts = Object.entries(files).map(([name, data]) => [name, JSON.stringify(data)] as const);
  const stdin = texts.find(([name]) => name === "-")?.[1] ?? "";
  const terminal = createTerminal({ files: Object.fromEntries(texts), stdin });
  const seeds = Object.keys(files).flatMap((name) => ["--seed", name]);
  const ending = terminal.run("sandbox", "--port", "0", ...seeds);
  const failed = ending.then(({ err }) => Promise.reject(new Error(err)));
  const [, baseUrl = ""] = await Promise.race([terminal.said(/listens on (\S+)/), failed]);
  try {
    return await look(createClient({ baseUrl }), baseUrl);
  } finally {
    terminal.stop();
    failed.catch(() => undefined);
    await ending;
  }
}

const projectIds = async ({ warehouse }: ReturnType<typeof createClient>) =>
  (await warehouse.projects.list().toArray({ limit: 10 })).map(({ id }) => id);

test("--seed loads tables in the form of insert and of get, from several files and standard input", async () => {
  const source = createSandbox();
  const read = source.warehouse.tables.add({ tableReference: orders, schema: { fields }, numRows: 7 });
  const customers = { ...orders, tableId: "customers" };
  const visits = { projectId: "web", datasetId: "logs", tableId: "visits" };
  const files = { "tables.json": [read, { tableReference: customers }], "-": { tableReference: visits } };
  await seeded(files, async (client, url) => {
    expect(await projectIds(client)).toEqual(["shop", "web"]);
    expect(await client.warehouse.tables.get(orders)).toMatchObject({ numRows: "7", schema: { fields } });
    for (const reference of [customers, visits]) await client.warehouse.tables.get(reference);
    expect((await fetch(`${url}/bigquery/v2/projects/shop/datasets/sales/tables/orders`)).status).toBe(200);
  });
});

test("--seed prints addresses that exist", async () => {
  const terminal = createTerminal({ files: { "orders.json": JSON.stringify({ tableReference: orders }) } });
  const ending = terminal.run("sandbox", "--port", "0", "--seed", "orders.json");
  const urls = (await terminal.said(/or try:\n(.*?)\n\n/s))[1]?.split("\n") ?? [];
  expect(urls).toHaveLength(2);
  for (const printed of urls) expect((await fetch(printed.trim())).status, printed).toBe(200);
  terminal.stop();
  await ending;
});

test("--seed accepts a table with Google's names, including its kind", async () => {
  const table = {
    tableReference: orders,
    externalDataConfiguration: {
      sourceFormat: "GOOGLE_SHEETS",
      sourceUris: ["https://docs.google.com/spreadsheets/d/1"],
      googleSheetsOptions: { skipLeadingRows: "1" },
    },
  };
  const { externalDataConfiguration } = await seeded(
    { "t.json": { kind: "bigquery#table", ...table } },
    ({ warehouse }) => warehouse.tables.get(orders),
  );
  expect(externalDataConfiguration).toMatchObject(table.externalDataConfiguration);
});

test("reports all problems of a seed file, with their paths", async () => {
  const table = { tableReference: orders };
  const wrong = { tableReference: { ...orders, tableId: "b" }, labels: 5, description: 5 };
  const stdin = JSON.stringify([table, table, wrong]);
  const { code, out, err } = await fourfold(["sandbox", "--seed", "-"], { stdin });
  expect([code, out]).toEqual([1, ""]);
  expect(err.split("\n")).toEqual([
    "fourfold sandbox: 3 problems",
    expect.stringMatching(/^ {2}standard input\[1\]: tableReference\.tableId: shop\.sales\.orders already exists/),
    expect.stringMatching(/^ {2}standard input\[2\]: description: /),
    expect.stringMatching(/^ {2}standard input\[2\]: labels: /),
    "",
  ]);
});

test.each([
  ["{", /^fourfold sandbox: seed\.json is not valid JSON: /],
  ["\ufeff\n", /^fourfold sandbox: seed\.json is empty; pass a JSON file\n/],
  ["[{}]", /^fourfold sandbox: seed\.json\[0\]: tableReference: /],
])("rejects the seed file %j", async (text, message) => {
  const { code, err } = await fourfold(["sandbox", "--seed", "seed.json"], { files: { "seed.json": text } });
  expect([code, err]).toEqual([1, expect.stringMatching(message)]);
});

test("writes paths of a seed file in the names of the profile", async () => {
  const table = {
    tableReference: orders,
    externalDataConfiguration: {
      sourceFormat: "GOOGLE_SHEETS",
      sourceUris: ["https://docs.google.com/spreadsheets/d/1"],
      googleSheetsOptions: 5,
    },
  };
  const { err } = await fourfold(["sandbox", "--seed", "-"], { stdin: JSON.stringify(table) });
  expect(err).toMatch(/^fourfold sandbox: standard input: externalDataConfiguration\.googleSheetsOptions: /);
});
