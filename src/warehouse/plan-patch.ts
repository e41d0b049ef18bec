import type { CallContext } from "../core/call-context.js";
import { shown } from "../core/describe.js";
import { issuesBeside } from "../core/issue-path.js";
import { mergePatch, withoutNulls } from "../core/merge-patch.js";
import { isObject, valueAt } from "../core/objects.js";
import { oneOf } from "../core/options.js";
import type { RuleSettings } from "../core/rules.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import type { WantedTable } from "./check-desired.js";
import { derivesPartitionColumns, type TableJson } from "./encode-table.js";
import type { TablePatch } from "./input.js";
import { mergeColumns } from "./merge-columns.js";
import { statementsFor } from "./plan/alter-table.js";
import { type Column, columnsIn, pairColumns } from "./plan/columns.js";
import { type Meaning, matches, meaningIn, meaningOfTable } from "./plan/meaning.js";
import { changeIssue, referenceIssue, schemaIssue } from "./plan-issues.js";
import { checkTable } from "./rules/check-table.js";
import { schemaChanges } from "./schema-changes.js";
import type { Table } from "./schemas/table.js";
import { tableChanges } from "./table-changes.js";

/** Check of `extraColumns`. */
export const extraColumnsOption = /* @__PURE__ */ oneOf("keep");

/** Inputs of a plan other than the tables. */
export interface PlanContext {
  /** As in the options of `planTablePatch`. */
  readonly extraColumns?: "keep" | undefined;
  /** The current time, as Unix time in milliseconds. */
  readonly now: number;
  /** Whether the service accepts more enum values than those that are known. */
  readonly openValues: boolean;
  /** Severities of the rules that the table must satisfy after the patch; undefined to skip the rules. */
  readonly rules: RuleSettings | undefined;
}

/** Returns the context of a plan that a client makes now. */
export function planContextOf({ clock, openValues, rules, checksRequests }: CallContext): PlanContext {
  return { now: clock.now(), openValues, rules: checksRequests ? rules : undefined };
}

/** The way from a live table to a desired one. */
export interface TableChangePlan {
  /**
   * The patches to send one after the other: none if nothing has to change; two if a new column has a default value, which
   * the service sets only on an existing column.
   */
  readonly patches: readonly TablePatch[];
  /** The changes that the service cannot make. If there are any, no patch must be sent. */
  readonly issues: readonly Issue[];
}

/**
 * Plans the patches for a desired table that {@link checkDesired} has accepted.
 *
 * @throws {RequestError} With all changes that the service cannot make.
 */
export function planPatches(
  operation: string,
  current: Readonly<Table>,
  wanted: WantedTable,
  context: PlanContext,
): readonly TablePatch[] {
  const { patches, issues } = planChange(current, wanted, context);
  assertNoIssues(operation, issues);
  return patches;
}

/** Plans how a live table becomes a desired one that {@link checkDesired} has accepted. */
export function planChange(
  current: Readonly<Table>,
  { body: desired }: WantedTable,
  context: PlanContext,
): TableChangePlan {
  const { extraColumns, now } = context;
  const live = current as unknown as TableJson; // a table is JSON
  const { schema, defaults, patch, issues: known } = differences(live, desired, extraColumns);
  // A table can have many columns, so they are not copied.
  const final = defaults ?? schema;
  const proposed = {
    ...Object(mergePatch(live, patch)),
    schema: final ? { ...Object(live.schema), ...final } : live.schema,
  };
  if (schema !== undefined) patch.schema = schema;
  const issues = [
    ...known,
    ...columnIssues(live, desired, extraColumns),
    ...tableChanges(live, proposed).map(changeIssue),
  ];
  const expiry = patch.expirationTime;
  if (expiry != null && Number(expiry) <= now) {
    const message = `must be in the future, got ${shown(expiry)}: the service would delete the table; use tables.delete`;
    issues.push({ path: "expirationTime", message, rule: "expiration-time-in-past" });
  }
  if (Object.keys(patch).length > 0) {
    // Another type also makes the rest of a column invalid.
    const known = issues.map(({ path, ...issue }) => ({ ...issue, path: path.replace(/^(schema\..*)\.type$/, "$1") }));
    for (const issue of issuesBeside(ruleIssues(live, proposed, desired.schema, context), known)) issues.push(issue);
  }
  const patches = [...(Object.keys(patch).length === 0 ? [] : [patch]), ...(defaults ? [{ schema: defaults }] : [])];
  return { patches: patches as TablePatch[], issues }; // created from a desired table
}

/** Returns the issues of rules that the live table satisfies and the proposed one breaks, with the desired columns' indices. */
function ruleIssues(
  live: TableJson,
  proposed: TableJson,
  desired: unknown,
  { now, openValues, rules: settings }: PlanContext,
): readonly Issue[] {
  if (settings === undefined) return [];
  const errorsOf = ({ schema, ...others }: TableJson) => {
    const table = { ...others, schema: isObject(schema) ? inOrderOf(columnsIn(desired), schema) : schema };
    return checkTable(table, { complete: true, now, openValues, settings }).errors;
  };
  const keyOf = ({ rule, path }: Issue) => `${rule} ${path}`;
  const found = errorsOf(proposed);
  const known = new Set(found.length === 0 ? [] : errorsOf(live).map(keyOf));
  return found.filter((issue) => !known.has(keyOf(issue)));
}

/** Sorts columns, at every depth: the desired ones come first, in their order. A desired column that is missing is null. */
function inOrderOf(desired: readonly unknown[], holder: Column): Column {
  if (desired.length === 0) return holder;
  const fields = pairColumns(desired, columnsIn(holder)).pairs.map(({ live: wanted, proposed: column }) =>
    column === undefined ? null : inOrderOf(columnsIn(wanted), column),
  );
  return { ...holder, fields };
}

/** Returns the issues of columns that a patch cannot change. The columns of a view follow from its query. */
function columnIssues(live: TableJson, desired: TableJson, extraColumns: PlanContext["extraColumns"]): Issue[] {
  if (live.view != null) return [];
  const mayOmit = extraColumns === "keep" || live.materializedView != null || !lists(live, desired);
  const changes = schemaChanges(live.schema, desired.schema, { omitted: "any" }).filter(
    ({ kind }) => kind !== "case" && !(kind === "missing" && mayOmit),
  );
  if (changes.length === 0) return [];
  const statementFor = statementsFor(live, desired);
  return changes.map((change) => {
    const issue = schemaIssue(change);
    const sql = statementFor(change);
    const message = change.kind === "missing" ? `${issue.message}, or pass extraColumns: "keep"` : issue.message;
    return { ...issue, message, ...(sql === undefined ? {} : { sql }) };
  });
}

/** Whether a desired table lists its columns. An empty schema counts as none; `null` would remove all columns. */
function lists({ externalDataConfiguration }: TableJson, { schema }: TableJson): boolean {
  if (schema !== null) return columnsIn(schema).length > 0;
  // The service derives this schema itself.
  return valueAt(externalDataConfiguration, ["autodetect"]) !== true;
}

interface Differences {
  /** The changed properties of the schema, or the whole schema if columns change; undefined if nothing changes. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** The schema of a second patch, which sets the default values of new columns; undefined if there are none. */
  readonly defaults: Readonly<Record<string, unknown>> | undefined;
  /** The other properties that change. */
  readonly patch: Record<string, unknown>;
  readonly issues: Issue[];
}

/** Properties that a patch never contains. */
const LEFT_OUT: readonly string[] = ["kind", "tableReference", "schema", "requirePartitionFilter"];

function differences(live: TableJson, desired: TableJson, extraColumns: PlanContext["extraColumns"]): Differences {
  const issues = referenceIssues(live, desired);
  const patch = new Map<string, unknown>();
  const { filter, issues: conflicts } = partitionFilter(desired);
  if (filter !== undefined && filter !== (partitionFilter(live).filter ?? false)) {
    patch.set("requirePartitionFilter", filter);
  }
  for (const [name, value] of Object.entries(desired)) {
    if (LEFT_OUT.includes(name) || (name === "partitionDefinition" && !ownsPartitionColumns(live))) continue;
    const wanted = name === "timePartitioning" ? withoutFilter(value) : value;
    const change = changeOf(comparable(live, name, wanted), wanted, meaningIn(meaningOfTable(), name));
    if (change !== undefined) patch.set(name, change);
  }
  // A new query gives a view the columns that it lists.
  const replaces = live.view != null && valueAt(patch.get("view"), ["query"]) != null && extraColumns !== "keep";
  return {
    ...schemaPatches(live.schema, desired.schema, replaces),
    patch: Object.fromEntries(patch),
    issues: [...issues, ...conflicts],
  };
}

/** Whether requests can set the partition columns of a table: only a metastore's tables have settable ones. */
function ownsPartitionColumns(live: TableJson): boolean {
  const { partitionDefinition, externalCatalogTableOptions } = live;
  return (partitionDefinition ?? externalCatalogTableOptions) != null && !derivesPartitionColumns(live);
}

function referenceIssues(live: TableJson, desired: TableJson): Issue[] {
  return ["projectId", "datasetId", "tableId"].flatMap((name): Issue[] => {
    const [has, wants] = [live, desired].map((table) => valueAt(table, ["tableReference", name]));
    return has === wants ? [] : [referenceIssue(`tableReference.${name}`, has, wants)];
  });
}

/** Returns the changes to a schema, with the merged columns if one changes; undefined if it is as desired. */
function schemaPatches(live: unknown, desired: unknown, replaces: boolean): Pick<Differences, "schema" | "defaults"> {
  const { fields: _, ...wanted } = Object(desired);
  const changes = changeOf(live, wanted, meaningIn(meaningOfTable(), "schema"));
  const before = columnsIn(live);
  const fields = mergeColumns(before, columnsIn(desired), replaces && columnsIn(desired).length > 0);
  if (fields === before) return { schema: changes === undefined ? undefined : Object(changes), defaults: undefined };
  const schema = { ...Object(live), ...Object(changes), fields };
  const complete = mergeColumns(fields, columnsIn(desired), false);
  return { schema, defaults: complete === fields ? undefined : { ...schema, fields: complete } };
}

/**
 * Returns whether queries must filter by partition: the property of the table, or the deprecated one of its time
 * partitioning; the service keeps both equal.
 */
function partitionFilter({ requirePartitionFilter: own, timePartitioning }: TableJson): {
  readonly filter: boolean | undefined;
  readonly issues: Issue[];
} {
  const older = isObject(timePartitioning) ? timePartitioning.requirePartitionFilter : undefined;
  const given = own === undefined ? older : own;
  const filter = given === undefined ? undefined : given === true;
  if (older === undefined || (older === true) === filter) return { filter, issues: [] };
  const message = `must be ${filter}, as requirePartitionFilter of the table, got ${shown(older)}; omit it`;
  const path = "timePartitioning.requirePartitionFilter";
  return { filter, issues: [{ path, message, rule: "partition-filter-once" }] };
}

function withoutFilter(timePartitioning: unknown): unknown {
  if (!isObject(timePartitioning)) return timePartitioning;
  const { requirePartitionFilter: _, ...others } = timePartitioning;
  return others;
}

/** Returns the live value of a property. The columns of an external table may be in the schema of the table. */
function comparable(live: TableJson, name: string, wanted: unknown): unknown {
  const value = valueAt(live, [name]);
  const listsColumns = name === "externalDataConfiguration" && valueAt(wanted, ["schema"]) != null;
  return listsColumns && isObject(value) && value.schema == null && live.schema != null
    ? { ...value, schema: live.schema }
    : value;
}

/** Returns the part of the patch that changes a value; undefined if it does not change. */
function changeOf(live: unknown, wanted: unknown, meaning: Meaning): unknown {
  if (matches(live, wanted, meaning)) return undefined;
  if (!isObject(live) || !isObject(wanted)) return withoutNulls(wanted);
  const changes = Object.entries(wanted).map(([name, value]): [string, unknown] => {
    return [name, changeOf(valueAt(live, [name]), value, meaningIn(meaning, name))];
  });
  return Object.fromEntries(changes.filter(([, change]) => change !== undefined));
}
