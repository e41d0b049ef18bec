import * as fc from "fast-check";
import { createClient, type TableInput } from "fourfold";
import { ensureTable } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { propertyRuns } from "../../support/property-runs.js";

/** The types of columns that BigQuery's documentation allows. */
const PARTITIONS: Readonly<Record<string, readonly string[]>> = {
  TIMESTAMP: ["HOUR", "DAY", "MONTH", "YEAR"],
  DATETIME: ["HOUR", "DAY", "MONTH", "YEAR"],
  DATE: ["DAY", "MONTH", "YEAR"],
  TIMESTAMP_PICOS: ["HOUR", "DAY", "MONTH", "YEAR"], // not known to the package
};
const UNCLUSTERED = ["FLOAT", "FLOAT64", "JSON", "TIME", "RECORD"];
const TYPES = ["STRING", "INT64", "NUMERIC", "BOOL", "GEOGRAPHY", ...Object.keys(PARTITIONS), ...UNCLUSTERED];

const names = fc.constantFrom("a", "B", "c", "d", "e", "f");
const column = fc.record({
  name: names,
  type: fc.constantFrom(...TYPES),
  mode: fc.constantFrom("NULLABLE", "REQUIRED", "REPEATED"),
});
const table = fc.record({
  fields: fc.uniqueArray(column, { minLength: 1, maxLength: 6, selector: ({ name }) => name }),
  unit: fc.constantFrom("HOUR", "DAY", "MONTH", "YEAR"),
  field: fc.option(names),
  clusters: fc.uniqueArray(names, { maxLength: 6 }),
  filter: fc.boolean(),
  isPartitioned: fc.boolean(),
});

test("the client and the sandbox accept exactly the partitions and clusters that BigQuery documents", async () => {
  const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
  const sandbox = createSandbox();
  const { warehouse } = createClient(sandbox.clientOptions);
  const sent = createClient({ ...sandbox.clientOptions, validation: { requests: "off" } }).warehouse.tables;
  await fc.assert(
    fc.asyncProperty(table, async ({ fields, unit, field, clusters, filter, isPartitioned }) => {
      const find = (name: string) => fields.find((each) => each.name === name);
      const partition = field === null ? undefined : find(field);
      const isValid =
        (isPartitioned
          ? field === null ||
            (partition !== undefined &&
              partition.mode !== "REPEATED" &&
              PARTITIONS[partition.type]?.includes(unit) === true)
          : !filter) &&
        clusters.length <= 4 &&
        clusters.every((name) => {
          const { type = "JSON", mode } = find(name) ?? {};
          return mode !== "REPEATED" && !UNCLUSTERED.includes(type);
        });
      const input: TableInput = {
        tableReference,
        schema: {
          fields: fields.map((each) =>
            each.type === "RECORD" ? { ...each, fields: [{ name: "x", type: "STRING" }] } : each,
          ),
        },
        ...(isPartitioned ? { timePartitioning: { type: unit, ...(field === null ? {} : { field }) } } : {}),
        ...(clusters.length > 0 ? { clustering: { fields: clusters } } : {}),
        ...(filter ? { requirePartitionFilter: true } : {}),
      };
      sandbox.reset();
      sandbox.warehouse.datasets.add(tableReference);
      const codeOf = (call: Promise<unknown>) =>
        call.then(() => "accepted").catch(({ code }: { code: string }) => code);
      expect(await codeOf(sent.insert(input))).toBe(isValid ? "accepted" : "bad_request");
      expect(await codeOf(ensureTable(warehouse, input))).toBe(isValid ? "accepted" : "invalid_request");
    }),
    propertyRuns(100),
  );
});
