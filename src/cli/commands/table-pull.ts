import { join } from "node:path";
import { checkDefinition } from "../../tables/check-definition.js";
import { fieldPatterns } from "../../tables/compare/ignored-fields.js";
import { getTables, type PlannedChange, tableSource } from "../../tables/index.js";
import { datasetInCode, nameOf } from "../../tables/names.js";
import { shardPattern, unmanagedTables } from "../../tables/plan/plan-data.js";
import { planDefined } from "../../tables/plan/plan-requests.js";
import { definitionOf } from "../../tables/source/definition-of.js";
import { isObject, withoutUndefined } from "../../values/objects.js";
import { parsePatterns } from "../../values/patterns.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import type { Table, TableListEntry, TableReference } from "../../warehouse/index.js";
import { defineCommand, option, readText, toggle } from "../command.js";
import { clientOf } from "../config.js";
import { explained, ifExists, sentencesOf, UsageError } from "../failure.js";
import { changeLines, counted } from "../plan-lines.js";
import { type FileDefinition, type LoadedConfig, liveName, loadConfig, loadDefinitions } from "../tables-config.js";
import { print, type Terminal } from "../terminal.js";

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
    const [, projectId = loaded.projectId, datasetId] = /^(?:((?:.+:)?[^.:]+)\.)?(\w+)$/.exec(argument) ?? [];
    if (datasetId === undefined)
      throw new UsageError(`<dataset> must have the form sales or shop.sales, got "${argument}"`);
    const config = { ...loaded, projectId };
    const root = out ?? config.tables;
    const folder = join(root, folderOf(datasetId, config));
    // An earlier pull may have written definitions into the folder of --out. Those in the configured folder take precedence.
    const files = [
      ...(out === undefined ? [] : await loadDefinitions(folder, terminal)),
      ...(await loadDefinitions(config.tables, terminal)),
    ];
    const defined = new Map(files.map((each) => [liveName(each.definition, config), each]));
    const newFile = fileNames(((await ifExists(terminal.listFiles(root))) ?? []).map((name) => join(root, name)));
    const warehouse = await clientOf(config, "warehouse");
    const isIgnored = parsePatterns(config.ignore?.tables).matches;
    const list = warehouse.tables.list({ projectId, datasetId }, { maxResults: 1_000 });
    const { references, skipped } = await tablesToRead(list, (name) => defined.has(name), isIgnored);
    const read = new Set(references.map(nameOf));
    const missing = [...defined.keys()].filter((name) => {
      return name.startsWith(`${datasetId}.`) && !isIgnored(name) && !read.has(name);
    });
    let isDifferent = missing.length > 0;
    let hasFailed = false;
    const { concurrency } = config;
    for await (const { reference, table, error } of getTables(warehouse, references, { concurrency })) {
      const name = nameOf(reference);
      try {
        if (table === undefined) throw error;
        const code = defined.get(name);
        const changes = code === undefined ? [] : changesInCode(code, table, config);
        if (code !== undefined && changes.length === 0) continue;
        isDifferent = true;
        const isShared = files.some((each) => each.file === code?.file && each !== code);
        const file = code?.file ?? newFile(join(folder, baseOf(reference)), config);
        const isWritten = code === undefined ? !check : overwrite && !isShared;
        if (isWritten) await writeTable(table, file, config, terminal);
        const isKept = overwrite && isShared;
        if (isKept) hasFailed = true;
        const reason = isKept ? ": it defines other tables; move one to a file of its own" : "";
        const left = code === undefined ? "not in the code" : `differs from ${file}, which was not changed${reason}`;
        const done = `${code === undefined ? "wrote" : "replaced"} ${file}`;
        print(terminal.stdout, [`${name}: ${isWritten ? done : left}`, ...changes.flatMap(changeLines)]);
      } catch (cause) {
        hasFailed = true;
        print(terminal.stderr, `${name}: ${sentencesOf(cause).join("; ")}`);
      }
    }
    for (const name of missing) print(terminal.stdout, `${name}: in the code, but not in the dataset`);
    print(terminal.stdout, skipped);
    return hasFailed ? 1 : check && isDifferent ? 3 : 0;
  },
});

/** Selects the tables of a dataset to read, and explains which are skipped. */
async function tablesToRead(
  list: AsyncIterable<TableListEntry>,
  isDefined: (name: string) => boolean,
  isIgnored: (name: string) => boolean,
) {
  const references: TableReference[] = [];
  const others: { table: string; type: unknown }[] = [];
  for await (const { tableReference, type } of list) {
    if (tableReference === undefined) continue;
    const name = nameOf(tableReference);
    if (isIgnored(name)) continue;
    if (isDefined(name) || (shardPattern(name) === undefined && type !== "SNAPSHOT")) references.push(tableReference);
    else others.push({ table: name, type });
  }
  const skipped = unmanagedTables(others).map(({ table, count }) => {
    return `${table}: ${count === undefined ? "snapshot" : counted(count, "table")}, skipped`;
  });
  return { references, skipped };
}

/** Writes the definition of a table. */
async function writeTable(table: Table, file: string, config: LoadedConfig, terminal: Terminal) {
  const { ignore, datasets } = config;
  const language = file.endsWith("ts") ? "typescript" : "javascript";
  await explained(terminal.writeFile(file, tableSource(table, { ignore, datasets, language })), file);
}

/** Returns how a definition differs from the live table: changed, missing and additional values. */
function changesInCode({ definition }: FileDefinition, live: Table, config: LoadedConfig): readonly PlannedChange[] {
  const { projectId, datasets, ignore } = config;
  const context = { projectId, datasets, now: 0 };
  const { body } = checkDefinition(definition, context);
  // The dialect of a view that its definition omits stays as it is.
  const view = isObject(body.view) ? { useLegacySql: live.view?.useLegacySql ?? true, ...body.view } : body.view;
  const code = withoutUndefined({ ...body, view });
  const changesBetween = (from: TableJson, to: TableJson) =>
    planDefined(from as unknown as Table, to, context, fieldPatterns(ignore)).changes; // plans without sending a request
  const { tableReference } = live;
  // A comparison omits values that only its first table has, so the tables are compared in both directions.
  const toTable = changesBetween(code, { ...definitionOf({ ...live }), tableReference });
  const toCode = changesBetween({ ...live }, code);
  const placeOf = ({ path, column }: PlannedChange) => `${column} ${path.replace(/^.*\]/, "")}`;
  const known = new Set(toTable.map(placeOf));
  const onlyInCode = toCode.filter((change) => !known.has(placeOf(change)));
  return [...toTable, ...onlyInCode.map((change) => ({ ...change, before: change.after, after: change.before }))];
}

/** Returns the folder with the files of a dataset. */
function folderOf(datasetId: string, { datasets }: LoadedConfig): string {
  return visible(datasetInCode(datasetId, datasets) ?? datasetId);
}

/** Returns the name of the file of a new table, without its extension. */
function baseOf({ tableId }: TableReference): string {
  return visible(tableId.replace(/[^\p{L}\p{M}\p{N}_-]/gu, "_"));
}

/** Names new files. Appends a number to a taken name, and to one that a file system may not distinguish from it. */
function fileNames(existing: readonly string[]) {
  const keyOf = (file: string) => file.normalize("NFC").toLowerCase();
  const taken = new Set(existing.map(keyOf));
  return (base: string, config: LoadedConfig): string => {
    const extension = config.file.endsWith("ts") ? "ts" : "mjs";
    let file = `${base}.${extension}`;
    for (let number = 2; taken.has(keyOf(file)); number += 1) file = `${base}_${number}.${extension}`;
    taken.add(keyOf(file));
    return file;
  };
}

/** Returns a name for a file or folder. Names that begin with "_" are not read. */
function visible(name: string): string {
  return name.startsWith("_") ? `table${name}` : name;
}
