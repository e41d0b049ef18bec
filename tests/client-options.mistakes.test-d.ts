// Mistakes in the options of clients and calls.
import { apiKey, bearer, createClient, createEntities, createWarehouse, googleNaming, serviceAccount } from "fourfold";

const baseUrl = "https://services.test";
const client = createClient({ baseUrl });
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
// @ts-expect-error: a URL object as baseUrl
createClient({ baseUrl: new URL(baseUrl) });
// @ts-expect-error: a misspelt area in baseUrl
createWarehouse({ baseUrl: { warehose: baseUrl } });
// @ts-expect-error: a misspelt option
createClient({ baseUrl, timeout: 5_000 });
// @ts-expect-error: a misspelt option with googleNaming
createClient({ naming: googleNaming, retries: 3 });
// @ts-expect-error: a misspelt option of one area
createWarehouse({ baseUrl, timeoutMS: 5_000 });
// @ts-expect-error: retries as a number
createClient({ baseUrl, retry: 3 });
// @ts-expect-error: a misspelt retry option
createClient({ baseUrl, retry: { retries: 3 } });
// @ts-expect-error: a token in place of a provider
createClient({ baseUrl, auth: "token" });
// @ts-expect-error: a misspelt area in auth
createClient({ baseUrl, auth: { entitys: apiKey("key") } });
// @ts-expect-error: the function bearer itself as auth
createClient({ baseUrl, auth: bearer });
// @ts-expect-error: a Headers object
createClient({ baseUrl, headers: new Headers() });
// @ts-expect-error: a misspelt kind of validation
createClient({ baseUrl, validation: { responses: "loose" } });
// @ts-expect-error: validation as a boolean
createClient({ baseUrl, validation: false });
// @ts-expect-error: a misspelt rule id
createClient({ baseUrl, rules: { "entity-limits-range": "off" } });
// @ts-expect-error: a misspelt severity
createClient({ baseUrl, rules: { "entity-limit-range": "warning" } });
// @ts-expect-error: a rule of another area
createEntities({ baseUrl, rules: { "field-name-length": "off" } });
// @ts-expect-error: the name of a naming profile in place of the profile
createClient({ baseUrl, naming: "google" });
// @ts-expect-error: an unknown type of event
createClient({ baseUrl, onEvent: (event) => event.type === "error" });
// @ts-expect-error: a field of another event
createClient({ baseUrl, onEvent: (event) => event.status });
// @ts-expect-error: a profile of one's own
createClient({ baseUrl, naming: { name: "mine", rules: {} } });
// @ts-expect-error: a service account without a token URL
serviceAccount({ clientEmail: "a@b.test", privateKey: "key", scopes: "all" });
// @ts-expect-error: a key file in place of its fields
serviceAccount({ keyFile: "key.json" });
// @ts-expect-error: an option of another method
client.warehouse.tables.get(orders, { ifMatch: "etag" });
// @ts-expect-error: a misspelt call option
client.warehouse.tables.get(orders, { abortSignal: new AbortController().signal });
// @ts-expect-error: an AbortController in place of its signal
client.warehouse.tables.get(orders, { signal: new AbortController() });
// @ts-expect-error: pageSize in place of maxResults
client.warehouse.projects.list({ pageSize: 10 });
// @ts-expect-error: a limit among the options of a list
client.warehouse.projects.list({ limit: 10 });
// @ts-expect-error: toArray without a limit
client.warehouse.projects.list().toArray();
// @ts-expect-error: toArray with a number
client.warehouse.projects.list().toArray(10);
// @ts-expect-error: a list that is awaited
export const projects = async () => (await client.warehouse.projects.list()).length;
// @ts-expect-error: a list in a for…of
for (const project of client.warehouse.projects.list()) void project;
// @ts-expect-error: an area that does not exist
client.gateway;
// @ts-expect-error: a method of another area
client.entities.get("kg:/m/0dl567");
