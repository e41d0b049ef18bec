import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import { googleNaming } from "../../naming/google.js";
import { type Naming, namingOption } from "../../naming/naming.js";
import { nameIssues } from "../../naming/translate.js";
import { encodeBody } from "../../schema/codec.js";
import { formatPath, issuesBeside } from "../../values/issue-path.js";
import { mergePatch, withoutNulls } from "../../values/merge-patch.js";
import { nearMiss } from "../../values/nearest.js";
import { isPlainObject, isSame, valueAt, withValue } from "../../values/objects.js";
import { strictOptions } from "../../values/options.js";
import { Environment } from "../schemas/environment.js";
import { convertFields, enumName, isSameEnvironment } from "../wire-form.js";
import {
  checkUpdate,
  type EncodedDesired,
  type EnvironmentUpdate,
  encodeDesired,
  freezeUpdate,
  objectIssues,
} from "./check.js";
import {
  IMAGE,
  knownPaths,
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
import { clearablePaths, formProblem, nameProblem } from "./rules.js";

/** A desired part of a resource. Omitted properties are not changed. */
type Desired<T> = T extends string | number | boolean
  ? T
  : T extends readonly unknown[]
    ? Readonly<T>
    : T extends object
      ? string extends keyof T
        ? { readonly [K in keyof T]: T[K] | null }
        : DesiredFields<T>
      : T;

/** The fields of a desired part of a resource. */
export type DesiredFields<T> = { readonly [K in keyof T]?: Desired<Exclude<T[K], undefined>> | null | undefined };

/**
 * A desired environment. Omitted properties and omitted entries of maps are not changed. `null` deletes an entry, and `null`
 * in place of a map clears it. Output-only fields are allowed and ignored.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
 */
export interface DesiredEnvironment extends DesiredFields<Environment> {
  /** JSON Schema of the file that contains the value, for editors: `fourfold/json-schema/desired-environment.json`. Ignored. */
  readonly $schema?: string | undefined;
}

/** Options of {@link planEnvironmentUpdates}. */
export interface PlanEnvironmentUpdatesOptions {
  /**
   * Naming profile of the service. Product and engine of image versions must match the profile. Under `googleNaming`, updates
   * of paths that `updatablePaths` does not list are planned, too. Default: `googleNaming`, with the product and engine of
   * `current`.
   */
  naming?: Naming | undefined;
}

/**
 * Plans the smallest number of valid updates that change one Cloud Composer environment to another, in a safe order: the
 * image version first, and node count and scheduler count so that there are never more schedulers than nodes.
 *
 * Maps are merged by key: an entry that `desired` omits is kept, `null` deletes an entry, `null` in place of a map clears it,
 * and `{}` changes nothing. An update of `envVariables` contains the current variables as well, because its mask is always
 * the whole map. `environmentUpdate.labels.replace` replaces a whole map. Omitted properties of an object such as `workloadsConfig` are kept. A few fields that `updatablePaths` does not list, such as `config.resilienceMode`, are
 * planned as `environmentUpdate.unlisted` updates, because Cloud Composer accepts them.
 *
 * @param current - The environment as `environments.get` returns it.
 * @param desired - The desired state. Omitted fields are not changed.
 * @param options - `naming` is the profile of the service.
 * @returns The updates, in a safe order; an empty list if nothing has to change.
 * @throws {RequestError} If a mask cannot express a difference, or a rule is broken, with all issues.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
 *
 * @example
 * const updates = planEnvironmentUpdates(await client.environments.get(name), { labels: { team: "data" } });
 * await client.environments.apply(name, updates);
 */
export function planEnvironmentUpdates(
  current: Environment,
  desired: DesiredEnvironment,
  options: PlanEnvironmentUpdatesOptions = {},
): EnvironmentUpdate[] {
  const operation = "planEnvironmentUpdates";
  strictOptions(operation, options, { naming: namingOption });
  const { wanted, issues } = encodeDesired(desired);
  const misnamed = nameIssues("Environment", current, "current");
  return planUpdates(operation, current, { wanted, issues: [...misnamed, ...issues] }, options.naming);
}

/** Plans the updates that change one environment to another, as `planEnvironmentUpdates` describes. */
export function planUpdates(
  operation: string,
  current: Environment,
  desired: EncodedDesired,
  naming: Naming | undefined,
): EnvironmentUpdate[] {
  const { updates, issues } = planPossible(current, desired, naming);
  assertNoIssues(operation, issues);
  return updates;
}

/** The updates of a plan, and the changes that no update can make. */
interface PossibleUpdates {
  readonly updates: EnvironmentUpdate[];
  readonly issues: readonly Issue[];
  /** Issues of rules with the severity `warn`. */
  readonly warnings: readonly Issue[];
}

/** Plans all possible updates, and reports the other changes as issues. */
export function planPossible(
  current: Environment,
  { wanted, issues: unencodable }: EncodedDesired,
  naming?: Naming | undefined,
): PossibleUpdates {
  const invalid = objectIssues("current", current);
  if (wanted === undefined) invalid.push(...unencodable);
  if (invalid.length > 0) return { updates: [], issues: invalid, warnings: [] };
  const { body: given, issues } = encodeBody(undefined, { current });
  const report = (found: readonly Issue[]) => issues.push(...issuesBeside(found, issues));
  report(unencodable);
  const start = convertFields(valueAt(given, ["current"]), Environment, enumName);
  const groups = takesUnlisted(naming ?? googleNaming) ? unlistedGroups : [];
  const clearable = clearablePaths({ current: start as Environment, naming }); // validated by checkUpdate
  report(fixedDifferences(start, wanted, groups.flat().concat(clearable)));
  const updates: EnvironmentUpdate[] = [];
  const warnings: Issue[] = [];
  let state = start;
  const add = (planned: PlannedUpdate | undefined) => {
    if (planned === undefined) return;
    const context = { current: state as Environment, naming, unlisted: "known" } as const;
    const checked = checkUpdate(planned.paths, planned.environment, context);
    report(checked.errors);
    if (checked.errors.length > 0) return; // later updates are checked as if it did not exist
    updates.push(freezeUpdate(checked));
    warnings.push(...checked.warnings);
    // Conditions of later updates check only values, so deleted entries of maps need not be removed here.
    state = mergePatch(state, checked.environment);
  };
  for (const { kind, path } of inSafeOrder(start, wanted)) {
    add(kind === "map" ? mapUpdate(path, state, wanted) : valueUpdate([path], state, wanted));
  }
  for (const paths of groups) add(valueUpdate(paths, state, wanted));
  return { updates, issues, warnings };
}

function inSafeOrder(current: unknown, desired: unknown): readonly WholePathRow[] {
  const count = (environment: unknown, path: string) => Number(valueIn(environment, path));
  const nodes = count(current, NODES);
  // There are at least 3 nodes, and at least as many nodes as schedulers.
  const schedulersFirst = Number.isNaN(nodes)
    ? count(desired, SCHEDULERS) <= Math.max(count(current, SCHEDULERS) || 0, 3)
    : count(desired, NODES) < nodes;
  const rank = ({ path }: WholePathRow) => (path === IMAGE ? 0 : path === SCHEDULERS && schedulersFirst ? 1 : 2);
  // In the table, the node count is before the scheduler count, and sorting is stable.
  return [...wholeRows].sort((a, b) => rank(a) - rank(b));
}

/** An update that has not been checked. */
interface PlannedUpdate {
  readonly paths: readonly string[];
  readonly environment: object;
}

/** Merges a map by key. A mask names its entries; the whole map is sent only if a mask cannot name them. */
function mapUpdate(path: string, current: unknown, desired: unknown): PlannedUpdate | undefined {
  const [now, wanted] = [valueIn(current, path), valueIn(desired, path)];
  const next = wanted === null ? {} : mergePatch(now, wanted);
  if (wanted === undefined || isSame(now ?? {}, next)) return undefined;
  const form = memberRowOf(path)?.form;
  const changed = Object.entries(Object(wanted)).filter(([name, value]) => !isSame(valueAt(now, [name]), value));
  const canName =
    isPlainObject(wanted) &&
    form !== undefined &&
    changed.every(([name]) => (nameProblem(name) ?? formProblem(name, form)) === undefined);
  const map = canName ? withoutNulls(Object.fromEntries(changed)) : next;
  return {
    paths: canName ? changed.map(([name]) => `${path}.${name}`) : [path],
    environment: isSame(map, {}) ? {} : nest(path, map),
  };
}

/** Returns the update of a value, or of a group of values; undefined if there is no difference. */
function valueUpdate(paths: readonly string[], current: unknown, desired: unknown): PlannedUpdate | undefined {
  const values = paths.map((path) => {
    const [now, wanted] = [valueIn(current, path), valueIn(desired, path)];
    return { path, now, next: wanted === undefined ? now : mergePatch(now, wanted) };
  });
  if (values.every(({ path, now, next }) => isSameEnvironment(nest(path, now), nest(path, next)))) return undefined;
  // The mask contains the whole group, so the body also contains values that do not change.
  const environment = values.reduce<unknown>((body, { path, next }) => mergePatch(body, nest(path, next ?? null)), {});
  return { paths, environment: environment as object }; // no path is empty
}

/** The known paths, and all paths above them. */
const PLACES = [
  ...new Set(knownPaths.flatMap((path) => path.split(".").map((_, i, all) => all.slice(0, i + 1).join(".")))),
];

const placeOf = (path: string) => PLACES.find((known) => known.endsWith(`.${path}`));

/** Returns the message for a difference that no mask can express, with a remedy if the path is probably a mistake. */
function differs(path: string, existing: unknown): string {
  const camelCase = path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const meant = camelCase === path ? (meantPath(path) ?? nearMiss(path, PLACES) ?? placeOf(path)) : camelCase;
  if (meant !== undefined) return `is not a field of an environment; did you mean ${meant}?`;
  const isSwapped = path === "name" && existing === undefined;
  return `differs, but is not a field that a mask can change${isSwapped ? "; the first argument is the current environment" : "; create another environment"}`;
}

/**
 * Returns an issue for each difference that no mask can express: fields without a path, and values that cannot be cleared.
 * `unlisted` contains the paths that have a mask although `updatablePaths` does not list them.
 */
function fixedDifferences(current: unknown, desired: unknown, unlisted: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  const fixed = (path: string, message: string) => issues.push({ path, message, rule: "no-mask-for-it" });
  const walk = (now: unknown, wanted: Readonly<Record<string, unknown>>, above: readonly string[]): void => {
    for (const [name, value] of Object.entries(wanted)) {
      const segments = [...above, name];
      const path = segments.join(".");
      const row = wholeRows.find((each) => each.path === path);
      // The response of an operation also has a field "@type".
      if (row?.kind === "map" || unlisted.includes(path) || path === "@type") continue;
      const existing = valueAt(now, [name]) ?? undefined;
      const isAbove = [...wholeRows.map((each) => each.path), ...unlisted].some((each) => each.startsWith(`${path}.`));
      if (row === undefined && isAbove && isPlainObject(value)) {
        walk(existing, value, segments);
        continue;
      }
      // The name may contain dots.
      const nested = (inner: unknown) => withValue({}, segments, inner);
      if (isSameEnvironment(nested(existing), nested(mergePatch(existing, value)))) continue;
      if (value === null) fixed(formatPath(segments), "is set, but no mask can clear it");
      else if (row === undefined) fixed(formatPath(segments), differs(path, existing));
    }
  };
  if (isPlainObject(desired)) walk(current, desired, []);
  return issues;
}
