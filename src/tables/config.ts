import { concurrencyOption } from "../call/options.js";
import { isRecord } from "../values/objects.js";
import { functionOption, isText, must, required, strictOptions } from "../values/options.js";
import { extraColumnsOption } from "./compare/compare-tables.js";
import { type IgnoredTables, ignoreOption } from "./compare/ignored-fields.js";
import { type DatasetMap, datasetsOption } from "./names.js";
import type { TablesClient } from "./tables-call.js";

/** Configuration of `fourfold table pull`, `plan` and `apply`, the default export of `fourfold.config.ts`. */
export interface TablesConfig {
  /**
   * Creates the client, as in your app. Called once, after the configuration and the definitions were loaded. Default: a client
   * with application default credentials, for which the package google-auth-library must be installed.
   */
  readonly client?: (() => ConfigClient | Promise<ConfigClient>) | undefined;
  /**
   * Id of the project of all tables. Default: the first of the environment variables `GOOGLE_CLOUD_PROJECT`, `GCLOUD_PROJECT` and
   * `CLOUDSDK_CORE_PROJECT` that is set; without one, the commands for tables fail.
   */
  readonly projectId?: string | undefined;
  /**
   * Folder of the definition files: absolute, or relative to the configuration file. It is read recursively: every exported
   * definition of `.ts`, `.mts`, `.mjs` and `.js` files counts. `.d.ts` files and names that begin with `_` are skipped.
   */
  readonly tables: string;
  /** Tables and fields that `pull` and `plan` ignore. Default: none. */
  readonly ignore?: IgnoredTables | undefined;
  /**
   * Datasets of the project by the name in the definitions, such as `{ sales: "sales_test" }`, or with the location of a dataset
   * that does not exist yet: `{ sales: { name: "sales_eu", location: "EU" } }`. Default: the same names.
   */
  readonly datasets?: DatasetMap | undefined;
  /** `keep` keeps live columns that a definition omits, instead of reporting them. */
  readonly extraColumns?: "keep" | undefined;
  /** Maximum number of requests at a time, an integer from 1 to 50. Default: 8. */
  readonly concurrency?: number | undefined;
}

/** The part of a client that the commands use. */
export interface ConfigClient {
  /** BigQuery. */
  readonly warehouse: TablesClient;
}

const CHECKS = {
  client: functionOption,
  projectId: must(isText, "the id of a project"),
  tables: required(must(isText, 'a folder such as "schemas"'), ': a folder such as "schemas"'),
  ignore: ignoreOption,
  datasets: datasetsOption,
  extraColumns: extraColumnsOption,
  concurrency: concurrencyOption,
};

/**
 * Validates the configuration of `fourfold table pull`, `plan` and `apply` and returns it. Export it as the default export of
 * `fourfold.config.ts` (or `.mts`, `.mjs`, `.js`) in the folder in which you run the commands.
 *
 * @param config - The project and the folder of the definition files.
 * @returns The configuration, with its project if one is set.
 * @throws {RequestError} If the configuration is invalid, with all issues.
 * @see {@link defineTable}, which the definition files use
 *
 * @example
 * export default defineConfig({
 *   projectId: "shop-test",
 *   tables: "schemas",
 *   ignore: { tables: ["sales.tmp_*"] },
 * });
 */
export function defineConfig(config: TablesConfig): TablesConfig {
  const lacksProject = isRecord(config) && config.projectId === undefined;
  const complete = lacksProject ? { ...config, projectId: defaultProject() } : config;
  strictOptions("defineConfig", complete, CHECKS, "config");
  return complete;
}

interface WithProcess {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

function defaultProject(): string | undefined {
  const { GOOGLE_CLOUD_PROJECT, GCLOUD_PROJECT, CLOUDSDK_CORE_PROJECT } =
    (globalThis as WithProcess).process?.env ?? {};
  return GOOGLE_CLOUD_PROJECT || GCLOUD_PROJECT || CLOUDSDK_CORE_PROJECT || undefined;
}
