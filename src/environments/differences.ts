import { joinPath } from "../core/rules/issue-path.js";
import { markOf } from "../core/schema/schema.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { valueAt } from "../core/value-at.js";
import type { Issue } from "../errors/issue.js";
import { undefinedIssues } from "./check-update.js";
import { joinMask, nest } from "./field-mask.js";
import { formProblem, nameProblem } from "./member-name.js";
import { Environment } from "./schemas/environment.js";
import { memberRowOf, type WholePathRow, wholeRows } from "./updatable-paths.js";

/** An update before it is judged. */
export interface PlannedUpdate {
  readonly paths: readonly string[];
  readonly environment: object;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The one update that a row takes; undefined when there is no difference, or none that a mask can express. */
export function updateOf({ kind, path }: WholePathRow, current: unknown, desired: unknown): PlannedUpdate | undefined {
  const segments = path.split(".");
  const [now, wanted] = [valueAt(current, segments), valueAt(desired, segments)];
  if (wanted === undefined) return undefined;
  if (kind === "map") return mapUpdate(path, now, wanted);
  const next = overlay(now, wanted);
  if (wanted === null || isSame(now, next)) return undefined;
  return { paths: [path], environment: nest(segments, next) as object }; // no path is empty
}

function mapUpdate(path: string, now: unknown, wanted: unknown): PlannedUpdate | undefined {
  const segments = path.split(".");
  const body = (value: unknown) => nest(segments, value) as object; // no path is empty
  const before = new Map(isObject(now) ? Object.entries(now) : []);
  if (wanted !== null && !isObject(wanted)) return { paths: [path], environment: body(wanted) };
  const after = new Map(Object.entries(wanted ?? {}));
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  if (changed.length === 0) return undefined;
  const whole = { paths: [path], environment: after.size === 0 ? {} : body(wanted) };
  const form = memberRowOf(path)?.form;
  const isNameable = (name: string) =>
    nameProblem(name) === undefined && form !== undefined && formProblem(name, form) === undefined;
  if (!changed.every(isNameable)) return whole;
  const kept = changed.filter((name) => after.has(name)).map((name) => [name, after.get(name)]);
  const single = {
    paths: changed.map((name) => `${path}.${name}`),
    environment: kept.length === 0 ? {} : body(Object.fromEntries(kept)),
  };
  return lengthOf(whole) < lengthOf(single) ? whole : single;
}

const lengthOf = ({ paths, environment }: PlannedUpdate) => joinMask(paths).length + JSON.stringify(environment).length;

const DIFFERS = "differs, and no mask can change it";

/** What is wrong with a member of the environment itself, which may have been meant for a place further down. */
function misplaced(name: string): string {
  const row = wholeRows.find(({ path }) => path.endsWith(`.${name}`));
  return row === undefined ? DIFFERS : `is no member of an environment; did you mean ${row.path}?`;
}

/** Differences that no mask can express: members that no path leads to, values that would have to go. */
export function fixedDifferences(current: unknown, desired: unknown): Issue[] {
  const issues: Issue[] = [];
  const fixed = (path: string, message: string) => issues.push({ path, message, rule: "no-mask-for-it" });
  const walk = (now: unknown, wanted: JsonObject, prefix: string): void => {
    for (const [name, value] of Object.entries(wanted)) {
      const path = prefix === "" ? name : `${prefix}.${name}`;
      const row = wholeRows.find((each) => each.path === path);
      const existing = valueAt(now, [name]) ?? undefined;
      const shown = joinPath(prefix, name);
      if (value === undefined || (prefix === "" && isOutputOnly(name))) continue;
      if (row?.kind === "map") issues.push(...undefinedIssues(value, path));
      else if (isObject(value) && wholeRows.some((each) => each.path.startsWith(`${path}.`)))
        walk(existing, value, path);
      else if (value === null && existing !== undefined) fixed(shown, "is set, and no mask can clear it");
      else if (row === undefined && !isSame(existing, overlay(existing, value)))
        fixed(shown, prefix === "" ? misplaced(name) : DIFFERS);
    }
  };
  if (isObject(desired)) walk(current, desired, "");
  else issues.push({ path: "desired", message: "must be an object", rule: SHAPE_RULE });
  return issues;
}

function isOutputOnly(name: string): boolean {
  const shape: Readonly<Record<string, object>> = Environment.shape;
  return Object.hasOwn(shape, name) && markOf(shape[name] ?? {}).outputOnly === true;
}

/** A value with another laid over it: what is not mentioned stays, `null` removes, lists are replaced. */
export function overlay(base: unknown, over: unknown): unknown {
  if (!isObject(over)) return over;
  const members = new Map(isObject(base) ? Object.entries(base) : []);
  for (const [name, value] of Object.entries(over)) {
    if (value === null) members.delete(name);
    else if (value !== undefined) members.set(name, overlay(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/** Whether two JSON values are the same; the order of members does not count, and null is as good as absent. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
      isSame(valueAt(a, [key]), valueAt(b, [key])),
    );
  }
  return (a ?? undefined) === (b ?? undefined);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
