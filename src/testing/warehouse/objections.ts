import { shown } from "../../core/rules/describe.js";
import { joinPath } from "../../core/rules/issue-path.js";
import type { Issue } from "../../errors/issue.js";
import { schemaChanges, schemaProblems } from "../../warehouse/schema-changes.js";
import { tableChanges } from "../../warehouse/table-changes.js";
import { type ChangedTable, COLUMN_WORDS, PROBLEM_WORDS, TABLE_WORDS, type Words } from "./objection-words.js";
import type { JsonObject } from "./state.js";

/** A reason to reject a table or its change, other than a rule: an issue, and the message of the real service. */
export interface Objection extends Issue, Words {}

/** The minimum time until a new table expires, in milliseconds. */
const MIN_LIFETIME_MS = 1_000;

/** Lists the objections to the columns of a table, new or changed. */
export function columnObjections(body: JsonObject): Objection[] {
  return schemaProblems(body.schema).map((problem) => {
    const isName = problem.kind === "duplicate" || problem.kind === "reserved";
    const path = isName ? joinPath(problem.path, "name") : problem.path;
    return { path, rule: `column-${problem.kind}`, ...PROBLEM_WORDS[problem.kind](problem, NEW) };
  });
}

/** Lists the objections to a new table. */
export function insertObjections(body: JsonObject, now: number): Objection[] {
  const objections = tableObjections({}, body, NEW).filter(({ rule }) => rule === "change-clustering-column");
  if (body.view != null && body.schema != null) {
    objections.push({
      path: "schema",
      rule: "view-with-schema",
      message: "must be absent in a new view: its query defines the columns",
      serviceMessage: "Schema field shouldn't be used as input with a view",
    });
  }
  if (body.expirationTime != null && Number(body.expirationTime) < now + MIN_LIFETIME_MS) {
    objections.push({
      path: "expirationTime",
      rule: "expiration-time-in-past",
      message: `must be at least 1 second in the future, got ${shown(body.expirationTime)}`,
      serviceMessage: "Expiration time must be at least 1 seconds in the future",
    });
  }
  return objections;
}

/** Lists the objections to a change of a table; those to its columns in the order of the real service. */
export function changeObjections(live: JsonObject, next: JsonObject, table: ChangedTable): Objection[] {
  const objections = tableObjections(live, next, table);
  if (objections.some(({ rule }) => rule === "change-view-schema")) return objections;
  for (const change of schemaChanges(live.schema, next.schema, { omitted: "default" })) {
    if (change.kind === "parameter") continue; // ignored
    const { message, serviceMessage } = COLUMN_WORDS[change.kind](change, table);
    const mismatch = `Provided Schema does not match Table ${table.id}. ${serviceMessage}`;
    objections.push({ path: change.path, rule: `change-${change.kind}`, message, serviceMessage: mismatch });
  }
  return objections;
}

/** A placeholder for the table that is changed, if there is none yet. */
const NEW: ChangedTable = { id: "", type: "" };

function tableObjections(live: JsonObject, next: JsonObject, table: ChangedTable): Objection[] {
  return tableChanges(live, next).flatMap((change): Objection[] => {
    if (change.kind === "clustering-empty") return []; // ignored
    return [{ path: change.path, rule: `change-${change.kind}`, ...TABLE_WORDS[change.kind](change, table) }];
  });
}
