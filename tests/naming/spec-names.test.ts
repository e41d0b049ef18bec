import {
  type ClientEvent,
  createClient,
  environmentUpdate,
  googleNaming,
  parseEnvironmentUpdate,
  parseUpdateMask,
  planEnvironmentUpdates,
  type Table,
  vendorNaming,
} from "fourfold";
import { defineTable, ensureTable, planTablePatch, planTables, tableSource } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

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
