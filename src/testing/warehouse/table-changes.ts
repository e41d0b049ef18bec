import type { Issue } from "../../errors/request-error.js";
import { type Change, type ChangeKind, issueOf } from "../../tables/compare/change-kinds.js";
import { joinPath } from "../../values/issue-path.js";
import { isObject, isSame, valueAt } from "../../values/objects.js";
import {
  type Column,
  columnsIn,
  dottedName,
  hiveKeys,
  modeOf,
  nameKey,
  pairColumns,
  typeOf,
  withoutDefaults,
  withoutForeignType,
} from "../../warehouse/columns.js";
import { OTHER_KINDS } from "../../warehouse/partitioning.js";
import type { JsonObject } from "../fake-service.js";
import { keepsQuery, storedForm } from "./stored-form.js";

/**
 * Lists the issues of a change to a table that the service rejects. The sandbox compares the tables itself, so that tests
 * of plans do not compare a plan with itself.
 *
 * @param live - The stored table, with its type.
 * @param next - The whole table after the request.
 */
export function changeIssues(live: JsonObject, next: JsonObject): Issue[] {
  const [before, after] = [live, next].map((table) => Object(table.externalDataConfiguration));
  if (before.schema == null && after.schema != null && after.connectionId != null) return [MISPLACED];
  const changes = [...propertyChanges(live, next), ...keyChanges(live, next), ...schemaChanges(live, next)];
  return changes.flatMap((change) => issueOf(change) ?? []);
}

const MISPLACED: Issue = {
  path: "externalDataConfiguration.schema",
  message: "must be the schema of the table",
  rule: "external-schema-place",
};

function changeOf(kind: ChangeKind, path: string, before: unknown, after: unknown, column = ""): Change {
  return { kind, path, column, before, after, at: [], value: after };
}

const HIVE = "externalDataConfiguration.hivePartitioningOptions";

/** Properties that a request can neither add nor remove, and values in them that it cannot change. */
const FIXED: readonly (readonly [kind: ChangeKind, ...paths: readonly string[]])[] = [
  ["table-kind", ...OTHER_KINDS],
  ["materialized-view", "materializedView.query", "materializedView.allowNonIncrementalDefinition"],
  ["partitioning", "timePartitioning", "timePartitioning.type", "timePartitioning.field"],
  ["partitioning", "rangePartitioning", "rangePartitioning.field"],
  ["partitioning", "rangePartitioning.range.start", "rangePartitioning.range.end", "rangePartitioning.range.interval"],
  ["encryption", "encryptionConfiguration"],
  ["hive-keys", HIVE],
];

/** Lists the changes of properties other than columns that a request cannot make. */
function propertyChanges(live: JsonObject, next: JsonObject): Change[] {
  const changes = FIXED.flatMap(([kind, ...paths]) =>
    paths.flatMap((path) => {
      const [outer = "", ...inner] = path.split(".");
      // If the table loses or gains a property, only that is a change.
      if (inner.length > 0 && (live[outer] == null || next[outer] == null)) return [];
      const [before, after] = [live, next].map((table) => valueAt(table[outer], inner));
      return comparable(path, before) === comparable(path, after) ? [] : [changeOf(kind, path, before, after)];
    }),
  );
  const [columns, nextColumns] = [columnsIn(live.clustering), columnsIn(next.clustering)];
  const isEmptied = next.clustering != null && columns.length > 0 && nextColumns.length === 0;
  return isEmptied ? [...changes, changeOf("clustering-empty", "clustering.fields", columns, nextColumns)] : changes;
}

/** Lists the change of the keys by which files are partitioned. Files with the same keys may move. */
function keyChanges(live: JsonObject, next: JsonObject): Change[] {
  const [before, after] = [live, next].map((table) => Object.entries(hiveKeys(table)).sort().join("; "));
  return before && after && before !== after ? [changeOf("hive-keys", HIVE, before, after)] : [];
}

/** Objects are compared by their presence, names of columns without regard to case. */
function comparable(path: string, value: unknown): unknown {
  if (value === false || isSame(value ?? {}, {})) return undefined;
  if (isObject(value)) return true;
  return path.endsWith(".field") ? nameKey({ name: value }) : value;
}

/** Lists the changes of columns that a request cannot make. */
function schemaChanges(live: JsonObject, next: JsonObject): Change[] {
  const isSnapshot = live.type === "SNAPSHOT";
  if (isSnapshot || live.materializedView != null || keepsQuery(live, next)) {
    const kind = isSnapshot ? "snapshot-schema" : "materialized-view-schema";
    const free = live.materializedView == null ? ["description", "policyTags"] : [];
    const [before, after] = [live, storedForm(next, live)].map(({ schema }) => withoutProperties(schema, free));
    return isSame(before, after) ? [] : [changeOf(kind, "schema", null, null)];
  }
  // The columns of a view follow from its query, those of external data from the data.
  if (live.view != null || (live.externalDataConfiguration != null && live.schema == null)) return [];
  return columnChanges(columnsIn(live.schema), columnsIn(next.schema), "schema.fields", "");
}

/** Returns a schema or a column without some properties, at every depth, and with the default mode. */
function withoutProperties(holder: unknown, names: readonly string[]): unknown {
  const given: Column = Object(holder);
  const kept = Object.entries(given).filter(([name]) => !names.includes(name));
  const fields = columnsIn(given).map((column) => withoutProperties(column, names));
  return { ...Object.fromEntries(kept), mode: modeOf(given), fields };
}

function columnChanges(live: readonly unknown[], next: readonly unknown[], list: string, outer: string): Change[] {
  return pairColumns(live, next).pairs.flatMap(({ live: before, proposed: after, index }) => {
    const path = joinPath(list, index);
    const name = dottedName(outer, (before ?? after) as Column); // one of the two is given
    if (after === undefined) return [changeOf("column-missing", path, before, null, name)];
    return before === undefined ? newColumn(after, path, name) : changedColumn(before, after, path, name);
  });
}

function newColumn(column: Column, path: string, name: string): Change[] {
  const added = (kind: ChangeKind, property: string) => {
    return changeOf(kind, joinPath(path, property), null, column[property], name);
  };
  return [
    ...(modeOf(column) === "REQUIRED" ? [added("column-required", "mode")] : []),
    ...(withoutDefaults(column) === column ? [] : [added("column-default", "defaultValueExpression")]),
  ];
}

function changedColumn(live: Column, given: Column, path: string, name: string): Change[] {
  const next: Column = { fields: live.fields, ...withoutForeignType(given, live) };
  const changed = (kind: ChangeKind, property: string, before: unknown, after: unknown) =>
    before === after ? [] : [changeOf(kind, joinPath(path, property), before, after, name)];
  const retyped = changed("column-type", "type", typeOf(live), typeOf(next, live));
  const renamed = changed("column-case", "name", live.name, next.name);
  if (retyped.length > 0) return [...retyped, ...renamed];
  const [mode, nextMode] = [modeOf(live), modeOf(next)];
  return [
    ...renamed,
    ...(mode === "REQUIRED" && nextMode === "NULLABLE" ? [] : changed("column-mode", "mode", mode, nextMode)),
    ...columnChanges(columnsIn(live), columnsIn(next), joinPath(path, "fields"), name),
  ];
}
