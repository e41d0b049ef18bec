import { shown } from "../../core/rules/describe.js";
import { joinPath } from "../../core/rules/issue-path.js";
import type { Issue } from "../../errors/issue.js";
import { listed } from "../../warehouse/rules/rule.js";
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

/** The messages of an issue. */
interface Messages {
  /** The requirement on the value at its path. */
  readonly message: string;
  /** The message of the real service. */
  readonly serviceMessage: string;
}

/** The table that is changed: its id (`p:d.t`) and its type. */
interface ChangedTable {
  readonly id: string;
  readonly type: string;
}

type MessagesFor<Item extends { readonly kind: string }, Ignored = never> = Readonly<
  Record<Exclude<Item["kind"], Ignored>, (item: Item, table: ChangedTable) => Messages>
>;

const PREFIXES = RESERVED_PREFIXES.join(", ").replace(/, ([^,]*)$/, " and $1");

/** Messages for columns that no table may have. */
const PROBLEM_MESSAGES: MessagesFor<SchemaProblem> = {
  duplicate: ({ column }) => ({
    message: `must be unique without regard to case, got ${shown(lastName(column))}`,
    serviceMessage: `Field ${column} already exists in schema`,
  }),
  reserved: ({ column }) => ({
    message: `must not start with ${listed(RESERVED_PREFIXES)} in any case, got ${shown(lastName(column))}`,
    serviceMessage: `Invalid field name "${lastName(column)}". Field names are not allowed to start with the (case-insensitive) prefixes ${PREFIXES}`,
  }),
  depth: ({ column }) => ({
    message: `must be nested at most ${MAX_COLUMN_DEPTH} levels deep`,
    serviceMessage: `Schema nested too deeply for field ${column}, maximum allowed depth is ${MAX_COLUMN_DEPTH}.`,
  }),
  count: ({ count }) => ({
    message: `must contain at most ${MAX_COLUMNS} columns, including nested ones, got ${count}`,
    serviceMessage: `Too many columns (${count}) in schema. Only ${MAX_COLUMNS} columns are allowed`,
  }),
};

/** Messages for changes of columns; the service ignores other parameters. */
const COLUMN_MESSAGES: MessagesFor<SchemaChange, "parameter"> = {
  missing: ({ column }) => ({
    message: `must contain the column ${shown(column)}: columns of an existing table cannot be removed or renamed`,
    serviceMessage: `Field ${column} is missing in new schema`,
  }),
  type: ({ column, from, to }) => ({
    message: `must stay ${shown(from)}: the type of a column cannot change, got ${shown(to)}`,
    serviceMessage: `Field ${column} has changed type from ${from} to ${to}`,
  }),
  mode: ({ column, from, to }) => ({
    message: `must stay ${shown(from)}: only "REQUIRED" can change, to "NULLABLE", got ${shown(to)}`,
    serviceMessage: `Field ${column} has changed mode from ${from} to ${to}`,
  }),
  required: ({ column }) => ({
    message: 'must be "NULLABLE" or "REPEATED" in a column that is added to an existing table, got "REQUIRED"',
    serviceMessage: `Cannot add required fields to an existing schema. (field: ${column})`,
  }),
  case: ({ column, from, to }) => ({
    message: `must stay ${shown(from)}: columns of an existing table cannot be renamed, got ${shown(to)}`,
    serviceMessage: `Field ${column.slice(0, -lastName(column).length)}${to} already exists in schema`,
  }),
};

const TWO_PARTITIONINGS = "Either interval partition or range partition should be specified.";

const notAllowed = ({ id, type }: ChangedTable) =>
  `${id} is not allowed for this operation because it is currently a ${type}.`;

/** Messages for other changes; an empty list of clustering columns is ignored. */
const TABLE_MESSAGES: MessagesFor<TableChange, "clustering-empty"> = {
  kind: (_, table) => ({
    message: `cannot be added to or removed from an existing table, which is a ${table.type}`,
    serviceMessage: notAllowed(table),
  }),
  "two-partitionings": () => ({
    message: "must not be combined with the other kind of partitioning",
    serviceMessage: TWO_PARTITIONINGS,
  }),
  partitioned: () => ({
    message: "cannot be added to an existing table: copy it to a partitioned table",
    serviceMessage: "Cannot convert non partitioned table to partitioned table.",
  }),
  unpartitioned: () => ({
    message: "cannot be removed from an existing table: copy it to a table without partitions",
    serviceMessage: "Cannot change partitioned table to non partitioned table",
  }),
  partitioning: ({ to }) => ({
    message: `must not change: copy the table to change its partitioning, got ${shown(to)}`,
    serviceMessage: "Cannot change partitioning/clustering spec",
  }),
  "clustering-column": ({ to }) => ({
    message: `must be a top-level column of the schema, got ${shown(to)}`,
    serviceMessage: `The field specified for clustering cannot be found in the schema. Invalid field: ${to}.`,
  }),
  "view-query": () => ({
    message: "cannot change in an existing materialized view: delete it and create another one",
    serviceMessage: "Query update for materialized views is not supported.",
  }),
  "view-schema": () => ({
    message: "cannot change in an existing materialized view: its query defines the columns",
    serviceMessage: "Schema update for materialized views is not supported.",
  }),
  "snapshot-schema": (_, table) => ({
    message: "cannot change in a snapshot, which keeps the columns of its base table",
    serviceMessage: notAllowed(table),
  }),
  encryption: () => ({
    message: "cannot change between the default key and another one: copy the table",
    serviceMessage: "Changing from Default to Cloud KMS encryption key and back must be done via table.copy job.",
  }),
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
export interface ServiceIssue extends Issue, Messages {}

/** The minimum time until a new table expires, in milliseconds. */
const MIN_LIFETIME_MS = 1_000;

/** Lists the issues of the columns of a table, new or changed. */
export function columnIssues(body: JsonObject): ServiceIssue[] {
  return schemaProblems(body.schema).map((problem) => {
    const isName = problem.kind === "duplicate" || problem.kind === "reserved";
    const path = isName ? joinPath(problem.path, "name") : problem.path;
    return { path, rule: `column-${problem.kind}`, ...PROBLEM_MESSAGES[problem.kind](problem, NEW) };
  });
}

/** Lists the issues of a new table. */
export function insertIssues(body: JsonObject, now: number): ServiceIssue[] {
  const issues = tableIssues({}, body, NEW).filter(({ rule }) => rule === "change-clustering-column");
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

/** Lists the issues of a change of a table; those to its columns in the order of the real service. */
export function changeIssues(live: JsonObject, next: JsonObject, table: ChangedTable): ServiceIssue[] {
  const issues = tableIssues({ ...live, type: table.type }, next, table);
  // The columns of a view follow from its query.
  if (live.view !== undefined || issues.some(({ path }) => path === "schema")) return issues;
  for (const change of schemaChanges(live.schema, next.schema, { omitted: "default" })) {
    if (change.kind === "parameter") continue; // ignored
    const { message, serviceMessage } = COLUMN_MESSAGES[change.kind](change, table);
    const mismatch = `Provided Schema does not match Table ${table.id}. ${serviceMessage}`;
    issues.push({ path: change.path, rule: `change-${change.kind}`, message, serviceMessage: mismatch });
  }
  return issues;
}

/** A placeholder for the table that is changed, if there is none yet. */
const NEW: ChangedTable = { id: "", type: "" };

function tableIssues(live: JsonObject, next: JsonObject, table: ChangedTable): ServiceIssue[] {
  return tableChanges(live, next).flatMap((change): ServiceIssue[] => {
    if (change.kind === "clustering-empty") return []; // ignored
    return [{ path: change.path, rule: `change-${change.kind}`, ...TABLE_MESSAGES[change.kind](change, table) }];
  });
}
