import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, integer, openEnum, openObject, opt, stringMap } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { TableType } from "./enums.js";
import { Clustering, RangePartitioning, TimePartitioning } from "./partitioning.js";
import { PrivacyPolicy } from "./privacy-policy.js";
import { TableReference } from "./table-reference.js";

/**
 * What a listing tells of a view; its query is not among it.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface TableListView {
  /** Whether the query is written in legacy SQL; `false` means standard SQL. */
  useLegacySql?: boolean | undefined;
  /** How the view protects the individuals in its data. */
  privacyPolicy?: PrivacyPolicy | undefined;
}

export const TableListView: SchemaOf<TableListView> = /* @__PURE__ */ openObject({
  useLegacySql: opt(z.boolean()),
  privacyPolicy: opt(PrivacyPolicy),
} satisfies ShapeOf<TableListView>);

/**
 * What a listing tells of one table; `get` tells the rest. Output only.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface TableListEntry {
  /** Names the sort of resource, the same for every table. */
  kind?: string | undefined;
  /** Opaque id of the table. */
  id?: string | undefined;
  /** Which table it is. */
  tableReference?: TableReference | undefined;
  /** Name for people to read. */
  friendlyName?: string | undefined;
  /** What sort of table it is. */
  type?: TableType | undefined;
  /** Labels that the table is grouped by. */
  labels?: Record<string, string> | undefined;
  /** When the table was created, in milliseconds since the epoch. */
  creationTime?: Int64 | undefined;
  /** When the table is deleted, in milliseconds since the epoch; absent when it never is. */
  expirationTime?: Int64 | undefined;
  /** How the table is divided by time. */
  timePartitioning?: TimePartitioning | undefined;
  /** How the table is divided by ranges of an integer column. */
  rangePartitioning?: RangePartitioning | undefined;
  /** How the rows are ordered within each partition. */
  clustering?: Clustering | undefined;
  /** Whether every query must filter in a way that rules out whole partitions. Default: `false`. */
  requirePartitionFilter?: boolean | undefined;
  /** What is told of the view, when the table is one. */
  view?: TableListView | undefined;
}

export const TableListEntry: SchemaOf<TableListEntry> = /* @__PURE__ */ openObject({
  kind: opt(z.string()),
  id: opt(z.string()),
  tableReference: opt(TableReference),
  friendlyName: opt(z.string()),
  type: opt(openEnum<TableType>()),
  labels: opt(stringMap()),
  creationTime: opt(int64Schema()),
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
  /** Names the sort of answer, the same for every page. */
  kind?: string | undefined;
  /** Hash of the page. */
  etag?: string | undefined;
  /** What to ask for the next page with; absent on the last page. */
  nextPageToken?: string | undefined;
  /** Tables of the page; absent when there are none. */
  tables?: TableListEntry[] | undefined;
  /** Number of tables in the whole dataset, not in the page. */
  totalItems?: number | undefined;
}

export const TableList: SchemaOf<TableList> = /* @__PURE__ */ openObject({
  kind: opt(z.string()),
  etag: opt(z.string()),
  nextPageToken: opt(z.string()),
  tables: opt(z.array(TableListEntry)),
  totalItems: opt(integer()),
} satisfies ShapeOf<TableList>);
