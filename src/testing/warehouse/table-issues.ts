import { shown } from "../../core/describe.js";
import type { Issue } from "../../errors/request-error.js";
import { diff } from "../../warehouse/plan/diff.js";
import { type Change, type ChangeKind, issueOf } from "../../warehouse/plan/kinds.js";
import type { JsonObject } from "../fake-service.js";

/** Kinds of changes that a plan rejects, but the service accepts or ignores. A reference has been compared with the path. */
const ACCEPTED: readonly ChangeKind[] = ["reference", "clustering-empty", "column-parameter", "expired"];
/** The minimum time until a new table expires, in milliseconds. */
const MIN_LIFETIME_MS = 1_000;

/** Lists the issues of a new table that no rule of the client reports. */
export function insertIssues(body: JsonObject, now: number): Issue[] {
  const changes = diff({}, body, { omitted: "default" });
  const issues = issuesOf(changes.filter(({ kind }) => kind === "clustering-column"));
  if (body.view != null && body.schema != null) {
    const message = "must be absent in a new view: its query defines the columns";
    issues.push({ path: "schema", rule: "view-with-schema", message });
  }
  if (body.expirationTime != null && Number(body.expirationTime) < now + MIN_LIFETIME_MS) {
    const message = `must be at least 1 second in the future, got ${shown(body.expirationTime)}`;
    issues.push({ path: "expirationTime", rule: "expiration-time-in-past", message });
  }
  return issues;
}

/** Lists the issues of a change to a table. */
export function changeIssues(live: JsonObject, next: JsonObject): Issue[] {
  const changes = diff(live, next, { omitted: "default" });
  return issuesOf(changes.filter(({ kind }) => !ACCEPTED.includes(kind)));
}

function issuesOf(changes: readonly Change[]): Issue[] {
  return changes.flatMap((change) => issueOf(change) ?? []);
}
