import type { Issue } from "../errors/request-error.js";
import { shown } from "../values/describe.js";
import { isObject, valueAt } from "../values/objects.js";
import { isString, isText, mapOf, must, type OptionCheck, optionsOf } from "../values/options.js";
import type { TableJson } from "../warehouse/encode-table.js";

/** Dataset and id of a table. */
export interface TableName {
  readonly datasetId: string;
  readonly tableId: string;
}

/** Datasets of a project by the names in definitions: ids, or objects of settings. */
export type DatasetMap = Readonly<
  Record<
    string,
    | string
    | {
        /** Id of the dataset. Default: the name in the definitions. */
        readonly name?: string | undefined;
        /** Location in which `createDatasets` creates the dataset, such as `EU`. Default: the service's default, `US`. */
        readonly location?: string | undefined;
      }
  >
>;

/** Meaning of the names in definitions. */
export interface NameContext {
  /** Id of the project of the plan. Without it, functions that return queries are not called. */
  readonly projectId?: string | undefined;
  /** Datasets of the project by their names in definitions. Default: the same names. */
  readonly datasets?: DatasetMap | undefined;
}

/** Project of a table that is checked without one. */
export const ANY_PROJECT = "project";

const DATASET_ID = /^\w{1,1024}$/;
const idOption = must((id) => isString(id) && DATASET_ID.test(id), "the id of a dataset");
const settingsOption = optionsOf(
  { name: idOption, location: must(isText, 'a location, such as "EU"') },
  'the id of a dataset, or an object such as { name: "sales_eu", location: "EU" }',
);
/** Check of the option `datasets`. */
export const datasetsOption: OptionCheck = mapOf((value, path) =>
  isString(value) ? idOption(value, path) : settingsOption(value, path),
);

/** Splits `dataset.table` at the first dot, because neither id can contain one. `datasets` maps the dataset. */
export function referenceOf(table: unknown, datasets?: DatasetMap): TableName {
  const text = typeof table === "string" ? table : "";
  const dot = text.indexOf(".");
  const { datasetId } = datasetOf(dot === -1 ? "" : text.slice(0, dot), datasets);
  return { datasetId, tableId: text.slice(dot + 1) };
}

/** Returns the dataset of the project for a name in definitions, with the location that `datasets` sets. */
export function datasetOf(
  name: string,
  datasets: DatasetMap = {},
): { readonly datasetId: string; readonly location: string | undefined } {
  const mapped = Object.hasOwn(datasets, name) ? datasets[name] : undefined;
  const { name: datasetId = name, location } = isString(mapped) ? { name: mapped } : (mapped ?? {});
  return { datasetId, location };
}

/** Returns the name that definitions use for a dataset of the project; undefined if no definition can name it. */
export function datasetInCode(datasetId: string, datasets: DatasetMap = {}): string | undefined {
  const name = Object.keys(datasets).find((each) => datasetOf(each, datasets).datasetId === datasetId);
  return name ?? (Object.hasOwn(datasets, datasetId) ? undefined : datasetId);
}

/** Returns the name of a table in its project, such as `sales.orders`; the inverse of {@link referenceOf}. */
export function nameOf({ datasetId, tableId }: TableName): string {
  return `${datasetId}.${tableId}`;
}

const TABLE_ID = /^[\p{L}\p{M}\p{N}\p{Pc}\p{Pd}\p{Zs}]+$/u;
const MAX_BYTES = 1024;

/** Returns the issues of a name, with the path `table`. `given` is the name as the caller passed it. */
export function tableNameIssues({ datasetId, tableId }: TableName, given: unknown): Issue[] {
  const issue = (message: string): Issue => ({ path: "table", message, rule: "table-name" });
  if (datasetId === "" || tableId === "") {
    return [issue(`must have the form dataset.table, such as "sales.orders", got ${shown(given)}`)];
  }
  const issues: Issue[] = [];
  if (!DATASET_ID.test(datasetId) || datasetId === "undefined") {
    const hint = datasetId === "undefined" ? ": is a variable not set?" : "";
    issues.push(issue(`must have a dataset of letters, digits and underscores, got ${shown(datasetId)}${hint}`));
  }
  if (tableId.includes(".")) {
    issues.push(issue(`must be dataset.table without the project, got ${shown(`${datasetId}.${tableId}`)}`));
  } else if (!TABLE_ID.test(tableId) || new TextEncoder().encode(tableId).length > MAX_BYTES) {
    const form = `letters, digits, underscores, dashes and spaces, at most ${MAX_BYTES} bytes`;
    issues.push(issue(`must have a table id of ${form}, got ${shown(tableId)}`));
  }
  return issues;
}

/** Returns a table with other references in its foreign keys. Values that are not references stay unchanged. */
export function mapReferencedTables(
  table: TableJson,
  map: (reference: TableJson | string, path: string) => unknown,
): TableJson {
  const { tableConstraints } = table;
  const keys = valueAt(tableConstraints, ["foreignKeys"]);
  if (!isObject(tableConstraints) || !Array.isArray(keys)) return table;
  const foreignKeys = keys.map((key: unknown, index) => {
    const reference = valueAt(key, ["referencedTable"]);
    if (!isObject(key) || !(isObject(reference) || typeof reference === "string")) return key;
    return { ...key, referencedTable: map(reference, `tableConstraints.foreignKeys[${index}].referencedTable`) };
  });
  return { ...table, tableConstraints: { ...tableConstraints, foreignKeys } };
}
