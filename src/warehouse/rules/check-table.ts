import { pathIssues } from "../../call/template.js";
import type { RuleResult } from "../../checks/rules.js";
import type { Issue } from "../../errors/request-error.js";
import { misplacedOptions } from "../../schema/shape-issues.js";
import { joinIssues } from "../../values/issue-path.js";
import { isObject } from "../../values/objects.js";
import { type EncodedTable, encodeTable, type TableJson } from "../encode-table.js";
import { withoutDerived } from "../partitioning.js";
import { ownIds } from "../table-reference.js";
import { type CheckOptions, COMPARABLE_CHECKS, checkResource, TABLE_CHECKS } from "./check-resource.js";

/** A table in wire form, with its issues. */
export interface CheckedTable extends RuleResult {
  /** The table in wire form: without output-only fields, INT64 as strings. */
  readonly body: TableJson;
}

/** Encodes a table and checks it: first the shape, then all rules. All issues are reported together. */
export function checkTableInput(input: unknown, options: CheckOptions): CheckedTable {
  return checkEncoded(encodeTable(input), options);
}

/** Checks an encoded table as {@link checkTableInput} does. */
export function checkEncoded(table: EncodedTable, options: CheckOptions): CheckedTable {
  return { body: withoutDerived(table.body, options.complete), ...checkResource(TABLE_CHECKS, table, options) };
}

/**
 * Encodes a desired table and checks it, except for what depends on the live one: whether related properties are present.
 *
 * @param options - How its rules are checked; undefined to check only its values and the names of its columns.
 */
export function checkDesired(input: unknown, options?: CheckOptions): CheckedTable {
  const encoded = encodeTable(input);
  const { body } = encoded;
  const checks = options === undefined ? COMPARABLE_CHECKS : TABLE_CHECKS;
  const { rules, ...context } = options ?? { complete: false, now: 0 };
  const settings = { ...rules, "partition-filter-once": "error" } as const;
  const { errors, warnings } = checkResource(checks, encoded, { ...context, rules: settings });
  const all = joinIssues(errors, [...misplacedOptions(input), ...desiredReferenceIssues(body)]);
  return { body, errors: all.map((issue) => (issue.path === "" ? { ...issue, path: "desired" } : issue)), warnings };
}

function desiredReferenceIssues(table: TableJson): Issue[] {
  if (isObject(table.tableReference)) return pathIssues(ownIds(table), "tableReference");
  const message = "is required; pass definitions to planTables";
  return [{ path: "tableReference", message, rule: "table-reference-required" }];
}
