import {
  type ClientEvent,
  createClient,
  environmentUpdate,
  googleNaming,
  parseEnvironmentUpdate,
  parseUpdateMask,
  permissions,
  planEnvironmentUpdates,
  scopes,
  type Table,
  vendorNaming,
} from "fourfold";
import { jwtSecurity, secureDocument } from "fourfold/gateway";
import { defineTable, ensureTable, planTablePatch, planTables, tableSource } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test, vi } from "vitest";
import { rejection, thrown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const auth = { getAccessToken: () => "t" };
const PROJECTS = "https://bigquery.googleapis.com/bigquery/v2/projects";
const SEARCH = "https://kgsearch.googleapis.com/v1/entities:search?query=ada";
const NAME = "projects/p/locations/l/environments/e";
const ENVIRONMENT = `https://composer.googleapis.com/v1beta1/${NAME}`;

test("createClient({ auth }) sends requests to BigQuery, Knowledge Graph Search and Cloud Composer", async () => {
  const fetch = scriptedFetch(json({}), json({}), json({ name: NAME }));
  const { warehouse, entities, environments } = createClient({ auth, fetch });
  await warehouse.projects.list().firstPage();
  await entities.search({ query: "ada" });
  await environments.get(NAME);
  expect(fetch.requests.map(({ url }) => url)).toEqual([PROJECTS, SEARCH, ENVIRONMENT]);
  for (const { headers } of fetch.requests) expect(headers.get("authorization")).toBe("Bearer t");
});

test("clients send Google's names to an own address", async () => {
  const fetch = scriptedFetch(json({ tableReference: { projectId: "p", datasetId: "d", tableId: "t" } }));
  await createClient({ baseUrl: "http://127.0.0.1:8787", fetch }).warehouse.tables.insert({
    tableReference: { projectId: "p", datasetId: "d", tableId: "t" },
    externalDataConfiguration: {
      sourceFormat: "GOOGLE_SHEETS",
      sourceUris: ["https://a.test"],
      googleSheetsOptions: {},
    },
  });
  expect(fetch.requests[0]?.url).toBe("http://127.0.0.1:8787/bigquery/v2/projects/p/datasets/d/tables");
  expect(await fetch.requests[0]?.json()).toMatchObject({
    externalDataConfiguration: { sourceFormat: "GOOGLE_SHEETS", googleSheetsOptions: {} },
  });
});

const plain = { swagger: "2.0", paths: { "/a": { get: {} } } };

test("the sandbox and its gateway use Google's names", async () => {
  const sandbox = createSandbox();
  expect(sandbox.clientOptions.naming).toBe(googleNaming);
  sandbox.warehouse.tables.add({ tableReference: { projectId: "p", datasetId: "d", tableId: "t" } });
  const response = await sandbox.fetch("/bigquery/v2/projects/p/datasets/d/tables/t");
  expect(await response.json()).toMatchObject({ kind: "bigquery#table" });
  const { issuer, jwksUri, audience } = sandbox.issuer;
  const document = secureDocument(
    plain,
    jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } } }),
  );
  const backend = ({ headers }: Request) => new Response(headers.get("x-apigateway-api-userinfo"));
  const gateway = sandbox.gateway({ document, backend });
  const request = { headers: { authorization: `Bearer ${await sandbox.issuer.token()}` } };
  const forwarded = await gateway(new Request("https://api.test/a", request));
  expect([forwarded.status, await forwarded.text()]).toEqual([200, expect.stringMatching(/^ey/)]);
  expect((await gateway(new Request("https://api.test/a"))).status).toBe(401);
});

test.each(["createClient", "createSandbox"])("%s rejects a changed copy of a profile", (create) => {
  const copy = { ...googleNaming, rules: {} };
  const make = () => (create === "createClient" ? createClient({ naming: copy }) : createSandbox({ naming: copy }));
  expect(thrown(make)).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "naming", message: expect.stringContaining("not a changed copy, got ") }],
  });
});

test("neither an object with a profile as its prototype nor one with its properties is a profile", () => {
  const { prototype } = Object;
  const properties = Object.getOwnPropertyDescriptors(googleNaming);
  for (const naming of [Object.create(googleNaming), Object.create(prototype, properties)]) {
    expect(() => createClient({ naming })).toThrow(/naming: must be googleNaming or vendorNaming/);
  }
});

test("a profile of another copy of the package is recognized", async () => {
  vi.resetModules();
  const other = await import("fourfold");
  expect(other.googleNaming).not.toBe(googleNaming);
  const fetch = scriptedFetch(json({}));
  await createClient({ naming: other.googleNaming, fetch }).warehouse.projects.list().firstPage();
  expect(fetch.requests[0]?.url).toBe(PROJECTS);
});

test("profiles cannot be changed", () => {
  for (const profile of [googleNaming, vendorNaming]) expect(Object.isFrozen(profile)).toBe(true);
});

test("lists the four scopes of the warehouse, the narrowest first", () => {
  expect(scopes(vendorNaming).warehouse.projects.list).toEqual([
    "{scope_base}/warehouse.readonly",
    "{scope_base}/warehouse",
    "{scope_base}/cloud-platform.read-only",
    "{scope_base}/cloud-platform",
  ]);
  expect(scopes(googleNaming).warehouse.tables.get).toEqual([
    "https://www.googleapis.com/auth/bigquery.readonly",
    "https://www.googleapis.com/auth/bigquery",
    "https://www.googleapis.com/auth/cloud-platform.read-only",
    "https://www.googleapis.com/auth/cloud-platform",
  ]);
});

test("requires wider scopes for changes, and none for the search", () => {
  const { warehouse, entities, environments } = scopes(googleNaming);
  for (const method of ["insert", "patch", "update", "delete", "setIamPolicy"] as const) {
    expect(warehouse.tables[method]).toEqual([
      "https://www.googleapis.com/auth/bigquery",
      "https://www.googleapis.com/auth/cloud-platform",
    ]);
  }
  expect(entities).toEqual({ search: [] });
  expect(environments.patch).toEqual(["https://www.googleapis.com/auth/cloud-platform"]);
});

test("uses the placeholders of the spec for unknown names", () => {
  expect(scopes(vendorNaming).environments.patch).toEqual(["{scope_base}/cloud-platform"]);
  expect(permissions(vendorNaming).environments.patch).toEqual(["<product>.environments.update"]);
  expect(permissions(googleNaming).environments.patch).toEqual(["composer.environments.update"]);
});

test("lists the permissions of datasets", () => {
  expect(permissions().warehouse.datasets).toEqual({
    list: [],
    get: ["bigquery.datasets.get"],
    insert: ["bigquery.datasets.create"],
  });
  expect(scopes().warehouse.datasets.list).toEqual(scopes().warehouse.tables.list);
});

const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
const name = "projects/p/locations/l/environments/e";

/** A table with every name of the specification. The compiler rejects it. */
const misnamed = {
  vendorLakeConfiguration: { storageUri: "gs://b/t/" },
  externalDataConfiguration: {
    sourceUris: ["https://docs.google.com/spreadsheets/d/1"],
    sourceFormat: "VENDOR_SHEETS",
    vendorSheetsOptions: { skipLeadingRows: 1 },
    vendorTableOptions: {},
  },
} as never as object;
const remedies: Readonly<Record<string, string>> = {
  vendorLakeConfiguration: 'must be named "biglakeConfiguration"',
  "externalDataConfiguration.sourceFormat": 'must be "GOOGLE_SHEETS", got "VENDOR_SHEETS"',
  "externalDataConfiguration.vendorSheetsOptions": 'must be named "googleSheetsOptions"',
  "externalDataConfiguration.vendorTableOptions": 'must be named "bigtableOptions"',
};

const MAP = "config.softwareConfig.orchestratorConfigOverrides";
const RIGHT = "config.softwareConfig.airflowConfigOverrides";
const software = (softwareConfig: object) => ({ config: { softwareConfig } });
const overrides = software({ orchestratorConfigOverrides: { "core-a": "1" } });
const update = { updateMask: `${MAP}.core-a`, environment: overrides } as never;
const renamed = 'must be named "airflowConfigOverrides"';
const inMask = `must contain "${RIGHT}.core-a" instead of "${MAP}.core-a"`;

/** The issues of an error about names. */
function namesIn(error: unknown): Record<string, string> {
  expect(error).toMatchObject({ name: "RequestError", code: "invalid_request" });
  const { issues } = error as { issues: { path: string; message: string; rule: string }[] };
  return Object.fromEntries(
    issues.filter(({ rule }) => rule === "naming").map(({ path, message }) => [path, message.split(", in ")[0] ?? ""]),
  );
}

const at = (prefix: string, messages: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(messages).map(([path, message]) => [`${prefix}${path}`, message]));

test("every method of tables rejects the specification's names, and sends nothing", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference });
  const { warehouse } = createClient(sandbox.clientOptions);
  const input = { tableReference, ...misnamed };
  for (const call of [
    () => warehouse.tables.insert(input),
    () => warehouse.tables.patch(tableReference, misnamed),
    () => ensureTable(warehouse, input),
  ]) {
    expect(namesIn(await rejection(call()))).toEqual(remedies);
  }
  const definition = { table: "d.t", ...misnamed };
  const planned = rejection(planTables(warehouse, [definition as never], { projectId: "p" }));
  expect(namesIn(await planned)).toEqual(at("definitions[0].", remedies));
  expect(sandbox.requests).toEqual([]);
  expect(namesIn(await rejection(warehouse.tables.modify(tableReference, () => misnamed)))).toEqual(remedies);
});

test("every function that takes an environment or an update rejects them", async () => {
  const sandbox = createSandbox();
  const { environments } = createClient(sandbox.clientOptions);
  for (const call of [rejection(environments.patch(name, update)), thrown(() => parseEnvironmentUpdate(update))]) {
    expect(namesIn(await call)).toEqual({ updateMask: inMask, [MAP]: renamed });
  }
  expect(namesIn(await rejection(environments.ensure(name, overrides)))).toEqual({ [MAP]: renamed });
  expect(namesIn(thrown(() => planEnvironmentUpdates({}, overrides)))).toEqual({ [MAP]: renamed });
  expect(sandbox.requests).toEqual([]);
});

test("seeds with the specification's names are rejected", () => {
  const sandbox = createSandbox();
  expect(namesIn(thrown(() => sandbox.warehouse.tables.add({ tableReference, ...misnamed })))).toEqual(remedies);
  expect(namesIn(thrown(() => sandbox.environments.add({ name, ...overrides })))).toEqual({ [MAP]: renamed });
});

test("functions without a service reject the specification's names", () => {
  const live = { tableReference, ...misnamed } as Table;
  const wanted = { tableReference };
  expect(namesIn(thrown(() => defineTable("d.t", misnamed)))).toEqual(remedies);
  expect(namesIn(thrown(() => planTablePatch(wanted, live)))).toEqual(remedies);
  expect(namesIn(thrown(() => planTablePatch(live, wanted)))).toEqual(at("current.", remedies));
  expect(namesIn(thrown(() => tableSource(live)))).toEqual(remedies);
  expect(namesIn(thrown(() => parseUpdateMask(`${MAP}.core-a`)))).toEqual({ updateMask: inMask });
  const force = environmentUpdate as unknown as Record<string, (...values: unknown[]) => unknown>;
  for (const forced of [
    () => force.fromMask?.([`${MAP}.core-a`], overrides),
    () => force.unlisted?.([`${MAP}.core-a`], overrides),
  ]) {
    expect(namesIn(thrown(forced))).toEqual({ updateMask: inMask, [MAP]: renamed });
  }
});

describe("responses", () => {
  const read = async (naming: typeof googleNaming, body: object, responses?: "strict") => {
    const events: ClientEvent[] = [];
    const { warehouse } = createClient({
      naming,
      baseUrl: "https://a.test",
      fetch: scriptedFetch(json(body)),
      onEvent: (event) => void events.push(event),
      validation: { responses },
    });
    const table = await warehouse.tables.get(tableReference);
    return { table, drift: events.flatMap((event) => (event.type === "drift" ? event.issues : [])) };
  };
  const lake = { storageUri: "gs://b/t/", connectionId: "c", fileFormat: "PARQUET", tableFormat: "ICEBERG" };

  test("the other profile's names are unknown fields and kept", async () => {
    const spec = { tableReference, vendorLakeConfiguration: lake };
    expect(await read(googleNaming, spec)).toEqual({ table: spec, drift: [] });
    const google = { tableReference, biglakeConfiguration: lake };
    expect(await read(vendorNaming, google)).toEqual({ table: google, drift: [] });
    expect(await read(vendorNaming, spec)).toEqual({ table: google, drift: [] });
  });

  test("with both names of a field, both are kept", async () => {
    const both = { tableReference, biglakeConfiguration: lake, vendorLakeConfiguration: lake };
    expect(await read(vendorNaming, both)).toEqual({ table: both, drift: [] });
  });

  test("paths of drift have Google's names, and an error has the body as received", async () => {
    const invalid = { tableReference, vendorLakeConfiguration: { ...lake, storageUri: 5 } };
    const { drift } = await read(vendorNaming, invalid);
    expect(drift.map(({ path }) => path)).toEqual(["biglakeConfiguration.storageUri"]);
    expect(await rejection(read(vendorNaming, invalid, "strict"))).toMatchObject({
      body: invalid,
      issues: [{ path: "biglakeConfiguration.storageUri" }],
    });
  });
});
