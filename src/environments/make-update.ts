import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import { type CheckUpdateOptions, checkUpdate } from "./check-update.js";
import { joinMask } from "./field-mask.js";
import type { EnvironmentUpdate } from "./update.js";

/**
 * Makes an update out of a mask's paths and a body.
 *
 * @throws {RequestError} with all that is wrong.
 */
export function makeUpdate(
  operation: string,
  paths: readonly unknown[],
  body: unknown,
  options: CheckUpdateOptions = {},
): EnvironmentUpdate {
  const { environment, errors } = checkUpdate(paths, body, options);
  if (errors.length > 0) throw new RequestError({ operation, issues: errors });
  return brand(joinMask(paths as readonly string[]), environment); // checked to be strings
}

/** Freezes a checked update and marks it as one, for the compiler. The body must be a copy. */
export function brand(updateMask: string, environment: object): EnvironmentUpdate {
  return deepFreeze({ updateMask, environment }) as EnvironmentUpdate; // the brand is in the type alone
}

/** Freezes a value of JSON at every depth. */
function deepFreeze(value: object): object {
  for (const member of Object.values(value)) if (typeof member === "object" && member !== null) deepFreeze(member);
  return Object.freeze(value);
}

/** Refuses a call for one thing. */
export function refuse(operation: string, issue: Issue): never {
  throw new RequestError({ operation, issues: [issue] });
}
