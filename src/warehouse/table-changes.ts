import { isObject, valueAt } from "../core/objects.js";
import { OTHER_KINDS, type TableJson } from "./encode-table.js";
import { columnsIn, nameKey, scalarText } from "./plan/columns.js";
import { isDefault, matches, meaningIn, meaningOfTable } from "./plan/meaning.js";

/** A change to a table, other than to its columns, that a patch cannot make. */
export interface TableChange {
  /**
   * - `kind`: to or from a view, a materialized view, an external or a lake table
   * - `two-partitionings`: by time and by range
   * - `partitioned`, `unpartitioned`: partitioning is added or removed
   * - `partitioning`: by another column, type or range
   * - `clustering-column`: clustering by a column that is not a top-level column of the schema
   * - `clustering-empty`: an empty list, which does not remove the clustering
   * - `view-query`: another query of a materialized view
   * - `view-schema`: another schema of a materialized view
   * - `snapshot-schema`: another schema of a snapshot
   * - `encryption`: from the default key to another one or back
   */
  readonly kind:
    | "kind"
    | "two-partitionings"
    | "partitioned"
    | "unpartitioned"
    | "partitioning"
    | "clustering-column"
    | "clustering-empty"
    | "view-query"
    | "view-schema"
    | "snapshot-schema"
    | "encryption";
  /** Path of the value. */
  readonly path: string;
  /** The live value. */
  readonly from?: unknown;
  /** The proposed value. */
  readonly to?: unknown;
}

const PARTITIONINGS = ["timePartitioning", "rangePartitioning"] as const;
const FIXED_PARTS = [
  "timePartitioning.type",
  "timePartitioning.field",
  "rangePartitioning.field",
  "rangePartitioning.range.start",
  "rangePartitioning.range.end",
  "rangePartitioning.range.interval",
] as const;

/**
 * Lists the changes from a live table to a proposed one that the service does not support, except those of columns.
 *
 * @param proposed - The whole table after the change.
 */
export function tableChanges(live: TableJson, proposed: TableJson): TableChange[] {
  return [
    ...kindChanges(live, proposed),
    ...partitioningChanges(live, proposed),
    ...clusteringChanges(live, proposed),
    ...materializedViewChanges(live, proposed),
    ...snapshotChanges(live, proposed),
    ...encryptionChanges(live, proposed),
  ];
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function isSame(live: TableJson, proposed: TableJson, path: string): boolean {
  const names = path.split(".");
  const meaning = names.reduce(meaningIn, meaningOfTable());
  return matches(valueAt(live, names), valueAt(proposed, names) ?? null, meaning);
}

function changeAt(kind: TableChange["kind"], path: string, live: TableJson, proposed: TableJson): TableChange {
  const names = path.split(".");
  return { kind, path, from: valueAt(live, names), to: valueAt(proposed, names) };
}

function kindChanges(live: TableJson, proposed: TableJson): TableChange[] {
  return OTHER_KINDS.filter((name) => isGiven(live[name]) !== isGiven(proposed[name])).map((name) =>
    changeAt("kind", name, live, proposed),
  );
}

function partitioningChanges(live: TableJson, proposed: TableJson): TableChange[] {
  const [before, after] = [live, proposed].map((table) => PARTITIONINGS.filter((name) => isGiven(table[name])));
  const [old] = before ?? [];
  if (after?.length === 2 && before?.length !== 2) {
    const added = old === "rangePartitioning" ? "timePartitioning" : "rangePartitioning";
    return [changeAt("two-partitionings", added, live, proposed)];
  }
  const [next] = after ?? [];
  if (old === undefined) return next === undefined ? [] : [changeAt("partitioned", next, live, proposed)];
  if (next === undefined) return [changeAt("unpartitioned", old, live, proposed)];
  if (old !== next) return [changeAt("partitioning", next, live, proposed)];
  return FIXED_PARTS.filter((path) => !isSame(live, proposed, path)).map((path) =>
    changeAt("partitioning", path, live, proposed),
  );
}

function clusteringChanges(live: TableJson, proposed: TableJson): TableChange[] {
  if (isSame(live, proposed, "clustering.fields")) return [];
  const names = columnsIn(proposed.clustering);
  if (names.length === 0 && isGiven(proposed.clustering)) {
    return [changeAt("clustering-empty", "clustering.fields", live, proposed)];
  }
  const columns = new Set(columnsIn(proposed.schema).map((column) => (isObject(column) ? nameKey(column) : "")));
  // Without a schema, nothing is known about the columns.
  if (columns.size === 0) return [];
  return names.flatMap((name, index): TableChange[] => {
    if (columns.has(scalarText(name).toLowerCase())) return [];
    return [{ kind: "clustering-column", path: `clustering.fields[${index}]`, to: name }];
  });
}

function materializedViewChanges(live: TableJson, proposed: TableJson): TableChange[] {
  if (!isGiven(live.materializedView) || !isGiven(proposed.materializedView)) return [];
  const query = "materializedView.query";
  return [
    ...(isSame(live, proposed, query) ? [] : [changeAt("view-query", query, live, proposed)]),
    ...(isSame(live, proposed, "schema") ? [] : [changeAt("view-schema", "schema", live, proposed)]),
  ];
}

function snapshotChanges(live: TableJson, proposed: TableJson): TableChange[] {
  if (live.type !== "SNAPSHOT" || isSame(live, proposed, "schema")) return [];
  return [changeAt("snapshot-schema", "schema", live, proposed)];
}

function encryptionChanges(live: TableJson, proposed: TableJson): TableChange[] {
  const name = "encryptionConfiguration";
  const meaning = meaningIn(meaningOfTable(), name);
  if (isDefault(live[name], meaning) === isDefault(proposed[name], meaning)) return [];
  return [changeAt("encryption", name, live, proposed)];
}
