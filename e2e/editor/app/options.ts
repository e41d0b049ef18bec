// Options of a client in both forms, and options of single calls.
import { bearer, type CreateClientOptions, createClient, googleNaming, vendorNaming } from "fourfold";
import { createEntities } from "fourfold/entities";
import { ensureTable } from "fourfold/tables";
import { createWarehouse } from "fourfold/warehouse";

const auth = bearer("token");
const baseUrl = "https://services.test";

// # with baseUrl
createClient({
  baseUrl/*?*/: "https://services.test",
  naming: vendorNaming,
  auth/*?*/: bearer("token"),
  fetch/*?*/: globalThis.fetch,
  headers: { "X-Team": "data" },
  timeoutMs/*?*/: 10_000,
  deadlineMs: 60_000,
  retry/*?*/: false,
  maxResponseBytes: 1_000_000,
  validation/*?*/: {},
  rules: {},
  onEvent: console.log,
  clock: { now: Date.now, sleep: async () => {} },
});

// # with googleNaming
createClient({
  naming/*?*/: googleNaming,
  baseUrl: { warehouse: "https://services.test" },
  auth/*?*/: bearer("token"),
  fetch/*?*/: globalThis.fetch,
  headers: { "X-Team": "data" },
  timeoutMs/*?*/: 10_000,
  deadlineMs: 60_000,
  retry/*?*/: false,
  maxResponseBytes: 1_000_000,
  validation: {},
  rules/*?*/: {},
  onEvent: console.log,
  clock: { now: Date.now, sleep: async () => {} },
});

// # shorthand
createClient({ naming: googleNaming, auth/*?*/ });
createClient({ baseUrl });

// # nested options
createClient({
  baseUrl,
  auth: {
    warehouse: bearer("token"),
  },
  retry: {
    limit/*?*/: 3,
    minDelayMs: 100,
    maxDelayMs: 5_000,
    maxRetryAfterMs/*?*/: 60_000,
    when: (error) => error.code === "network",
  },
  validation: {
    requests/*?*/: "on",
    responses: "strict",
  },
  rules: {
    "clustering-needs-time-partitioning/*?*/": "off",
    "entity-limit-range": "warn",
    "schedulers-beyond-nodes/*?*/": "off",
  },
});

// # one area
createWarehouse({ baseUrl });
createWarehouse({ naming: googleNaming, timeoutMs/*?*/: 5 });
createEntities({ naming: googleNaming, auth });

// # wrappers
const given: CreateClientOptions = { baseUrl };
given.auth/*?*/;

// # calls
const client = createClient({ baseUrl });
const { tables, projects } = client.warehouse;
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const { signal } = new AbortController();
tables.get(orders, { view: "FULL" });
tables.get(orders, { selectedFields/*?*/: ["id"] });
tables.get(orders, { signal });
tables.get(orders, { query/*?*/: { quotaUser: "ada" } });
tables.get(orders, { onResponse: ({ requestId }) => requestId });
tables.patch(orders, {}, { ifMatch/*?*/: "etag" });
tables.patch(orders, {}, { autodetectSchema: true });
ensureTable(client.warehouse, { tableReference: orders }, { extraColumns/*?*/: "keep" });
projects.list({ maxResults: 50 });
projects.list({ pageToken/*?*/: "token" });
projects.list().toArray({ limit: 10 });
