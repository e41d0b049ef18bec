import {
  createClient,
  type Environment,
  type EnvironmentUpdate,
  isFourfoldError,
  parseEnvironmentUpdate,
  planEnvironmentUpdates,
  environmentUpdate as u,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

const name = "projects/p/locations/l/environments/e";
const labels = { team: "data" };
/** Values that look like plain objects, but are not. */
const others: [what: string, value: never][] = [
  ["Map", new Map([["team", "x"]])],
  ["URLSearchParams", new URLSearchParams("team=x")],
  ["Headers", new Headers({ team: "x" })],
  ["Promise; await it", Promise.resolve({ team: "x" })],
  ["list", [["team", "x"]]],
  ["Date", new Date()],
  [
    "Labels",
    new (class Labels {
      team = "x";
    })(),
  ],
].map(([what, value]) => [what as string, value as never]);

const issuesOf = (error: unknown) => {
  if (!isFourfoldError(error, "invalid_request")) throw error;
  return error.issues.map(({ path, message }) => `${path}: ${message}`);
};

/** Each place where a user passes a map or another object. */
const places: [path: string, use: (value: never) => unknown][] = [
  ["labels", (value) => u.labels(value)],
  ["labels", (value) => u.labels.replace(value)],
  ["config.softwareConfig.pypiPackages", (value) => u.pypiPackages(value)],
  ["config.softwareConfig.pypiPackages", (value) => u.pypiPackages.replace(value)],
  ["config.softwareConfig.airflowConfigOverrides", (value) => u.airflowConfigOverrides(value)],
  ["config.softwareConfig.airflowConfigOverrides", (value) => u.airflowConfigOverrides.replace(value)],
  ["config.softwareConfig.envVariables", (value) => u.envVariables.replace(value)],
  ["config.webServerNetworkAccessControl", (value) => u.webServerNetworkAccessControl(value)],
  ["config.softwareConfig.cloudDataLineageIntegration", (value) => u.cloudDataLineageIntegration(value)],
  ["config.maintenanceWindow", (value) => u.maintenanceWindow(value)],
  ["config.workloadsConfig", (value) => u.workloadsConfig(value)],
  ["config.workloadsConfig.scheduler", (value) => u.workloadsConfig({ scheduler: value })],
  ["environment", (value) => u.fromMask(["labels"], value)],
  ["labels", (value) => u.fromMask(["labels"], { labels: value })],
  ["environment", (value) => u.unlisted(["config.a"], value)],
  ["", (value) => parseEnvironmentUpdate(value)],
  ["environment", (value) => parseEnvironmentUpdate({ updateMask: "labels", environment: value })],
  ["current", (value) => parseEnvironmentUpdate({ updateMask: "labels" }, { current: value })],
  ["current", (value) => planEnvironmentUpdates(value, { labels })],
  ["desired", (value) => planEnvironmentUpdates({ labels }, value)],
  ["labels", (value) => planEnvironmentUpdates({ labels }, { labels: value })],
  ["config.workloadsConfig", (value) => planEnvironmentUpdates({}, { config: { workloadsConfig: value } })],
  ["config", (value) => planEnvironmentUpdates({}, { config: value })],
];

describe.each(others)("rejects a %s", (what, value) => {
  test.each(places)("at %j", (path, use) => {
    const issues = issuesOf(thrown(() => use(value)));
    expect(issues.filter((issue) => issue.startsWith(`${path}: `) || path === "")).toHaveLength(1);
    // A date in a body is sent as a string, so the error is about the string.
    if (what !== "Date" && !(what === "list" && path === "config")) expect(issues.join()).toContain(what);
  });

  test("in environments.patch and apply, and sends nothing", async () => {
    const sandbox = createSandbox();
    sandbox.environments.add({ name, labels });
    const { environments } = createClient(sandbox.clientOptions);
    const unchecked = createClient({ ...sandbox.clientOptions, validation: { requests: "off" } }).environments;
    const body = { updateMask: "labels", environment: { labels: value } } as unknown as EnvironmentUpdate;
    const calls = [
      () => environments.patch(name, value),
      () => environments.patch(name, body),
      () => environments.patch(name, u.labels(labels), { current: value }),
      () => environments.apply(name, [value]),
      () => environments.apply(name, [body]),
      () => environments.apply(name, what === "list" ? ([value] as never) : value),
      // A list and a date are JSON, which the service rejects.
      ...(what === "list" || what === "Date" ? [] : [() => unchecked.patch(name, body)]),
    ];
    for (const call of calls) expect(await rejection(call())).toMatchObject({ code: "invalid_request" });
    expect(sandbox.requests).toEqual([]);
    expect(sandbox.environments.add({ name: `${name}2`, labels })).toMatchObject({ labels });
    if (what !== "list")
      expect(thrown(() => sandbox.environments.add({ name: `${name}3`, labels: value }))).toBeDefined();
  });
});

test("rejects a Map in the current environment of a plan, which would seem to be empty", () => {
  const current = { labels: new Map([["old", "x"]]) } as never;
  expect(issuesOf(thrown(() => planEnvironmentUpdates(current, { labels })))).toEqual([
    "current.labels: must be a plain object or a list, got a Map; use Object.fromEntries",
  ]);
});

test("accepts objects without a prototype, and of JSON", () => {
  const map: Record<string, string> = Object.assign(Object.create(null), labels);
  expect(u.labels.replace(map)).toEqual(u.labels.replace(labels));
  expect(planEnvironmentUpdates(JSON.parse('{"labels":{"__proto__":"1"}}') as Environment, { labels: map })).toEqual([
    u.labels(labels),
  ]);
});

test("has a remedy for each kind of object", async () => {
  expect(issuesOf(thrown(() => u.labels.replace(new Map() as never)))).toEqual([
    "labels: must be a plain object, got a Map; use Object.fromEntries",
  ]);
  const { environments } = createClient(createSandbox().clientOptions);
  expect(issuesOf(thrown(() => planEnvironmentUpdates(Promise.resolve({}) as never, {})))).toEqual([
    "current: must be a plain object, got a Promise; await it",
  ]);
  expect(issuesOf(await rejection(environments.apply(name, Promise.resolve([]) as never)))).toEqual([
    "updates: must be a list of updates, got a Promise; await it",
  ]);
});

test.each([null, 5, "x", true, []])("options that are %j are a RequestError", async (options) => {
  const sandbox = createSandbox();
  sandbox.environments.add({ name, labels });
  const { environments } = createClient(sandbox.clientOptions);
  const handle = environments.operation("projects/p/locations/l/operations/o");
  for (const call of [
    () => environments.patch(name, u.labels(labels), options as never),
    () => environments.apply(name, [u.labels(labels)], options as never),
    () => handle.poll(options as never),
    () => handle.wait(options as never),
  ]) {
    expect(await rejection(call())).toMatchObject({ code: "invalid_request" });
  }
  expect(thrown(() => parseEnvironmentUpdate(u.labels(labels), options as never))).toMatchObject({
    code: "invalid_request",
  });
  expect(sandbox.requests).toEqual([]);
});

test("a hole in a list of paths or updates is reported", async () => {
  // biome-ignore lint/suspicious/noSparseArray: what is tested
  expect(issuesOf(thrown(() => u.fromMask([, "labels.a"] as never, {})))).toEqual([
    "updateMask: must contain paths as strings, got nothing",
  ]);
  const sandbox = createSandbox();
  sandbox.environments.add({ name });
  const { environments } = createClient(sandbox.clientOptions);
  // biome-ignore lint/suspicious/noSparseArray: what is tested
  const holes = [u.labels(labels), , u.labels(labels)] as never;
  expect(issuesOf(await rejection(environments.apply(name, holes)))).toEqual([
    "updates[1]: must be an object with updateMask and environment, got nothing",
  ]);
  expect(sandbox.requests).toEqual([]);
});

test("a body that is nested too deeply is a RequestError", () => {
  let deep: object = {};
  for (let level = 0; level < 20_000; level += 1) deep = { a: deep };
  for (const use of [
    () => u.fromMask(["labels"], { labels: deep } as never),
    () => u.unlisted(["config.a"], { config: { a: deep } }),
    () => planEnvironmentUpdates({}, { config: { workloadsConfig: deep } } as never),
    () => planEnvironmentUpdates(deep, { labels }),
  ]) {
    expect(thrown(use)).toMatchObject({ code: "invalid_request" });
  }
});

test.each(["labels", "config"])("a plan rejects bytes as %s, which cannot be frozen", (member) => {
  const error = thrown(() => planEnvironmentUpdates({ labels }, { [member]: new Uint8Array(2) } as never));
  expect(issuesOf(error)).toContain(`${member}: must be a plain object or a list, got a Uint8Array`);
});
