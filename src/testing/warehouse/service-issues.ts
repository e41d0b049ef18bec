import { listed, shown } from "../../core/describe.js";
import { plainIssue } from "../../core/issue-path.js";
import { valueAt } from "../../core/objects.js";
import type { Issue } from "../../errors/request-error.js";
import { diff } from "../../warehouse/plan/diff.js";
import { type Change, type ChangeKind, issueOf } from "../../warehouse/plan/kinds.js";
import {
  MAX_COLUMN_DEPTH,
  MAX_COLUMNS,
  RESERVED_PREFIXES,
  type SchemaProblem,
  schemaProblems,
} from "../../warehouse/rules/schema-problems.js";
import type { JsonObject } from "../fake-service.js";

/** The table that is changed: its id (`p:d.t`) and its type. */
interface ChangedTable {
  readonly id: string;
  readonly type: string;
}

const PREFIXES = listed(RESERVED_PREFIXES, "and");

const PROBLEM_WORDS: Readonly<Record<SchemaProblem["kind"], (problem: SchemaProblem) => string>> = {
  duplicate: ({ column }) => `Field ${column} already exists in schema`,
  reserved: ({ column }) =>
    `Invalid field name "${lastName(column)}". Field names are not allowed to start with the (case-insensitive) prefixes ${PREFIXES}`,
  depth: ({ column }) => `Schema nested too deeply for field ${column}, maximum allowed depth is ${MAX_COLUMN_DEPTH}.`,
  count: ({ count }) => `Too many columns (${count}) in schema. Only ${MAX_COLUMNS} columns are allowed`,
};

type Words = (change: Change, table: ChangedTable) => string;

const mismatch =
  (words: (change: Change) => string): Words =>
  (change, { id }) =>
    `Provided Schema does not match Table ${id}. ${words(change)}`;

const notAllowed: Words = (_, { id, type }) =>
  `${id} is not allowed for this operation because it is currently a ${type}.`;

const TWO_PARTITIONINGS = "Either interval partition or range partition should be specified.";

/**
 * Error message of the real service for each kind of change; undefined if the service accepts or ignores the change.
 * Sources: recorded responses (R), the documentation (D), error messages that users have posted (I), the source of
 * Google's clients (C). Independent of the messages of a plan.
 */
export const SERVICE_WORDS: Readonly<Record<ChangeKind, Words | undefined>> = {
  value: undefined, // R
  "column-added": undefined, // R
  "column-dropped": undefined, // the columns of a view follow from its query
  reference: undefined, // the path has been compared before
  "table-kind": notAllowed, // I
  "two-partitionings": () => TWO_PARTITIONINGS, // I
  partitioned: () => "Cannot convert non partitioned table to partitioned table.", // R
  unpartitioned: () => "Cannot change partitioned table to non partitioned table", // R
  partitioning: () => "Cannot change partitioning/clustering spec", // R
  "clustering-column": ({ after }) =>
    `The field specified for clustering cannot be found in the schema. Invalid field: ${after}.`, // R
  "clustering-empty": undefined, // R: ignored
  "materialized-view-query": () => "Query update for materialized views is not supported.", // C
  "materialized-view-schema": () => "Schema update for materialized views is not supported.", // I
  "snapshot-schema": notAllowed, // I
  encryption: () => "Changing from Default to Cloud KMS encryption key and back must be done via table.copy job.", // I
  expired: undefined, // I: the table is deleted
  "column-missing": mismatch(({ column }) => `Field ${column} is missing in new schema`), // D, I
  "column-type": mismatch(({ column, before, after }) => `Field ${column} has changed type from ${before} to ${after}`), // R
  "column-mode": mismatch(({ column, before, after }) => `Field ${column} has changed mode from ${before} to ${after}`), // R
  "column-required": mismatch(({ column }) => `Cannot add required fields to an existing schema. (field: ${column})`), // R
  "column-default": mismatch(() => "Add field with default value to an existing table schema is not supported."), // D
  "column-parameter": undefined, // R: ignored
  "column-case": mismatch(
    ({ column, after }) => `Field ${column.slice(0, -lastName(column).length)}${after} already exists in schema`,
  ), // I
};

const NO_PARTITION_COLUMN = "The field specified for partitioning cannot be found in the schema.";

/**
 * Messages of the real service about a table or a policy that breaks a rule. The arguments are the value that was found and the
 * name of the column or member at the path. From error messages that users have posted (I).
 */
const RULE_MESSAGES: Readonly<Record<string, (found: string, name: string) => string>> = {
  "one-partitioning": () => TWO_PARTITIONINGS,
  "partition-filter-needs-partitions": () => TWO_PARTITIONINGS,
  "time-partitioning-field-exists": () => NO_PARTITION_COLUMN,
  "range-partitioning-field-exists": () => NO_PARTITION_COLUMN,
  "time-partitioning-field-type": (type) =>
    `The field specified for time partitioning can only be of type TIMESTAMP, DATE or DATETIME. The type found is: ${type}.`,
  "clustering-field-simple": unclustered,
  "clustering-field-type": unclustered,
  "clustering-field-count": (count) => `${count} clustering fields specified, exceeding the limit of 4.`,
  "iam-member-form": (_, member) =>
    `The member ${member} is of an unknown type. Please set a valid type prefix for the member.`,
};

function unclustered(type: string, column: string): string {
  return `Field ${column} has type ${type}, which is not supported for clustering.`;
}

/** Returns the message of the real service for a body that breaks a rule of this package; undefined if it is not known. */
export function ruleMessage({ rule, path, message }: Issue, body: unknown): string | undefined {
  const [, parent, name] = /^(?:(.*)\.)?(\w+)(?:\[\d+\])?$/.exec(path) ?? [];
  const [, found = ""] = /, got "?([^"]*)"?$/.exec(message) ?? [];
  const known = RULE_MESSAGES[rule];
  if (known !== undefined) return known(found, String(valueAt(body, path.match(/[^.[\]]+/g) ?? [])));
  const [, typo] = /^"(.*)" is not known;/.exec(message) ?? [];
  if (typo !== undefined) return `Invalid value for ${name}: ${typo} is not a valid value`;
  if (rule !== "property-name" || name === undefined) return undefined;
  const place = ["table", ...(parent === undefined ? [] : [parent])].join(".").replace(/[A-Z]/g, "_$&").toLowerCase();
  return `Invalid JSON payload received. Unknown name "${name}" at '${place}': Cannot find field.`;
}

function lastName(column: string): string {
  return column.slice(column.lastIndexOf(".") + 1);
}

/** A reason to reject a table or its change, other than a rule: an issue, and the message of the real service. */
export interface ServiceIssue extends Issue {
  readonly serviceMessage: string;
}

/** The minimum time until a new table expires, in milliseconds. */
const MIN_LIFETIME_MS = 1_000;

/** Lists the issues of the columns of a table, new or changed. */
export function columnIssues(body: JsonObject): ServiceIssue[] {
  return schemaProblems(body.schema).map((problem) => ({
    ...plainIssue(problem),
    serviceMessage: PROBLEM_WORDS[problem.kind](problem),
  }));
}

/** Lists the issues of a new table. */
export function insertIssues(body: JsonObject, now: number): ServiceIssue[] {
  const issues = rejected(diff({}, body, { omitted: "default" }), ["clustering-column"], { id: "", type: "" });
  if (body.view != null && body.schema != null) {
    issues.push({
      path: "schema",
      rule: "view-with-schema",
      message: "must be absent in a new view: its query defines the columns",
      serviceMessage: "Schema field shouldn't be used as input with a view",
    });
  }
  if (body.expirationTime != null && Number(body.expirationTime) < now + MIN_LIFETIME_MS) {
    issues.push({
      path: "expirationTime",
      rule: "expiration-time-in-past",
      message: `must be at least 1 second in the future, got ${shown(body.expirationTime)}`,
      serviceMessage: "Expiration time must be at least 1 seconds in the future",
    });
  }
  return issues;
}

/** Lists the issues of a change to a table. Issues about columns are in the order of the real service. */
export function changeIssues(live: JsonObject, next: JsonObject, table: ChangedTable): ServiceIssue[] {
  return rejected(diff({ ...live, type: table.type }, next, { omitted: "default" }), ORDER, table);
}

const ORDER = Object.keys(SERVICE_WORDS) as ChangeKind[]; // its keys

/** Returns issues for the changes of some kinds that the service rejects, in the order of the kinds. */
function rejected(changes: readonly Change[], kinds: readonly ChangeKind[], table: ChangedTable): ServiceIssue[] {
  const found = kinds.flatMap((kind) => changes.filter((change) => change.kind === kind));
  return found.flatMap((change) => {
    const words = SERVICE_WORDS[change.kind];
    const issue = issueOf(change);
    return words === undefined || issue === undefined ? [] : [{ ...issue, serviceMessage: words(change, table) }];
  });
}
