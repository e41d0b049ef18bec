import { listed, shown } from "../../core/describe.js";
import type { Issue } from "../../errors/request-error.js";
import { changeIssue, problemIssue, schemaIssue } from "../../warehouse/plan-issues.js";
import {
  MAX_COLUMN_DEPTH,
  MAX_COLUMNS,
  RESERVED_PREFIXES,
  type SchemaChange,
  type SchemaProblem,
  schemaChanges,
  schemaProblems,
} from "../../warehouse/schema-changes.js";
import { type TableChange, tableChanges } from "../../warehouse/table-changes.js";
import type { JsonObject } from "../fake-service.js";

/** The table that is changed: its id (`p:d.t`) and its type. */
interface ChangedTable {
  readonly id: string;
  readonly type: string;
}

/** The messages of the real service, by the kind of problem or change. */
type WordsFor<Item extends { readonly kind: string }, Ignored = never> = Readonly<
  Record<Exclude<Item["kind"], Ignored>, (item: Item, table: ChangedTable) => string>
>;

const PREFIXES = listed(RESERVED_PREFIXES, "and");

const PROBLEM_WORDS: WordsFor<SchemaProblem> = {
  duplicate: ({ column }) => `Field ${column} already exists in schema`,
  reserved: ({ column }) =>
    `Invalid field name "${lastName(column)}". Field names are not allowed to start with the (case-insensitive) prefixes ${PREFIXES}`,
  depth: ({ column }) => `Schema nested too deeply for field ${column}, maximum allowed depth is ${MAX_COLUMN_DEPTH}.`,
  count: ({ count }) => `Too many columns (${count}) in schema. Only ${MAX_COLUMNS} columns are allowed`,
};

/** The service ignores changes to parameters. */
const COLUMN_WORDS: WordsFor<SchemaChange, "parameter"> = {
  missing: ({ column }) => `Field ${column} is missing in new schema`,
  type: ({ column, from, to }) => `Field ${column} has changed type from ${from} to ${to}`,
  mode: ({ column, from, to }) => `Field ${column} has changed mode from ${from} to ${to}`,
  required: ({ column }) => `Cannot add required fields to an existing schema. (field: ${column})`,
  default: () => "Add field with default value to an existing table schema is not supported.",
  case: ({ column, to }) => `Field ${column.slice(0, -lastName(column).length)}${to} already exists in schema`,
};

const TWO_PARTITIONINGS = "Either interval partition or range partition should be specified.";

const notAllowed = (_: TableChange, { id, type }: ChangedTable) =>
  `${id} is not allowed for this operation because it is currently a ${type}.`;

/** The service ignores an empty list of clustering columns. */
const TABLE_WORDS: WordsFor<TableChange, "clustering-empty"> = {
  kind: notAllowed,
  "two-partitionings": () => TWO_PARTITIONINGS,
  partitioned: () => "Cannot convert non partitioned table to partitioned table.",
  unpartitioned: () => "Cannot change partitioned table to non partitioned table",
  partitioning: () => "Cannot change partitioning/clustering spec",
  "clustering-column": ({ to }) =>
    `The field specified for clustering cannot be found in the schema. Invalid field: ${to}.`,
  "view-query": () => "Query update for materialized views is not supported.",
  "view-schema": () => "Schema update for materialized views is not supported.",
  "snapshot-schema": notAllowed,
  encryption: () => "Changing from Default to Cloud KMS encryption key and back must be done via table.copy job.",
};

const NO_PARTITION_COLUMN = "The field specified for partitioning cannot be found in the schema.";

const RULE_MESSAGES: Readonly<Record<string, string>> = {
  "one-partitioning": TWO_PARTITIONINGS,
  "time-partitioning-field-exists": NO_PARTITION_COLUMN,
  "range-partitioning-field-exists": NO_PARTITION_COLUMN,
};

/** Returns the message of the real service for a table that breaks a rule of this package; undefined if it is not known. */
export function ruleMessage({ rule, path, message }: Issue): string | undefined {
  const [, parent, name] = /^(?:(.*)\.)?(\w+)(?:\[\d+\])?$/.exec(path) ?? [];
  const [, typo] = /^"(.*)" is not known;/.exec(message) ?? [];
  if (typo !== undefined) return `Invalid value for ${name}: ${typo} is not a valid value`;
  if (rule !== "property-name" || name === undefined) return RULE_MESSAGES[rule];
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
    ...problemIssue(problem),
    serviceMessage: PROBLEM_WORDS[problem.kind](problem, NEW),
  }));
}

/** Lists the issues of a new table. */
export function insertIssues(body: JsonObject, now: number): ServiceIssue[] {
  const issues = tableIssues({}, body, NEW).filter(({ rule }) => rule === "clustering-field-exists");
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

/** Lists the issues of a change to a table; those about its columns in the order of the real service. */
export function changeIssues(live: JsonObject, next: JsonObject, table: ChangedTable): ServiceIssue[] {
  const issues = tableIssues({ ...live, type: table.type }, next, table);
  // The columns of a view follow from its query.
  if (live.view !== undefined || issues.some(({ path }) => path === "schema")) return issues;
  for (const change of schemaChanges(live.schema, next.schema, { omitted: "default" })) {
    if (change.kind === "parameter") continue;
    const mismatch = `Provided Schema does not match Table ${table.id}. ${COLUMN_WORDS[change.kind](change, table)}`;
    issues.push({ ...schemaIssue(change), serviceMessage: mismatch });
  }
  return issues;
}

/** A placeholder for the table that is changed, if there is none yet. */
const NEW: ChangedTable = { id: "", type: "" };

function tableIssues(live: JsonObject, next: JsonObject, table: ChangedTable): ServiceIssue[] {
  return tableChanges(live, next).flatMap((change): ServiceIssue[] => {
    if (change.kind === "clustering-empty") return [];
    return [{ ...changeIssue(change), serviceMessage: TABLE_WORDS[change.kind](change, table) }];
  });
}
