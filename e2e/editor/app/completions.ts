// Completions at the places where users choose from a list.
import {
  type CreateClientOptions,
  createClient,
  createTokenVerifier,
  defineMethod,
  defineSchema,
  defineTable,
  environmentUpdate,
  googleNaming,
  isEntityOf,
  isFourfoldError,
  jwtSecurity,
  planEnvironmentUpdates,
  type RowOf,
  readUserInfo,
  secureDocument,
  type Table,
  warehouseMethods,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import * as z from "zod";

const baseUrl = "https://services.test";
const client = createClient({ baseUrl });
const { tables } = client.warehouse;
const { fromMask } = environmentUpdate;
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const document = { swagger: "2.0", paths: { "/echo": { post: {} }, "/health": { get: {} } } };
const document3 = {
  openapi: "3.1.0",
  components: { securitySchemes: { key: { type: "apiKey" } } },
  paths: { "/echo": { post: {}, trace: {} } },
};
const security = jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop" } } });
const request = new Request("https://api.test");
const sandbox = createSandbox();
const page = z.object({ things: z.array(z.string()), nextPageToken: z.string().optional() });
declare const table: Table;
declare const caught: unknown;

// # client
client./*|*/warehouse;
client.warehouse./*|*/tables;
tables./*|*/get;
client.entities./*|*/search;
client.environments./*|*/get;
client.warehouse.projects.list()./*|*/pages;

// # options
createClient({ baseUrl, /*|*/ });
createClient({ naming: googleNaming, /*|*/ });
createClient({ baseUrl: { /*|*/warehouse: baseUrl, entities: baseUrl, environments: baseUrl } });
createClient({ baseUrl, auth: { /*|*/ } });
createClient({ baseUrl, retry: { /*|*/ } });
createClient({ baseUrl, validation: { /*|*/ } });
createClient({ baseUrl, validation: { responses: "/*|*/" } });
createClient({ baseUrl, rules: { "/*|*/": "off" } });
createClient({ baseUrl, rules: { "entity-limit-range": "/*|*/" } });
createClient({ baseUrl, onEvent: (event) => event./*|*/type });
createClient({ baseUrl, onEvent: ({ type }) => type === "/*|*/" });
export const options: CreateClientOptions = { baseUrl, /*|*/ };
tables.get(orders, { /*|*/ });
tables.get(orders, { view: "/*|*/" });
tables.patch(orders, {}, { /*|*/ });
tables.ensure({ tableReference: orders }, { /*|*/ });
client.warehouse.projects.list({ /*|*/ });
client.entities.search({ /*|*/ });
client.entities.search({ types: ["/*|*/"] });

// # tables
table./*|*/etag;
table.schema!.fields![0]!./*|*/name;
table.labels!./*|*/team;
tables.insert({ tableReference: orders, /*|*/ });
tables.insert({ tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders", /*|*/ } });
tables.insert({ tableReference: orders, schema: { fields: [{ name: "id", type: "/*|*/" }] } });
tables.insert({ tableReference: orders, schema: { fields: [{ name: "id", type: "STRING", /*|*/ }] } });
tables.insert({ tableReference: orders, timePartitioning: { type: "/*|*/" } });
tables.insert({ tableReference: orders, externalDataConfiguration: { sourceUris: [], sourceFormat: "/*|*/" } });
tables.patch(orders, { /*|*/ });
tables.patch(orders, { timePartitioning: { /*|*/ } });
tables.modify(orders, (current) => ({ description: current./*|*/description ?? null }));
tables.modify(orders, () => ({ /*|*/ }));
const columns = defineSchema([{ name: "id", type: "INTEGER" }, { name: "total", type: "/*|*/" }]);
defineSchema([{ name: "id", type: "INTEGER", mode: "/*|*/" }]);
defineSchema([{ name: "id", type: "INTEGER", /*|*/ }]);
defineTable("sales.orders", { schema: [{ name: "id", type: "/*|*/" }] });
defineTable("sales.orders", { schema: { fields: [{ name: "id", type: "DATE", /*|*/ }] } });
defineTable("a.b", { schema: [{ name: "day", type: "DATE" }], timePartitioning: { type: "DAY", field: "/*|*/" } });
defineTable("a.b", { schema: [{ name: "day", type: "DATE" }], clustering: { fields: ["/*|*/"] } });
defineTable("a.b", { schema: [{ name: "id", type: "DATE" }], tableConstraints: { primaryKey: { columns: ["/*|*/"] } } });
tables.testIamPermissions(orders, ["/*|*/"]);
export const row = (each: RowOf<typeof columns>) => each./*|*/id;

// # environments
environmentUpdate./*|*/labels;
environmentUpdate.labels./*|*/clear;
environmentUpdate.workloadsConfig({ /*|*/ });
environmentUpdate.environmentSize("/*|*/");
environmentUpdate.databaseMachineType("/*|*/");
fromMask(["/*|*/"], {});
fromMask(["config.nodeCount"], { config: { /*|*/nodeCount: 3 } });
planEnvironmentUpdates({}, { /*|*/ });
planEnvironmentUpdates({}, { config: { /*|*/ } });

// # entities
client.entities.search({ query: "ada" }).then(({ itemListElement }) => itemListElement?.[0]?.result?./*|*/name);
export const isPerson = isEntityOf(undefined, "/*|*/");

// # gateway
jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop", /*|*/ } } });
jwtSecurity({ definitions: { users: { projectId: "shop", /*|*/ } } });
secureDocument(document, security, { /*|*/ });
secureDocument(document, security, { operations: { "/*|*/": [] } });
secureDocument(document, security, { operations: { "POST /echo": ["/*|*/"] } });
secureDocument(document3, security, { operations: { "/*|*/": [] } });
secureDocument(document3, security, { operations: { "POST /echo": ["/*|*/"] } });
createTokenVerifier({ document, /*|*/ });
createTokenVerifier({ document, algorithms: ["/*|*/"] });
readUserInfo(request, { header: "X-User-Info", /*|*/ });
readUserInfo(request, { header: "X-User-Info", generation: "/*|*/" });
readUserInfo(request, { header: "X-User-Info" })!./*|*/subject;

// # user-defined methods
defineMethod({ name: "things.list", http: "/*|*/" });
defineMethod({ name: "things.list", http: "GET /things", /*|*/ });
defineMethod({ name: "things.list", http: "GET /things", response: page, items: "/*|*/" });
client.warehouse.call(warehouseMethods.tables.get, { projectId: "p", datasetId: "d", tableId: "t", /*|*/ });
warehouseMethods./*|*/tables;

// # naming
readUserInfo(request, { gateway: "/*|*/" });
googleNaming./*|*/servicePath;

// # errors
export const isKnown = isFourfoldError(caught, "/*|*/");
if (isFourfoldError(caught, "not_found")) caught./*|*/status;
if (isFourfoldError(caught)) void (caught.code === "/*|*/");

// # sandbox
createSandbox({ /*|*/ });
sandbox./*|*/faults;
sandbox.faults.next({ /*|*/ });
sandbox.issuer.token({ sub: "ada" }, { wrong: "/*|*/" });
