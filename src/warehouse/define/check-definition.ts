import { kindOf } from "../../core/describe.js";
import { issuesBeside } from "../../core/issue-path.js";
import { isPlainObject, withoutUndefined } from "../../core/objects.js";
import type { RuleSettings } from "../../core/rules.js";
import { wrongShape } from "../../core/schema/shape-issues.js";
import type { Issue } from "../../errors/request-error.js";
import { encodeTable } from "../encode-table.js";
import { type DatasetMap, referenceOf, type TableName, tableNameIssues } from "../names.js";
import { type CheckedTable, checkDesired } from "../rules/check-table.js";
import { resolveDefinition } from "./resolve.js";

/** How definitions are checked. */
export interface DefinitionContext {
  /** Project of the table. Default: a placeholder. */
  readonly projectId?: string | undefined;
  /** Datasets of the project by their names in definitions. Default: the same names. */
  readonly datasets?: DatasetMap | undefined;
  /** Whether the service accepts more enum values than those that are known. */
  readonly openValues: boolean;
  /** Severities of rules; undefined to skip the rules. */
  readonly rules: RuleSettings | undefined;
  /** The current time, as Unix time in milliseconds. */
  readonly now: number;
  /** `keep` if the table may have columns that the definition omits. */
  readonly extraColumns?: "keep" | undefined;
}

/** Returns a schema as an object. */
export function schemaOf(schema: unknown): unknown {
  return Array.isArray(schema) ? { fields: schema } : schema;
}

const ANY_NAME: TableName = { datasetId: "dataset", tableId: "table" };

/** Checks a definition as its service does, except for what depends on the live table. */
export function checkDefinition(definition: unknown, context: DefinitionContext): CheckedTable {
  const { projectId = "project", datasets, rules, extraColumns } = context;
  if (!isPlainObject(definition)) {
    const issue = wrongShape("", `must be created by defineTable, got ${kindOf(definition)}`);
    return { body: {}, errors: [issue], warnings: [] };
  }
  const { table: resolved, issues: unresolved } = resolveDefinition(definition, context);
  const { table, schema, tableReference, ...others } = resolved;
  const name = referenceOf(table, datasets);
  const names = tableNameIssues(name);
  const message = 'must be omitted: "table" already names the table';
  const extra = tableReference === undefined ? [] : [wrongShape("tableReference", message)];
  const reference = { projectId, ...(names.length === 0 ? name : ANY_NAME) };
  const input = { tableReference: reference, ...others, schema: schemaOf(schema) };
  const encoded = encodeTable(withoutUndefined(input), rules !== undefined, "a table");
  const options = { ...context, complete: false, moreColumns: extraColumns === "keep" };
  const { body, errors, warnings } = checkDesired(encoded, rules === undefined ? undefined : options);
  const isList = Array.isArray(schema);
  const inDefinition = (issue: Issue): Issue => {
    if (issue.path === "desired") return { ...issue, path: "" };
    return isList && issue.path.startsWith("schema.fields[")
      ? { ...issue, path: `schema${issue.path.slice("schema.fields".length)}` }
      : issue;
  };
  return {
    body,
    errors: [...names, ...extra, ...unresolved, ...issuesBeside(errors.map(inDefinition), unresolved)],
    warnings: warnings.map(inDefinition),
  };
}
