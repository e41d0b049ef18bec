// Completions at the places where users choose from a list.
import {
  type CreateClientOptions,
  createClient,
  createTokenVerifier,
  defineMethod,
  defineSchema,
  environmentUpdate,
  googleNaming,
  isEntityOf,
  isFourfoldError,
  jwtSecurity,
  planEnvironmentUpdates,
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
client.entities./*|*/search;
client.warehouse.projects.list()./*|*/pages;

// # options
createClient({ naming: googleNaming, /*|*/ });
createClient({ baseUrl, auth: { /*|*/ } });
createClient({ baseUrl, validation: { /*|*/ } });
createClient({ baseUrl, rules: { "/*|*/": "off" } });
createClient({ baseUrl, onEvent: (event) => event./*|*/type });
export const options: CreateClientOptions = { baseUrl, /*|*/ };
tables.get(orders, { view: "/*|*/" });
tables.patch(orders, {}, { /*|*/ });
client.warehouse.projects.list({ /*|*/ });
client.entities.search({ types: ["/*|*/"] });

// # tables
table.schema!.fields![0]!./*|*/name;
tables.insert({ tableReference: orders, /*|*/ });
tables.insert({ tableReference: orders, schema: { fields: [{ name: "id", type: "/*|*/" }] } });
tables.insert({ tableReference: orders, timePartitioning: { type: "/*|*/" } });
tables.patch(orders, { /*|*/ });
tables.modify(orders, (current) => ({ description: current./*|*/description ?? null }));
export const columns = defineSchema([{ name: "id", type: "INTEGER" }, { name: "total", type: "/*|*/" }]);
defineSchema([{ name: "id", type: "INTEGER", mode: "/*|*/" }]);
defineSchema([{ name: "id", type: "INTEGER", /*|*/ }]);

// # environments
environmentUpdate./*|*/labels;
environmentUpdate.workloadsConfig({ /*|*/ });
environmentUpdate.databaseMachineType("/*|*/");
fromMask(["config.nodeCount"], { config: { /*|*/nodeCount: 3 } });
planEnvironmentUpdates({}, { config: { /*|*/ } });

// # entities
export const isPerson = isEntityOf(undefined, "/*|*/");

// # gateway
jwtSecurity({ definitions: { users: { projectId: "shop", /*|*/ } } });
secureDocument(document, security, { operations: { "/*|*/": [] } });
secureDocument(document3, security, { operations: { "/*|*/": [] } });
secureDocument(document3, security, { operations: { "POST /echo": ["/*|*/"] } });
createTokenVerifier({ document, algorithms: ["/*|*/"] });
readUserInfo(request, { header: "X-User-Info", generation: "/*|*/" });
readUserInfo(request, { header: "X-User-Info" })!./*|*/subject;

// # user-defined methods
defineMethod({ name: "things.list", http: "GET /things", response: page, items: "/*|*/" });
warehouseMethods./*|*/tables;

// # naming
googleNaming./*|*/servicePath;

// # errors
if (isFourfoldError(caught, "not_found")) caught./*|*/status;

// # sandbox
createSandbox({ /*|*/ });
sandbox.faults.next({ /*|*/ });
