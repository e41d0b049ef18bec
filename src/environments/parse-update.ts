import { isPlainObject } from "../core/is-object.js";
import { classOf, kindOf } from "../core/rules/describe.js";
import {
  assertOptions,
  booleanOption,
  type OptionCheck,
  type OptionChecks,
  optionsOf,
  plainObjectOption,
  ruleSettings,
} from "../core/rules/options.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import { type CheckedUpdate, type CheckUpdateOptions, checkUpdate } from "./check-update.js";
import { splitMask } from "./field-mask.js";
import { freezeUpdate, throwIssue } from "./make-update.js";
import type { EnvironmentRuleSettings } from "./rules.js";
import type { Environment } from "./schemas/environment.js";
import type { EnvironmentUpdate } from "./update.js";

/** Options of {@link parseEnvironmentUpdate}. */
export interface ParseEnvironmentUpdateOptions {
  /** Whether paths that the spec does not list are accepted. Default: `false`. */
  unlisted?: boolean | undefined;
  /** The current environment. If given, rules that compare an update with it are also checked. Default: they are skipped. */
  current?: Environment | undefined;
  /** Severities of individual rules: `error` rejects the update, `warn` and `off` accept it. */
  rules?: EnvironmentRuleSettings | undefined;
}

const parseChecks: OptionCheck = /* @__PURE__ */ optionsOf({
  unlisted: booleanOption,
  current: plainObjectOption,
  rules: ruleSettings,
} satisfies OptionChecks<keyof ParseEnvironmentUpdateOptions>);

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
  assertOptions(operation, options, parseChecks);
  const { unlisted, current, rules } = options;
  const { errors, environment, updateMask } = checkUpdateData(fromText(operation, json), {
    unlisted,
    current,
    settings: rules,
  });
  if (errors.length > 0) throw new RequestError({ operation, issues: errors });
  return freezeUpdate(updateMask, environment);
}

/** Checks whether a value is an update. */
export function checkUpdateData(
  json: unknown,
  options: CheckUpdateOptions,
): CheckedUpdate & { readonly updateMask: string } {
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
  return { ...result, updateMask, errors: [...strangers, ...result.errors] };
}

function fromText(operation: string, json: unknown): unknown {
  if (typeof json !== "string") return json;
  try {
    return JSON.parse(json);
  } catch {
    return throwIssue(operation, { path: "", message: "is not valid JSON", rule: SHAPE_RULE });
  }
}
