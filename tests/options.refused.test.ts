import {
  apiKey,
  bearer,
  type CreateClientOptions,
  createClient,
  defineMethod,
  environmentUpdate,
  googleNaming,
  isFourfoldError,
  type RequestError,
  scopes,
  vendorNaming,
} from "fourfold";
import { applyTables, defineTable, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { createWarehouse } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { thrown } from "./support/rejection.js";

// biome-ignore lint/suspicious/noExplicitAny: calls that the types rule out
type Call = (value: any) => unknown;

const sandbox = createSandbox();
const table = { projectId: "p", datasetId: "d", tableId: "t" };
sandbox.warehouse.tables.add({ tableReference: table });
const name = "projects/p/locations/l/environments/e";
sandbox.environments.add({ name });
const { warehouse, entities, environments } = createClient(sandbox.clientOptions);
const getThing = defineMethod({ name: "things.get", http: "GET /things/{thingId}" });
const definition = defineTable("d.t", {});
const plan = await planTables(warehouse, [definition], { projectId: "p" });

/** One call for each way in which options are read. */
const calls: Record<string, Call> = {
  createClient: (options) => createClient(options),
  createSandbox: (options) => createSandbox(options),
  listen: (options) => listen(sandbox, options),
  call: (options) => warehouse.call(getThing, { thingId: "x" }, options),
  "a list": (options) => warehouse.tables.list(table, options).firstPage(),
  "tables.insert": (options) => warehouse.tables.insert({ tableReference: table }, options),
  "tables.modify": (options) => warehouse.tables.modify(table, () => undefined, options),
  planTables: (options) => planTables(warehouse, [definition], options),
  applyTables: (options) => applyTables(warehouse, plan, options),
  "entities.suggest": (options) => entities.suggest(options),
  "environments.apply": (options) => environments.apply(name, [environmentUpdate.nodeCount(3)], options),
  "a gateway": (options) => sandbox.gateway(options),
  "a fault": (fault) => sandbox.faults.next(fault),
  scopes: (naming) => scopes(naming),
};

/** Values that are not options; those of a Map, a promise and parameters would be ignored. */
const values = [null, 5, "abc", [], true, Symbol("s"), new Map(), Promise.resolve({}), new URLSearchParams("foo=1")];

async function outcomeOf(call: Call, value: unknown): Promise<unknown> {
  try {
    await call(value);
  } catch (error) {
    return isFourfoldError(error, "invalid_request") ? "a RequestError" : error;
  }
  return "a result";
}

test.each(Object.entries(calls))("%s rejects options that are not an object", async (_, call) => {
  const outcomes = await Promise.all(values.map((value) => outcomeOf(call, value)));
  expect(outcomes).toEqual(values.map(() => "a RequestError"));
});

test.each(["retry", "validation", "rules", "headers"])("a client rejects a Map and a promise as %s", (option) => {
  for (const value of [new Map([["foo", "off"]]), Promise.resolve({})]) {
    const error = thrown(() => createClient({ ...sandbox.clientOptions, [option]: value } as never));
    expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: option }] });
  }
});

test("a client that receives a sandbox instead of options suggests its clientOptions", () => {
  const message = expect.stringContaining("sandbox.clientOptions");
  expect(thrown(() => createClient(sandbox as never))).toMatchObject({ code: "invalid_request", message });
});

test("unknown options of entities.suggest are rejected", () => {
  const issues = [{ path: "query", rule: "member-type" }];
  expect(thrown(() => entities.suggest({ query: "a" } as never))).toMatchObject({ issues });
});

const baseUrl = "http://a.test";
const services = { warehouse: "https://a.test", entities: "https://b.test", environments: "https://c.test" };
const create = createClient as (options?: unknown) => unknown;
const noProvider = "must be created by bearer, apiKey or serviceAccount, or be a client of google-auth-library, got";
const refused: [what: string, options: unknown, issues: string[]][] = [
  [
    "vendorNaming without an address",
    { naming: vendorNaming },
    [
      `baseUrl: no base URL for warehouse, entities, environments: the naming profile "vendor" has none; set "baseUrl", or omit "naming" for Google's services`,
    ],
  ],
  [
    "several wrong options",
    { baseUrl: "nope", headers: { "a b": "x" }, timeoutMs: -1 },
    [
      'baseUrl: must be an absolute URL such as "https://api.example", got a string',
      "timeoutMs: must be a positive number of milliseconds, got -1",
      'headers["a b"]: is not a valid header name',
    ],
  ],
  [
    "an address, which may hold a password, in place of options",
    "http://me:hunter22@a.test",
    [": must be an object of options, got a string"],
  ],
  [
    "a misspelt address",
    { baseURL: baseUrl },
    ["baseURL: is unknown; known names are timeoutMs, deadlineMs, retry, headers, naming, baseUrl, auth, fetch"],
  ],
  [
    "another area",
    { naming: vendorNaming, baseUrl: { warehouse: baseUrl } },
    ["baseUrl: no base URL for entities, environments: "],
  ],
  [
    "a misspelt area of an address",
    { naming: googleNaming, baseUrl: { warehose: baseUrl } },
    ["baseUrl.warehose: is unknown; known names are warehouse, entities, environments"],
  ],
  [
    "an unknown rule",
    { baseUrl, rules: { "clustering-need-time-partitioning": "off", zzz: "off" } },
    [
      'rules: unknown rule "clustering-need-time-partitioning"; did you mean "clustering-needs-time-partitioning"?',
      'rules: unknown rule "zzz"; see docs/rules.md for the list',
    ],
  ],
  [
    "a host of another profile's services",
    { naming: vendorNaming, baseUrl: { ...services, warehouse: "https://bigquery.googleapis.com" } },
    [
      'baseUrl: bigquery.googleapis.com does not understand the names of the profile "vendor"; did you mean naming: googleNaming?',
    ],
  ],
  [
    "a host of Google in one region, with a trailing dot",
    { naming: vendorNaming, baseUrl: { ...services, warehouse: "https://bigquery.us-east4.rep.googleapis.com." } },
    ["did you mean naming: googleNaming?"],
  ],
  ["a misspelt option", { baseUrl, timeoutMS: 5 }, ["timeoutMS: is unknown; known names are timeoutMs, "]],
  [
    "a misspelt setting of retry",
    { baseUrl, retry: { limt: 3 } },
    ["retry.limt: is unknown; known names are limit, minDelayMs, maxDelayMs, maxRetryAfterMs"],
  ],
  [
    "a text in place of what to validate",
    { baseUrl, validation: "strict" },
    ['validation: must be an object such as { responses: "strict" }, got a string'],
  ],
  [
    "misspelt values of what to validate",
    { baseUrl, validation: { requests: true, responses: "stict", response: "strict" } },
    [
      'validation.requests: must be "on" or "off", got true',
      'validation.responses: must be "tolerant" or "strict", got "stict"',
      "validation.response: is unknown; known names are requests, responses",
    ],
  ],
  [
    "the name of a profile",
    { naming: "google" },
    ['naming: must be googleNaming or vendorNaming of fourfold, not a changed copy, got "google"'],
  ],
  ["a value that is not a profile", { naming: {}, baseUrl }, ["naming: must be googleNaming or vendorNaming"]],
  ["a token in place of a provider", { baseUrl, auth: "hunter22" }, ["auth: must be created by bearer"]],
  ["null in place of a provider", { baseUrl, auth: null }, [`auth: ${noProvider} null`]],
  [
    "a promise of a provider",
    { baseUrl, auth: Promise.resolve({}) },
    [`auth: ${noProvider} a promise; await it first`],
  ],
  [
    "an object with a token",
    { baseUrl, auth: { token: "hunter22" } },
    ["auth.token: is unknown; known names are warehouse, entities, environments"],
  ],
  [
    "a misspelt area of a provider",
    { baseUrl, auth: { entites: apiKey("hunter22") } },
    ["auth.entites: is unknown; known names are warehouse, entities, environments"],
  ],
  [
    "members that are no providers",
    { baseUrl, auth: { warehouse: "hunter22", entities: null, environments: { getAccessToken: "hunter22" } } },
    [
      `auth.warehouse: ${noProvider} a string`,
      `auth.entities: ${noProvider} null`,
      `auth.environments: ${noProvider} an object`,
    ],
  ],
  [
    "a misspelled severity",
    { baseUrl, rules: { "field-mode": "eror" } },
    ['rules["field-mode"]: must be "error", "warn" or "off", got "eror"'],
  ],
];

test.each(refused)("rejects %s, and reports it once for all areas", (_, options, issues) => {
  const error = thrown(() => create(options));
  expect(error).toMatchObject({ code: "invalid_request" });
  const found = (error as RequestError).issues.map(({ path, message }) => `${path}: ${message}`);
  expect(found).toEqual(issues.map((issue) => expect.stringContaining(issue)));
  expect(String(error)).toContain("[invalid_request] createClient: ");
  expect(String(error)).not.toContain("hunter22");
});

test.each([
  ["localhost:8787", "must begin with http:// or https://"],
  ["hunter22:8787?key=hunter22#hunter22", "must begin with http:// or https://"],
  ["a.test/?key=me@hunter22", "got a string"],
  ["http://me:hun?hunter22@a.test", "got a string"],
  ["hunter22", 'must be an absolute URL such as "https://api.example", got a string'],
  [5, "got a number"],
  [new URL(baseUrl), "got a URL"],
])("the error does not show the address %s, which may be a key in the wrong option", (address, message) => {
  const error = thrown(() => create({ baseUrl: address }));
  expect(error).toMatchObject({ issues: [{ path: "baseUrl", message: expect.stringContaining(message) }] });
  expect(String(error)).not.toContain("hunter22");
});

test("inherited options are checked, too", () => {
  class Settings {
    baseUrl = baseUrl;
    get timeoutMs() {
      return Number.NaN;
    }
    get auth() {
      return "hunter22";
    }
    method() {}
  }
  const error = thrown(() => create(new Settings()));
  expect(error).toMatchObject({ issues: [{ path: "timeoutMs" }, { path: "auth" }] });
  expect(String(error)).not.toContain("hunter22");
});

test("a rule of another area is unknown to the client of one area", () => {
  const rules = { "entity-limit-range": "off" };
  expect(String(thrown(() => createWarehouse({ baseUrl, rules } as never)))).toContain(
    'unknown rule "entity-limit-range"',
  );
  create({ baseUrl, rules: { "entity-limit-range": "off" } });
});

test("a profile's own addresses are accepted", () => {
  create({ naming: googleNaming, baseUrl: "https://bigquery.googleapis.com" });
  create({ naming: googleNaming, baseUrl: "https://composer.googleapis.com/" });
  create({
    baseUrl: { warehouse: "https://bigquery.googleapis.com:8443", entities: "http://kgsearch.googleapis.com" },
  });
});

test("messages of a client for one area name only that client and its area", () => {
  const error = thrown(() => createWarehouse({ naming: vendorNaming, timeoutMS: 1 } as never));
  expect(String(error)).toContain("[invalid_request] createWarehouse: 2 problems");
  expect(String(error)).toContain("baseUrl: no base URL for warehouse: ");
});

test("accepts undefined options of any name, and class instances as providers", () => {
  class Provider {
    getAccessToken() {
      return null;
    }
  }
  create({ baseUrl, nonsense: undefined, validation: { requests: undefined }, retry: undefined, naming: undefined });
  create({ baseUrl, auth: new Provider(), headers: undefined, rules: { "field-mode": undefined } });
  create({ baseUrl, auth: { warehouse: new Provider(), entities: undefined, environments: bearer("t") } });
  create({ ...createSandbox({ auth: true }).clientOptions, validation: {} } satisfies CreateClientOptions);
});
