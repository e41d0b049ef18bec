import fc from "fast-check";
import { createClient, type TableInput } from "fourfold";
import { defineTable, planTables, type TableDefinition, type TablesPlan } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { planLines } from "../../src/cli/plan-lines.js";
import { planMarkdown } from "../../src/cli/plan-markdown.js";
import { tablesReport } from "../../src/cli/tables-report.js";
import { print } from "../../src/cli/terminal.js";
import { createTerminal } from "./fake-terminal.js";

const live = (tableId: string, fields: readonly object[]) =>
  ({ tableReference: { projectId: "shop", datasetId: "sales", tableId }, schema: { fields } }) as TableInput;

function planOf(tables: readonly TableInput[], definitions: readonly TableDefinition[]): Promise<TablesPlan> {
  const sandbox = createSandbox();
  for (const table of tables) sandbox.warehouse.tables.add(table);
  return planTables(createClient(sandbox.clientOptions).warehouse, definitions, { projectId: "shop" });
}

const linesOf = (plan: TablesPlan) => planLines(tablesReport(plan));
const markdownOf = (plan: TablesPlan) => planMarkdown(tablesReport(plan));

/** A plan with a table of each kind: created, patched, impossible, unchanged, unmanaged. */
const plan = await planOf(
  [
    live("orders", [{ name: "id", type: "INTEGER", mode: "REQUIRED" }]),
    live("invoices", [{ name: "total", type: "INTEGER" }]),
    live("customers", []),
    live("legacy", []),
  ],
  [
    defineTable("sales.refunds", { schema: [{ name: "order_id", type: "INTEGER" }] }),
    defineTable("sales.orders", { description: "One row per order" }),
    defineTable("sales.invoices", { schema: [{ name: "total", type: "NUMERIC" }] }),
    defineTable("sales.customers", {}),
  ],
);

test("prints each table that is not as defined", () => {
  expect(linesOf(plan).join("\n")).toBe(`sales.refunds: create, 1 column
sales.orders: patch
  description: (none) → "One row per order"
sales.invoices: impossible
  schema.fields[0].type (total): "INTEGER" → "NUMERIC"
  schema.fields[0].type: must be INTEGER, as in the table, for "total", got NUMERIC; run the SQL statement (column-type-fixed)
    ALTER TABLE \`shop.sales.invoices\` ALTER COLUMN \`total\` SET DATA TYPE NUMERIC;

1 to create, 1 to patch, 1 impossible, 1 unchanged
no definition, not touched: sales.legacy
digest: ${plan.digest}`);
});

test("prints Markdown: counts, blocked tables with their statements, changed tables, and the digest", () => {
  expect(markdownOf(plan)).toMatchInlineSnapshot(`
    "### Tables of <code>shop</code>: 1 to create, 1 to patch, 1 impossible, 1 unchanged

    **Cannot be applied:** <code>sales.invoices: impossible</code>

    \`\`\`text
      schema.fields[0].type (total): "INTEGER" → "NUMERIC"
      schema.fields[0].type: must be INTEGER, as in the table, for "total", got NUMERIC; run the SQL statement (column-type-fixed)
        ALTER TABLE \`shop.sales.invoices\` ALTER COLUMN \`total\` SET DATA TYPE NUMERIC;
    \`\`\`

    <details><summary><code>sales.refunds: create, 1 column</code></summary>

    \`\`\`text
    {
      "schema": {
        "fields": [
          {
            "name": "order_id",
            "type": "INTEGER"
          }
        ]
      }
    }
    \`\`\`

    </details>

    <details><summary><code>sales.orders: patch</code></summary>

    \`\`\`text
      description: (none) → "One row per order"
    \`\`\`

    </details>

    \`\`\`text
    no definition, not touched: sales.legacy
    \`\`\`

    Digest: <code>9d875ed79f641cf724401dcc57cdb973f7470587cbbd12fdf540b90ada59879c</code>
    "
  `);
});

const hostile = fc.oneof(
  fc.constantFrom(
    "```",
    "````\n</details>",
    "</code>",
    "@octocat",
    "<!-- ",
    "\u202e",
    "\u2066",
    "[x](http://a)",
    "\n# x",
    "|",
  ),
  fc.string({ unit: "grapheme" }),
);

test("no text of a plan ends its block, mentions anyone, or changes the direction of text", () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 6 }), (parts) => {
      const text = parts.join("");
      const changes = [{ path: "description", column: "", before: text, after: `${text}${text}` }];
      const tables = plan.tables.map((each) => ({ ...each, changes, wanted: { description: text } }));
      const markdown = markdownOf({ ...plan, tables, warnings: [text.replace(/\p{Cc}/gu, "")] } as TablesPlan);
      expect(markdown).not.toMatch(/[\p{Bidi_Control}\r]/u);
      // What remains outside of the blocks of code is the same for any text.
      const outside = markdown.replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, "");
      const expected = markdownOf({
        ...plan,
        tables: plan.tables.map((each) => ({
          ...each,
          changes: [{ path: "description", column: "", before: "a", after: "b" }],
          wanted: {},
        })),
        warnings: ["a"],
      } as TablesPlan);
      expect(outside).toBe(expected.replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, ""));
    }),
  );
});

test("Markdown has at most 60 000 characters, whatever the warnings and the names are", () => {
  for (const text of ["x".repeat(70_000), "`".repeat(30_000), "\u202e".repeat(20_000)]) {
    const unmanaged = Array.from({ length: 30 }, () => ({ table: text, count: 2 }));
    const warnings = Array.from({ length: 300 }, () => text);
    const markdown = markdownOf({ ...plan, unmanaged, warnings });
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    expect(markdown).toContain(plan.digest);
  }
});

test("a backslash before a character of Markdown is printed as it is", () => {
  expect(markdownOf({ ...plan, projectId: "a\\<b" })).toContain("<code>a&#92;&#60;b</code>");
});

test("no name of a table or column adds lines to the printed plan", () => {
  const forged = "id\n1 unchanged\n\u001b[2J";
  const changes = [{ path: `labels.${forged}`, column: forged, before: forged, after: null }];
  const tables = [{ ...plan.tables[0], table: forged, action: "patch", changes }];
  const hostilePlan = { ...plan, tables, unmanaged: [{ table: forged }] } as TablesPlan;
  const { terminal, output } = createTerminal();
  print(terminal.stdout, linesOf(hostilePlan));
  expect(output().split("\n")).toHaveLength(linesOf(hostilePlan).length + 1);
  expect(output()).toContain("id\\u000a1 unchanged\\u000a\\u001b[2J: patch\n");
  expect(markdownOf(hostilePlan)).not.toMatch(/^1 unchanged/m);
});

test("prints a table with 50 000 changes and issues in linear time", () => {
  const paths = Array.from({ length: 50_000 }, (_, index) => `schema.fields[${index}].type`);
  const changes = paths.map((path) => ({ path, column: "c", before: "A", after: "B" }));
  const issues = paths.map((path) => ({ path, message: "must be A", rule: "column-type-fixed", sql: "SELECT 1" }));
  const tables = [{ ...plan.tables[2], action: "impossible", changes, issues }];
  const start = performance.now();
  expect(linesOf({ ...plan, tables } as TablesPlan)).toContain(
    "  schema.fields[49999].type: must be A (column-type-fixed)",
  );
  expect(performance.now() - start).toBeLessThan(10_000);
});

test("omits whole tables above the maximum length, counts them, and keeps blocked tables and the digest", async () => {
  const description = "x".repeat(500);
  const definitions = Array.from({ length: 400 }, (_, n) => defineTable(`sales.t${n}`, { description }));
  const long = await planOf(
    [live("t399", [{ name: "a", type: "STRING" }])],
    [...definitions.slice(0, 399), defineTable("sales.t399", { schema: [{ name: "a", type: "INTEGER" }] })],
  );
  const markdown = markdownOf(long);
  expect(markdown.length).toBeLessThanOrEqual(60_000);
  expect(markdown.length).toBeGreaterThan(55_000);
  expect(markdown).toContain("sales.t399: impossible");
  expect(markdown).toContain(long.digest);
  const folds = markdown.split("<details>").length - 1;
  expect(markdown.split("</details>").length - 1).toBe(folds);
  expect(markdown).toContain(
    `… and ${399 - folds} more, not shown because of the length limit; without --markdown, the plan is printed as a whole`,
  );
});

test("a single shard is one table", () => {
  const unmanaged = [{ table: "sales.events_*", count: 1 }];
  expect(linesOf({ ...plan, unmanaged })).toContain("no definition, not touched: sales.events_* (1 table)");
});
