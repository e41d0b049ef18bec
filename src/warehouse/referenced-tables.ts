import { isObject, valueAt } from "../core/objects.js";
import type { TableJson } from "./encode-table.js";
import { mappedDataset } from "./table-name.js";

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
