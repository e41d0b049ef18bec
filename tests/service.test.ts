import {
  apiKey,
  bearer,
  type ClientEvent,
  createService,
  defineMethod,
  entityMethods,
  environmentMethods,
  googleNaming,
  type ServiceOptions,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import { rejection, thrown } from "./support/rejection.js";
import { errorResponse, json, type Step, scriptedFetch } from "./support/scripted-fetch.js";
import { createTestClock } from "./support/test-clock.js";

const Task = z.looseObject({ id: z.string(), biglakeConfiguration: z.optional(z.string()) });
const getTask = defineMethod({ name: "tasks.get", http: "GET /tasks/v1/tasks/{task}", response: Task });
const insertTask = defineMethod({
  name: "tasks.insert",
  http: "POST /tasks/v1/tasks",
  body: z.looseObject({ title: z.string() }),
  response: Task,
});
const listTasks = defineMethod({
  name: "tasks.list",
  http: "GET /tasks/v1/tasks",
  response: z.looseObject({ items: z.optional(z.array(Task)) }),
  items: "items",
});

function reach(steps: readonly Step[], options: Partial<ServiceOptions> = {}) {
  const fetch = scriptedFetch(...steps);
  const events: ClientEvent[] = [];
  const clock = createTestClock();
  const onEvent = (event: ClientEvent) => void events.push(event);
  const service = createService({ baseUrl: "https://tasks.test", fetch, clock, onEvent, ...options });
  return { service, fetch, events, clock };
}

test("sends a method to the base address, and returns the output of its schema", async () => {
  const { service, fetch } = reach([json({ id: "a", later: 1 })], { baseUrl: "https://tasks.test/base/" });
  expect(await service.call(getTask, { task: "a b" })).toEqual({ id: "a", later: 1 });
  expect(fetch.requests[0]?.url).toBe("https://tasks.test/base/tasks/v1/tasks/a%20b");
});

test("names in bodies never change, whatever the profile", async () => {
  const names = { vendorLakeConfiguration: "VENDOR_TABLE", biglakeConfiguration: "BIGTABLE" };
  for (const naming of [undefined, googleNaming, vendorNaming]) {
    const { service, fetch } = reach([json({ id: "a", ...names })], { naming });
    expect(await service.call(insertTask, { body: { title: "t", ...names } })).toEqual({ id: "a", ...names });
    expect(await fetch.requests[0]?.json()).toEqual({ title: "t", ...names });
  }
});

test("auth: a token is renewed after a 401, and a key is a query parameter", async () => {
  const tokens = ["first", "second"];
  const { service, fetch } = reach([errorResponse(401), json({ id: "a" })], { auth: bearer(() => tokens.shift()) });
  await service.call(getTask, { task: "a" });
  expect(fetch.requests.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer first", "Bearer second"]);
  const keyed = reach([json({ id: "a" })], { auth: apiKey("k") });
  await keyed.service.call(getTask, { task: "a" });
  expect(keyed.fetch.requests[0]?.url).toBe("https://tasks.test/tasks/v1/tasks/a?key=k");
  const error = await rejection(reach([errorResponse(401)]).service.call(getTask, { task: "a" }));
  expect(String(error)).toContain('(the client has no "auth")');
});

test("deadlineMs bounds a call, and a list with all its pages", async () => {
  const clock = createTestClock();
  const late: Step = () => {
    clock.advance(30);
    return Response.json({ id: "a", items: [{ id: "a" }], nextPageToken: String(clock.now()) });
  };
  const { service } = reach([late], { clock, deadlineMs: 50 });
  expect(await service.call(getTask, { task: "a" })).toMatchObject({ id: "a" });
  expect(await rejection(service.list(listTasks, {}).toArray({ limit: 9 }))).toMatchObject({ code: "deadline" });
});

test("createService(sandbox.clientOptions) calls the routes of a sandbox", async () => {
  for (const naming of [googleNaming, vendorNaming]) {
    const sandbox = createSandbox({ naming, auth: true });
    sandbox.route(getTask, ({ params }) => ({ id: params.task }));
    const service = createService(sandbox.clientOptions);
    expect(await service.call(getTask, { task: "a" })).toEqual({ id: "a" });
    sandbox.route(getTask, () => Response.json({ id: 5 }));
    expect(await rejection(service.call(getTask, { task: "a" }))).toMatchObject({ code: "invalid_response" });
  }
});

test("methods of this package are called with the names of the spec; BigQuery's need its client", async () => {
  const { service, fetch } = reach([json({ config: {} })]);
  const environment = { projectId: "p", locationId: "l", environmentId: "e" };
  expect(await service.call(environmentMethods.get, environment)).toEqual({ config: {} });
  expect(fetch.requests[0]?.url).toBe("https://tasks.test/v1beta1/projects/p/locations/l/environments/e");
  await service.call(entityMethods.search, { query: { query: "ada" } });
  const method = defineMethod({ name: "datasets.get", http: "GET /{servicePath}/v2/datasets/{id}" });
  expect(String(await rejection(service.call(method, { id: "x" })))).toContain("{servicePath}");
});

test.each<[what: string, options: unknown, path: string, message: string]>([
  ["no options", undefined, "baseUrl", 'is required, such as "https://tasks.googleapis.com"'],
  ["no address", {}, "baseUrl", 'is required, such as "https://tasks.googleapis.com"'],
  ["an address without a scheme", { baseUrl: "hunter22.test" }, "baseUrl", "must be an absolute URL"],
  ["credentials in the address", { baseUrl: "https://me:hunter22@a.test" }, "baseUrl", "must not contain credentials"],
  ["an address per area", { baseUrl: { warehouse: "https://a.test" } }, "baseUrl", "must be an absolute URL"],
  ["credentials per area", { auth: { warehouse: apiKey("hunter22") } }, "auth", "must be created by"],
  ["a token in place of a provider", { auth: "hunter22" }, "auth", "must be created by"],
  ["rules", { rules: { "field-mode": "off" } }, "rules", "is unknown; known names are timeoutMs"],
  ["a misspelt option", { timeoutMS: 5 }, "timeoutMS", "is unknown; known names are timeoutMs, deadlineMs, retry"],
  ["a value that is not a profile", { naming: "google" }, "naming", "must be googleNaming or vendorNaming"],
  ["an address in place of options", "https://me:hunter22@a.test", "", "must be an object of options, got a string"],
])("rejects %s", (_, options, path, message) => {
  const isPlain = typeof options === "object" && options !== null;
  const given = isPlain && path !== "baseUrl" ? { baseUrl: "https://a.test", ...options } : options;
  const error = thrown(() => createService(given as never));
  const issues = [{ path, message: expect.stringContaining(message) }];
  expect(error).toMatchObject({ code: "invalid_request", issues });
  expect(String(error)).toContain("[invalid_request] createService: ");
  expect(String(error)).not.toContain("hunter22");
});
