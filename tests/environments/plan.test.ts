import {
  createClient,
  type Environment,
  environmentUpdate,
  googleNaming,
  isFourfoldError,
  planEnvironmentUpdates,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import { thrown } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const image = (imageVersion: string, others: object = {}): Environment => ({
  config: { softwareConfig: { imageVersion, ...others } },
});
const issuesOf = (work: () => unknown) => {
  const error = thrown(work);
  if (!isFourfoldError(error, "invalid_request")) throw error;
  return error.issues.map(({ rule, path }) => `${rule} ${path}`);
};
const masks = (current: Environment, desired: object) =>
  planEnvironmentUpdates(current, desired).map(({ updateMask }) => updateMask);

test("does not change omitted fields and fields that the service sets", () => {
  const current = { uuid: "1", labels: { a: "1" }, config: { nodeCount: 3 } };
  expect(masks(current, {})).toEqual([]);
  expect(
    masks(current, { uuid: "2", state: "ERROR", updateTime: "later", labels: undefined, config: undefined }),
  ).toEqual([]);
  expect(masks(current, { ...current, config: { ...current.config } })).toEqual([]);
});

const software = (members: object) => ({ config: { softwareConfig: members } });
const variables = "config.softwareConfig.envVariables";

test.each<[current: object, desired: object, mask?: string, environment?: object]>([
  [{ labels: { a: "1" } }, { labels: {} }],
  [{ labels: { a: "1" } }, { labels: { b: null } }],
  [{ labels: {} }, { labels: null }],
  [{}, { labels: {} }],
  [{ labels: { a: "1", b: "2" } }, { labels: null }, "labels", {}],
  [{ labels: { a: "1" } }, { labels: { b: "2" } }, "labels.b", { labels: { b: "2" } }],
  [{ labels: { a: "1", b: "2" } }, { labels: { a: null } }, "labels.a", {}],
  [
    { labels: { a: "1", b: "2", c: "3" } },
    { labels: { a: null, b: "3", c: "3" } },
    "labels.a,labels.b",
    { labels: { b: "3" } },
  ],
  [{ labels: { "": "x", a: "1" } }, { labels: { "": null, b: "2" } }, "labels", { labels: { a: "1", b: "2" } }],
  [
    software({ airflowConfigOverrides: { core: "1", "a-b": "2" } }),
    software({ airflowConfigOverrides: { core: null } }),
    "config.softwareConfig.airflowConfigOverrides",
    software({ airflowConfigOverrides: { "a-b": "2" } }),
  ],
  [
    software({ pypiPackages: { a: "", b: "" } }),
    software({ pypiPackages: { b: null, c: "" } }),
    "config.softwareConfig.pypiPackages.b,config.softwareConfig.pypiPackages.c",
    software({ pypiPackages: { c: "" } }),
  ],
  // No mask names one environment variable, so the request contains all of them.
  [software({ envVariables: { A: "1" } }), software({ envVariables: {} })],
  [
    software({ envVariables: { A: "1", B: "2", C: "3" } }),
    software({ envVariables: { A: "2", B: null } }),
    variables,
    software({ envVariables: { A: "2", C: "3" } }),
  ],
  [software({ envVariables: { A: "1" } }), software({ envVariables: null }), variables, {}],
])("merges maps by key: from %j to %j", (current, desired, updateMask, environment) => {
  const expected = updateMask === undefined ? [] : [{ updateMask, environment }];
  expect(planEnvironmentUpdates(current, desired)).toEqual(expected);
});

test("orders node and scheduler counts so that there are never too few nodes", () => {
  const at = (nodeCount: number, schedulerCount: number) => ({
    config: { nodeCount, softwareConfig: { schedulerCount } },
  });
  for (let seed = 0; seed < 2_401; seed += 1) {
    const [n1, s1, n2, s2] = [
      3 + (seed % 7),
      1 + (Math.floor(seed / 7) % 7),
      3 + (Math.floor(seed / 49) % 7),
      1 + (Math.floor(seed / 343) % 7),
    ] as const;
    if (s1 > n1 || s2 > n2) continue;
    let [nodes, schedulers] = [n1, s1] as [number, number];
    const updates = planEnvironmentUpdates(at(n1, s1), at(n2, s2));
    expect(updates).toHaveLength(Number(n1 !== n2) + Number(s1 !== s2));
    for (const { environment } of updates) {
      nodes = environment.config?.nodeCount ?? nodes;
      schedulers = environment.config?.softwareConfig?.schedulerCount ?? schedulers;
      expect(schedulers).toBeLessThanOrEqual(nodes);
    }
    expect([nodes, schedulers]).toEqual([n2, s2]);
  }
});

test("changes one override where another has a name that a whole map must not have", () => {
  const overrides = (values: object) => software({ airflowConfigOverrides: values });
  const map = "config.softwareConfig.airflowConfigOverrides";
  expect(
    masks(overrides({ core: "x", "a-long-property": "1" }), overrides({ core: "x", "b-longer-property": "1" })),
  ).toEqual([`${map}.b-longer-property`]);
  expect(masks({ labels: { "a b": "x", long: "1" } }, { labels: { "a b": "x", long: null } })).toEqual(["labels.long"]);
});

describe("fields that the real service accepts in addition to the spec", () => {
  const snapshots = { enabled: true, snapshotLocation: "gs://b/f" };

  test("are planned as unlisted updates, after the others", () => {
    expect(
      planEnvironmentUpdates(
        { config: { recoveryConfig: { scheduledSnapshotsConfig: { enabled: false, timeZone: "UTC+01" } } } },
        {
          labels: { team: "data" },
          config: { resilienceMode: "HIGH_RESILIENCE", recoveryConfig: { scheduledSnapshotsConfig: snapshots } },
        },
      ),
    ).toEqual([
      environmentUpdate.labels({ team: "data" }),
      environmentUpdate.unlisted(["config.resilienceMode"], { config: { resilienceMode: "HIGH_RESILIENCE" } }),
      environmentUpdate.unlisted(["config.recoveryConfig.scheduledSnapshotsConfig"], {
        config: { recoveryConfig: { scheduledSnapshotsConfig: { ...snapshots, timeZone: "UTC+01" } } },
      }),
    ]);
  });

  test("are unchanged if nothing differs, and cleared by null", () => {
    const current = { config: { resilienceMode: "HIGH_RESILIENCE" } };
    expect(masks(current, current)).toEqual([]);
    expect(masks(current, { config: {} })).toEqual([]);
    expect(masks({}, { config: { resilienceMode: null } })).toEqual([]);
    expect(planEnvironmentUpdates(current, { config: { resilienceMode: null } })).toEqual([
      environmentUpdate.unlisted(["config.resilienceMode"], { config: {} }),
    ]);
  });

  test("change together if one mask must contain all of them", () => {
    expect(
      planEnvironmentUpdates(
        { config: { nodeConfig: { network: "n", subnetwork: "s", tags: ["t"] } } },
        { config: { nodeConfig: { network: "m" } } },
      ),
    ).toEqual([
      environmentUpdate.unlisted(["config.nodeConfig.network", "config.nodeConfig.subnetwork"], {
        config: { nodeConfig: { network: "m", subnetwork: "s" } },
      }),
    ]);
  });

  test("do not include fields that no client of the service sends", () => {
    const desired = { config: { recoveryConfig: { other: 1 }, nodeConfig: { tags: ["t"] } } } as never;
    expect(thrown(() => planEnvironmentUpdates({}, desired))).toMatchObject({
      issues: [
        { path: "config.recoveryConfig.other", rule: "no-mask-for-it" },
        { path: "config.nodeConfig.tags", rule: "no-mask-for-it" },
      ],
    });
  });
});

test("includes the omitted parts of a value that is replaced", () => {
  const current = { config: { workloadsConfig: { scheduler: { count: 1, cpu: 1 }, worker: { maxCount: 3 } } } };
  const [update] = planEnvironmentUpdates(current, {
    config: { workloadsConfig: { scheduler: { count: 2 }, triggerer: null } },
  });
  expect(update).toEqual({
    updateMask: "config.workloadsConfig",
    environment: { config: { workloadsConfig: { scheduler: { count: 2, cpu: 1 }, worker: { maxCount: 3 } } } },
  });
});

test("puts the image version first", () => {
  const desired = image("w-1.20.14-e-2.4.3", { schedulerCount: 2, pypiPackages: { a: "" } });
  expect(masks(image("w-1.20.12-e-2.4.3"), desired)[0]).toBe("config.softwareConfig.imageVersion");
});

test("rejects the alias latest where the major version of the product is known, with every other issue", () => {
  const current = { config: { nodeCount: 3, softwareConfig: { imageVersion: "composer-1.20.12-airflow-2.4.3" } } };
  const desired = { nodeCount: 5, softwareConfig: { imageVersion: "composer-latest-airflow-2" } };
  for (const naming of [googleNaming, vendorNaming]) {
    const error = thrown(() => planEnvironmentUpdates(current, { config: desired }, { naming }));
    expect(error).toMatchObject({
      issues: [{ rule: "image-major-version", message: expect.stringContaining('such as "composer-1-airflow-2"') }],
    });
  }
});

test("an impossible image version hides no issue of the other fields", () => {
  const current = image("composer-1.20.12-airflow-2.4.3", { schedulerCount: 2 });
  const desired = { environmentSize: "ENVIRONMENT_SIZE_SMALL", nodeCount: 4 };
  for (const imageVersion of ["composer-2.9.7-airflow-2.9.3", "composer-latest-airflow-2", "2.9.7"]) {
    const work = () =>
      planEnvironmentUpdates(current, { config: { ...desired, softwareConfig: { imageVersion, schedulerCount: 5 } } });
    expect(issuesOf(work).slice(1)).toEqual([
      "schedulers-beyond-nodes config.softwareConfig.schedulerCount",
      "image-too-old-or-new config.environmentSize",
    ]);
  }
});

test("reports all changes that no mask can make together", () => {
  const issues = issuesOf(() =>
    planEnvironmentUpdates(
      {
        name: "a",
        config: {
          maintenanceWindow: { startTime: "2026-01-01T00:00:00Z", endTime: "", recurrence: "" },
          softwareConfig: { imageVersion: "w-2.9.6-e-2.9.3" },
        },
      },
      {
        name: "b",
        storageConfig: { bucket: "other" },
        labels: { "bad name": "x" },
        config: {
          nodeCount: 2,
          maintenanceWindow: null,
          encryptionConfig: { kmsKeyName: "k" },
          softwareConfig: { pythonVersion: "2", imageVersion: "w-2.9.5-e-2.9.3" },
        },
      },
    ),
  );
  expect(issues.sort()).toEqual(
    [
      "no-mask-for-it name",
      "no-mask-for-it storageConfig",
      'label-key-characters labels["bad name"]',
      "count-too-small config.nodeCount",
      "image-too-old-or-new config.nodeCount",
      "no-mask-for-it config.maintenanceWindow",
      "no-mask-for-it config.encryptionConfig",
      "no-mask-for-it config.softwareConfig.pythonVersion",
      "image-downgrade config.softwareConfig.imageVersion",
    ].sort(),
  );
  expect(thrown(() => planEnvironmentUpdates({}, null as never))).toMatchObject({ code: "invalid_request" });
});

test("names the field that a name in snake case means", () => {
  const desired = { config: { software_config: { image_version: "composer-2-airflow-2" }, node_count: 3 } };
  expect(thrown(() => planEnvironmentUpdates({}, desired as never))).toMatchObject({
    issues: [
      { path: "config.software_config", message: expect.stringContaining("did you mean config.softwareConfig?") },
      { path: "config.node_count", message: expect.stringContaining("did you mean config.nodeCount?") },
    ],
  });
});

const maintenanceWindow = {
  startTime: "2026-01-01T00:00:00Z",
  endTime: "2026-01-01T06:00:00Z",
  recurrence: "FREQ=DAILY",
};

test("null in place of a maintenance window clears it in Composer 3", async () => {
  const name = "projects/p/locations/l/environments/e";
  const config = { maintenanceWindow, softwareConfig: { imageVersion: "composer-3-airflow-2.10.5-build.3" } };
  const desired = { config: { maintenanceWindow: null } };
  const sandbox = createSandbox({ clock: createTestClock(), operationMs: 0 });
  sandbox.environments.add({ name, config });
  const { environments } = createClient(sandbox.clientOptions);
  expect(masks({ config }, desired)).toEqual(["config.maintenanceWindow"]);
  const { environment } = await environments.ensure(name, desired);
  expect(environment.config).toEqual({ softwareConfig: config.softwareConfig });
  expect((await environments.ensure(name, desired)).updates).toEqual([]);
  expect(thrown(() => planEnvironmentUpdates({ config }, desired, { naming: vendorNaming }))).toMatchObject({
    code: "invalid_request",
  });
});
