// Methods of the clients and functions of every area: hovers and signatures.
import { apiKey, bearer, createClient, createTokenVerifier, decimalRange, decodeUserInfo, defineMethod, type Entity, entityId, int64, isEntityOf, isFourfoldError, jwtSecurity, localized, parseEnvironmentName, parseImageVersion, parseTableReference, pickDecimalTarget, readUserInfo, scopes, secureDocument, serviceAccount, Table, toDate, warehouseMethods, withAccessToken } from "fourfold";
import { defineSchema, ensureTable, planTablePatch } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";

const client = createClient({ baseUrl: "https://services.test" });
const { tables } = client.warehouse;
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const request = new Request("https://api.test");
const definitions = { users: { issuer: "https://issuer.test", audiences: "shop" } };
const sandbox = createSandbox();
declare const entity: Entity;
declare const caught: unknown;

// # areas
client.warehouse/*?*/;
client.entities/*?*/;
client.warehouse.projects/*?*/;

// # methods
client.warehouse.projects.list/*?*/();
tables.list(orders);
tables.get/*?*/(orders);
tables.insert({ tableReference: orders });
tables.patch/*?*/(orders, {});
tables.update({ tableReference: orders });
tables.delete/*?*/(orders);
tables.modify(orders, () => undefined);
ensureTable/*?*/(client.warehouse, { tableReference: orders });
tables.getIamPolicy(orders);
tables.setIamPolicy/*?*/(orders, {});
tables.testIamPermissions(orders, ["tables.get"]);
client.entities.search/*?*/({ query: "ada" });
client.entities.suggest();
client.environments.get/*?*/("projects/p/locations/l/environments/e");
client.environments.patch/*?*/;
client.environments.operation/*?*/("projects/p/locations/l/operations/o");
client.environments.operation("projects/p/locations/l/operations/o").wait();
client.environments.operation("projects/p/locations/l/operations/o").poll/*?*/();
client.warehouse.call(warehouseMethods.tables.get, orders);
client.warehouse.list/*?*/(warehouseMethods.tables.list, orders);
client.warehouse.projects.list().toArray({ limit: 1 });
client.warehouse.projects.list().pages/*?*/();
client.warehouse.projects.list().firstPage();
Table.parse/*?*/({});
Table.safeParse/*?*/({});
Table.safeParse({}).success/*?*/;
sandbox.clientOptions/*?*/;
sandbox.faults.next({ status: 503 });
sandbox.warehouse.tables.add/*?*/({ tableReference: orders });

// # rows and columns
defineSchema([{ name: "id", type: "INTEGER" }]);
defineSchema([{ name: "id", type/*?*/: "INTEGER" }]);
defineSchema([{ name: "id", type: "STRING", maxLength: 40 }]);
tables.insert({ tableReference: orders, schema: { fields: [{ name: "id", type/*?*/: "STRING" }] } });
tables.insert({ tableReference: orders, expirationTime: 5 });
tables.patch(orders, { expirationTime/*?*/: null });
tables.patch(orders, { labels/*?*/: { team: null } });
tables.modify(orders, (table) => ({ labels: table.labels ?? {} }));

// # errors
if (isFourfoldError(caught, "not_found")) caught/*?*/;
if (isFourfoldError(caught, "not_found")) caught.code/*?*/;
if (isFourfoldError(caught, "not_found")) caught.status;
if (isFourfoldError(caught, "rate_limited")) caught.retryAfterMs/*?*/;
if (isFourfoldError(caught, "invalid_request")) caught.issues;
if (isFourfoldError(caught, "invalid_request")) caught.issues[0]!.path/*?*/;
if (isFourfoldError(caught, "timeout", "network")) caught.attempts/*?*/;

// # gateway
jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop" } } });
jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences/*?*/: "shop" } } });
jwtSecurity({ definitions: { users: { projectId: "shop", issuerBase: "https://issuer.test" } } });
createTokenVerifier({ definitions/*?*/ });
createTokenVerifier({ definitions, clockToleranceMs: 5_000 });
createTokenVerifier({ definitions }).verify/*?*/(request);
readUserInfo(request, { header: "X-User-Info" });
readUserInfo(request, { header: "X-User-Info" })!.subject/*?*/;
readUserInfo(request, { header: "X-User-Info" })!.claims;

// # defining methods
defineMethod({ name/*?*/: "things.get", http: "GET /things/{thingId}" });
defineMethod({ name: "things.get", http: "GET /things/{thingId}" });
defineMethod({ name: "things.get", http: "GET /things/{thingId}", scopes/*?*/: [] });
client.warehouse.call(warehouseMethods.tables.get, { projectId: "p", datasetId: "d", tableId: "t" });

// # signatures
createClient(/*(*/{ baseUrl: "https://services.test" });
createSandbox();
listen(/*(*/sandbox);
bearer("token");
apiKey(/*(*/"key");
serviceAccount({ clientEmail: "a@b.test", privateKey: "key", scopes: [], tokenUrl: "https://token.test" });
tables.get(/*(*/orders);
tables.get(orders, { view: "FULL" });
tables.list(orders);
tables.insert(/*(*/{ tableReference: orders });
tables.patch(orders, {});
tables.patch(orders, {}, /*(*/{ ifMatch: "etag" });
tables.update({ tableReference: orders });
tables.delete(/*(*/orders);
tables.modify(orders, () => undefined);
ensureTable(client.warehouse, { tableReference: orders });
tables.setIamPolicy(orders, /*(*/{});
tables.testIamPermissions(orders, ["tables.get"]);
client.warehouse.projects.list(/*(*/);
client.warehouse.projects.list().toArray({ limit: 1 });
client.warehouse.call(warehouseMethods.tables.get, /*(*/orders);
client.entities.search({ query: "ada" });
client.entities.suggest({ limit: 5 });
defineMethod(/*(*/{ name: "things.get", http: "GET /things/{thingId}" });
defineSchema([{ name: "id", type: "INTEGER" }]);
planTablePatch({ tableReference: orders }, /*(*/{ tableReference: orders });
decimalRange({ type: "NUMERIC", precision: 10 });
pickDecimalTarget(/*(*/["NUMERIC"], { precision: 10 });
int64(5);
toDate("5");
parseTableReference(/*(*/"shop.sales.orders");
parseEnvironmentName("projects/p/locations/l/environments/e");
parseImageVersion(/*(*/"composer-2.9.6-airflow-2.9.3");
jwtSecurity({ definitions });
secureDocument(/*(*/{ swagger: "2.0", paths: {} }, jwtSecurity({ definitions }));
secureDocument({ swagger: "2.0", paths: {} }, jwtSecurity({ definitions }));
createTokenVerifier({ definitions });
createTokenVerifier({ definitions }).verify(/*(*/request);
readUserInfo(request, { header: "X-User-Info" });
readUserInfo(request, /*(*/{ header: "X-User-Info" });
decodeUserInfo("e30");
withAccessToken(request, /*(*/"token");
isFourfoldError(caught, "not_found");
isEntityOf(entity, "Person");
localized(entity.name, /*(*/"en");
entityId("kg:/m/0dl567");
scopes(/*(*/);
Table.parse({});
sandbox.faults.next(/*(*/{ status: 503 });
sandbox.warehouse.tables.add({ tableReference: orders });
sandbox.route(warehouseMethods.tables.get, () => ({ tableReference: orders }));
