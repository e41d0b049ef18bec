import { classOf, kindOf, listed, oneLine } from "../../core/describe.js";
import { joinPath } from "../../core/issue-path.js";
import { isObject, valueAt } from "../../core/objects.js";
import { messageOf } from "../../errors/fourfold-error.js";
import { type Issue, throwIssue } from "../../errors/request-error.js";
import type { TableJson } from "../encode-table.js";
import { type DatasetMap, mappedDataset, mapReferencedTables, nameOf, referenceOf, tableNameIssues } from "../names.js";
import { partsOf } from "../sql-text.js";

/** Passed to a function that returns the query of a view. */
export interface QueryContext {
  /**
   * Returns the quoted full name of a table in the project of the plan, and in the dataset that `datasets` maps it to:
   * `` `shop.sales.orders` ``, or `[shop:sales.orders]` if the view has `useLegacySql: true`. The table is applied before the view.
   *
   * @param name - Dataset and id as in the code, such as `sales.orders`: a table, a view or a routine; also a wildcard such as
   * `sales.events_*`, or `sales.INFORMATION_SCHEMA.COLUMNS`.
   * @throws {RequestError} If `table` is called after the query function has returned. Invalid names are reported together when
   * the query function returns.
   */
  readonly table: (name: string) => string;
}

/**
 * The query of a view in a definition. A function follows the project of the plan; a string is the same in every project.
 *
 * `defineTable` calls the function once to check it, and each plan calls it once. The function must be pure, and must not be
 * async.
 *
 * @example
 * defineTable("sales.revenue", {
 *   view: { query: ({ table }) => `SELECT day, SUM(total) AS total FROM ${table("sales.orders")} GROUP BY day` },
 * });
 */
export type ViewQuery = string | ((context: QueryContext) => string);

/** The project and the datasets for which a definition is resolved. */
export interface ProjectOfDefinition {
  readonly projectId: string;
  /** Datasets of the project by their names in definitions. Default: the same names. */
  readonly datasets?: DatasetMap | undefined;
}

/** A definition as JSON: its query is a string, and its foreign keys reference tables of a project. */
export interface ResolvedDefinition {
  readonly table: TableJson;
  readonly issues: readonly Issue[];
  /** The tables that the query function named, as `dataset.table` of the project; undefined without a function. */
  readonly named: readonly string[] | undefined;
}

const QUERY_RULE = "view-query-function";

/** Resolves the query and the foreign keys of a definition. Calls the query function once. */
export function resolveDefinition(definition: TableJson, project: ProjectOfDefinition): ResolvedDefinition {
  const { projectId, datasets } = project;
  const issues: Issue[] = [];
  let named: readonly string[] | undefined;
  let table = mapReferencedTables(definition, (reference, path) => {
    if (typeof reference === "string") {
      const name = referenceOf(reference, datasets);
      issues.push(...tableNameIssues(name).map((issue) => ({ ...issue, path })));
      return { projectId, ...name };
    }
    const { projectId: other, datasetId, ...others } = reference;
    return other === undefined ? { projectId, datasetId: mappedDataset(datasetId, datasets), ...others } : reference;
  });
  for (const kind of ["view", "materializedView"]) {
    const view = table[kind];
    if (!isObject(view) || typeof view.query !== "function") continue;
    const query = view.query as (context: QueryContext) => unknown; // its type in a definition
    const result = runQuery(query, joinPath(kind, "query"), view.useLegacySql === true, project);
    issues.push(...result.issues);
    named = [...(named ?? []), ...result.named];
    table = { ...table, [kind]: { ...view, query: result.text } };
  }
  return { table, issues, named };
}

/** Calls a query function. If there are issues, returns a valid placeholder query. */
function runQuery(
  query: (context: QueryContext) => unknown,
  path: string,
  isLegacy: boolean,
  { projectId, datasets }: ProjectOfDefinition,
) {
  const issues = new Map<string, Issue>();
  const named = new Set<string>();
  const report = (message: string) => issues.set(message, { path, message, rule: QUERY_RULE });
  let isRunning = true;
  const table = (name: string): string => {
    if (!isRunning) {
      const message = "must be called before the function of the query returns; the function must not be async";
      throwIssue("table", { path: "", message, rule: QUERY_RULE });
    }
    for (const message of queryNameProblems(name)) report(message);
    const reference = nameOf(referenceOf(name, datasets));
    named.add(reference);
    return isLegacy ? `[${projectId}:${reference}]` : `\`${projectId}.${reference}\``;
  };
  let text: unknown;
  try {
    text = query({ table });
    if (typeof text !== "string") {
      Promise.resolve(text).catch(() => {}); // prevents an unhandled rejection of an async function, which is reported
      report(
        `must be a function that returns a string, got ${classOf(text).replace("; await it", ": it must not be async")}`,
      );
    }
  } catch (error) {
    report(`must be a function that does not throw, got "${oneLine(messageOf(error), 200)}"`);
  }
  isRunning = false;
  const isValid = issues.size === 0 && typeof text === "string";
  return { text: isValid ? text : "SELECT 1", issues: [...issues.values()], named: [...named] };
}

/** A wildcard table, or a view of the information schema. */
const OTHER_NAME = /^(?:\w+\.[\p{L}\p{M}\p{N}\p{Pc}\p{Pd}]*\*|(?:\w+|region-[\w-]+)\.INFORMATION_SCHEMA\.\w+)$/iu;

/** Returns why a value is not a name that a query can read. */
export function queryNameProblems(name: unknown): readonly string[] {
  if (typeof name !== "string")
    return [`the argument of table must be a name, such as "sales.orders", got ${kindOf(name)}`];
  if (OTHER_NAME.test(name)) return [];
  return tableNameIssues(referenceOf(name)).map(({ message }) => `the argument of table ${message}`);
}

/** A table that can be named in a warning, with or without a project. A view of an information schema belongs to its dataset. */
const READABLE = /^(?:([\w.:-]+)[.:])?([\w-]+)\.([\p{L}\p{M}\p{N}\p{Pc}\p{Pd}$@*]+)$/u;
const MAX_SHOWN = 3;

/** Returns the warnings of queries that are strings and name tables of another project, or of a dataset that is mapped. */
export function fixedReferences(definition: TableJson, { projectId, datasets }: ProjectOfDefinition): Issue[] {
  return ["view", "materializedView"].flatMap((kind): Issue[] => {
    const query = valueAt(definition[kind], ["query"]);
    if (typeof query !== "string") return [];
    const fixed = new Map<string, string>();
    for (const part of partsOf(query, valueAt(definition[kind], ["useLegacySql"]) === true)) {
      if (typeof part === "string" || !part.isReference) continue;
      const path = part.path.replace(/\.INFORMATION_SCHEMA(?=\.\w+$)/i, "");
      const [, project = projectId, datasetId = "", tableId] = READABLE.exec(path) ?? [];
      if (tableId === undefined) continue;
      if (project !== projectId || mappedDataset(datasetId, datasets) !== datasetId) {
        fixed.set(part.path, `${datasetId}.${tableId}`);
      }
    }
    const [first] = fixed.values();
    if (first === undefined) return [];
    const names = [...fixed.keys()];
    const more = names.length > MAX_SHOWN ? [`${names.length - MAX_SHOWN} more`] : [];
    const shown = listed([...names.slice(0, MAX_SHOWN), ...more], "and");
    const message =
      `always reads ${shown}, even in another project or dataset; to use the project and datasets of the plan, ` +
      `pass a function, ({ table }) => \`… \${table("${first}")} …\`; to keep the query as it is, pass () => \`…\``;
    return [{ path: joinPath(kind, "query"), message, rule: "view-query-fixed" }];
  });
}
