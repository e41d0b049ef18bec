import { classOf, kindOf, plainObjectProblem } from "../core/describe.js";
import { issuesBeside, joinPath, plainIssue } from "../core/issue-path.js";
import { isPlainObject, MAX_DEPTH, valueAt } from "../core/objects.js";
import { booleanOption, type OptionChecks, plainObjectOption, ruleSettings, strictOptions } from "../core/options.js";
import { type RuleSettings, runRules } from "../core/rules.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE, shapeIssues, withoutInvalid } from "../core/schema/shape-issues.js";
import type { MaskedUpdate } from "../errors/environment-errors.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { type Naming, namingOption } from "../naming/naming.js";
import { maskNameIssues, nameIssues, pathFromWire } from "../naming/translate.js";
import { type EnvironmentRuleSettings, maskOnlyRules, updateRules } from "./rules.js";
import { Environment } from "./schemas/environment.js";
import { readPath, type TargetPath, takesUnlisted, type UpdatablePath, wholeRows } from "./updatable-paths.js";
import type { UpdateContext } from "./value-rules.js";

declare const beyondTheSpec: unique symbol;

/** A value that is frozen at every depth. */
export type DeepReadonly<T> = T extends string | number | boolean ? T : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** An environment that is frozen at every depth. */
export interface ReadonlyEnvironment extends DeepReadonly<Environment> {}

/**
 * A validated update of an environment: frozen plain data that can be serialized as JSON. Created by `environmentUpdate`,
 * `planEnvironmentUpdates` and `parseEnvironmentUpdate`. Other objects of the same form, and changed copies, do not compile.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
 */
export interface EnvironmentUpdate extends MaskedUpdate<ReadonlyEnvironment> {}

/** An update of paths that `updatablePaths` does not list. Only its form is checked; its effect depends on the service. */
export interface UnlistedEnvironmentUpdate extends EnvironmentUpdate {
  /** Exists in types only, not at run time. */
  readonly [beyondTheSpec]: true;
}

/** Splits a mask into its paths, in order. An empty mask has none. */
function splitMask(mask: string): string[] {
  return mask === "" ? [] : mask.split(",");
}

/** Creates an object with a value at a path and nothing else. */
export function nest(segments: readonly string[], value: unknown): unknown {
  return segments.reduceRight((inner, segment) => Object.fromEntries([[segment, inner]]), value);
}

/** An update in wire form, and its issues. */
export interface CheckedUpdate {
  /** The mask. */
  readonly updateMask: string;
  /** The body in wire form. */
  readonly environment: Environment;
  /** Issues that reject the update. */
  readonly errors: readonly Issue[];
  /** Issues of rules with the severity `warn`. */
  readonly warnings: readonly Issue[];
}

/** How an update is checked. */
export interface CheckUpdateOptions extends UpdateContext {
  /** Severities that differ from the defaults. */
  readonly settings?: RuleSettings | undefined;
}

/** Checks the paths of a mask and the body: first the shape, then all rules. All issues are reported together. */
export function checkUpdate(paths: readonly unknown[], body: unknown, options: CheckUpdateOptions): CheckedUpdate {
  const known: Issue[] = maskNameIssues("Environment", paths);
  const shape = (path: string, message: string) => known.push({ path, message, rule: SHAPE_RULE });
  const targets = paths.flatMap((path): TargetPath[] => {
    if (typeof path === "string") return [readPath(pathFromWire("Environment", path))]; // a wrong name is reported once
    shape("updateMask", `must contain paths as strings, got ${kindOf(path)}`);
    return [];
  });
  const problem = plainObjectProblem(body);
  if (problem !== undefined) shape("environment", problem);
  known.push(...nameIssues("Environment", body));
  const given = problem === undefined ? body : {};
  const { body: environment, issues } = encodeBody(Environment, given);
  const invalid = shapeIssues(Environment, environment);
  const ofValues = [...issues, ...mapIssues(environment)];
  const others = issuesBeside(invalid, ofValues).map(plainIssue);
  for (const issue of [...undefinedIssues(given), ...ofValues, ...others]) known.push(issue);
  const draft = { targets, environment: withoutInvalid(environment, invalid) };
  const { errors, warnings } = runRules(updateRules, draft, options, options.settings);
  const knownInBody = known.filter(({ path }) => path !== "updateMask");
  return {
    updateMask: targets.map(({ path }) => path).join(","),
    environment: environment as Environment, // or there are errors
    errors: [...known, ...issuesBeside(errors, knownInBody)],
    warnings: issuesBeside(warnings, knownInBody),
  };
}

/** Returns an issue for each undefined value: JSON would drop it, and the service deletes entries that the body omits. */
export function undefinedIssues(value: unknown, path = "", seen: ReadonlySet<unknown> = new Set()): Issue[] {
  if (value === undefined) {
    const message = "must not be undefined: JSON would drop it, and the service deletes entries that the body omits";
    return [{ path, message, rule: "undefined-value" }];
  }
  // Circular references and too many levels are reported when the body is encoded.
  if (typeof value !== "object" || value === null || seen.has(value) || seen.size > MAX_DEPTH) return [];
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? Array.from(value, (element, index) => [index, element])
    : Object.entries(value);
  const inside = new Set([...seen, value]);
  return entries.flatMap(([key, member]) => undefinedIssues(member, joinPath(path, key), inside));
}

/** Returns an issue for each map that is null and each entry that is not a string: to clear or delete, omit them. */
function mapIssues(environment: unknown): Issue[] {
  return wholeRows.flatMap(({ kind, path }) => {
    const map = kind === "map" ? valueAt(environment, path.split(".")) : undefined;
    const issue = (at: string, message: string): Issue => ({ path: at, message, rule: SHAPE_RULE });
    if (map === null) return [issue(path, "must not be null; omit the map to clear it")];
    // For anything else, the shape is reported.
    if (!isPlainObject(map)) return [];
    return Object.entries(map).flatMap(([name, value]) => {
      const remedy = value === null ? "; omit the entry to delete it" : "";
      return typeof value === "string"
        ? []
        : [issue(joinPath(path, name), `must be a string, got ${kindOf(value)}${remedy}`)];
    });
  });
}

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

/** Options of {@link parseEnvironmentUpdate}. */
export interface ParseEnvironmentUpdateOptions {
  /**
   * Whether any path that `updatablePaths` does not list is accepted. Default: `false`; under `googleNaming`, the paths
   * that plans use are accepted, such as `config.resilienceMode`.
   */
  unlisted?: boolean | undefined;
  /**
   * Naming profile of the service. Product and engine of image versions must be those of the profile. Default: `googleNaming`,
   * with any product and engine.
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
 * Validates an update of a Cloud Composer environment from an untrusted source, such as a queue or a file:
 * `{ updateMask, environment }`, or its JSON text.
 *
 * @param json - The update as a plain object, or its JSON text.
 * @param options - `current` enables the rules that compare the update with the environment.
 * @returns The update, for `environments.patch`.
 * @throws {RequestError} If the update is invalid, with all issues.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
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
 * Parses an update mask of Cloud Composer, such as `labels.team,labels.old`. The name of an entry is everything after
 * the path of its map, including dots.
 *
 * @param mask - Comma-separated paths.
 * @returns The paths, in order.
 * @throws {RequestError} If the mask is invalid, with all issues.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
 */
export function parseUpdateMask(mask: string): UpdatablePath[] {
  const operation = "parseUpdateMask";
  if (typeof mask !== "string") {
    throwIssue(operation, { path: "updateMask", message: `must be a string, got ${kindOf(mask)}`, rule: SHAPE_RULE });
  }
  const paths = splitMask(mask);
  const targets = paths.map((path) => readPath(pathFromWire("Environment", path))); // a wrong name is reported once
  const { errors } = runRules(maskOnlyRules, { targets, environment: {} }, {});
  assertNoIssues(operation, [...maskNameIssues("Environment", paths), ...errors]);
  return paths as UpdatablePath[]; // each was found in the table
}
