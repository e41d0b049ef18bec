import { pathFromWire } from "../core/rename.js";
import { kindOf } from "../core/rules/describe.js";
import { runRules } from "../core/rules/rules.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { splitMask } from "./field-mask.js";
import { composerNames, environmentPlaces } from "./renamed-places.js";
import { maskOnlyRules } from "./rules.js";
import { readPath, type UpdatablePath } from "./updatable-paths.js";

/**
 * Parses a mask such as `labels.team,labels.old`. The name of an entry is everything after the path of its map, including
 * dots. Google's name `airflowConfigOverrides` becomes `orchestratorConfigOverrides`.
 *
 * @param mask - Comma-separated paths.
 * @returns The paths, in order.
 * @throws {RequestError} If the mask is invalid, with all issues.
 */
export function parseUpdateMask(mask: string): UpdatablePath[] {
  const operation = "parseUpdateMask";
  if (typeof mask !== "string") {
    throwIssue(operation, { path: "updateMask", message: `must be a string, got ${kindOf(mask)}`, rule: SHAPE_RULE });
  }
  const paths = splitMask(mask).map((path) => pathFromWire(path, environmentPlaces, composerNames));
  const { errors } = runRules(maskOnlyRules, { targets: paths.map(readPath), environment: {} }, {});
  assertNoIssues(operation, errors);
  return paths as UpdatablePath[]; // each was found in the table
}
