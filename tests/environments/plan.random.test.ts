// PLANS=10000 npx vitest run tests/environments/plan.random.test.ts: the long run, per profile.
import * as fc from "fast-check";
import {
  createClient,
  type Environment,
  googleNaming,
  type Naming,
  parseEnvironmentUpdate,
  planEnvironmentUpdates,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { propertyRuns } from "../support/property-runs.js";
import { createTestClock } from "../support/test-clock.js";
import { maps, withDeletions } from "./arbitrary.js";
import { fullEnvironment } from "./fixtures.js";

const name = fullEnvironment.name;
const runs = propertyRuns(8);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

/** A copy of an environment with a value at a path; `undefined` changes nothing. */
function withValue(environment: Json, path: string, value: unknown): Json {
  if (value === undefined) return environment;
  const [head = "", ...rest] = path.split(".");
  const inner = environment[head];
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest.join("."), value);
  return { ...environment, [head]: next };
}

/** The expected value after a plan, derived from the guide: omitted parts are kept, null removes, lists are replaced. */
function merged(now: unknown, wanted: unknown): unknown {
  if (wanted === undefined) return now;
  if (wanted === null) return undefined;
  if (!isObject(wanted)) return wanted;
  const result = new Map(isObject(now) ? Object.entries(now) : []);
  for (const [key, value] of Object.entries(wanted)) {
    const next = merged(result.get(key), value);
    if (next === undefined) result.delete(key);
    else result.set(key, next);
  }
  return Object.fromEntries(result);
}

/** JSON with sorted keys, in which absent values, null, empty objects and defaults are equal. */
function plain(value: unknown, field = ""): string {
  const prune = (each: unknown, name: string): unknown => {
    if (Array.isArray(each))
      return each.length > 0 || name === "allowedIpRanges" ? each.map((inner) => prune(inner, "")) : undefined;
    if (!isObject(each)) return each && each !== "PLUGINS_ENABLED" ? each : each === "" ? each : undefined;
    const isOff = (name === "scheduledSnapshotsConfig" && !each.enabled) || (name === "triggerer" && !each.count);
    const kept = Object.entries(each)
      .map(([key, inner]) => [key, prune(inner, key)] as const)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return kept.length === 0 || isOff ? undefined : Object.fromEntries(kept);
  };
  return JSON.stringify(prune(value, field)) ?? "";
}

/** The values of a group of paths. */
const plainAt = (environment: unknown, paths: readonly string[], value = at) =>
  paths.map((path) => plain(value(environment, path), path.split(".").at(-1))).join();

const MAPS = [
  "labels",
  "config.softwareConfig.pypiPackages",
  "config.softwareConfig.envVariables",
  "config.softwareConfig.airflowConfigOverrides",
];
const flag = fc.boolean();
const counted = fc.record({ count: fc.nat(3), cpu: fc.constantFrom(0.5, 1) }, { requiredKeys: ["count"] });
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  labels: maps.labels,
  "config.softwareConfig.pypiPackages": maps.pypiPackages,
  "config.softwareConfig.envVariables": maps.variables,
  "config.softwareConfig.airflowConfigOverrides": maps.overrides,
  "config.softwareConfig.cloudDataLineageIntegration": fc.record({ enabled: flag }),
  "config.webServerNetworkAccessControl": fc.record({
    allowedIpRanges: fc.array(fc.record({ value: fc.constantFrom("10.0.0.0/8", "::/0") }), { maxLength: 2 }),
  }),
  "config.maintenanceWindow": fc
    .constantFrom("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=TU,TH,SA")
    .map((recurrence) => ({ ...fullEnvironment.config.maintenanceWindow, recurrence })),
};
const first: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "config.databaseConfig.machineType": fc.constantFrom("db-n1-standard-2", "db-n1-standard-16"),
  "config.webServerConfig.machineType": fc.constantFrom("<product>-n1-webserver-2", "<product>-n1-webserver-8"),
};
const newer: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "config.workloadsConfig": fc.record(
    { scheduler: counted, worker: fc.record({ minCount: fc.nat(2), cpu: fc.constantFrom(1, 2) }), triggerer: counted },
    { requiredKeys: ["worker"] },
  ),
  "config.environmentSize": fc.constantFrom("ENVIRONMENT_SIZE_SMALL", "ENVIRONMENT_SIZE_EXTRA_LARGE"),
};
const unlisted: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "config.resilienceMode": fc.constant("HIGH_RESILIENCE"),
  "config.recoveryConfig.scheduledSnapshotsConfig": fc.record(
    { enabled: flag, timeZone: fc.constantFrom("UTC", "UTC+01") },
    { requiredKeys: ["enabled"] },
  ),
  "config.masterAuthorizedNetworksConfig": fc.record(
    { enabled: flag, cidrBlocks: fc.array(fc.record({ cidrBlock: fc.constantFrom("10.0.0.0/8", "::/0") })) },
    { requiredKeys: ["enabled"] },
  ),
  "config.softwareConfig.webServerPluginsMode": fc.constantFrom("PLUGINS_ENABLED", "PLUGINS_DISABLED"),
  "config.privateEnvironmentConfig.enablePrivateEnvironment": flag,
  "config.privateEnvironmentConfig.enablePrivateBuildsOnly": flag,
  "config.privateEnvironmentConfig.networkingType": fc.constantFrom("PRIVATE", "PUBLIC"),
  "config.nodeConfig.network": fc.constantFrom("n", "m"),
  "config.nodeConfig.subnetwork": fc.constantFrom("s", "t"),
  "config.nodeConfig.composerNetworkAttachment": fc.constantFrom("a", "b"),
  "config.dataRetentionConfig": fc.record(
    {
      airflowDatabaseRetentionDays: fc.nat(60),
      taskLogsRetentionConfig: fc.record({
        storageMode: fc.constantFrom("CLOUD_LOGGING_ONLY", "CLOUD_LOGGING_AND_CLOUD_STORAGE"),
      }),
    },
    { requiredKeys: ["taskLogsRetentionConfig"] },
  ),
};
/** Fields that no mask can change, one of them unknown to the package. */
const fixed = [
  "mode",
  "storageConfig.bucket",
  "config.encryptionConfig.kmsKeyName",
  "config.nodeConfig.tags",
  "config.ofTomorrow",
];
const outputOnly = [
  "uuid",
  "state",
  "updateTime",
  "config.airflowUri",
  "config.gkeCluster",
  "config.privateEnvironmentConfig.privateClusterConfig.masterIpv4ReservedRange",
];

interface Pair {
  readonly current: Environment;
  readonly desired: object;
  /** The paths that a plan may change, all of one group in one entry. */
  readonly owned: readonly (readonly string[])[];
}

/** An optional value. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

function pairs({ product = "product", engine = "engine", openValues }: Naming): fc.Arbitrary<Pair> {
  const major = fc.constantFrom(1, 2, 3);
  return major.chain((generation) => {
    const own = {
      ...values,
      ...(generation === 1 ? first : newer),
      ...(openValues ? unlisted : {}),
    };
    const version = (patch: number) => `${product}-${generation}.2.${patch}-${engine}-2.9.3`;
    const paths = Object.entries(own).map(([path, value]) => {
      const isCleared = MAPS.includes(path) || path in unlisted;
      const desired = MAPS.includes(path) ? withDeletions(value) : value;
      return fc.record({
        path: fc.constant(path),
        now: maybe(value),
        wanted: fc.oneof({ weight: 3, arbitrary: maybe(desired) }, isCleared ? fc.constant(null) : maybe(desired)),
      });
    });
    const counts = fc
      .record({
        nodes: maybe(fc.integer({ min: 3, max: 9 })),
        schedulers: maybe(fc.integer({ min: 1, max: 9 })),
        nextNodes: maybe(fc.integer({ min: 3, max: 9 })),
        nextSchedulers: maybe(fc.integer({ min: 1, max: 9 })),
      })
      .filter(({ nodes = 99, schedulers = 1, nextNodes = nodes, nextSchedulers = schedulers }) => {
        return schedulers <= nodes && nextSchedulers <= nextNodes;
      });
    const kept = fc.record(
      Object.fromEntries([...fixed, ...outputOnly].map((path) => [path, fc.constantFrom(0, 1, 2)])),
    );
    return fc
      .tuple(fc.tuple(...paths), counts, kept, fc.integer({ min: 1, max: 3 }), maybe(fc.integer({ min: 3, max: 5 })))
      .map(([each, { nodes, schedulers, nextNodes, nextSchedulers }, presence, patch, nextPatch]): Pair => {
        let [current, desired]: [Json, Json] = [{ name }, {}];
        const set = (path: string, now: unknown, wanted: unknown) => {
          current = withValue(current, path, now);
          desired = withValue(desired, path, wanted);
        };
        const spelled = (value: unknown) => (typeof value === "string" ? value.replace("<product>", product) : value);
        for (const { path, now, wanted } of each) set(path, spelled(now), spelled(wanted));
        set("config.softwareConfig.imageVersion", version(patch), nextPatch && version(nextPatch));
        if (generation === 1) {
          set("config.nodeCount", nodes, nextNodes);
          set("config.softwareConfig.schedulerCount", schedulers, nextSchedulers);
        }
        for (const [path, kind] of Object.entries(presence)) {
          const value = at(fullEnvironment, path) ?? "x";
          const isFixed = fixed.includes(path);
          if (isFixed && kind > 0) set(path, value, kind === 2 ? value : undefined);
          if (!isFixed && kind > 0) set(path, path === "state" ? "RUNNING" : value, kind === 2 ? "other" : value);
        }
        const network = ["config.nodeConfig.network", "config.nodeConfig.subnetwork"];
        const single = Object.keys(own).filter((path) => !network.includes(path));
        const versions = [
          "config.softwareConfig.imageVersion",
          "config.nodeCount",
          "config.softwareConfig.schedulerCount",
        ];
        return { current, desired, owned: [...[...single, ...versions].map((path) => [path]), network] };
      });
  });
}

/** Applies the plan of a pair in the sandbox, and compares the result with the expected value. */
async function check(naming: Naming, { current, desired, owned }: Pair): Promise<void> {
  const sandbox = createSandbox({ naming, clock: createTestClock(), operationMs: 0 });
  sandbox.environments.add({ ...current, name });
  const { environments } = createClient(sandbox.clientOptions);
  const before = await environments.get(name);
  const updates = planEnvironmentUpdates(before, desired, { naming });
  for (const update of updates) {
    expect(parseEnvironmentUpdate(JSON.stringify(update))).toEqual(update);
  }
  const after = await environments.apply(name, updates);
  expect(planEnvironmentUpdates(after, desired, { naming })).toEqual([]);
  let [expected, rest]: [Json, Json] = [{ ...before } as Json, { ...after } as Json];
  let differing = 0;
  for (const group of owned) {
    const wanted = plainAt(before, group, (_, path) => merged(at(before, path), at(desired, path)));
    expect(plainAt(after, group), group.join()).toBe(wanted);
    if (wanted !== plainAt(before, group)) differing += 1;
    for (const path of group) [expected, rest] = [withValue(expected, path, null), withValue(rest, path, null)];
  }
  expect(updates).toHaveLength(differing);
  // Nothing else has changed, whatever `desired` contains.
  expect(plain({ ...rest, updateTime: null })).toBe(plain({ ...expected, updateTime: null }));
}

test.each([googleNaming, vendorNaming])(
  "a random plan is applied in the fewest requests, changes nothing else, and is empty afterwards: $name",
  async (naming) => {
    await fc.assert(
      fc.asyncProperty(pairs(naming), (pair) => check(naming, pair)),
      runs,
    );
  },
);

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
    const sandbox = createSandbox({ clock: createTestClock(), operationMs: 0, naming: vendorNaming });
    sandbox.environments.add({ ...current, name });
    const updates = planEnvironmentUpdates(known, desired, { naming: vendorNaming });
    const after = await createClient(sandbox.clientOptions).environments.apply(name, updates);
    expect(after.config).toEqual(desired.config);
  };
  await fc.assert(
    fc.asyncProperty(counts, counts, fc.constantFrom("nodes" as const, "schedulers" as const), withoutOne),
    propertyRuns(50),
  );
});

test("a plan without null deletes no entry of a map and sends no other entry", () => {
  fc.assert(
    fc.property(maps.labels, maps.labels, (current, labels) => {
      for (const { updateMask, environment } of planEnvironmentUpdates({ labels: current }, { labels })) {
        const sent = Object.keys(environment.labels ?? {}).map((label) => `labels.${label}`);
        expect(updateMask.split(",").sort()).toEqual(sent.sort());
      }
    }),
  );
});
