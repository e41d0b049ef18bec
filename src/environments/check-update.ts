import { kindOf, plainObjectProblem } from "../core/describe.js";
import { issuesBeside, joinPath, plainIssue } from "../core/issue-path.js";
import { isPlainObject, MAX_DEPTH, valueAt } from "../core/objects.js";
import { bothNames, fromWire, pathFromWire } from "../core/rename.js";
import { type RuleSettings, runRules } from "../core/rules.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE, shapeIssues, withoutInvalid } from "../core/schema/shape-issues.js";
import type { MaskedUpdate } from "../errors/environment-errors.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import { updateRules } from "./rules.js";
import { Environment } from "./schemas/environment.js";
import { composerNames, environmentPlaces, readPath, type TargetPath, wholeRows } from "./updatable-paths.js";
import { joinMask } from "./update-mask.js";
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
 * @see Spec: environments, "updateMask rules"
 */
export interface EnvironmentUpdate extends MaskedUpdate<ReadonlyEnvironment> {}

/** An update of paths that the spec does not list. Only its form is checked; its effect depends on the service. */
export interface UnlistedEnvironmentUpdate extends EnvironmentUpdate {
  /** Exists in types only, not at run time. */
  readonly [beyondTheSpec]: true;
}

/** An update in wire form, with neutral names, and its issues. */
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

/**
 * Checks the paths of a mask and the body, in neutral names or those of the profile: first the shape, then all rules. All
 * issues are reported together.
 */
export function checkUpdate(paths: readonly unknown[], body: unknown, options: CheckUpdateOptions): CheckedUpdate {
  const naming = options.naming ?? composerNames;
  const known: Issue[] = [];
  const shape = (path: string, message: string) => known.push({ path, message, rule: SHAPE_RULE });
  const targets = paths.flatMap((path): TargetPath[] => {
    if (typeof path === "string") return [readPath(pathFromWire(path, environmentPlaces, naming))];
    shape("updateMask", `must contain paths as strings, got ${kindOf(path)}`);
    return [];
  });
  const problem = plainObjectProblem(body);
  if (problem !== undefined) shape("environment", problem);
  known.push(...bothNames(body, environmentPlaces, naming));
  const given = problem === undefined ? fromWire(body, environmentPlaces, naming) : {};
  const { body: environment, issues } = encodeBody(Environment, given);
  const invalid = shapeIssues(Environment, environment);
  const ofValues = [...issues, ...mapIssues(environment)];
  const others = issuesBeside(invalid, ofValues).map(plainIssue);
  for (const issue of [...undefinedIssues(given), ...ofValues, ...others]) known.push(issue);
  const draft = { targets, environment: withoutInvalid(environment, invalid) };
  const { errors, warnings } = runRules(updateRules, draft, options, options.settings);
  const knownInBody = known.filter(({ path }) => path !== "updateMask");
  return {
    updateMask: joinMask(targets.map(({ path }) => path)),
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
