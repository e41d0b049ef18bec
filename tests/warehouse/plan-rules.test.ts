import {
  createClient,
  type DesiredTable,
  googleNaming,
  type Naming,
  planTablePatch,
  type Table,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const fields = [
  { name: "id", type: "INTEGER" },
  { name: "tags", type: "STRING", mode: "REPEATED" },
  { name: "r", type: "RECORD", fields: [{ name: "n", type: "DATE" }] },
];
const live = (more: object = {}) =>
  ({ tableReference, etag: "e", type: "TABLE", schema: { fields }, ...more }) as Table;
const day = { timePartitioning: { type: "DAY" } };

/** Plans a patch and returns the issues as `rule path`. */
function issuesOf(current: Table, desired: object, naming: Naming): string[] {
  const error = thrown(() => planTablePatch(current, { tableReference, ...desired } as DesiredTable, { naming }));
  return (error as { issues: { rule: string; path: string }[] }).issues.map(({ rule, path }) => `${rule} ${path}`);
}

test.each<[what: string, current: object, desired: object, issue: string]>([
  [
    "clustering by a repeated column",
    day,
    { clustering: { fields: ["id", "TAGS"] } },
    "clustering-field-not-repeated clustering.fields[1]",
  ],
  ["clustering by a record", day, { clustering: { fields: ["r"] } }, "clustering-field-simple clustering.fields[0]"],
  [
    "functions on a view in standard SQL",
    { schema: undefined, view: { query: "q", useLegacySql: false } },
    { view: { userDefinedFunctionResources: [{ inlineCode: "f" }] } },
    "udf-only-legacy-sql view.userDefinedFunctionResources",
  ],
  [
    "standard SQL for a view with functions",
    { schema: undefined, view: { query: "q", userDefinedFunctionResources: [{ inlineCode: "f" }] } },
    { view: { useLegacySql: false } },
    "udf-only-legacy-sql view.userDefinedFunctionResources",
  ],
  ["a label that is too long", {}, { labels: { a: "x".repeat(64) } }, "label-value-length labels.a"],
])("reports %s, with either profile", (_, current, desired, issue) => {
  for (const naming of [vendorNaming, googleNaming]) {
    expect(issuesOf(live(current), desired, naming)).toEqual([issue]);
  }
});

test("reports clustering without partitioning if the profile requires partitioning", () => {
  const desired: DesiredTable = { tableReference, clustering: { fields: ["id"] } };
  expect(issuesOf(live(), desired, vendorNaming)).toEqual(["clustering-needs-time-partitioning clustering"]);
  const patch = { clustering: { fields: ["id"] } };
  expect(planTablePatch(live(), desired, { naming: googleNaming })).toEqual(patch);
  expect(planTablePatch(live(day), desired, { naming: vendorNaming })).toEqual(patch);
});

test("does not report rules that the live table already breaks", () => {
  const current = live({ clustering: { fields: ["tags"] }, labels: { UPPER: "1" } });
  for (const naming of [vendorNaming, googleNaming]) {
    expect(planTablePatch(current, { tableReference, description: "x" }, { naming })).toEqual({ description: "x" });
  }
});

test("reports rules that a change breaks, and not those that the live table already breaks", () => {
  const current = live({ labels: { UPPER: "1" } });
  const desired = { labels: { a: "x".repeat(64) } };
  expect(issuesOf(current, desired, vendorNaming)).toEqual(["label-value-length labels.a"]);
});

test("paths of broken rules have the indices of the desired columns, at every depth", () => {
  const long = "x".repeat(1025);
  const m = { name: "m", type: "DATE" };
  const record = { name: "r", type: "RECORD", fields: [m, { ...m, name: "n", description: long }] };
  const desired = { schema: { fields: [record, { name: "ID", type: "INTEGER", description: long }, fields[1]] } };
  expect(issuesOf(live(), desired, vendorNaming)).toEqual([
    "field-description-length schema.fields[0].fields[1].description",
    "field-description-length schema.fields[1].description",
  ]);
});

test("another type of a column is one issue, even if the rest of the column does not fit it", () => {
  const amount = { name: "amount", type: "NUMERIC", precision: "5" };
  const current = live({ schema: { fields: [amount, { name: "r", type: "RECORD", fields: [amount] }] } });
  const text = { ...amount, type: "STRING" };
  const desired = { schema: { fields: [{ name: "r", type: "RECORD", fields: [text] }, text] } };
  const issues = issuesOf(current, desired, vendorNaming);
  expect(issues.sort()).toEqual([
    "column-type-fixed schema.fields[0].fields[0].type",
    "column-type-fixed schema.fields[1].type",
  ]);
});

test("an expiration must be later than now, or be removed", () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(5_000);
  onTestFinished(() => now.mockRestore());
  const current = live({ expirationTime: "9000" });
  expect(issuesOf(current, { expirationTime: "5000" }, vendorNaming)).toEqual([
    "expiration-time-in-past expirationTime",
  ]);
  expect(planTablePatch(current, { tableReference, expirationTime: "5001" })).toEqual({ expirationTime: "5001" });
  expect(planTablePatch(current, { tableReference, expirationTime: null })).toEqual({ expirationTime: null });
});

test("reports an issue that a plan finds in two ways once", () => {
  expect(issuesOf(live(day), { clustering: { fields: ["nope"] } }, vendorNaming)).toEqual([
    "clustering-field-exists clustering.fields[0]",
  ]);
});

test.each(["plan", 5, {}])("rejects the naming profile %j", (naming) => {
  expect(thrown(() => planTablePatch(live(), { tableReference }, { naming: naming as never }))).toMatchObject({
    issues: [{ path: "naming" }],
  });
});

const clustered = { tableReference, clustering: { fields: ["id"] } };

test.each([vendorNaming, googleNaming])(
  "ensure sets the clustering of a partitioned table alone: $name",
  async (naming) => {
    const sandbox = createSandbox({ naming });
    sandbox.warehouse.tables.add({ tableReference, schema: { fields }, timePartitioning: { type: "DAY" } });
    const { tables } = createClient(sandbox.clientOptions).warehouse;
    expect(await tables.ensure(clustered)).toMatchObject({ change: "patched", table: clustered });
    expect(await tables.ensure(clustered)).toMatchObject({ change: "unchanged" });
  },
);

test("ensure checks a new table and a live one with the rules of the client, and sends only the read", async () => {
  const sandbox = createSandbox({ naming: vendorNaming });
  sandbox.warehouse.datasets.add(tableReference);
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const refused = {
    code: "invalid_request",
    issues: [{ path: "clustering", rule: "clustering-needs-time-partitioning" }],
  };
  const desired = { ...clustered, schema: { fields } };
  const error = await rejection(tables.ensure(desired));
  expect(error).toMatchObject(refused);
  expect(String(error)).toContain("tables.ensure: ");
  sandbox.warehouse.tables.add({ tableReference, schema: { fields } });
  expect(await rejection(tables.ensure(desired))).toMatchObject(refused);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
  const rules = { "clustering-needs-time-partitioning": "off" } as const;
  const lenient = createClient({ ...sandbox.clientOptions, rules }).warehouse;
  const unchecked = createClient({ ...sandbox.clientOptions, validation: { requests: "off" } }).warehouse;
  for (const client of [lenient, unchecked]) {
    expect(await rejection(client.tables.ensure(clustered))).toMatchObject({ code: "bad_request" });
  }
});
