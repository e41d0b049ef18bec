import { joinPath } from "../../core/issue-path.js";
import { withoutNulls } from "../../core/merge-patch.js";
import { isObject, valueAt, withoutUndefined } from "../../core/objects.js";
import { columnsIn, nameKey, pairColumns, scalarText } from "../../warehouse/columns.js";
import { hasPartitionColumns, type TableJson } from "../../warehouse/encode-table.js";
import type { Change, ChangeKind } from "./change-kinds.js";
import { compareColumns, type ExtraColumns, namesIn, wantedIn } from "./compare-columns.js";
import { kindOfChange } from "./kind-of-change.js";
import { type Meaning, matches, meaningIn, meaningOfTable } from "./meaning.js";

/** How tables are compared. */
export interface DiffOptions {
  /**
   * Meaning of a property that the wanted table omits: `live` is its live value (for a plan), `default` its default value
   * (for a whole table after a request). Default: `live`.
   */
  readonly omitted?: "live" | "default" | undefined;
  /** `keep` keeps live columns that the wanted schema omits. */
  readonly extraColumns?: "keep" | undefined;
  /** The current time, as Unix time in milliseconds. Default: 0. */
  readonly now?: number | undefined;
}

/** Lists the changes from a live table to a wanted one, value by value; columns last. All comparisons of tables use this. */
export function diff(live: TableJson, wanted: TableJson, options: DiffOptions = {}): Change[] {
  const comparison = new TableComparison(withOneFilter(live), withOneFilter(wanted), options);
  comparison.compareReference();
  comparison.compareProperties();
  comparison.compareClusteringColumns();
  comparison.compareSchema();
  return comparison.changes;
}

/** Properties that are not compared one by one: the schema is compared by columns, the others not at all. */
const NOT_COMPARED: readonly string[] = ["kind", "tableReference", "schema"];
const EXTERNAL_COLUMNS = "externalDataConfiguration.schema.fields";

class TableComparison {
  readonly changes: Change[] = [];
  readonly live: TableJson;
  readonly wanted: TableJson;
  /** Whether an omitted property stays as it is. */
  readonly keepsOmitted: boolean;
  readonly now: number;
  readonly #extraColumns: DiffOptions["extraColumns"];

  constructor(live: TableJson, wanted: TableJson, { omitted = "live", extraColumns, now = 0 }: DiffOptions) {
    this.live = live;
    this.wanted = wanted;
    this.keepsOmitted = omitted === "live";
    this.now = now;
    this.#extraColumns = extraColumns;
  }

  /** A patch cannot move a table. A whole table was read from its own path. */
  compareReference(): void {
    if (!this.keepsOmitted) return;
    for (const name of ["projectId", "datasetId", "tableId"]) {
      const [before, after] = [this.live, this.wanted].map((table) => valueAt(table, ["tableReference", name]));
      if (before !== after) this.#add("reference", [], `tableReference.${name}`, before, after, undefined);
    }
  }

  compareProperties(): void {
    const { live, wanted, keepsOmitted } = this;
    for (const name of namesIn(live, wanted, keepsOmitted)) {
      const isSkipped =
        NOT_COMPARED.includes(name) || (name === "partitionDefinition" && !hasPartitionColumns(wanted, live));
      if (isSkipped) continue;
      const value = wantedIn(wanted, name, keepsOmitted);
      this.#compare(comparable(live, name, value), value, meaningIn(meaningOfTable(), name), [name], name);
    }
  }

  #compare(before: unknown, wanted: unknown, meaning: Meaning, at: readonly string[], path: string): void {
    if (isObject(before) && isObject(wanted)) {
      for (const name of namesIn(before, wanted, this.keepsOmitted)) {
        const [old, next] = [valueAt(before, [name]), wantedIn(wanted, name, this.keepsOmitted)];
        this.#compare(old, next, meaningIn(meaning, name), [...at, name], joinPath(path, name));
      }
    } else if (matches(before, wanted, meaning)) {
      return;
    } else if (meaning.path === EXTERNAL_COLUMNS && Array.isArray(before) && Array.isArray(wanted)) {
      this.#compareExternalColumns(before, wanted, at, path);
    } else {
      const after = withoutNulls(wanted);
      this.#add(kindOfChange({ at, before, after }, this), at, path, before, after);
    }
  }

  /** Columns of external data have the order of the data. */
  #compareExternalColumns(
    before: readonly unknown[],
    wanted: readonly unknown[],
    at: readonly string[],
    path: string,
  ): void {
    const options = { keepsOmitted: this.keepsOmitted, isFree: true, extra: "drop" } as const;
    const { found, columns } = compareColumns(before, wanted, path, options);
    const { pairs } = pairColumns(columns, wanted);
    const value = [...pairs].sort((a, b) => a.index - b.index).map(({ live: column }) => column);
    if (found.length === 0) this.#add("value", at, path, before, value);
    for (const each of found) this.changes.push({ ...each, at, value });
  }

  /** Only top-level columns can cluster a table. */
  compareClusteringColumns(): void {
    const { live, wanted, keepsOmitted } = this;
    if (!this.changes.some(({ kind, at }) => at[0] === "clustering" && kind === "value")) return;
    const columns = [wanted, ...(keepsOmitted ? [live] : [])].flatMap(({ schema }) => columnsIn(schema));
    const names = new Set(columns.map((column) => (isObject(column) ? nameKey(column) : "")));
    // Without a schema, nothing is known about the columns.
    if (names.size === 0) return;
    for (const [index, name] of columnsIn(wanted.clustering).entries()) {
      if (names.has(scalarText(name).toLowerCase())) continue;
      this.#add("clustering-column", ["clustering"], `clustering.fields[${index}]`, null, name, wanted.clustering);
    }
  }

  compareSchema(): void {
    const { live, wanted, keepsOmitted } = this;
    if (wanted.schema === undefined && keepsOmitted) return;
    const { fields: _, ...wantedRest } = Object(wanted.schema) as TableJson;
    const { fields: __, ...liveRest } = Object(live.schema) as TableJson;
    const meaning = meaningIn(meaningOfTable(), "schema");
    if (isObject(wanted.schema)) this.#compare(liveRest, wantedRest, meaning, ["schema"], "schema");
    const isView = live.view != null;
    // The columns of a view follow from its query.
    if (isView && !keepsOmitted) return;
    const isFixed = live.materializedView != null || live.type === "SNAPSHOT";
    const { found, columns } = compareColumns(columnsIn(live.schema), columnsIn(wanted.schema), "schema.fields", {
      keepsOmitted,
      isFree: isView || isFixed,
      extra: this.#extra(),
    });
    const fixedKind = live.materializedView != null ? "materialized-view-schema" : "snapshot-schema";
    for (const each of found) {
      const kind = isFixed ? fixedKind : each.kind;
      this.changes.push({ ...each, kind, at: ["schema", "fields"], value: columns });
    }
  }

  /** Treatment of live columns that the wanted schema omits. */
  #extra(): ExtraColumns {
    const { live, wanted } = this;
    if (live.view != null) {
      const hasNewQuery = this.changes.some(({ at }) => at[0] === "view" && (at[1] ?? "query") === "query");
      return hasNewQuery && this.#extraColumns !== "keep" && columnsIn(wanted.schema).length > 0 ? "drop" : "keep";
    }
    if (!this.keepsOmitted) return "report";
    const isKept = this.#extraColumns === "keep" || live.materializedView != null || !listsColumns(live, wanted);
    return isKept ? "keep" : "report";
  }

  #add(kind: ChangeKind, at: readonly string[], path: string, before: unknown, after: unknown, value = after): void {
    this.changes.push({ kind, path, column: "", before: before ?? null, after: after ?? null, at, value });
  }
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
 * Returns the live value of a property in a form that can be compared with the wanted value. For an external table, the schema
 * of the table is used if the external data has none.
 */
function comparable(live: TableJson, name: string, wanted: unknown): unknown {
  const value = valueAt(live, [name]);
  const listsColumns = name === "externalDataConfiguration" && valueAt(wanted, ["schema"]) != null;
  return listsColumns && isObject(value) && value.schema == null && live.schema != null
    ? { ...value, schema: live.schema }
    : value;
}

/** Whether a wanted table lists its columns. An empty schema counts as none; `null` would remove all columns. */
function listsColumns({ externalDataConfiguration }: TableJson, { schema }: TableJson): boolean {
  if (schema !== null) return columnsIn(schema).length > 0;
  // The service derives this schema itself.
  return valueAt(externalDataConfiguration, ["autodetect"]) !== true;
}
