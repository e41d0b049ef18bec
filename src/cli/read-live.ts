import { isFourfoldError } from "../gateway/index.js";
import type {
  ConfigClient,
  LiveTable,
  ReadTable,
  TableListEntry,
  TableReference,
  TablesConfig,
} from "../warehouse/index.js";
import type { Terminal } from "./terminal.js";

/** The tables of datasets. */
export interface LiveTables {
  /** All tables of the datasets as listed, followed by those that were read. */
  readonly live: readonly LiveTable[];
  /** The tables that were read. */
  readonly read: readonly ReadTable[];
  /** Datasets that do not exist. */
  readonly missingDatasets: readonly string[];
}

/**
 * Lists datasets and reads the tables that are selected. Shows the progress if standard error is a terminal.
 *
 * @param isRead - Whether to read a table that was listed, by its `dataset.table`.
 */
export async function readLive(
  { warehouse: { tables } }: ConfigClient,
  { projectId, concurrency }: Pick<TablesConfig, "projectId" | "concurrency">,
  datasets: Iterable<string>,
  isRead: (name: string, entry: TableListEntry) => boolean,
  terminal: Terminal,
): Promise<LiveTables> {
  const listed: TableListEntry[] = [];
  const missingDatasets: string[] = [];
  for (const datasetId of datasets) {
    try {
      for await (const entry of tables.list({ projectId, datasetId }, { maxResults: 1_000 })) listed.push(entry);
    } catch (error) {
      if (!isFourfoldError(error, "not_found")) throw error;
      missingDatasets.push(datasetId);
    }
  }
  const references = listed.flatMap((entry): TableReference[] => {
    const { tableReference: reference } = entry;
    return reference !== undefined && isRead(nameOf(reference), entry) ? [reference] : [];
  });
  const read: ReadTable[] = [];
  for await (const each of tables.getAll(references, { concurrency })) {
    read.push(each);
    // Replaces the line. Not printed with `print`, which would escape the carriage return.
    if (terminal.stderr.isTTY) terminal.stderr.write(`\rread ${read.length} of ${references.length} tables`);
  }
  if (terminal.stderr.isTTY && read.length > 0) terminal.stderr.write("\n");
  return { live: [...listed, ...read], read, missingDatasets };
}

/** Returns the name of a table in its project. */
export function nameOf({ datasetId, tableId }: Pick<TableReference, "datasetId" | "tableId">): string {
  return `${datasetId}.${tableId}`;
}
