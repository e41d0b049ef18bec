import {
  createClient,
  type DesiredTable,
  googleNaming,
  planTablePatch,
  type Table,
  type TableInput,
  type TablePatch,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
const sourceUris = ["https://docs.google.com/spreadsheets/d/1"];
const lake = {
  connectionId: "p.eu.c",
  storageUri: "gs://b/t/",
  fileFormat: "PARQUET",
  tableFormat: "ICEBERG",
};
/** Keys at other paths, which are never renamed. */
const future = { googleSheetsOptions: "mine", biglakeConfiguration: "too" };

/** External data in the names of Google and in the neutral ones. */
const sheets = {
  google: {
    sourceUris,
    autodetect: true,
    sourceFormat: "GOOGLE_SHEETS",
    googleSheetsOptions: { range: "s!A1:B2", skipLeadingRows: 1 },
  },
  neutral: {
    sourceUris,
    autodetect: true,
    sourceFormat: "VENDOR_SHEETS",
    vendorSheetsOptions: { range: "s!A1:B2", skipLeadingRows: "1" },
  },
} as const;
const wide = {
  google: { sourceUris, sourceFormat: "BIGTABLE", bigtableOptions: { readRowkeyAsString: true } },
  neutral: { sourceUris, sourceFormat: "VENDOR_TABLE", vendorTableOptions: { readRowkeyAsString: true } },
} as const;

function google() {
  const sandbox = createSandbox({ naming: googleNaming });
  sandbox.warehouse.datasets.add(tableReference);
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  return { sandbox, tables, last: () => sandbox.requests.at(-1)?.body };
}

test.each([
  ["sheets", sheets],
  ["a wide-column store", wide],
  [
    "a backup",
    {
      google: { sourceUris, sourceFormat: "DATASTORE_BACKUP" },
      neutral: { sourceUris, sourceFormat: "VENDOR_DATASTORE_BACKUP" },
    },
  ],
] as const)(
  "every method accepts Google's names of %s, and sends and returns what it would for the neutral ones",
  async (_, names) => {
    const { tables, last } = google();
    const table = { tableReference, future, externalDataConfiguration: names.google };
    const neutral = { tableReference, future, externalDataConfiguration: names.neutral };
    const sent = {
      externalDataConfiguration: JSON.parse(JSON.stringify(names.google).replace(":1}", ':"1"}')),
      future,
    };
    expect(await tables.ensure(table)).toMatchObject({ change: "created", table: neutral });
    expect(last()).toEqual({ tableReference, ...sent });
    expect(await tables.ensure(table)).toMatchObject({ change: "unchanged" });
    expect(await tables.ensure(neutral)).toMatchObject({ change: "unchanged" });
    expect(await tables.update(table)).toMatchObject(neutral);
    expect(await tables.patch(tableReference, { externalDataConfiguration: names.google })).toMatchObject(neutral);
    expect(last()).toEqual({ externalDataConfiguration: sent.externalDataConfiguration });
    const modified = await tables.modify(tableReference, () => ({ externalDataConfiguration: names.google }));
    expect(modified).toMatchObject(neutral);
    await tables.delete(tableReference);
    expect(await tables.insert(table)).toMatchObject(neutral);
  },
);

test("a lake table accepts Google's name", async () => {
  const { tables, last } = google();
  expect(await tables.insert({ tableReference, biglakeConfiguration: lake })).toMatchObject({
    vendorLakeConfiguration: lake,
  });
  expect(last()).toEqual({ tableReference, biglakeConfiguration: lake });
});

test("a plan understands both names in either table", () => {
  const naming = googleNaming;
  const table = (externalDataConfiguration: unknown) => ({ tableReference, externalDataConfiguration }) as Table;
  for (const live of [sheets.google, sheets.neutral]) {
    for (const wanted of [sheets.google, sheets.neutral]) {
      expect(planTablePatch(table(live), table(wanted), { naming })).toBeUndefined();
    }
    const googleSheetsOptions = { range: "s!A1:C3" };
    const desired = { tableReference, externalDataConfiguration: { sourceUris, googleSheetsOptions } };
    expect(planTablePatch(table(live), desired, { naming })).toEqual({
      externalDataConfiguration: { vendorSheetsOptions: { range: "s!A1:C3" } },
    });
  }
  const live = { tableReference, vendorLakeConfiguration: lake } as Table;
  const desired = { tableReference, biglakeConfiguration: { ...lake, storageUri: "gs://b/u/" } };
  expect(planTablePatch(live, desired)).toEqual({ vendorLakeConfiguration: { storageUri: "gs://b/u/" } });
});

test("a table is added to the sandbox with Google's names", () => {
  const { sandbox } = google();
  expect(sandbox.warehouse.tables.add({ tableReference, externalDataConfiguration: sheets.google })).toMatchObject({
    externalDataConfiguration: sheets.neutral,
  });
});

test("issues have the names of the input", async () => {
  const { tables } = google();
  const table = (name: string) => ({
    tableReference,
    externalDataConfiguration: { sourceUris, sourceFormat: "GOOGLE_SHEETS", [name]: { skipLeadingRows: "many" } },
  });
  for (const name of ["googleSheetsOptions", "vendorSheetsOptions"]) {
    const issue = { path: `externalDataConfiguration.${name}.skipLeadingRows`, rule: "int64" };
    expect(await rejection(tables.insert(table(name)))).toMatchObject({ issues: [issue] });
    expect(await rejection(tables.ensure(table(name)))).toMatchObject({ issues: [issue] });
    expect(thrown(() => planTablePatch({ tableReference }, table(name)))).toMatchObject({ issues: [issue] });
  }
});

test("messages have the names of the profile if the input has them", async () => {
  const messageOf = async (sourceFormat: string) => {
    const external = { sourceFormat, sourceUris: ["https://a.test/t", "https://a.test/u"] };
    const error = await rejection(google().tables.insert({ tableReference, externalDataConfiguration: external }));
    return String(error);
  };
  expect(await messageOf("BIGTABLE")).toContain("must contain exactly one URI for BIGTABLE, got 2");
  expect(await messageOf("VENDOR_TABLE")).toContain("must contain exactly one URI for VENDOR_TABLE, got 2");
});

test("both names of one field are an issue, and nothing is sent", async () => {
  const { sandbox, tables } = google();
  const twice = { ...sheets.google, ...sheets.neutral };
  const issue = {
    path: "externalDataConfiguration.googleSheetsOptions",
    message: "is another name of externalDataConfiguration.vendorSheetsOptions; use only one of them",
  };
  const table = { tableReference, externalDataConfiguration: twice, vendorLakeConfiguration: lake };
  const both: DesiredTable & TableInput = { ...table, biglakeConfiguration: lake };
  const refused = { issues: expect.arrayContaining([expect.objectContaining(issue)]) };
  for (const error of [
    await rejection(tables.insert(both)),
    await rejection(tables.update(both)),
    await rejection(tables.patch(tableReference, both as TablePatch)),
    await rejection(tables.ensure(both)),
    thrown(() => planTablePatch({ tableReference }, both)),
    thrown(() => sandbox.warehouse.tables.add(both)),
  ]) {
    expect(error).toMatchObject({ code: "invalid_request", ...refused });
    expect(String(error)).toContain("biglakeConfiguration: is another name of vendorLakeConfiguration");
  }
  expect(sandbox.requests).toEqual([]);
});

test("a field that is undefined is not given", async () => {
  const { tables } = google();
  const externalDataConfiguration = { ...sheets.google, vendorSheetsOptions: undefined };
  const table = await tables.insert({ tableReference, externalDataConfiguration, biglakeConfiguration: undefined });
  expect(table).toMatchObject({ externalDataConfiguration: sheets.neutral });
  const undone = { ...sheets.neutral, googleSheetsOptions: undefined };
  expect(await tables.ensure({ tableReference, externalDataConfiguration: undone })).toMatchObject({
    change: "unchanged",
  });
});

test("for a profile without Google's names, they are unknown fields", async () => {
  const sandbox = createSandbox({ naming: vendorNaming });
  sandbox.warehouse.datasets.add(tableReference);
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const unknown = { ...sheets.neutral, googleSheetsOptions: { skipLeadingRows: 1 } };
  expect(await tables.insert({ tableReference, externalDataConfiguration: unknown })).toMatchObject({
    externalDataConfiguration: { googleSheetsOptions: { skipLeadingRows: 1 }, vendorSheetsOptions: {} },
  });
  const error = await rejection(tables.insert({ tableReference, externalDataConfiguration: sheets.google }));
  expect(error).toMatchObject({ issues: [{ path: "externalDataConfiguration.sourceFormat", rule: "source-format" }] });
});
