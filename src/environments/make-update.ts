import { assertNoIssues } from "../errors/request-error.js";
import { type CheckUpdateOptions, checkUpdate } from "./check-update.js";
import type { EnvironmentUpdate } from "./update.js";

/**
 * Creates an update from the paths of a mask and a body.
 *
 * @throws {RequestError} If it is invalid, with all issues.
 */
export function makeUpdate(
  operation: string,
  paths: readonly unknown[],
  body: unknown,
  options: CheckUpdateOptions = {},
): EnvironmentUpdate {
  const { updateMask, environment, errors } = checkUpdate(paths, body, options);
  assertNoIssues(operation, errors);
  return freezeUpdate(updateMask, environment);
}

/** Freezes a validated update and marks it as an `EnvironmentUpdate` in its type. The body must be a copy. */
export function freezeUpdate(updateMask: string, environment: object): EnvironmentUpdate {
  return deepFreeze({ updateMask, environment }) as EnvironmentUpdate; // the mark exists in types only
}

/** Freezes a JSON value at every depth. */
function deepFreeze(value: object): object {
  for (const member of Object.values(value)) if (typeof member === "object" && member !== null) deepFreeze(member);
  return Object.freeze(value);
}
