import type { Environments } from "../environments/index.js";
import { createClient } from "../index.js";
import type { TablesConfig } from "../tables/index.js";
import { kindOf } from "../values/describe.js";
import { hasKey, isObject } from "../values/objects.js";
import { isFunction } from "../values/options.js";
import { codeOf, Failure, ifExists, sentencesOf } from "./failure.js";
import type { Terminal } from "./terminal.js";

const CONFIG_FILES = ["ts", "mts", "mjs", "js"].map((extension) => `fourfold.config.${extension}`);

/** Returns the name of the configuration file in the current folder; undefined if there is none. */
export async function findConfig(terminal: Terminal): Promise<string | undefined> {
  const texts = await Promise.all(CONFIG_FILES.map((name) => ifExists(terminal.readFile(name))));
  return CONFIG_FILES.find((_, index) => texts[index] !== undefined);
}

/**
 * Imports a configuration file, which executes its code.
 *
 * @param check - Checks the default export.
 * @throws {Failure} If the file cannot be imported, has no default export, or is invalid, with all problems.
 */
export async function importConfig<T>(file: string, terminal: Terminal, check: (config: unknown) => T): Promise<T> {
  try {
    const module = await terminal.importModule(file);
    if (hasKey(module, "default")) return check(exportsOf(module).at(-1));
    throw new Failure(`${file}: must have a default export, as in export default defineConfig({ … })`);
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(importProblems(file, error));
  }
}

/** Returns a module and its default export. A loader that compiles modules to CommonJS nests it in another `default`. */
export function exportsOf(module: unknown): unknown[] {
  const { default: inner } = Object(module);
  return [module, inner, Object(inner).default].filter((each) => each !== undefined);
}

/** Formats the problems of a file that could not be imported. */
export function importProblems(file: string, error: unknown): string[] {
  const isLoader = /^ERR_(UNKNOWN_FILE_EXTENSION|UNSUPPORTED_TYPESCRIPT_SYNTAX|MODULE_NOT_FOUND)$/;
  const remedy = /ts$/.test(file) && isLoader.test(codeOf(error) ?? "") ? `; ${TYPESCRIPT}` : "";
  return sentencesOf(error).map((sentence) => `${file}: ${sentence}${remedy}`);
}

const TYPESCRIPT =
  'Node 22.18 and later import TypeScript, with the extension .ts in imports; otherwise set NODE_OPTIONS="--import tsx" ' +
  "after npm i -D tsx, or rename the file to end in .mjs";

/** The parts of a client that the commands use. */
export interface ConfigClient extends Awaited<ReturnType<NonNullable<TablesConfig["client"]>>> {
  readonly environments: Pick<Environments, "apply" | "get">;
}

/** Input for creating a client. */
interface ClientSource extends Pick<TablesConfig, "client"> {
  readonly projectId: string;
  /** Path of the configuration file. */
  readonly file: string;
}

/**
 * Creates a client with application default credentials.
 *
 * @param load - Loads google-auth-library, which is not a dependency.
 * @throws {Failure} If the package is not installed.
 */
export async function defaultClient(
  { projectId, file }: ClientSource,
  load = () => import("google-auth-library"),
): Promise<ConfigClient> {
  const { GoogleAuth } = await load().catch((error: unknown) => {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(`${file}: no client is configured; set "client", or run npm install google-auth-library`);
  });
  // Without a project, the library looks it up in the Resource Manager.
  const auth = new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform", projectId });
  return createClient({ auth });
}

/** Creates the client of a configuration, and returns the part for one area. */
export async function clientOf<A extends keyof ConfigClient>(config: ClientSource, area: A): Promise<ConfigClient[A]> {
  const { client = () => defaultClient(config), file } = config;
  if (!isFunction(client)) throw new Failure(`${file}: client must be a function, got ${kindOf(client)}`);
  const created: unknown = await client();
  if (isObject(created) && isObject(created[area])) return created[area] as object as ConfigClient[A]; // not validated further
  throw new Failure(`${file}: client must return a client that createClient created, got ${kindOf(created)}`);
}
