import { join } from "node:path";
import { parsePatterns } from "../../core/patterns.js";
import { isFourfoldError } from "../../gateway/index.js";
import { checkDefinition } from "../../warehouse/define/check-definition.js";
import { definitionOf } from "../../warehouse/define/definition-of.js";
import { variableName } from "../../warehouse/define/identifiers.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import { type PlannedChange, type Table, type TableReference, tableSource } from "../../warehouse/index.js";
import { datasetInCode, nameOf } from "../../warehouse/names.js";
import { patternsOfFields, planDefined, shardPattern } from "../../warehouse/plan/project.js";
import { defineCommand, option, readText, repeated, toggle } from "../command.js";
import { codeOf, Failure, ifExists, sentencesOf, UsageError } from "../failure.js";
import { changeLine } from "../plan-lines.js";
import {
  clientOf,
  configFlag,
  type FileDefinition,
  type LoadedConfig,
  liveName,
  loadConfig,
  loadDefinitions,
  matchesTable,
} from "../tables-config.js";
import { print, printJson, showProgress, type Terminal } from "../terminal.js";

/** Result of `table pull` for one table. */
interface Pulled {
  readonly table: string;
  readonly file: string;
  readonly action: "write" | "overwrite" | "differs" | "unchanged";
  /** The differences: `before` is the value in the code, `after` the live one. */
  readonly changes: readonly PlannedChange[];
}

/** `fourfold table pull`: writes definition files for the tables of a dataset. */
export const tablePullCommand = defineCommand({
  name: "table pull",
  summary: "write definition files for live BigQuery tables",
  about: `Writes one file for each table of the dataset into the folder of the configuration, as <dataset>/<table>.ts (.mjs if
the configuration is .mjs or .js). A table that a file already defines is only compared: prints the differences, the
value in the code first. Foreign keys refer to tables of the project by their names in the code.
Snapshots, date shards and ignored tables are skipped.

Exit codes: 0 success, 1 failed, 2 invalid command line; with --check: 3 if live tables and code differ.`,
  examples: ["table pull shop.sales", 'table pull shop.sales --only "order*" --check'],
  argument: "project.dataset",
  flags: {
    config: configFlag,
    out: option("<folder>", "write new files into this folder; default: the folder of the configuration", readText),
    only: repeated("<pattern>", 'tables to pull, as in "order*"; can be repeated', readText),
    check: toggle("write nothing, and exit with 3 if live tables and code differ"),
    overwrite: toggle("replace the files of tables that differ"),
    "isolated-declarations": toggle('write files that compile with the option "isolatedDeclarations" of TypeScript'),
    json: toggle("print the result as JSON"),
  },
  async run({ argument, flags }, terminal) {
    const { config: path, out, only, check, overwrite, "isolated-declarations": isolatedDeclarations, json } = flags;
    const [, projectId = "", datasetId = ""] = /^(.+)\.(\w+)$/.exec(argument) ?? [];
    if (datasetId === "") throw new UsageError(`<project.dataset> must be as in shop.sales, got "${argument}"`);
    if (check && overwrite) throw new UsageError("--check and --overwrite cannot both be set; remove one of them");
    const config: LoadedConfig = { ...(await loadConfig(path, terminal)), projectId };
    // An earlier pull may have written definitions into the folder of --out or into the configured folder. The latter
    // take precedence.
    const folders = [...(out === undefined ? [] : [folderIn(out, datasetId, config)]), config.folder];
    const files: FileDefinition[] = [];
    for (const folder of folders) files.push(...(await loadDefinitions({ folder }, terminal)));
    const defined = new Map(files.map((each) => [liveName(each.definition, config), each]));
    const wanted = parsePatterns(only.length === 0 ? ["*"] : only);
    const ignored = parsePatterns(config.ignore?.tables);
    const isOurs = (name: string) =>
      name.startsWith(`${datasetId}.`) && matchesTable(wanted, name) && !ignored.matches(name);
    const skipped = new Map<string, number | string>();
    const isRead = (name: string, type: string | undefined) => {
      if (!isOurs(name)) return false;
      if (defined.has(name)) return true;
      const shards = shardPattern(name);
      if (shards !== undefined) skipped.set(shards, Number(skipped.get(shards) ?? 0) + 1);
      else if (type === "SNAPSHOT") skipped.set(name, type);
      return shards === undefined && type !== "SNAPSHOT";
    };
    const references: TableReference[] = [];
    const { tables: live } = (await clientOf(config)).warehouse;
    try {
      for await (const { tableReference, type } of live.list({ projectId, datasetId }, { maxResults: 1_000 })) {
        if (tableReference !== undefined && isRead(nameOf(tableReference), type)) references.push(tableReference);
      }
    } catch (error) {
      if (!isFourfoldError(error, "not_found")) throw error;
      throw new Failure(`${argument}: no such dataset; check the project and the dataset`);
    }
    const tables: Table[] = [];
    const failed: { readonly table: string; readonly error: string }[] = [];
    let read = 0;
    for await (const { reference, table, error } of live.getAll(references, { concurrency: config.concurrency })) {
      read += 1;
      showProgress(terminal, { read, of: references.length });
      if (table !== undefined) tables.push(table);
      else if (isFourfoldError(error, "not_found")) skipped.set(nameOf(reference), "expired or deleted");
      else failed.push({ table: nameOf(reference), error: sentencesOf(error).join("; ") });
    }
    const folder = out ?? config.folder;
    const source = sourceNames(
      config,
      folder,
      (await ifExists(terminal.listFiles(folder))) ?? [],
      isolatedDeclarations,
    );
    const pulled: Pulled[] = [];
    const texts = new Map<string, string>();
    tables.sort((a, b) => (a.tableReference.tableId < b.tableReference.tableId ? -1 : 1));
    for (const table of tables) {
      const name = nameOf(table.tableReference);
      const code = defined.get(name);
      if (code === undefined) {
        const { file, text } = source(table);
        texts.set(file, text);
        pulled.push({ table: name, file, action: "write", changes: [] });
        continue;
      }
      const changes = differences(code, table, config);
      const { table: own } = code.definition;
      const isAlone = files.every(({ file, definition }) => definition.table === own || file !== code.file);
      const replaces = overwrite && changes.length > 0 && isAlone;
      if (replaces) texts.set(code.file, sourceOf(table, code.file, config, { isolatedDeclarations }));
      const action = changes.length === 0 ? "unchanged" : replaces ? "overwrite" : "differs";
      pulled.push({ table: name, file: code.file, action, changes });
    }
    // A table that was listed but has expired since is skipped, not found.
    const found = new Set(references.map(nameOf).filter((name) => !skipped.has(name)));
    const missing = [...defined.keys()].filter((name) => isOurs(name) && !found.has(name));
    if (!check) {
      for (const { table, file, action } of pulled.filter((each) => texts.has(each.file))) {
        const error = await writeError(file, texts.get(file) ?? "", action === "write", terminal);
        if (error !== undefined) failed.push({ table, error });
      }
    }
    const unwritten = new Set(failed.map(({ table }) => table));
    const written = pulled.filter(({ table }) => !unwritten.has(table));
    if (json) {
      const notes = [...skipped].map(([table, reason]) => {
        return typeof reason === "number" ? { table, count: reason } : { table, reason };
      });
      printJson(terminal.stdout, { tables: written, missing, skipped: notes, failed });
    } else {
      print(
        terminal.stdout,
        [...written.flatMap((each) => linesOf(each, check)), ...notesOf(missing, skipped)].join(""),
      );
    }
    for (const { table, error } of failed) print(terminal.stderr, `${table}: ${error}\n`);
    if (failed.length > 0) return 1;
    return check && (missing.length > 0 || pulled.some(({ action }) => action !== "unchanged")) ? 3 : 0;
  },
});

/** Writes a file. Returns the problem if it cannot be written. */
async function writeError(file: string, text: string, isNew: boolean, terminal: Terminal): Promise<string | undefined> {
  try {
    await terminal.writeFile(file, text, isNew);
    return undefined;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return `${file}: already exists and defines no table; move or remove it`;
    return `${file}: ${sentencesOf(error).join("; ")}`;
  }
}

function linesOf({ table, file, action, changes }: Pulled, check: boolean): string[] {
  const lines = changes.map((change) => `  ${changeLine(change)}\n`);
  if (action === "write") return [`${table}: ${check ? "not in the code" : `wrote ${file}`}\n`];
  if (action === "overwrite") return [`${table}: replaced ${file}\n`, ...lines];
  return action === "differs" ? [`${table}: differs from ${file}, which was not changed\n`, ...lines] : [];
}

function* notesOf(missing: readonly string[], skipped: ReadonlyMap<string, number | string>): Generator<string> {
  for (const table of missing) yield `${table}: in the code, but not in the dataset\n`;
  for (const [table, reason] of skipped) {
    yield typeof reason === "number" ? `${table}: ${reason} tables, skipped\n` : `${table}: ${reason}, skipped\n`;
  }
}

/** Returns how a definition differs from the live table: changed, missing and additional values. */
function differences({ definition }: FileDefinition, live: Table, config: LoadedConfig): readonly PlannedChange[] {
  const { projectId, datasets, ignore } = config;
  const context = { projectId, datasets, now: 0, openValues: true, rules: undefined };
  const { body: code } = checkDefinition(definition, context);
  const plan = (current: TableJson, wanted: TableJson) =>
    planDefined(current as unknown as Table, wanted, context, patternsOfFields(ignore)).changes; // used for the comparison only
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
function sourceOf(
  table: Table,
  file: string,
  { ignore, datasets }: LoadedConfig,
  options: Pick<NonNullable<Parameters<typeof tableSource>[1]>, "variable" | "isolatedDeclarations">,
): string {
  const language = /ts$/.test(file) ? "typescript" : "javascript";
  return tableSource(table, { ...options, ignore, datasets, language });
}

const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Maximum length of a file name in bytes, without its extension; file systems accept 255 bytes with the extension. */
const MAX_NAME = 200;

/** Returns a name for a file or folder. Names that begin with "_" are not read. */
function visible(name: string): string {
  const characters = [...(name.startsWith("_") || DEVICES.test(name) ? `table${name}` : name)].slice(0, MAX_NAME);
  while (new TextEncoder().encode(characters.join("")).length > MAX_NAME) characters.pop();
  return characters.join("");
}

/** Returns the folder with the files of a dataset. */
function folderIn(folder: string, datasetId: string, { datasets }: LoadedConfig): string {
  return join(folder, visible(datasetInCode(datasetId, datasets) ?? datasetId));
}

/**
 * Returns a function that chooses the file of a new table, with a name that no other file has, even on file systems that
 * ignore case.
 */
function sourceNames(config: LoadedConfig, folder: string, existing: readonly string[], isolatedDeclarations: boolean) {
  const keyOf = (file: string) =>
    file
      .normalize("NFC")
      .toLowerCase()
      .replace(/\.\w+$/, "");
  const taken = new Set(existing.map(keyOf));
  const variables = new Set<string>();
  const extension = /ts$/.test(config.file) ? "ts" : "mjs";
  /** Appends a number to a name until it is free. */
  const free = (name: string, isTaken: (name: string) => boolean) => {
    let [result, number] = [name, 2];
    for (; isTaken(result); number += 1) result = `${name}_${number}`;
    return result;
  };
  return (table: Table) => {
    const { datasetId, tableId } = table.tableReference;
    const inside = folderIn("", datasetId, config);
    const base = visible(tableId.replace(/[^\p{L}\p{M}\p{N}_-]/gu, "_"));
    const name = free(base, (each) => taken.has(keyOf(`${inside}/${each}.ts`)));
    taken.add(keyOf(`${inside}/${name}.ts`));
    const file = join(folder, inside, `${name}.${extension}`);
    const variable = free(variableName(tableId), (each) => variables.has(each.toLowerCase()));
    variables.add(variable.toLowerCase());
    return { file, text: sourceOf(table, file, config, { variable, isolatedDeclarations }) };
  };
}
