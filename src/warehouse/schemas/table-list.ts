import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, integer, openEnum, openObject, opt, outputOnly, stringMap } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { TableType } from "./enums.js";
import { Clustering, RangePartitioning, TimePartitioning } from "./partitioning.js";
import { PrivacyPolicy } from "./privacy-policy.js";
import { TableReference } from "./table-reference.js";

/**
 * Properties of a view in a list of tables, without its query.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface TableListView {
  /** Whether the query is written in legacy SQL; `false` means standard SQL. */
  useLegacySql?: boolean | undefined;
  /** Privacy policy of the view. */
  privacyPolicy?: PrivacyPolicy | undefined;
}

/** Schema of `TableListView`, with `parse` and `safeParse`. */
export const TableListView: SchemaOf<TableListView> = /* @__PURE__ */ openObject({
  useLegacySql: opt(z.boolean()),
  privacyPolicy: opt(PrivacyPolicy),
} satisfies ShapeOf<TableListView>);

/**
 * An entry in a list of tables: the most important fields of a table. `tables.get` returns all fields. Output only.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface TableListEntry {
  /** Type of the resource; the same for every table. */
  kind?: string | undefined;
  /** Opaque id of the table. */
  id?: string | undefined;
  /** Project, dataset and id of the table. */
  tableReference?: TableReference | undefined;
  /** Display name. */
  friendlyName?: string | undefined;
  /** Type of the table: `TABLE`, `VIEW`, `EXTERNAL`, `MATERIALIZED_VIEW` or `SNAPSHOT`, as in {@link TableType}. */
  type?: TableType | undefined;
  /** Labels of the table. */
  labels?: Record<string, string> | undefined;
  /** Creation time, as Unix time in milliseconds. Output only. */
  readonly creationTime?: Int64 | undefined;
  /** Expiration time, as Unix time in milliseconds; absent if the table does not expire. */
  expirationTime?: Int64 | undefined;
  /** Partitioning by time. */
  timePartitioning?: TimePartitioning | undefined;
  /** Partitioning by ranges of an integer column. */
  rangePartitioning?: RangePartitioning | undefined;
  /** Sort order of the rows within each partition. */
  clustering?: Clustering | undefined;
  /** Whether queries must have a filter that eliminates partitions. Default: `false`. */
  requirePartitionFilter?: boolean | undefined;
  /** Properties of the view; absent if the table is not a view. */
  view?: TableListView | undefined;
}

/** Schema of `TableListEntry`, with `parse` and `safeParse`. */
export const TableListEntry: SchemaOf<TableListEntry> = /* @__PURE__ */ openObject({
  kind: opt(z.string()),
  id: opt(z.string()),
  tableReference: opt(TableReference),
  friendlyName: opt(z.string()),
  type: opt(openEnum<TableType>()),
  labels: opt(stringMap()),
  creationTime: outputOnly(int64Schema()),
  expirationTime: opt(int64Schema()),
  timePartitioning: opt(TimePartitioning),
  rangePartitioning: opt(RangePartitioning),
  clustering: opt(Clustering),
  requirePartitionFilter: opt(z.boolean()),
  view: opt(TableListView),
} satisfies ShapeOf<TableListEntry>);

/**
 * One page of the tables of a dataset. Output only.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface TableList {
  /** Type of the response; the same for every page. */
  kind?: string | undefined;
  /** Hash of the page. */
  etag?: string | undefined;
  /** Token of the next page; absent on the last page. */
  nextPageToken?: string | undefined;
  /** Tables of the page; absent if there are none. */
  tables?: TableListEntry[] | undefined;
  /** Number of tables in the dataset, not in the page. */
  totalItems?: number | undefined;
}

/** Schema of `TableList`, with `parse` and `safeParse`. */
export const TableList: SchemaOf<TableList> = /* @__PURE__ */ openObject({
  kind: opt(z.string()),
  etag: opt(z.string()),
  nextPageToken: opt(z.string()),
  tables: opt(z.array(TableListEntry)),
  totalItems: opt(integer()),
} satisfies ShapeOf<TableList>);
