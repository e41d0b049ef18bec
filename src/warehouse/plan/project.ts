import { kindOf, oneLine, shown } from "../../core/describe.js";
import { prefixPath } from "../../core/issue-path.js";
import { isObject, valueAt, withoutUndefined } from "../../core/objects.js";
import { both, isString, listOf, must, optionsOf, required } from "../../core/options.js";
import { pathIssues } from "../../core/path.js";
import { type Patterns, parsePatterns } from "../../core/patterns.js";
import { hasCode, messageOf } from "../../errors/fourfold-error.js";
import { assertNoIssues, type Issue, locatedMessage, throwIssue } from "../../errors/request-error.js";
import { columnsIn } from "../columns.js";
import { checkDefinition, type DefinitionContext } from "../define/check-definition.js";
import type { InProjectOptions, TableDefinition } from "../define/table.js";
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
  type ReadTable,
  summaryOf,
  type TablesPlan,
} from "./plan.js";
import { extraColumnsOption, type PlanContext, type PlanTableOptions, planTable, type TablePlan } from "./table.js";

/** Options of `planTables`. */
export interface PlanTablesOptions extends PlanTableOptions, InProjectOptions {
  /** Id of the project of all tables, such as `shop`. */
  projectId: string;
  /** Tables and fields that the plan ignores. Default: none. */
  ignore?: IgnoredTables | undefined;
  /** Datasets that do not exist, after the mapping of `datasets`: their tables are `impossible`. Default: none. */
  missingDatasets?: readonly string[] | undefined;
}

/**
 * A live table: as `tables.get` or `tables.getAll` returned it. An entry of `tables.list` is sufficient for a table without
 * a definition.
 */
export type LiveTable = Readonly<Table> | Readonly<TableListEntry> | ReadTable;

const pattern = /* @__PURE__ */ must((value) => isString(value) && value !== "", 'a pattern, such as "sales.tmp_*"');
const patterns = (value: unknown, path: string) =>
  value === undefined ? [] : listOf(pattern, "a list of patterns")(value, path);

/** Checks of the options that `planTables` and `tables.plan` share. */
export const planChecks = {
  projectId: /* @__PURE__ */ required((value, path) => pathIssues({ [path]: value })),
  datasets: datasetsOption,
  ignore: /* @__PURE__ */ optionsOf({ tables: patterns, fields: both(patterns, fieldNames) }),
  extraColumns: extraColumnsOption,
};

/** Inputs of a plan other than the tables and the definitions. */
export interface PlanTablesContext
  extends PlanContext,
    Pick<PlanTablesOptions, "projectId" | "ignore" | "missingDatasets"> {}

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
 * Plans checked definitions; see `planTables`.
 *
 * @throws {RequestError} If a live table has no reference or another project.
 */
export function planDefinitions(
  operation: string,
  live: readonly LiveTable[],
  { tables: wanted, datasets, warnings: known }: CheckedDefinitions,
  context: PlanTablesContext,
): TablesPlan {
  const { projectId, ignore, missingDatasets } = context;
  const found = byName(operation, live, projectId);
  const missing = new Set(missingDatasets);
  const ignoredTables = parsePatterns(ignore?.tables);
  const ignoredFields = patternsOfFields(ignore);
  const warnings = [...known];
  const managed = new Map([...wanted].filter(([name]) => !ignoredTables.matches(name)));
  for (const name of managed.keys()) {
    if (!hasCode(found.get(name)?.error, "not_found")) continue;
    managed.delete(name);
    warnings.push(`${name}: omitted, because it expired or was deleted while the tables were read; plan again`);
  }
  const options = optionsOfTable(context);
  const planContext = { ...context, referenced: findTable(projectId, managed, found, datasets) };
  const tables: PlannedTable[] = [];
  for (const [name, { body }] of managed) {
    const { tableReference: _, ...desired } = body;
    const { table: current, error } = found.get(name) ?? {};
    const plan = error === undefined ? planDefined(current, body, planContext, ignoredFields) : unreadable(error);
    const { datasetId } = referenceOf(name);
    const isMissing = current === undefined && error === undefined && missing.has(datasetId);
    const newDataset = isMissing ? withoutUndefined({ location: datasets.get(datasetId) }) : undefined;
    const { action, etag, requests, changes, issues } =
      newDataset === undefined ? plan : inMissingDataset(plan, datasetIssue(datasetId, newDataset));
    const planned = { table: name, action, etag, newDataset, desired, options, requests, changes, issues };
    tables.push(withoutUndefined(planned as PlannedTable)); // the desired table has been checked
  }
  const others = [...found].flatMap(([name, { table }]) => {
    const isOther = !wanted.has(name) && datasets.has(referenceOf(name).datasetId);
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
  return {
    format: 2,
    projectId,
    digest: digestOf({ projectId, tables }),
    tables,
    unmanaged: unmanagedTables(others),
    warnings,
    summary: summaryOf(tables),
  };
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

/** Returns the options of a planned table, which `tables.apply` uses again; undefined if there are none. */
function optionsOfTable({ extraColumns, ignore }: PlanTablesContext): PlannedTable["options"] {
  const fields = ignore?.fields ?? [];
  const options = withoutUndefined({ extraColumns, ignore: fields.length === 0 ? undefined : { fields } });
  return Object.keys(options).length === 0 ? undefined : options;
}

/** A live table, or the error with which reading it failed. */
interface Found {
  readonly table?: Readonly<Table>;
  readonly error?: unknown;
}

/** Returns live tables by name. A table that was read takes precedence over its entry in a list. */
function byName(operation: string, live: readonly LiveTable[], projectId: string): ReadonlyMap<string, Found> {
  if (!Array.isArray(live)) {
    const message = `must be a list of tables, got ${kindOf(live)}`;
    throwIssue(operation, { path: "live", message, rule: "option" });
  }
  const found = new Map<string, Found>();
  const issues: Issue[] = [];
  live.forEach((entry: unknown, index) => {
    const isRead = isObject(valueAt(entry, ["reference"]));
    const table = isRead ? valueAt(entry, ["table"]) : entry;
    const reference = valueAt(entry, [isRead ? "reference" : "tableReference"]);
    const problem = !isObject(reference)
      ? `must be a table with a tableReference, or { reference, error }, got ${kindOf(entry)}`
      : reference.projectId !== projectId
        ? `must be in the project ${shown(projectId)}, got ${shown(reference.projectId)}`
        : undefined;
    if (problem !== undefined) issues.push({ path: `live[${index}]`, message: problem, rule: "option" });
    const name = nameOf(Object(reference));
    if (found.has(name) && !isRead && valueAt(table, ["etag"]) === undefined) return;
    const error = valueAt(entry, ["error"]) ?? "no table";
    // An object with a reference is a table.
    found.set(name, isObject(table) ? { table: table as unknown as Table } : { error });
  });
  assertNoIssues(operation, issues);
  return found;
}

/**
 * Plans one table of a project.
 *
 * @param desired - The desired table, of a definition that was checked.
 * @param ignored - The patterns of fields that the plan ignores.
 */
export function planDefined(
  current: Readonly<Table> | undefined,
  desired: TableJson,
  context: PlanContext,
  ignored: Patterns | undefined,
): TablePlan {
  const live = current as unknown as TableJson | undefined; // a table is JSON
  const target = ignored === undefined ? desired : withoutIgnored(desired, live, ignored);
  return planTable(current, withoutViewColumns(target, live), context);
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

function inMissingDataset(plan: TablePlan, issue: Issue): TablePlan {
  return { ...plan, action: "impossible", issues: [issue, ...plan.issues] };
}

function datasetIssue(datasetId: string, { location }: NonNullable<PlannedTable["newDataset"]>): Issue {
  const place = location === undefined ? "" : ` in ${shown(location)}`;
  const remedy = `pass createDatasets: true to tables.apply, which creates it${place}`;
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
