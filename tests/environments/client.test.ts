import { defineMethod, planEnvironmentUpdates, type RequestError } from "fourfold";
import {
  createEnvironments,
  type EnvironmentsOptions,
  type EnvironmentUpdate,
  environmentMethods,
  environmentUpdate,
} from "fourfold/environments";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import { rejection, thrown } from "../support/rejection.js";
import { errorResponse, json, type Step, scriptedFetch, silent } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";

const name = "projects/p/locations/l/environments/e";
const done = { name: "projects/p/locations/l/operations/o", done: true, response: { name } };

function clientWith(options: Partial<EnvironmentsOptions> = {}, ...steps: readonly Step[]) {
  const fetch = scriptedFetch(...(steps.length === 0 ? [json(done)] : steps));
  const all = { baseUrl: "http://unreached.test", fetch, clock: createTestClock(), ...options };
  return { client: createEnvironments(all as EnvironmentsOptions), requests: fetch.requests };
}

test.each([undefined, null, {}, "labels", 5])("apply accepts only a list of updates, not %j", async (updates) => {
  const { client, requests } = clientWith();
  expect(await rejection(client.apply(name, updates as never))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "updates", message: expect.stringContaining("must be a list of updates") }],
  });
  expect(requests).toEqual([]);
});

test("apply reports all invalid updates before any is sent", async () => {
  const { client, requests } = clientWith();
  const wrong = [
    environmentUpdate.nodeCount(4),
    { updateMask: "config.nodeCount", environment: { config: { nodeCount: 2 } } },
    { updateMask: "", environment: {} },
    { updateMask: "labels", environment: { labels: null } },
    null,
  ];
  const error = await rejection(client.apply(name, wrong as EnvironmentUpdate[]));
  expect(error).toMatchObject({
    code: "invalid_request",
    issues: [
      { path: "updates[1].config.nodeCount" },
      { path: "updates[2].updateMask" },
      { path: "updates[3].labels", message: "must not be null; omit the map to clear it" },
      { path: "updates[4]" },
    ],
  });
  expect(requests).toEqual([]);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "1s"])(
  "an interval must be positive, not %s",
  async (pollIntervalMs) => {
    const { client, requests } = clientWith();
    const options = { pollIntervalMs: pollIntervalMs as number };
    const issues = [{ path: "pollIntervalMs", rule: "call-option" }];
    const calls = [client.apply(name, [], options), client.operation(done.name).wait(options)];
    for (const call of calls) expect(await rejection(call)).toMatchObject({ code: "invalid_request", issues });
    expect(requests).toEqual([]);
  },
);

test("sends updates unchanged if requests are not checked", async () => {
  const { client, requests } = clientWith({ validation: { requests: "off" } });
  const update = { updateMask: "config.nodeCount", environment: { config: { nodeCount: 1 } } } as EnvironmentUpdate;
  await client.patch(name, update);
  await client.apply(name, [update]);
  expect(requests.map(({ method }) => method)).toEqual(["PATCH", "PATCH", "GET"]);
  expect(await requests[0]?.json()).toEqual({ config: { nodeCount: 1 } });
});

test("undefined in a body is rejected even if requests are not checked, because the label would be deleted", async () => {
  const { client, requests } = clientWith({ validation: { requests: "off" } });
  for (const environment of [{ labels: undefined }, { labels: { team: undefined } }]) {
    const update = { updateMask: "labels", environment } as unknown as EnvironmentUpdate;
    const message = expect.stringContaining("must not be undefined");
    expect(await rejection(client.patch(name, update))).toMatchObject({ code: "invalid_request", message });
    expect(await rejection(client.apply(name, [update]))).toMatchObject({ code: "invalid_request", message });
  }
  expect(requests).toEqual([]);
});

test("an update with a warning is sent, and the warning is reported", async () => {
  const events: unknown[] = [];
  const { client, requests } = clientWith({
    rules: { "count-too-small": "warn" },
    onEvent: (event: unknown) => events.push(event),
  } as object);
  const update = { updateMask: "config.nodeCount", environment: { config: { nodeCount: 1 } } } as EnvironmentUpdate;
  await client.patch(name, update);
  expect(requests).toHaveLength(1);
  expect(events).toContainEqual(expect.objectContaining({ type: "warning", method: "PATCH" }));
});

test("apply ends with the reason of its signal, not with an error of the package", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const { client } = clientWith({}, json(done), silent);
  const applying = client.apply(name, [environmentUpdate.nodeCount(4), environmentUpdate.labels.clear()], {
    signal: controller.signal,
    onStep: ({ index, state }) => index === 0 && state === "done" && queueMicrotask(() => controller.abort(reason)),
  });
  expect(await rejection(applying)).toBe(reason);
});

test("apply stops if onStep rejects", async () => {
  const { client, requests } = clientWith({}, json(done), json(done));
  const reason = new Error("enough");
  const updates = [environmentUpdate.nodeCount(4), environmentUpdate.labels.clear()];
  const onStep = async ({ state }: { state: string }) => {
    if (state === "done") throw reason;
  };
  expect(await rejection(client.apply(name, updates, { onStep }))).toMatchObject({
    applied: [updates[0]],
    failed: [],
    remaining: [updates[1]],
    cause: reason,
  });
  expect(requests).toHaveLength(1);
});

test.each(["apply", "ensure"] as const)("%s reports the applied updates if the last read fails", async (method) => {
  const steps = method === "apply" ? [] : [json(current)];
  const { client } = clientWith({ retry: false }, ...steps, json(done), errorResponse(503));
  const update = environmentUpdate.labels.clear();
  const call = method === "apply" ? client.apply(name, [update]) : client.ensure(name, { labels: null });
  expect(await rejection(call)).toMatchObject({
    code: "apply_environment_failed",
    applied: [{ updateMask: "labels" }],
    failed: [],
    remaining: [],
    cause: { code: "unavailable" },
    message: expect.stringMatching(/^\[apply_environment_failed\] 1 of 1 updates were applied: \[unavailable\]/),
  });
});

test("wait rejects if onProgress rejects", async () => {
  const { client } = clientWith({}, json(done));
  const reason = new Error("enough");
  const onProgress = async () => Promise.reject(reason);
  expect(await rejection(client.operation(done.name).wait({ onProgress }))).toBe(reason);
});

test("enumerations may be numbers, although the sandbox answers with names", async () => {
  const numbers = { name, state: 2, mode: 1, config: { environmentSize: 1, resilienceMode: 1 } };
  const { client } = clientWith({ validation: { responses: "strict" } }, json(numbers));
  const current = await client.get(name);
  expect(current).toEqual(numbers);
  expect(planEnvironmentUpdates(current, { config: { environmentSize: "ENVIRONMENT_SIZE_SMALL" } })).toEqual([]);
  const sandbox = createSandbox();
  expect(sandbox.environments.add(numbers)).toMatchObject({ state: "RUNNING", mode: "DEVELOPMENT" });
  const other = { name: `${name}2`, state: true as never };
  expect(thrown(() => sandbox.environments.add(other))).toMatchObject({ issues: [{ path: "state" }] });
});

const current = { name, labels: { team: "data" }, config: { nodeCount: 3 } };
/** The verbs of requests, in order. */
const sent = (requests: readonly Request[]) => requests.map(({ method }) => method).join(" ");

test("ensure applies the plan, in the order of the plan", async () => {
  const after = { ...current, labels: {}, config: { nodeCount: 4 } };
  const between = { ...current, labels: {} };
  const { client, requests } = clientWith({}, json(current), json(done), json(between), json(done), json(after));
  const steps: unknown[] = [];
  const { environment, updates } = await client.ensure(
    name,
    { labels: null, config: { nodeCount: 4 } },
    { onStep: ({ index, total, state }) => state === "done" && steps.push([index, total]) },
  );
  expect(environment).toEqual(after);
  expect(updates).toEqual(planEnvironmentUpdates(current, { labels: null, config: { nodeCount: 4 } }));
  expect(sent(requests)).toBe("GET PATCH GET PATCH GET");
  expect(steps).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

test("ensure reports changes that the service ignored", async () => {
  const { client, requests } = clientWith({}, json(current), json(done), json(current));
  const { environment, updates, ignored } = await client.ensure(name, { labels: { team: "ops" } });
  expect(environment).toEqual(current);
  expect(updates.map(({ updateMask }) => updateMask)).toEqual(["labels.team"]);
  expect(ignored).toEqual([{ path: "labels.team", message: "the service ignored the change", rule: "change-ignored" }]);
  expect(sent(requests)).toBe("GET PATCH GET");
});

test("ensure uses the desired state as it was when it was called", async () => {
  const { client, requests } = clientWith({}, json(current), json(done), json({ ...current, labels: { team: "ops" } }));
  const desired = { labels: { team: "ops" } };
  const promise = client.ensure(name, desired);
  desired.labels.team = "other";
  await promise;
  expect(await requests[1]?.json()).toEqual({ labels: { team: "ops" } });
});

test.each<[what: string, name: unknown, desired: unknown, options: unknown, path: string]>([
  ["a name", "e", {}, undefined, "name"],
  ["a desired environment", name, [], undefined, "desired"],
  ["an option", name, {}, { attempts: 1 }, "attempts"],
  ["fields", name, {}, { query: { fields: "labels" } }, "query.fields"],
])("ensure rejects %s that is invalid before anything is sent", async (_, of, desired, options, path) => {
  const { client, requests } = clientWith();
  expect(await rejection(client.ensure(of as string, desired as object, options as object))).toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("environments.ensure: "),
    issues: [{ path }],
  });
  expect(requests).toEqual([]);
});

test("ensure reports changes that no update can make, and sends only the GET", async () => {
  const { client, requests } = clientWith({}, json(current));
  const error = await rejection(client.ensure(name, { config: { nodeCount: 2, nodeConfig: { location: "x" } } }));
  expect(error).toMatchObject({ code: "invalid_request", message: expect.stringContaining("environments.ensure: ") });
  expect(sent(requests)).toBe("GET");
});

test("list accepts a location or a method", async () => {
  const { client, requests } = clientWith({}, json({ environments: [{ name }], things: ["a"] }));
  expect(await client.list({ projectId: "p", locationId: "l" }).toArray({ limit: 1 })).toEqual([{ name }]);
  expect(await client.list(environmentMethods.list, { projectId: "p", locationId: "l" }).firstPage()).toHaveProperty(
    "environments",
  );
  const response = z.looseObject({ things: z.array(z.string()) });
  const things = defineMethod({ name: "things.list", http: "GET /things", response, items: "things" });
  expect(await client.list(things, {}).toArray({ limit: 1 })).toEqual(["a"]);
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
    "/v1beta1/projects/p/locations/l/environments",
    "/v1beta1/projects/p/locations/l/environments",
    "/things",
  ]);
});

test.each<[location: unknown, options: object, paths: string[]]>([
  [undefined, {}, ["reference"]],
  ["projects/p/locations/l", {}, ["reference"]],
  [{ projectId: "..", locationId: "a/b" }, {}, ["projectId", "locationId"]],
  [{ projectId: "p", locationId: "l" }, { maxResults: 0, pageSize: 5 }, ["maxResults", "pageSize"]],
  [{ projectId: "p", locationId: "l" }, { query: { pageSize: 5 } }, ["query.pageSize"]],
  [{ projectId: "p", locationId: "l" }, { query: { fields: "environments" } }, ["query.fields"]],
])("list rejects %j with %j before a request", async (location, options, paths) => {
  const { client, requests } = clientWith();
  const error = await rejection(client.list(location as never, options as never).firstPage());
  expect(error).toMatchObject({ code: "invalid_request", issues: expect.any(Array) });
  expect((error as RequestError).issues.map(({ path }) => path).sort()).toEqual([...paths].sort());
  expect(requests).toEqual([]);
});
