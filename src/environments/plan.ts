import { bothNames, fromWire } from "../core/rename.js";
import { plainObjectProblem } from "../core/rules/describe.js";
import { type OptionChecks, strictOptions } from "../core/rules/options.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { valueAt } from "../core/value-at.js";
import type { Issue } from "../errors/issue.js";
import { assertNoIssues, RequestError } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { namingOption } from "../naming/naming-option.js";
import { checkUpdate, undefinedIssues } from "./check-update.js";
import { fixedDifferences, overlay, type PlannedUpdate, unlistedUpdateOf, updateOf } from "./differences.js";
import { freezeUpdate } from "./make-update.js";
import { environmentPlaces } from "./renamed-places.js";
import { Environment } from "./schemas/environment.js";
import type { SoftwareConfig } from "./schemas/software.js";
import { takesUnlisted, unlistedGroups, type WholePathRow, wholeRows } from "./updatable-paths.js";
import type { EnvironmentUpdate } from "./update.js";

/** A desired part of a resource. Omitted properties are not changed. */
export type Desired<T> = T extends string | number | boolean
  ? T
  : T extends readonly unknown[]
    ? Readonly<T>
    : T extends object
      ? string extends keyof T
        ? Readonly<T>
        : "orchestratorConfigOverrides" extends keyof T
          ? DesiredSoftwareConfig
          : DesiredFields<T>
      : T;

/** The fields of a desired part of a resource. */
export type DesiredFields<T> = { readonly [K in keyof T]?: Desired<Exclude<T[K], undefined>> | null | undefined };

/** The desired software of an environment. Omitted properties are not changed. */
export interface DesiredSoftwareConfig extends DesiredFields<SoftwareConfig> {
  /** Google's name of `orchestratorConfigOverrides`: Airflow configuration. Keys have the form `section-property`. */
  readonly airflowConfigOverrides?: Readonly<Record<string, string>> | null | undefined;
}

/**
 * A desired environment. Omitted properties are not changed. A map is the whole desired map; `{}` or `null` clears it.
 * Output-only fields are allowed and ignored.
 */
export interface DesiredEnvironment extends DesiredFields<Environment> {
  /** JSON Schema of the file that contains the value, for editors: `fourfold/json-schema/desired-environment.json`. Ignored. */
  readonly $schema?: string | undefined;
}

/** Options of {@link planEnvironmentUpdates}. */
export interface PlanEnvironmentUpdatesOptions {
  /**
   * Naming profile of the service, whose names `desired` may have. Product and engine of image versions must be those of the
   * profile. Under Google's profiles, updates of paths that the spec does not list are planned, too. Default: `googleNaming`,
   * with the product and engine of `current`.
   */
  naming?: Naming | undefined;
}

const planChecks: OptionChecks = {
  naming: namingOption,
} satisfies OptionChecks<keyof PlanEnvironmentUpdatesOptions>;

/**
 * Plans the smallest number of valid updates that change one Cloud Composer environment to another, in a safe order: the
 * image version first, and node count and scheduler count so that there are never more schedulers than nodes.
 *
 * A map is updated by its entries, or replaced if that is shorter. Omitted properties of an object such as
 * `workloadsConfig` are kept. A few fields that the spec does not list, such as `config.resilienceMode`, are planned as
 * `environmentUpdate.unlisted` updates, because Cloud Composer accepts them.
 *
 * @param current - The environment as `environments.get` returns it.
 * @param desired - The desired state. Omitted fields are not changed.
 * @param options - `naming` is the profile of the service.
 * @returns The updates, in a safe order; an empty list if nothing has to change.
 * @throws {RequestError} If a mask cannot express a difference, or a rule is broken, with all issues.
 * @see Spec: environments, "updateMask rules"
 * @see Spec: environments, "Updatable paths"
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
  strictOptions(operation, options, planChecks);
  const { naming } = options;
  const names = naming ?? googleNaming;
  const invalid = Object.entries({ current, desired }).flatMap(([path, value]): Issue[] => {
    const message = plainObjectProblem(value);
    return message === undefined ? [] : [{ path, message, rule: SHAPE_RULE }];
  });
  if (invalid.length > 0) throw new RequestError({ operation, issues: invalid });
  const { body: given, issues } = encodeBody(undefined, { current: fromWire(current, environmentPlaces, names) });
  const neutral = fromWire(desired, environmentPlaces, names);
  const { body: wanted, issues: unencodable } = encodeBody(Environment, neutral);
  const report = (found: readonly Issue[]) => {
    const known = new Set(issues.map(({ path }) => path));
    for (const issue of found) if (!known.has(issue.path)) issues.push(issue);
  };
  report([...bothNames(desired, environmentPlaces, names), ...unencodable, ...undefinedEntries(neutral)]);
  const start = valueAt(given, ["current"]);
  const groups = takesUnlisted(names) ? unlistedGroups : [];
  report(fixedDifferences(start, wanted, groups.flat()));
  const updates: EnvironmentUpdate[] = [];
  let state = start;
  const add = (planned: PlannedUpdate | undefined, unlisted?: "only") => {
    if (planned === undefined) return;
    const { paths } = planned;
    const { errors, updateMask, environment } = checkUpdate(paths, planned.environment, {
      current: state as Environment,
      naming,
      unlisted,
    });
    report(errors);
    if (errors.length > 0) return; // the conditions of later updates are checked without it
    updates.push(freezeUpdate(updateMask, environment));
    // Conditions of later updates check only values, so deleted entries of maps need not be removed here.
    state = overlay(state, environment);
  };
  for (const row of inSafeOrder(start, wanted)) add(updateOf(row, state, wanted));
  for (const paths of groups) add(unlistedUpdateOf(paths, state, wanted), "only");
  assertNoIssues(operation, issues);
  return updates;
}

/** Returns an issue for each map entry that is undefined: it would be deleted, because a map in `desired` is the whole map. */
function undefinedEntries(desired: unknown): Issue[] {
  return wholeRows.flatMap(({ kind, path }) => {
    const map = kind === "map" ? valueAt(desired, path.split(".")) : undefined;
    return map === undefined ? [] : undefinedIssues(map, path);
  });
}

const IMAGE = "config.softwareConfig.imageVersion";
const NODES = "config.nodeCount";
const SCHEDULERS = "config.softwareConfig.schedulerCount";

function inSafeOrder(current: unknown, desired: unknown): readonly WholePathRow[] {
  const count = (environment: unknown, path: string) => {
    const value = valueAt(environment, path.split("."));
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
