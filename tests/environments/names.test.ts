import {
  createClient,
  defineNaming,
  googleNaming,
  parseEnvironmentUpdate,
  parseUpdateMask,
  planEnvironmentUpdates,
  environmentUpdate as u,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

const name = "projects/p/locations/l/environments/e";
const MAP = "config.softwareConfig.orchestratorConfigOverrides";
const GOOGLE = "config.softwareConfig.airflowConfigOverrides";
const software = (softwareConfig: object) => ({ config: { softwareConfig } });
const values = { "core-parallelism": "64" };
const neutral = {
  updateMask: `${MAP}.core-parallelism`,
  environment: software({ orchestratorConfigOverrides: values }),
};
const google = { updateMask: `${GOOGLE}.core-parallelism`, environment: software({ airflowConfigOverrides: values }) };
/** Calls that the compiler rejects. */
const force = u as unknown as Record<string, (...values: unknown[]) => unknown>;

test("an update in Google's names is translated", () => {
  for (const naming of [googleNaming, undefined]) {
    expect(parseEnvironmentUpdate(google, { naming })).toEqual(neutral);
    expect(parseEnvironmentUpdate(JSON.stringify(google), { naming })).toEqual(neutral);
    expect(parseEnvironmentUpdate({ ...google, environment: neutral.environment }, { naming })).toEqual(neutral);
  }
  expect(parseUpdateMask(`${GOOGLE}.a-b,${MAP}.c-d`)).toEqual([`${MAP}.a-b`, `${MAP}.c-d`]);
  expect(parseUpdateMask(GOOGLE)).toEqual([MAP]);
  expect(force.fromMask?.([google.updateMask], google.environment)).toEqual(neutral);
});

test("a name inside a map is never translated", () => {
  const labels = { airflowConfigOverrides: "x" };
  const update = { updateMask: "labels.airflowConfigOverrides", environment: { labels } };
  expect(parseEnvironmentUpdate(update)).toEqual(update);
  expect(planEnvironmentUpdates({}, { labels })).toEqual([u.labels.replace(labels)]);
});

test("a patch in Google's names is sent with the names of the profile", async () => {
  for (const naming of [googleNaming, defineNaming({ ...googleNaming, name: "mine" })]) {
    const sandbox = createSandbox({ naming });
    sandbox.environments.add({ name });
    const { environments } = createClient(sandbox.clientOptions);
    await environments.patch(name, google as never);
    expect(sandbox.requests[0]).toMatchObject({ query: { updateMask: google.updateMask }, body: google.environment });
  }
});

test("a plan accepts Google's names in both arguments", () => {
  const desired = { config: { softwareConfig: { airflowConfigOverrides: { "core-parallelism": "64" } } } };
  for (const naming of [googleNaming, undefined]) {
    expect(planEnvironmentUpdates({}, desired, { naming })).toEqual([
      { updateMask: MAP, environment: neutral.environment },
    ]);
    expect(planEnvironmentUpdates(neutral.environment, desired, { naming })).toEqual([]);
    expect(planEnvironmentUpdates(google.environment, desired, { naming })).toEqual([]);
    const cleared = { config: { softwareConfig: { airflowConfigOverrides: null } } };
    expect(planEnvironmentUpdates(neutral.environment, cleared, { naming })).toMatchObject([{ updateMask: MAP }]);
  }
  // @ts-expect-error Type 'number' is not assignable to type 'string'
  const wrong = () => planEnvironmentUpdates({}, { config: { softwareConfig: { airflowConfigOverrides: { a: 1 } } } });
  expect(thrown(wrong)).toMatchObject({ issues: [{ path: `${MAP}.a`, rule: "member-type" }] });
});

test("an environment of the sandbox may have the names of its profile", async () => {
  const sandbox = createSandbox({ naming: googleNaming });
  sandbox.environments.add({ name, ...google.environment });
  const { environments } = createClient(sandbox.clientOptions);
  expect(await environments.get(name)).toMatchObject(neutral.environment);
});

test("both names at once are an issue", async () => {
  const both = software({ orchestratorConfigOverrides: values, airflowConfigOverrides: values });
  const issues = [{ path: GOOGLE, message: `is another name of ${MAP}; use only one of them`, rule: "member-type" }];
  expect(thrown(() => planEnvironmentUpdates({}, both))).toMatchObject({ issues });
  expect(thrown(() => parseEnvironmentUpdate({ updateMask: MAP, environment: both }))).toMatchObject({ issues });
  expect(thrown(() => force.fromMask?.([MAP], both))).toMatchObject({ issues });
  const sandbox = createSandbox({ naming: googleNaming });
  expect(thrown(() => sandbox.environments.add({ name, ...both }))).toMatchObject({ issues });
  const { environments } = createClient(sandbox.clientOptions);
  const update = { updateMask: MAP, environment: both } as never;
  expect(await rejection(environments.patch(name, update))).toMatchObject({ issues });
});

test("a profile without Google's names points at the neutral name", () => {
  const naming = vendorNaming;
  const message = expect.stringContaining(`did you mean ${MAP}?`);
  expect(thrown(() => planEnvironmentUpdates({}, google.environment, { naming }))).toMatchObject({
    issues: [{ path: GOOGLE, message }],
  });
  const parse = () => parseEnvironmentUpdate({ ...google, environment: {} }, { naming });
  expect(thrown(parse)).toMatchObject({
    issues: [{ message: expect.stringContaining(`did you mean "${MAP}.core-parallelism"?`) }],
  });
});

test("product and engine are those of a profile that is given", () => {
  const image = software({ imageVersion: "word-2.9.7-engine-2.9.3" });
  const update = { updateMask: "config.softwareConfig.imageVersion", environment: image };
  expect(planEnvironmentUpdates({}, image, { naming: vendorNaming })).toEqual([update]);
  for (const work of [
    () => planEnvironmentUpdates({}, image, { naming: googleNaming }),
    () => parseEnvironmentUpdate(update, { naming: googleNaming }),
  ]) {
    expect(thrown(work)).toMatchObject({ issues: [{ rule: "one-product" }] });
  }
});

test("an invalid option of a plan is rejected", () => {
  expect(thrown(() => planEnvironmentUpdates({}, {}, { naming: "google" } as never))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "naming" }],
  });
  expect(thrown(() => planEnvironmentUpdates({}, {}, { name: googleNaming } as never))).toMatchObject({
    issues: [{ path: "name" }],
  });
});

test("a plan rejects undefined entries under both names, which would be deleted", () => {
  for (const map of ["orchestratorConfigOverrides", "airflowConfigOverrides"]) {
    const current = { name, ...software({ orchestratorConfigOverrides: values }) };
    const desired = software({ [map]: { "core-parallelism": undefined } });
    expect(thrown(() => planEnvironmentUpdates(current, desired))).toMatchObject({
      issues: [{ path: `${MAP}["core-parallelism"]`, rule: "undefined-value" }],
    });
  }
});
