import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import {
  boolean,
  int64Schema,
  integer,
  openEnum,
  openObject,
  opt,
  outputOnly,
  string,
  stringMap,
} from "../../schema/schema.js";
import type { TableType } from "./enums.js";
import { Clustering, RangePartitioning, TableReference, TimePartitioning } from "./table-parts.js";
import { PrivacyPolicy } from "./views.js";

/**
 * Reference to a project.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/projects/list | projects.list} in the BigQuery reference
 */
export interface ProjectReference extends Fields<typeof projectReferenceShape> {}

const projectReferenceShape = {
  /** Id of the project. */
  projectId: string,
};

/** Schema of `ProjectReference`, with `parse` and `safeParse`. */
export const ProjectReference = openObject<ProjectReference>(projectReferenceShape);

/**
 * A project that has the BigQuery API enabled and that the caller can at least read. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/projects/list | projects.list} in the BigQuery reference
 */
export interface Project extends Fields<typeof projectShape> {}

const projectShape = {
  /** Type of the resource; the same for every project. */
  kind: opt(string),
  /** Opaque id of the project. */
  id: opt(string),
  /** Numeric id of the project. */
  numericId: opt(int64Schema),
  /** Unique reference of the project. */
  projectReference: opt(ProjectReference),
  /** Display name; can be the empty string. */
  friendlyName: opt(string),
};

/** Schema of `Project`, with `parse` and `safeParse`. */
export const Project = openObject<Project>(projectShape);

/**
 * One page of the projects in which the caller has a role. Output only.
 *
 * A page can contain fewer projects than requested, because projects without the BigQuery API are filtered out after paging.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/projects/list | projects.list} in the BigQuery reference
 */
export interface ProjectList extends Fields<typeof projectListShape> {}

const projectListShape = {
  /** Type of the response; the same for every page. */
  kind: opt(string),
  /** Hash of the page. */
  etag: opt(string),
  /** Token of the next page; absent on the last page. */
  nextPageToken: opt(string),
  /** Projects of the page; absent if there are none. */
  projects: opt(z.array(Project)),
  /** Number of projects in this page, not in the whole list. Present even if it is 0. */
  totalItems: opt(integer),
};

/** Schema of `ProjectList`, with `parse` and `safeParse`. */
export const ProjectList = openObject<ProjectList>(projectListShape);

/**
 * Properties of a view in a list of tables, without its query.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/list | tables.list} in the BigQuery reference
 */
export interface TableListView extends Fields<typeof tableListViewShape> {}

const tableListViewShape = {
  /** Whether the query is written in legacy SQL; `false` means standard SQL. */
  useLegacySql: opt(boolean),
  /** Privacy policy of the view. */
  privacyPolicy: opt(PrivacyPolicy),
};

/** Schema of `TableListView`, with `parse` and `safeParse`. */
export const TableListView = openObject<TableListView>(tableListViewShape);

/**
 * An entry in a list of BigQuery tables: the most important fields of a table. For all others, such as `numRows` and
 * `schema`, get the table with `tables.get`, or many with `getTables`. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/list | tables.list} in the BigQuery reference
 */
export interface TableListEntry extends Fields<typeof tableListEntryShape> {}

const tableListEntryShape = {
  /** Type of the resource; the same for every table. */
  kind: opt(string),
  /** Opaque id of the table. */
  id: opt(string),
  /** Project, dataset and id of the table. */
  tableReference: opt(TableReference),
  /** Display name. */
  friendlyName: opt(string),
  /** Type of the table: `TABLE`, `VIEW`, `EXTERNAL`, `MATERIALIZED_VIEW` or `SNAPSHOT`, as in {@link TableType}. */
  type: opt(openEnum<TableType>()),
  /** Labels of the table. */
  labels: opt(stringMap),
  /** Creation time, as Unix time in milliseconds, which `toDate` converts. Output only. */
  creationTime: outputOnly(int64Schema),
  /** Expiration time, as Unix time in milliseconds, which `toDate` converts; absent if the table does not expire. */
  expirationTime: opt(int64Schema),
  /** Partitioning by time. */
  timePartitioning: opt(TimePartitioning),
  /** Partitioning by ranges of an integer column. */
  rangePartitioning: opt(RangePartitioning),
  /** Sort order of the rows within each partition. */
  clustering: opt(Clustering),
  /** Whether queries must have a filter that eliminates partitions. Default: `false`. */
  requirePartitionFilter: opt(boolean),
  /** Properties of the view; absent if the table is not a view. */
  view: opt(TableListView),
};

/** Schema of `TableListEntry`, with `parse` and `safeParse`. */
export const TableListEntry = openObject<TableListEntry>(tableListEntryShape);

/**
 * One page of the tables of a dataset. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/list | tables.list} in the BigQuery reference
 */
export interface TableList extends Fields<typeof tableListShape> {}

const tableListShape = {
  /** Type of the response; the same for every page. */
  kind: opt(string),
  /** Hash of the page. */
  etag: opt(string),
  /** Token of the next page; absent on the last page. */
  nextPageToken: opt(string),
  /** Tables of the page; absent if there are none. */
  tables: opt(z.array(TableListEntry)),
  /** Number of tables in the dataset, not in the page. */
  totalItems: opt(integer),
};

/** Schema of `TableList`, with `parse` and `safeParse`. */
export const TableList = openObject<TableList>(tableListShape);
