import { shown } from "../core/describe.js";
import { isObject, valueAt } from "../core/objects.js";
import type { Issue } from "../errors/request-error.js";
import type { TableJson } from "./encode-table.js";

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
