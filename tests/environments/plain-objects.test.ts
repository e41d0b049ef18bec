import {
  createClient,
  type EnvironmentUpdate,
  isFourfoldError,
  parseEnvironmentUpdate,
  planEnvironmentUpdates,
  environmentUpdate as u,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

const name = "projects/p/locations/l/environments/e";
const labels = { team: "data" };

/** Values that look like plain objects, but are not. */
const others: [what: string, value: never][] = [
  ["Map", new Map([["team", "x"]]) as never],
  ["Promise; await it", Promise.resolve({ team: "x" }) as never],
  ["list", [["team", "x"]] as never],
];

const issuesOf = (error: unknown) => {
  if (!isFourfoldError(error, "invalid_request")) throw error;
  return error.issues.map(({ path, message }) => `${path}: ${message}`);
};

/** The ways in which a user passes a map or another object. */
const places: [path: string, use: (value: never) => unknown][] = [
  ["labels", (value) => u.labels(value)],
  ["config.softwareConfig.envVariables", (value) => u.envVariables.replace(value)],
  ["config.workloadsConfig.scheduler", (value) => u.workloadsConfig({ scheduler: value })],
  ["environment", (value) => u.fromMask(["labels"], value)],
  ["environment", (value) => u.unlisted(["config.a"], value)],
  ["environment", (value) => parseEnvironmentUpdate({ updateMask: "labels", environment: value })],
  ["current", (value) => planEnvironmentUpdates(value, { labels })],
  ["desired", (value) => planEnvironmentUpdates({ labels }, value)],
  ["config.workloadsConfig", (value) => planEnvironmentUpdates({}, { config: { workloadsConfig: value } })],
];

test.each(places)("rejects another kind of object at %j", (path, use) => {
  for (const [what, value] of others) {
    const issues = issuesOf(thrown(() => use(value)));
    expect(issues.filter((issue) => issue.startsWith(`${path}: `))).toHaveLength(1);
    expect(issues.join()).toContain(what);
  }
});

test.each(others)("environments.patch and apply reject a %s, and send nothing", async (_, value) => {
  const sandbox = createSandbox();
  sandbox.environments.add({ name, labels });
  const { environments } = createClient(sandbox.clientOptions);
  const body = { updateMask: "labels", environment: { labels: value } } as unknown as EnvironmentUpdate;
  const calls = [
    () => environments.patch(name, value),
    () => environments.patch(name, body),
    () => environments.patch(name, u.labels(labels), { current: value }),
    () => environments.apply(name, [body]),
  ];
  for (const call of calls) expect(await rejection(call())).toMatchObject({ code: "invalid_request" });
  expect(sandbox.requests).toEqual([]);
});

test("accepts objects without a prototype", () => {
  const map: Record<string, string> = Object.assign(Object.create(null), labels);
  expect(u.labels.replace(map)).toEqual(u.labels.replace(labels));
});

test("a hole in a list of paths or updates is reported", async () => {
  // biome-ignore lint/suspicious/noSparseArray: what is tested
  expect(issuesOf(thrown(() => u.fromMask([, "labels.a"] as never, {})))[0]).toMatch(/^updateMask: /);
  const { environments } = createClient(createSandbox().clientOptions);
  // biome-ignore lint/suspicious/noSparseArray: what is tested
  const holes = [u.labels(labels), , u.labels(labels)] as never;
  expect(issuesOf(await rejection(environments.apply(name, holes)))[0]).toMatch(/^updates\[1\]: /);
});
