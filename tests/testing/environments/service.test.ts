import { createClient, type Environment, type EnvironmentUpdate, vendorNaming } from "fourfold";
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
function start(environment: Environment) {
  const sandbox = createSandbox({ naming: vendorNaming, clock: createTestClock(), operationMs: 1 });
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
  [image("product-1-engine-2"), "config.workloadsConfig", { config: { workloadsConfig: {} } }],
  [image("product-2-engine-2"), "config.nodeCount", { config: { nodeCount: 4 } }],
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
  expect(await start(current)(updateMask, body)).toMatchObject({ state: "RUNNING" });
});

test("an alias is followed by a version of the same majors only", async () => {
  const patch = start({});
  await patch(IMAGE, image("product-1-engine-2"));
  expect(await rejection(patch(IMAGE, image("product-2.0.0-engine-1.0.0")))).toMatchObject({ status: 400 });
  expect(await patch(IMAGE, image("product-1.20.12-engine-2.4.3"))).toMatchObject(
    image("product-1.20.12-engine-2.4.3"),
  );
});
