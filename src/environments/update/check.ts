import type { RuleSettings } from "../../checks/rules.js";
import type { MaskedUpdate } from "../../errors/environment-errors.js";
import type { Issue } from "../../errors/request-error.js";
import { maskNameIssues, nameIssues, pathFromWire } from "../../naming/translate.js";
import { encodeBody } from "../../schema/codec.js";
import type { DeepReadonly } from "../../schema/fields.js";
import { misplacedOptions, shapeIssues, withoutInvalid, wrongShape } from "../../schema/shape-issues.js";
import { kindOf, kindWithRemedy, plainObjectProblem } from "../../values/describe.js";
import { issuesBeside, joinIssues, plainIssue } from "../../values/issue-path.js";
import { hasKey, isPlainObject } from "../../values/objects.js";
import { isString } from "../../values/options.js";
import { Environment } from "../schemas/environment.js";
import { readPath, type TargetPath, wholeRows } from "./paths.js";
import { checkUpdateRules, mapIssues, type UpdateContext } from "./rules.js";

/** An environment that is frozen at every depth. */
export interface ReadonlyEnvironment extends DeepReadonly<Environment> {}

/**
 * A validated update of an environment: frozen plain data that can be serialized as JSON. Created by `environmentUpdate`,
 * `planEnvironmentUpdates` and `parseEnvironmentUpdate`. Other objects of the same form, and changed copies, do not compile.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
 */
export interface EnvironmentUpdate extends MaskedUpdate<ReadonlyEnvironment> {}

/** Splits a mask into its paths, in order. An empty mask has none. */
export function splitMask(mask: string): string[] {
  return mask === "" ? [] : mask.split(",");
}

/** Parses a path of a mask. The names of the specification are accepted here, because `maskNameIssues` reports them. */
export function targetOf(path: string): TargetPath {
  return readPath(pathFromWire("Environment", path));
}

/** Returns what an update changes: the path of a value, or of the map whose entries the mask names. */
export function subjectOf({ updateMask }: Pick<EnvironmentUpdate, "updateMask">): string {
  const paths = splitMask(updateMask).map((path) => targetOf(path).row?.path ?? path);
  return [...new Set(paths)].join(", ");
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
  /** Whether the update is validated. Values that JSON would change or drop are always rejected. Default: `true`. */
  readonly checksRequests?: boolean | undefined;
}

/** Checks the paths of a mask and the body: first the shape, then all rules. All issues are reported together. */
export function checkUpdate(paths: readonly unknown[], body: unknown, options: CheckUpdateOptions): CheckedUpdate {
  const targets = paths.filter(isString).map(targetOf);
  const others = paths.filter((path) => !isString(path));
  const notObject = objectIssues("environment", body);
  const given = notObject.length === 0 ? body : {};
  const { body: environment, issues, undefineds, strangers } = encodeBody(Environment, given);
  const updateMask = targets.map(({ path }) => path).join(",");
  if (options.checksRequests === false) {
    const errors = [...notObject, ...undefinedIssues(undefineds), ...issues];
    return { updateMask, environment: environment as Environment, errors, warnings: [] }; // not checked
  }
  const invalid = shapeIssues(Environment, environment);
  const ofValues = [...issues, ...mapIssues(environment)];
  const known = [
    ...maskNameIssues("Environment", paths),
    ...others.map((path) => wrongShape("updateMask", `must contain paths as strings, got ${kindOf(path)}`)),
    ...notObject,
    ...nameIssues("Environment", body),
    ...undefinedIssues(undefineds),
    ...ofValues,
    ...issuesBeside(invalid, ofValues).map(plainIssue),
  ];
  const draft = { ...options, targets, strangers, environment: withoutInvalid(environment, invalid) };
  const { errors, warnings } = checkUpdateRules(draft, options.settings);
  const knownInBody = known.filter(({ path }) => path !== "updateMask");
  return {
    updateMask,
    environment: environment as Environment, // or there are errors
    errors: [...known, ...issuesBeside(errors, knownInBody)],
    warnings: issuesBeside(warnings, knownInBody),
  };
}

/** Returns the issue of a value that is not a plain object. */
export function objectIssues(path: string, value: unknown): Issue[] {
  const message = plainObjectProblem(value);
  return message === undefined ? [] : [wrongShape(path, message)];
}

/** Creates issues of properties that are undefined. */
function undefinedIssues(paths: readonly string[]): Issue[] {
  const message = "must not be undefined: JSON would drop it, and the service deletes entries that the body omits";
  return paths.map((path) => ({ path, message, rule: "undefined-value" }));
}

const NOT_IN_UPDATE =
  "is not a field of an update; environmentUpdate creates updates, and environments.ensure accepts the desired environment";

/** Checks whether a value is an update. */
export function checkUpdateData(json: unknown, options: CheckUpdateOptions): CheckedUpdate {
  const invalid = (errors: readonly Issue[]) => ({ environment: {}, updateMask: "", errors, warnings: [] });
  if (!isPlainObject(json)) {
    return invalid([wrongShape("", `must be an object with updateMask and environment, got ${kindWithRemedy(json)}`)]);
  }
  // `$schema` is for editors.
  const { updateMask, environment, $schema: _, ...others } = json;
  const unexpected = Object.keys(others).map((name) => wrongShape(name, NOT_IN_UPDATE));
  if (typeof updateMask !== "string") {
    const message = `must be a string of comma-separated paths, got ${kindOf(updateMask)}`;
    return invalid([wrongShape("updateMask", message), ...unexpected]);
  }
  const result = checkUpdate(splitMask(updateMask), environment, options);
  return { ...result, errors: [...unexpected, ...result.errors] };
}

/** Freezes a validated update and marks it as an `EnvironmentUpdate` in its type. The body must be a copy. */
export function freezeUpdate({ updateMask, environment }: CheckedUpdate): EnvironmentUpdate {
  return deepFreeze({ updateMask, environment }) as EnvironmentUpdate; // the mark exists in types only
}

/** Freezes a JSON value at every depth. */
function deepFreeze(value: object): object {
  for (const member of Object.values(value)) if (typeof member === "object" && member !== null) deepFreeze(member);
  return Object.freeze(value);
}

/** A desired environment as JSON, without output-only fields. It shares no objects with the input. */
export interface EncodedDesired {
  /** Undefined if the input is not an object. */
  readonly wanted: unknown;
  /** Issues that do not depend on the current environment. */
  readonly issues: readonly Issue[];
}

const MAPS = wholeRows.filter(({ kind }) => kind === "map").map(({ path }) => path);

/** Encodes a desired environment. */
export function encodeDesired(desired: unknown, isChecked = true): EncodedDesired {
  const notObject = objectIssues("desired", desired);
  if (notObject.length > 0) return { wanted: undefined, issues: notObject };
  if (hasKey(desired, "updateMask")) {
    const message = "must be the desired environment, got an update; pass it to environments.patch or apply";
    return { wanted: undefined, issues: [wrongShape("desired", message)] };
  }
  const { body, issues, undefineds } = encodeBody(Environment, desired);
  const misnamed = isChecked ? nameIssues("Environment", desired) : [];
  const ofMaps = undefineds.filter((path) =>
    MAPS.some((map) => path.startsWith(`${map}.`) || path.startsWith(`${map}[`)),
  );
  const dropped = ofMaps.map((path) => wrongShape(path, "must not be undefined; null deletes an entry"));
  return { wanted: body, issues: joinIssues(misnamed, misplacedOptions(desired), dropped, issues) };
}
