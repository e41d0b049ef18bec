import { createClient, defineMethod, environmentUpdate, isFourfoldError } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import { rejection } from "../support/rejection.js";
import { json, type Step, scriptedFetch, text } from "../support/scripted-fetch.js";

/** JSON text that is nested this deep. */
const LEVELS = 20_000;
const deepText = (open: string, close: string) => `${open.repeat(LEVELS)}1${close.repeat(LEVELS)}`;
const deepList: unknown = JSON.parse(deepText("[", "]"));
const deepObject: unknown = JSON.parse(deepText('{"a":', "}"));

const table = { projectId: "p", datasetId: "d", tableId: "t" };
const name = "projects/p/locations/l/environments/e";
const operation = "projects/p/locations/l/operations/o";
const put = defineMethod({ name: "things.put", http: "PUT /things", body: z.unknown() });

const raw = (body: string, status = 200) => text(body, { status });
const reach = (...steps: readonly Step[]) =>
  createClient({ baseUrl: "https://service.test", fetch: scriptedFetch(...steps), retry: false });

test.each<[what: string, call: () => unknown]>([
  ["a body of call", () => reach(json({})).warehouse.call(put, { body: deepList })],
  ["a table", () => reach(json({})).warehouse.tables.insert({ tableReference: table, labels: deepObject as never })],
  ["a search", () => reach(json({})).entities.search({ ids: deepList } as never)],
  ["an unlisted update", () => environmentUpdate.unlisted(["config.a"], { config: { a: deepObject } } as never)],
  ["options", () => reach(json({})).warehouse.tables.get(table, { query: { a: deepObject } } as never)],
])("%s that is nested too deeply is a RequestError", async (_, call) => {
  const error = await rejection((async () => call())());
  expect(error).toMatchObject({ code: "invalid_request" });
});

test("a failed operation with details that are nested too deeply is an OperationError", async () => {
  const failed = `{"name":"${operation}","done":true,"error":{"code":9,"message":"no","details":${deepText("[", "]")}}}`;
  const error = await rejection(reach(raw(failed)).environments.operation(operation).wait());
  expect(error).toMatchObject({ code: "operation_failed", operation: { error: { code: 9, message: "no" } } });
  expect(() => JSON.stringify(error)).not.toThrow();
});

test("an error response that is nested too deeply is an ApiError with its message", async () => {
  const body = `{"error":{"code":400,"message":"no","errors":${deepText("[", "]")},"details":[${deepText('{"a":', "}")}]}}`;
  const error = await rejection(reach(raw(body, 400)).warehouse.tables.get(table));
  expect(error).toMatchObject({ code: "bad_request", serviceMessage: "no" });
  expect(() => JSON.stringify(error)).not.toThrow();
});

test.each([
  ["/bigquery/v2/projects/p/datasets/d/tables", "POST"],
  ["/bigquery/v2/projects/p/datasets/d/tables/t", "PATCH"],
  [`/v1beta1/${name}?updateMask=labels`, "PATCH"],
  ["/things", "PUT"],
])("the sandbox rejects a body that is nested too deeply with a 400: %s", async (path, method) => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference: table });
  sandbox.environments.add({ name });
  sandbox.route(put, ({ body }) => body);
  for (const body of [deepText("[", "]"), deepText('{"a":', "}"), `{"labels":${deepText('{"a":', "}")}}`]) {
    const response = await sandbox.fetch(path, { method, body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("nested");
  }
});

test("every other response that is nested too deeply is returned, or is an error of this package", async () => {
  for (const deep of [deepText("[", "]"), deepText('{"a":', "}"), `{"tables":${deepText("[", "]")}}`]) {
    const { warehouse, entities, environments } = reach(raw(deep));
    const calls = [
      warehouse.tables.get(table),
      warehouse.tables.list(table).firstPage(),
      entities.search({ query: "a" }),
      environments.get(name),
      environments.operation(operation).poll(),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      if (outcome.status === "rejected") expect(isFourfoldError(outcome.reason)).toBe(true);
    }
  }
});
