import { kindOf, shown } from "../../core/describe.js";
import { prefixPath } from "../../core/issue-path.js";
import { assertNoIssues, type Issue, locatedMessage, throwIssue } from "../../errors/request-error.js";
import type { CheckedTable } from "../../warehouse/rules/check-table.js";
import { checkDefinition, type DefinitionContext } from "../check-definition.js";
import type { TableDefinition } from "../define-table.js";
import { locationOf, nameOf, referenceOf } from "../names.js";

/** Definitions of a project that were checked. */
export interface CheckedDefinitions {
  /** The desired tables by `dataset.table`, in the order of their definitions. */
  readonly tables: ReadonlyMap<string, CheckedTable>;
  /** The datasets of the definitions, with the locations of new ones. */
  readonly datasets: ReadonlyMap<string, string | undefined>;
  /** The warnings of rules. */
  readonly warnings: readonly string[];
}

/**
 * Checks definitions together.
 *
 * @throws {RequestError} If definitions are invalid or define a table twice, with all issues.
 */
export function checkDefinitions(
  operation: string,
  definitions: readonly TableDefinition[],
  context: DefinitionContext,
): CheckedDefinitions {
  if (!Array.isArray(definitions)) {
    const message = `must be a list of definitions, got ${kindOf(definitions)}; pass a list: [orders]`;
    throwIssue(operation, { path: "definitions", message, rule: "option" });
  }
  const issues: Issue[] = [];
  const warnings: string[] = [];
  const tables = new Map<string, CheckedTable>();
  const datasets = new Map<string, string | undefined>();
  const indices = new Map<string, number>();
  for (const [index, definition] of definitions.entries()) {
    const checked = checkDefinition(definition, context);
    const { table } = Object(definition) as { readonly table?: unknown };
    const reference = referenceOf(table, context.datasets);
    const name = nameOf(reference);
    const at = `definitions[${index}]`;
    const place = checked.errors.some(({ path }) => path === "table" || path === "") ? "" : `, in ${name}`;
    for (const issue of checked.errors) {
      issues.push({ ...issue, path: prefixPath(at, issue.path), message: issue.message + place });
    }
    const earlier = indices.get(name);
    if (earlier !== undefined && place !== "") {
      const message = `must be defined once, got ${shown(name)} as in definitions[${earlier}]`;
      issues.push({ path: `${at}.table`, message, rule: "table-distinct" });
    } else indices.set(name, index);
    for (const warning of checked.warnings) warnings.push(`${name}: ${locatedMessage(warning)} (${warning.rule})`);
    tables.set(name, checked);
    const location = locationOf(referenceOf(table).datasetId, context.datasets);
    datasets.set(reference.datasetId, location ?? datasets.get(reference.datasetId));
  }
  assertNoIssues(operation, issues);
  const known = new Set(definitions.map(({ table }) => referenceOf(table).datasetId));
  for (const name of Object.keys(context.datasets ?? {})) {
    if (!known.has(name)) warnings.push(`datasets: no definition is in the dataset ${shown(name)}`);
  }
  return { tables, datasets, warnings };
}
