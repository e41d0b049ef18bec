import { shown } from "../core/describe.js";
import { isObject, valueAt } from "../core/objects.js";
import { pathIssues } from "../core/path.js";
import { assertNoIssues, type Issue, throwIssue } from "../errors/request-error.js";
import type { TableJson } from "./encode-table.js";
import type { TableReference } from "./schemas/table-parts.js";

/** Path template of the datasets of a project. */
export const DATASETS = "/{servicePath}/v2/projects/{projectId}/datasets";
/** Path template of a dataset. */
export const DATASET = `${DATASETS}/{datasetId}`;
/** Path template of the tables of a dataset. */
export const TABLES = `${DATASET}/tables`;
/** Path template of a table. */
export const TABLE = `${TABLES}/{tableId}`;

/** Scopes of methods that only read, by last path segment; `warehouse` becomes the service path of the profile. */
export const READ: readonly string[] = [
  "warehouse.readonly",
  "warehouse",
  "cloud-platform.read-only",
  "cloud-platform",
];
/** Scopes of methods that write. */
export const WRITE: readonly string[] = ["warehouse", "cloud-platform"];

/**
 * Parses a reference to a BigQuery table, `project.dataset.table`. The last two dots separate the ids, because a project
 * id may contain dots.
 *
 * @param text - The reference, such as `shop.sales.orders`.
 * @returns The ids.
 * @throws {RequestError} If an id is missing or invalid.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/TableReference | TableReference} in the BigQuery reference
 *
 * @example
 * parseTableReference("shop.sales.orders"); // { projectId: "shop", datasetId: "sales", tableId: "orders" }
 */
export function parseTableReference(text: string): TableReference {
  const match = typeof text === "string" ? /^(.*)\.([^.]*)\.([^.]*)$/s.exec(text) : null;
  if (match === null) {
    const message = `must have the form project.dataset.table, got ${shown(text)}`;
    throwIssue("parseTableReference", { path: "", message, rule: "table-reference" });
  }
  const [, projectId = "", datasetId = "", tableId = ""] = match;
  const reference = { projectId, datasetId, tableId };
  assertNoIssues("parseTableReference", pathIssues(reference));
  return reference;
}

/**
 * Formats a reference to a BigQuery table as `project.dataset.table`; the inverse of {@link parseTableReference}.
 *
 * @param reference - The ids.
 * @returns The reference, such as `shop.sales.orders`.
 * @throws {RequestError} If an id is invalid, or if the dataset id or the table id contains a dot, which could not be
 * parsed.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/TableReference | TableReference} in the BigQuery reference
 */
export function formatTableReference(reference: TableReference): string {
  const { projectId, datasetId, tableId } = reference;
  const dotted = Object.entries({ datasetId, tableId }).filter(([, id]) => typeof id === "string" && id.includes("."));
  assertNoIssues("formatTableReference", [
    ...pathIssues({ projectId, datasetId, tableId }),
    ...dotted.map(([path]) => ({ path, message: "must not contain a dot", rule: "table-reference" })),
  ]);
  return `${projectId}.${datasetId}.${tableId}`;
}

/** Dataset and id of a table. */
export interface TableName {
  readonly datasetId: string;
  readonly tableId: string;
}

/** Splits `dataset.table` at the first dot, because neither id can contain one. `datasets` maps the dataset. */
export function referenceOf(table: unknown, datasets: Readonly<Record<string, string>> = {}): TableName {
  const text = typeof table === "string" ? table : "";
  const dot = text.indexOf(".");
  const datasetId = dot === -1 ? "" : text.slice(0, dot);
  return { datasetId: mappedDataset(datasetId, datasets), tableId: dot === -1 ? text : text.slice(dot + 1) };
}

/** Returns the dataset of a project for one of a definition. */
export function mappedDataset<T>(datasetId: T, datasets: Readonly<Record<string, string>> = {}): T | string {
  return typeof datasetId === "string" && Object.hasOwn(datasets, datasetId) ? String(datasets[datasetId]) : datasetId;
}

/** Returns the name of a table in its project, such as `sales.orders`; the inverse of {@link referenceOf}. */
export function nameOf({ datasetId, tableId }: TableName): string {
  return `${datasetId}.${tableId}`;
}

const DATASET_ID = /^\w{1,1024}$/;
const TABLE_ID = /^[\p{L}\p{M}\p{N}\p{Pc}\p{Pd}\p{Zs}]+$/u;
const MAX_BYTES = 1024;

/** Returns the issues of a name, with the path `table`. */
export function tableNameIssues({ datasetId, tableId }: TableName): Issue[] {
  const issue = (message: string): Issue => ({ path: "table", message, rule: "table-name" });
  if (datasetId === "" || tableId === "") {
    const got = shown(`${datasetId}${datasetId === "" ? "" : "."}${tableId}`);
    return [issue(`must have the form dataset.table, such as "sales.orders", got ${got}`)];
  }
  const issues: Issue[] = [];
  if (!DATASET_ID.test(datasetId)) {
    issues.push(issue(`must have a dataset of letters, digits and underscores, got ${shown(datasetId)}`));
  }
  if (tableId.includes(".")) {
    issues.push(issue(`must be dataset.table without the project, got ${shown(`${datasetId}.${tableId}`)}`));
  } else if (!TABLE_ID.test(tableId) || new TextEncoder().encode(tableId).length > MAX_BYTES) {
    const form = `letters, digits, underscores, dashes and spaces, at most ${MAX_BYTES} bytes`;
    issues.push(issue(`must have a table id of ${form}, got ${shown(tableId)}`));
  }
  return issues;
}

/** Returns a table with other references in its foreign keys. Values that are no references stay as they are. */
export function mapReferencedTables(table: TableJson, map: (reference: TableJson) => TableJson): TableJson {
  const { tableConstraints } = table;
  const keys = valueAt(tableConstraints, ["foreignKeys"]);
  if (!isObject(tableConstraints) || !Array.isArray(keys)) return table;
  const foreignKeys = keys.map((key: unknown) => {
    const reference = valueAt(key, ["referencedTable"]);
    return isObject(key) && isObject(reference) ? { ...key, referencedTable: map(reference) } : key;
  });
  return { ...table, tableConstraints: { ...tableConstraints, foreignKeys } };
}

/** Returns a definition whose foreign keys without a project reference tables of a project, after the mapping of datasets. */
export function withReferencedProject(
  definition: TableJson,
  projectId: string,
  datasets?: Readonly<Record<string, string>>,
): TableJson {
  return mapReferencedTables(definition, (reference) => {
    const { projectId: other, datasetId, ...others } = reference;
    return other === undefined ? { projectId, datasetId: mappedDataset(datasetId, datasets), ...others } : reference;
  });
}
