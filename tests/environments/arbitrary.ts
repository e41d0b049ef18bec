import * as fc from "fast-check";
import type { Environment } from "fourfold";

const dictionary = (key: fc.Arbitrary<string>, values: readonly string[] = ["", "1", "2", ">=2"]) =>
  fc.dictionary(key, fc.constantFrom(...values), { maxKeys: 5 });

/** Names of map entries that a mask can contain, including unusual ones. */
export const memberNames: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("a", "b", "team", "ruamel.yaml", "a.b.c", "__proto__", "constructor", "toString", "é", ".", "labels"),
  fc.string({ minLength: 1, maxLength: 4 }).filter((name) => !/[,`\s]/.test(name)),
);
/** Keys of labels, among them names of properties of objects. */
export const labelKeys: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("a", "b", "team", "constructor", "é", "labels", "x-1", "語"),
  fc.stringMatching(/^[a-z][a-z0-9_-]{0,3}$/),
);
const overrideKeys = fc.constantFrom("core-a", "core-b", "web-x-y", "a-_", "logging-é");

/** The maps of environments. */
export const maps = {
  labels: dictionary(labelKeys, ["", "1", "2", "b-c_ü"]),
  pypiPackages: dictionary(memberNames),
  overrides: dictionary(overrideKeys),
  variables: dictionary(
    fc.oneof(fc.constantFrom("A", "__proto__", "toString"), fc.stringMatching(/^[A-Za-z_]\w{0,3}$/)),
  ),
};

/** Maps in which null deletes some of the entries. */
export const withDeletions = (map: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(map, fc.func(fc.boolean())).map(([entries, isDeleted]) => {
    const all = Object.entries(entries as Record<string, string>);
    return Object.fromEntries(all.map(([name, value]) => [name, isDeleted(name) ? null : value]));
  });

const workloads = fc.record(
  {
    scheduler: fc.record({ count: fc.nat(3), cpu: fc.constantFrom(0.5, 1) }, { requiredKeys: [] }),
    worker: fc.record({ minCount: fc.nat(2), maxCount: fc.nat(5) }, { requiredKeys: [] }),
  },
  { requiredKeys: ["scheduler"] },
);

const window = fc.constantFrom("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=TU").map((recurrence) => ({
  startTime: "2026-01-01T00:00:00Z",
  endTime: "2026-01-01T04:00:00Z",
  recurrence,
}));

/** Environments of the first generation of images, with a patch number from a range. */
export function environments(patches: readonly [number, number], full = false): fc.Arbitrary<Environment> {
  const requiredKeys = full ? undefined : [];
  const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
    fc.record(model, (requiredKeys === undefined ? {} : { requiredKeys }) as { requiredKeys: [] }) as fc.Arbitrary<
      Partial<T>
    >;
  const counts = fc
    .tuple(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 1, max: 9 }))
    .map(([nodes, schedulers]) => ({
      nodeCount: nodes,
      schedulerCount: Math.min(nodes, schedulers),
    }));
  return fc
    .tuple(
      counts,
      fc.integer({ min: patches[0], max: patches[1] }),
      record({
        pypiPackages: maps.pypiPackages,
        airflowConfigOverrides: maps.overrides,
        envVariables: maps.variables,
        cloudDataLineageIntegration: fc.record({ enabled: fc.boolean() }),
      }),
      record({
        webServerNetworkAccessControl: fc.record({
          allowedIpRanges: fc.array(fc.record({ value: fc.constantFrom("10.0.0.0/8", "::1") })),
        }),
        databaseConfig: fc.record({ machineType: fc.constantFrom("db-n1-standard-2", "db-n1-standard-4") }),
        webServerConfig: fc.record({
          machineType: fc.constantFrom("composer-n1-webserver-2", "composer-n1-webserver-8"),
        }),
        maintenanceWindow: window,
      }),
      record({ labels: maps.labels }),
    )
    .map(([{ nodeCount, schedulerCount }, patch, software, config, top]) => ({
      ...top,
      config: {
        ...config,
        nodeCount,
        softwareConfig: { ...software, schedulerCount, imageVersion: `composer-1.20.${patch}-airflow-2.4.3` },
      },
    })) as fc.Arbitrary<Environment>;
}

/** Environments of a newer generation. */
export const newerEnvironments: fc.Arbitrary<Environment> = fc
  .record({
    labels: maps.labels,
    workloadsConfig: workloads,
    environmentSize: fc.constantFrom("ENVIRONMENT_SIZE_SMALL", "ENVIRONMENT_SIZE_LARGE"),
  })
  .map(({ labels, ...config }) => ({
    labels,
    config: { ...config, softwareConfig: { imageVersion: "composer-2.9.6-airflow-2.9.3" } },
  }));
