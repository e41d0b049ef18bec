// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of queries
import * as fc from "fast-check";
import {
  createClient,
  defineTable,
  inProject,
  isFourfoldError,
  planTables,
  type Table,
  type TableDefinition,
  tableSource,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { faults } from "../support/any-tables.js";
import { loadModule } from "../support/load-module.js";
import { propertyRuns } from "../support/property-runs.js";
import { createTestClock } from "../support/test-clock.js";

/** Returns the definition in the file of a live table. */
function pulled(table: Table, options?: Parameters<typeof tableSource>[1]): TableDefinition {
  const [definition] = Object.values(loadModule({ "table.ts": tableSource(table, options) }, "table.ts"));
  return definition as TableDefinition; // its only value
}

/** Parts of queries in the project `shop-test`, which are the same in other projects. */
const SAME = [
  "SELECT 1",
  "-- FROM `shop-test.sales.a`\n",
  "# shop-test.sales.a\n",
  "/* `shop-test.sales.a` */",
  "/* it's */",
  "'FROM `shop-test.sales.a`'",
  '"`shop-test.sales.a`"',
  "'''it's shop-test.sales.a'''",
  '"""a "" shop-test.sales.a\n"""',
  "r'\\d'",
  "'\\\\'",
  "b'\\n$'",
  "'${table(\"sales.a\")}'",
  "'`'",
  "$",
  "\\",
  "{",
  "\r\n",
  "\u2028",
  "[1, a.b]",
  "AS x",
  "1.5e3",
  "FROM `shop-test.sales.cte`",
  "FROM `central.sales.a`",
  "FROM central.sales.a",
  "FROM sales.INFORMATION_SCHEMA.TABLES",
  "FROM events_20240101",
  "EXTRACT(DAY FROM o.shop.at)",
  "`o`.`shop-test`",
  "shop-test-2.sales.a",
  "`shop-test2.sales.a`",
  "SELECT a--b.c\n",
] as const;
/** Parts of queries that mention tables of the project, and the names of these tables. */
const OWN = [
  ["`shop-test.sales.a`", "sales.a"],
  ["`shop-test`.sales.a", "sales.a"],
  ["FROM shop-test.sales.`a b`", "sales.a b"],
  ["`shop-test.sales` . a", "sales.a"],
  ["shop-test.other.fn(1)", "other.fn"],
  ["`shop-test.sales.events_*`", "sales.events_*"],
  ["`shop-test.sales.INFORMATION_SCHEMA.COLUMNS`", "sales.INFORMATION_SCHEMA.COLUMNS"],
  ["`shop-test.region-eu`.INFORMATION_SCHEMA.TABLES", "region-eu.INFORMATION_SCHEMA.TABLES"],
  ["FROM sales.b", "sales.b"],
] as const;

const START = "WITH `shop-test.sales.cte` AS (SELECT 2) SELECT";
const part = fc.oneof(
  fc.constantFrom(...SAME).map((text) => ({ text, moved: text })),
  fc.constantFrom(...OWN).map(([text, name]) => {
    const moved = `\`prod.${name.replace(/^sales\./, "sales_eu.")}\``;
    const [before = ""] = /^FROM /.exec(text) ?? [];
    const [after = ""] = /\(1\)$/.exec(text) ?? [];
    return { text, moved: `${before}${moved}${after}` };
  }),
);

test("a definition file defines the same query, whatever its parts, and only tables of its project follow the project", () => {
  const tableReference = { projectId: "shop-test", datasetId: "sales", tableId: "v" };
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.boolean(), (parts, isMaterialized) => {
      const query = [START, ...parts.map(({ text }) => text)].join(" ");
      const live: Table = {
        tableReference,
        ...(isMaterialized ? { materializedView: { query } } : { view: { query, useLegacySql: false } }),
      };
      const definition = pulled(live);
      const { tables } = planTables([live], [definition], { projectId: "shop-test" });
      expect(tables).toMatchObject([{ action: "unchanged", changes: [] }]);
      const { view, materializedView } = inProject(definition, "prod", { datasets: { sales: "sales_eu" } });
      const isMoved = typeof (definition.view ?? definition.materializedView)?.query === "function";
      const moved = [START, ...parts.map(({ moved: text }) => text)].join(" ");
      expect((view ?? materializedView)?.query).toBe(isMoved ? moved : query);
      expect(isMoved).toBe(parts.some(({ text, moved: other }) => text !== other));
    }),
    propertyRuns(100),
  );
});

const TEST = { projectId: "shop-test" };
const PROD = { projectId: "shop-prod", datasets: { sales: "sales_eu", raw: "raw" } };
const NAMES = ["sales.a", "sales.b", "sales.c", "raw.a", "raw.d"] as const;
const VIEWS = ["sales.v", "raw.v", "sales.w", "sales.m"] as const;

/** Foreign keys to earlier tables and the table itself, as a string or as an object. */
const tableDefinition = (name: string, index: number) =>
  fc.array(fc.tuple(fc.nat(index), fc.boolean()), { maxLength: 2 }).map((targets) => {
    const foreignKeys = targets.map(([target, isText], number) => {
      const table = NAMES[target] ?? name;
      const [datasetId = "", tableId = ""] = table.split(".");
      const columnReferences = [{ referencingColumn: "id", referencedColumn: "id" }];
      return { name: `k${number}`, referencedTable: isText ? table : { datasetId, tableId }, columnReferences };
    });
    return defineTable(name, {
      schema: [{ name: "id", type: "INTEGER" }],
      tableConstraints: { primaryKey: { columns: ["id"] }, ...(foreignKeys.length > 0 ? { foreignKeys } : {}) },
    });
  });

/** A view over tables and earlier views. */
const viewDefinition = (name: string, index: number) =>
  fc.subarray([...NAMES, ...VIEWS.slice(0, index)], { minLength: 1, maxLength: 3 }).map((from) =>
    defineTable(name, {
      [name === "sales.m" ? "materializedView" : "view"]: {
        query: ({ table }: { table: (name: string) => string }) =>
          `SELECT 1 FROM ${from.map(table).join(" CROSS JOIN ")} -- of ${from.join()}`,
      },
    }),
  );

const dataset = fc
  .tuple(...NAMES.map(tableDefinition), ...VIEWS.map(viewDefinition))
  .chain((definitions) => fc.shuffledSubarray<TableDefinition>(definitions, { minLength: definitions.length }));

test("tables, views and foreign keys that are applied in two projects, despite faults, never name the other project", async () => {
  await fc.assert(
    fc.asyncProperty(dataset, faults, faults, fc.boolean(), async (definitions, first, second, isPulled) => {
      const sandbox = createSandbox({ clock: createTestClock() });
      const { tables } = createClient({ ...sandbox.clientOptions, retry: { limit: 1 } }).warehouse;
      const applied = async (wanted: readonly TableDefinition[], project: typeof TEST & Partial<typeof PROD>) => {
        const { projectId, datasets = { sales: "sales", raw: "raw" } } = project;
        for (const datasetId of Object.values(datasets)) sandbox.warehouse.datasets.add({ projectId, datasetId });
        for (const fault of project === TEST ? first : second) sandbox.faults.next(fault);
        const file = JSON.stringify(await tables.plan(wanted, project));
        for (let run = 0; ; run += 1) {
          if (run > 40) throw new Error("does not succeed");
          try {
            await tables.apply(JSON.parse(file));
            break;
          } catch (error) {
            if (!isFourfoldError(error, "apply_tables_failed")) throw error;
          }
        }
        sandbox.faults.clear();
        const { warnings, summary } = await tables.plan(wanted, project);
        expect([warnings, summary.unchanged]).toEqual([[], definitions.length]);
        const live: Table[] = [];
        for (const datasetId of Object.values(datasets)) {
          for await (const { tableReference } of tables.list({ projectId, datasetId })) {
            if (tableReference !== undefined) live.push(await tables.get(tableReference));
          }
        }
        expect(live.length).toBe(definitions.length);
        return live;
      };
      const inTest = await applied(definitions, TEST);
      const inProd = await applied(isPulled ? inTest.map((table) => pulled(table)) : definitions, PROD);
      expect(JSON.stringify(inTest)).not.toContain("shop-prod");
      expect(JSON.stringify(inProd)).not.toContain("shop-test");
      // In the other direction, the datasets are again the datasets of the code.
      const back = inProd.map((table) => pulled(table, { datasets: PROD.datasets }));
      expect((await tables.plan(back, TEST)).summary).toMatchObject({ unchanged: definitions.length });
    }),
    propertyRuns(10),
  );
});
