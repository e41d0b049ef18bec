// Mistakes in the options of clients and calls.
import {
  apiKey,
  bearer,
  createClient,
  createEntities,
  createWarehouse,
  googleNaming,
  serviceAccount,
} from "fourfold";
import { createSandbox } from "fourfold/testing";

const baseUrl = "https://services.test";
const client = createClient({ baseUrl });
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };

// mistake: a URL object as baseUrl
createClient({ baseUrl: new URL(baseUrl) });

// rejected: a misspelt area in baseUrl
createWarehouse({ baseUrl: { warehose: baseUrl } });

// mistake: a sandbox in place of its options
createClient(createSandbox());

// mistake: a sandbox in place of the options of one area
createEntities(createSandbox());

// rejected: a misspelt option
createClient({ baseUrl, timeout: 5_000 });

// rejected: a misspelt option with googleNaming
createClient({ naming: googleNaming, retries: 3 });

// mistake: a misspelt option of one area
createWarehouse({ baseUrl, timeoutMS: 5_000 });

// rejected: retries as a number
createClient({ baseUrl, retry: 3 });

// rejected: a misspelt retry option
createClient({ baseUrl, retry: { retries: 3 } });

// mistake: a token in place of a provider
createClient({ baseUrl, auth: "token" });

// rejected: a misspelt area in auth
createClient({ baseUrl, auth: { entitys: apiKey("key") } });

// rejected: the function bearer itself as auth
createClient({ baseUrl, auth: bearer });

// mistake: a Headers object
createClient({ baseUrl, headers: new Headers() });

// rejected: a misspelt kind of validation
createClient({ baseUrl, validation: { responses: "loose" } });

// rejected: validation as a boolean
createClient({ baseUrl, validation: false });

// mistake: a misspelt rule id
createClient({ baseUrl, rules: { "entity-limits-range": "off" } });

// rejected: a misspelt severity
createClient({ baseUrl, rules: { "entity-limit-range": "warning" } });

// rejected: a rule of another area
createEntities({ baseUrl, rules: { "field-name-length": "off" } });

// mistake: the name of a naming profile in place of the profile
createClient({ baseUrl, naming: "google" });

// rejected: an unknown type of event
createClient({ baseUrl, onEvent: (event) => event.type === "error" });

// rejected: a field of another event
createClient({ baseUrl, onEvent: (event) => event.status });

// mistake: a profile of one's own
createClient({ baseUrl, naming: { name: "mine", rules: {} } });

// mistake: a service account without a token URL
serviceAccount({ clientEmail: "a@b.test", privateKey: "key", scopes: "all" });

// rejected: a key file in place of its fields
serviceAccount({ keyFile: "key.json" });

// rejected: an option of another method
client.warehouse.tables.get(orders, { ifMatch: "etag" });

// mistake: a misspelt call option
client.warehouse.tables.get(orders, { abortSignal: new AbortController().signal });

// rejected: an AbortController in place of its signal
client.warehouse.tables.get(orders, { signal: new AbortController() });

// rejected: pageSize in place of maxResults
client.warehouse.projects.list({ pageSize: 10 });

// mistake: a limit among the options of a list
client.warehouse.projects.list({ limit: 10 });

// rejected: toArray without a limit
client.warehouse.projects.list().toArray();

// rejected: toArray with a number
client.warehouse.projects.list().toArray(10);

// rejected: a list that is awaited
export const projects = async () => (await client.warehouse.projects.list()).length;

// rejected: a list in a for…of
for (const project of client.warehouse.projects.list()) void project;

// rejected: an area that does not exist
client.gateway;

// rejected: a method of another area
client.entities.get("kg:/m/0dl567");
