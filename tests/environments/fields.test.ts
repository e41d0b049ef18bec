import { createClient, Environment, environmentUpdate, isFourfoldError, planEnvironmentUpdates } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { markOf, type Schema, shapeOf } from "../../src/schema/schema.js";
import { valueAt } from "../../src/values/objects.js";
import { createTestClock } from "../support/test-clock.js";
import { fullEnvironment } from "./fixtures.js";

interface Field {
  readonly path: readonly string[];
  readonly isOutputOnly: boolean;
}

/** Lists every value in the schema: the fields of objects at every depth, and whole lists and maps. */
function valuesOf(schema: Schema, path: readonly string[] = [], inOutput = false): Field[] {
  const isOutputOnly = inOutput || markOf(schema).outputOnly === true;
  const fields = Object.entries(shapeOf(schema) ?? {});
  if (fields.length === 0) return [{ path, isOutputOnly }];
  return fields.flatMap(([name, field]) => valuesOf(field, [...path, name], isOutputOnly));
}

const fields = valuesOf(Environment);
const nameOf = ({ path }: Field) => path.join(".");
const only = ({ path }: Field, value: unknown): object =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

/** Another value of the same type. */
function other(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  return Array.isArray(value) ? [] : typeof value === "string" ? `${value}0` : null;
}

/** The paths that a plan updates, or the paths of its issues. */
function effectOf(desired: object): string[] {
  try {
    return planEnvironmentUpdates(fullEnvironment, desired).flatMap(({ updateMask }) => updateMask.split(","));
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    return error.issues.map(({ path }) => path);
  }
}

test("the fixture has every field, and a plan from an environment to itself is empty", () => {
  expect(Environment.parse(structuredClone(fullEnvironment))).toEqual(fullEnvironment);
  for (const field of fields) expect(valueAt(fullEnvironment, field.path), nameOf(field)).toBeDefined();
  expect(planEnvironmentUpdates(fullEnvironment, fullEnvironment)).toEqual([]);
});

test("the response of an operation, which also has its type, can be the desired environment", async () => {
  const sandbox = createSandbox({ clock: createTestClock() });
  sandbox.environments.add({ name: fullEnvironment.name });
  const { environments } = createClient(sandbox.clientOptions);
  const operation = await environments.patch(fullEnvironment.name, environmentUpdate.labels({ team: "data" }));
  const response = await operation.wait();
  expect(response).toHaveProperty("@type");
  expect(planEnvironmentUpdates(await environments.get(fullEnvironment.name), response)).toEqual([]);
});

test("exactly the fields that Cloud Composer sets are output only", () => {
  // Written by hand from Google's reference.
  expect(fields.filter(({ isOutputOnly }) => isOutputOnly).map(nameOf)).toEqual(
    [
      "uuid",
      "state",
      "createTime",
      "updateTime",
      "satisfiesPzs",
      "satisfiesPzi",
      "config.gkeCluster",
      "config.dagGcsPrefix",
      "config.airflowUri",
      "config.airflowByoidUri",
      "config.privateEnvironmentConfig.privateClusterConfig.masterIpv4ReservedRange",
      "config.privateEnvironmentConfig.webServerIpv4ReservedRange",
      "config.privateEnvironmentConfig.cloudComposerNetworkIpv4ReservedRange",
    ].sort((a, b) => fields.map(nameOf).indexOf(a) - fields.map(nameOf).indexOf(b)),
  );
});

test.each(fields.filter(({ isOutputOnly }) => isOutputOnly).map((field) => [nameOf(field), field] as const))(
  "a plan ignores the output-only field %s, whatever its value",
  (_, field) => {
    const value = other(valueAt(fullEnvironment, field.path));
    expect(effectOf(only(field, value))).toEqual([]);
    expect(planEnvironmentUpdates({}, only(field, value))).toEqual([]);
  },
);

test.each(fields.filter(({ isOutputOnly }) => !isOutputOnly).map((field) => [nameOf(field), field] as const))(
  "a plan compares %s: a difference is planned or reported",
  (name, field) => {
    const effect = effectOf(only(field, other(valueAt(fullEnvironment, field.path))));
    expect(effect).not.toEqual([]);
    for (const path of effect) {
      const isRelated = `${path}.`.startsWith(`${name}.`) || `${name}.`.startsWith(`${path}.`);
      expect(isRelated || path === "config.nodeConfig.network" || path === "config.nodeConfig.subnetwork", path).toBe(
        true,
      );
    }
  },
);
