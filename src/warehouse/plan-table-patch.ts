import { isObject } from "../core/is-object.js";
import { mergePatch, withoutNulls } from "../core/merge-patch.js";
import { pathIssues } from "../core/path.js";
import { fromWire, type Names, type ServiceNames } from "../core/rename.js";
import { kindOf, shown } from "../core/rules/describe.js";
import { issuesBeside, joinPath, plainIssue } from "../core/rules/issue-path.js";
import { oneOf, strictOptions } from "../core/rules/options.js";
import type { RuleSettings } from "../core/rules/rules.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE, shapeIssues } from "../core/schema/shape-issues.js";
import { valueAt } from "../core/value-at.js";
import type { Issue } from "../errors/issue.js";
import { assertNoIssues } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { namingOption } from "../naming/naming-option.js";
import { checkTable } from "./check-table.js";
import { type Column, columnsIn, pairColumns } from "./columns.js";
import type { DesiredTable, TablePatch } from "./input.js";
import { mergeColumns } from "./merge-columns.js";
import { changeIssue, problemIssue, referenceIssue, schemaIssue } from "./plan-issues.js";
import { type NeutralInput, neutralInput, tablePlaces } from "./renamed-places.js";
import { derivesPartitionColumns } from "./rules/partitioning.js";
import { serviceSettings } from "./rules/table-rules.js";
import { schemaChanges, schemaProblems } from "./schema-changes.js";
import { Table } from "./schemas/table.js";
import { tableChanges } from "./table-changes.js";
import { matches, type Place, placeIn, tablePlace } from "./table-comparison.js";

/** Options of {@link planTablePatch}. */
export interface PlanTableOptions {
  /**
   * `"keep"` keeps live columns that the desired schema omits, at every depth. Use it for rolling deployments, where an
   * older version of the code can run with a newer table. Default: a live column that the desired schema omits is an issue.
   */
  extraColumns?: "keep" | undefined;
  /**
   * Naming profile of the service. It determines the rules that the table must satisfy after the patch, and the names
   * that the tables may have in addition to the neutral ones. Default: `googleNaming`.
   */
  naming?: Naming | undefined;
}

/** Check of {@link PlanTableOptions.extraColumns}. */
export const extraColumnsOption = /* @__PURE__ */ oneOf("keep");

const OPERATION = "planTablePatch";

/**
 * Plans the smallest patch that changes a live table to a desired one. Nothing is sent.
 *
 * A property that `desired` omits is not changed, at every depth; `null` clears a property. Columns are compared by
 * name, ignoring case; new columns are appended. Labels and resource tags are merged by key, other lists are replaced.
 * Different spellings (`INT64` and `INTEGER`), defaults and the order of properties are not changes.
 *
 * @param current - The table as `tables.get` returns it.
 * @param desired - The desired table. `schema`, if given, lists every column.
 * @param options - `extraColumns` keeps live columns that the desired schema omits; `naming` is the naming profile.
 * @returns The patch for `tables.patch`; `undefined` if nothing has to change.
 * @throws {RequestError} If `desired` is invalid, if the change breaks a rule, or if a patch cannot make it: another
 * column type, a new `REQUIRED` column, a removed column, other partitioning. All issues are reported together, each
 * with a remedy.
 *
 * @example
 * const current = await client.warehouse.tables.get(desired.tableReference);
 * const patch = planTablePatch(current, desired);
 * if (patch) await client.warehouse.tables.patch(desired.tableReference, patch, { ifMatch: current.etag });
 */
export function planTablePatch(
  current: Readonly<Table>,
  desired: DesiredTable,
  options: PlanTableOptions = {},
): TablePatch | undefined {
  strictOptions(OPERATION, options, { extraColumns: extraColumnsOption, naming: namingOption });
  const { extraColumns, naming = googleNaming } = options;
  const wanted = readDesired(desired, naming);
  assertNoIssues(OPERATION, [...currentIssues(current), ...wanted.issues]);
  const live = fromWire(current, tablePlaces, naming);
  return planPatch(OPERATION, live, wanted, { extraColumns, now: Date.now(), naming, rules: serviceSettings(naming) });
}

/** A desired table in wire form, or an empty object if it is not an object. */
type DesiredBody = Readonly<Record<string, unknown>>;

/** A desired table that was read. */
export interface WantedTable extends Pick<NeutralInput, "named"> {
  readonly body: DesiredBody;
  /** The issues that do not depend on the live table. */
  readonly issues: readonly Issue[];
}

/** Encodes a desired table, which may have the names of a profile. */
export function readDesired(desired: unknown, naming: Names): WantedTable {
  const { table, issues: twice, named } = neutralInput(desired, naming);
  if (!isObject(table)) {
    const message = `must be a table, got ${kindOf(desired)}`;
    return { body: {}, issues: [{ path: "desired", message, rule: SHAPE_RULE }], named };
  }
  const { body: encoded, issues } = encodeBody(Table, table);
  const body = encoded as DesiredBody; // of an object
  // Whether related properties are present depends on the live table.
  const invalid = shapeIssues(Table, body).filter(
    ({ missing, segments }) => !missing || typeof segments.at(-1) === "number",
  );
  const known = [...issues, ...issuesBeside(invalid, issues).map(plainIssue)];
  const all = [
    ...known,
    ...issuesBeside([...idIssues(body.tableReference), ...unnamedColumns(body.schema)], known),
    ...schemaProblems(body.schema).map(problemIssue),
  ].map((issue) => (issue.path === "" ? { ...issue, path: "desired" } : named(issue)));
  return { body, issues: [...twice, ...all], named };
}

function idIssues(reference: unknown): Issue[] {
  if (!isObject(reference))
    return [{ path: "tableReference", message: "is required", rule: "table-reference-required" }];
  const { projectId, datasetId, tableId } = reference;
  return pathIssues({ projectId, datasetId, tableId }, "tableReference");
}

/** Issues of columns without a name, which cannot be compared. */
function unnamedColumns(schema: unknown, path = "schema.fields"): Issue[] {
  const issues: Issue[] = [];
  columnsIn(schema).forEach((column, index) => {
    if (!isObject(column)) return;
    const { name } = column;
    if (typeof name !== "string" || name === "") {
      const at = joinPath(joinPath(path, index), "name");
      issues.push({ path: at, message: "is required", rule: "field-name-required" });
    }
    const inside = column.fields == null ? [] : unnamedColumns(column, joinPath(joinPath(path, index), "fields"));
    for (const issue of inside) issues.push(issue);
  });
  return issues;
}

function currentIssues(current: unknown): Issue[] {
  if (isObject(current) && isObject(current.tableReference)) return [];
  const isPromise = typeof Object(current).then === "function";
  const got = isPromise
    ? "a Promise; await it"
    : isObject(current)
      ? "an object without tableReference"
      : kindOf(current);
  return [{ path: "current", message: `must be a table that tables.get returned, got ${got}`, rule: SHAPE_RULE }];
}

/** Inputs of a plan other than the tables. */
export interface PlanContext extends Pick<PlanTableOptions, "extraColumns"> {
  /** The current time, as Unix time in milliseconds. */
  readonly now: number;
  /** The naming profile of the service. */
  readonly naming: ServiceNames;
  /** Severities of the rules that the table must satisfy after the patch; undefined to skip the rules. */
  readonly rules: RuleSettings | undefined;
}

/**
 * Plans the patch for a desired table that {@link readDesired} has accepted.
 *
 * @throws {RequestError} With all changes that the service cannot make.
 */
export function planPatch(
  operation: string,
  current: Readonly<Table>,
  { body: desired, named }: WantedTable,
  context: PlanContext,
): TablePatch | undefined {
  const { extraColumns, now } = context;
  const live = current as unknown as DesiredBody; // a table is JSON
  const { schema, patch, issues: known } = differences(live, desired, extraColumns);
  // A table can have many columns, so they are not copied.
  const proposed = {
    ...Object(mergePatch(live, patch)),
    schema: schema ? { ...Object(live.schema), ...schema } : live.schema,
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
  assertNoIssues(operation, issues.map(named));
  return Object.keys(patch).length === 0 ? undefined : (patch as TablePatch); // created from a desired table
}

/** Returns the issues of rules that the live table satisfies and the proposed one breaks, with the desired columns' indices. */
function ruleIssues(
  live: DesiredBody,
  proposed: DesiredBody,
  desired: unknown,
  { now, naming, rules: settings }: PlanContext,
): readonly Issue[] {
  if (settings === undefined) return [];
  const errorsOf = ({ schema, ...others }: DesiredBody) => {
    const table = { ...others, schema: isObject(schema) ? inOrderOf(columnsIn(desired), schema) : schema };
    return checkTable(table, { complete: true, now, naming, settings }).errors;
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
function columnIssues(live: DesiredBody, desired: DesiredBody, extraColumns: PlanContext["extraColumns"]): Issue[] {
  if (live.view != null) return [];
  const mayOmit = extraColumns === "keep" || live.materializedView != null || !lists(live, desired);
  return schemaChanges(live.schema, desired.schema, { omitted: "any" })
    .filter(({ kind }) => kind !== "case" && !(kind === "missing" && mayOmit))
    .map(schemaIssue);
}

/** Whether a desired table lists its columns. An empty schema counts as none; `null` would remove all columns. */
function lists({ externalDataConfiguration }: DesiredBody, { schema }: DesiredBody): boolean {
  if (schema !== null) return columnsIn(schema).length > 0;
  // The service derives this schema itself.
  return valueAt(externalDataConfiguration, ["autodetect"]) !== true;
}

interface Differences {
  /** The changed properties of the schema, or the whole schema if columns change; undefined if nothing changes. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** The other properties that change. */
  readonly patch: Record<string, unknown>;
  readonly issues: Issue[];
}

/** Properties that a patch never contains. */
const LEFT_OUT: readonly string[] = ["kind", "tableReference", "schema", "requirePartitionFilter"];

function differences(live: DesiredBody, desired: DesiredBody, extraColumns: PlanContext["extraColumns"]): Differences {
  const issues = referenceIssues(live, desired);
  const patch = new Map<string, unknown>();
  const { filter, issues: conflicts } = partitionFilter(desired);
  if (filter !== undefined && filter !== (partitionFilter(live).filter ?? false)) {
    patch.set("requirePartitionFilter", filter);
  }
  for (const [name, value] of Object.entries(desired)) {
    if (LEFT_OUT.includes(name) || (name === "partitionDefinition" && !ownsPartitionColumns(live))) continue;
    const wanted = name === "timePartitioning" ? withoutFilter(value) : value;
    const change = changeOf(comparable(live, name, wanted), wanted, placeIn(tablePlace(), name));
    if (change !== undefined) patch.set(name, change);
  }
  // A new query gives a view the columns that it lists.
  const replaces = live.view != null && valueAt(patch.get("view"), ["query"]) != null && extraColumns !== "keep";
  return {
    schema: schemaPatch(live.schema, desired.schema, replaces),
    patch: Object.fromEntries(patch),
    issues: [...issues, ...conflicts],
  };
}

/** Whether requests can set the partition columns of a table: only a metastore's tables have settable ones. */
function ownsPartitionColumns(live: DesiredBody): boolean {
  const { partitionDefinition, externalCatalogTableOptions } = live;
  return (partitionDefinition ?? externalCatalogTableOptions) != null && !derivesPartitionColumns(live);
}

function referenceIssues(live: DesiredBody, desired: DesiredBody): Issue[] {
  return ["projectId", "datasetId", "tableId"].flatMap((name): Issue[] => {
    const [has, wants] = [live, desired].map((table) => valueAt(table, ["tableReference", name]));
    return has === wants ? [] : [referenceIssue(`tableReference.${name}`, has, wants)];
  });
}

/** Returns the changes of a schema, with the merged columns if one changes; undefined if it is as desired. */
function schemaPatch(live: unknown, desired: unknown, replaces: boolean): Differences["schema"] {
  const { fields: _, ...wanted } = Object(desired);
  const changes = changeOf(live, wanted, placeIn(tablePlace(), "schema"));
  const before = columnsIn(live);
  const fields = mergeColumns(before, columnsIn(desired), replaces && columnsIn(desired).length > 0);
  if (fields !== before) return { ...Object(live), ...Object(changes), fields };
  return changes === undefined ? undefined : Object(changes);
}

/**
 * Returns whether queries must filter by partition: the property of the table, or the deprecated one of its time
 * partitioning; the service keeps both equal.
 */
function partitionFilter({ requirePartitionFilter: own, timePartitioning }: DesiredBody): {
  readonly filter: boolean | undefined;
  readonly issues: Issue[];
} {
  const older = isObject(timePartitioning) ? timePartitioning.requirePartitionFilter : undefined;
  const given = own === undefined ? older : own;
  const filter = given === undefined ? undefined : given === true;
  if (own === undefined || older === undefined || (older === true) === filter) return { filter, issues: [] };
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
function comparable(live: DesiredBody, name: string, wanted: unknown): unknown {
  const value = valueAt(live, [name]);
  const listsColumns = name === "externalDataConfiguration" && valueAt(wanted, ["schema"]) != null;
  return listsColumns && isObject(value) && value.schema == null && live.schema != null
    ? { ...value, schema: live.schema }
    : value;
}

/** Returns the part of the patch that changes a value; undefined if it does not change. */
function changeOf(live: unknown, wanted: unknown, place: Place): unknown {
  if (matches(live, wanted, place)) return undefined;
  if (!isObject(live) || !isObject(wanted)) return withoutNulls(wanted);
  const changes = Object.entries(wanted).map(([name, value]): [string, unknown] => {
    return [name, changeOf(valueAt(live, [name]), value, placeIn(place, name))];
  });
  return Object.fromEntries(changes.filter(([, change]) => change !== undefined));
}
