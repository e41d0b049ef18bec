import { issuesBeside, plainIssue } from "../../core/issue-path.js";
import { type RuleSettings, runRules } from "../../core/rules.js";
import { SHAPE_RULE, shapeIssues, withoutInvalid } from "../../core/schema/shape-issues.js";
import type { Issue } from "../../errors/request-error.js";
import { type EncodedTable, encodeTable, type TableJson, withoutDerived } from "../encode-table.js";
import { Table } from "../schemas/table.js";
import type { Draft } from "./patterns.js";
import { scopeOf, type TableRuleContext } from "./rule-builders.js";
import { tableRules } from "./table-rules.js";

/** A table in wire form, with its issues. */
export interface CheckedTable {
  /** The table in wire form: without output-only fields, INT64 as strings. */
  readonly body: TableJson;
  /** Issues that reject the table. */
  readonly errors: readonly Issue[];
  /** Issues of rules with the severity `warn`. */
  readonly warnings: readonly Issue[];
}

/** How a table is checked. */
export interface CheckTableOptions extends TableRuleContext {
  /** Whether known fields may be null. Default: `true`. */
  readonly allowsNull?: boolean | undefined;
  /** Severities that differ from the defaults. */
  readonly settings?: RuleSettings | undefined;
}

/** Encodes a table and checks it: first the shape, then all rules. All issues are reported together. */
export function checkTable(input: unknown, options: CheckTableOptions): CheckedTable {
  return checkEncoded(encodeTable(input), options);
}

/** Checks an encoded table as {@link checkTable} does. */
export function checkEncoded(
  { body, issues, nulls }: EncodedTable,
  { settings, allowsNull = true, ...context }: CheckTableOptions,
): CheckedTable {
  const { known, draft } = checkShape(body, issues);
  const { errors, warnings } = runRules(tableRules, draft, scopeOf(draft, context), settings);
  const all = [...known, ...issuesBeside(errors, known)];
  const cleared = allowsNull
    ? []
    : nulls.map((path) => ({ path, message: "must not be null; omit it", rule: SHAPE_RULE }));
  return {
    body: withoutDerived(body),
    errors: [...all, ...issuesBeside(cleared, all)],
    warnings: issuesBeside(warnings, known),
  };
}

/** Adds the issues of the shape of an encoded table to those of its values. */
export function checkShape(
  body: TableJson,
  issues: readonly Issue[],
): { readonly known: readonly Issue[]; readonly draft: Draft<Table> } {
  // Missing fields are checked by the rules, because a patch can omit them. A missing element is always invalid.
  const invalid = shapeIssues(Table, body).filter(
    ({ missing, segments }) => !missing || typeof segments.at(-1) === "number",
  );
  return {
    known: [...issues, ...issuesBeside(invalid, issues).map(plainIssue)],
    draft: withoutInvalid(body, invalid) as Draft<Table>, // values that do not match the schema were removed
  };
}
