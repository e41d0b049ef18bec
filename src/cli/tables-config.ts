import { join } from "node:path";
import { isFourfoldError } from "../gateway/index.js";
import { defineConfig, planTables, type TableDefinition, type TablesConfig, type TablesPlan } from "../tables/index.js";
import { nameOf, referenceOf } from "../tables/names.js";
import { digestOfPlan, inNewDataset, planSources, summaryOf } from "../tables/plan/plan-data.js";
import { isObject } from "../values/objects.js";
import { type ConfigClient, clientOf, exportsOf, findConfig, importConfig, importProblems } from "./config.js";
import { explained, Failure, ifExists, sentencesOf } from "./failure.js";
import { print, type Terminal } from "./terminal.js";

/** A definition and the file that exports it. */
export interface FileDefinition {
  readonly file: string;
  readonly definition: TableDefinition;
}

/** A configuration that was loaded. */
export interface LoadedConfig extends TablesConfig {
  readonly projectId: string;
  /** Path of the configuration file. */
  readonly file: string;
}

/**
 * Loads the configuration in the current folder. This executes its code.
 *
 * @throws {Failure} If there is no configuration, if it is invalid, with all problems, or if no project is set.
 */
export async function loadConfig(terminal: Terminal): Promise<LoadedConfig> {
  const file = await findConfig(terminal);
  if (file === undefined) throw new Failure("fourfold.config.ts: no such file; create it with defineConfig");
  const config = await importConfig(file, terminal, (given) => defineConfig(given as TablesConfig)); // defineConfig checks it
  const { projectId } = config;
  if (projectId === undefined) {
    throw new Failure(`${file}: projectId: is required; set it, or the environment variable GOOGLE_CLOUD_PROJECT`);
  }
  return { ...config, projectId, file };
}

/**
 * Loads all definitions in a folder. This executes the code of the files.
 *
 * @throws {Failure} If a file cannot be loaded or defines no table, or two files define the same table, with all problems.
 */
export async function loadDefinitions(folder: string, terminal: Terminal): Promise<readonly FileDefinition[]> {
  const names = (await explained(ifExists(terminal.listFiles(folder)), folder)) ?? [];
  const problems: string[] = [];
  const found: FileDefinition[] = [];
  for (const name of names.filter(isDefinitionFile)) {
    const file = join(folder, name);
    try {
      const definitions = definitionsIn(await terminal.importModule(file));
      if (definitions.length === 0) {
        problems.push(
          `${file}: must export a table that defineTable created, got none; to skip the file, begin its name with "_"`,
        );
      }
      for (const definition of definitions) {
        // A file may re-export the tables of other files.
        if (!found.some((other) => other.definition === definition)) found.push({ file, definition });
      }
    } catch (error) {
      problems.push(...importProblems(file, error));
    }
  }
  if (problems.length > 0) throw new Failure(problems);
  return found;
}

function isDefinitionFile(name: string): boolean {
  return /(?<!\.d)\.(ts|mts|mjs|js)$/.test(name) && !/(^|[\\/])_/.test(name);
}

/** Returns every exported definition. */
function definitionsIn(module: unknown): readonly TableDefinition[] {
  const modules = exportsOf(module).filter((each) => !isDefinition(each));
  return [...new Set(modules.flatMap((each) => Object.values(Object(each))).filter(isDefinition))];
}

function isDefinition(value: unknown): value is TableDefinition {
  return isObject(value) && typeof value.table === "string";
}

/** Returns the name of a table in the project, after the mapping of datasets. */
export function liveName({ table }: TableDefinition, { datasets }: Pick<TablesConfig, "datasets">): string {
  return nameOf(referenceOf(table, datasets));
}

/**
 * Plans the definitions of a configuration, and prints the warnings.
 *
 * @returns The plan to apply, and the plan to show; see {@link shownPlan}.
 */
export async function planOf(
  config: LoadedConfig,
  createDatasets: boolean,
  terminal: Terminal,
): Promise<{ readonly plan: TablesPlan; readonly shown: TablesPlan; readonly warehouse: ConfigClient["warehouse"] }> {
  const files = await loadDefinitions(config.tables, terminal);
  if (files.length === 0) {
    throw new Failure(`${config.tables}: must define tables, got none; run fourfold table pull <dataset>`);
  }
  const { projectId, ignore, datasets, extraColumns, concurrency } = config;
  const warehouse = await clientOf(config, "warehouse");
  const definitions = files.map(({ definition }) => definition);
  const options = { projectId, ignore, datasets, extraColumns, concurrency };
  const plan = await planTables(warehouse, definitions, options).catch((error: unknown) => {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    // The issues name definitions by their index.
    const withFile = (_: string, index: number, dot: string) => `${files[index]?.file}${dot && ": "}`;
    throw new Failure(sentencesOf(error).map((text) => text.replace(/\bdefinitions\[(\d+)\](\.?)/g, withFile)));
  });
  const shown = await shownPlan(plan, createDatasets);
  for (const warning of shown.warnings) print(terminal.stderr, `warning: ${warning}`);
  return { plan, shown, warehouse };
}

/**
 * Returns a plan whose issues name the flag instead of the option of `applyTables`. With `createDatasets`, the missing datasets
 * count as existing, and are warnings.
 */
async function shownPlan(plan: TablesPlan, createDatasets: boolean): Promise<TablesPlan> {
  const newDatasets = planSources.get(plan)?.newDatasets ?? new Map<string, undefined>();
  const created = (createDatasets ? [...newDatasets] : []).map(([dataset, location = "the default location"]) => {
    return `the dataset ${dataset} does not exist; it is created in ${location}`;
  });
  const tables = plan.tables.map((planned) => {
    if (createDatasets) return inNewDataset(planned);
    const issues = planned.issues.map((issue) => {
      return { ...issue, message: issue.message.replace("apply with createDatasets", "pass --create-datasets") };
    });
    return { ...planned, issues };
  });
  const digest = await digestOfPlan({ ...plan, tables }, newDatasets);
  return { ...plan, digest, tables, warnings: [...plan.warnings, ...created], summary: summaryOf(tables) };
}
