import type { Issue } from "../../errors/request-error.js";
import { type ChangeKind, issueOf } from "../../tables/compare/change-kinds.js";
import { joinPath } from "../../values/issue-path.js";
import { isSame, valueAt } from "../../values/objects.js";
import {
  type Column,
  columnsIn,
  dottedName,
  modeOf,
  pairColumns,
  scalarText,
  typeOf,
  withoutDefaults,
} from "../../warehouse/columns.js";
import { OTHER_KINDS } from "../../warehouse/encode-table.js";
import type { JsonObject } from "../fake-service.js";

/** A value that differs between the stored table and the table after a request. */
interface Difference {
  readonly kind: ChangeKind;
  readonly path: string;
  readonly column?: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Lists the issues of a change to a table that the service rejects. The sandbox compares the tables itself, so that tests
 * of plans do not compare a plan with itself.
 *
 * @param live - The stored table, with its type.
 * @param next - The whole table after the request.
 */
export function changeIssues(live: JsonObject, next: JsonObject): Issue[] {
  const differences = [...propertyDifferences(live, next), ...schemaDifferences(live, next)];
  return differences.flatMap((each) => issueOf({ column: "", at: [], value: each.after, ...each }) ?? []);
}

/** What a request cannot change: whether a table has a property, and values inside of such properties. */
const FIXED: readonly (readonly [path: string, kind: ChangeKind])[] = [
  ...OTHER_KINDS.map((name) => [name, "table-kind"] as const),
  ["materializedView.query", "materialized-view-query"],
  ["timePartitioning", "partitioning"],
  ["timePartitioning.type", "partitioning"],
  ["timePartitioning.field", "partitioning"],
  ["rangePartitioning", "partitioning"],
  ["rangePartitioning.field", "partitioning"],
  ["rangePartitioning.range.start", "partitioning"],
  ["rangePartitioning.range.end", "partitioning"],
  ["rangePartitioning.range.interval", "partitioning"],
  ["encryptionConfiguration", "encryption"],
];

/** Lists the forbidden changes of properties other than columns. */
function propertyDifferences(live: JsonObject, next: JsonObject): Difference[] {
  const fixed = FIXED.flatMap(([path, kind]): Difference[] => {
    const [outer = "", ...inner] = path.split(".");
    const [before, after] = [live[outer], next[outer]].map((value) => (isSame(value, {}) ? null : (value ?? null)));
    if (inner.length === 0) return (before === null) === (after === null) ? [] : [{ kind, path, before, after }];
    if (before === null || after === null) return []; // the row of the property has reported it
    const values = { before: valueAt(before, inner), after: valueAt(after, inner) };
    // Names of columns are case-insensitive.
    const [from, to] = [values.before, values.after].map((value) =>
      path.endsWith(".field") ? scalarText(value).toLowerCase() : value,
    );
    return isSame(from, to) ? [] : [{ kind, path, ...values }];
  });
  const [columns, nextColumns] = [columnsIn(live.clustering), columnsIn(next.clustering)];
  const isEmptied = columns.length > 0 && nextColumns.length === 0 && next.clustering != null;
  const emptied = { kind: "clustering-empty", path: "clustering.fields", before: columns, after: nextColumns } as const;
  return isEmptied ? [...fixed, emptied] : fixed;
}

/** Lists the forbidden changes of columns. */
function schemaDifferences(live: JsonObject, next: JsonObject): Difference[] {
  // The columns of a view follow from its query, those of external data from the data.
  if (live.view != null || (live.externalDataConfiguration != null && live.schema == null)) return [];
  const differences = columnDifferences(columnsIn(live.schema), columnsIn(next.schema), "schema.fields", "");
  if (live.materializedView == null && live.type !== "SNAPSHOT") return differences;
  const kind = live.type === "SNAPSHOT" ? "snapshot-schema" : "materialized-view-schema";
  return differences.slice(0, 1).map((each) => ({ ...each, kind }));
}

/** Lists the differences of two lists of columns, at every depth, in the order of the live columns. */
function columnDifferences(
  live: readonly unknown[],
  next: readonly unknown[],
  path: string,
  outer: string,
): Difference[] {
  return pairColumns(live, next).pairs.flatMap(({ live: before, proposed: after, index }) => {
    const at = joinPath(path, index);
    if (before !== undefined && after !== undefined) return changedColumn(before, after, at, outer);
    if (after !== undefined) return newColumn(after, at, dottedName(outer, after));
    const missing = before as Column; // one of the two is given
    return [{ kind: "column-missing", path: at, column: dottedName(outer, missing), before: missing, after: null }];
  });
}

function newColumn(after: Column, path: string, column: string): Difference[] {
  const added = (kind: ChangeKind, name: string): Difference => {
    return { kind, path: joinPath(path, name), column, before: null, after: after[name] ?? null };
  };
  return [
    { kind: "column-added", path, column, before: null, after },
    ...(modeOf(after) === "REQUIRED" ? [added("column-required", "mode")] : []),
    ...(withoutDefaults(after) === after ? [] : [added("column-default", "defaultValueExpression")]),
  ];
}

/** Properties of a column that {@link changedColumn} compares in their own way, or whose changes the service ignores. */
const OWN: readonly string[] = [
  "name",
  "type",
  "rangeElementType",
  "mode",
  "fields",
  "maxLength",
  "precision",
  "scale",
];

function changedColumn(live: Column, next: Column, path: string, outer: string): Difference[] {
  const column = dottedName(outer, live);
  const changed = (kind: ChangeKind, name: string, before: unknown, after: unknown): Difference[] =>
    isSame(before, after) ? [] : [{ kind, path: joinPath(path, name), column, before, after }];
  const retyped = changed("column-type", "type", typeOf(live), typeOf(next));
  const renamed = changed("column-case", "name", live.name, next.name);
  if (retyped.length > 0) return [...retyped, ...renamed];
  const [mode, nextMode] = [modeOf(live), modeOf(next)];
  const isRelaxed = mode === "REQUIRED" && nextMode === "NULLABLE";
  const names = [...new Set([...Object.keys(live), ...Object.keys(next)])].filter((name) => !OWN.includes(name));
  return [
    ...renamed,
    ...changed(isRelaxed ? "value" : "column-mode", "mode", mode, nextMode),
    ...names.flatMap((name) => changed("value", name, live[name], next[name])),
    ...columnDifferences(columnsIn(live), columnsIn(next), joinPath(path, "fields"), column),
  ];
}
