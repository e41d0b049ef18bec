import * as fc from "fast-check";
import {
  createClient,
  type Environment,
  googleNaming,
  type Naming,
  planEnvironmentUpdates,
  updatablePaths,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { propertyRuns } from "../support/property-runs.js";
import { createTestClock } from "../support/test-clock.js";
import { environments, maps, newerEnvironments } from "./arbitrary.js";

const name = "projects/p/locations/l/environments/e";
const at = (environment: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], environment);
const plain = (value: unknown) =>
  JSON.stringify(value, (_, each) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** The expected environment after a plan, derived from the documentation and not from the code. */
function expectedAt(path: string, kind: string, current: Environment, desired: Environment): unknown {
  const [now, wanted] = [at(current, path), at(desired, path)];
  if (wanted === undefined) return now;
  if (kind === "map") return Object.fromEntries([...Object.entries(now ?? {}), ...Object.entries(wanted as object)]);
  if (path !== "config.workloadsConfig") return wanted;
  const merged = { ...(now as object) } as Record<string, object>;
  for (const [part, value] of Object.entries(wanted as object)) merged[part] = { ...merged[part], ...value };
  return merged;
}

/** Applies a plan to `current`; the plan knows `known` of it. */
async function reach(current: Environment, known: Environment, desired: Environment, naming: Naming = googleNaming) {
  const sandbox = createSandbox({ clock: createTestClock(), operationMs: 0, naming });
  sandbox.environments.add({ ...current, name });
  const client = createClient(sandbox.clientOptions);
  const updates = planEnvironmentUpdates(known, desired, { naming });
  return { updates, after: await client.environments.apply(name, updates) };
}

async function check(current: Environment, desired: Environment): Promise<void> {
  const { updates, after } = await reach(current, current, desired);
  let differing = 0;
  for (const { path, kind } of updatablePaths) {
    if (kind === "member") continue;
    const expected = expectedAt(path, kind, current, desired);
    expect(plain(at(after, path) ?? {}), path).toBe(plain(expected ?? {}));
    if (plain(expected ?? {}) !== plain(at(current, path) ?? {})) differing += 1;
  }
  // A request has one update type, so the minimum is one request for each difference.
  expect(updates).toHaveLength(differing);
  expect(planEnvironmentUpdates(after, desired)).toEqual([]);
}

test("an applied plan results in the desired environment, in the fewest requests", async () => {
  await fc.assert(fc.asyncProperty(environments([1, 5], true), environments([5, 9]), check), propertyRuns(12));
  await fc.assert(fc.asyncProperty(environments([1, 5]), environments([5, 9]), check), propertyRuns(8));
  await fc.assert(fc.asyncProperty(newerEnvironments, newerEnvironments, check), propertyRuns(5));
});

test("a plan without one of two counts results in the desired environment, too", async () => {
  const count = fc.integer({ min: 1, max: 9 });
  const counts = fc.tuple(count, count).map(([nodes, schedulers]): Environment => {
    const nodeCount = Math.max(3, nodes);
    return { config: { nodeCount, softwareConfig: { schedulerCount: Math.min(nodeCount, schedulers) } } };
  });
  const withoutOne = async (current: Environment, desired: Environment, unknown: "nodes" | "schedulers") => {
    const { nodeCount, softwareConfig } = current.config ?? {};
    const known = { config: unknown === "nodes" ? { softwareConfig } : { nodeCount } };
    // Cloud Composer would reject the update of a count that is unknown to the plan and does not change.
    const { after } = await reach(current, known, desired, vendorNaming);
    expect(after.config).toEqual(desired.config);
  };
  await fc.assert(
    fc.asyncProperty(counts, counts, fc.constantFrom("nodes" as const, "schedulers" as const), withoutOne),
    propertyRuns(50),
  );
});

test("an applied plan sets labels of any name, and fields beyond the spec", async () => {
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const beyond = fc
    .record({
      labels: maps.labels,
      resilienceMode: optional(fc.constant("HIGH_RESILIENCE")),
      network: optional(fc.constantFrom("a", "b")),
      subnetwork: optional(fc.constantFrom("c", "d")),
      timeZone: optional(fc.constantFrom("UTC", "UTC+01")),
    })
    .map(({ labels, resilienceMode, network, subnetwork, timeZone }): Environment => {
      const recoveryConfig = { scheduledSnapshotsConfig: { timeZone } };
      return JSON.parse(
        JSON.stringify({ labels, config: { resilienceMode, nodeConfig: { network, subnetwork }, recoveryConfig } }),
      );
    });
  const leads = async (current: Environment, desired: Environment) => {
    const { after } = await reach(current, current, desired);
    expect(after.labels ?? {}).toEqual(expectedAt("labels", "map", current, desired));
    expect(after.config).toMatchObject(desired.config ?? {});
    expect(planEnvironmentUpdates(after, desired)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(beyond, beyond, leads), propertyRuns(25));
});

test("nothing is planned if nothing differs", () => {
  fc.assert(
    fc.property(environments([5, 5]), (each) => planEnvironmentUpdates(each, structuredClone(each)).length === 0),
  );
});

test("a plan without null deletes no entry of a map and sends no other entry", () => {
  fc.assert(
    fc.property(environments([5, 5], true), environments([5, 5], true), (current, desired) => {
      for (const { updateMask, environment } of planEnvironmentUpdates(current, desired)) {
        if (!updateMask.startsWith("labels")) continue;
        expect(updateMask.split(",").sort()).toEqual(
          Object.keys(environment.labels ?? {})
            .map((label) => `labels.${label}`)
            .sort(),
        );
      }
    }),
  );
});
