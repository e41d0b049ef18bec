import * as fc from "fast-check";
import type { Table } from "fourfold";
import { type TableDefinition, tableSource } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { anyPairs } from "../support/any-tables.js";
import { loadModule } from "../support/load-module.js";
import { planLive } from "../support/plan-live.js";
import { propertyRuns } from "../support/property-runs.js";
import { thrown } from "../support/rejection.js";
import { fullTable } from "../warehouse/schemas/fixtures.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };

test("writes the definition of a table, in a fixed order, without defaults and output-only fields", () => {
  const live: Table = {
    etag: "W/1",
    id: "shop:sales.orders",
    type: "TABLE",
    numRows: "7",
    clustering: { fields: ["id"] },
    timePartitioning: { type: "DAY", field: "day", requirePartitionFilter: true },
    requirePartitionFilter: true,
    expirationTime: "1900000000000",
    schema: {
      fields: [
        { mode: "REQUIRED", type: "INTEGER", name: "id" },
        { name: "day", type: "DATE", mode: "NULLABLE", description: "" },
        {
          name: "lines",
          type: "RECORD",
          mode: "REPEATED",
          fields: [{ name: "sku", type: "STRING" }],
          description: "-",
        },
      ],
    },
    labels: { team: "data", area: "shop" },
    description: "One row per order",
    tableReference,
  };
  expect(tableSource(live)).toBe(`import { defineTable, type RowOf } from "fourfold/tables";

export const orders = defineTable("sales.orders", {
  description: "One row per order",
  labels: { area: "shop", team: "data" },
  schema: [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "day", type: "DATE" },
    {
      name: "lines",
      type: "RECORD",
      mode: "REPEATED",
      description: "-",
      fields: [{ name: "sku", type: "STRING" }],
    },
  ],
  timePartitioning: { type: "DAY", field: "day" },
  clustering: { fields: ["id"] },
  requirePartitionFilter: true,
});
export type OrdersRow = RowOf<typeof orders>;
`);
});

test("the order of the properties of a table does not change the text", () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, each]) => [name, reversed(each)]),
    );
  };
  expect(tableSource(reversed(fullTable) as Table)).toBe(tableSource(fullTable));
});

test("a file in JavaScript has no type of the rows, nor has a table without columns", () => {
  const live = { tableReference, schema: { fields: [{ name: "id", type: "INTEGER" }] } };
  const text = 'import { defineTable } from "fourfold/tables";\n\nexport const orders = defineTable("sales.orders", ';
  expect(tableSource(live, { language: "javascript" })).toBe(
    `${text}{\n  schema: [{ name: "id", type: "INTEGER" }],\n});\n`,
  );
  expect(tableSource({ tableReference })).toBe(`${text}{});\n`);
});

test("a view has its query as a template literal, and no columns", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: part of the query
  const query = "SELECT id, '`${x}`\\n'\nFROM `shop.sales.orders`\r\n";
  const live = {
    tableReference,
    view: { query, useLegacySql: false },
    schema: { fields: [{ name: "id", type: "X" }] },
  };
  expect(tableSource(live)).toBe(`import { defineTable } from "fourfold/tables";

export const orders = defineTable("sales.orders", {
  view: {
    query: \`SELECT id, '\\\`\\\${x}\\\`\\\\n'
FROM \\\`shop.sales.orders\\\`\\r
\`,
    useLegacySql: false,
  },
});
`);
});

test("a KMS key has no version, which the service adds and replaces", () => {
  const key = "projects/1/locations/eu/keyRings/r/cryptoKeys/k";
  const live = { tableReference, encryptionConfiguration: { kmsKeyName: `${key}/cryptoKeyVersions/3` } };
  expect(tableSource(live)).toContain(`encryptionConfiguration: { kmsKeyName: "${key}" },`);
});

test("the columns of a view are written if one has a description or policy tags", async () => {
  const view = { query: "SELECT 1", useLegacySql: false };
  const city = { name: "city", type: "STRING", mode: "NULLABLE" };
  const live = (...fields: object[]) => ({ tableReference, type: "VIEW", view, schema: { fields } }) as Table;
  expect(tableSource(live(city))).not.toContain("schema");
  const address = { name: "address", type: "RECORD", mode: "NULLABLE", fields: [{ ...city, description: "Town" }] };
  const described = live({ name: "id", type: "INTEGER", mode: "NULLABLE" }, address);
  expect(tableSource(described)).toContain('description: "Town"');
  const { orders } = loadModule({ "orders.ts": tableSource(described) }, "orders.ts");
  const { tables } = await planLive([described], [orders as TableDefinition], { projectId: "shop" });
  expect(tables).toMatchObject([{ action: "unchanged" }]);
});

test("ignored fields are absent from files", () => {
  const policyTags = { names: ["projects/1/locations/eu/taxonomies/2/policyTags/3"] };
  const dataPolicies = [{ name: "projects/1/locations/eu/dataPolicies/2" }];
  const city = { name: "city", type: "STRING", policyTags, dataPolicies };
  const fields = [
    { name: "id", type: "STRING", policyTags },
    { name: "address", type: "RECORD", fields: [city] },
  ];
  const live = { tableReference, labels: { "goog-managed": "x", team: "data" }, schema: { fields } };
  const ignore = { fields: ["labels.goog-*", "schema.*.policyTags", "schema.*.dataPolicies"] };
  const text = tableSource(live, { ignore });
  expect(text).not.toMatch(/goog|olic/);
  expect(text).toContain('labels: { team: "data" }');
  expect(text).toContain('fields: [{ name: "city", type: "STRING" }]');
  expect(tableSource({ ...live, labels: { "goog-managed": "x" } }, { ignore })).not.toContain("labels");
});

test("strings are escaped", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: part of the text
  const description = '*/ ${x} ` " \\ \u2028 \u202e \u0000 \ud800';
  const text = tableSource({ tableReference, description, labels: { "odd-key": "x", ["__proto__"]: "y" } });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: part of the text
  expect(text).toContain('description: "*/ ${x} ` \\" \\\\ \\u2028 \\u202e \\u0000 \\ud800",');
  expect(text).toContain('labels: { ["__proto__"]: "y", "odd-key": "x" },');
});

test.each([
  ["orders", "orders", "OrdersRow"],
  ["Orders", "Orders", "OrdersRow"],
  ["order_lines", "order_lines", "OrderLinesRow"],
  ["2024-orders", "_2024_orders", "_2024OrdersRow"],
  ["class", "class_", "ClassRow"],
  ["defineTable", "defineTable_", "DefineTableRow"],
  ["RowOf", "RowOf_", "RowOfRow"],
  ["größe 2", "größe_2", "Größe2Row"],
  ["__", "__", "_Row"],
])("the variable of the table %s is %s", (tableId, variable, type) => {
  const text = tableSource({
    tableReference: { projectId: "example.com:shop", datasetId: "sales", tableId },
    schema: { fields: [{ name: "id", type: "INTEGER" }] },
  });
  expect(text).toContain(`export const ${variable} = defineTable("sales.${tableId}", {`);
  expect(text).toContain(`export type ${type} = RowOf<typeof ${variable}>;`);
  expect(text).not.toContain("example");
});

test("writes Google's names", () => {
  const sourceUris = ["https://docs.google.com/x"];
  const sheets = { sourceUris, sourceFormat: "GOOGLE_SHEETS", googleSheetsOptions: { range: "A1:B2" } };
  const live = { tableReference, externalDataConfiguration: sheets };
  const text = tableSource(live);
  expect(text).toMatch(/sourceFormat: "GOOGLE_SHEETS",\s+googleSheetsOptions: \{ range: "A1:B2" \}/);
});

test("rejects values that are not tables", () => {
  expect(thrown(() => tableSource({} as Table))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "tableReference.datasetId" }, { path: "tableReference.tableId" }],
  });
  expect(String(thrown(() => tableSource(null as unknown as Table)))).toContain("table: must be an object, got null");
  expect(String(thrown(() => tableSource({ tableReference }, { language: "go" as "javascript" })))).toContain(
    'language: must be "typescript" or "javascript", got "go"',
  );
});

test("a foreign key to a table of the same project contains only the name of the table", () => {
  const keyTo = (projectId: string, tableId: string) => ({
    referencedTable: { projectId, datasetId: "sales", tableId },
    columnReferences: [{ referencingColumn: "a", referencedColumn: "b" }],
  });
  const foreignKeys = [keyTo("shop", "orders"), keyTo("central", "regions")];
  const text = tableSource({ tableReference, tableConstraints: { foreignKeys } });
  expect(text).toContain('referencedTable: "sales.orders"');
  expect(text).toContain('referencedTable: { projectId: "central", datasetId: "sales", tableId: "regions" }');
});

test("the definition file of a table of any kind that the service accepts defines the same table", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(anyPairs, async ({ live }) => {
      const sandbox = createSandbox();
      let table: Table;
      try {
        table = sandbox.warehouse.tables.add(live);
      } catch {
        return; // the service does not accept it
      }
      count += 1;
      const { projectId } = table.tableReference;
      const text = tableSource(table);
      const [definition] = Object.values(loadModule({ "table.ts": text }, "table.ts"));
      const plan = await planLive([table], [definition as TableDefinition], { projectId }); // its only value
      expect(
        plan.tables.map(({ action, changes, issues }) => ({ action, changes, issues })),
        text,
      ).toEqual([{ action: "unchanged", changes: [], issues: [] }]);
      expect(tableSource(table)).toBe(text);
    }),
    propertyRuns(150),
  );
  expect(count).toBeGreaterThan(20);
});
