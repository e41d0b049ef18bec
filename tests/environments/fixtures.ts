import type { Environment } from "fourfold";

/** A type with every field required, at every depth. */
type Full<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer E)[]
    ? Full<E>[]
    : string extends keyof T
      ? T
      : { [K in keyof T]-?: Full<Exclude<T[K], undefined>> };

const resource = { count: 1, cpu: 0.5, memoryGb: 2, storageGb: 1 };

/** An environment with every field; the compiler reports a missing one. */
export const fullEnvironment = {
  name: "projects/p/locations/l/environments/e",
  uuid: "u-1",
  state: "RUNNING",
  mode: "DEVELOPMENT",
  createTime: "2026-01-01T00:00:00Z",
  updateTime: "2026-01-02T00:00:00Z",
  labels: { team: "data" },
  storageConfig: { bucket: "b" },
  satisfiesPzs: true,
  satisfiesPzi: true,
  config: {
    nodeCount: 3,
    softwareConfig: {
      imageVersion: "composer-1.20.12-airflow-2.4.3",
      pypiPackages: { numpy: ">=2" },
      airflowConfigOverrides: { "core-parallelism": "64" },
      envVariables: { STAGE: "live" },
      schedulerCount: 2,
      cloudDataLineageIntegration: { enabled: true },
      pythonVersion: "3",
      webServerPluginsMode: "PLUGINS_ENABLED",
      auditLogsReplicationMode: "AUDIT_LOGS_REPLICATION_ENABLED",
    },
    nodeConfig: {
      location: "projects/p/zones/z",
      machineType: "projects/p/zones/z/machineTypes/n1-standard-1",
      network: "projects/p/global/networks/n",
      subnetwork: "projects/p/regions/r/subnetworks/s",
      composerNetworkAttachment: "projects/p/regions/r/networkAttachments/a",
      composerInternalIpv4CidrBlock: "100.64.128.0/20",
      diskSizeGb: 100,
      serviceAccount: "s@p.iam.gserviceaccount.com",
      oauthScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      tags: ["t"],
      ipAllocationPolicy: {
        useIpAliases: true,
        clusterSecondaryRangeName: "pods",
        clusterIpv4CidrBlock: "10.96.0.0/14",
        servicesSecondaryRangeName: "services",
        servicesIpv4CidrBlock: "/14",
      },
      maxPodsPerNode: 32,
      enableIpMasqAgent: true,
      trafficRoutingConfig: { cloudRunFunctionsRouting: "DIRECT" },
    },
    webServerNetworkAccessControl: { allowedIpRanges: [{ value: "10.0.0.0/8", description: "office" }] },
    databaseConfig: { machineType: "db-n1-standard-2", zone: "z" },
    webServerConfig: { machineType: "composer-n1-webserver-2" },
    maintenanceWindow: {
      startTime: "2026-01-01T00:00:00Z",
      endTime: "2026-01-01T04:00:00Z",
      recurrence: "FREQ=DAILY",
    },
    workloadsConfig: {
      scheduler: resource,
      webServer: resource,
      worker: { minCount: 1, maxCount: 3, cpu: 0.5, memoryGb: 2, storageGb: 1 },
      triggerer: resource,
      dagProcessor: resource,
    },
    environmentSize: "ENVIRONMENT_SIZE_EXTRA_LARGE",
    encryptionConfig: { kmsKeyName: "k" },
    resilienceMode: "HIGH_RESILIENCE",
    recoveryConfig: {
      scheduledSnapshotsConfig: {
        enabled: true,
        snapshotLocation: "gs://b/f",
        snapshotCreationSchedule: "0 4 * * *",
        timeZone: "UTC+01",
      },
    },
    privateEnvironmentConfig: {
      enablePrivateEnvironment: true,
      enablePrivateBuildsOnly: true,
      networkingType: "PRIVATE",
      privateClusterConfig: {
        enablePrivateEndpoint: true,
        masterIpv4CidrBlock: "172.16.0.0/23",
        masterIpv4ReservedRange: "172.16.0.0/28",
      },
      networkingConfig: { connectionType: "PRIVATE_SERVICE_CONNECT" },
      enablePrivatelyUsedPublicIps: true,
      cloudSqlIpv4CidrBlock: "10.0.0.0/12",
      webServerIpv4CidrBlock: "172.31.255.0/24",
      webServerIpv4ReservedRange: "172.31.255.0/28",
      cloudComposerNetworkIpv4CidrBlock: "172.31.245.0/24",
      cloudComposerNetworkIpv4ReservedRange: "172.31.245.0/28",
      cloudComposerConnectionSubnetwork: "projects/p/regions/r/subnetworks/psc",
    },
    masterAuthorizedNetworksConfig: {
      enabled: true,
      cidrBlocks: [{ displayName: "office", cidrBlock: "192.168.0.0/16" }],
    },
    dataRetentionConfig: {
      airflowDatabaseRetentionDays: 30,
      airflowMetadataRetentionConfig: { retentionMode: "RETENTION_MODE_ENABLED", retentionDays: 60 },
      taskLogsRetentionConfig: { storageMode: "CLOUD_LOGGING_ONLY" },
    },
    gkeCluster: "projects/p/zones/z/clusters/c",
    dagGcsPrefix: "gs://b/dags",
    airflowUri: "https://airflow.test",
    airflowByoidUri: "https://byoid.airflow.test",
  },
} satisfies Full<Environment>;
