import {
  type ClientEvent,
  createClient,
  defineTable,
  environmentUpdate,
  googleNaming,
  parseEnvironmentUpdate,
  parseUpdateMask,
  planEnvironmentUpdates,
  planTablePatch,
  Table,
  tableSource,
  vendorNaming,
  warehouseMethods,
} from "fourfold";
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

describe.each([googleNaming, vendorNaming])("under $name", (naming) => {
  const setUp = () => {
    const sandbox = createSandbox({ naming });
    sandbox.warehouse.tables.add({ tableReference });
    sandbox.environments.add({ name });
    return { sandbox, ...createClient(sandbox.clientOptions) };
  };
  const input = { tableReference, ...misnamed };

  test("every method of tables rejects the specification's names, and sends nothing", async () => {
    const { sandbox, warehouse } = setUp();
    const { tables } = warehouse;
    for (const call of [
      () => tables.insert(input),
      () => tables.update(input),
      () => tables.patch(tableReference, misnamed),
      () => tables.ensure(input),
      () => warehouse.call(warehouseMethods.tables.insert, { projectId: "p", datasetId: "d", body: input }),
    ]) {
      expect(namesIn(await rejection(call()))).toEqual(remedies);
    }
    const definition = { table: "d.t", ...misnamed };
    const planned = rejection(tables.plan([definition as never], { projectId: "p" }));
    expect(namesIn(await planned)).toEqual(at("definitions[0].", remedies));
    expect(sandbox.requests).toEqual([]);
    expect(namesIn(await rejection(tables.modify(tableReference, () => misnamed)))).toEqual(remedies);
    expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  test("every function that takes an environment or an update rejects them", async () => {
    const { sandbox, environments } = setUp();
    for (const call of [
      rejection(environments.patch(name, update)),
      thrown(() => parseEnvironmentUpdate(update, { naming })),
      thrown(() => parseEnvironmentUpdate(JSON.stringify(update), { naming })),
    ]) {
      expect(namesIn(await call)).toEqual({ updateMask: inMask, [MAP]: renamed });
    }
    expect(namesIn(await rejection(environments.apply(name, [update])))).toEqual({
      "updates[0].updateMask": inMask,
      [`updates[0].${MAP}`]: renamed,
    });
    expect(namesIn(await rejection(environments.ensure(name, overrides)))).toEqual({ [MAP]: renamed });
    expect(sandbox.requests).toEqual([]);
    expect(namesIn(thrown(() => planEnvironmentUpdates({}, overrides, { naming })))).toEqual({ [MAP]: renamed });
    const live = () => planEnvironmentUpdates(overrides, { labels: { a: "b" } }, { naming });
    expect(namesIn(thrown(live))).toEqual({ [`current.${MAP}`]: renamed });
  });

  test("seeds and snapshots with the specification's names are rejected", async () => {
    const { sandbox } = setUp();
    const reference = { ...tableReference, tableId: "u" };
    expect(namesIn(thrown(() => sandbox.warehouse.tables.add({ ...input, tableReference: reference })))).toEqual(
      remedies,
    );
    const seed = { name: `${name}2`, ...overrides };
    expect(namesIn(thrown(() => sandbox.environments.add(seed)))).toEqual({ [MAP]: renamed });
    const text = JSON.stringify(sandbox.snapshot());
    const snapshot = JSON.parse(text);
    Object.assign(snapshot.services.warehouse.projects[0].datasets[0].tables[0].body, misnamed);
    Object.assign(snapshot.services.environments.environments[0], overrides);
    const error = thrown(() => sandbox.restore(snapshot));
    const issues = (error as unknown as { issues: { path: string; message: string }[] }).issues;
    const paths = issues.map(({ path }) => path);
    for (const path of Object.keys(remedies)) {
      expect(paths).toContain(`services.warehouse.projects[0].datasets[0].tables[0].body.${path}`);
    }
    expect(paths).toContain(`services.environments.environments[0].${MAP}`);
    expect(JSON.stringify(sandbox.snapshot())).toBe(text);
  });

  test("the sandbox rejects the other profile's names with a 400 that lists their paths", async () => {
    const { sandbox } = setUp();
    const isGoogle = naming === googleNaming;
    const body = {
      tableReference,
      labels: { vendorlake: "VENDOR_TABLE" },
      externalDataConfiguration: { [isGoogle ? "vendorTableOptions" : "bigtableOptions"]: {} },
    };
    const path = `/${naming.servicePath}/v2/projects/p/datasets/d/tables/t`;
    for (const method of ["PATCH", "PUT"]) {
      const response = await sandbox.fetch(path, { method, body: JSON.stringify(body) });
      expect(response.status).toBe(400);
      const location = Object.keys(body.externalDataConfiguration).map((each) => `externalDataConfiguration.${each}`);
      expect((await response.json()).error.errors.map((each: { location: string }) => each.location)).toEqual(location);
    }
    const mask = `${isGoogle ? MAP : RIGHT}.core-a`;
    const patched = await sandbox.fetch(`/v1beta1/${name}?updateMask=${mask}`, { method: "PATCH", body: "{}" });
    expect([patched.status, await patched.text()]).toEqual([400, expect.stringContaining(isGoogle ? RIGHT : MAP)]);
  });

  test("without validation, such a name is sent as written", async () => {
    const fetch = scriptedFetch(json({ tableReference }), json({ tableReference }), json({ name: "o", done: true }));
    const options = { naming, baseUrl: "https://a.test", fetch, validation: { requests: "off" } } as const;
    const { warehouse, environments } = createClient(options);
    await warehouse.tables.insert(input);
    await warehouse.tables.patch(tableReference, misnamed);
    await environments.patch(name, update);
    const [inserted, patched, updated] = await Promise.all(fetch.requests.map(async (each) => each.json()));
    const { externalDataConfiguration, ...others } = JSON.parse(JSON.stringify(misnamed));
    expect(inserted).toMatchObject({ ...others, externalDataConfiguration });
    expect(patched).toMatchObject(others);
    expect(updated).toEqual(overrides);
    expect(new URL(fetch.requests[2]?.url ?? "").searchParams.get("updateMask")).toBe(`${MAP}.core-a`);
  });
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

test("patterns of ignored fields reject the specification's names", async () => {
  const fields = ["labels.a", "vendorLakeConfiguration", "externalDataConfiguration.vendorTableOptions.columnFamilies"];
  const expected = {
    "ignore.fields[1]": 'must contain "biglakeConfiguration" instead of "vendorLakeConfiguration"',
    "ignore.fields[2]": expect.stringContaining('"externalDataConfiguration.bigtableOptions.columnFamilies"'),
  };
  const ignore = { fields };
  expect(namesIn(thrown(() => tableSource({ tableReference }, { ignore })))).toEqual(expected);
  const { tables } = createClient(createSandbox().clientOptions).warehouse;
  expect(namesIn(await rejection(tables.plan([], { projectId: "p", ignore })))).toEqual(expected);
});

test("a value that is not an object is reported as such, whatever its text", () => {
  const error = thrown(() => defineTable("d.t", { externalDataConfiguration: "vendorTableOptions" } as never));
  expect(error).toMatchObject({ issues: [{ path: "externalDataConfiguration", rule: "member-type" }] });
});

test("a misspelled name is reported once", () => {
  const error = thrown(() => parseEnvironmentUpdate(update)) as unknown as { issues: unknown[] };
  expect(error.issues).toHaveLength(2);
});

test("a user's own names that look like the specification's are unchanged", async () => {
  for (const naming of [googleNaming, vendorNaming]) {
    const sandbox = createSandbox({ naming });
    const { warehouse, environments } = createClient(sandbox.clientOptions);
    const reference = { projectId: "p", datasetId: "vendorTableOptions", tableId: "VENDOR_SHEETS" };
    await warehouse.datasets.ensure({ datasetReference: { projectId: "p", datasetId: "vendorTableOptions" } });
    const definition = defineTable(
      "vendorTableOptions.VENDOR_SHEETS",
      {
        description: "vendorLakeConfiguration",
        labels: { orchestratorconfigoverrides: "vendor_table" },
        schema: [
          { name: "VENDOR_TABLE", type: "STRING", description: "VENDOR_TABLE" },
          { name: "vendorLakeConfiguration", type: "RECORD", fields: [{ name: "BIGTABLE", type: "STRING" }] },
        ],
      },
      { naming },
    );
    const plan = await warehouse.tables.plan([definition], { projectId: "p" });
    expect(plan.tables[0]?.changes.map(({ column }) => column)).not.toContain("BIGTABLE");
    await warehouse.tables.apply(plan);
    const table = await warehouse.tables.get(reference);
    expect(table).toMatchObject({ description: definition.description, schema: definition.schema });
    expect(tableSource(table)).toContain('"VENDOR_TABLE"');
    const wanted = {
      tableReference: reference,
      schema: { fields: [{ name: "VENDOR_TABLE", type: "INTEGER" }, ...(table.schema?.fields?.slice(1) ?? [])] },
    };
    const error = String(await rejection(warehouse.tables.ensure(wanted as never)));
    expect(error).toContain('for "VENDOR_TABLE"');
    expect(error).not.toContain("BIGTABLE");
    sandbox.environments.add({ name, labels: { old: "1" } });
    const envVariables = { orchestratorConfigOverrides: "x", airflowConfigOverrides: "y" };
    const own = { labels: { orchestratorconfigoverrides: "x" }, config: { softwareConfig: { envVariables } } };
    await environments.ensure(name, own);
    expect(await environments.get(name)).toMatchObject(own);
    expect(parseUpdateMask("labels.orchestratorConfigOverrides")).toEqual(["labels.orchestratorConfigOverrides"]);
  }
});

test("Table.parse keeps the specification's names as unknown fields", () => {
  expect(Table.parse({ tableReference, ...misnamed })).toEqual({ tableReference, ...misnamed });
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

  test("with both names of a field, the profile's is used, and an event reports the dropped value", async () => {
    const other = { ...lake, storageUri: "gs://other/" };
    const both = { tableReference, biglakeConfiguration: other, vendorLakeConfiguration: lake };
    const { table, drift } = await read(vendorNaming, both);
    expect(table).toEqual({ tableReference, biglakeConfiguration: lake });
    expect(drift).toEqual([
      { path: "biglakeConfiguration", message: expect.stringContaining("dropped"), rule: "naming" },
    ]);
    expect(await read(googleNaming, both)).toEqual({ table: both, drift: [] });
    const error = await rejection(read(vendorNaming, both, "strict"));
    expect(error).toMatchObject({ code: "invalid_response", body: both });
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

  test("under the default profile, the response is the parsed JSON itself", async () => {
    const parse = JSON.parse;
    const parsed: unknown[] = [];
    JSON.parse = (text: string) => {
      const value = parse(text);
      parsed.push(value);
      return value;
    };
    try {
      const { table } = await read(googleNaming, { tableReference, biglakeConfiguration: lake });
      expect(parsed).toContain(table);
    } finally {
      JSON.parse = parse;
    }
  });
});
