import type { Issue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { wrongShape } from "../schema/shape-issues.js";
import { classOf, kindOf } from "../values/describe.js";
import { issuesBeside, joinPath } from "../values/issue-path.js";
import { isObject, isPlainObject, withoutUndefined } from "../values/objects.js";
import { isString } from "../values/options.js";
import type { TableJson } from "../warehouse/encode-table.js";
import { type CheckedTable, checkDesired } from "../warehouse/rules/check-table.js";
import { serviceSettings } from "../warehouse/rules/warehouse-rules.js";
import { meaningIn, meaningOfTable } from "./compare/meaning.js";
import {
  type DatasetMap,
  datasetOf,
  mapReferencedTables,
  nameOf,
  referenceOf,
  type TableName,
  tableNameIssues,
} from "./names.js";

/** The rules of definitions, with the severities that the service itself gives them. */
export const definitionRules = serviceSettings(googleNaming);

/** Passed to a function that returns the query of a view. */
export interface QueryContext {
  /** Id of the project of the plan. */
  readonly projectId: string;
  /** Returns the id of a dataset in the project: `sales_eu` for `sales` if `datasets` maps it so. */
  readonly dataset: (name: string) => string;
  /**
   * Returns the quoted full name of a table in the project of the plan, and in the dataset that `datasets` maps it to:
   * `` `shop.sales.orders` ``, or `[shop:sales.orders]` if the view has `useLegacySql: true`.
   *
   * @param name - Dataset and id as in the code, such as `sales.orders`; also a wildcard such as `sales.events_*`.
   */
  readonly table: (name: string) => string;
}

/**
 * The query of a view in a definition. A function follows the project of the plan, which calls it; a string is the same in
 * every project.
 *
 * @example
 * defineTable("sales.revenue", {
 *   view: { query: ({ table }) => `SELECT day, SUM(total) AS total FROM ${table("sales.orders")} GROUP BY day` },
 * });
 */
export type ViewQuery = string | ((context: QueryContext) => string);

/** How definitions are checked. */
export interface DefinitionContext {
  /** Id of the project of the plan. Without it, functions that return queries are not called. */
  readonly projectId?: string | undefined;
  /** Datasets of the project by their names in definitions. Default: the same names. */
  readonly datasets?: DatasetMap | undefined;
  /** The current time, as Unix time in milliseconds. Default: 0. */
  readonly now?: number | undefined;
  /** `keep` if the table may have columns that the definition omits. */
  readonly extraColumns?: "keep" | undefined;
}

/** Returns a schema as an object. */
export function schemaOf(schema: unknown): unknown {
  return Array.isArray(schema) ? { fields: schema } : schema;
}

/** Project of a table that is checked without one. */
const ANY_PROJECT = "project";
const ANY_NAME: TableName = { datasetId: "dataset", tableId: "table" };

/** Checks a definition as its service does, except for what depends on the live table. */
export function checkDefinition(definition: unknown, context: DefinitionContext): CheckedTable {
  if (!isPlainObject(definition)) {
    const issue = wrongShape("", `must be an object with the properties of a table, got ${kindOf(definition)}`);
    return { body: {}, errors: [issue], warnings: [] };
  }
  const issues: Issue[] = [];
  const resolved = withQueries(withReferences(definition, context, issues), context, issues);
  const { table, schema, tableReference, ...others } = resolved;
  const name = referenceOf(table, context.datasets);
  const nameIssues = tableNameIssues(name);
  if (tableReference !== undefined) {
    issues.push(wrongShape("tableReference", 'must be omitted: "table" already names the table'));
  }
  const { projectId = ANY_PROJECT, now = 0, extraColumns } = context;
  const reference = { projectId, ...(nameIssues.length === 0 ? name : ANY_NAME) };
  const input = { tableReference: reference, ...others, schema: schemaOf(schema) };
  const { body, errors, warnings } = checkDesired(withoutUndefined(input), {
    ...definitionRules,
    now,
    complete: false,
    moreColumns: extraColumns === "keep",
  });
  const inDefinition = (issue: Issue) => ({ ...issue, path: pathInDefinition(issue.path, Array.isArray(schema)) });
  const misnamed = errors.filter(({ rule }) => rule === "naming" || rule === "property-name");
  issues.push(...issuesBeside(unknownIssues(others, schema), misnamed));
  return {
    body,
    errors: [...nameIssues, ...issues, ...issuesBeside(errors.map(inDefinition), issues)],
    warnings: warnings.map(inDefinition),
  };
}

/** Returns the issues of properties that tables do not have, and of an object that is not a schema. */
function unknownIssues(properties: TableJson, schema: unknown): Issue[] {
  const root = meaningOfTable();
  const issues = Object.keys(withoutUndefined(properties))
    .filter((name) => !meaningIn(root, name).known)
    .map((name) => ({ path: joinPath("", name), message: "is not a property of a table", rule: "property-name" }));
  const [unknown] = isObject(schema)
    ? Object.keys(schema).filter((name) => !meaningIn(meaningIn(root, "schema"), name).known)
    : [];
  if (unknown !== undefined && !("fields" in Object(schema))) {
    issues.push(wrongShape("schema", `must be a list of columns or { fields: [ … ] }, got an object with ${unknown}`));
  }
  return issues;
}

/** A definition can list its columns without `fields`. */
function pathInDefinition(path: string, isList: boolean): string {
  if (path === "desired") return "";
  return isList ? path.replace(/^schema\.fields(?=\[)/, "schema") : path;
}

/** Returns a definition whose foreign keys reference tables of the project. */
function withReferences(
  definition: TableJson,
  { projectId = ANY_PROJECT, datasets }: DefinitionContext,
  issues: Issue[],
): TableJson {
  return mapReferencedTables(definition, (reference, path) => {
    if (typeof reference === "string") {
      const name = referenceOf(reference, datasets);
      issues.push(...tableNameIssues(name).map((issue) => ({ ...issue, path })));
      return { projectId, ...name };
    }
    const { projectId: other, datasetId, ...others } = reference;
    if (other !== undefined) return reference;
    return {
      projectId,
      ...others,
      datasetId: isString(datasetId) ? datasetOf(datasetId, datasets).datasetId : datasetId,
    };
  });
}

/** Query of a view whose own query is not known. */
const ANY_QUERY = "SELECT 1";

/** Returns a definition in which queries are strings instead of functions. */
function withQueries(definition: TableJson, context: DefinitionContext, issues: Issue[]): TableJson {
  let result = definition;
  for (const kind of ["view", "materializedView"]) {
    const view = definition[kind];
    if (!isObject(view) || typeof view.query !== "function") continue;
    const query: unknown = context.projectId === undefined ? ANY_QUERY : view.query(queryContext(view, context));
    const problem =
      typeof query !== "string"
        ? `must be a function that returns a string, got ${classOf(query)}`
        : query.includes("[object Object]")
          ? "must return SQL, got [object Object] in it; destructure the argument: ({ table, dataset, projectId }) => …"
          : undefined;
    if (problem !== undefined) {
      issues.push({ path: joinPath(kind, "query"), message: problem, rule: "view-query-function" });
    }
    result = { ...result, [kind]: { ...view, query: typeof query === "string" ? query : ANY_QUERY } };
  }
  return result;
}

function queryContext(view: TableJson, { projectId = ANY_PROJECT, datasets }: DefinitionContext): QueryContext {
  const fullName = (name: string) => nameOf(referenceOf(name, datasets));
  return {
    projectId,
    dataset: (name) => datasetOf(name, datasets).datasetId,
    table: (name) =>
      view.useLegacySql === true ? `[${projectId}:${fullName(name)}]` : `\`${projectId}.${fullName(name)}\``,
  };
}
