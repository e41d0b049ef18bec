import { plainObjectProblem } from "../core/describe.js";
import { valueAt } from "../core/objects.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/request-error.js";
import { nameIssues } from "../naming/translate.js";
import { undefinedIssues } from "./check-update.js";
import { Environment } from "./schemas/environment.js";
import { wholeRows } from "./updatable-paths.js";

/** A desired environment as JSON, without output-only fields. It shares no objects with the input. */
export interface EncodedDesired {
  /** Undefined if the input is not an object. */
  readonly wanted: unknown;
  /** Issues that do not depend on the current environment. */
  readonly issues: readonly Issue[];
}

/** Encodes a desired environment. */
export function encodeDesired(desired: unknown, isChecked = true): EncodedDesired {
  const message = plainObjectProblem(desired);
  if (message !== undefined) return { wanted: undefined, issues: [{ path: "desired", message, rule: SHAPE_RULE }] };
  const { body, issues } = encodeBody(Environment, desired);
  const misnamed = isChecked ? nameIssues("Environment", desired) : [];
  return { wanted: body, issues: [...misnamed, ...issues, ...undefinedEntries(desired)] };
}

/** Returns an issue for each map entry that is undefined: it would be deleted, because a map in `desired` is the whole map. */
function undefinedEntries(desired: unknown): Issue[] {
  return wholeRows.flatMap(({ kind, path }) => {
    const map = kind === "map" ? valueAt(desired, path.split(".")) : undefined;
    return map === undefined ? [] : undefinedIssues(map, path);
  });
}
