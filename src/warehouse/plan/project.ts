import { kindOf, oneLine, shown } from "../../core/describe.js";
import { prefixPath } from "../../core/issue-path.js";
import { valueAt, withoutUndefined } from "../../core/objects.js";
import { both, isString, listOf, must, optionsOf, required } from "../../core/options.js";
import { pathIssues } from "../../core/path.js";
import { type Patterns, parsePatterns } from "../../core/patterns.js";
import { hasCode, messageOf } from "../../errors/fourfold-error.js";
import { assertNoIssues, type Issue, locatedMessage, throwIssue } from "../../errors/request-error.js";
import { columnsIn } from "../columns.js";
import { checkDefinition, type DefinitionContext } from "../define/check-definition.js";
import type { TableDefinition } from "../define/table.js";
import type { TableJson } from "../encode-table.js";
import { datasetsOption, locationOf, nameOf, referenceOf } from "../names.js";
import type { CheckedTable } from "../rules/check-table.js";
import type { Draft } from "../rules/patterns.js";
import type { FindTable } from "../rules/rule-builders.js";
import type { TableListEntry } from "../schemas/lists.js";
import type { Table } from "../schemas/table.js";
import type { TableSchema } from "../schemas/table-schema.js";
import { fieldNames, withLiveColumns, withoutFields } from "./patterns.js";
import {
  DATASET_EXISTS,
  digestOf,
  type IgnoredTables,
  type PlannedTable,
  planSources,
  summaryOf,
  type TablesPlan,
} from "./plan.js";
import { extraColumnsOption, type PlanContext, planTable, type TablePlan } from "./table.js";

const pattern = must((value) => isString(value) && value !== "", 'a pattern, such as "sales.tmp_*"');
const patterns = (value: unknown, path: string) =>
  value === undefined ? [] : listOf(pattern, "a list of patterns")(value, path);

/** Checks of the options of a plan. */
export const planChecks = {
  projectId: required((value, path) => pathIssues({ [path]: value })),
  datasets: datasetsOption,
  ignore: optionsOf({ tables: patterns, fields: both(patterns, fieldNames) }),
  extraColumns: extraColumnsOption,
};

/** Inputs of a plan other than the tables and the definitions. */
export interface PlanTablesContext extends PlanContext {
  readonly projectId: string;
  /** Tables and fields that the plan ignores. */
  readonly ignore: IgnoredTables | undefined;
  /** Datasets that do not exist. */
  readonly missingDatasets: ReadonlySet<string>;
}

/** Definitions of a project that were checked. */
export interface CheckedDefinitions {
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
export function checkDefinitions(
  operation: string,
  definitions: readonly TableDefinition[],
  context: DefinitionContext & { readonly projectId: string },
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
    for (const warning of checked.warnings) warnings.push(`${name}: ${locatedMessage(warning)} (${warning.rule})`);
    tables.set(name, checked);
    const location = locationOf(referenceOf(table).datasetId, context.datasets);
    datasets.set(reference.datasetId, location ?? datasets.get(reference.datasetId));
  }
  assertNoIssues(operation, issues);
  const known = new Set(definitions.map(({ table }) => referenceOf(table).datasetId));
  for (const name of Object.keys(context.datasets ?? {})) {
    if (!known.has(name)) warnings.push(`datasets: no definition is in the dataset ${shown(name)}`);
  }
  return { tables, datasets, warnings };
}

/**
 * Plans checked definitions.
 *
 * @param found - The live tables by name; a table without a definition can be an entry of a list.
 */
export async function planDefinitions(
  found: ReadonlyMap<string, Found>,
  { tables: defined, datasets, warnings: known }: CheckedDefinitions,
  context: PlanTablesContext,
): Promise<TablesPlan> {
  const { projectId, ignore, missingDatasets, extraColumns } = context;
  const ignoredTables = parsePatterns(ignore?.tables);
  const ignoredFields = patternsOfFields(ignore);
  const warnings = [...known];
  const managed = new Map([...defined].filter(([name]) => !ignoredTables.matches(name)));
  for (const name of managed.keys()) {
    if (!hasCode(found.get(name)?.error, "not_found")) continue;
    managed.delete(name);
    warnings.push(`${name}: omitted, because it expired or was deleted while the tables were read; plan again`);
  }
  const planContext = { ...context, referenced: findTable(projectId, managed, found, datasets) };
  const newDatasets = new Map<string, string | undefined>();
  const tables: PlannedTable[] = [];
  for (const [name, { body }] of managed) {
    const { tableReference: _, ...wanted } = body;
    const { table: current, error } = found.get(name) ?? {};
    const plan = error === undefined ? planDefined(current, body, planContext, ignoredFields) : unreadable(error);
    const { action, changes, issues } = plan;
    const planned = { table: name, action, changes, issues, wanted } as PlannedTable; // it has been checked
    const { datasetId } = referenceOf(name);
    if (missingDatasets.has(datasetId)) {
      const location = datasets.get(datasetId);
      newDatasets.set(datasetId, location);
      tables.push({ ...planned, action: "impossible", issues: [datasetIssue(datasetId, location), ...issues] });
    } else tables.push(planned);
  }
  const others = [...found].flatMap(([name, { table }]) => {
    const isOther = !defined.has(name) && datasets.has(referenceOf(name).datasetId);
    return isOther && !ignoredTables.matches(name) ? [{ table: name, type: valueAt(table, ["type"]) }] : [];
  });
  // No warning for a pattern in a dataset of the definitions: it may be intended for temporary tables.
  const isElsewhere = (pattern: string) => {
    const dataset = parsePatterns([pattern.replace(/\..*$/s, "")]);
    return ![...datasets.keys()].some((each) => dataset.matches(each));
  };
  for (const each of ignoredTables.unmatched().filter(isElsewhere))
    warnings.push(`ignore.tables: ${shown(each)} matches nothing`);
  for (const each of ignoredFields?.unmatched() ?? []) warnings.push(`ignore.fields: ${shown(each)} matches nothing`);
  const digest = await digestOf({ projectId, tables });
  const plan = { projectId, digest, tables, unmanaged: unmanagedTables(others), warnings, summary: summaryOf(tables) };
  planSources.set(plan, { extraColumns, ignored: ignoredFields, newDatasets });
  return plan;
}

/** Creates a function that finds a table as it will be after the plan is applied, if its dataset is known. */
function findTable(
  projectId: string,
  managed: ReadonlyMap<string, CheckedTable>,
  found: ReadonlyMap<string, Found>,
  datasets: ReadonlyMap<string, unknown>,
): FindTable {
  return ({ projectId: project, datasetId, tableId }) => {
    if (project !== projectId || datasetId == null || tableId == null || !datasets.has(datasetId)) return undefined;
    const name = nameOf({ datasetId, tableId });
    const { table, error } = found.get(name) ?? {};
    const desired = managed.get(name)?.body;
    if (desired === undefined && table === undefined) return error === undefined ? null : undefined;
    const { view, materializedView, externalDataConfiguration } = { ...table, ...desired } as Draft<Table>; // checked, or received from the service
    const fields = [...columnsIn(desired?.schema), ...columnsIn(valueAt(table, ["schema"]))];
    return { view, materializedView, externalDataConfiguration, schema: { fields } as Draft<TableSchema> };
  };
}

/** Parses the patterns of fields of a plan; undefined if there are none. */
export function patternsOfFields(ignore: Pick<IgnoredTables, "fields"> | undefined): Patterns | undefined {
  return ignore?.fields === undefined ? undefined : parsePatterns(ignore.fields, true);
}

/** A live table, or the error with which reading it failed. */
export interface Found {
  readonly table?: Readonly<Table | TableListEntry> | undefined;
  readonly error?: unknown;
}

/**
 * Plans one table of a project.
 *
 * @param desired - The desired table, of a definition that was checked.
 * @param ignored - The patterns of fields that the plan ignores.
 */
export function planDefined(
  current: Found["table"],
  desired: TableJson,
  context: PlanContext,
  ignored: Patterns | undefined,
): TablePlan {
  const live = current as unknown as TableJson | undefined; // a table is JSON
  const target = ignored === undefined ? desired : withoutIgnored(desired, live, ignored);
  return planTable(current as Table | undefined, withoutViewColumns(target, live), context); // a defined table was read
}

/**
 * Returns a desired table without the columns of a view, which follow from its query. A table with columns cannot be a live
 * view, even if its definition does not mention views.
 */
function withoutViewColumns(desired: TableJson, live: TableJson | undefined): TableJson {
  const { schema, ...others } = desired;
  if (schema == null) return desired;
  if ((desired.view ?? desired.materializedView) != null) return others;
  const kind = ["view", "materializedView"].find((name) => live?.[name] != null);
  return kind === undefined ? desired : { ...others, [kind]: null };
}

function datasetIssue(datasetId: string, location: string | undefined): Issue {
  const place = location === undefined ? "" : ` in ${shown(location)}`;
  const remedy = `apply with createDatasets to create it${place}`;
  const message = `must be an existing dataset, got ${shown(datasetId)}; ${remedy}`;
  return { path: "tableReference.datasetId", message, rule: DATASET_EXISTS };
}

/** Maximum length of the message of an error in a plan. */
const MAX_ERROR = 1_000;

function unreadable(error: unknown): TablePlan {
  const text = oneLine(messageOf(error), MAX_ERROR);
  const issue = { path: "", message: `could not be read: ${text}`, rule: "table-readable" };
  return { action: "unreadable", requests: [], changes: [], issues: [issue] };
}

/** Returns a desired table without the fields that match patterns. */
function withoutIgnored(desired: TableJson, live: TableJson | undefined, patterns: Patterns): TableJson {
  // Patterns may be about fields that only the live table has.
  if (live !== undefined && patterns.unmatched().length > 0) withoutFields(live, patterns);
  const kept = withoutFields(desired, patterns);
  const schema = withLiveColumns(kept.schema, live?.schema, patterns);
  return schema === kept.schema ? kept : { ...kept, schema };
}

const SHARD = /^(.*_)(\d{4})(\d\d)(\d\d)$/s;

/**
 * Returns the pattern of a date shard, such as `sales.events_*` for `sales.events_20240101`; undefined if the name does not
 * end in an underscore and a date.
 */
export function shardPattern(table: string): string | undefined {
  const [, prefix, year, month, day] = SHARD.exec(table) ?? [];
  if (prefix === undefined) return undefined;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // An invalid day of a month is an invalid date, or the next month.
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day) ? `${prefix}*` : undefined;
}

/** Lists tables without a definition in the order of their names, with one entry for all date shards of a name. */
function unmanagedTables(
  tables: readonly { readonly table: string; readonly type: unknown }[],
): TablesPlan["unmanaged"] {
  const entries = new Map<string, TablesPlan["unmanaged"][number]>();
  for (const { table, type } of tables) {
    const pattern = shardPattern(table);
    const entry =
      pattern === undefined
        ? withoutUndefined({ table, type: typeof type === "string" ? type : undefined })
        : { table: pattern, count: (entries.get(pattern)?.count ?? 0) + 1 };
    entries.set(entry.table, entry);
  }
  return [...entries.values()].sort((a, b) => (a.table < b.table ? -1 : 1));
}
