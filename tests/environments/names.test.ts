import {
  formatEnvironmentName,
  googleNaming,
  parseEnvironmentName,
  parseEnvironmentUpdate,
  planEnvironmentUpdates,
  environmentUpdate as u,
  vendorNaming,
} from "fourfold";
import { expect, test } from "vitest";
import { checkUpdateData } from "../../src/environments/update/check.js";
import { thrown } from "../support/rejection.js";

const name = "projects/p/locations/l/environments/e";
const MAP = "config.softwareConfig.airflowConfigOverrides";
const software = (softwareConfig: object) => ({ config: { softwareConfig } });
const values = { "core-parallelism": "64" };

test("names inside a map are not translated", () => {
  const envVariables = { airflowConfigOverrides: "x", orchestratorConfigOverrides: "y" };
  const environment = software({ envVariables });
  const update = { updateMask: "config.softwareConfig.envVariables", environment };
  expect(parseEnvironmentUpdate(update)).toEqual(update);
  expect(planEnvironmentUpdates({}, environment)).toEqual([u.envVariables.replace(envVariables)]);
});

test("overrides of Airflow are planned and cleared", () => {
  const desired = software({ airflowConfigOverrides: values });
  for (const naming of [googleNaming, vendorNaming, undefined]) {
    expect(planEnvironmentUpdates({}, desired, { naming })).toEqual([u.airflowConfigOverrides(values)]);
    expect(planEnvironmentUpdates(desired, desired, { naming })).toEqual([]);
    const cleared = software({ airflowConfigOverrides: null });
    expect(planEnvironmentUpdates(desired, cleared, { naming })).toMatchObject([{ updateMask: MAP }]);
  }
  // @ts-expect-error Type 'number' is not assignable to type 'string'
  const wrong = () => planEnvironmentUpdates({}, { config: { softwareConfig: { airflowConfigOverrides: { a: 1 } } } });
  expect(thrown(wrong)).toMatchObject({ issues: [{ path: `${MAP}.a`, rule: "member-type" }] });
});

test("the given profile determines product and engine", () => {
  const image = software({ imageVersion: "word-2.9.7-engine-2.9.3" });
  const update = { updateMask: "config.softwareConfig.imageVersion", environment: image };
  expect(planEnvironmentUpdates({}, image, { naming: vendorNaming })).toEqual([update]);
  const work = () => planEnvironmentUpdates({}, image, { naming: googleNaming });
  expect(thrown(work)).toMatchObject({ issues: [{ rule: "image-version" }] });
  expect(checkUpdateData(update, { naming: googleNaming }).errors).toMatchObject([{ rule: "image-version" }]);
  expect(parseEnvironmentUpdate(update)).toEqual(update);
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

test.each(["labels", "pypiPackages", "airflowConfigOverrides", "envVariables"])(
  "a plan rejects an entry of %s that is undefined",
  (map) => {
    const maps = { [map]: { "core-parallelism": undefined } };
    const desired = map === "labels" ? maps : software(maps);
    expect(thrown(() => planEnvironmentUpdates({ name }, desired))).toMatchObject({
      issues: [{ message: "must not be undefined; null deletes an entry" }],
    });
  },
);

test("builds and parses names", () => {
  const reference = { projectId: "example.com:shop", locationId: "europe", environmentId: "flows" };
  expect(formatEnvironmentName(reference)).toBe("projects/example.com:shop/locations/europe/environments/flows");
  expect(parseEnvironmentName(formatEnvironmentName(reference))).toEqual(reference);
});

test.each([
  ["", /must have the form projects\/\{projectId\}/],
  ["flows", /must have the form/],
  ["/projects/p/locations/l/environments/e", /must have the form/],
  ["projects/p/locations/l/environments/", /environmentId must not be empty/],
  ["projects/p/locations/l/environments/..", /environmentId must not be "\.\."/],
  ["projects/p/regions/l/environments/e", /locations.*, got "projects.p.regions/],
  ["projects/p/locations/l/operations/o", /environments.*, got "projects.p.locations.l.operations/],
  [undefined, /must have the form .*, got nothing/],
])("reports the problem of %j", (wrong, message) => {
  expect(String(thrown(() => parseEnvironmentName(wrong as string)))).toMatch(message);
});

test("rejects all invalid ids together", () => {
  const error = thrown(() => formatEnvironmentName({ projectId: "", locationId: "a/b", environmentId: ".." }));
  expect(error).toMatchObject({ issues: [{ path: "projectId" }, { path: "locationId" }, { path: "environmentId" }] });
});
