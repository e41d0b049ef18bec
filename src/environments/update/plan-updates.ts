import { joinPath } from "../../core/issue-path.js";
import { mergePatch, withoutNulls } from "../../core/merge-patch.js";
import { isPlainObject, isSame, valueAt } from "../../core/objects.js";
import { encodeBody } from "../../core/schema/codec.js";
import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import { googleNaming } from "../../naming/google.js";
import type { Naming } from "../../naming/naming.js";
import type { Environment } from "../schemas/environment.js";
import { checkUpdate, type EncodedDesired, type EnvironmentUpdate, freezeUpdate, objectIssues } from "./check.js";
import {
  IMAGE,
  meantPath,
  memberRowOf,
  NODES,
  nest,
  SCHEDULERS,
  takesUnlisted,
  unlistedGroups,
  valueIn,
  type WholePathRow,
  wholeRows,
} from "./paths.js";
import { formProblem, nameProblem } from "./rules.js";

/** Plans the updates that change one environment to another, as `planEnvironmentUpdates` describes. */
export function planUpdates(
  operation: string,
  current: Environment,
  { wanted, issues: unencodable }: EncodedDesired,
  naming: Naming | undefined,
): EnvironmentUpdate[] {
  const invalid = objectIssues("current", current);
  assertNoIssues(operation, wanted === undefined ? [...invalid, ...unencodable] : invalid);
  const { body: given, issues } = encodeBody(undefined, { current });
  const report = (found: readonly Issue[]) => {
    const known = new Set(issues.map(({ path }) => path));
    for (const issue of found) if (!known.has(issue.path)) issues.push(issue);
  };
  report(unencodable);
  const start = valueAt(given, ["current"]);
  const groups = takesUnlisted(naming ?? googleNaming) ? unlistedGroups : [];
  report(fixedDifferences(start, wanted, groups.flat()));
  const updates: EnvironmentUpdate[] = [];
  let state = start;
  const add = (planned: PlannedUpdate | undefined, unlisted?: "only") => {
    if (planned === undefined) return;
    const context = { current: state as Environment, naming, unlisted };
    const checked = checkUpdate(planned.paths, planned.environment, context);
    report(checked.errors);
    if (checked.errors.length > 0) return; // the conditions of later updates are checked without it
    updates.push(freezeUpdate(checked));
    // Conditions of later updates check only values, so deleted entries of maps need not be removed here.
    state = mergePatch(state, checked.environment);
  };
  for (const row of inSafeOrder(start, wanted)) add(updateOf(row, state, wanted));
  for (const paths of groups) add(unlistedUpdateOf(paths, state, wanted), "only");
  assertNoIssues(operation, issues);
  return updates;
}

function inSafeOrder(current: unknown, desired: unknown): readonly WholePathRow[] {
  const count = (environment: unknown, path: string) => {
    const value = valueIn(environment, path);
    return typeof value === "number" ? value : undefined;
  };
  const [nodes, schedulers] = [count(current, NODES), count(current, SCHEDULERS) ?? 0];
  // There are at least 3 nodes, and at least as many nodes as schedulers.
  const schedulersFirst =
    nodes === undefined
      ? Number(count(desired, SCHEDULERS)) <= Math.max(schedulers, 3)
      : Number(count(desired, NODES)) < nodes;
  const rank = ({ path }: WholePathRow) => (path === IMAGE ? 0 : path === SCHEDULERS && schedulersFirst ? 1 : 2);
  // In the table, the node count is before the scheduler count, and sorting is stable.
  return [...wholeRows].sort((a, b) => rank(a) - rank(b));
}

/** An update that has not been checked. */
export interface PlannedUpdate {
  readonly paths: readonly string[];
  readonly environment: object;
}

/** Returns the update for a row; undefined if there is no difference, or none that a mask can express. */
export function updateOf({ kind, path }: WholePathRow, current: unknown, desired: unknown): PlannedUpdate | undefined {
  const [now, wanted] = [valueIn(current, path), valueIn(desired, path)];
  if (wanted === undefined) return undefined;
  if (kind === "map") return mapUpdate(path, now, wanted);
  const next = mergePatch(now, wanted);
  if (wanted === null || isSame(now, next)) return undefined;
  return { paths: [path], environment: nest(path, next) };
}

/** Merges a map by key. A mask names its entries; the whole map is sent only if a mask cannot name them. */
function mapUpdate(path: string, now: unknown, wanted: unknown): PlannedUpdate | undefined {
  const next = wanted === null ? {} : mergePatch(now, wanted);
  if (isSame(now ?? {}, next)) return undefined;
  const updateOf = (paths: readonly string[], map: unknown) => ({
    paths,
    environment: isSame(map, {}) ? {} : nest(path, map),
  });
  const form = memberRowOf(path)?.form;
  if (!isPlainObject(wanted) || form === undefined) return updateOf([path], next);
  const changed = Object.entries(wanted).filter(([name, value]) => !isSame(valueAt(now, [name]), value));
  const paths = changed.map(([name]) => `${path}.${name}`);
  const canName = changed.every(([name]) => (nameProblem(name) ?? formProblem(name, form)) === undefined);
  return canName ? updateOf(paths, withoutNulls(Object.fromEntries(changed))) : updateOf([path], next);
}

/** Returns the update of a group of unlisted paths; undefined if there is no difference. */
function unlistedUpdateOf(paths: readonly string[], current: unknown, desired: unknown): PlannedUpdate | undefined {
  const values = paths.map((path) => {
    const [now, wanted] = [valueIn(current, path), valueIn(desired, path)];
    return { path, now, next: wanted === undefined ? now : mergePatch(now, wanted) };
  });
  if (values.every(({ now, next }) => isSame(now, next))) return undefined;
  // The mask contains the whole group, so the body also contains values that do not change.
  const bodies = values.map(({ path, next }) => nest(path, next ?? null));
  return { paths, environment: bodies.reduce<object>((body, each) => mergePatch(body, each) as object, {}) }; // no path is empty
}

/** Returns the message for a difference that no mask can express, with a remedy if the path is probably a mistake. */
function differs(path: string, existing: unknown): string {
  const meant = meantPath(path) ?? wholeRows.find((row) => row.path.endsWith(`.${path}`))?.path;
  if (meant !== undefined) return `is not a field of an environment; did you mean ${meant}?`;
  const isSwapped = path === "name" && existing === undefined;
  return `differs, but no mask can change it${isSwapped ? "; the first argument is the current environment" : ""}`;
}

/**
 * Returns an issue for each difference that no mask can express: fields without a path, and values that cannot be cleared.
 * `unlisted` contains the paths that have a mask although `updatablePaths` does not list them.
 */
function fixedDifferences(current: unknown, desired: unknown, unlisted: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  const fixed = (path: string, message: string) => issues.push({ path, message, rule: "no-mask-for-it" });
  const walk = (now: unknown, wanted: Readonly<Record<string, unknown>>, prefix: string): void => {
    for (const [name, value] of Object.entries(wanted)) {
      const path = prefix === "" ? name : `${prefix}.${name}`;
      const row = wholeRows.find((each) => each.path === path);
      const existing = valueAt(now, [name]) ?? undefined;
      const shown = joinPath(prefix, name);
      const isAbove = [...wholeRows.map((each) => each.path), ...unlisted].some((each) => each.startsWith(`${path}.`));
      // The response of an operation also has its type.
      if (row?.kind === "map" || unlisted.includes(path) || path === "@type") continue;
      if (row === undefined && isAbove && isPlainObject(value)) walk(existing, value, path);
      else if (value === null) {
        if (existing !== undefined) fixed(shown, "is set, but no mask can clear it");
      } else if (row === undefined && !isSame(existing ?? {}, mergePatch(existing, value))) {
        // An object without values, such as one with output-only fields, does not differ from an absent object.
        fixed(shown, differs(path, existing));
      }
    }
  };
  if (isPlainObject(desired)) walk(current, desired, "");
  return issues;
}
