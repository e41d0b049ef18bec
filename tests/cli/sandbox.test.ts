import { createClient, googleNaming } from "fourfold";
import { expect, test } from "vitest";
import { startServer } from "../support/http-server.js";
import { createTerminal, fourfold } from "./fake-terminal.js";

test("serves a sandbox with something in it until it is stopped", async () => {
  const terminal = createTerminal();
  const ending = terminal.run("sandbox", "--port", "0");
  const [, url = ""] = await terminal.said(/^The sandbox listens on (\S+) \(Ctrl\+C stops it\)\.\n/);
  const client = createClient({ baseUrl: url });
  const projects = await client.warehouse.projects.list().toArray({ limit: 10 });
  expect(projects.map(({ friendlyName }) => friendlyName)).toEqual(["The shop", "Experiments"]);
  const places = (await terminal.said(/for a start:\n(.*?)\n\n/s))[1]?.split("\n") ?? [];
  expect(places).toHaveLength(4);
  for (const place of places) expect((await fetch(place.trim())).status, place).toBe(200);
  terminal.stop();
  expect((await ending).code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test("says of each request its method, path and status, and nothing else", async () => {
  const terminal = createTerminal();
  const ending = terminal.run("sandbox", "--empty", "--port", "0");
  const [, url = ""] = await terminal.said(/listens on (\S+)/);
  const headers = { authorization: "Bearer secret" };
  await fetch(`${url}/v1/entities:search?query=secret`, { headers });
  await fetch(`${url}/warehouse/v2/projects/%1b/datasets/d/tables?access_token=secret`, { method: "POST", body: "{}" });
  terminal.stop();
  const { out, err } = await ending;
  expect(out.split("\n\n")[1]).toBe(
    "GET /v1/entities:search 200\nPOST /warehouse/v2/projects/%1b/datasets/d/tables 400\n",
  );
  expect(out + err).not.toContain("secret");
});

test("speaks the names of another profile", async () => {
  const terminal = createTerminal();
  const ending = terminal.run("sandbox", "--naming", "google", "--port", "0");
  const [, baseUrl = ""] = await terminal.said(/It answers createClient\({ naming: googleNaming, baseUrl: "(\S+)" }\)/);
  const [, places = ""] = await terminal.said(/for a start:\n(.*?)\n\n/s);
  for (const place of places.split("\n")) expect((await fetch(place.trim())).status, place).toBe(200);
  const { warehouse } = createClient({ naming: googleNaming, baseUrl });
  const table = await warehouse.tables.get({ projectId: "shop", datasetId: "sales", tableId: "orders" });
  expect(table.kind).toBe("bigquery#table");
  terminal.stop();
  expect((await ending).code).toBe(0);
});

test("has no projects when it is to be empty", async () => {
  const terminal = createTerminal();
  const ending = terminal.run("sandbox", "--empty", "--port", "0");
  const [, url = ""] = await terminal.said(/listens on (\S+)/);
  expect(await createClient({ baseUrl: url }).warehouse.projects.list().toArray({ limit: 1 })).toEqual([]);
  terminal.stop();
  await ending;
});

test("says when a port is taken", async () => {
  const server = await startServer();
  const { port } = new URL(server.url);
  const { code, out, err } = await fourfold(["sandbox", "--port", port]);
  await server.close();
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe(`fourfold sandbox: port ${port}: it is taken; say another, or --port 0 for a free one\n`);
});
