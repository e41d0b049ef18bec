import { hasKey } from "../../core/objects.js";
import { isString, listOf, must, strictOptions } from "../../core/options.js";
import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import { googleNaming } from "../../naming/google.js";
import { namingOption } from "../../naming/naming.js";
import { nameIssues } from "../../naming/translate.js";
import type { TableDefinition } from "../define/table.js";
import type { TablesPlan } from "./plan.js";
import {
  checkDefinitions,
  type LiveTable,
  type PlanTablesContext,
  type PlanTablesOptions,
  planChecks,
  planDefinitions,
} from "./project.js";

const OPERATION = "planTables";

/**
 * Plans how the BigQuery tables of a project become as defined. Nothing is sent; `tables.plan` reads the tables first, and
 * `tables.apply` applies the result.
 *
 * A definition owns the properties that it states, the keys of maps that it states, and all columns if it states a schema;
 * everything else is not changed. Tables without a definition are listed, and never changed or deleted. The columns of
 * views are neither compared nor sent.
 *
 * @param live - The tables of the datasets, in any order. A defined table that is missing here does not exist. If a table is
 * both listed and read, the latter is used.
 * @param definitions - The defined tables, as `defineTable` returns them.
 * @param options - The project, and what to leave alone.
 * @returns The plan, as plain JSON.
 * @throws {RequestError} If definitions are invalid or define a table twice, or if options are invalid, with all issues.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table | Table} in the BigQuery reference
 *
 * @example
 * const plan = planTables(await client.warehouse.tables.list(dataset).toArray({ limit: 1_000 }), [orders], { projectId: "shop" });
 * console.log(plan.summary, plan.unmanaged);
 */
export function planTables(
  live: readonly LiveTable[],
  definitions: readonly TableDefinition[],
  options: PlanTablesOptions,
): TablesPlan {
  strictOptions(OPERATION, options, planTablesChecks);
  const { naming = googleNaming, datasets, ...others } = options;
  const { openValues = false, rules } = naming;
  const context: PlanTablesContext = { ...others, openValues, rules, now: Date.now() };
  assertNoIssues(OPERATION, liveNameIssues(live));
  return planDefinitions(OPERATION, live, checkDefinitions(OPERATION, definitions, { ...context, datasets }), context);
}

/** Issues of the names of the specification in live tables, as tables or as entries of `tables.getAll`. */
function liveNameIssues(live: readonly unknown[]): Issue[] {
  if (!Array.isArray(live)) return []; // reported below
  return live.flatMap((each: unknown, index) =>
    hasKey(each, "reference")
      ? nameIssues("Table", each.table, `live[${index}].table`)
      : nameIssues("Table", each, `live[${index}]`),
  );
}

const ids = /* @__PURE__ */ must(isString, "the id of a dataset");
/** Checks of the options of {@link planTables}. */
const planTablesChecks = {
  ...planChecks,
  naming: namingOption,
  missingDatasets: (value: unknown, path: string) =>
    value === undefined ? [] : listOf(ids, "a list of dataset ids")(value, path),
};
