import { classOf, kindOf } from "../core/describe.js";
import { isPlainObject } from "../core/objects.js";
import { booleanOption, type OptionChecks, plainObjectOption, ruleSettings, strictOptions } from "../core/options.js";
import { pathFromWire } from "../core/rename.js";
import { runRules } from "../core/rules.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { namingOption } from "../naming/naming.js";
import {
  type CheckedUpdate,
  type CheckUpdateOptions,
  checkUpdate,
  type EnvironmentUpdate,
  freezeUpdate,
} from "./check-update.js";
import { type EnvironmentRuleSettings, maskOnlyRules } from "./rules.js";
import type { Environment } from "./schemas/environment.js";
import { composerNames, environmentPlaces, readPath, takesUnlisted, type UpdatablePath } from "./updatable-paths.js";
import { splitMask } from "./update-mask.js";

/** Options of {@link parseEnvironmentUpdate}. */
export interface ParseEnvironmentUpdateOptions {
  /**
   * Whether any path that the spec does not list is accepted. Default: `false`: under Google's profiles, those of plans are
   * accepted, such as `config.resilienceMode`.
   */
  unlisted?: boolean | undefined;
  /**
   * Naming profile of the service, whose names the update may have. Product and engine of image versions must be those of
   * the profile. Default: `googleNaming`, with any product and engine.
   */
  naming?: Naming | undefined;
  /** The current environment. If given, rules that compare an update with it are also checked. Default: they are skipped. */
  current?: Environment | undefined;
  /** Severities of individual rules: `error` rejects the update, `warn` and `off` accept it. */
  rules?: EnvironmentRuleSettings | undefined;
}

const parseChecks: OptionChecks = {
  unlisted: booleanOption,
  current: plainObjectOption,
  naming: namingOption,
  rules: ruleSettings,
} satisfies OptionChecks<keyof ParseEnvironmentUpdateOptions>;

/**
 * Validates an update from an untrusted source, such as a queue or a file: `{ updateMask, environment }`, or its JSON
 * text.
 *
 * @param json - The update as a plain object, or its JSON text.
 * @param options - `current` enables the rules that compare the update with the environment.
 * @returns The update, for `environments.patch`.
 * @throws {RequestError} If the update is invalid, with all issues.
 *
 * @example
 * const update = parseEnvironmentUpdate(JSON.parse(message.body));
 */
export function parseEnvironmentUpdate(json: unknown, options: ParseEnvironmentUpdateOptions = {}): EnvironmentUpdate {
  const operation = "parseEnvironmentUpdate";
  strictOptions(operation, options, parseChecks);
  const { unlisted, current, naming, rules: settings } = options;
  const { errors, environment, updateMask } = checkUpdateData(fromText(operation, json), {
    unlisted: unlisted || (takesUnlisted(naming ?? googleNaming) && "known"),
    current,
    naming,
    settings,
  });
  assertNoIssues(operation, errors);
  return freezeUpdate(updateMask, environment);
}

/** Checks whether a value is an update. */
export function checkUpdateData(json: unknown, options: CheckUpdateOptions): CheckedUpdate {
  const issue = (path: string, message: string): Issue => ({ path, message, rule: SHAPE_RULE });
  if (!isPlainObject(json)) {
    const errors = [issue("", `must be an object with updateMask and environment, got ${classOf(json)}`)];
    return { environment: {}, updateMask: "", errors, warnings: [] };
  }
  // `$schema` is for editors.
  const { updateMask, environment = {}, $schema: _, ...others } = json as Record<string, unknown>;
  const strangers = Object.keys(others).map((name) => issue(name, "is not a field of an update"));
  if (typeof updateMask !== "string") {
    const wrong = issue("updateMask", `must be a string of comma-separated paths, got ${kindOf(updateMask)}`);
    return { environment: {}, updateMask: "", errors: [wrong, ...strangers], warnings: [] };
  }
  const result = checkUpdate(splitMask(updateMask), environment, options);
  return { ...result, errors: [...strangers, ...result.errors] };
}

function fromText(operation: string, json: unknown): unknown {
  if (typeof json !== "string") return json;
  try {
    return JSON.parse(json);
  } catch {
    return throwIssue(operation, { path: "", message: "is not valid JSON", rule: SHAPE_RULE });
  }
}

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
