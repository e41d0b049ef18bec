import { isObject } from "../core/is-object.js";
import type { ServiceNames } from "../core/rename.js";
import { kindOf } from "../core/rules/describe.js";
import { issuesBeside, plainIssue } from "../core/rules/issue-path.js";
import { type RuleSettings, runRules } from "../core/rules/rules.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE, shapeIssues, withoutInvalid } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/issue.js";
import { derivesPartitionColumns } from "./rules/partitioning.js";
import type { Draft } from "./rules/table-rule.js";
import { tableRules } from "./rules/table-rules.js";
import { Table } from "./schemas/table.js";

/** A table in wire form, with its issues. */
export interface CheckedTable {
  /** The table in wire form: without output-only fields, INT64 as strings. */
  readonly body: Record<string, unknown>;
  /** Issues that reject the table. */
  readonly errors: readonly Issue[];
  /** Issues of rules with the severity `warn`. */
  readonly warnings: readonly Issue[];
}

/** How a table is checked. */
export interface CheckTableOptions {
  /** Whether it is a whole table; `false` for a patch. */
  readonly complete: boolean;
  /** Whether known fields may be null. Default: `true`. */
  readonly allowsNull?: boolean | undefined;
  /** The current time, as Unix time in milliseconds. */
  readonly now: number;
  /** Whether the request asks the service to detect the schema. Default: `false`. */
  readonly autodetectSchema?: boolean | undefined;
  /** The naming profile of the service. Default: the neutral one. */
  readonly naming?: ServiceNames | undefined;
  /** Severities that differ from the defaults. */
  readonly settings?: RuleSettings | undefined;
}

/** Encodes a table and checks it: first the shape, then all rules. All issues are reported together. */
export function checkTable(input: unknown, options: CheckTableOptions): CheckedTable {
  if (!isObject(input)) return { ...notAnObject(input), warnings: [] };
  const { settings, allowsNull = true, ...context } = options;
  const { body, issues: unencodable, nulls } = encodeBody(Table, input);
  // Missing fields are checked by the rules, because a patch can omit them. A missing element is always invalid.
  const invalid = shapeIssues(Table, body).filter(
    ({ missing, segments }) => !missing || typeof segments.at(-1) === "number",
  );
  const draft = withoutInvalid(body, invalid) as Draft<Table>; // values that do not match the schema were removed
  const { errors, warnings } = runRules(tableRules, draft, context, settings);
  const known = [...unencodable, ...issuesBeside(invalid, unencodable).map(plainIssue)];
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

/** Encodes a table without checking it. Errors are values that JSON cannot represent. */
export function encodeTable(input: unknown): Omit<CheckedTable, "warnings"> {
  if (!isObject(input)) return notAnObject(input);
  const { body, issues } = encodeBody(Table, input, false);
  return { body: withoutDerived(body), errors: issues };
}

function notAnObject(input: unknown): Omit<CheckedTable, "warnings"> {
  return { body: {}, errors: [{ path: "", message: `must be an object, got ${kindOf(input)}`, rule: SHAPE_RULE }] };
}

/** Omits partition columns that BigQuery sets itself. */
function withoutDerived(body: unknown): CheckedTable["body"] {
  const table = body as Record<string, unknown>; // encodeBody turns an object into an object
  if (!derivesPartitionColumns(table)) return table;
  const { partitionDefinition: _, ...others } = table;
  return others;
}
