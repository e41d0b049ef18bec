import { type Client, defineSchema, isFourfoldError, type TableInput } from "fourfold";
import type { Reporter } from "./reporter.js";

const tableReference = { projectId: "shop-0001", datasetId: "sales", tableId: "visits" };
const schema = defineSchema([
  { name: "id", type: "INTEGER", mode: "REQUIRED" },
  { name: "page", type: "STRING" },
]);

/** Keeps the schema of a table in code: creates the table, adds a column, and reports changes that are impossible. */
export async function demoSchemaSync(client: Client, report: Reporter): Promise<void> {
  report.step("Keep the schema of a table in code", {
    shows:
      "ensure creates or patches a table to match the code; a change that the service rejects is reported before it is sent",
    code: ["examples/18-schema-sync.ts", "docs/guides/keep-a-tables-schema-in-code.md"],
  });
  const ensure = async (desired: TableInput) => {
    const { table, change } = await client.warehouse.tables.ensure(desired);
    const columns = table.schema?.fields?.map(({ name }) => name).join(", ");
    report.note(`ensure: ${change}; the columns are ${columns}`, { change });
  };
  await ensure({ tableReference, schema });
  await ensure({ tableReference, schema });
  await ensure({ tableReference, schema: { fields: [...schema.fields, { name: "referrer", type: "STRING" }] } });
  try {
    await ensure({
      tableReference,
      schema: {
        fields: [
          { name: "id", type: "STRING" },
          { name: "page", type: "STRING" },
          { name: "referrer", type: "STRING" },
          { name: "country", type: "STRING", mode: "REQUIRED" },
        ],
      },
    });
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    report.note(`ensure: ${error.message}`, { code: error.code, issues: error.issues });
  }
}
