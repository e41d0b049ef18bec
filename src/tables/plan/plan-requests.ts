import type { RuleResult } from "../../checks/rules.js";
import type { Issue } from "../../errors/request-error.js";
import { issuesBeside } from "../../values/issue-path.js";
import { mergePatch, withoutNulls } from "../../values/merge-patch.js";
import { hasKey, isObject, valueAt, withoutUndefined, withValue } from "../../values/objects.js";
import type { Patterns } from "../../values/patterns.js";
import { type Column, columnsIn, pairColumns } from "../../warehouse/columns.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import type { TableInput, TablePatch } from "../../warehouse/input.js";
import { isView, withOneFilter, withoutDerived } from "../../warehouse/partitioning.js";
import { checkTableInput } from "../../warehouse/rules/check-table.js";
import type { FindTable } from "../../warehouse/rules/rule-builders.js";
import type { ServiceSettings } from "../../warehouse/rules/service-settings.js";
import type { Table } from "../../warehouse/schemas/table.js";
import { definitionSettings } from "../check-definition.js";
import { statementsFor } from "../compare/alter-table.js";
import { type Change, issuesOf } from "../compare/change-kinds.js";
import { compareTables, type PlanTableOptions } from "../compare/compare-tables.js";
import { withoutIgnored } from "../compare/ignored-fields.js";
import type { PlannedChange, PlannedTable } from "./plan-data.js";

/** Inputs of a plan other than the tables. Default of the settings: those of definitions. */
export interface PlanContext extends PlanTableOptions, Partial<ServiceSettings> {
  /** The current time, as Unix time in milliseconds. */
  readonly now: number;
  /** Finds a table that a foreign key references. Default: no other table is known. */
  readonly referenced?: FindTable | undefined;
}

/** The requests that bring one table to its desired state; none if that is not possible. */
export interface PlannedRequests extends Pick<PlannedTable, "action" | "changes" | "issues"> {
  /** The table to create, if there is no live one. */
  readonly creation?: TableInput | undefined;
  /** The patches of a live table, in order: at most two. */
  readonly patches: readonly TablePatch[];
  /** Warnings about the table as a whole, which its patches alone do not give. */
  readonly warnings: readonly Issue[];
}

/**
 * Plans the requests that bring a table to its desired state.
 *
 * @param live - The live table; undefined if there is none.
 * @param desired - The desired table, as `checkDesired` has accepted it.
 */
export function planRequests(
  live: Readonly<Table> | undefined,
  desired: TableJson,
  context: PlanContext,
): PlannedRequests {
  const planned = live === undefined ? planCreation(desired, context) : planPatches({ ...live }, desired, context);
  return planned.issues.length > 0 ? { ...planned, action: "impossible", creation: undefined, patches: [] } : planned;
}

/** Plans the requests for a definition that was checked, without the fields that a plan ignores. */
export function planDefined(
  live: Table | undefined,
  defined: TableJson,
  context: PlanContext,
  ignoredFields: Patterns,
): PlannedRequests {
  const liveJson = live && { ...live };
  return planRequests(live, asTable(withoutIgnored(defined, liveJson, ignoredFields), liveJson), context);
}

/** A table with columns and without a query cannot be a live view, even if its definition does not mention views. */
function asTable(wanted: TableJson, live: TableJson | undefined): TableJson {
  const { schema, ...others } = wanted;
  if (schema == null || isView(wanted)) return wanted;
  const kind = ["view", "materializedView"].find((name) => live?.[name] != null);
  return kind === undefined ? wanted : { ...others, [kind]: null };
}

function planCreation(desired: TableJson, context: PlanContext): PlannedRequests {
  const table = creationOf(desired);
  const { errors, warnings } = checkedTable(table, desired.schema, context);
  const { expirationTime } = table;
  const expired = compareTables({}, { expirationTime }, context);
  const impossible = [...expired, ...changesOf(table, desired, context)]; // such as descriptions in a materialized view
  return {
    action: "create",
    creation: table as unknown as TableInput, // of a checked table
    patches: [],
    changes: creationChanges(table),
    issues: [...issuesOf(impossible, () => undefined), ...errors],
    warnings,
  };
}

function planPatches(live: TableJson, desired: TableJson, context: PlanContext): PlannedRequests {
  const changes = changesOf(live, desired, context);
  if (changes.length === 0) return { action: "unchanged", patches: [], changes, issues: [], warnings: [] };
  const impossible = issuesOf(changes, statementsFor(live, desired));
  const patches = [patchWith(live, changes)];
  // Default values of new columns need another patch.
  const later = impossible.length > 0 ? [] : changesOf(patched(live, patches), desired, context);
  if (later.length > 0) patches.push(patchWith(patched(live, patches), later));
  // Another type also makes the rest of a column invalid.
  const known = impossible.map((issue) => ({ ...issue, path: issue.path.replace(/^(schema\..*)\.type$/, "$1") }));
  const { errors, warnings } = newIssues(live, patches, desired.schema, context);
  return {
    action: "patch",
    patches: patches as readonly TablePatch[], // of a checked table
    changes: [...changes, ...later].map(({ path, column, before, after }) => ({ path, column, before, after })),
    issues: [...impossible, ...issuesBeside(errors, known)],
    warnings,
  };
}

/** Lists the changes to make. The live spelling of a name stays, and default values of new columns are set later. */
function changesOf(live: TableJson, desired: TableJson, context: PlanContext): Change[] {
  const changes = compareTables(live, desired, context);
  return changes.filter(({ kind }) => kind !== "column-case" && kind !== "column-default");
}

/**
 * Returns the issues of rules that the proposed table or its patches break and the live table does not. A patch can break a
 * rule that its table does not, because a patch of a view need not contain `view`; its warnings are emitted when it is sent.
 * Paths contain the indices of columns in the desired table.
 */
function newIssues(live: TableJson, patches: readonly TableJson[], desired: unknown, context: PlanContext): RuleResult {
  const before = checkedTable(live, desired, context);
  const after = checkedTable(patched(live, patches), desired, context);
  const sent = patches.map((patch) => checkedTable(patch, desired, context, false));
  return {
    errors: withoutKnown([...after.errors, ...sent.flatMap(({ errors }) => errors)], before.errors),
    warnings: withoutKnown(after.warnings, [...before.warnings, ...sent.flatMap(({ warnings }) => warnings)]),
  };
}

/** Returns issues without duplicates and without known ones. */
function withoutKnown(issues: readonly Issue[], known: readonly Issue[]): readonly Issue[] {
  const keyOf = ({ rule, path }: Issue) => `${rule} ${path}`;
  const keys = new Set(known.map(keyOf));
  const found = new Map(issues.map((issue) => [keyOf(issue), issue]));
  return [...found.values()].filter((issue) => !keys.has(keyOf(issue)));
}

function checkedTable(whole: TableJson, desired: unknown, context: PlanContext, complete = true): RuleResult {
  // A live table has a copy of the required filter.
  const { schema, ...others } = withOneFilter(whole);
  const table = { ...others, schema: hasKey(schema, "fields") ? inOrderOf(columnsIn(desired), schema) : schema };
  return checkTableInput(withoutUndefined(table), { ...definitionSettings, ...context, complete });
}

/** Sorts columns, at every depth: the desired ones come first, in their order. A desired column that is missing is null. */
function inOrderOf(desired: readonly unknown[], holder: Column): Column {
  if (desired.length === 0) return holder;
  const fields = pairColumns(desired, columnsIn(holder)).pairs.map(({ live: wanted, proposed: column }) =>
    column === undefined ? null : inOrderOf(columnsIn(wanted), column),
  );
  return { ...holder, fields };
}

/** Builds a patch from changes. */
function patchWith(live: TableJson, changes: readonly Change[]): TableJson {
  const patch = changes.reduce<unknown>((part, { at, value }) => withValue(part, at, value), {}) as TableJson; // still an object
  const { schema } = patch;
  // A schema that lists columns is replaced as a whole.
  const isReplaced = isObject(schema) && schema.fields !== undefined;
  return isReplaced ? { ...patch, schema: { ...Object(live.schema), ...schema } } : patch;
}

/** Applies patches to a table. */
function patched(live: TableJson, patches: readonly TableJson[]): TableJson {
  return patches.reduce((table, patch) => mergePatch(table, patch) as TableJson, live); // still an object
}

/**
 * Returns a new table. Expirations that are null stay null: if they were omitted, those of the dataset would apply. The query
 * of a view is GoogleSQL, unless it has another dialect; its columns follow from it.
 */
function creationOf(desired: TableJson): TableJson {
  const { view } = desired;
  const whole = isObject(view) ? { ...desired, view: { useLegacySql: false, ...view } } : desired;
  const { expirationTime, timePartitioning, ...others } = withoutDerived(withoutNulls(whole) as TableJson); // still an object
  const isEndless = valueAt(desired, ["timePartitioning", "expirationMs"]) === null;
  const expiration = desired.expirationTime === null ? null : expirationTime;
  const partitioning = isEndless ? { ...Object(timePartitioning), expirationMs: null } : timePartitioning;
  const schema = isView(desired) ? undefined : others.schema;
  return withoutUndefined({ ...others, schema, expirationTime: expiration, timePartitioning: partitioning });
}

/** Lists the values of a new table as changes, one for each column. */
function creationChanges(table: TableJson): PlannedChange[] {
  const added = (path: string, after: unknown, column = ""): PlannedChange => ({ path, column, before: null, after });
  return Object.entries(table).flatMap(([name, value]): PlannedChange[] => {
    if (name === "tableReference" || value === null) return [];
    if (name !== "schema" || !isObject(value)) return [added(name, value)];
    const { fields, ...others } = value;
    const columns = columnsIn({ fields }).map((column, index) => {
      return added(`schema.fields[${index}]`, column, String(valueAt(column, ["name"])));
    });
    return [...columns, ...Object.entries(others).map(([key, each]) => added(`schema.${key}`, each))];
  });
}
