import type { Issue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { fieldOf } from "../schema/schema.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { issuesBeside, joinPath } from "../values/issue-path.js";
import { hasKey, isObject, isPlainObject, withoutUndefined } from "../values/objects.js";
import { isString } from "../values/options.js";
import type { TableJson } from "../warehouse/encode-table.js";
import { type CheckedTable, checkDesired } from "../warehouse/rules/check-table.js";
import { serviceSettings } from "../warehouse/rules/service-settings.js";
import { Table } from "../warehouse/schemas/table.js";
import { TableSchema } from "../warehouse/schemas/table-schema.js";
import type { CompareOptions } from "./compare/compare-tables.js";
import {
  ANY_PROJECT,
  datasetOf,
  mapReferencedTables,
  type NameContext,
  referenceOf,
  type TableName,
  tableNameIssues,
} from "./names.js";
import { withQueries } from "./view-query.js";

/** How definitions are checked: with the severities that the service itself gives the rules. */
export const definitionSettings = serviceSettings(googleNaming);

/** How definitions are checked. */
export interface DefinitionContext extends NameContext, CompareOptions {}

/** Returns a schema as an object. */
export function schemaOf(schema: unknown): unknown {
  return Array.isArray(schema) ? { fields: schema } : schema;
}

const ANY_NAME: TableName = { datasetId: "dataset", tableId: "table" };

/** Checks a definition as the service does, except for rules about the live table. */
export function checkDefinition(definition: unknown, context: DefinitionContext): CheckedTable {
  if (!isPlainObject(definition)) {
    const issue = wrongShape("", `must be an object with the properties of a table, got ${kindOf(definition)}`);
    return { body: {}, errors: [issue], warnings: [] };
  }
  const issues: Issue[] = [];
  const resolved = withQueries(withReferences(definition, context, issues), context, issues);
  const { table, schema, tableReference, ...others } = resolved;
  const name = referenceOf(table, context.datasets);
  const nameIssues = tableNameIssues(name, table);
  if (tableReference !== undefined) {
    issues.push(wrongShape("tableReference", 'must be omitted: "table" already names the table'));
  }
  const { projectId = ANY_PROJECT, now = 0, extraColumns } = context;
  const reference = { projectId, ...(nameIssues.length === 0 ? name : ANY_NAME) };
  const input = { tableReference: reference, ...others, schema: schemaOf(schema) };
  const { body, errors, warnings } = checkDesired(withoutUndefined(input), {
    ...definitionSettings,
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
  const issues = Object.keys(withoutUndefined(properties))
    .filter((name) => fieldOf(Table, name) === undefined)
    .map((name) => ({ path: joinPath("", name), message: "is not a property of a table", rule: "property-name" }));
  const [unknown] = Object.keys(isObject(schema) ? schema : {}).filter((name) => !fieldOf(TableSchema, name));
  if (unknown !== undefined && !hasKey(schema, "fields")) {
    issues.push(wrongShape("schema", `must be a list of columns or { fields: [ … ] }, got an object with ${unknown}`));
  }
  return issues;
}

/** A definition can list its columns without `fields`. */
function pathInDefinition(path: string, isList: boolean): string {
  if (path === "desired") return "";
  return isList ? path.replace(/^schema\.fields\b/, "schema") : path;
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
      issues.push(...tableNameIssues(name, reference).map((issue) => ({ ...issue, path })));
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
