import {
  ApiError,
  type Client,
  type ClientEvent,
  createClient,
  type DatasetInput,
  type EnvironmentUpdate,
  environmentUpdate,
  formatTableReference,
  isFourfoldError,
  type Policy,
  parseTableReference,
  secureDocument,
  type TableInput,
  type TablePatch,
} from "fourfold";
import { ensureTable, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection, thrown } from "./support/rejection.js";
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

// Every rule has its own cases in tests/warehouse/rules and tests/environments; here, one for each way to the service.
const bigQuery: readonly Mistake[] = [
  ...[insert, update, patch].map((write, index): Mistake => {
    const call = write(columns({ name: "a", type: "STRING" }, { name: "b", type: "STRNG" }));
    return [`a typo in a type, call ${index}`, "field-type", "schema.fields[1].type", call];
  }),
  [
    "a typo in the name of a property",
    "property-name",
    "clustring",
    insert({ ...column({}), clustring: { fields: ["a"] } }),
    "warns",
  ],
  ...["ARRAY<STRING>", "STRING(10)"].map(
    (type): Mistake => [`the SQL type ${type}`, "field-type", "schema.fields[0].type", insert(column({ type }))],
  ),
  [
    "a column under the name of another tool",
    "property-name",
    "timePartitioning.column",
    insert({ ...column({}), timePartitioning: { type: "DAY", column: "a" } }),
    "passes",
  ],
  [
    "a key at the wrong level",
    "property-name",
    "primaryKey",
    insert({ ...column({}), primaryKey: { columns: ["a"] } }),
    "warns",
  ],
  [
    "a format's short name",
    "source-format",
    "externalDataConfiguration.sourceFormat",
    insert(external({ sourceFormat: "JSON" })),
  ],
  [
    "a typo in the name of a dataset's property",
    "property-name",
    "locaton",
    ({ warehouse }) =>
      warehouse.datasets.insert({
        datasetReference: { projectId: "shop", datasetId: "new" },
        locaton: "EU",
      } as DatasetInput),
    "passes",
  ],
  [
    "one member in place of members",
    "property-name",
    "bindings[0].member",
    setPolicy({ bindings: [{ role: "roles/viewer", member: "allUsers" }] } as object as Policy),
    "passes",
  ],
  [
    "a partition column that the schema lacks",
    "time-partitioning-field-exists",
    "timePartitioning.field",
    insert({ ...column({}), timePartitioning: { type: "DAY", field: "day" } }),
  ],
  [
    "an expiration of partitions in seconds",
    "time-partitioning-expiration-unit",
    "timePartitioning.expirationMs",
    insert({ timePartitioning: { type: "DAY", expirationMs: 7_776_000 } }),
    "passes",
  ],
  [
    "a typo in the prefix of a member",
    "iam-member-form",
    "bindings[0].members[1]",
    bind("roles/bigquery.dataViewer", "user:ada@example.com", "sevriceAccount:job@shop.example"),
  ],
  ["a role without a prefix", "iam-role-form", "bindings[0].role", bind("bigquery.dataViewer", "allUsers")],
];

const environment = "projects/p/locations/l/environments/e";
const NETWORKS = "config.masterAuthorizedNetworksConfig";
const NODES = "config.nodeConfig";

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
    "a typo in a size",
    "environment-value",
    "config.environmentSize",
    change({
      updateMask: "config.environmentSize",
      environment: { config: { environmentSize: "ENVIRONMENT_SIZE_LARG" } },
    }),
  ],
  [
    "a typo in a value of a path that the table does not list",
    "environment-value",
    "config.resilienceMode",
    change({ updateMask: "config.resilienceMode", environment: { config: { resilienceMode: "HIGH_RESILIENC" } } }),
  ],
  [
    "two changes at once, of paths that the table does not list",
    "one-update-type",
    "updateMask",
    change({
      updateMask: `config.resilienceMode,${NETWORKS}`,
      environment: { config: { resilienceMode: "HIGH_RESILIENCE", masterAuthorizedNetworksConfig: { enabled: true } } },
    }),
  ],
];

/** Calls in which the package finds no mistake: values that may be new, and unusual values. */
const accepted: readonly (readonly [title: string, call: Call])[] = [
  ["a column type that is not known", insert(column({ type: "TIMESTAMP_PICOS" }))],
  ["a mode that is not known", insert(column({ mode: "SPARSE" }))],
  ["a format that is not known", insert(external({ sourceFormat: "XML" }))],
  ["partitions of a column of a new type", insert(partitioned("DAY", { type: "TIMESTAMP_PICOS" }))],
  ["clustering by a column of a new type", insert(clustered({ type: "UUID" }))],
  ["clustering by a RANGE column", insert(clustered({ type: "RANGE", rangeElementType: { type: "DATE" } }))],
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
];

/**
 * Calls that are valid only because the service derives columns, or because the table has more columns than the
 * request.
 */
const moreColumns: typeof accepted = [
  [
    "clustering by a column that another client has added",
    (client) =>
      ensureTable(
        client.warehouse,
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
    "a materialized view whose columns come from its query",
    insert({
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
  ["a deleted label", environmentUpdate.labels({ Old: null })],
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
    rules: { "iam-etag": "off" }, // the etag of the existing policy is not known
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

test("ensureTable reports a typo in a type, also for a client that does not check its requests", async () => {
  for (const { client, sandbox } of [setUp(), setUp("off")]) {
    const table = columns({ name: "a", type: "STRING" }, { name: "b", type: "STRNG" });
    const desired = { tableReference, ...table } as TableInput;
    expect(await rejection(ensureTable(client.warehouse, desired))).toMatchObject({
      code: "invalid_request",
      issues: [{ rule: "field-type", path: "schema.fields[1].type" }],
    });
    expect(sandbox.requests).toEqual([]);
  }
});

const updates = acceptedUpdates.map(([title, update]) => [title, change(update)] as const);
test.each([...accepted, ...moreColumns, ...updates])("%s passes", async (_, call) => {
  const { client, warnings } = setUp();
  await call(client);
  expect(warnings).toEqual([]);
});

type WrongArgument = readonly [title: string, call: (client: Client) => unknown, says: string];

test("a patch with an empty object is sent", async () => {
  const { client, sandbox } = setUp();
  await client.warehouse.tables.patch(existing, { tableConstraints: {} });
  expect(sandbox.requests.at(-1)?.body).toEqual({ tableConstraints: {} });
});

/** Arguments that only JavaScript can pass, and a part of the message. */
const wrongArguments: readonly WrongArgument[] = [
  [
    "a signal in place of options",
    ({ warehouse }) => warehouse.tables.get(existing, new AbortController().signal as never),
    "must be an object of options",
  ],
  [
    "a table in place of a reference",
    ({ warehouse }) => warehouse.tables.get({ tableReference: existing } as never),
    "pass its tableReference",
  ],
  [
    "a list as view",
    ({ warehouse }) => warehouse.tables.get(existing, { view: ["FULL"] as never }),
    "view: must be a string, got a list",
  ],
  [
    "a promise in place of a table",
    ({ warehouse }) => warehouse.tables.insert(Promise.resolve({ tableReference }) as never),
    "got a Promise; await it",
  ],
  [
    "a reference in backticks",
    () => parseTableReference("`shop.sales.orders`"),
    "must have the form project.dataset.table",
  ],
  ["an error of a message alone", () => new ApiError("not found" as never), "ApiError requires { code, status"],
  [
    "a dataset before a table",
    ({ warehouse }) => warehouse.tables.insert({ projectId: "shop" } as never, { tableReference } as never),
    "tables.insert takes (table, options)",
  ],
  [
    "a name before a table",
    ({ warehouse }) => warehouse.tables.insert("sales.x" as never, { tableReference } as never),
    "tables.insert takes (table, options)",
  ],
  [
    "a reference before a table",
    ({ warehouse }) => warehouse.tables.update(existing as never, { description: "x" } as never),
    "tables.update takes (table, options)",
  ],
  [
    "ids in place of a reference",
    ({ warehouse }) => warehouse.tables.get("shop" as never, "sales" as never),
    "tables.get takes (reference: { projectId, datasetId, tableId }, options)",
  ],
  [
    "ids in place of the reference of a list",
    ({ warehouse }) => warehouse.tables.list("shop" as never, "sales" as never).firstPage(),
    "tables.list takes (reference: { projectId, datasetId }, options)",
  ],
  [
    "a reference before a dataset",
    ({ warehouse }) => warehouse.datasets.ensure({ projectId: "shop" } as never, { location: "EU" } as never),
    "datasets.ensure takes (dataset, options)",
  ],
  [
    "a name before a desired table",
    ({ warehouse }) => ensureTable(warehouse, "sales.x" as never, { tableReference } as never),
    "ensureTable takes (client: client.warehouse, desired: { tableReference, … }, options)",
  ],
  [
    "definitions without a client",
    () => planTables([] as never, { projectId: "shop" } as never, undefined as never),
    "planTables takes (client: client.warehouse, definitions, { projectId, … })",
  ],
  [
    "a mask before an environment",
    ({ environments }) => environments.patch(environment, "labels" as never, { labels: {} } as never),
    "environments.patch takes (name, update, options)",
  ],
  [
    "an environment in place of an update",
    ({ environments }) => environments.patch(environment, { labels: { team: "data" } } as never),
    "environmentUpdate creates updates, and environments.ensure accepts the desired environment",
  ],
  [
    "a text in place of options of a search",
    ({ entities }) => entities.search("ada" as never, { limit: 5 } as never),
    "entities.search takes ({ query, … }, options)",
  ],
  [
    "security before its document",
    () => secureDocument({ securityDefinitions: {}, security: [] }, { swagger: "2.0", paths: {} } as never),
    "secureDocument takes (document, security, options)",
  ],
  ["a project in place of options", () => createClient("shop" as never), "createClient takes ({ auth, … })"],
  ["an empty patch", ({ warehouse }) => warehouse.tables.patch(existing, {}), "tables.patch: must change a field"],
  [
    "a patch of undefined",
    ({ warehouse }) => warehouse.tables.patch(existing, { description: undefined }),
    "must change a field; null clears one",
  ],
  [
    "a patch of output-only fields",
    ({ warehouse }) => warehouse.tables.patch(existing, { numRows: "5" } as never),
    "must change a field",
  ],
  ...[
    { tableReference },
    { timePartitioning: { expirationMs: undefined } },
    { materializedView: { lastRefreshTime: "1" } },
  ].map(
    (change): WrongArgument => [
      `a patch without effect: ${JSON.stringify(change)}`,
      ({ warehouse }) => warehouse.tables.patch(existing, change as never),
      "must change a field",
    ],
  ),
  [
    "an undefined resource tag in a patch",
    ({ warehouse }) => warehouse.tables.patch(existing, { resourceTags: { "p/env": undefined } } as never),
    "resourceTags: must not have an undefined value; null removes an entry",
  ],
  ...(["patch", "update", "insert", "ensureTable", "dataset", "policy"] as const).map((call): WrongArgument => {
    const table = { tableReference, description: "Orders", ifMatch: '"stale"' } as never;
    const dataset = { datasetReference: tableReference, ifMatch: '"stale"' } as never;
    const calls = {
      patch: ({ warehouse }: Client) => warehouse.tables.patch(existing, table),
      update: ({ warehouse }: Client) => warehouse.tables.update(table),
      insert: ({ warehouse }: Client) => warehouse.tables.insert(table),
      ensureTable: ({ warehouse }: Client) => ensureTable(warehouse, table),
      dataset: ({ warehouse }: Client) => warehouse.datasets.insert(dataset),
      policy: ({ warehouse }: Client) => warehouse.tables.setIamPolicy(existing, { ifMatch: "a", etag: "a" } as never),
    };
    return [`an option in a resource: ${call}`, calls[call], "ifMatch: is not a field: it is an option of calls"];
  }),
  [
    "a reference in place of a name",
    ({ environments }) => environments.get({ projectId: "p", locationId: "l", environmentId: "e" } as never),
    "got an object; use formatEnvironmentName",
  ],
  [
    "one environment variable",
    () => (environmentUpdate.envVariables as never as (map: object) => void)({ A: "1" }),
    "a mask cannot name a single entry; use envVariables.replace or envVariables.clear",
  ],
  ["an option of calls", () => createClient({ signal: new AbortController().signal } as never), "an option of calls"],
  [
    "an option of a client",
    ({ warehouse }) => warehouse.tables.get(existing, { fetch } as never),
    "fetch: is unknown; known names are",
  ],
  [
    "an option of a client, with the right argument",
    ({ warehouse }) => warehouse.tables.get(existing, { naming: {} } as never),
    "it is an option of createClient",
  ],
  [
    "an option in a search",
    ({ entities }) => entities.search({ query: "Berlin", timeoutMs: 5 } as never),
    "timeoutMs: is unknown; known names are query, ids, languages, types, prefix, limit, indent; it is an option of calls",
  ],
  ["an address that is not set", () => createClient({ baseUrl: null as never }), "baseUrl: must be an absolute URL"],
  [
    "an address of an area that is not set",
    () => createClient({ baseUrl: { warehouse: null as never } }),
    "baseUrl: must be an absolute URL",
  ],
  [
    "a string in place of a reference",
    () => formatTableReference("shop.sales.orders" as never),
    "got a string; use parseTableReference",
  ],
  ["a number as a project", () => formatTableReference({ ...tableReference, projectId: 5 as never }), "got a number"],
  [
    "an undefined label in a patch",
    ({ warehouse }) => warehouse.tables.patch(existing, { labels: { old: undefined, team: "data" } } as never),
    "labels: must not have an undefined value; null removes an entry",
  ],
  [
    "the time of one request as a limit of a wait",
    ({ environments }) => environments.operation("projects/p/locations/l/operations/o").wait({ timeoutMs: 5 } as never),
    "timeoutMs: is not allowed: it limits one request; use deadlineMs",
  ],
  ["codes as a list", () => isFourfoldError(new Error(), ["not_found"] as never), "pass its codes as arguments"],
  ["a code that is a bigint", () => isFourfoldError(new Error(), 10n as never), "unknown code 10"],
  [
    "items of an awaited list",
    async ({ warehouse }) => {
      const [first] = (await warehouse.tables.list(existing)) as object as readonly object[];
      return first;
    },
    "for await (const item of list)",
  ],
];

test.each<[result: object | null, says: string]>([
  [null, "change: must return a patch, or undefined to change nothing, got null"],
  [true as never, "change: must return a patch, or undefined to change nothing, got a boolean"],
  [{}, "must change a field; null clears one"],
  [{ labels: { old: undefined } }, "labels: must not have an undefined value"],
])("modify rejects the result %j", async (result, says) => {
  const { client, sandbox } = setUp();
  const error = await rejection(client.warehouse.tables.modify(existing, () => result as TablePatch));
  expect(String(error)).toContain(says);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET"]);
});

test.each(["ARRAY<STRING>", "array<string>"])("the type %s is rejected with the mode of an array", async (type) => {
  const message = `"${type.toUpperCase()}" is not known; did you mean "STRING"? (with mode: "REPEATED")`;
  const { client } = setUp();
  const error = await rejection(insert(column({ type }))(client));
  expect(error).toMatchObject({ issues: [{ path: "schema.fields[0].type", message }] });
});

/** Options of other packages, and what to use instead. */
test.each([
  ["projectId", "each call names its project"],
  ["keyFilename", "use auth: new GoogleAuth("],
  ["credentials", "use auth: new GoogleAuth("],
  ["apiKey", 'use auth: { entities: apiKey("…") }'],
  ["token", "use auth: bearer("],
  ["maxRetries", "use retry: { limit }"],
  ["dryRun", "planTables"],
  ["timeout", "did you mean timeoutMs?"],
  ["baseURL", "did you mean baseUrl?"],
  ["constructor", "known names are"],
])("the option %s of another package names ours", (option, says) => {
  expect(String(thrown(() => createClient({ [option]: "x" } as never)))).toContain(says);
});

/** Unknown properties at the top of a table: the client warns, and the sandbox stores them. */
test.each([
  ["partitioning", 'did you mean "timePartitioning"?'],
  ["partition_by", "use timePartitioning"],
  ["clusterBy", "use clustering"],
  ["columns", "use schema.fields"],
  ["deletion_protection", "use resourceTags and an IAM condition"],
  ["skipLeadingRows", "use externalDataConfiguration.csvOptions.skipLeadingRows"],
  ["expiration", 'did you mean "expirationTime"?'],
])("a table with the unknown property %s is sent with a warning", async (property, says) => {
  const { client, sandbox, warnings } = setUp();
  const table = { tableReference, ...column({}), [property]: ["a"] };
  expect(await client.warehouse.tables.insert(table as TableInput)).toHaveProperty(property);
  expect(warnings).toEqual([{ path: property, rule: "property-name", message: expect.stringContaining(says) }]);
  expect(sandbox.requests).toHaveLength(1);
});

test("the key of a column is sent with a warning that names the key of the table", async () => {
  const { client, warnings } = setUp();
  const table = { tableReference, ...column({ primary_key: true }) };
  expect(await client.warehouse.tables.insert(table as TableInput)).toHaveProperty("schema.fields[0].primary_key");
  expect(warnings).toMatchObject([
    {
      path: "schema.fields[0].primary_key",
      message: expect.stringContaining("use name in tableConstraints.primaryKey"),
    },
  ]);
});

test("a patch that changes no field is sent if the service detects the schema", async () => {
  const { client, sandbox } = setUp();
  sandbox.warehouse.tables.add({ tableReference, ...external({ sourceFormat: "AVRO" }) } as TableInput);
  await client.warehouse.tables.patch(tableReference, {}, { autodetectSchema: true });
  expect(sandbox.requests).toHaveLength(1);
});

test.each(wrongArguments)("%s is rejected", async (_, call, says) => {
  const { client, sandbox } = setUp();
  expect(String(await rejection((async () => call(client))()))).toContain(says);
  expect(sandbox.requests).toEqual([]);
});
