import {
  type Client,
  type ClientEvent,
  createClient,
  type EnvironmentUpdate,
  environmentUpdate,
  type Policy,
  type TableInput,
  type TablePatch,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "./support/rejection.js";
import { createTestClock } from "./support/test-clock.js";

type Call = (client: Client) => Promise<unknown>;

/**
 * A mistake in a request, with the rule and path that the client reports before it sends anything. `warns`: the client sends the
 * request, and the sandbox rejects it; `passes`: the sandbox accepts it.
 */
type Mistake = readonly [title: string, rule: string, path: string, call: Call, kind?: "warns" | "passes"];

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const existing = { ...tableReference, tableId: "existing" };

/** A call that would not compile without a cast, because the types exclude the mistake. */
const insert = (table: object) => (client: Client) =>
  client.warehouse.tables.insert({ tableReference, ...table } as TableInput);
const update = (table: object) => (client: Client) =>
  client.warehouse.tables.update({ tableReference: existing, ...table } as TableInput);
const patch = (change: object) => (client: Client) => client.warehouse.tables.patch(existing, change as TablePatch);
const ensure = (table: object) => (client: Client) =>
  client.warehouse.tables.ensure({ tableReference, ...table } as TableInput);
const setPolicy = (policy: Policy) => (client: Client) => client.warehouse.tables.setIamPolicy(existing, policy);
const bind = (role: string, ...members: string[]) => setPolicy({ bindings: [{ role, members }] });

const columns = (...fields: readonly object[]) => ({ schema: { fields } });
const column = (more: object) => columns({ name: "a", type: "STRING", ...more });
const external = (more: object) => ({
  externalDataConfiguration: { sourceUris: ["gs://bucket/x"], sourceFormat: "AVRO", ...more },
});
const partitioned = (type: string, field: object) => ({
  ...columns({ name: "at", ...field }),
  timePartitioning: { type, field: "at" },
});
const clustered = (field: object) => ({ ...columns({ name: "c", ...field }), clustering: { fields: ["c"] } });
const FIVE = ["a", "b", "c", "d", "e"];

const bigQuery: readonly Mistake[] = [
  ...[insert, update, patch, ensure].map((write, index): Mistake => {
    const call = write(columns({ name: "a", type: "STRING" }, { name: "b", type: "STRNG" }));
    return [`a typo in a type, call ${index}`, "field-type", "schema.fields[1].type", call];
  }),
  ...["VARCHAR(255)", "BIGINT"].map((type): Mistake => {
    return [`the SQL type ${type}`, "field-type", "schema.fields[0].type", insert(column({ type }))];
  }),
  ["a typo in a mode", "field-mode", "schema.fields[0].mode", insert(column({ mode: "REQUIERD" }))],
  [
    "a typo in a source format",
    "source-format",
    "externalDataConfiguration.sourceFormat",
    insert(external({ sourceFormat: "PARKET" })),
  ],
  [
    "a typo in the name of a property",
    "property-name",
    "clustring",
    insert({ ...column({}), clustring: { fields: ["a"] } }),
    "warns",
  ],
  [
    "hourly partitions of a DATE column",
    "time-partitioning-hour",
    "timePartitioning.type",
    insert(partitioned("HOUR", { type: "DATE" })),
  ],
  [
    "a partition column of another type",
    "time-partitioning-field-type",
    "timePartitioning.field",
    insert(partitioned("DAY", { type: "STRING" })),
  ],
  [
    "a repeated partition column",
    "time-partitioning-field-mode",
    "timePartitioning.field",
    insert(partitioned("DAY", { type: "DATE", mode: "REPEATED" })),
  ],
  [
    "a partition column that the schema lacks",
    "time-partitioning-field-exists",
    "timePartitioning.field",
    insert({ ...column({}), timePartitioning: { type: "DAY", field: "day" } }),
  ],
  [
    "a typo in the name of a partition column",
    "time-partitioning-field-exists",
    "timePartitioning.field",
    insert({ ...columns({ name: "created", type: "DATE" }), timePartitioning: { type: "DAY", field: "creatd" } }),
  ],
  [
    "a column of integer ranges that the schema lacks",
    "range-partitioning-field-exists",
    "rangePartitioning.field",
    insert({
      ...column({}),
      rangePartitioning: { field: "id", range: { start: "0", end: "9", interval: "1" } },
    }),
  ],
  [
    "a clustering column that the schema lacks",
    "clustering-field-exists",
    "clustering.fields[0]",
    insert({ ...column({}), clustering: { fields: ["b"] } }),
  ],
  [
    "clustering by a RECORD column",
    "clustering-field-simple",
    "clustering.fields[0]",
    insert(clustered({ type: "RECORD", fields: [{ name: "x", type: "STRING" }] })),
  ],
  [
    "clustering by a repeated column",
    "clustering-field-not-repeated",
    "clustering.fields[0]",
    insert(clustered({ type: "STRING", mode: "REPEATED" })),
  ],
  [
    "five clustering columns",
    "clustering-field-count",
    "clustering.fields",
    insert({
      ...columns(...FIVE.map((name) => ({ name, type: "STRING" }))),
      clustering: { fields: FIVE },
    }),
  ],
  [
    "a required partition filter without partitions",
    "partition-filter-needs-partitions",
    "requirePartitionFilter",
    insert({ ...column({}), requirePartitionFilter: true }),
  ],
  [
    "two partition filters that differ",
    "partition-filter-once",
    "timePartitioning.requirePartitionFilter",
    insert({
      requirePartitionFilter: true,
      timePartitioning: { type: "DAY", requirePartitionFilter: false },
    }),
  ],
  [
    "the id of a key in place of its name",
    "kms-key-name-form",
    "encryptionConfiguration.kmsKeyName",
    insert({ encryptionConfiguration: { kmsKeyName: "key" } }),
  ],
  [
    "an expiration of partitions below one hour",
    "time-partitioning-expiration-short",
    "timePartitioning.expirationMs",
    insert({ timePartitioning: { type: "DAY", expirationMs: 86_400 } }),
    "warns",
  ],
  [
    "an expiration of partitions in seconds",
    "time-partitioning-expiration-unit",
    "timePartitioning.expirationMs",
    insert({ timePartitioning: { type: "DAY", expirationMs: 7_776_000 } }),
    "passes",
  ],
  [
    "a member without a prefix",
    "iam-member-form",
    "bindings[0].members[0]",
    bind("roles/bigquery.dataViewer", "ada@example.com"),
  ],
  [
    "a typo in the prefix of a member",
    "iam-member-form",
    "bindings[0].members[1]",
    bind("roles/bigquery.dataViewer", "user:ada@example.com", "sevriceAccount:job@shop.example"),
  ],
  ["a role without a prefix", "iam-role-form", "bindings[0].role", bind("bigquery.dataViewer", "allUsers")],
  [
    "a member without a prefix in an audit configuration",
    "iam-member-form",
    "auditConfigs[0].auditLogConfigs[0].exemptedMembers[0]",
    setPolicy({
      auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: ["ada"] }] }],
    }),
  ],
  [
    "a maximum staleness that is not an interval",
    "max-staleness-interval",
    "maxStaleness",
    insert({ maxStaleness: "4 hours" }),
    "warns",
  ],
  [
    "clustering by a FLOAT64 column",
    "clustering-field-type",
    "clustering.fields[0]",
    insert(clustered({ type: "FLOAT64" })),
  ],
  [
    "a source URI without slashes",
    "source-uri-scheme",
    "externalDataConfiguration.sourceUris[1]",
    insert(external({ sourceUris: ["gs://bucket/x", "gs:/bucket/x"] })),
  ],
];

const environment = "projects/p/locations/l/environments/e";
const software = (softwareConfig: object) => ({ config: { softwareConfig } });
const VARIABLES = "config.softwareConfig.envVariables";
const ACCESS = "config.webServerNetworkAccessControl";
const NETWORKS = "config.masterAuthorizedNetworksConfig";
const NODES = "config.nodeConfig";
const WINDOW = "config.maintenanceWindow";
const window = { startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-01T04:00:00Z", recurrence: "FREQ=DAILY" };
const maintain = (changes: object) => ({
  updateMask: WINDOW,
  environment: { config: { maintenanceWindow: { ...window, ...changes } } },
});
const ranges = (...values: string[]) => ({
  updateMask: ACCESS,
  environment: { config: { webServerNetworkAccessControl: { allowedIpRanges: values.map((value) => ({ value })) } } },
});

/** A call that would not compile without a cast, because the types exclude the mistake. */
const change = (call: object) => (client: Client) => client.environments.patch(environment, call as EnvironmentUpdate);

const composer: readonly Mistake[] = [
  [
    "a label with a capital letter",
    "label-key-characters",
    "labels.costCenter",
    change({ updateMask: "labels.costCenter", environment: { labels: { costCenter: "4711" } } }),
  ],
  [
    "a label that starts with a digit, in a whole map",
    "label-key-start",
    'labels["1st"]',
    change({ updateMask: "labels", environment: { labels: { "1st": "" } } }),
  ],
  [
    "a label with a long key",
    "label-key-length",
    `labels.${"k".repeat(64)}`,
    change({ updateMask: "labels", environment: { labels: { ["k".repeat(64)]: "" } } }),
  ],
  [
    "a label with a sentence as its value",
    "label-value-characters",
    "labels.team",
    change({ updateMask: "labels.team", environment: { labels: { team: "Data Team" } } }),
  ],
  [
    "a label with a long value",
    "label-value-length",
    "labels.team",
    change({ updateMask: "labels.team", environment: { labels: { team: "v".repeat(64) } } }),
  ],
  [
    "an environment variable with a dash",
    "env-variable-name",
    `${VARIABLES}["LOG-LEVEL"]`,
    change({ updateMask: VARIABLES, environment: software({ envVariables: { "LOG-LEVEL": "debug" } }) }),
  ],
  [
    "an environment variable that Cloud Composer sets",
    "env-variable-reserved",
    `${VARIABLES}.GCS_BUCKET`,
    change({ updateMask: VARIABLES, environment: software({ envVariables: { GCS_BUCKET: "mine" } }) }),
  ],
  [
    "a setting of Airflow as an environment variable",
    "env-variable-reserved",
    `${VARIABLES}.AIRFLOW__CORE__PARALLELISM`,
    change({ updateMask: VARIABLES, environment: software({ envVariables: { AIRFLOW__CORE__PARALLELISM: "64" } }) }),
  ],
  [
    "a host name as an IP range",
    "ip-range",
    `${ACCESS}.allowedIpRanges[1].value`,
    change(ranges("10.0.0.0/8", "office.example")),
  ],
  ["a prefix that is too long", "ip-range", `${ACCESS}.allowedIpRanges[0].value`, change(ranges("2001:db8::/129"))],
  [
    "a network without a prefix",
    "ip-range",
    `${NETWORKS}.cidrBlocks[0].cidrBlock`,
    change({
      updateMask: NETWORKS,
      environment: {
        config: { masterAuthorizedNetworksConfig: { enabled: true, cidrBlocks: [{ cidrBlock: "10.0.0.1" }] } },
      },
    }),
  ],
  [
    "a maintenance window that starts at a time of day",
    "maintenance-window-time",
    `${WINDOW}.startTime`,
    change(maintain({ startTime: "04:00" })),
  ],
  [
    "a maintenance window that ends before it starts",
    "maintenance-window-time",
    `${WINDOW}.endTime`,
    change(maintain({ endTime: "2025-12-31T23:00:00Z" })),
  ],
  [
    "a maintenance window with a monthly recurrence",
    "maintenance-window-recurrence",
    `${WINDOW}.recurrence`,
    change(maintain({ recurrence: "FREQ=MONTHLY" })),
  ],
  [
    "a typo in a size",
    "environment-value",
    "config.environmentSize",
    change({
      updateMask: "config.environmentSize",
      environment: { config: { environmentSize: "ENVIRONMENT_SIZE_LARG" } },
    }),
    "warns",
  ],
  [
    "a size without its prefix",
    "environment-size",
    "config.environmentSize",
    change({ updateMask: "config.environmentSize", environment: { config: { environmentSize: "SMALL" } } }),
    "warns",
  ],
  [
    "a typo in a value of a path that the table does not list",
    "environment-value",
    "config.resilienceMode",
    change({ updateMask: "config.resilienceMode", environment: { config: { resilienceMode: "HIGH_RESILIENC" } } }),
    "warns",
  ],
  [
    "a network without its subnetwork",
    "paths-together",
    "updateMask",
    change({ updateMask: `${NODES}.network`, environment: { config: { nodeConfig: { network: "n" } } } }),
  ],
  [
    "two changes at once, of paths that the table does not list",
    "one-update-type",
    "updateMask",
    change({
      updateMask: `config.resilienceMode,${NETWORKS}`,
      environment: {
        config: { resilienceMode: "HIGH_RESILIENCE", masterAuthorizedNetworksConfig: { enabled: true } },
      },
    }),
  ],
];

/** Calls in which the package finds no mistake: values that may be new, and unusual values. */
const accepted: readonly (readonly [title: string, call: Call])[] = [
  ["a column type that is not known", insert(column({ type: "TIMESTAMP_PICOS" }))],
  ["a column type that differs only in digits", insert(column({ type: "FLOAT32" }))],
  [
    "the types DECIMAL and BIGDECIMAL",
    insert(columns({ name: "a", type: "DECIMAL" }, { name: "b", type: "BIGDECIMAL" })),
  ],
  ["a column type in lower case", insert(column({ type: "string", mode: "required" }))],
  ["a mode that is not known", insert(column({ mode: "OPTIONAL" }))],
  ["a format that is not known", insert(external({ sourceFormat: "XML" }))],
  ["hourly partitions of a DATETIME column", insert(partitioned("HOUR", { type: "DATETIME" }))],
  ["monthly partitions of a DATE column", insert(partitioned("MONTH", { type: "DATE" }))],
  ["hourly partitions by ingestion time", insert({ timePartitioning: { type: "HOUR" } })],
  ["partitions of a column of a new type", insert(partitioned("DAY", { type: "TIMESTAMP_PICOS" }))],
  ["clustering by a column of a new type", insert(clustered({ type: "UUID" }))],
  ["clustering by a RANGE column", insert(clustered({ type: "RANGE", rangeElementType: { type: "DATE" } }))],
  ["an optional partition filter without partitions", insert({ requirePartitionFilter: false })],
  [
    "a required partition filter of a table that a metastore partitions",
    insert({ requirePartitionFilter: true, partitionDefinition: { partitionedColumn: [{ field: "a" }] } }),
  ],
  [
    "the version of a key",
    insert({
      encryptionConfiguration: {
        kmsKeyName: "projects/example.com:shop/locations/eu/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1",
      },
    }),
  ],
  ["an expiration of one hour", insert({ timePartitioning: { type: "HOUR", expirationMs: 3_600_000 } })],
  ["an expiration of six hours", insert({ timePartitioning: { type: "HOUR", expirationMs: 21_600_000 } })],
  [
    "all types of principals, and one that is not known",
    bind(
      "roles/viewer",
      "allUsers",
      "allAuthenticatedUsers",
      "user:ada@example.com",
      "group:admins@example.com",
      "serviceAccount:shop.svc.id.goog[space/account]",
      "domain:example.com",
      "projectOwner:shop",
      "projectEditor:shop",
      "projectViewer:shop",
      "principal://iam.googleapis.com/locations/global/workforcePools/p/subject/s",
      "principalSet://iam.googleapis.com/locations/global/workforcePools/p/*",
      "deleted:user:ada@example.com?uid=1",
      "robot:r2",
    ),
  ],
  ["a role of a project", bind("projects/shop/roles/reader", "allUsers")],
  ["a role of an organization", bind("organizations/1/roles/reader", "allUsers")],
  ["a source URI with an empty folder", insert(external({ sourceUris: ["gs://bucket//x"] }))],
  ...["0-0 0 4:0:0", "4:0:0", "0 4:0:0.5", "1-2", "PT4H", "P1DT2H30M"].map(
    (maxStaleness) => [`a maximum staleness of ${maxStaleness}`, insert({ maxStaleness })] as const,
  ),
];

/**
 * Calls that are valid only because the service derives columns, or because the table has more columns than the
 * request.
 */
const moreColumns: typeof accepted = [
  [
    "clustering by a column that another client has added",
    (client) =>
      client.warehouse.tables.ensure(
        {
          tableReference: existing,
          ...columns({ name: "b", type: "STRING" }),
          clustering: { fields: ["a"] },
        } as TableInput,
        { extraColumns: "keep" },
      ),
  ],
  ["clustering alone", patch({ clustering: { fields: ["a"] } })],
  [
    "columns of a materialized view",
    insert({
      ...columns({ name: "a", type: "DATE" }, { name: "c", type: "JSON" }),
      materializedView: { query: "SELECT 1" },
      timePartitioning: { type: "HOUR", field: "a" },
      clustering: { fields: ["c"] },
    }),
  ],
  [
    "columns of external data that the service detects",
    insert({
      ...columns({ name: "a", type: "JSON" }),
      ...external({ sourceFormat: "CSV", autodetect: true }),
      tableConstraints: { primaryKey: { columns: ["id"] } },
    }),
  ],
];

const acceptedUpdates: readonly [title: string, call: object][] = [
  ["labels in any script, and an empty value", environmentUpdate.labels({ größe: "", 色: "赤_1-2" })],
  ["a deleted label", environmentUpdate.labels({ Old: null })],
  ["variables", environmentUpdate.envVariables.replace({ _a1: "", AIRFLOW_VAR_X: "1", AIRFLOW__X: "1" })],
  ["IP addresses and ranges", ranges("192.168.1.1", "10.0.0.0/8", "::/0", "2001:0db8::8a2e:370:7334")],
  [
    "a weekly window in another time zone",
    maintain({ recurrence: "FREQ=WEEKLY;BYDAY=SA,SU", endTime: "2026-01-01T09:00:00+02:00" }),
  ],
  ["a size that may be added later", environmentUpdate.environmentSize("ENVIRONMENT_SIZE_GIGANTIC")],
  [
    "a network with its subnetwork",
    environmentUpdate.unlisted([`${NODES}.network`, `${NODES}.subnetwork`], {
      config: { nodeConfig: { network: "n", subnetwork: "s" } },
    }),
  ],
];

/** A client of a sandbox with a table and an environment, and the issues of its warnings. */
function setUp(requests?: "off") {
  const sandbox = createSandbox({ clock: createTestClock() });
  sandbox.warehouse.tables.add({ tableReference: existing, schema: { fields: [{ name: "a", type: "STRING" }] } });
  sandbox.environments.add({ name: environment, labels: { Old: "" } });
  const warnings: object[] = [];
  const client = createClient({
    ...sandbox.clientOptions,
    validation: { requests },
    onEvent: (event: ClientEvent) => {
      if (event.type === "warning") warnings.push(event.issue);
    },
  });
  return { client, sandbox, warnings };
}

test.each([...bigQuery, ...composer].map((mistake) => ({ title: mistake[0], mistake })))(
  "client and sandbox report $title",
  async ({ mistake: [, rule, path, call, kind] }) => {
    const { client, sandbox, warnings } = setUp();
    const outcome = await call(client).catch((error: unknown) => error);
    if (kind === undefined) {
      expect(outcome).toMatchObject({ code: "invalid_request", issues: [{ rule, path }] });
      expect(sandbox.requests).toEqual([]);
    } else expect(warnings).toMatchObject([{ rule, path }]);
    const unchecked = setUp("off").client;
    if (kind === "passes") await call(unchecked);
    else expect(await rejection(call(unchecked))).toMatchObject({ code: "bad_request" });
  },
);

const updates = acceptedUpdates.map(([title, update]) => [title, change(update)] as const);
test.each([...accepted, ...moreColumns, ...updates])("%s passes", async (_, call) => {
  const { client, warnings } = setUp();
  await call(client);
  expect(warnings).toEqual([]);
});
