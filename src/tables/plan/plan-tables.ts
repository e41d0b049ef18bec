import { assertCallOptions, concurrencyOption, wholeResourceQuery } from "../../call/options.js";
import { pathIssues } from "../../call/template.js";
import { hasCode, messageOf } from "../../errors/fourfold-error.js";
import { oneLine } from "../../errors/message-text.js";
import { assertNoIssues, type Issue, locatedMessage, throwIssue } from "../../errors/request-error.js";
import { encodeBody } from "../../schema/codec.js";
import { kindOf, shown } from "../../values/describe.js";
import { prefixPath } from "../../values/issue-path.js";
import { valueAt } from "../../values/objects.js";
import { functionOption, required } from "../../values/options.js";
import { type Patterns, parsePatterns } from "../../values/patterns.js";
import { columnsIn } from "../../warehouse/columns.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import { checkDataset } from "../../warehouse/rules/check-resource.js";
import type { CheckedTable } from "../../warehouse/rules/check-table.js";
import { locationIssues } from "../../warehouse/rules/datasets-and-policies.js";
import type { Draft, FindTable } from "../../warehouse/rules/rule-builders.js";
import { Dataset } from "../../warehouse/schemas/dataset.js";
import type { TableListEntry } from "../../warehouse/schemas/lists.js";
import type { Table } from "../../warehouse/schemas/table.js";
import type { TableReference } from "../../warehouse/schemas/table-parts.js";
import type { TableSchema } from "../../warehouse/schemas/table-schema.js";
import { checkDefinition, type DefinitionContext } from "../check-definition.js";
import { extraColumnsOption, type PlanTableOptions } from "../compare/compare-tables.js";
import { fieldPatterns, type IgnoredTables, ignoreOption } from "../compare/ignored-fields.js";
import type { TableDefinition } from "../define-table.js";
import { type ConcurrencyOptions, readTables } from "../get-tables.js";
import { type DatasetMap, datasetOf, datasetsOption, nameOf, referenceOf } from "../names.js";
import { TablesCall, type TablesClient } from "../tables-call.js";
import {
  DATASET_EXISTS,
  digestOfPlan,
  inNewDataset,
  type PlannedTable,
  planSources,
  summaryOf,
  type TablesPlan,
  unmanagedTables,
} from "./plan-data.js";
import { type PlanContext, type PlannedRequests, planDefined } from "./plan-requests.js";

/** Options of {@link planTables}. */
export interface PlanTablesOptions extends ConcurrencyOptions, PlanTableOptions {
  /** Id of the project of all tables, such as `shop`. */
  projectId: string;
  /**
   * Datasets to use in place of the definitions' datasets: `{ sales: "sales_test" }`, or with the location of a dataset that
   * does not exist yet: `{ sales: { name: "sales_eu", location: "EU" } }`. Default: the definitions' datasets.
   */
  readonly datasets?: DatasetMap | undefined;
  /** Tables and fields that the plan ignores. Default: none. */
  ignore?: IgnoredTables | undefined;
  /**
   * Called after each table that was read or could not be read, with the number of tables so far and of all tables. If it throws
   * or rejects, the call rejects with its error.
   */
  onRead?: ((progress: { readonly read: number; readonly of: number }) => void) | undefined;
}

const OPERATION = "planTables";
/** The service's maximum. */
const PAGE_SIZE = 1_000;

/** A live table, or the error from reading it. Without a definition, it can be a `TableListEntry`. */
interface LiveTable {
  readonly table?: Readonly<Table | TableListEntry> | undefined;
  readonly error?: unknown;
}

/** The live state of the datasets of a plan. */
interface Live {
  /** The tables by name, such as `sales.orders`. */
  readonly tables: ReadonlyMap<string, LiveTable>;
  /** The issues of datasets that do not exist, or are in another location. */
  readonly datasetIssues: ReadonlyMap<string, Issue>;
}

/**
 * Compares definitions with the BigQuery tables of a project. Nothing is changed: {@link applyTables} applies the plan.
 *
 * Lists the datasets of the definitions and reads the defined tables. Tables without a definition are only listed.
 *
 * @param client - `client.warehouse`.
 * @param definitions - The tables, as {@link defineTable} returns them.
 * @param options - `projectId` is the project of all tables.
 * @returns The plan, plain data.
 * @throws {RequestError} If definitions are invalid or define a table twice, or an option is invalid, with all issues.
 * @throws {ApiError} If the service responds with an error while a dataset is listed.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables | tables} in the BigQuery reference
 *
 * @example
 * const plan = await planTables(client.warehouse, [orders, customers], { projectId: "shop" });
 * for (const { table, action, changes } of plan.tables) console.log(action, table, changes.length);
 */
export async function planTables(
  client: TablesClient,
  definitions: readonly TableDefinition[],
  options: PlanTablesOptions,
): Promise<TablesPlan> {
  assertCallOptions(OPERATION, options ?? {}, {
    projectId: required((value, path) => pathIssues({ [path]: value })),
    datasets: datasetsOption,
    ignore: ignoreOption,
    extraColumns: extraColumnsOption,
    onRead: functionOption,
    concurrency: concurrencyOption,
    query: wholeResourceQuery("selectedFields", "view", "maxResults", "pageToken"),
  });
  const { projectId, datasets, ignore, extraColumns, onRead, concurrency, ...callOptions } = options;
  const call = new TablesCall(OPERATION, client, callOptions);
  const context = { projectId, datasets, extraColumns, now: call.clock.now() };
  const checked = checkDefinitions(OPERATION, definitions, context);
  const ignored = { tables: parsePatterns(ignore?.tables), fields: fieldPatterns(ignore) };
  const isRead = (name: string) => checked.tables.has(name) && !ignored.tables.matches(name);
  const live = await readLive(call, projectId, checked.datasets, { isRead, onRead, concurrency });
  return planOf(checked, live, ignored, { ...context, ...call.settings });
}

/** Lists datasets, and reads those of their tables that are defined. */
async function readLive(
  call: TablesCall,
  projectId: string,
  datasets: CheckedDefinitions["datasets"],
  options: Pick<PlanTablesOptions, "onRead" | "concurrency"> & { readonly isRead: (name: string) => boolean },
): Promise<Live> {
  const tables = new Map<string, LiveTable>();
  const datasetIssues = new Map<string, Issue>();
  const references: TableReference[] = [];
  for (const [datasetId, location] of datasets) {
    try {
      if (location !== undefined) {
        const dataset = await call.client.datasets.get({ projectId, datasetId }, call.options());
        for (const issue of locationIssues(location, dataset)) datasetIssues.set(datasetId, issue);
      }
      const entries = call.client.tables.list({ projectId, datasetId }, { ...call.options(), maxResults: PAGE_SIZE });
      for await (const entry of entries) {
        const { tableReference } = entry;
        if (tableReference === undefined) continue;
        const name = nameOf(tableReference);
        if (options.isRead(name)) references.push(tableReference);
        else tables.set(name, { table: entry });
      }
    } catch (error) {
      if (!hasCode(error, "not_found")) throw error;
      datasetIssues.set(datasetId, datasetIssue(`${projectId}.${datasetId}`, location));
    }
  }
  let read = 0;
  for await (const each of readTables(call, references, options)) {
    tables.set(nameOf(each.reference), each);
    read += 1;
    await options.onRead?.({ read, of: references.length });
  }
  return { tables, datasetIssues };
}

/** Plans checked definitions. */
async function planOf(
  { tables: defined, datasets, warnings: ruleWarnings }: CheckedDefinitions,
  live: Live,
  ignored: { readonly tables: Patterns; readonly fields: Patterns },
  { projectId, ...options }: { readonly projectId: string } & PlanContext,
): Promise<TablesPlan> {
  const warnings = [...ruleWarnings];
  const managed = new Map([...defined].filter(([name]) => !ignored.tables.matches(name)));
  for (const name of managed.keys()) {
    if (!hasCode(live.tables.get(name)?.error, "not_found")) continue;
    managed.delete(name);
    warnings.push(`${name}: omitted, because it expired or was deleted while the tables were read; plan again`);
  }
  const context = { ...options, referenced: tableFinder(projectId, managed, live, datasets) };
  const newDatasets = new Map<string, string | undefined>();
  const tables = [...managed].map(([name, { body, warnings: known }]): PlannedTable => {
    const requests = requestsOf(body, live.tables.get(name), context, ignored.fields);
    const others = requests.warnings.filter(({ rule }) => !known.some((each) => each.rule === rule));
    warnings.push(...others.map((warning) => warningText(name, warning)));
    const planned = plannedTable(name, body, requests);
    const { datasetId } = referenceOf(name);
    const issue = live.datasetIssues.get(datasetId);
    if (issue === undefined) return planned;
    const blocked = { ...planned, action: "impossible", issues: [issue, ...planned.issues] } as const;
    if (inNewDataset(blocked).action === "create") newDatasets.set(datasetId, datasets.get(datasetId));
    return blocked;
  });
  const unmanaged = [...live.tables].flatMap(([name, { table }]) =>
    defined.has(name) || ignored.tables.matches(name) ? [] : [{ table: name, type: valueAt(table, ["type"]) }],
  );
  const plan: TablesPlan = {
    projectId,
    digest: await digestOfPlan({ projectId, tables }, newDatasets),
    tables,
    unmanaged: unmanagedTables(unmanaged),
    warnings,
    summary: summaryOf(tables),
  };
  planSources.set(plan, { extraColumns: options.extraColumns, ignored: ignored.fields, newDatasets });
  return plan;
}

function requestsOf(
  body: TableJson,
  { table, error }: LiveTable = {},
  context: PlanContext,
  ignoredFields: Patterns,
): PlannedRequests {
  if (error !== undefined) return unreadable(error);
  return planDefined(table as Table | undefined, body, context, ignoredFields); // a defined table was read
}

function plannedTable(name: string, body: TableJson, { action, changes, issues }: PlannedRequests): PlannedTable {
  const { tableReference: _, ...wanted } = body;
  return { table: name, action, changes, issues, wanted } as PlannedTable; // the definition has been checked
}

function warningText(name: string, warning: Issue): string {
  return `${name}: ${locatedMessage(warning)} (${warning.rule})`;
}

/** Creates a function that finds a table as it will be after the plan is applied, if its dataset is known. */
function tableFinder(
  projectId: string,
  managed: CheckedDefinitions["tables"],
  live: Live,
  datasets: CheckedDefinitions["datasets"],
): FindTable {
  return ({ projectId: project, datasetId, tableId }) => {
    if (project !== projectId || datasetId == null || tableId == null || !datasets.has(datasetId)) return undefined;
    const name = nameOf({ datasetId, tableId });
    const { table, error } = live.tables.get(name) ?? {};
    const wanted = managed.get(name)?.body;
    if (wanted === undefined && table === undefined) return error === undefined ? null : undefined;
    const { view, materializedView, externalDataConfiguration } = { ...table, ...wanted } as Draft<Table>; // checked, or received from the service
    const fields = [...columnsIn(wanted?.schema), ...columnsIn(valueAt(table, ["schema"]))];
    return { view, materializedView, externalDataConfiguration, schema: { fields } as Draft<TableSchema> };
  };
}

function datasetIssue(dataset: string, location: string | undefined): Issue {
  const place = location === undefined ? "" : ` in ${shown(location)}`;
  const remedy = `check the project, or apply with createDatasets to create the dataset${place}`;
  const message = `must be an existing dataset, got ${shown(dataset)}; ${remedy}`;
  return { path: "tableReference.datasetId", message, rule: DATASET_EXISTS };
}

/** Maximum length of the message of an error in a plan. */
const MAX_ERROR = 1_000;

function unreadable(error: unknown): PlannedRequests {
  const message = `could not be read: ${oneLine(messageOf(error), MAX_ERROR)}`;
  const issues = [{ path: "", message, rule: "table-readable" }];
  return { action: "unreadable", patches: [], changes: [], issues, warnings: [] };
}

/** Definitions of a project that were checked. */
interface CheckedDefinitions {
  /** The desired tables by `dataset.table`, in the order of their definitions. */
  readonly tables: ReadonlyMap<string, CheckedTable>;
  /** The datasets of the definitions, with the locations of new ones. */
  readonly datasets: ReadonlyMap<string, string | undefined>;
  /** The warnings of rules. */
  readonly warnings: readonly string[];
}

/**
 * Checks definitions together.
 *
 * @throws {RequestError} If definitions are invalid or define a table twice, with all issues.
 */
function checkDefinitions(
  operation: string,
  definitions: readonly TableDefinition[],
  context: DefinitionContext,
): CheckedDefinitions {
  if (!Array.isArray(definitions)) {
    const message = `must be a list of definitions, got ${kindOf(definitions)}; pass a list: [orders]`;
    throwIssue(operation, { path: "definitions", message, rule: "option" });
  }
  const issues: Issue[] = [];
  const warnings: string[] = [];
  const tables = new Map<string, CheckedTable>();
  const datasets = new Map<string, string | undefined>();
  const indices = new Map<string, number>();
  for (const [index, definition] of definitions.entries()) {
    const checked = checkDefinition(definition, context);
    const { table } = Object(definition) as { readonly table?: unknown };
    const reference = referenceOf(table, context.datasets);
    const name = nameOf(reference);
    const at = `definitions[${index}]`;
    const place = checked.errors.some(({ path }) => path === "table" || path === "") ? "" : `, in ${name}`;
    for (const issue of checked.errors) {
      issues.push({ ...issue, path: prefixPath(at, issue.path), message: issue.message + place });
    }
    const earlier = indices.get(name);
    if (earlier !== undefined && place !== "") {
      const message = `must be defined once, got ${shown(name)} as in definitions[${earlier}]`;
      issues.push({ path: `${at}.table`, message, rule: "table-distinct" });
    } else indices.set(name, index);
    warnings.push(...checked.warnings.map((warning) => warningText(name, warning)));
    tables.set(name, checked);
    const { location } = datasetOf(referenceOf(table).datasetId, context.datasets);
    datasets.set(reference.datasetId, location ?? datasets.get(reference.datasetId));
  }
  assertNoIssues(operation, issues);
  const known = new Set(definitions.map(({ table }) => referenceOf(table).datasetId));
  for (const name of Object.keys(context.datasets ?? {})) {
    if (!known.has(name)) warnings.push(`datasets: no definition is in the dataset ${shown(name)}`);
    const { location } = datasetOf(name, context.datasets);
    const dataset = checkDataset(encodeBody(Dataset, { datasetReference: {}, location }));
    warnings.push(...dataset.warnings.map((warning) => warningText(`datasets.${name}`, warning)));
  }
  return { tables, datasets, warnings };
}
