import { formatPath } from "../../values/issue-path.js";
import { mergePatch } from "../../values/merge-patch.js";
import { hasKey, isObject, isSame, valueAt } from "../../values/objects.js";
import { oneOf } from "../../values/options.js";
import {
  type Column,
  columnsIn,
  hiveKeys,
  pairColumns,
  scalarText,
  typeOf,
  withoutKeys,
} from "../../warehouse/columns.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import { hasPartitionColumns, isView, OTHER_KINDS, withOneFilter } from "../../warehouse/partitioning.js";
import type { Change, ChangeKind } from "./change-kinds.js";
import { compareColumns } from "./compare-columns.js";
import { differences, meaningIn, meaningOfTable } from "./meaning.js";

/** Options of `planTablePatch`. */
export interface PlanTableOptions {
  /**
   * `"keep"` keeps live columns that the desired schema omits, at every depth. Use it for rolling deployments, where an
   * older version of the code can run with a newer table. Default: a live column that the desired schema omits is an issue.
   */
  extraColumns?: "keep" | undefined;
}

/** Check of `extraColumns`. */
export const extraColumnsOption = oneOf("keep");

/** How tables are compared. */
export interface CompareOptions extends PlanTableOptions {
  /** The current time, as Unix time in milliseconds. Default: 0. */
  readonly now?: number | undefined;
}

/**
 * Lists the changes from a live table to a wanted one, value by value; columns last. A property that the wanted table omits
 * stays as it is. All comparisons of plans use this.
 */
export function compareTables(live: TableJson, wanted: TableJson, options: CompareOptions = {}): Change[] {
  const comparison = new TableComparison(withOneFilter(live), withOneFilter(wanted), options);
  comparison.compareProperties();
  comparison.compareSchema();
  return comparison.changes;
}

const EXTERNAL = "externalDataConfiguration";
const EXTERNAL_SCHEMA = `${EXTERNAL}.schema`;
const EXTERNAL_COLUMNS = `${EXTERNAL_SCHEMA}.fields`;

class TableComparison {
  readonly changes: Change[] = [];
  readonly #live: TableJson;
  readonly #wanted: TableJson;
  readonly #options: CompareOptions;
  /** Types of the columns that follow from the folders of files, by name. */
  readonly #keys: Column;

  constructor(live: TableJson, wanted: TableJson, options: CompareOptions) {
    this.#live = live;
    this.#wanted = withTableColumns(wanted, live);
    this.#options = options;
    this.#keys = hiveKeys(live);
  }

  compareProperties(): void {
    const live = withExternalColumns(this.#live, this.#wanted);
    const { kind: _, schema: __, partitionDefinition, ...others } = this.#wanted;
    const isPartitioned = partitionDefinition !== undefined && hasPartitionColumns(this.#wanted, live);
    this.#compare(live, isPartitioned ? { ...others, partitionDefinition } : others, []);
  }

  /** Compares an object of the live table with the wanted one. */
  #compare(live: unknown, wanted: unknown, outer: readonly string[]): void {
    const meaning = outer.reduce(meaningIn, meaningOfTable(this.#live, this.#wanted));
    for (const { at: inner, before, after } of differences(live, wanted, meaning)) {
      const at = [...outer, ...inner];
      const path = formatPath(at);
      const isSchema = path === EXTERNAL_SCHEMA || path === EXTERNAL_COLUMNS;
      // Columns that the service detects can be cleared as a whole.
      if (isSchema && before !== null && (after !== null || !this.#isDetected())) {
        this.#compareExternalColumns(before, valueAt(wanted, inner));
        continue;
      }
      const kind = this.#isKeyChange(at) ? "hive-keys" : kindOfChange(at, before, after, this.#options.now ?? 0);
      this.changes.push({ kind, path, column: "", before, after, at, value: after });
    }
  }

  /**
   * Compares the columns of external data. A request lists them in the order of the data; those that are kept stay where they
   * are.
   */
  #compareExternalColumns(before: unknown, wanted: unknown): void {
    const at = EXTERNAL_COLUMNS.split(".");
    const columnsOf = (value: unknown) => withoutKeys(listOf(value), this.#keys);
    const listed = columnsOf(wanted);
    const extra = this.#omitted(wanted === null || listed.length > 0);
    const { changes, columns } = compareColumns(columnsOf(before), listed, EXTERNAL_COLUMNS, { isFree: true, extra });
    const pairs = [...pairColumns(columns, listed).pairs].sort((a, b) => a.index - b.index);
    const value = columns.length > listed.length ? columns : pairs.map(({ live }) => live);
    const missing = changes.filter(({ kind }) => kind === "column-missing");
    this.changes.push(...[...missing, ...this.#retypedKeys(wanted)].map((change) => ({ ...change, at, value })));
    const isMoved = value.some((column, index) => column !== columns[index]);
    if (changes.length === missing.length && !isMoved) return;
    this.changes.push({ kind: "value", path: EXTERNAL_COLUMNS, column: "", before, after: value, at, value });
  }

  /** Lists the partition keys that wanted columns of external data have with another type. */
  #retypedKeys(wanted: unknown): Omit<Change, "at" | "value">[] {
    return listOf(wanted).flatMap((each, index) => {
      const column: Column = Object(each);
      const before = valueAt(this.#keys, [scalarText(column.name)]);
      const after = typeOf(column, { type: before });
      if (before === undefined || before === after) return [];
      return [{ kind: "hive-keys", path: `${EXTERNAL_COLUMNS}[${index}].type`, column: "", before, after }];
    });
  }

  /** Whether a change adds, removes or changes the keys of files. Files with the same keys may move. */
  #isKeyChange([, options, name]: readonly string[]): boolean {
    if (options !== "hivePartitioningOptions" || name === "requirePartitionFilter") return false;
    const next = mergePatch(this.#live[EXTERNAL], this.#wanted[EXTERNAL]);
    const isKnown = !isSame(this.#keys, {});
    return name === undefined || (isKnown && !isSame(this.#keys, hiveKeys({ ...this.#live, [EXTERNAL]: next })));
  }

  compareSchema(): void {
    const [live, { schema }] = [this.#live, this.#wanted];
    if (schema === undefined) return;
    const { fields: _, ...others } = Object(schema) as TableJson;
    this.#compare(live.schema ?? {}, others, ["schema"]);
    const [present, listed] = [columnsIn(live.schema), columnsIn(schema)];
    const isLiveView = isView(live);
    // Without known columns of a query, only descriptions are changes: types may be listed for typed rows.
    if (isLiveView && present.length === 0 && !listed.some(isDescribed)) return;
    const hasNewQuery = this.changes.some(({ at }) => at[0] === "view" && (at[1] ?? "query") === "query");
    const { changes, columns } = compareColumns(present, listed, "schema.fields", {
      isFree: isLiveView || live.type === "SNAPSHOT",
      extra: this.#extraColumns(hasNewQuery),
    });
    for (const change of changes) {
      if (change.kind === "column-missing" && hasKey(this.#keys, change.column)) continue;
      const kind = this.#fixedColumnKind(change.path, hasNewQuery) ?? change.kind;
      this.changes.push({ ...change, kind, at: ["schema", "fields"], value: columns });
    }
  }

  /** Kind of a change to the columns of a view or a snapshot that is impossible; undefined if it is possible. */
  #fixedColumnKind(path: string, hasNewQuery: boolean): ChangeKind | undefined {
    const { view, materializedView, type, schema } = this.#live;
    if (type === "SNAPSHOT") return "snapshot-schema";
    if (materializedView != null) return "materialized-view-schema";
    const isFixed = view != null && !hasNewQuery && columnsIn(schema).length > 0;
    return isFixed && !/\.(description|policyTags)$/.test(path) ? "view-schema" : undefined;
  }

  /** Treatment of live columns that the wanted schema omits. */
  #extraColumns(hasNewQuery: boolean): "drop" | "keep" | "report" {
    const [live, { schema }] = [this.#live, this.#wanted];
    const isEmpty = columnsIn(schema).length === 0;
    const omitted = this.#omitted(schema === null || hasKey(schema, "fields"));
    if (live.view != null) return hasNewQuery && !isEmpty && omitted === "report" ? "drop" : "keep";
    // Null and an empty list remove all columns, unless the service derives them itself.
    const isDerived = live.materializedView != null || (isEmpty && this.#isDetected());
    return isDerived ? "keep" : omitted;
  }

  /** Treatment of live columns that wanted ones omit, if a list of them is given. */
  #omitted(isGiven: boolean): "keep" | "report" {
    return isGiven && this.#options.extraColumns !== "keep" ? "report" : "keep";
  }

  /** Whether the service detects the columns of external data. */
  #isDetected(): boolean {
    const [live, wanted] = [this.#live, this.#wanted].map((table) => valueAt(table, [EXTERNAL, "autodetect"]));
    return (wanted ?? live) === true;
  }
}

/** Returns the columns of a schema, or of a list of columns. */
function listOf(value: unknown): readonly unknown[] {
  return columnsIn(Array.isArray(value) ? { fields: value } : value);
}

/** Parts of time partitioning that cannot change: presence, type and column. */
const FIXED: readonly unknown[] = [undefined, "type", "field"];

/** Returns the kind of a change of a property that is not a column. */
function kindOfChange(at: readonly string[], before: unknown, after: unknown, now: number): ChangeKind {
  const [name = "", inner] = at;
  const isAddedOrRemoved = (before === null) !== (after === null);
  const isOtherKind = OTHER_KINDS.some((kind) => kind === name);
  if (name === "tableReference") return "reference";
  if (isOtherKind && inner === undefined && isAddedOrRemoved) return "table-kind";
  if (name === "rangePartitioning") return "partitioning";
  if (name === "timePartitioning") return FIXED.includes(inner) ? "partitioning" : "value";
  if (name === "clustering") return isEmptyClustering(inner, after) ? "clustering-empty" : "value";
  if (name === "materializedView" && ["query", "allowNonIncrementalDefinition"].includes(inner ?? ""))
    return "materialized-view";
  if (name === "encryptionConfiguration" && isAddedOrRemoved) return "encryption";
  return name === "expirationTime" && after !== null && Number(after) <= now ? "expired" : "value";
}

/** Whether a column, or one inside it, has a property that views support. */
export function isDescribed(column: unknown): boolean {
  const isGiven = (name: string) => valueAt(column, [name]) !== undefined;
  return isGiven("description") || isGiven("policyTags") || columnsIn(column).some(isDescribed);
}

function isEmptyClustering(inner: string | undefined, after: unknown): boolean {
  if (after === null) return inner !== undefined;
  return columnsIn(inner === undefined ? after : { fields: after }).length === 0;
}

/** Returns a wanted table whose columns are in its own schema if it has a connection, because changes must list them there. */
function withTableColumns(wanted: TableJson, live: TableJson): TableJson {
  const { schema, ...external } = Object(wanted[EXTERNAL]);
  const { connectionId, schema: before } = { ...Object(live[EXTERNAL]), ...external };
  if (wanted.schema !== undefined || schema == null || before != null || connectionId == null) return wanted;
  return { ...wanted, schema, [EXTERNAL]: external };
}

/** Returns a live external table whose external data has the schema of the table, if the external data has none. */
function withExternalColumns(live: TableJson, wanted: TableJson): TableJson {
  const { [EXTERNAL]: external, schema } = live;
  const isCompared = valueAt(wanted, [EXTERNAL, "schema"]) != null;
  if (!isCompared || !isObject(external) || external.schema != null || schema == null) return live;
  return { ...live, [EXTERNAL]: { ...external, schema } };
}
