import {
  createClient,
  type Environment,
  type EnvironmentUpdate,
  environmentUpdate,
  googleNaming,
  type Naming,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../../support/rejection.js";
import { createTestClock } from "../../support/test-clock.js";

const name = "projects/p/locations/l/environments/e";
const software = (softwareConfig: object, config: object = {}) => ({ config: { ...config, softwareConfig } });
const counts = (nodeCount: number, schedulerCount: number) => software({ schedulerCount }, { nodeCount });
const image = (imageVersion: string) => software({ imageVersion });
const IMAGE = "config.softwareConfig.imageVersion";
const SCHEDULERS = "config.softwareConfig.schedulerCount";

/** A sandbox with one environment, and a function that sends updates without the client's checks. */
function start(environment: Environment, naming: Naming = vendorNaming) {
  const sandbox = createSandbox({ naming, clock: createTestClock(), operationMs: 1 });
  sandbox.environments.add({ ...environment, name });
  const { environments } = createClient({ ...sandbox.clientOptions, validation: { requests: "off" } });
  return async (updateMask: string, body: object) => {
    const update = { updateMask, environment: body } as unknown as EnvironmentUpdate; // what a client without types sends
    return (await environments.patch(name, update)).wait();
  };
}

const refused: [current: Environment, updateMask: string, body: object][] = [
  [counts(5, 2), SCHEDULERS, counts(100, 50)],
  [counts(5, 5), "config.nodeCount", counts(3, 1)],
  [image("product-1-engine-2"), IMAGE, image("product-2.0.0-engine-1.0.0")],
  [image("product-1-engine-2"), IMAGE, image("product-2-engine-2")],
  [image("product-1-engine-2"), IMAGE, image("product-1-engine-1")],
  [image("product-1-engine-2"), IMAGE, image("product-latest-engine-2")],
  [image("product-1-engine-2"), "config.workloadsConfig", { config: { workloadsConfig: {} } }],
  [image("product-2-engine-2"), "config.nodeCount", { config: { nodeCount: 4 } }],
  [{}, "create_time", { name: "other" }],
  [{}, "state", { name: "other" }],
];

test.each(refused)("an environment %j rejects the mask %s with %j", async (current, updateMask, body) => {
  expect(await rejection(start(current)(updateMask, body))).toMatchObject({ code: "bad_request", status: 400 });
});

test.each<[current: Environment, updateMask: string, body: object]>([
  [image("product-1.20.12-engine-2.4.3"), "labels", { labels: {}, ...image("product-1.0.0-engine-1.0.0") }],
  [
    image("product-1.20.12-engine-2.4.3"),
    "config.nodeCount",
    software({ imageVersion: "product-1.0.0-engine-1.0.0" }, { nodeCount: 4 }),
  ],
  [counts(5, 2), SCHEDULERS, counts(1, 5)],
  [image("product-1-engine-2"), IMAGE, image("product-1.20.12-engine-2.4.3")],
  [image("product-latest-engine-2"), "config.workloadsConfig", { config: { workloadsConfig: {} } }],
])("an environment %j ignores fields outside the mask: %s with %j", async (current, updateMask, body) => {
  expect(await start(current)(updateMask, body)).toMatchObject({ name });
});

test("an operation that takes no time has ended in the response, and the environment is running", async () => {
  const sandbox = createSandbox({ clock: createTestClock(), operationMs: 0 });
  sandbox.environments.add({ name, labels: { team: "data" } });
  const { environments } = createClient(sandbox.clientOptions);
  for (const team of ["ops", "data"]) {
    const operation = await environments.patch(name, environmentUpdate.labels({ team }));
    expect(operation.operation).toMatchObject({ done: true, response: { labels: { team } } });
    expect(await environments.get(name)).toMatchObject({ state: "RUNNING", labels: { team } });
  }
});

test("an operation is pending, then runs, then has succeeded, and its response has no state", async () => {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock, operationMs: 1_000 });
  sandbox.environments.add({ name });
  const { environments } = createClient(sandbox.clientOptions);
  const operation = await environments.patch(name, environmentUpdate.labels({ team: "data" }));
  expect(operation.operation?.metadata).toMatchObject({ state: "PENDING" });
  expect((await operation.poll()).metadata).toMatchObject({ state: "RUNNING" });
  clock.advance(1_000);
  const { metadata, response } = await operation.poll();
  expect(metadata).toMatchObject({ state: "SUCCEEDED" });
  expect(response).toMatchObject({ name, labels: { team: "data" } });
  expect(response).not.toHaveProperty("state");
});

test("the error of a missing environment names it, and has no details", async () => {
  const { environments } = createClient(createSandbox({ clock: createTestClock() }).clientOptions);
  const message = `No such environment found: ${name}`;
  expect(await rejection(environments.get(name))).toMatchObject({
    code: "not_found",
    body: { error: { code: 404, message, status: "NOT_FOUND" } },
    details: [],
  });
});

test("the metadata of an operation has the uuid of the environment", async () => {
  const sandbox = createSandbox({ clock: createTestClock() });
  const { uuid } = sandbox.environments.add({ name });
  const { environments } = createClient(sandbox.clientOptions);
  const { operation } = await environments.patch(name, environmentUpdate.labels({ team: "data" }));
  expect(operation?.metadata).toMatchObject({ resource: name, resourceUuid: uuid });
});

const unchanged: [current: Environment, updateMask: string, body: object][] = [
  [{ labels: { a: "1", b: "2" } }, "labels", { labels: { b: "2", a: "1" } }],
  [{ labels: { a: "1" } }, "labels.a", { labels: { a: "1" } }],
  [{ labels: { a: "1" } }, "labels.b", {}],
  [{}, "labels", {}],
  [{}, "labels", { labels: {} }],
  [{}, "config.softwareConfig.envVariables", {}],
  [software({ airflowConfigOverrides: { "core-a": "1" } }), "config.softwareConfig.airflowConfigOverrides.core-c", {}],
  [{ config: { nodeCount: 4 } }, "config.nodeCount", { config: { nodeCount: 4 } }],
  [
    { config: { workloadsConfig: { scheduler: { count: 1, cpu: 2 } } } },
    "config.workloadsConfig",
    { config: { workloadsConfig: { scheduler: { cpu: 2, count: 1 } } } },
  ],
];

test.each(unchanged)("an environment %j rejects an update that changes nothing: %s with %j", async (...given) => {
  const [current, updateMask, body] = given;
  const message =
    "Found 1 problem:\n\t1) Update request does not result in any change to the environment's configuration";
  expect(await rejection(start(current, googleNaming)(updateMask, body))).toMatchObject({
    code: "bad_request",
    body: { error: { code: 400, status: "INVALID_ARGUMENT", message } },
  });
  // Without Google's names the sandbox follows the spec, which does not mention such a rejection.
  const vendorUpdate = start(current)(updateMask.replace("airflow", "orchestrator"), body);
  expect(await vendorUpdate).toMatchObject({ name });
});

test("an update that changes nothing is rejected as a second one while another one is running", async () => {
  const sandbox = createSandbox({ naming: googleNaming, clock: createTestClock() });
  sandbox.environments.add({ name });
  const { environments } = createClient(sandbox.clientOptions);
  await environments.patch(name, environmentUpdate.labels({ team: "data" }));
  expect(await rejection(environments.patch(name, environmentUpdate.labels.clear()))).toMatchObject({
    code: "precondition_failed",
    serviceMessage: expect.stringContaining("cannot be updated while"),
  });
});

test("unlisted paths that change nothing are rejected, too", async () => {
  const path = "config.resilienceMode";
  const body = { config: { resilienceMode: "HIGH_RESILIENCE" } };
  const patch = start({}, googleNaming);
  expect(await rejection(patch(path, {}))).toMatchObject({ status: 400 });
  expect(await patch(path, body)).toMatchObject(body);
  expect(await rejection(patch(path, body))).toMatchObject({ status: 400 });
  expect((await patch(path, {})).config).toEqual({});
});

test.each(["CREATING", "UPDATING", "DELETING", "ERROR", "HIBERNATED", 1])(
  "an environment in the state %s rejects an update",
  async (state) => {
    for (const naming of [googleNaming, vendorNaming]) {
      const patch = start({ state }, naming);
      expect(await rejection(patch("labels.team", { labels: { team: "data" } }))).toMatchObject({
        code: "precondition_failed",
        status: 400,
      });
    }
    expect(await start({ state: "RUNNING" })("labels.team", { labels: { team: "data" } })).toMatchObject({ name });
  },
);

test.each([
  ["", {}, "Request must not contain an empty update_mask."],
  [
    "config.softwareConfig.pypiPackages",
    software({ pypiPackages: { "apache-beam[gcp]": "" } }),
    "Error validating key apache-beam[gcp]. PyPI dependency name is not formatted properly. It must follow the format of 'identifier' specified in PEP-508.",
  ],
])("the update %j of %j is rejected in the words of the service", async (updateMask, body, text) => {
  expect(await rejection(start({}, googleNaming)(updateMask, body))).toMatchObject({
    body: { error: { message: `Found 1 problem:\n\t1) ${text}` } },
  });
});

test("an update with several issues lists all of them", async () => {
  const update = start(image("composer-2.9.7-airflow-2.9.3"), googleNaming)(IMAGE, image("word-3-airflow-3"));
  expect(await rejection(update)).toMatchObject({
    code: "bad_request",
    body: { error: { details: [{}, { fieldViolations: [{}, {}] }] } },
  });
});

test.each<[current: Environment, updateMask: string, body: object]>([
  [{}, "", {}],
  [image("composer-2.9.7-airflow-2.9.3"), IMAGE, image("composer-2.9.6-airflow-2.9.3")],
  [{}, "config.recoveryConfig.scheduledSnapshotsConfig.enabled", {}],
  [{}, "config.nodeCont", { config: { nodeCont: 4 } }],
])("an environment %j rejects the update %s with %j", async (current, updateMask, body) => {
  expect(await rejection(start(current, googleNaming)(updateMask, body))).toMatchObject({
    code: "bad_request",
    body: { error: { status: "INVALID_ARGUMENT" } },
  });
});

test("an alias is followed by a version of the same majors only", async () => {
  const patch = start({});
  await patch(IMAGE, image("product-1-engine-2"));
  expect(await rejection(patch(IMAGE, image("product-2.0.0-engine-1.0.0")))).toMatchObject({ status: 400 });
  expect(await patch(IMAGE, image("product-1.20.12-engine-2.4.3"))).toMatchObject(
    image("product-1.20.12-engine-2.4.3"),
  );
});
