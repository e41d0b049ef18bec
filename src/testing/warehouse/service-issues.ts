import { shown } from "../../core/rules/describe.js";
import { joinPath } from "../../core/rules/issue-path.js";
import type { Issue } from "../../errors/issue.js";
import { schemaChanges, schemaProblems } from "../../warehouse/schema-changes.js";
import { tableChanges } from "../../warehouse/table-changes.js";
import {
  type ChangedTable,
  COLUMN_MESSAGES,
  type Messages,
  PROBLEM_MESSAGES,
  TABLE_MESSAGES,
} from "./service-messages.js";
import type { JsonObject } from "./state.js";

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
