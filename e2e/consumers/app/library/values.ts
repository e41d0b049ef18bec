// A library that exports values from every part of the public API, without annotations. The compiler writes their types,
// for which it may use only what the package exports.
import * as fourfold from "fourfold";
import * as naming from "fourfold";
import * as auth from "fourfold/auth";
import * as entity from "fourfold/entities";
import * as environment from "fourfold/environments";
import * as gateway from "fourfold/gateway";
import * as userInfo from "fourfold/gateway/user-info";
import * as tables from "fourfold/tables";
import * as testing from "fourfold/testing";
import * as local from "fourfold/testing/server";
import * as warehouse from "fourfold/warehouse";

// Authentication
export const key = auth.apiKey("key");
export const token = auth.bearer(async () => ({ token: "token" }));
export const account = auth.serviceAccount({ clientEmail: "a@b.test", privateKey: "", scopes: "a", tokenUrl: "" });

// Clients
const options = { baseUrl: "https://services.test", auth: token, onEvent: fourfold.logEvents(console) };
export const client = fourfold.createClient(options);
export const tablesClient = warehouse.createWarehouse(options);
export const search = entity.createEntities({ auth: key });
export const composer = environment.createEnvironments(options);
export const service = fourfold.createService(options);
export const retry = (limit: number): fourfold.RetryOptions => ({ limit });
export const onEvent = (event: fourfold.ClientEvent) => (event.type === "retry" ? event : undefined);

// Methods that a user defines, and those of the package
export const getBook = fourfold.defineMethod({ name: "books.get", http: "GET /v1/books/{book}" });
export const listBooks = fourfold.defineMethod({
  name: "books.list",
  http: "GET /v1/{+parent}/books",
  response: warehouse.TableList,
  items: "tables",
});
export const addTable = fourfold.defineMethod({
  name: "tables.add",
  http: "POST /v1/tables/{id}",
  body: fourfold.Table,
  response: warehouse.Dataset,
  idempotent: ({ id }) => id !== "",
});
export const changeTable = fourfold.defineMethod({
  name: "tables.change",
  http: "PATCH /v1/tables/{id}",
  body: fourfold.patchOf(fourfold.Table),
});
export const tableChange = fourfold.patchOf(warehouse.TableSchema);
export const addBook = (book: fourfold.Table) => service.call(addTable, { id: "1", body: book });
export const books = (parent: string) => service.list(listBooks, { parent });
export const { tables: tableMethods, datasets: datasetMethods } = warehouse.warehouseMethods;
export const { search: searchMethod } = entity.entityMethods;
export const { patch: patchMethod } = environment.environmentMethods;
export const rawPatch = (name: string) =>
  composer.call(patchMethod, { ...environment.parseEnvironmentName(name), body: {}, query: { updateMask: "labels" } });

// Tables
export const columns = tables.defineSchema([
  { name: "id", type: "INTEGER", mode: "REQUIRED" },
  { name: "items", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING" }] },
]);
export const orders = tables.defineTable("sales.orders", {
  schema: [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "day", type: "DATE" },
  ],
  timePartitioning: { type: "DAY", field: "day" },
  clustering: { fields: ["id"] },
  tableConstraints: { primaryKey: { columns: ["id"] } },
});
export const view = tables.defineTable("sales.view", { view: { query: "SELECT 1" } });
export const definitions = [orders, view];
export const config = tables.defineConfig({ client: () => client, projectId: "shop", tables: "tables/*.ts" });
export const reference = warehouse.parseTableReference("shop.sales.orders");
export const newTable: fourfold.TableInput = { tableReference: reference };
export const readRow = (row: tables.RowOf<typeof columns>) => ({ ...row, first: row.items[0] });
export const emptyRows = (): tables.RowOf<typeof orders>[] => [];
export const readTable = (id: string) => client.warehouse.tables.get({ ...reference, tableId: id });
export const tablePages = (datasetId: string) => client.warehouse.tables.list({ projectId: "shop", datasetId }).pages();
export const tablesOf = (datasetId: string) => client.warehouse.tables.list({ projectId: "shop", datasetId });
export const datasets = client.warehouse.datasets.list({ projectId: "shop" });
export const firstProjects = client.warehouse.projects.list().firstPage();
export const manyTables = tables.getTables(client.warehouse, [reference]);
export const ensured = tables.ensureTable(client.warehouse, newTable);
export const ensuredDataset = client.warehouse.datasets.ensure({ datasetReference: reference });
export const plan = tables.planTables(client.warehouse, definitions, { projectId: "shop" });
export const applied = async () => tables.applyTables(client.warehouse, await plan);
export const firstChange = async () => (await plan).tables[0]?.changes[0];
export const patch = (current: fourfold.Table) => tables.planTablePatch(current, newTable);
export const allowed = client.warehouse.tables.testIamPermissions(reference, ["bigquery.tables.get", "custom"]);
export const policy = client.warehouse.tables.getIamPolicy(reference);
export const source = tables.tableSource;
export const range = warehouse.decimalRange({ type: "NUMERIC", precision: 9 });
export const target = warehouse.pickDecimalTarget(["NUMERIC", "STRING"], { precision: 9 });
export const count = warehouse.int64(1n);
export const date = warehouse.toDate(0);
export const parsedTable = fourfold.Table.safeParse({});
export const columnSchema = warehouse.TableFieldSchema;
export const { schema: schemaShape, view: viewShape } = fourfold.Table.shape;

// Entities
export const found = search.search<entity.Entity & { birthDate?: string | undefined }>({ query: "Ada" });
export const suggest = search.suggest({ limit: 5 });
export const asCity = (value: entity.Entity) => (entity.isEntityOf(value, "City") ? value : undefined);
export const description = (value: entity.Entity) => entity.localized(value.detailedDescription, "de");
export const entityNames = { id: entity.entityId("kg:/m/0"), term: entity.expandTerm("kg:name", undefined) };

// Environments
export const labels = environment.environmentUpdate.labels({ team: "data", old: null });
export const masked = environment.environmentUpdate.fromMask(["config.nodeCount"], { config: { nodeCount: 4 } });
export const unlisted = environment.environmentUpdate.unlisted(["config.x"], {});
export const { airflowConfigOverrides, envVariables, maintenanceWindow } = environment.environmentUpdate;
export const updates = environment.planEnvironmentUpdates({}, { labels: { team: "data" } });
export const parsedUpdate = environment.parseEnvironmentUpdate({});
export const mask = environment.parseUpdateMask("labels,config.nodeCount");
export const paths = environment.updatablePaths;
export const name = environment.parseEnvironmentName("projects/p/locations/l/environments/e");
export const image = environment.parseImageVersion("composer-1-airflow-2");
export const operation = composer.patch("e", labels);
export const polled = composer.operation("o").poll();
export const environmentsOf = composer.list(name);
export const ensuredEnvironment = composer.ensure("e", { labels: {} });
export const parsedOperation = environment.Operation.safeParse({});

// Gateway
const issuers = { users: { issuer: "https://issuer.test", audiences: "a", jwksUri: "https://issuer.test/keys" } };
export const security = gateway.jwtSecurity({ definitions: issuers });
export const document = gateway.secureDocument({ swagger: "2.0", paths: { "/a": { get: {} } } }, security);
export const openapi = gateway.secureDocument({ openapi: "3.0.4", paths: {} }, security, { api: false });
export const findings = gateway.checkSecurity(document);
export const read = gateway.readSecurity(document);
export const effective = gateway.effectiveSecurity(document, "get", "/a");
export const verifier = gateway.createTokenVerifier({ definitions: issuers });
export const verified = verifier.verify("token");
export const signed = gateway.withAccessToken(new Request("https://a.test"), "token");
export const user = userInfo.readUserInfo(new Headers(), { gateway: "api-gateway" });
export const currentUser = gateway.decodeUserInfo("e30", { generation: "current" });
export const claims = userInfo.decodeUserInfo("e30", { claims: fourfold.Table });
export const encoded = userInfo.encodeUserInfo({ sub: "ada" });

// Naming and rules
export const { googleNaming, vendorNaming } = naming;
export const scopes = naming.scopes(naming.vendorNaming);
export const permissions = naming.permissions();
export const rules = [warehouse.warehouseRules, entity.entityRules, environment.environmentRules, gateway.gatewayRules];
export const tableRules = warehouse.warehouseRules;
export const updateRules = environment.environmentRules;
export const entityRules = entity.entityRules;
export const gatewayRules = gateway.gatewayRules;

// Errors
export const isMissing = (error: unknown) => fourfold.isFourfoldError(error, "not_found", "unavailable");
export const missing = (error: unknown) => (fourfold.isFourfoldError(error, "not_found") ? error : undefined);
export const anyError = (error: unknown) => (fourfold.isFourfoldError(error) ? error : undefined);
export const issuesOf = (error: fourfold.RequestError) => error.issues;
export const failedTables = (error: tables.ApplyTablesError) => error.failed;
export const failedUpdates = (error: environment.ApplyEnvironmentError) => ({ ...error });
export class OwnError extends fourfold.ApiError {}

// Testing
export const sandbox = testing.createSandbox({ naming: naming.vendorNaming });
export const sandboxOptions = sandbox.clientOptions;
export const sandboxClient = fourfold.createClient({ ...sandbox.clientOptions, retry: false });
export const { warehouse: tableSeeds, environments: environmentSeeds, entities: entitySeeds, faults, issuer } = sandbox;
export const requests = sandbox.requests;
export const snapshot = sandbox.snapshot();
export const protectedFetch = sandbox.gateway({ document, backend: () => new Response() });
export const server = local.listen(sandbox);
