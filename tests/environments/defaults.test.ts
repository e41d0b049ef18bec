import {
  createClient,
  type DesiredEnvironment,
  type Environment,
  planEnvironmentUpdates,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const name = "projects/p/locations/l/environments/e";
const software = (softwareConfig: object) => ({ config: { softwareConfig } });
const snapshots = (scheduledSnapshotsConfig: object) => ({ config: { recoveryConfig: { scheduledSnapshotsConfig } } });
const networks = (masterAuthorizedNetworksConfig: object) => ({ config: { masterAuthorizedNetworksConfig } });
const workloads = (workloadsConfig: object) => ({ config: { workloadsConfig } });
const privately = (privateEnvironmentConfig: object) => ({ config: { privateEnvironmentConfig } });
const retention = (dataRetentionConfig: object) => ({ config: { dataRetentionConfig } });
const ranges = (webServerNetworkAccessControl: object) => ({ config: { webServerNetworkAccessControl } });
const lineage = (cloudDataLineageIntegration: object) => software({ cloudDataLineageIntegration });

const window = (more: object) => ({
  config: {
    maintenanceWindow: {
      startTime: "2026-01-01T01:00:00Z",
      endTime: "2026-01-01T05:00:00Z",
      recurrence: "FREQ=WEEKLY;BYDAY=FR,SA,SU",
      ...more,
    },
  },
});

const equal: [current: object, desired: object][] = [
  [{}, lineage({ enabled: false })],
  [lineage({}), lineage({ enabled: false })],
  [lineage({ enabled: false }), lineage({})],
  [{}, snapshots({ enabled: false })],
  [{}, snapshots({ enabled: false, snapshotLocation: "gs://b/f" })],
  [{ config: { recoveryConfig: {} } }, snapshots({ enabled: false })],
  [{}, networks({ enabled: false })],
  [{}, networks({ enabled: false, cidrBlocks: [] })],
  [{}, workloads({ triggerer: { count: 0 } })],
  [{}, workloads({ triggerer: { count: 0, cpu: 0.5, memoryGb: 0.5 } })],
  [workloads({ triggerer: { cpu: 0.5 } }), workloads({ triggerer: { count: 0 } })],
  [workloads({ worker: { maxCount: 3 } }), workloads({ worker: { minCount: 0 }, dagProcessor: { count: 0 } })],
  [{}, privately({ enablePrivateEnvironment: false })],
  [{}, privately({ enablePrivateBuildsOnly: false, networkingType: "NETWORKING_TYPE_UNSPECIFIED" })],
  [{}, privately({ networkingConfig: {}, privateClusterConfig: { enablePrivateEndpoint: false } })],
  [{}, privately({ privateClusterConfig: { masterIpv4CidrBlock: "172.16.0.0/23" } })],
  [{}, { config: { encryptionConfig: {} } }],
  [{ config: { encryptionConfig: {} } }, { config: { encryptionConfig: { kmsKeyName: "" } } }],
  [{}, { config: { resilienceMode: "RESILIENCE_MODE_UNSPECIFIED" } }],
  [{}, { config: { environmentSize: "ENVIRONMENT_SIZE_UNSPECIFIED" } }],
  [{}, { config: { nodeConfig: { composerInternalIpv4CidrBlock: "100.64.128.0/20", tags: [], diskSizeGb: 100 } } }],
  [{}, software({ webServerPluginsMode: "PLUGINS_ENABLED" })],
  [software({ webServerPluginsMode: "PLUGINS_ENABLED" }), software({ webServerPluginsMode: null })],
  [software({ webServerPluginsMode: 2 }), software({ webServerPluginsMode: "PLUGINS_ENABLED" })],
  [{}, software({ pythonVersion: "3" })],
  [{}, retention({ airflowDatabaseRetentionDays: 0, taskLogsRetentionConfig: {} })],
  [
    {},
    retention({ airflowMetadataRetentionConfig: { retentionMode: "RETENTION_MODE_UNSPECIFIED", retentionDays: 0 } }),
  ],
  [{ config: { environmentSize: 1 } }, { config: { environmentSize: "ENVIRONMENT_SIZE_SMALL" } }],
  [
    ranges({ allowedIpRanges: [{ value: "10.0.0.0/8" }] }),
    ranges({ allowedIpRanges: [{ value: "10.0.0.0/8", description: "" }] }),
  ],
  // Other forms of one value.
  [window({}), window({ startTime: "2026-01-01T02:00:00+01:00", endTime: "2026-01-01T05:00:00.000Z" })],
  [
    window({ startTime: "1970-01-01T00:00:00Z", endTime: "1970-01-01T04:00:00Z" }),
    window({ startTime: "1970-01-01T00:00:00.000Z", endTime: "1970-01-01T05:00:00+01:00" }),
  ],
  [window({}), window({ recurrence: "FREQ=WEEKLY;BYDAY=SU,FR,SA" })],
  [ranges({ allowedIpRanges: [{ value: "::0/0" }] }), ranges({ allowedIpRanges: [{ value: "::/0" }] })],
  [lineage({}), lineage(null as never)],
  [ranges({}), ranges({ allowedIpRanges: [] })],
  [{ satisfiesPzs: false, storageConfig: {} }, { storageConfig: { bucket: "" } }],
];

test.each(equal)("a default equals an absent value: no update from %j to %j", (current, desired) => {
  expect(planEnvironmentUpdates(current, desired)).toEqual([]);
  // A profile whose service takes fewer paths has no updates for the same differences.
  expect(planEnvironmentUpdates(current, desired, { naming: vendorNaming })).toEqual([]);
});

const differing: [current: object, desired: object, body: object][] = [
  [lineage({ enabled: true }), lineage({ enabled: false }), lineage({ enabled: false })],
  [
    snapshots({ enabled: true, timeZone: "UTC+01" }),
    snapshots({ enabled: false }),
    snapshots({ enabled: false, timeZone: "UTC+01" }),
  ],
  [networks({ enabled: true }), networks({ enabled: false }), networks({ enabled: false })],
  [
    workloads({ triggerer: { count: 1, cpu: 1 } }),
    workloads({ triggerer: { count: 0 } }),
    workloads({ triggerer: { count: 0, cpu: 1 } }),
  ],
  [
    privately({ enablePrivateEnvironment: true }),
    privately({ enablePrivateEnvironment: false }),
    privately({ enablePrivateEnvironment: false }),
  ],
  [
    software({ webServerPluginsMode: "PLUGINS_DISABLED" }),
    software({ webServerPluginsMode: "PLUGINS_ENABLED" }),
    software({ webServerPluginsMode: "PLUGINS_ENABLED" }),
  ],
  // Without ranges, no address has access; by default, all have.
  [{}, ranges({ allowedIpRanges: [] }), ranges({ allowedIpRanges: [] })],
  [{}, ranges({}), ranges({})],
  [
    ranges({ allowedIpRanges: [{ value: "0.0.0.0/0" }, { value: "::0/0" }] }),
    ranges({ allowedIpRanges: [] }),
    ranges({ allowedIpRanges: [] }),
  ],
  // Numbers of a response do not reach a request.
  [
    retention({ taskLogsRetentionConfig: { storageMode: 2 } }),
    retention({ airflowDatabaseRetentionDays: 30 }),
    retention({ airflowDatabaseRetentionDays: 30, taskLogsRetentionConfig: { storageMode: "CLOUD_LOGGING_ONLY" } }),
  ],
];

test.each(differing)("a value that differs from the default is planned: from %j to %j", (current, desired, body) => {
  expect(planEnvironmentUpdates(current, desired).map(({ environment }) => environment)).toEqual([body]);
});

test.each([...equal.map(([, desired]) => desired), ...differing.map(([, desired]) => desired)])(
  "a second ensure sends no update: %j",
  async (desired: DesiredEnvironment) => {
    const own = [...equal, ...differing].filter(([, wanted]) => wanted === desired);
    for (const current of [{}, ...own.map(([now]) => now)]) {
      const sandbox = createSandbox({ clock: createTestClock(), operationMs: 0 });
      sandbox.environments.add({ ...current, name });
      const { environments } = createClient(sandbox.clientOptions);
      const before = await environments.get(name);
      await environments.apply(name, planEnvironmentUpdates(before, desired));
      const again = await environments.ensure(name, desired);
      expect(again.updates).toEqual([]);
    }
  },
);

const answers: [given: Environment, answered: Environment][] = [
  [lineage({ enabled: false }), lineage({})],
  [lineage({ enabled: true }), lineage({ enabled: true })],
  [{ config: { encryptionConfig: { kmsKeyName: "" } } }, { config: { encryptionConfig: {} } }],
  [privately({ networkingConfig: { connectionType: 0 } }), privately({ networkingConfig: {} })],
  [snapshots({ enabled: false, timeZone: "UTC" }), { config: { recoveryConfig: {} } }],
  [workloads({ triggerer: { count: 0, cpu: 1 } }), workloads({ triggerer: { cpu: 1 } })],
  [ranges({ allowedIpRanges: [] }), ranges({ allowedIpRanges: [] })],
  [
    software({ pypiPackages: { numpy: "" }, webServerPluginsMode: "PLUGINS_ENABLED" }),
    software({ pypiPackages: { numpy: "" }, webServerPluginsMode: "PLUGINS_ENABLED" }),
  ],
  [
    { config: { environmentSize: 2 }, state: 2 },
    { config: { environmentSize: "ENVIRONMENT_SIZE_MEDIUM" }, state: "RUNNING" },
  ],
];

test.each(answers)("the sandbox omits what the service omits: %j is %j in a response", async (given, answered) => {
  const sandbox = createSandbox({ clock: createTestClock() });
  const added = sandbox.environments.add({ ...given, name });
  const { uuid, state = "RUNNING", createTime, updateTime } = added;
  const { environments } = createClient(sandbox.clientOptions);
  const got = await environments.get(name);
  expect(got).toEqual({ uuid, state, createTime, updateTime, name, ...answered });
  expect(added).toEqual(got);
});

const SNAPSHOTS = "config.recoveryConfig.scheduledSnapshotsConfig";

test.each([
  ["config.softwareConfig.cloudDataLineageIntegration", lineage({ enabled: false })],
  ["config.privateEnvironmentConfig.enablePrivateEnvironment", privately({ enablePrivateEnvironment: false })],
  ["config.softwareConfig.webServerPluginsMode", software({ webServerPluginsMode: "PLUGINS_ENABLED" })],
  [SNAPSHOTS, snapshots({ enabled: false })],
])("the sandbox refuses an update of %s to its default in the words of the service", async (updateMask, body) => {
  const sandbox = createSandbox({ clock: createTestClock() });
  sandbox.environments.add({ name });
  const { environments } = createClient({ ...sandbox.clientOptions, validation: { requests: "off" } });
  const message =
    updateMask === SNAPSHOTS
      ? "No change in configuration. Must specify a change to configuration.recovery_configuration.scheduled_snapshots_configuration"
      : "Found 1 problem:\n\t1) Update request does not result in any change to the environment's configuration";
  expect(await rejection(environments.patch(name, { updateMask, environment: body } as never))).toMatchObject({
    status: 400,
    body: { error: { message, status: "INVALID_ARGUMENT" } },
  });
});
