import { type PlanTablesOptions, planTables, type TableDefinition, type TablesPlan } from "fourfold/tables";
import { createWarehouse, type Table } from "fourfold/warehouse";
import { fieldPatterns } from "../../src/tables/compare/ignored-fields.js";
import { planDefined } from "../../src/tables/plan/plan-requests.js";

/** A live table, or a table that cannot be read. */
type Live = Partial<Table> & Pick<Table, "tableReference"> & { readonly status?: number };

/** Plans definitions against tables that need not be valid. The datasets of `missing` do not exist. */
export async function planLive(
  live: readonly object[],
  definitions: readonly TableDefinition[],
  { missing = [], ...options }: PlanTablesOptions & { readonly missing?: readonly string[] },
): Promise<TablesPlan> {
  const tables = live as readonly Live[];
  const fetch = async (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const [, dataset = "", table] = /\/datasets\/([^/]+)\/tables(?:\/(.+))?$/.exec(decodeURIComponent(pathname)) ?? [];
    const inDataset = tables.filter(({ tableReference }) => tableReference.datasetId === dataset);
    if (missing.includes(dataset)) return Response.json({ error: { code: 404, message: "x" } }, { status: 404 });
    if (table === undefined) {
      return Response.json({ tables: inDataset.map(({ tableReference, type }) => ({ tableReference, type })) });
    }
    const { status = 200, ...found } = inDataset.find(({ tableReference }) => tableReference.tableId === table) as Live;
    return Response.json(status === 200 ? found : { error: { code: status, message: "no access" } }, { status });
  };
  return planTables(createWarehouse({ fetch, retry: false }), definitions, options);
}

/** Returns the requests that `applyTables` would send for a table of a plan. */
export function requestsFor(
  live: object | undefined,
  { wanted, table }: TablesPlan["tables"][number],
  { projectId, extraColumns, ignore }: PlanTablesOptions,
): readonly object[] {
  const [datasetId, tableId] = table.split(".");
  const body = { ...wanted, tableReference: { projectId, datasetId, tableId } } as never;
  const context = { now: Date.now(), extraColumns };
  const planned = planDefined(live as Table | undefined, body, context, fieldPatterns(ignore));
  return planned.creation === undefined ? planned.patches : [planned.creation];
}
