import { joinPath } from "../../core/issue-path.js";
import { mergePatch, withoutNulls } from "../../core/merge-patch.js";
import { isObject, valueAt, withoutUndefined } from "../../core/objects.js";
import {
  type Column,
  columnsIn,
  dottedName,
  modeOf,
  nameKey,
  pairColumns,
  scalarText,
  typeOf,
  withoutDefaults,
} from "../columns.js";
import { hasPartitionColumns, OTHER_KINDS, type TableJson } from "../encode-table.js";
import type { Change, ChangeKind } from "./kinds.js";
import { type Meaning, matches, meaningIn, meaningOfTable } from "./meaning.js";

/** How tables are compared. */
export interface DiffOptions {
  /**
   * Meaning of a property that the desired table omits: `live` is its live value (for a plan), `default` its default value
   * (for a whole table after a request). Default: `live`.
   */
  readonly omitted?: "live" | "default" | undefined;
  /** `keep` keeps live columns that the desired schema omits. */
  readonly extraColumns?: "keep" | undefined;
  /** The current time, as Unix time in milliseconds. Default: 0. */
  readonly now?: number | undefined;
}

/** A path or a name. */
type Text = () => string;

/** A {@link Change} without the properties that locate it in a request. */
type Found = Omit<Change, "at" | "value">;

/** Properties that are not compared here: the schema is compared by columns, the others not at all. */
const NOT_COMPARED: readonly string[] = ["kind", "tableReference", "schema"];

/**
 * Lists the changes from a live table to a desired one, value by value; columns last. All comparisons of tables use
 * this function.
 */
export function diff(liveTable: TableJson, desiredTable: TableJson, options: DiffOptions = {}): Change[] {
  const [live, desired] = [liveTable, desiredTable].map(withOneFilter) as [TableJson, TableJson];
  const { omitted = "live", extraColumns, now = 0 } = options;
  const isPlan = omitted === "live";
  const changes: Change[] = [];

  const compare = (before: unknown, wanted: unknown, meaning: Meaning, at: readonly string[], path: string): void => {
    if (isObject(before) && isObject(wanted)) {
      for (const name of namesIn(before, wanted, isPlan)) {
        const [old, next] = [valueAt(before, [name]), wantedIn(wanted, name, isPlan)];
        compare(old, next, meaningIn(meaning, name), [...at, name], joinPath(path, name));
      }
      return;
    }
    if (matches(before, wanted, meaning)) return;
    if (meaning.path === EXTERNAL_COLUMNS && Array.isArray(before) && Array.isArray(wanted)) {
      const { found, columns } = compareColumns(before, wanted, path, { isPlan, isFree: true, extra: "drop" });
      // These columns have the order of the data.
      const { pairs } = pairColumns(columns, wanted);
      const value = [...pairs].sort((a, b) => a.index - b.index).map(({ live: column }) => column);
      const all = found.length > 0 ? found : [change("value", path, "", before, value)];
      for (const each of all) changes.push({ ...each, at, value });
      return;
    }
    const value = withoutNulls(wanted);
    const kind = kindAt(at, before, value);
    changes.push({ ...change(kind, path, "", before, value), at, value });
  };

  /** The kind of a change to a value that is not a column. */
  const kindAt = (at: readonly string[], before: unknown, after: unknown): ChangeKind => {
    const [name = "", inner] = at;
    const isAddedOrRemoved = (before == null) !== (after == null);
    if (OTHER_KINDS.some((kind) => kind === name) && inner === undefined && isAddedOrRemoved) return "table-kind";
    if (isPartitioning(name)) return partitioningKind(name, inner, after);
    if (name === "clustering") return isEmptyClustering(inner, after) ? "clustering-empty" : "value";
    if (name === "materializedView" && inner === "query") return "materialized-view-query";
    if (name === "encryptionConfiguration" && isAddedOrRemoved) return "encryption";
    return name === "expirationTime" && after !== null && Number(after) <= now ? "expired" : "value";
  };

  const partitioningKind = (name: Partitioning, inner: string | undefined, after: unknown): ChangeKind => {
    if (inner !== undefined) return name === "rangePartitioning" || FIXED.includes(inner) ? "partitioning" : "value";
    const other = name === "timePartitioning" ? "rangePartitioning" : "timePartitioning";
    const had = live[other] != null;
    const has = (desired[other] === undefined && isPlan ? live[other] : desired[other]) != null;
    // One issue is enough for a table that is partitioned by the other kind instead.
    if (after === null) return has && !had ? "value" : "unpartitioned";
    if (has) return had || name === "rangePartitioning" ? "two-partitionings" : "value";
    return had ? "partitioning" : "partitioned";
  };

  if (isPlan) {
    for (const name of ["projectId", "datasetId", "tableId"]) {
      const [has, wants] = [live, desired].map((table) => valueAt(table, ["tableReference", name]));
      const path = `tableReference.${name}`;
      if (has !== wants) changes.push({ ...change("reference", path, "", has, wants), at: [], value: undefined });
    }
  }
  for (const name of namesIn(live, desired, isPlan)) {
    if (NOT_COMPARED.includes(name) || (name === "partitionDefinition" && !hasPartitionColumns(desired, live)))
      continue;
    const wanted = wantedIn(desired, name, isPlan);
    compare(comparable(live, name, wanted), wanted, meaningIn(meaningOfTable(), name), [name], name);
  }
  for (const each of clusteringChanges()) changes.push({ ...each, at: ["clustering"], value: desired.clustering });
  compareSchemas();
  return changes;

  function clusteringChanges(): Found[] {
    if (!changes.some(({ kind, at }) => at[0] === "clustering" && kind === "value")) return [];
    const columns = [desired, ...(isPlan ? [live] : [])].flatMap(({ schema }) => columnsIn(schema));
    const names = new Set(columns.map((column) => (isObject(column) ? nameKey(column) : "")));
    // Without a schema, nothing is known about the columns.
    if (names.size === 0) return [];
    return columnsIn(desired.clustering).flatMap((name, index) =>
      names.has(scalarText(name).toLowerCase())
        ? []
        : [change("clustering-column", `clustering.fields[${index}]`, "", null, name)],
    );
  }

  function compareSchemas(): void {
    if (desired.schema === undefined && isPlan) return;
    const { fields: _, ...wanted } = Object(desired.schema) as TableJson;
    const { fields: __, ...old } = Object(live.schema) as TableJson;
    const meaning = meaningIn(meaningOfTable(), "schema");
    if (isObject(desired.schema)) compare(old, wanted, meaning, ["schema"], "schema");
    const isView = live.view != null;
    // The columns of a view follow from its query.
    if (isView && !isPlan) return;
    const isFixed = live.materializedView != null || live.type === "SNAPSHOT";
    const [before, after] = [live, desired].map(({ schema }) => columnsIn(schema)) as [unknown[], unknown[]];
    const hasNewQuery = changes.some(({ at }) => at[0] === "view" && (at[1] ?? "query") === "query");
    const extra = isView
      ? hasNewQuery && extraColumns !== "keep" && after.length > 0
        ? "drop"
        : "keep"
      : isPlan && (extraColumns === "keep" || live.materializedView != null || !listsColumns(live, desired))
        ? "keep"
        : "report";
    const { found, columns } = compareColumns(before, after, "schema.fields", {
      isPlan,
      isFree: isView || isFixed,
      extra,
    });
    const kind = live.materializedView != null ? "materialized-view-schema" : "snapshot-schema";
    for (const each of found) {
      changes.push({ ...each, ...(isFixed ? { kind } : {}), at: ["schema", "fields"], value: columns });
    }
  }
}

/** How columns are compared. */
interface ColumnOptions {
  /** Whether an omitted property stays unchanged. Otherwise, an omitted property means its default value. */
  readonly isPlan: boolean;
  /** Whether the service accepts any change of these columns. */
  readonly isFree: boolean;
  /** Treatment of live columns that the desired list omits. */
  readonly extra: "drop" | "keep" | "report";
}

/** Compares columns by name, at every depth. Returns the columns for a request: `from` itself if nothing changes. */
function compareColumns(
  from: readonly unknown[],
  to: readonly unknown[],
  listPath: string,
  { isPlan, isFree, extra }: ColumnOptions,
): { readonly found: readonly Found[]; readonly columns: readonly unknown[] } {
  const found: Found[] = [];
  const columnMeaning = meaningOfColumn();
  const add = (kind: ChangeKind, path: string, column: string, before: unknown, after: unknown, free = isFree) => {
    found.push(change(free && kind !== "column-dropped" ? "value" : kind, path, column, before, after));
  };

  // Paths and names are only needed for changes.
  const walk = (old: readonly unknown[], next: readonly unknown[], path: Text, outer: Text, free: boolean) => {
    let isChanged = false;
    const columns: unknown[] = [];
    for (const { live: before, proposed: after, index } of pairColumns(old, next).pairs) {
      const at = () => joinPath(path(), index);
      const name = () => dottedName(outer(), (before ?? after) as Column); // one of the two is given
      const result =
        after === undefined
          ? missing(before as Column, at, name, free)
          : before === undefined
            ? added(after, at(), name(), free)
            : merged(before, after, at, name, free);
      isChanged ||= result !== before;
      if (result !== undefined) columns.push(result);
    }
    return isChanged ? columns : old;
  };

  const missing = (column: Column, path: Text, name: Text, free: boolean): Column | undefined => {
    if (extra === "keep") return column;
    const kind = extra === "drop" ? "column-dropped" : "column-missing";
    add(kind, path(), name(), column, null, free);
    return extra === "drop" ? undefined : column;
  };

  const added = (column: Column, path: string, name: string, free: boolean): unknown => {
    const value = withoutNulls(isPlan ? withoutDefaults(column) : column);
    add("column-added", path, name, null, value, false);
    if (!free && modeOf(column) === "REQUIRED") add("column-required", joinPath(path, "mode"), name, null, column.mode);
    if (!free && !isPlan && withoutDefaults(column) !== column) {
      add("column-default", joinPath(path, "defaultValueExpression"), name, null, column.defaultValueExpression);
    }
    return value;
  };

  const merged = (old: Column, wanted: Column, path: Text, name: Text, free: boolean): Column => {
    const [type, newType] = [typeOf(old), typeOf(wanted, old)];
    const isRetyped = type !== newType;
    if (isRetyped) add("column-type", joinPath(path(), "type"), name(), type, newType, free);
    const values = new Map<string, unknown>();
    for (const property of namesIn(old, wanted, isPlan)) {
      const [before, after] = [old[property], wantedIn(wanted, property, isPlan)];
      const at = () => joinPath(path(), property);
      const meaning = meaningIn(columnMeaning, property);
      if (property === "fields") {
        const columns = columnsIn(old);
        // An empty list counts as none.
        const isGiven = columnsIn(wanted).length > 0 || !isPlan;
        const fields = isGiven ? walk(columns, columnsIn(wanted), at, name, free || isRetyped) : columns;
        if (fields !== columns) values.set(property, fields);
      } else if (property === "name") {
        if (!isPlan && before !== after) add("column-case", at(), name(), before, after);
      } else if (!matches(before, after, meaning)) {
        values.set(property, columnValue(before, after, meaning));
        if (property === "mode" && isModeFixed(old, wanted)) {
          add("column-mode", at(), name(), modeOf(old), modeOf(wanted), free || isRetyped);
        } else if (PARAMETERS.some((each) => each === property)) {
          add("column-parameter", at(), name(), before, after, free || isRetyped);
        } else if (!isRetyped || !TYPES.includes(property)) {
          compareInColumn(before, isCleared(after, meaning) ? null : after, meaning, at(), name());
        }
      }
    }
    if (values.size === 0) return old;
    const entries = [...new Map([...Object.entries(old), ...values])];
    return Object.fromEntries(entries.filter(([, value]) => value !== null));
  };

  const compareInColumn = (before: unknown, after: unknown, meaning: Meaning, path: string, name: string): void => {
    if (isObject(before) && isObject(after)) {
      for (const key of namesIn(before, after, isPlan)) {
        const [old, next] = [valueAt(before, [key]), wantedIn(after, key, isPlan)];
        compareInColumn(old, next, meaningIn(meaning, key), joinPath(path, key), name);
      }
    } else if (!matches(before, after, meaning)) add("value", path, name, before, withoutNulls(after));
  };

  return {
    columns: walk(
      from,
      to,
      () => listPath,
      () => "",
      isFree,
    ),
    found,
  };
}

/** The properties to compare. */
function namesIn(before: TableJson, wanted: TableJson, isPlan: boolean): readonly string[] {
  return isPlan ? Object.keys(wanted) : [...new Set([...Object.keys(wanted), ...Object.keys(before)])];
}

/** The desired value of a property; null if it is omitted and thereby cleared. */
function wantedIn(wanted: TableJson, name: string, isPlan: boolean): unknown {
  const value = valueAt(wanted, [name]);
  return value === undefined && !isPlan ? null : value;
}

function change(kind: ChangeKind, path: string, column: string, before: unknown, after: unknown): Found {
  return { kind, path, column, before: before ?? null, after: after ?? null };
}

type Partitioning = "timePartitioning" | "rangePartitioning";
const isPartitioning = (name: string): name is Partitioning =>
  name === "timePartitioning" || name === "rangePartitioning";
/** Properties of a partitioning by time that cannot change. */
const FIXED: readonly string[] = ["type", "field"];
/** Properties of a column that are its type. */
const TYPES: readonly string[] = ["type", "rangeElementType"];
/** Properties of a column whose changes the service ignores. */
const PARAMETERS = ["maxLength", "precision", "scale"] as const;

const EXTERNAL_COLUMNS = "externalDataConfiguration.schema.fields";

/** Returns the {@link Meaning} of the columns of a table. */
function meaningOfColumn(): Meaning {
  return ["schema", "fields", "[]"].reduce(meaningIn, meaningOfTable());
}

/**
 * Returns a table that states only once whether queries must filter by partition: in the property of the table, not in the
 * deprecated property of its time partitioning. The service keeps both equal.
 */
export function withOneFilter(table: TableJson): TableJson {
  const { requirePartitionFilter: own, timePartitioning, ...others } = table;
  const isGiven = isObject(timePartitioning);
  const { requirePartitionFilter: older, ...rest } = isGiven ? timePartitioning : {};
  const filter = own === undefined ? older : own;
  return withoutUndefined({
    requirePartitionFilter: filter === undefined ? undefined : filter === true,
    ...others,
    timePartitioning: isGiven ? rest : timePartitioning,
  });
}

/**
 * Returns the live value of a property in a form that can be compared with the desired value. For an external table, the schema
 * of the table is used if the external data has none.
 */
function comparable(live: TableJson, name: string, wanted: unknown): unknown {
  const value = valueAt(live, [name]);
  const listsColumns = name === "externalDataConfiguration" && valueAt(wanted, ["schema"]) != null;
  return listsColumns && isObject(value) && value.schema == null && live.schema != null
    ? { ...value, schema: live.schema }
    : value;
}

/** Whether a desired table lists its columns. An empty schema counts as none; `null` would remove all columns. */
function listsColumns({ externalDataConfiguration }: TableJson, { schema }: TableJson): boolean {
  if (schema !== null) return columnsIn(schema).length > 0;
  // The service derives this schema itself.
  return valueAt(externalDataConfiguration, ["autodetect"]) !== true;
}

function isEmptyClustering(inner: string | undefined, after: unknown): boolean {
  return after === null ? inner !== undefined : columnsIn(inner === undefined ? after : { fields: after }).length === 0;
}

function isModeFixed(live: Column, wanted: Column): boolean {
  return modeOf(live) !== "REQUIRED" || modeOf(wanted) !== "NULLABLE";
}

/** Whether tags of a column are removed. */
function isCleared(wanted: unknown, { path }: Meaning): boolean {
  return wanted === null || (path.endsWith(".policyTags") && valueAt(wanted, ["names"]) === null);
}

/** Returns the value of a property of a column in a request; null to omit it. */
function columnValue(before: unknown, wanted: unknown, meaning: Meaning): unknown {
  if (isCleared(wanted, meaning)) {
    // The service keeps these tags if the request omits them.
    if (meaning.path.endsWith(".policyTags")) return { names: [] };
    if (meaning.path.endsWith(".dataGovernanceTagsInfo")) return {};
  }
  return isObject(before) && isObject(wanted) ? mergePatch(before, wanted) : withoutNulls(wanted);
}
