import { join } from "node:path";
import { isFourfoldError } from "../gateway/index.js";
import { defineConfig, planTables, type TableDefinition, type TablesConfig, type TablesPlan } from "../tables/index.js";
import { nameOf, referenceOf } from "../tables/names.js";
import { inNewDataset, planSources, summaryOf } from "../tables/plan/plan-data.js";
import { kindOf } from "../values/describe.js";
import { hasKey, isObject } from "../values/objects.js";
import { createWarehouse } from "../warehouse/index.js";
import { codeOf, explained, Failure, ifExists, sentencesOf } from "./failure.js";
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

const CONFIG_FILES = ["ts", "mts", "mjs", "js"].map((extension) => `fourfold.config.${extension}`);

/**
 * Loads the configuration in the current folder. This executes its code.
 *
 * @throws {Failure} If there is no configuration, or if it is invalid, with all problems.
 */
export async function loadConfig(terminal: Terminal): Promise<LoadedConfig> {
  const texts = await Promise.all(CONFIG_FILES.map((name) => ifExists(terminal.readFile(name))));
  const file = CONFIG_FILES.find((_, index) => texts[index] !== undefined);
  if (file === undefined) throw new Failure("fourfold.config.ts: no such file; create it with defineConfig");
  try {
    const module = await terminal.importModule(file);
    if (!hasKey(module, "default")) {
      throw new Failure(`${file}: must have a default export, as in export default defineConfig({ … })`);
    }
    return { ...defineConfig(defaultOf(module) as TablesConfig), file }; // defineConfig checks it
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(importProblems(file, error));
  }
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

/** Returns the default export. A loader that compiles modules to CommonJS nests it in another `default`. */
function defaultOf(module: unknown): unknown {
  return hasKey(module, "default") ? defaultOf(module.default) : module;
}

/** Returns every exported definition, even if a loader compiled the module to CommonJS. */
function definitionsIn(module: unknown): readonly TableDefinition[] {
  const { default: inner } = Object(module);
  const exported = [module, inner, Object(inner).default].flatMap((each) => Object.values(Object(each)));
  return [...new Set(exported.filter(isDefinition))];
}

function isDefinition(value: unknown): value is TableDefinition {
  return isObject(value) && typeof value.table === "string";
}

/** Formats the problems of a file that could not be imported. */
function importProblems(file: string, error: unknown): string[] {
  const isLoader = /^ERR_(UNKNOWN_FILE_EXTENSION|UNSUPPORTED_TYPESCRIPT_SYNTAX|MODULE_NOT_FOUND)$/;
  const remedy = /ts$/.test(file) && isLoader.test(codeOf(error) ?? "") ? `; ${TYPESCRIPT}` : "";
  return sentencesOf(error).map((sentence) => `${file}: ${sentence}${remedy}`);
}

const TYPESCRIPT =
  'Node 22.18 and later import TypeScript, with the extension .ts in imports; otherwise set NODE_OPTIONS="--import tsx" ' +
  "after npm i -D tsx, or rename the file to end in .mjs";

/** The client of a configuration. */
export type ConfigClient = Awaited<ReturnType<NonNullable<TablesConfig["client"]>>>;

/**
 * Creates a client with application default credentials.
 *
 * @param load - Loads google-auth-library, which is not a dependency.
 * @throws {Failure} If the package is not installed.
 */
export async function defaultClient(
  { projectId, file }: Pick<LoadedConfig, "projectId" | "file">,
  load = () => import("google-auth-library"),
): Promise<ConfigClient> {
  const { GoogleAuth } = await load().catch((error: unknown) => {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(`${file}: no client is configured; set "client", or run npm install google-auth-library`);
  });
  // Without a project, the library looks it up in the Resource Manager.
  const auth = new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform", projectId });
  return { warehouse: createWarehouse({ auth }) };
}

/** Creates the client of a configuration. */
export async function clientOf(config: LoadedConfig): Promise<ConfigClient> {
  const { client = () => defaultClient(config), file } = config;
  const created: unknown = await client();
  if (isObject(created) && isObject(created.warehouse)) return created as unknown as ConfigClient; // only its tables are used
  throw new Failure(`${file}: client must return a client that createClient created, got ${kindOf(created)}`);
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
): Promise<{ readonly plan: TablesPlan; readonly shown: TablesPlan; readonly client: ConfigClient }> {
  const files = await loadDefinitions(config.tables, terminal);
  if (files.length === 0) {
    throw new Failure(`${config.tables}: must define tables, got none; run fourfold table pull <dataset>`);
  }
  const { projectId, ignore, datasets, extraColumns, concurrency } = config;
  const client = await clientOf(config);
  const definitions = files.map(({ definition }) => definition);
  const options = { projectId, ignore, datasets, extraColumns, concurrency };
  const plan = await planTables(client.warehouse, definitions, options).catch((error: unknown) => {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    // The issues name definitions by their index.
    const withFile = (_: string, index: number, dot: string) => `${files[index]?.file}${dot && ": "}`;
    throw new Failure(sentencesOf(error).map((text) => text.replace(/\bdefinitions\[(\d+)\](\.?)/g, withFile)));
  });
  const shown = shownPlan(plan, createDatasets);
  for (const warning of shown.warnings) print(terminal.stderr, `warning: ${warning}`);
  return { plan, shown, client };
}

/**
 * Returns a plan whose issues name the flag instead of the option of `applyTables`. With `createDatasets`, the missing datasets
 * count as existing, and are warnings. The digest does not change.
 */
function shownPlan(plan: TablesPlan, createDatasets: boolean): TablesPlan {
  const missing = createDatasets ? [...(planSources.get(plan)?.newDatasets ?? [])] : [];
  const created = missing.map(([dataset, location = "the default location"]) => {
    return `the dataset ${dataset} does not exist; it is created in ${location}`;
  });
  const tables = plan.tables.map((planned) => {
    if (createDatasets) return inNewDataset(planned);
    const issues = planned.issues.map((issue) => {
      return { ...issue, message: issue.message.replace("apply with createDatasets", "pass --create-datasets") };
    });
    return { ...planned, issues };
  });
  return { ...plan, tables, warnings: [...plan.warnings, ...created], summary: summaryOf(tables) };
}
