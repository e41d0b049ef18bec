import { applyTables, defineTable, ensureTable, planTables } from "fourfold/tables";
import { type Chapter, orders, type Stage, sales, schema } from "./chapter.js";
import { excerptOf } from "./excerpt.js";
import { runStep } from "./reporter.js";

const { projectId } = sales;
const discount = { name: "discount", type: "NUMERIC", precision: 10, scale: 2 } as const;

/**
 * Keeps the schemas of BigQuery tables in code: adds a column, rejects changes that BigQuery cannot make, and plans and
 * applies the tables of a project.
 */
export const schemaSync: Chapter = {
  title: "BigQuery schema sync",
  more: ["examples/17-tables-as-code.ts", "docs/guides/tables-in-code.md", "docs/guides/tables-in-ci.md"],
  async run(stage) {
    await addColumn(stage);
    await rejectChange(stage);
    await planAll(stage);
  },
};

async function addColumn({ client: { warehouse }, report }: Stage): Promise<void> {
  const step = {
    title: "Add a column",
    why: "The schema lives in your code: ensureTable creates the table, patches it, or changes nothing.",
    lines: excerptOf(import.meta.url, "ensure"),
  };
  await runStep(report, step, async () => {
    await ensureTable(warehouse, { tableReference: orders, schema }); // if the chapter before has not created it
    // show ensure
    const fields = [...schema.fields, discount];
    const { table, change } = await ensureTable(warehouse, { tableReference: orders, schema: { fields } });
    // end
    const columns = table.schema?.fields?.map(({ name }) => name).join(", ");
    return {
      text: `Added the column ${discount.name} in code; ensureTable ${change} the table: ${columns}.`,
      facts: { change },
    };
  });
}

async function rejectChange({ client: { warehouse }, report }: Stage): Promise<void> {
  const step = {
    title: "Reject changes that the API cannot make",
    why: "A pull request shows each problem with its path and a remedy: no deployment fails halfway.",
    lines: excerptOf(import.meta.url, "reject"),
  };
  await runStep(report, step, async (details) => {
    const [id, orderedAt] = schema.fields;
    // show reject
    const total = { name: "total", type: "BIGNUMERIC" } as const;
    const country = { name: "country", type: "STRING", mode: "REQUIRED" } as const;
    const changed = defineTable("sales.orders", { schema: [id, orderedAt, total, discount, country] });
    const plan = await planTables(warehouse, [changed], { projectId });
    // end
    const issues = plan.tables.flatMap((table) => table.issues);
    for (const { path, message, rule, sql } of issues) {
      details.print(`${path}: ${message}${sql === undefined ? "" : `\n${sql}`}`, { rule });
    }
    return {
      text: `Rejected ${issues.length} changes that BigQuery's API cannot make: another type, and a new REQUIRED column.`,
      facts: { issues },
    };
  });
}

async function planAll({ client: { warehouse }, report }: Stage): Promise<void> {
  const step = {
    title: "Plan and apply all tables of the project",
    why: "One plan covers a whole project, in CI too: there is no state file, and nothing is ever deleted.",
    lines: excerptOf(import.meta.url, "plan"),
  };
  await runStep(report, step, async (details) => {
    const query = `SELECT SUM(total) AS total FROM \`${projectId}.sales.orders\``;
    const definitions = [
      defineTable("sales.revenue", { view: { query, useLegacySql: false } }),
      defineTable("sales.orders", { description: "One row per order", schema: [...schema.fields, discount] }),
    ];
    // show plan
    const plan = await planTables(warehouse, definitions, { projectId });
    const { applied } = await applyTables(warehouse, plan);
    // end
    const { summary } = await planTables(warehouse, definitions, { projectId });
    for (const { table, action, changes } of plan.tables) details.note(`${table}: ${action}`, { changes });
    const text = `Planned ${plan.tables.length} tables, applied ${applied.join(", then ")}; ${summary.unchanged} are unchanged.`;
    return { text, facts: { planned: plan.summary, remaining: summary } };
  });
}
