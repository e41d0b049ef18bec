import { type DesiredTable, isFourfoldError } from "fourfold";
import { applyTables, defineSchema, defineTable, ensureTable, planTables } from "fourfold/tables";
import { type Chapter, type Stage, sales } from "./chapter.js";
import { runStep } from "./reporter.js";

const tableReference = { ...sales, tableId: "orders" };
const code = ["examples/16-schema-sync.ts", "docs/guides/tables-in-code.md"];
const schema = defineSchema([
  { name: "id", type: "INTEGER", mode: "REQUIRED" },
  { name: "ordered_at", type: "TIMESTAMP", mode: "REQUIRED" },
  { name: "total", type: "NUMERIC", precision: 10, scale: 2 },
]);
const discount = { name: "discount", type: "NUMERIC", precision: 10, scale: 2 } as const;

/**
 * Keeps the schemas of BigQuery tables in code: adds a column, rejects changes that BigQuery cannot make, and plans and
 * applies the tables of a project.
 */
export const schemaSync: Chapter = {
  title: "BigQuery schema sync",
  async run(stage) {
    await keepInSync(stage);
    await addColumn(stage);
    await rejectChange(stage);
    await planAll(stage);
  },
};

async function ensure({ client }: Stage, desired: DesiredTable) {
  const { table, change } = await ensureTable(client.warehouse, desired);
  return { change, columns: table.schema?.fields?.map(({ name }) => name).join(", ") };
}

async function keepInSync(stage: Stage): Promise<void> {
  const step = {
    title: "Compare the table with the schema in the code",
    why: "You can run ensure at every start of your program: it sends only the differences.",
    code,
    extra: true,
  };
  await runStep(stage.report, step, async (details) => {
    details.note(`ensure: ${(await ensure(stage, { tableReference, schema })).change}`);
    const { change, columns } = await ensure(stage, { tableReference, schema });
    return {
      text: `Compared the table with the schema in the code: ${change}; columns ${columns}.`,
      facts: { change },
    };
  });
}

async function addColumn(stage: Stage): Promise<void> {
  const step = {
    title: "Add a column",
    why: "The schema lives in your code: ensure creates the table, patches it, or changes nothing.",
    lines: `
      const { table, change } = await ensureTable(client.warehouse, desired);`,
    code,
  };
  await runStep(stage.report, step, async () => {
    await ensure(stage, { tableReference, schema }); // creates the table if the chapter before has not run
    const { change, columns } = await ensure(stage, {
      tableReference,
      schema: { fields: [...schema.fields, discount] },
    });
    return {
      text: `Added the column ${discount.name} in code; ensure ${change} the table: ${columns}.`,
      facts: { change },
    };
  });
}

async function rejectChange(stage: Stage): Promise<void> {
  const step = {
    title: "Reject a change that is impossible",
    why: "You get each problem with its path and a remedy, instead of a deployment that fails halfway.",
    lines: `
      await ensure(stage, { tableReference, schema: { fields } });
      if (!isFourfoldError(error, "invalid_request")) throw error;`,
    code,
  };
  await runStep(stage.report, step, async (details) => {
    const [, ...others] = schema.fields;
    const country = { name: "country", type: "STRING", mode: "REQUIRED" } as const;
    const fields = [{ name: "id", type: "STRING", mode: "REQUIRED" } as const, ...others, discount, country];
    try {
      await ensure(stage, { tableReference, schema: { fields } });
    } catch (error) {
      if (!isFourfoldError(error, "invalid_request")) throw error;
      details.note(error.message, { code: error.code, issues: error.issues });
      const { length } = error.issues;
      return {
        text: `Rejected ${length} impossible changes before the patch: id to STRING, and a new REQUIRED column.`,
      };
    }
    throw new Error("the change was accepted");
  });
}

async function planAll({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Plan and apply all tables of the project",
    why: "One plan covers a whole project, in CI too: there is no state file, and nothing is ever deleted.",
    lines: `
      const plan = await planTables(warehouse, definitions, { projectId });
      const { applied } = await applyTables(warehouse, plan);`,
    code: ["examples/17-tables-as-code.ts", "docs/guides/tables-in-code.md"],
  };
  await runStep(report, step, async (details) => {
    const { warehouse } = client;
    const { projectId, datasetId } = sales;
    const query = `SELECT SUM(total) AS total FROM \`${projectId}.${datasetId}.orders\``;
    const definitions = [
      defineTable(`${datasetId}.revenue`, { view: { query, useLegacySql: false } }),
      defineTable(`${datasetId}.orders`, { description: "One row per order", schema: [...schema.fields, discount] }),
    ];
    const plan = await planTables(warehouse, definitions, { projectId });
    for (const { table, action, changes } of plan.tables) details.note(`${table}: ${action}`, { changes });
    const { applied } = await applyTables(warehouse, plan);
    const { summary } = await planTables(warehouse, definitions, { projectId });
    const text = `Planned ${plan.tables.length} tables, applied ${applied.join(", then ")}; ${summary.unchanged} are unchanged.`;
    return { text, facts: { planned: plan.summary, remaining: summary } };
  });
}
