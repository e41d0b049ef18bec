import {
  type Client,
  type ClientEvent,
  type CreateClientOptions,
  createClient,
  type Policy,
  type TableInput,
  type TablePatch,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import { rejection } from "./support/rejection.js";
import { createTestClock } from "./support/test-clock.js";

/** A mistake in a request, the client's message about it, and the sandbox's response if the request is sent anyway. */
interface Mistake {
  readonly title: string;
  readonly call: (client: Client) => Promise<unknown>;
  readonly client: {
    readonly kind: "error" | "warning";
    readonly path: string;
    readonly rule: string;
    readonly message: string;
  };
  /** The message of the service; undefined if it accepts the request. */
  readonly sandbox: string | undefined;
}

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
const STRNG = {
  kind: "error",
  path: "schema.fields[1].type",
  rule: "field-type",
  message: '"STRNG" is not known; did you mean "STRING"?',
} as const;
const KEY = "projects/<id>/locations/<location>/keyRings/<ring>/cryptoKeys/<key>";

const bigQuery: readonly Mistake[] = [
  ...[insert, update, patch, ensure].map((write, index) => ({
    title: `a typo in a column type, in ${["insert", "update", "patch", "ensure"][index]}`,
    call: write(columns({ name: "a", type: "STRING" }, { name: "b", type: "STRNG" })),
    client: STRNG,
    sandbox: "Invalid value for type: STRNG is not a valid value",
  })),
  ...Object.entries({
    VARCHAR: "STRING",
    "VARCHAR(255)": "STRING",
    TEXT: "STRING",
    INT: "INTEGER",
    BIGINT: "INTEGER",
    DOUBLE: "FLOAT",
    BLOB: "BYTES",
    NUMBER: "NUMERIC",
  }).map(([type, meant]) => ({
    title: `the SQL type ${type}`,
    call: insert(column({ type })),
    client: {
      kind: "error" as const,
      path: "schema.fields[0].type",
      rule: "field-type",
      message: `"${type}" is not known; did you mean "${meant}"?`,
    },
    sandbox: `Invalid value for type: ${type} is not a valid value`,
  })),
  {
    title: "a typo in a mode",
    call: insert(column({ mode: "REQUIERD" })),
    client: {
      kind: "error",
      path: "schema.fields[0].mode",
      rule: "field-mode",
      message: '"REQUIERD" is not known; did you mean "REQUIRED"?',
    },
    sandbox: "Invalid value for mode: REQUIERD is not a valid value",
  },
  {
    title: "a typo in a source format",
    call: insert(external({ sourceFormat: "PARKET" })),
    client: {
      kind: "error",
      path: "externalDataConfiguration.sourceFormat",
      rule: "source-format",
      message: '"PARKET" is not known; did you mean "PARQUET"?',
    },
    sandbox: "Invalid value for sourceFormat: PARKET is not a valid value",
  },
  {
    title: "a typo in the name of a property",
    call: insert({ ...column({}), clustring: { fields: ["a"] } }),
    client: {
      kind: "warning",
      path: "clustring",
      rule: "property-name",
      message: 'is not known; did you mean "clustering"?',
    },
    sandbox: "Invalid JSON payload received. Unknown name \"clustring\" at 'table': Cannot find field.",
  },
  {
    title: "hourly partitions of a DATE column",
    call: insert(partitioned("HOUR", { type: "DATE" })),
    client: {
      kind: "error",
      path: "timePartitioning.type",
      rule: "time-partitioning-hour",
      message: 'must be DAY, MONTH or YEAR for a DATE column, got "HOUR"',
    },
    sandbox: 'timePartitioning.type: must be DAY, MONTH or YEAR for a DATE column, got "HOUR"',
  },
  {
    title: "a partition column of another type",
    call: insert(partitioned("DAY", { type: "STRING" })),
    client: {
      kind: "error",
      path: "timePartitioning.field",
      rule: "time-partitioning-field-type",
      message: 'must be a TIMESTAMP, DATE or DATETIME column, got "STRING"',
    },
    sandbox:
      "The field specified for time partitioning can only be of type TIMESTAMP, DATE or DATETIME. The type found is: STRING.",
  },
  {
    title: "a repeated partition column",
    call: insert(partitioned("DAY", { type: "DATE", mode: "REPEATED" })),
    client: {
      kind: "error",
      path: "timePartitioning.field",
      rule: "time-partitioning-field-mode",
      message: 'must be a column of mode NULLABLE or REQUIRED, got "REPEATED"',
    },
    sandbox: 'timePartitioning.field: must be a column of mode NULLABLE or REQUIRED, got "REPEATED"',
  },
  {
    title: "a partition column that the schema lacks",
    call: insert({ ...column({}), timePartitioning: { type: "DAY", field: "day" } }),
    client: {
      kind: "error",
      path: "timePartitioning.field",
      rule: "time-partitioning-field-exists",
      message: 'must be a top-level column of the schema, got "day"',
    },
    sandbox: "The field specified for partitioning cannot be found in the schema.",
  },
  {
    title: "a typo in the name of a partition column",
    call: insert({ ...columns({ name: "created", type: "DATE" }), timePartitioning: { type: "DAY", field: "creatd" } }),
    client: {
      kind: "error",
      path: "timePartitioning.field",
      rule: "time-partitioning-field-exists",
      message: 'must be a top-level column of the schema, got "creatd"; did you mean "created"?',
    },
    sandbox: "The field specified for partitioning cannot be found in the schema.",
  },
  {
    title: "a column of integer ranges that the schema lacks",
    call: insert({
      ...column({}),
      rangePartitioning: { field: "id", range: { start: "0", end: "9", interval: "1" } },
    }),
    client: {
      kind: "error",
      path: "rangePartitioning.field",
      rule: "range-partitioning-field-exists",
      message: 'must be a top-level column of the schema, got "id"',
    },
    sandbox: "The field specified for partitioning cannot be found in the schema.",
  },
  {
    title: "a clustering column that the schema lacks",
    call: insert({ ...column({}), clustering: { fields: ["b"] } }),
    client: {
      kind: "error",
      path: "clustering.fields[0]",
      rule: "clustering-field-exists",
      message: 'must be a top-level column of the schema, got "b"',
    },
    sandbox: "The field specified for clustering cannot be found in the schema. Invalid field: b.",
  },
  ...["FLOAT", "FLOAT64", "JSON", "TIME"].map((type) => ({
    title: `clustering by a ${type} column`,
    call: insert(clustered({ type })),
    client: {
      kind: "error" as const,
      path: "clustering.fields[0]",
      rule: "clustering-field-type",
      message: `must not be a FLOAT, JSON or TIME column, got "${type}"`,
    },
    sandbox: `Field c has type ${type === "FLOAT64" ? "FLOAT" : type}, which is not supported for clustering.`,
  })),
  {
    title: "clustering by a RECORD column",
    call: insert(clustered({ type: "RECORD", fields: [{ name: "x", type: "STRING" }] })),
    client: {
      kind: "error",
      path: "clustering.fields[0]",
      rule: "clustering-field-simple",
      message: 'must be a column without nested fields, got "RECORD"',
    },
    sandbox: "Field c has type RECORD, which is not supported for clustering.",
  },
  {
    title: "clustering by a repeated column",
    call: insert(clustered({ type: "STRING", mode: "REPEATED" })),
    client: {
      kind: "error",
      path: "clustering.fields[0]",
      rule: "clustering-field-not-repeated",
      message: 'must be a column of mode NULLABLE or REQUIRED, got "REPEATED"',
    },
    sandbox: 'clustering.fields[0]: must be a column of mode NULLABLE or REQUIRED, got "REPEATED"',
  },
  {
    title: "five clustering columns",
    call: insert({
      ...columns(...FIVE.map((name) => ({ name, type: "STRING" }))),
      clustering: { fields: FIVE },
    }),
    client: {
      kind: "error",
      path: "clustering.fields",
      rule: "clustering-field-count",
      message: "must contain at most 4 columns, got 5",
    },
    sandbox: "5 clustering fields specified, exceeding the limit of 4.",
  },
  {
    title: "a required partition filter without partitions",
    call: insert({ ...column({}), requirePartitionFilter: true }),
    client: {
      kind: "error",
      path: "requirePartitionFilter",
      rule: "partition-filter-needs-partitions",
      message: 'requires "timePartitioning" or "rangePartitioning"',
    },
    sandbox: "Either interval partition or range partition should be specified.",
  },
  {
    title: "two partition filters that differ",
    call: insert({
      requirePartitionFilter: true,
      timePartitioning: { type: "DAY", requirePartitionFilter: false },
    }),
    client: {
      kind: "error",
      path: "timePartitioning.requirePartitionFilter",
      rule: "partition-filter-once",
      message: "must be true, the same as the table's requirePartitionFilter, got false; omit this property",
    },
    sandbox:
      "timePartitioning.requirePartitionFilter: must be true, the same as the table's requirePartitionFilter, got false; omit this property",
  },
  {
    title: "the id of a key in place of its name",
    call: insert({ encryptionConfiguration: { kmsKeyName: "key" } }),
    client: {
      kind: "error",
      path: "encryptionConfiguration.kmsKeyName",
      rule: "kms-key-name-form",
      message: `must be ${KEY}, got "key"`,
    },
    sandbox: `encryptionConfiguration.kmsKeyName: must be ${KEY}, got "key"`,
  },
  {
    title: "an expiration of partitions below one hour",
    call: insert({ timePartitioning: { type: "DAY", expirationMs: 86_400 } }),
    client: {
      kind: "warning",
      path: "timePartitioning.expirationMs",
      rule: "time-partitioning-expiration-short",
      message: "should be at least one hour in milliseconds, got 86400, which is 0.001 days",
    },
    sandbox:
      "timePartitioning.expirationMs: should be at least one hour in milliseconds, got 86400, which is 0.001 days",
  },
  {
    title: "an expiration of partitions in seconds",
    call: insert({ timePartitioning: { type: "DAY", expirationMs: 7_776_000 } }),
    client: {
      kind: "warning",
      path: "timePartitioning.expirationMs",
      rule: "time-partitioning-expiration-unit",
      message: "should be in milliseconds, got 7776000, which is 0.09 days; 90 days are 7776000000",
    },
    sandbox: undefined,
  },
  {
    title: "a member without a prefix",
    call: bind("roles/bigquery.dataViewer", "ada@example.com"),
    client: {
      kind: "error",
      path: "bindings[0].members[0]",
      rule: "iam-member-form",
      message:
        'must be allUsers, allAuthenticatedUsers or a principal with a type prefix, such as "user:ada@example.com", got "ada@example.com"',
    },
    sandbox: "The member ada@example.com is of an unknown type. Please set a valid type prefix for the member.",
  },
  {
    title: "a typo in the prefix of a member",
    call: bind("roles/bigquery.dataViewer", "user:ada@example.com", "sevriceAccount:job@shop.example"),
    client: {
      kind: "error",
      path: "bindings[0].members[1]",
      rule: "iam-member-form",
      message: '"sevriceAccount" is not known; did you mean "serviceAccount"?',
    },
    sandbox:
      "The member sevriceAccount:job@shop.example is of an unknown type. Please set a valid type prefix for the member.",
  },
  {
    title: "a role without a prefix",
    call: bind("bigquery.dataViewer", "allUsers"),
    client: {
      kind: "error",
      path: "bindings[0].role",
      rule: "iam-role-form",
      message: 'must start with roles/, projects/ or organizations/, got "bigquery.dataViewer"',
    },
    sandbox: 'policy.bindings[0].role: must start with roles/, projects/ or organizations/, got "bigquery.dataViewer"',
  },
  {
    title: "a member without a prefix in an audit configuration",
    call: setPolicy({
      auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: ["ada"] }] }],
    }),
    client: {
      kind: "error",
      path: "auditConfigs[0].auditLogConfigs[0].exemptedMembers[0]",
      rule: "iam-member-form",
      message:
        'must be allUsers, allAuthenticatedUsers or a principal with a type prefix, such as "user:ada@example.com", got "ada"',
    },
    sandbox: "The member ada is of an unknown type. Please set a valid type prefix for the member.",
  },
  ...["s3//bucket/x", "gs:/bucket/x"].map((uri) => ({
    title: `the source URI ${uri}`,
    call: insert(external({ sourceUris: ["gs://bucket/x", uri] })),
    client: {
      kind: "error" as const,
      path: "externalDataConfiguration.sourceUris[1]",
      rule: "source-uri-scheme",
      message: `must have "://" after its scheme, got "${uri}"`,
    },
    sandbox: `externalDataConfiguration.sourceUris[1]: must have "://" after its scheme, got "${uri}"`,
  })),
  {
    title: "a maximum staleness that is not an interval",
    call: insert({ maxStaleness: "4 hours" }),
    client: {
      kind: "warning",
      path: "maxStaleness",
      rule: "max-staleness-interval",
      message: 'should be an interval "Y-M D H:M:S", such as "0-0 0 4:0:0", got "4 hours"',
    },
    sandbox: 'maxStaleness: should be an interval "Y-M D H:M:S", such as "0-0 0 4:0:0", got "4 hours"',
  },
];

const mistakes: readonly Mistake[] = [...bigQuery];

/** Calls in which the package finds no mistake: values that may be new, and unusual values. */
const accepted: readonly (readonly [title: string, call: Mistake["call"]])[] = [
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

/** A client of a sandbox under Google's profile, with a dataset and a table, and the issues of its warnings. */
function setUp(settings: { readonly requests?: "off"; readonly rules?: CreateClientOptions["rules"] } = {}) {
  const sandbox = createSandbox({ clock: createTestClock() });
  sandbox.warehouse.tables.add({ tableReference: existing, schema: { fields: [{ name: "a", type: "STRING" }] } });
  const warnings: object[] = [];
  const client = createClient({
    ...sandbox.clientOptions,
    rules: settings.rules,
    validation: { requests: settings.requests },
    onEvent: (event: ClientEvent) => {
      if (event.type === "warning") warnings.push(event.issue);
    },
  });
  return { client, sandbox, warnings };
}

describe.each(mistakes)("$title", ({ call, client: { kind, ...issue }, sandbox: message }) => {
  test(`is ${kind === "error" ? "an error" : "a warning"} in a client`, async () => {
    const { client, sandbox, warnings } = setUp();
    const outcome = await call(client).catch((error: unknown) => error);
    if (kind === "warning") {
      expect(warnings).toEqual([issue]);
    } else {
      expect(outcome).toMatchObject({ code: "invalid_request", issues: [issue] });
      expect(sandbox.requests).toEqual([]);
    }
  });

  test(message === undefined ? "is accepted by the sandbox" : "is rejected by the sandbox", async () => {
    const { client } = setUp({ requests: "off" });
    if (message === undefined) await call(client);
    else expect(await rejection(call(client))).toMatchObject({ code: "bad_request", serviceMessage: message });
  });
});

test.each([...accepted, ...moreColumns])("%s passes", async (_, call) => {
  const { client, warnings } = setUp();
  await call(client);
  expect(warnings).toEqual([]);
});

test.each(mistakes.filter(({ client }) => client.kind === "error"))(
  "the option rules turns the error about $title into a warning",
  async ({ call, client: { kind: _, ...issue } }) => {
    const { client, warnings } = setUp({ rules: { [issue.rule]: "warn" } });
    await rejection(call(client));
    expect(warnings).toContainEqual(issue);
  },
);
