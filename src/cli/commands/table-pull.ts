import { join } from "node:path";
import { parsePatterns } from "../../core/patterns.js";
import { isFourfoldError } from "../../gateway/index.js";
import { checkDefinition } from "../../tables/check-definition.js";
import { getTables, type PlannedChange, tableSource } from "../../tables/index.js";
import { datasetInCode, nameOf } from "../../tables/names.js";
import { fieldPatterns, planDefined } from "../../tables/plan/plan-tables.js";
import { shardPattern } from "../../tables/plan/unmanaged-tables.js";
import { definitionOf } from "../../tables/source/definition-of.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import type { Table, TableReference } from "../../warehouse/index.js";
import { defineCommand, option, readText, toggle } from "../command.js";
import { Failure, ifExists, sentencesOf, UsageError } from "../failure.js";
import { changeLines } from "../plan-lines.js";
import {
  clientOf,
  type FileDefinition,
  type LoadedConfig,
  liveName,
  loadConfig,
  loadDefinitions,
} from "../tables-config.js";
import { print, showProgress, type Terminal } from "../terminal.js";

/** `fourfold table pull`: writes definition files for the tables of a dataset. */
export const tablePullCommand = defineCommand({
  name: "table pull",
  summary: "write definition files for live BigQuery tables",
  about: `Writes one file for each table of the dataset into the folder of the configuration, as <dataset>/<table>.ts (.mjs if
the configuration is .mjs or .js). A table that a file already defines is only compared: prints the differences, the
value in the code first. Foreign keys refer to tables of the project by their names in the code.
Snapshots, date shards and ignored tables are skipped.

Exit codes: 0 success, 1 failed, 2 invalid command line; with --check: 3 if live tables and code differ.`,
  examples: ["table pull sales", "table pull shop.sales --check"],
  argument: "dataset",
  flags: {
    out: option("<folder>", "write new files into this folder; default: the folder of the configuration", readText),
    check: toggle("write nothing, and exit with 3 if live tables and code differ"),
    overwrite: toggle("replace the files of tables that differ"),
  },
  async run({ argument, flags: { out, check, overwrite } }, terminal) {
    if (check && overwrite) throw new UsageError("--check and --overwrite cannot both be set; remove one of them");
    const loaded = await loadConfig(terminal);
    const [, projectId = loaded.projectId, datasetId] = /^(?:(.+)\.)?(\w+)$/.exec(argument) ?? [];
    if (datasetId === undefined) throw new UsageError(`<dataset> must be as in sales or shop.sales, got "${argument}"`);
    const config = { ...loaded, projectId };
    // An earlier pull may have written definitions into the folder of --out. Those in the configured folder take precedence.
    const files = [
      ...(out === undefined ? [] : await loadDefinitions(folderIn(out, datasetId, config), terminal)),
      ...(await loadDefinitions(config.tables, terminal)),
    ];
    const defined = new Map(files.map((each) => [liveName(each.definition, config), each]));
    const { tables, missing, skipped, failed } = await readDataset(config, datasetId, defined, terminal);
    const newFile = fileNames(config, out ?? config.tables, await listFiles(out ?? config.tables, terminal));
    let isDifferent = missing.length > 0;
    for (const table of tables) {
      const name = nameOf(table.tableReference);
      const code = defined.get(name);
      const file = code?.file ?? newFile(table);
      const changes = code === undefined ? [] : differences(code, table, config);
      if (code !== undefined && changes.length === 0) continue;
      isDifferent = true;
      const isAlone = files.every((each) => each.file !== file || each === code);
      const writes = !check && (code === undefined || (overwrite && isAlone));
      if (writes) await terminal.writeFile(file, sourceOf(table, file, config));
      const done = code === undefined ? `wrote ${file}` : `replaced ${file}`;
      const left = code === undefined ? "not in the code" : `differs from ${file}, which was not changed`;
      print(terminal.stdout, [`${name}: ${writes ? done : left}`, ...changes.flatMap(changeLines)]);
    }
    for (const name of missing) print(terminal.stdout, `${name}: in the code, but not in the dataset`);
    for (const [name, reason] of skipped) print(terminal.stdout, `${name}: ${reason}, skipped`);
    for (const [name, error] of failed) print(terminal.stderr, `${name}: ${error}`);
    if (failed.size > 0) return 1;
    return check && isDifferent ? 3 : 0;
  },
});

/** Reads the tables of a dataset, and explains which were skipped or could not be read. */
async function readDataset(
  config: LoadedConfig,
  datasetId: string,
  defined: ReadonlyMap<string, FileDefinition>,
  terminal: Terminal,
) {
  const { projectId, ignore, concurrency } = config;
  const { warehouse } = await clientOf(config);
  const ignored = parsePatterns(ignore?.tables);
  const skipped = new Map<string, string>();
  const references: TableReference[] = [];
  const shards = new Map<string, number>();
  try {
    for await (const { tableReference, type } of warehouse.tables.list(
      { projectId, datasetId },
      { maxResults: 1_000 },
    )) {
      if (tableReference === undefined) continue;
      const name = nameOf(tableReference);
      const shard = shardPattern(name);
      if (ignored.matches(name)) continue;
      if (defined.has(name)) references.push(tableReference);
      else if (shard !== undefined) shards.set(shard, (shards.get(shard) ?? 0) + 1);
      else if (type === "SNAPSHOT") skipped.set(name, "snapshot");
      else references.push(tableReference);
    }
  } catch (error) {
    if (!isFourfoldError(error, "not_found")) throw error;
    throw new Failure(`${projectId}.${datasetId}: no such dataset; check the project and the dataset`);
  }
  for (const [shard, count] of shards) skipped.set(shard, `${count} tables`);
  const tables: Table[] = [];
  const failed = new Map<string, string>();
  let read = 0;
  for await (const { reference, table, error } of getTables(warehouse, references, { concurrency })) {
    read += 1;
    showProgress(terminal, { read, of: references.length });
    if (table !== undefined) tables.push(table);
    else if (isFourfoldError(error, "not_found")) skipped.set(nameOf(reference), "expired or deleted");
    else failed.set(nameOf(reference), sentencesOf(error).join("; "));
  }
  tables.sort((a, b) => (a.tableReference.tableId < b.tableReference.tableId ? -1 : 1));
  const found = new Set(references.map(nameOf));
  const missing = [...defined.keys()].filter(
    (name) => name.startsWith(`${datasetId}.`) && !ignored.matches(name) && !found.has(name),
  );
  return { tables, missing, skipped, failed };
}

/** Returns how a definition differs from the live table: changed, missing and additional values. */
function differences({ definition }: FileDefinition, live: Table, config: LoadedConfig): readonly PlannedChange[] {
  const { projectId, datasets, ignore } = config;
  const context = { projectId, datasets, now: 0 };
  const { body: code } = checkDefinition(definition, context);
  const plan = (current: TableJson, wanted: TableJson) =>
    planDefined(current as unknown as Table, wanted, context, fieldPatterns(ignore)).changes; // used for the comparison only
  const table = live as unknown as TableJson; // a table is JSON
  const missing = plan(table, code).map(({ before, after, ...change }) => {
    return { ...change, before: after, after: before };
  });
  // Compares in the opposite direction, to find values that only the live table has: the definition acts as the live table.
  const additional = plan(code, { ...definitionOf(table, false), tableReference: table.tableReference });
  const keyOf = ({ path, column }: PlannedChange) => `${column} ${path.replace(/^.*\]/, "")}`;
  const known = new Set(additional.map(keyOf));
  return [...additional, ...missing.filter((change) => !known.has(keyOf(change)))];
}

/** Returns the text of a definition file. */
function sourceOf(table: Table, file: string, { ignore, datasets }: LoadedConfig): string {
  return tableSource(table, { ignore, datasets, language: file.endsWith("ts") ? "typescript" : "javascript" });
}

async function listFiles(folder: string, terminal: Terminal): Promise<readonly string[]> {
  return (await ifExists(terminal.listFiles(folder))) ?? [];
}

/** Maximum length of a file name: file systems accept 255 bytes, and a character has up to four. */
const MAX_NAME = 60;

/** Returns a name for a file or folder. Names that begin with "_" are not read. */
function visible(name: string): string {
  return [...(name.startsWith("_") ? `table${name}` : name)].slice(0, MAX_NAME).join("");
}

/** Returns the folder with the files of a dataset. */
function folderIn(folder: string, datasetId: string, { datasets }: LoadedConfig): string {
  return join(folder, visible(datasetInCode(datasetId, datasets) ?? datasetId));
}

/**
 * Returns a function that chooses the file of a new table, with a name that no other file has, even on file systems that
 * ignore case.
 */
function fileNames(config: LoadedConfig, folder: string, existing: readonly string[]) {
  const keyOf = (file: string) =>
    file
      .normalize("NFC")
      .toLowerCase()
      .replace(/\.\w+$/, "");
  const taken = new Set(existing.map((file) => keyOf(join(folder, file))));
  const extension = config.file.endsWith("ts") ? "ts" : "mjs";
  return ({ tableReference: { datasetId, tableId } }: Table): string => {
    const base = join(folderIn(folder, datasetId, config), visible(tableId.replace(/[^\p{L}\p{M}\p{N}_-]/gu, "_")));
    let file = `${base}.${extension}`;
    for (let number = 2; taken.has(keyOf(file)); number += 1) file = `${base}_${number}.${extension}`;
    taken.add(keyOf(file));
    return file;
  };
}
