import * as fc from "fast-check";
import type { Environment } from "fourfold";

const dictionary = (key: fc.Arbitrary<string>, values: readonly string[] = ["", "1", "2", ">=2"]) =>
  fc.dictionary(key, fc.constantFrom(...values), { maxKeys: 5 });

/** Names of map entries that a mask can contain, including unusual ones. */
export const memberNames: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("a", "b", "team", "ruamel.yaml", "a.b.c", "constructor", "toString", "é", ".", "labels"),
  fc.string({ minLength: 1, maxLength: 4 }).filter((name) => !/[,`\s[\]()<>=!~;@]/.test(name)),
);
/** Names of packages, among them names of properties of objects. */
const packageNames: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("a", "b", "team", "ruamel.yaml", "a.b.c", "constructor", "toString", "labels"),
  fc.stringMatching(/^[a-z0-9]([a-z0-9._-]{0,2}[a-z0-9])?$/),
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
  pypiPackages: dictionary(packageNames),
  overrides: dictionary(overrideKeys),
  variables: dictionary(fc.oneof(fc.constantFrom("A", "toString"), fc.stringMatching(/^[A-Za-z_]\w{0,3}$/))),
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
