// Completions at the places where users choose from a list.
import { createClient, createTokenVerifier, defineMethod, environmentUpdate, isEntityOf, isFourfoldError, jwtSecurity, planEnvironmentUpdates, readUserInfo, secureDocument, type Table, warehouseMethods } from "fourfold";
import { defineSchema, defineTable } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";

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
declare const table: Table;
declare const caught: unknown;

// # client
client./*|*/warehouse;
tables./*|*/get;
client.environments./*|*/get;

// # options
createClient({ baseUrl, /*|*/ });
createClient({ baseUrl: { /*|*/warehouse: baseUrl, entities: baseUrl, environments: baseUrl } });
createClient({ baseUrl, retry: { /*|*/ } });
createClient({ baseUrl, validation: { responses: "/*|*/" } });
createClient({ baseUrl, rules: { "entity-limit-range": "/*|*/" } });
createClient({ baseUrl, onEvent: ({ type }) => type === "/*|*/" });
tables.get(orders, { /*|*/ });
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
defineSchema([{ name: "id", type: "INTEGER" }, { name: "total", type: "/*|*/" }]);
defineSchema([{ name: "id", type: "INTEGER", mode: "/*|*/" }]);
defineTable("sales.orders", { schema: [{ name: "id", type: "/*|*/" }] });
defineTable("a.b", { schema: [{ name: "day", type: "DATE" }], clustering: { fields: ["/*|*/"] } });
tables.testIamPermissions(orders, ["/*|*/"]);

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
createTokenVerifier({ document, /*|*/ });
readUserInfo(request, { header: "X-User-Info", /*|*/ });
readUserInfo(request, { header: "X-User-Info" })!./*|*/subject;

// # user-defined methods
defineMethod({ name: "things.list", http: "GET /things", /*|*/ });
client.warehouse.call(warehouseMethods.tables.get, { projectId: "p", datasetId: "d", tableId: "t", /*|*/ });

// # naming
readUserInfo(request, { gateway: "/*|*/" });

// # errors
export const isKnown = isFourfoldError(caught, "/*|*/");
if (isFourfoldError(caught)) void (caught.code === "/*|*/");

// # sandbox
sandbox./*|*/faults;
