import { createClient, defineMethod } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";
import { ways } from "./ways.js";

const DatasetList = z.object({ datasets: z.array(z.object({ id: z.string() })).optional() });
const listDatasets = defineMethod({
  name: "datasets.list",
  http: "GET /{servicePath}/v2/projects/{projectId}/datasets",
  query: z.object({ filter: z.array(z.string()).optional(), all: z.boolean().optional() }),
  response: DatasetList,
  items: "datasets",
});
const runQuery = defineMethod({
  name: "jobs.query",
  http: "POST /{servicePath}/v2/projects/{projectId}/queries",
  body: z.object({ query: z.string() }),
});
const cancel = defineMethod({ name: "operations.cancel", http: "POST /v1beta1/{+name}:cancel" });

describe.each(ways)("sandbox.route through $way", ({ naming, names: { warehouse }, reach, isWhole }) => {
  test("passes decoded params, query, body and headers, and records the request", async () => {
    const { sandbox, client } = await reach();
    sandbox.route(listDatasets, ({ params, query, body, headers }) => ({
      datasets: [{ id: JSON.stringify([params, query, body ?? null, headers["x-team"]]) }],
    }));
    const input = { projectId: "a b:ü%2F", query: { filter: ["x y", "&"], all: true } };
    const { datasets } = await client.warehouse.call(listDatasets, input, { headers: { "x-team": "data" } });
    expect(JSON.parse(datasets?.[0]?.id ?? "")).toEqual([
      { projectId: "a b:ü%2F" },
      { filter: ["x y", "&"], all: "true" },
      null,
      "data",
    ]);
    expect(sandbox.requests).toMatchObject([
      {
        method: "GET",
        path: `/${warehouse}/v2/projects/a%20b%3A%C3%BC%252F/datasets`,
        query: { filter: ["x y", "&"], all: "true" },
      },
    ]);
    sandbox.route(runQuery, ({ body }) => ({ said: body.query }));
    expect(await client.warehouse.call(runQuery, { projectId: "p", body: { query: "SELECT 1" } })).toEqual({
      said: "SELECT 1",
    });
  });

  test("receives ids with encoded slashes, also beside other ids and several segments", async () => {
    const { sandbox, service } = await reach();
    const site = defineMethod({ name: "sites.get", http: "GET /sites/{site}/maps/{+path}:read", slashes: "encode" });
    sandbox.route(site, ({ params }) => params);
    for (const id of ["https://www.example.com/", "/", "a//b", "../x", "%2F/é 🦆"]) {
      const input = { site: id, path: "a b/c" };
      expect(await service.call(site, input)).toEqual(input);
    }
    expect(sandbox.requests[0]?.path).toBe("/sites/https%3A%2F%2Fwww.example.com%2F/maps/a%20b/c:read");
    for (const id of ["", ".", ".."]) {
      expect(await rejection(service.call(site, { site: id, path: "a" }))).toMatchObject({
        issues: [{ path: "site" }],
      });
    }
    expect(sandbox.requests).toHaveLength(5);
  });

  test("accepts JSON, undefined, a Response, or a promise of one", async () => {
    const { sandbox, client } = await reach();
    const results: unknown[] = [
      { a: 1 },
      null,
      undefined,
      Promise.resolve([1]),
      Response.json({ b: 2 }, { status: 201, headers: { "x-more": "1" } }),
      Promise.resolve(new Response(null, { status: 204 })),
    ];
    sandbox.route(runQuery, () => results.shift());
    const got: unknown[] = [];
    const statuses: number[] = [];
    while (results.length > 0) {
      const options = { onResponse: ({ status }: { status: number }) => void statuses.push(status) };
      got.push(await client.warehouse.call(runQuery, { projectId: "p", body: { query: "" } }, options));
    }
    expect(got).toEqual([{ a: 1 }, null, undefined, [1], { b: 2 }, undefined]);
    expect(statuses).toEqual([200, 200, 200, 200, 201, 204]);
  });

  if (!isWhole) return;

  test("accepts several segments, and literal text after a brace", async () => {
    const { sandbox, client } = await reach();
    sandbox.route(cancel, ({ params }) => params);
    const name = "projects/p/locations/l/operations/o p:x";
    expect(await client.environments.call(cancel, { name })).toEqual({ name });
  });

  test("an exception is a 500 that names the method, also one of the JSON or of the Response", async () => {
    const { sandbox, client } = await reach({ client: { retry: false } });
    const used = new Response("{}");
    await used.text();
    const handlers: (() => unknown)[] = [
      () => {
        throw new Error("no such project");
      },
      async () => Promise.reject("text"),
      () => ({ big: 1n }),
      () => used,
    ];
    for (const handler of handlers) {
      sandbox.route(runQuery, handler);
      const error = await rejection(client.warehouse.call(runQuery, { projectId: "p", body: { query: "" } }));
      expect(error).toMatchObject({ code: "server_error", status: 500 });
      expect((error as Error).message).toMatch(/: The handler of jobs\.query failed: \w/);
    }
    const failing = () => Response.json({ error: { code: 403, message: "no", errors: [] } }, { status: 403 });
    sandbox.route(runQuery, failing);
    expect(await rejection(client.warehouse.call(runQuery, { projectId: "p", body: { query: "" } }))).toMatchObject({
      code: "permission_denied",
      serviceMessage: "no",
    });
  });

  test("takes precedence over built-in routes and older routes", async () => {
    const { sandbox, client } = await reach();
    sandbox.warehouse.projects.add({ projectId: "real" });
    const projects = defineMethod({ name: "projects.list", http: "GET /{servicePath}/v2/projects" });
    sandbox.route(projects, () => ({ from: "first" }));
    sandbox.route(projects, () => ({ from: "second" }));
    expect(await client.warehouse.call(projects, {})).toEqual({ from: "second" });
    expect(await client.warehouse.projects.list().toArray({ limit: 5 })).toEqual([]);
  });

  test("a client from createService calls and lists routes", async () => {
    const { sandbox, service } = await reach({ sandbox: { auth: true, clock: createTestClock() } });
    const getTask = defineMethod({ name: "tasks.get", http: "GET /tasks/v1/lists/{list}/tasks/{task}" });
    sandbox.route(getTask, ({ params }) => params);
    sandbox.faults.next({ status: 503 });
    expect(await service.call(getTask, { list: "@default", task: "a b" })).toEqual({ list: "@default", task: "a b" });
    const listTasks = defineMethod({
      name: "tasks.list",
      http: "GET /tasks/v1/lists/{list}/tasks",
      response: z.object({ items: z.array(z.string()) }),
      items: "items",
    });
    sandbox.route(listTasks, ({ query }) =>
      query.pageToken === "2" ? { items: ["b"] } : { items: ["a"], nextPageToken: "2" },
    );
    expect(await service.list(listTasks, { list: "@default" }).toArray({ limit: 9 })).toEqual(["a", "b"]);
    expect(sandbox.requests).toHaveLength(4);
  });

  test("a route requires credentials, and faults apply to it", async () => {
    const { sandbox, client } = await reach({ sandbox: { auth: true, clock: createTestClock() } });
    sandbox.route(listDatasets, () => ({ datasets: [] }));
    sandbox.faults.next({ status: 503, match: { path: /datasets$/ } });
    expect(await client.warehouse.call(listDatasets, { projectId: "p" })).toEqual({ datasets: [] });
    expect(sandbox.requests).toHaveLength(2);
    const bare = sandbox.fetch(`/${warehouse}/v2/projects/p/datasets`);
    expect((await bare).status).toBe(401);
  });

  test("a POST is listed with its token in the body, and the items of a map are its entries", async () => {
    const { sandbox, service } = await reach();
    const listZones = defineMethod({
      name: "zones.search",
      http: "POST /zones:search",
      idempotent: true,
      body: z.object({ filter: z.string(), token: z.string().optional(), size: z.int().optional() }),
      response: z.looseObject({ zones: z.record(z.string(), z.object({ size: z.int() })).optional() }),
      paging: { items: "zones", tokenParam: "token", sizeParam: "size", in: "body" },
    });
    const pages = [{ a: { size: 1 }, b: { size: 2 } }, undefined, { c: { size: 3 } }];
    sandbox.route(listZones, ({ body }) => {
      const at = Number(body.token ?? 0);
      return { zones: pages[at], nextPageToken: at < 2 ? String(at + 1) : undefined };
    });
    const zones = () => service.list(listZones, { body: { filter: "x" } }, { maxResults: 2 }).toArray({ limit: 9 });
    const all = [
      ["a", { size: 1 }],
      ["b", { size: 2 }],
      ["c", { size: 3 }],
    ];
    expect(await zones()).toEqual(all);
    expect(sandbox.requests.map(({ body, query }) => [body, query])).toEqual([
      [{ filter: "x", size: 2 }, {}],
      [{ filter: "x", size: 2, token: "1" }, {}],
      [{ filter: "x", size: 2, token: "2" }, {}],
    ]);
    sandbox.faults.next({ status: 200, body: { nextPageToken: "1" }, times: 2 });
    expect(await rejection(zones())).toMatchObject({ code: "page_loop" });
  });

  test("reset keeps routes, and snapshots do not contain them", async () => {
    const { sandbox, client } = await reach();
    const before = sandbox.snapshot();
    sandbox.route(listDatasets, () => ({ datasets: [] }));
    expect(sandbox.snapshot()).toEqual(before);
    sandbox.reset();
    expect(sandbox.requests).toEqual([]);
    sandbox.restore(before);
    expect(await client.warehouse.call(listDatasets, { projectId: "p" })).toEqual({ datasets: [] });
    const other = createSandbox({ naming });
    other.restore(sandbox.snapshot());
    const { warehouse } = createClient(other.clientOptions);
    expect(await rejection(warehouse.call(listDatasets, { projectId: "p" }))).toMatchObject({ status: 404 });
  });
});
