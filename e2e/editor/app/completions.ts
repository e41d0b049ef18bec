// Completions at the places where users choose from a list.
import {
  type CreateClientOptions,
  createClient,
  createTokenVerifier,
  defineMethod,
  defineNaming,
  defineSchema,
  environmentUpdate,
  googleNaming,
  isEntityOf,
  isFourfoldError,
  jwtSecurity,
  planEnvironmentUpdates,
  readUserInfo,
  type RowOf,
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
createClient({ baseUrl, validation: { responses: "/*|*/strict" } });
createClient({ baseUrl, rules: { "/*|*/entity-limit-range": "off" } });
createClient({ baseUrl, rules: { "entity-limit-range": "/*|*/off" } });
createClient({ baseUrl, onEvent: (event) => event./*|*/type });
createClient({ baseUrl, onEvent: ({ type }) => type === "/*|*/drift" });
export const options: CreateClientOptions = { baseUrl, /*|*/ };
tables.get(orders, { /*|*/ });
tables.get(orders, { view: "/*|*/FULL" });
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
tables.insert({ tableReference: orders, schema: { fields: [{ name: "id", type: "/*|*/STRING" }] } });
tables.insert({ tableReference: orders, schema: { fields: [{ name: "id", type: "STRING", /*|*/ }] } });
tables.insert({ tableReference: orders, timePartitioning: { type: "/*|*/DAY" } });
tables.insert({ tableReference: orders, externalDataConfiguration: { sourceUris: [], sourceFormat: "/*|*/CSV" } });
tables.patch(orders, { /*|*/ });
tables.patch(orders, { timePartitioning: { /*|*/ } });
tables.modify(orders, (current) => ({ description: current./*|*/description ?? null }));
tables.modify(orders, () => ({ /*|*/ }));
const columns = defineSchema([{ name: "id", type: "INTEGER" }, { name: "total", type: "/*|*/NUMERIC" }]);
defineSchema([{ name: "id", type: "INTEGER", mode: "/*|*/REQUIRED" }]);
defineSchema([{ name: "id", type: "INTEGER", /*|*/ }]);
export const row = (each: RowOf<typeof columns>) => each./*|*/id;

// # environments
environmentUpdate./*|*/labels;
environmentUpdate.labels./*|*/clear;
environmentUpdate.workloadsConfig({ /*|*/ });
environmentUpdate.environmentSize("/*|*/ENVIRONMENT_SIZE_SMALL");
environmentUpdate.databaseMachineType("/*|*/db-n1-standard-2");
fromMask(["/*|*/labels"], {});
fromMask(["config.nodeCount"], { config: { /*|*/nodeCount: 3 } });
planEnvironmentUpdates({}, { /*|*/ });
planEnvironmentUpdates({}, { config: { /*|*/ } });

// # entities
client.entities.search({ query: "ada" }).then(({ itemListElement }) => itemListElement?.[0]?.result?./*|*/name);
export const isPerson = isEntityOf(undefined, "/*|*/Person");

// # gateway
jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop", /*|*/ } } });
jwtSecurity({ definitions: { users: { projectId: "shop", /*|*/ } } });
secureDocument(document, security, { /*|*/ });
secureDocument(document, security, { operations: { "/*|*/": [] } });
secureDocument(document, security, { operations: { "POST /echo": ["/*|*/users"] } });
createTokenVerifier({ document, /*|*/ });
createTokenVerifier({ document, algorithms: ["/*|*/RS256"] });
readUserInfo(request, { header: "X-User-Info", /*|*/ });
readUserInfo(request, { header: "X-User-Info", generation: "/*|*/current" });
readUserInfo(request, { header: "X-User-Info" })!./*|*/subject;

// # methods of your own
defineMethod({ name: "things.list", http: "GET /things", /*|*/ });
defineMethod({ name: "things.list", http: "GET /things", response: page, items: "/*|*/things" });
client.warehouse.call(warehouseMethods.tables.get, { projectId: "p", datasetId: "d", tableId: "t", /*|*/ });
warehouseMethods./*|*/tables;

// # naming
defineNaming({ name: "mine", /*|*/ });
defineNaming({ name: "mine", rules: { "/*|*/entity-limit-range": "off" } });

// # errors
export const isKnown = isFourfoldError(caught, "/*|*/not_found");
if (isFourfoldError(caught, "not_found")) caught./*|*/status;
if (isFourfoldError(caught)) void (caught.code === "/*|*/timeout");

// # sandbox
createSandbox({ /*|*/ });
sandbox./*|*/faults;
sandbox.faults.next({ /*|*/ });
sandbox.issuer.token({ sub: "ada" }, { wrong: "/*|*/expired" });
