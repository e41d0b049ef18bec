import { kindOf, shown } from "../../core/describe.js";
import { prefixPath } from "../../core/issue-path.js";
import { withoutNulls } from "../../core/merge-patch.js";
import { isObject, valueAt } from "../../core/objects.js";
import { both, isString, listOf, must, optionsOf, required } from "../../core/options.js";
import { pathIssues } from "../../core/path.js";
import { type Patterns, parsePatterns } from "../../core/patterns.js";
import { hasCode } from "../../errors/fourfold-error.js";
import { assertNoIssues, type Issue, locatedMessage } from "../../errors/request-error.js";
import { changesOf, omittedColumns } from "../changes-of.js";
import type { CheckedWantedTable, WantedTable } from "../check-desired.js";
import { checkDefinition, type DefinitionContext, datasetsOption } from "../define/check-definition.js";
import type { InProjectOptions, TableDefinition } from "../define/table.js";
import { type TableJson, withoutDerived } from "../encode-table.js";
import { nameOf, referenceOf } from "../names.js";
import { extraColumnsOption, type PlanContext, planChange } from "../plan-patch.js";
import { checkTable } from "../rules/check-table.js";
import type { TableListEntry } from "../schemas/lists.js";
import type { Table } from "../schemas/table.js";
import { unmanagedTables } from "../unmanaged-tables.js";
import { dependenciesOf } from "./order.js";
import { fieldNames, withLiveColumns, withoutFields } from "./patterns.js";
import { type IgnoredTables, type PlannedTable, type ReadTable, summaryOf, type TablesPlan } from "./plan.js";
import type { PlanTableOptions } from "./plan-table-patch.js";

/** Options of `planTables`. */
export interface PlanTablesOptions extends PlanTableOptions, InProjectOptions {
  /** Id of the project of all tables, such as `shop`. */
  projectId: string;
  /** Tables and fields that the plan leaves alone. Default: none. */
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
  readonly tables: ReadonlyMap<string, WantedTable>;
  /** The datasets of the definitions. */
  readonly datasets: ReadonlySet<string>;
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
    const message = `must be a list of definitions, such as [orders, customers], got ${kindOf(definitions)}`;
    assertNoIssues(operation, [{ path: "definitions", message, rule: "option" }]);
  }
  const issues: Issue[] = [];
  const warnings: string[] = [];
  const tables = new Map<string, CheckedWantedTable>();
  const datasets = new Set<string>();
  const indices = new Map<string, number>();
  for (const [index, definition] of definitions.entries()) {
    const checked = checkDefinition(definition, context);
    const reference = referenceOf(valueAt(definition, ["table"]), context.datasets);
    const name = nameOf(reference);
    const at = `definitions[${index}]`;
    const place = checked.issues.some(({ path }) => path === "table" || path === "") ? "" : `, in ${name}`;
    for (const issue of checked.issues) {
      issues.push({ ...issue, path: prefixPath(at, issue.path), message: issue.message + place });
    }
    const earlier = indices.get(name);
    if (earlier !== undefined && place !== "") {
      const message = `must be defined once, got ${shown(name)} as in definitions[${earlier}]`;
      issues.push({ path: `${at}.table`, message, rule: "table-distinct" });
    } else indices.set(name, index);
    for (const warning of checked.warnings) warnings.push(`${name}: ${locatedMessage(warning)} (${warning.rule})`);
    tables.set(name, checked);
    datasets.add(reference.datasetId);
  }
  assertNoIssues(operation, issues);
  const known = new Set(definitions.map(({ table }) => referenceOf(table).datasetId));
  for (const name of Object.keys(context.datasets ?? {})) {
    if (!known.has(name)) warnings.push(`datasets: ${shown(name)} is the dataset of no definition`);
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
  const ignoredFields = parsePatterns(ignore?.fields, true);
  const warnings = [...known];
  const managed = new Map([...wanted].filter(([name]) => !ignoredTables.matches(name)));
  for (const name of managed.keys()) {
    if (!hasCode(found.get(name)?.error, "not_found")) continue;
    managed.delete(name);
    warnings.push(`${name}: omitted, because it expired or was deleted while the tables were read; plan again`);
  }
  const dependencies = dependenciesOf(new Map([...managed].map(([name, { body }]) => [name, body])), projectId);
  const tables: PlannedTable[] = [];
  for (const [name, whole] of managed) {
    const { table: current, error } = found.get(name) ?? {};
    const target = ignore?.fields === undefined ? whole : withoutIgnored(whole, current, ignoredFields);
    const isMissing = current === undefined && missing.has(name.slice(0, name.indexOf(".")));
    const plan =
      error !== undefined
        ? unreadable(error)
        : isMissing
          ? withoutDataset(planTable(undefined, target, context), name)
          : planTable(current, target, context);
    const { action, etag, requests, changes, issues } = plan;
    const dependsOn = dependencies.get(name) ?? [];
    tables.push({
      table: name,
      action,
      ...(etag === undefined ? {} : { etag }),
      dependsOn,
      requests,
      changes,
      issues,
    });
  }
  const others = [...found].flatMap(([name, { table }]) => {
    const isOther = !wanted.has(name) && datasets.has(name.slice(0, name.indexOf(".")));
    return isOther && !ignoredTables.matches(name) ? [{ table: name, type: valueAt(table, ["type"]) }] : [];
  });
  for (const each of ignoredTables.unmatched()) warnings.push(`ignore.tables: ${shown(each)} matches nothing`);
  for (const each of ignoredFields.unmatched()) warnings.push(`ignore.fields: ${shown(each)} matches nothing`);
  return { format: 1, projectId, tables, unmanaged: unmanagedTables(others), warnings, summary: summaryOf(tables) };
}

/** A live table, or why it could not be read. */
interface Found {
  readonly table?: Readonly<Table>;
  readonly error?: unknown;
}

/** Returns live tables by name. What was read takes precedence over what was listed. */
function byName(operation: string, live: readonly LiveTable[], projectId: string): ReadonlyMap<string, Found> {
  if (!Array.isArray(live)) {
    assertNoIssues(operation, [
      { path: "live", message: `must be a list of tables, got ${kindOf(live)}`, rule: "option" },
    ]);
  }
  const found = new Map<string, Found>();
  const issues: Issue[] = [];
  live.forEach((entry: unknown, index) => {
    const isRead = isObject(valueAt(entry, ["reference"]));
    const table = isRead ? valueAt(entry, ["table"]) : entry;
    const reference = valueAt(entry, [isRead ? "reference" : "tableReference"]);
    if (!isObject(reference)) {
      const message = `must be a table with a tableReference, or { reference, error }, got ${kindOf(entry)}`;
      issues.push({ path: `live[${index}]`, message, rule: "option" });
    } else if (reference.projectId !== projectId) {
      const message = `must be in the project ${shown(projectId)}, got ${shown(reference.projectId)}`;
      issues.push({ path: `live[${index}]`, message, rule: "option" });
    } else {
      const name = `${String(reference.datasetId)}.${String(reference.tableId)}`;
      if (found.has(name) && !isRead && valueAt(table, ["etag"]) === undefined) return;
      const error = valueAt(entry, ["error"]) ?? "no table";
      // An object with a reference is a table.
      found.set(name, isObject(table) ? { table: table as unknown as Table } : { error });
    }
  });
  assertNoIssues(operation, issues);
  return found;
}

/** The part of a {@link PlannedTable} that depends on one table only. */
type TablePlan = Pick<PlannedTable, "action" | "etag" | "requests" | "changes" | "issues">;

/**
 * Plans one table.
 *
 * @param current - The live table; undefined if there is none.
 * @param wanted - The desired table. The columns of a view are ignored.
 */
export function planTable(current: Readonly<Table> | undefined, wanted: WantedTable, context: PlanContext): TablePlan {
  const desired = { ...wanted, body: withoutViewColumns(wanted.body, current as TableJson | undefined) }; // it is JSON
  if (current === undefined) {
    const table = withoutDerived(withoutNulls(desired.body) as TableJson); // of an object
    const requests = [table as PlannedTable["requests"][number]]; // checked
    const { rules: settings, now, openValues } = context;
    const { errors } =
      settings === undefined ? { errors: [] } : checkTable(table, { complete: true, now, openValues, settings });
    return outcome("create", undefined, requests, changesOf(undefined, requests), errors);
  }
  const { patches, issues } = planChange(current, desired, context);
  const { etag } = current;
  if (patches.length === 0 && issues.length === 0) {
    return { action: "unchanged", etag, requests: [], changes: [], issues: [] };
  }
  const changes = changesOf(current, patches);
  if (issues.length > 0 && context.extraColumns !== "keep" && current.view == null) {
    changes.push(...omittedColumns(current.schema, desired.body.schema));
  }
  return outcome("patch", etag, patches, changes, issues);
}

function outcome(
  action: "create" | "patch",
  etag: string | undefined,
  requests: PlannedTable["requests"],
  changes: PlannedTable["changes"],
  issues: readonly Issue[],
): TablePlan {
  if (issues.length === 0) return { action, etag, requests, changes, issues };
  return { action: "impossible", etag, requests: [], changes, issues };
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

function withoutDataset(plan: TablePlan, name: string): TablePlan {
  const dataset = shown(name.slice(0, name.indexOf(".")));
  const message = `must be an existing dataset, got ${dataset}; create it with client.warehouse.datasets.ensure`;
  const issue = { path: "tableReference.datasetId", message, rule: "dataset-exists" };
  return { ...plan, action: "impossible", requests: [], issues: [issue, ...plan.issues] };
}

function unreadable(error: unknown): TablePlan {
  const text = error instanceof Error ? error.message : String(error);
  const issue = { path: "", message: `could not be read: ${text}`, rule: "table-readable" };
  return { action: "unreadable", requests: [], changes: [], issues: [issue] };
}

/** Returns a desired table without the fields that match patterns. */
function withoutIgnored(wanted: WantedTable, current: Readonly<Table> | undefined, patterns: Patterns): WantedTable {
  const live = current as unknown as TableJson | undefined; // it is JSON
  // Patterns may be about fields that only the live table has.
  if (live !== undefined && patterns.unmatched().length > 0) withoutFields(live, patterns);
  const kept = withoutFields(wanted.body, patterns);
  const schema = withLiveColumns(kept.schema, live?.schema, patterns);
  return { ...wanted, body: schema === kept.schema ? kept : { ...kept, schema } };
}
