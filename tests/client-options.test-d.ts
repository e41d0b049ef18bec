import {
  type Auth,
  apiKey,
  bearer,
  type CachedTokens,
  type CallOptions,
  type Client,
  type CreateClientOptions,
  createClient,
  createEntities,
  createService,
  defineMethod,
  type entityMethods,
  type environmentMethods,
  googleNaming,
  isFourfoldError,
  type Naming,
  permissions,
  type RequestHeadersProvider,
  type Scopes,
  type Service,
  type ServiceOptions,
  type SharedOptions,
  scopes,
  serviceAccount,
  vendorNaming,
  type warehouseMethods,
} from "fourfold";
import { type AccessTokenProvider, serviceAccount as ofAuth } from "fourfold/auth";
import { createSandbox } from "fourfold/testing";
import {
  createWarehouse,
  type ListOptions,
  type Pager,
  type Policy,
  type Project,
  type ProjectList,
  type Table,
  type TableList,
  type TableListEntry,
  type Warehouse,
  type WarehouseOptions,
  warehouseRules,
} from "fourfold/warehouse";
import {
  type AnyAuthClient,
  type AuthClient,
  GoogleAuth,
  JWT,
  auth as libraryAuth,
  OAuth2Client,
} from "google-auth-library";
import { expectTypeOf } from "vitest";
import * as z from "zod";

const baseUrl = "https://a.test";

// All options are optional: the default profile has the addresses of Google's services.
expectTypeOf(createClient()).toEqualTypeOf<Client>();
expectTypeOf(createClient({})).toEqualTypeOf<Client>();
expectTypeOf(createWarehouse()).toEqualTypeOf<Warehouse>();
createClient({ auth: bearer("t") });
createClient({ baseUrl });
createClient({ baseUrl: undefined });
createClient({ baseUrl: process.env.BASE_URL });
createClient({ baseUrl: { warehouse: baseUrl } });
createWarehouse({ baseUrl: { entities: baseUrl } });
// @ts-expect-error there is no such area
createClient({ baseUrl: { warehouse: baseUrl, warehose: baseUrl } });
// @ts-expect-error an address is a string
createClient({ baseUrl: new URL(baseUrl) });

// Whether another profile has an address is checked at run time.
declare const any: Naming;
createClient({ naming: vendorNaming });
createClient({ naming: vendorNaming, baseUrl });
createClient({ naming: any });
createClient({ naming: undefined });
// @ts-expect-error not a profile
createClient({ naming: "google" });

// Options that depend on a condition need no type annotation.
declare const isReal: boolean;
const real = { auth: bearer("t") };
// @ts-expect-error 'projectId' does not exist in type 'CreateClientOptions'.
createClient({ projectId: "shop" });
// @ts-expect-error 'projectId' does not exist in type 'WarehouseOptions'.
createWarehouse({ projectId: "shop" });

const local = { baseUrl, naming: vendorNaming, retry: false as const };
createClient(isReal ? real : local);
createClient(isReal ? { naming: googleNaming } : { naming: vendorNaming, baseUrl });
createClient({ auth: bearer("t"), ...(isReal ? {} : { baseUrl, naming: vendorNaming }) });
createWarehouse(isReal ? real : local);
export const handOn = (given: CreateClientOptions) => createClient(given);

// Wrappers omit options, add their own and complete the rest.
type Own = Omit<CreateClientOptions, "auth">;
const auth = bearer("t");
export const withAuth = (given: Own) => createClient({ ...given, auth });
withAuth({ baseUrl });
withAuth({ naming: googleNaming });
export const withDefaults = (given: Partial<CreateClientOptions>) => createClient({ baseUrl, ...given });
export const withAddress = (given: Partial<CreateClientOptions>) => createClient({ ...given, baseUrl });
export const withShared = (given: SharedOptions) => createClient({ ...given, baseUrl });
export const picked = (given: Pick<CreateClientOptions, "naming" | "baseUrl">) => createClient(given);
export const ofOneArea = (given: Omit<WarehouseOptions, "auth">) => createWarehouse({ ...given, auth });
export interface TenantOptions extends Omit<CreateClientOptions, "headers"> {
  tenant: string;
}
export const forTenant = ({ tenant, ...rest }: TenantOptions) => createClient({ ...rest, headers: { tenant } });
export const named = <N extends Naming>(naming: N) => createClient({ naming, baseUrl });
export const omitted = (given: Omit<CreateClientOptions, "naming" | "baseUrl">) => createClient(given);
export const shared = (given: SharedOptions) => createClient(given);
export const partial = (given: Partial<CreateClientOptions>) => createClient(given);
export const empty: CreateClientOptions = {};

// The accepted rules and severities are the rules and severities of the table.
createClient({ baseUrl, rules: {} });
createClient({ baseUrl, rules: { "clustering-needs-time-partitioning": "off" } });
createClient({ baseUrl, rules: { "clustering-needs-time-partitioning": undefined } });
// @ts-expect-error a misspelt rule
createClient({ baseUrl, rules: { "clustering-need-time-partitioning": "off" } });
// @ts-expect-error a misspelt severity
createClient({ baseUrl, rules: { "clustering-needs-time-partitioning": "ignore" } });
// @ts-expect-error the same for the area alone
createWarehouse({ baseUrl, rules: { nonsense: "off" } });
expectTypeOf(warehouseRules[0]!.severity).toEqualTypeOf<"error" | "warn">();
expectTypeOf<(typeof warehouseRules)[number]["id"]>().not.toEqualTypeOf<string>();

// Accepted credentials: bearer, a key, one per area, clients of google-auth-library.
createClient({ baseUrl, auth: bearer("t") });
createClient({ baseUrl, auth: bearer(() => "t") });
createClient({ baseUrl, auth: bearer(async () => ({ token: null })) });
createClient({ baseUrl, auth: apiKey("k") });
createClient({ baseUrl, auth: { warehouse: bearer("t"), entities: apiKey("k") } });
createClient({ baseUrl, auth: { getAccessToken: () => null } });
createClient({ baseUrl, auth: undefined });
// @ts-expect-error a token alone is not a provider: bearer() makes one
createClient({ baseUrl, auth: "t" });
// @ts-expect-error a token is text
createClient({ baseUrl, auth: { getAccessToken: () => 5 } });
// @ts-expect-error there is no such area
createClient({ baseUrl, auth: { warehose: bearer("t") } });

// Everything else is optional, and undefined means absent.
export const all: Required<CreateClientOptions>["retry"] = false;
export const options: CreateClientOptions = {
  baseUrl,
  naming: undefined,
  auth: undefined,
  fetch: undefined,
  headers: undefined,
  timeoutMs: undefined,
  deadlineMs: undefined,
  retry: { limit: undefined, minDelayMs: 5 },
  maxResponseBytes: undefined,
  validation: { requests: "off", responses: undefined },
  rules: undefined,
  onEvent: undefined,
  clock: undefined,
};
createClient({ baseUrl, clock: { now: () => 0, sleep: async () => {} } });
createClient({ baseUrl, fetch: async () => new Response() });
createClient({ baseUrl, fetch: globalThis.fetch });
createClient({
  baseUrl,
  onEvent: ({ type }) => expectTypeOf(type).toEqualTypeOf<"request" | "response" | "retry" | "drift" | "warning">(),
});
createClient({
  baseUrl,
  onEvent: (event) => {
    if (event.type === "retry") expectTypeOf(event.delayMs).toEqualTypeOf<number>();
    if (event.type === "warning") expectTypeOf(event.issue.rule).toEqualTypeOf<string>();
    // @ts-expect-error only a warning has an issue
    if (event.type === "drift") event.issue;
  },
});
// @ts-expect-error a misspelt option
createClient({ baseUrl, timeout: 5 });
// @ts-expect-error headers are a plain object
createClient({ baseUrl, headers: new Headers() });
// @ts-expect-error no such retry option
createClient({ baseUrl, retry: true });
// @ts-expect-error no such way of validating
createClient({ baseUrl, validation: { responses: "loose" } });
// One set of options serves both the client of all areas and the client of one area.
expectTypeOf<CreateClientOptions>().toExtend<WarehouseOptions>();

// The last parameter of every call is one object: the options of the method and the options of every call.
const client = createClient({ baseUrl });
const { projects, tables } = client.warehouse;
const ref = { projectId: "p", datasetId: "d", tableId: "t" };
const call: CallOptions = {
  signal: new AbortController().signal,
  timeoutMs: 5,
  deadlineMs: 5,
  headers: { a: "b" },
  retry: { limit: 1 },
};
const none: CallOptions = {
  signal: undefined,
  timeoutMs: undefined,
  deadlineMs: undefined,
  headers: undefined,
  retry: undefined,
};

expectTypeOf(projects.list({ ...call, maxResults: 5, pageToken: "a" })).toEqualTypeOf<Pager<Project, ProjectList>>();
expectTypeOf(tables.list({ projectId: "p", datasetId: "d" }, { ...call })).toEqualTypeOf<
  Pager<TableListEntry, TableList>
>();
expectTypeOf(tables.get(ref, { ...call, view: "FULL", selectedFields: ["a", "b.c"] })).resolves.toEqualTypeOf<Table>();
expectTypeOf(tables.get(ref, { ...none, selectedFields: "a,b" })).resolves.toEqualTypeOf<Table>();
expectTypeOf(tables.insert({ tableReference: ref }, call)).resolves.toEqualTypeOf<Table>();
expectTypeOf(tables.patch(ref, {}, { ...call, ifMatch: "e", autodetectSchema: true })).resolves.toEqualTypeOf<Table>();
expectTypeOf(tables.update({ tableReference: ref }, { ...call, ifMatch: "e" })).resolves.toEqualTypeOf<Table>();
// @ts-expect-error: undefined would overwrite any version
tables.update({ tableReference: ref }, { ifMatch: undefined });
expectTypeOf(tables.delete(ref, call)).resolves.toBeVoid();
expectTypeOf(tables.modify(ref, () => undefined, { ...call, attempts: 2 })).resolves.toEqualTypeOf<Table>();
expectTypeOf(
  tables.modify(ref, async (table) => ({ labels: { ...table.labels, a: "b" } })),
).resolves.toEqualTypeOf<Table>();
expectTypeOf(tables.getIamPolicy(ref, { ...call, requestedPolicyVersion: 3 })).resolves.toEqualTypeOf<Policy>();
expectTypeOf(tables.setIamPolicy(ref, {}, { ...call, updateMask: "bindings" })).resolves.toEqualTypeOf<Policy>();
expectTypeOf(tables.testIamPermissions(ref, ["tables.get", "tables.delete"], call)).resolves.toEqualTypeOf<
  ("tables.get" | "tables.delete")[]
>();
expectTypeOf(tables.testIamPermissions(ref, [] as string[])).resolves.toEqualTypeOf<string[]>();
expectTypeOf<ListOptions>().toExtend<CallOptions>();

// @ts-expect-error an option of another method
tables.get(ref, { ifMatch: "e" });
// @ts-expect-error an option of another method
tables.insert({ tableReference: ref }, { ifMatch: "e" });
// @ts-expect-error a misspelt option
projects.list({ maxResult: 5 });
// @ts-expect-error a limit is required
projects.list().toArray();
// @ts-expect-error the options have no limit
projects.list().toArray({});
// @ts-expect-error an id is missing
tables.get({ projectId: "p", datasetId: "d" });
// @ts-expect-error which table it is
tables.insert({});
// @ts-expect-error a function that returns a patch
tables.modify(ref, { description: "x" });
// @ts-expect-error no patch at all
tables.modify(ref, () => 5);
// @ts-expect-error null is not undefined
tables.modify(ref, () => null);

// Items and pages are typed, optional as they are.
export async function walk() {
  for await (const project of projects.list()) expectTypeOf(project).toEqualTypeOf<Project>();
  for await (const page of projects.list().pages())
    expectTypeOf(page.nextPageToken).toEqualTypeOf<string | undefined>();
  expectTypeOf(await projects.list().firstPage()).toEqualTypeOf<ProjectList>();
  expectTypeOf(await projects.list().toArray({ limit: 5 })).toEqualTypeOf<Project[]>();
  for await (const table of tables.list(ref)) expectTypeOf(table).toEqualTypeOf<TableListEntry>();
}

// The error of a call narrows by its code.
export async function find(): Promise<Table | undefined> {
  try {
    return await tables.get(ref);
  } catch (error) {
    if (isFourfoldError(error, "not_found")) return undefined;
    throw error;
  }
}

// Service accounts, and clients of google-auth-library.
const robot = { clientEmail: "a@b.test", privateKey: "", tokenUrl: "https://token.test" };

const account = serviceAccount({ ...robot, scopes: ["openid"] });
expectTypeOf(account).toEqualTypeOf<CachedTokens>();
expectTypeOf(account).toExtend<AccessTokenProvider>();
expectTypeOf(account.getAccessToken()).resolves.toEqualTypeOf<string>();
expectTypeOf(ofAuth).toEqualTypeOf(serviceAccount);
createClient({ baseUrl, auth: account });
createClient({ baseUrl, auth: { warehouse: account } });

serviceAccount({ ...robot, scopes: "openid email" });
serviceAccount({
  ...robot,
  scopes: ["openid"] as const,
  privateKeyId: undefined,
});
serviceAccount({ ...robot, scopes: "openid", fetch: undefined, clock: undefined, timeoutMs: 5, retry: { limit: 1 } });
// @ts-expect-error without scopes
serviceAccount(robot);
// @ts-expect-error without a token address, which no profile supplies
serviceAccount({ clientEmail: "a@b.test", privateKey: "", scopes: "openid" });
// @ts-expect-error a key file spells its fields differently
serviceAccount({ client_email: "a@b.test", private_key: "", token_uri: "https://token.test", scopes: "openid" });

// Every client of the library is accepted unchanged, for all areas or for one, and so is its factory.
declare const anyClient: AnyAuthClient;
declare const abstractClient: AuthClient;
createClient({ baseUrl, auth: anyClient });
createClient({ baseUrl, auth: abstractClient });
createClient({ baseUrl, auth: new JWT() });
createClient({ baseUrl, auth: new OAuth2Client() });
createClient({ baseUrl, auth: new GoogleAuth() });
createClient({ baseUrl, auth: libraryAuth });
createClient({ baseUrl, auth: { warehouse: anyClient, entities: new GoogleAuth() } });
createWarehouse({ baseUrl, auth: anyClient });
export const provider: RequestHeadersProvider = anyClient;
export const anyAuth: Auth = new GoogleAuth();
// @ts-expect-error a promise of a client is not a client: await getClient(), or pass GoogleAuth itself
createClient({ baseUrl, auth: new GoogleAuth().getClient() });

// Clients of any service.
const getTask = defineMethod({ name: "tasks.get", http: "GET /{task}", response: z.object({ id: z.string() }) });

expectTypeOf(createService({ baseUrl })).toEqualTypeOf<Service>();
expectTypeOf(createService({ baseUrl }).call(getTask, { task: "a" })).resolves.toEqualTypeOf<{ id: string }>();
createService(createSandbox().clientOptions);
createService({ ...createSandbox().clientOptions, retry: false, naming: vendorNaming });
createService({ baseUrl, auth: new OAuth2Client(), headers: { a: "b" }, deadlineMs: 5 });
export const serviceWith = (options: Omit<ServiceOptions, "baseUrl">): Service =>
  createService({ ...options, baseUrl });

// @ts-expect-error the address is required
createService({});
// @ts-expect-error the address is required
createService();
// @ts-expect-error one address
createService({ baseUrl: { warehouse: baseUrl } });
// @ts-expect-error one provider
createService({ baseUrl, auth: { entities: apiKey("k") } });
// @ts-expect-error rules are those of this package's own methods
createService({ baseUrl, rules: {} });
// @ts-expect-error a misspelt option
createService({ baseUrl, timeoutMS: 5 });
// @ts-expect-error a path parameter is missing
createService({ baseUrl }).call(getTask, {});

// Profiles have one type. vendorNaming also names the header of its gateway.
expectTypeOf(googleNaming).toEqualTypeOf<Naming>();
expectTypeOf(vendorNaming).toExtend<Naming>();
expectTypeOf(vendorNaming.userInfoHeader).toEqualTypeOf<string>();
createWarehouse({ naming: vendorNaming });

// Scopes and permissions have the same keys as the tables of methods.
expectTypeOf(scopes()).toEqualTypeOf<Scopes>();
expectTypeOf(scopes(vendorNaming).warehouse.tables.patch).toEqualTypeOf<readonly string[]>();
expectTypeOf(permissions(googleNaming).environments.patch).toEqualTypeOf<readonly string[]>();
expectTypeOf<keyof Scopes["warehouse"]["tables"]>().toEqualTypeOf<keyof typeof warehouseMethods.tables>();
expectTypeOf<keyof Scopes["environments"]>().toEqualTypeOf<keyof typeof environmentMethods>();
expectTypeOf<keyof Scopes["entities"]>().toEqualTypeOf<keyof typeof entityMethods>();
// @ts-expect-error there is no such method
scopes().warehouse.tables.create;

{
  // Mistakes in the options of clients and calls.
  const baseUrl = "https://services.test";
  const client = createClient({ baseUrl });
  const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
  // @ts-expect-error: a misspelt area in baseUrl
  createWarehouse({ baseUrl: { warehose: baseUrl } });
  // @ts-expect-error: a misspelt option with googleNaming
  createClient({ naming: googleNaming, retries: 3 });
  // @ts-expect-error: a misspelt option of one area
  createWarehouse({ baseUrl, timeoutMS: 5_000 });
  // @ts-expect-error: retries as a number
  createClient({ baseUrl, retry: 3 });
  // @ts-expect-error: a misspelt retry option
  createClient({ baseUrl, retry: { retries: 3 } });
  // @ts-expect-error: a misspelt area in auth
  createClient({ baseUrl, auth: { entitys: apiKey("key") } });
  // @ts-expect-error: the function bearer itself as auth
  createClient({ baseUrl, auth: bearer });
  // @ts-expect-error: validation as a boolean
  createClient({ baseUrl, validation: false });
  // @ts-expect-error: a rule of another area
  createEntities({ baseUrl, rules: { "field-name-length": "off" } });
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
  // @ts-expect-error: a misspelt call option
  client.warehouse.tables.get(orders, { abortSignal: new AbortController().signal });
  // @ts-expect-error: an AbortController in place of its signal
  client.warehouse.tables.get(orders, { signal: new AbortController() });
  // @ts-expect-error: pageSize in place of maxResults
  client.warehouse.projects.list({ pageSize: 10 });
  // @ts-expect-error: a limit among the options of a list
  client.warehouse.projects.list({ limit: 10 });
  // @ts-expect-error: toArray with a number
  client.warehouse.projects.list().toArray(10);
  // @ts-expect-error: a list that is awaited
  void (async () => (await client.warehouse.projects.list()).length);
  // @ts-expect-error: a list in a for…of
  for (const project of client.warehouse.projects.list()) void project;
  // @ts-expect-error: an area that does not exist
  client.gateway;
  // @ts-expect-error: a method of another area
  client.entities.get("kg:/m/0dl567");
}
