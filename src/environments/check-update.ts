import { MAX_DEPTH } from "../core/depth.js";
import { isPlainObject } from "../core/is-object.js";
import { kindOf, plainObjectProblem } from "../core/rules/describe.js";
import { isWithin, joinPath, plainIssue } from "../core/rules/issue-path.js";
import { type RuleSettings, runRules } from "../core/rules/rules.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE, shapeIssues, withoutMisfits } from "../core/schema/shape-issues.js";
import { valueAt } from "../core/value-at.js";
import type { Issue } from "../errors/issue.js";
import { updateRules } from "./rules.js";
import { Environment } from "./schemas/environment.js";
import { readPath, type TargetPath, wholeRows } from "./updatable-paths.js";
import type { UpdateContext } from "./update-draft.js";

/** An update as it would be sent, and all that is wrong with it. */
export interface CheckedUpdate {
  /** The body in wire form. */
  readonly environment: Environment;
  /** What refuses it. */
  readonly errors: readonly Issue[];
  /** What breaks a rule whose severity is `warn`. */
  readonly warnings: readonly Issue[];
}

/** How an update is judged. */
export interface CheckUpdateOptions extends UpdateContext {
  /** Severities that differ from the table's. */
  readonly settings?: RuleSettings | undefined;
}

/** Judges the paths of a mask and the body: the shape first, then by every rule, so that all issues come at once. */
export function checkUpdate(paths: readonly unknown[], body: unknown, options: CheckUpdateOptions): CheckedUpdate {
  const known: Issue[] = [];
  const shape = (path: string, message: string) => known.push({ path, message, rule: SHAPE_RULE });
  const targets = paths.flatMap((path): TargetPath[] => {
    if (typeof path === "string") return [readPath(path)];
    shape("updateMask", `must hold paths as strings, got ${kindOf(path)}`);
    return [];
  });
  const problem = plainObjectProblem(body);
  if (problem !== undefined) shape("environment", problem);
  const given = problem === undefined ? body : {};
  known.push(...undefinedIssues(given));
  const { body: environment, issues } = encodeBody(Environment, given);
  const misfits = shapeIssues(Environment, environment);
  const inMaps = mapIssues(environment);
  known.push(...issues, ...inMaps);
  const others = misfits.filter(({ path }) => ![...issues, ...inMaps].some((each) => isWithin(path, each.path)));
  known.push(...others.map(plainIssue));
  const draft = { targets, environment: withoutMisfits(environment, misfits) };
  const { errors, warnings } = runRules(updateRules, draft, options, options.settings);
  const isNews = (issue: Issue) => !known.some(({ path }) => path !== "updateMask" && isWithin(issue.path, path));
  return {
    environment: environment as Environment, // or there are errors
    errors: [...known, ...errors.filter(isNews)],
    warnings: warnings.filter(isNews),
  };
}

/** Every undefined in a value: JSON would drop it, and what a mask names and a body lacks is deleted. */
export function undefinedIssues(value: unknown, path = "", seen: ReadonlySet<unknown> = new Set()): Issue[] {
  if (value === undefined) {
    const message = "must not be undefined: JSON would drop it, and what a body lacks is deleted";
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

/** What is no string in a map, and maps that are null: a body deletes and clears by leaving out. */
function mapIssues(environment: unknown): Issue[] {
  return wholeRows.flatMap(({ kind, path }) => {
    const map = kind === "map" ? valueAt(environment, path.split(".")) : undefined;
    const issue = (at: string, message: string): Issue => ({ path: at, message, rule: SHAPE_RULE });
    if (map === null) return [issue(path, "must not be null; leave the map out to clear it")];
    // For anything else, the shape is reported.
    if (!isPlainObject(map)) return [];
    return Object.entries(map).flatMap(([name, value]) => {
      const remedy = value === null ? "; leave the member out to delete it" : "";
      return typeof value === "string"
        ? []
        : [issue(joinPath(path, name), `must be a string, got ${kindOf(value)}${remedy}`)];
    });
  });
}
