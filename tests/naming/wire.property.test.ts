import * as fc from "fast-check";
import {
  createClient,
  type Environment,
  environmentUpdate,
  googleNaming,
  type Naming,
  type Table,
  type TableInput,
  type TablePatch,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { propertyRuns } from "../support/property-runs.js";

/** Names of users that look like names that differ on the wire. */
const hostile = fc.constantFrom(
  "VENDOR_TABLE",
  "BIGTABLE",
  "vendorLakeConfiguration",
  "biglakeConfiguration",
  "orchestratorConfigOverrides",
  "airflowConfigOverrides",
  "googleSheetsOptions",
  "sourceFormat",
);
const hostileColumn = fc.constantFrom("VENDOR_TABLE", "BIGTABLE", "vendorSheetsOptions", "airflowConfigOverrides");
const lowerCase = hostile.map((name) => name.toLowerCase());
const columns = fc
  .uniqueArray(hostileColumn, { minLength: 1, maxLength: 3 })
  .map((names) => names.map((name) => ({ name, type: "STRING", description: name })));
const labels = fc.dictionary(lowerCase, lowerCase, { maxKeys: 4 });

const lake = {
  connectionId: "p.eu.c",
  storageUri: "gs://VENDOR_TABLE/t/",
  fileFormat: "PARQUET",
  tableFormat: "ICEBERG",
};
const documents = ["https://docs.google.com/spreadsheets/d/1"];
const instance = ["https://googleapis.com/bigtable/projects/p/instances/i/tables/t"];
const kind = fc.constantFrom<Partial<TableInput>>(
  {},
  { biglakeConfiguration: lake },
  {
    externalDataConfiguration: {
      sourceFormat: "GOOGLE_SHEETS",
      sourceUris: documents,
      googleSheetsOptions: { range: "VENDOR_SHEETS!A1:B2" },
    },
  },
  {
    externalDataConfiguration: {
      sourceFormat: "BIGTABLE",
      sourceUris: instance,
      bigtableOptions: { readRowkeyAsString: true },
    },
  },
  { externalDataConfiguration: { sourceFormat: "DATASTORE_BACKUP", sourceUris: ["gs://b/VENDOR_TABLE"] } },
);
const table = fc.record({
  ids: fc.record({ datasetId: hostile, tableId: hostile }),
  kind,
  description: hostile,
  friendlyName: hostile,
  labels,
  columns,
});

/** The names at the places of a table and an environment on the wire. */
const onWire: readonly [place: string, name: string, wire: string][] = [
  ["", "biglakeConfiguration", "vendorLakeConfiguration"],
  ["externalDataConfiguration", "googleSheetsOptions", "vendorSheetsOptions"],
  ["externalDataConfiguration", "bigtableOptions", "vendorTableOptions"],
  ["config.softwareConfig", "airflowConfigOverrides", "orchestratorConfigOverrides"],
];
const formats: Readonly<Record<string, string>> = {
  GOOGLE_SHEETS: "VENDOR_SHEETS",
  DATASTORE_BACKUP: "VENDOR_DATASTORE_BACKUP",
  BIGTABLE: "VENDOR_TABLE",
};

/** Changes a body in place to its expected form on the wire. */
function wireForm(body: unknown, naming: Naming): unknown {
  const copy = structuredClone(body);
  if (naming === googleNaming) return copy;
  for (const [place, name, wire] of onWire) {
    const holder = place
      .split(".")
      .filter(Boolean)
      .reduce<unknown>((at, key) => Object(at)[key], copy) as Record<string, unknown> | undefined;
    if (holder === undefined || !Object.hasOwn(holder, name)) continue;
    holder[wire] = holder[name];
    delete holder[name];
  }
  const external = Object(Object(copy).externalDataConfiguration);
  if (Object.hasOwn(formats, external.sourceFormat)) external.sourceFormat = formats[external.sourceFormat];
  return copy;
}

test("tables with hostile names are returned as they were sent, and differ on the wire only at the listed places", async () => {
  const property = fc.asyncProperty(table, async ({ ids, kind: own, columns: fields, ...more }) => {
    for (const naming of [googleNaming, vendorNaming]) {
      const sandbox = createSandbox({ naming });
      const { tables, datasets } = createClient(sandbox.clientOptions).warehouse;
      const reference = { projectId: "p", ...ids };
      await datasets.ensure({ datasetReference: { projectId: "p", datasetId: ids.datasetId } });
      const hasSchema = own.externalDataConfiguration?.sourceFormat !== "BIGTABLE";
      const isDerived = own.externalDataConfiguration?.sourceFormat === "DATASTORE_BACKUP";
      const schema = hasSchema && !isDerived ? { schema: { fields } } : {};
      const input: TableInput = { tableReference: reference, ...own, ...more, ...schema };
      const inserted = await tables.insert(input);
      expect(inserted).toMatchObject(input);
      expect(sandbox.requests.at(-1)?.body).toEqual(wireForm(input, naming));
      expect(await tables.get(reference)).toEqual(inserted);
      const raw = await sandbox.fetch(
        `/${naming.servicePath}/v2/projects/p/datasets/${ids.datasetId}/tables/${ids.tableId}`,
      );
      expect(await raw.json()).toEqual(wireForm(inserted, naming));

      const patch: TablePatch = { description: more.friendlyName, labels: { vendor_table: "bigtable" } };
      const patched: Table = await tables.patch(reference, patch);
      expect(patched).toMatchObject({ ...own, description: more.friendlyName });
      expect(sandbox.requests.at(-1)?.body).toEqual(wireForm(patch, naming));
      if (own.biglakeConfiguration !== undefined) {
        const lakePatch = { biglakeConfiguration: { ...lake } };
        expect(await tables.patch(reference, lakePatch)).toMatchObject(own);
        expect(sandbox.requests.at(-1)?.body).toEqual(wireForm(lakePatch, naming));
      }
      const listed = await tables.list({ projectId: "p", datasetId: ids.datasetId }).toArray({ limit: 10 });
      expect(listed).toMatchObject([{ tableReference: reference, friendlyName: more.friendlyName }]);
    }
  });
  await fc.assert(property, propertyRuns(25));
});

const section = fc.constantFrom("core-orchestratorConfigOverrides", "core-airflowConfigOverrides", "vendor-table");
const maps = fc.record({
  labels: fc.dictionary(lowerCase, lowerCase, { maxKeys: 3 }),
  envVariables: fc.dictionary(hostile, hostile, { maxKeys: 3 }),
  overrides: fc.dictionary(section, hostile, { minKeys: 1, maxKeys: 3 }),
});

test("environments with hostile names are returned as they were sent, in masks, bodies, operations and lists", async () => {
  const property = fc.asyncProperty(maps, async ({ labels: own, envVariables, overrides }) => {
    for (const naming of [googleNaming, vendorNaming]) {
      const sandbox = createSandbox({ naming, operationMs: 0 });
      const name = "projects/p/locations/l/environments/orchestratorConfigOverrides";
      const environment: Environment & { name: string } = {
        name,
        labels: own,
        config: { softwareConfig: { envVariables, airflowConfigOverrides: { "core-old": "VENDOR_TABLE" } } },
      };
      expect(sandbox.environments.add(environment)).toMatchObject(environment);
      const { environments } = createClient(sandbox.clientOptions);
      const update = environmentUpdate.airflowConfigOverrides(overrides as Record<`${string}-${string}`, string>);
      const operation = await environments.patch(name, update);
      const renamedMask = update.updateMask
        .split(",")
        .map((path) =>
          path.replace(
            /^config\.softwareConfig\.airflowConfigOverrides/,
            "config.softwareConfig.orchestratorConfigOverrides",
          ),
        )
        .join();
      expect(sandbox.requests.at(-1)).toMatchObject({
        query: { updateMask: naming === googleNaming ? update.updateMask : renamedMask },
        body: wireForm(update.environment, naming) as object,
      });
      const expected = { "core-old": "VENDOR_TABLE", ...overrides };
      const done = await operation.wait();
      expect(done.config?.softwareConfig?.airflowConfigOverrides).toEqual(expected);
      const read = await environments.get(name);
      expect(read).toMatchObject({ labels: own });
      expect(read.config?.softwareConfig).toEqual({ envVariables, airflowConfigOverrides: expected });
      const page = environments.list({ projectId: "p", locationId: "l" });
      expect(await page.toArray({ limit: 2 })).toEqual([read]);
      const raw = await sandbox.fetch(`/v1beta1/${name}`);
      expect(await raw.json()).toEqual(wireForm(read, naming));
    }
  });
  await fc.assert(property, propertyRuns(25));
});
