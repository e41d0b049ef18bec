import { plainObjectProblem } from "../core/rules/describe.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { valueAt } from "../core/value-at.js";
import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import { checkUpdate, undefinedIssues } from "./check-update.js";
import { fixedDifferences, overlay, type PlannedUpdate, unlistedUpdateOf, updateOf } from "./differences.js";
import { joinMask } from "./field-mask.js";
import { freezeUpdate } from "./make-update.js";
import { Environment } from "./schemas/environment.js";
import { unlistedGroups, type WholePathRow, wholeRows } from "./updatable-paths.js";
import type { EnvironmentUpdate } from "./update.js";

/** A desired part of a resource. Omitted properties are not changed. */
export type Desired<T> = T extends string | number | boolean
  ? T
  : T extends readonly unknown[]
    ? Readonly<T>
    : T extends object
      ? string extends keyof T
        ? Readonly<T>
        : { readonly [K in keyof T]?: Desired<Exclude<T[K], undefined>> | null | undefined }
      : T;

/**
 * A desired environment. Omitted properties are not changed. A map is the whole desired map; `{}` or `null` clears it.
 * Output-only fields are allowed and ignored.
 */
export interface DesiredEnvironment extends Desired<Environment> {
  /** JSON Schema of the file that contains the value, for editors: `fourfold/json-schema/desired-environment.json`. Ignored. */
  readonly $schema?: string | undefined;
}

/**
 * Plans the smallest number of valid updates that change one environment to another, in a safe order: the image version
 * first, and node count and scheduler count so that there are never more schedulers than nodes.
 *
 * A map is updated by its entries, or replaced if that is shorter. Omitted properties of an object such as
 * `workloadsConfig` are kept. A few fields that the spec does not list, such as `config.resilienceMode`, are planned as
 * `environmentUpdate.unlisted` updates, because the real service accepts them.
 *
 * @param current - The environment as `environments.get` returns it.
 * @param desired - The desired state. Omitted fields are not changed.
 * @returns The updates, in a safe order; an empty list if nothing has to change.
 * @throws {RequestError} If a mask cannot express a difference, or a rule is broken, with all issues.
 * @see Spec: environments, "updateMask rules"
 * @see Spec: environments, "Updatable paths"
 *
 * @example
 * const updates = planEnvironmentUpdates(await client.environments.get(name), { labels: { team: "data" } });
 * await client.environments.apply(name, updates);
 */
export function planEnvironmentUpdates(current: Environment, desired: DesiredEnvironment): EnvironmentUpdate[] {
  const operation = "planEnvironmentUpdates";
  const invalid = Object.entries({ current, desired }).flatMap(([path, value]): Issue[] => {
    const message = plainObjectProblem(value);
    return message === undefined ? [] : [{ path, message, rule: SHAPE_RULE }];
  });
  if (invalid.length > 0) throw new RequestError({ operation, issues: invalid });
  const { body: given, issues } = encodeBody(undefined, { current });
  const { body: wanted, issues: unencodable } = encodeBody(Environment, desired);
  const report = (found: readonly Issue[]) => {
    const known = new Set(issues.map(({ path }) => path));
    for (const issue of found) if (!known.has(issue.path)) issues.push(issue);
  };
  report([...unencodable, ...undefinedEntries(desired)]);
  const start = valueAt(given, ["current"]);
  report(fixedDifferences(start, wanted));
  const updates: [updateMask: string, environment: Environment][] = [];
  let state = start;
  const add = (planned: PlannedUpdate | undefined, unlisted?: "only") => {
    if (planned === undefined) return;
    const { paths } = planned;
    const { errors, environment } = checkUpdate(paths, planned.environment, {
      current: state as Environment,
      unlisted,
    });
    report(errors);
    updates.push([joinMask(paths), environment]);
    // Conditions of later updates check only values, so deleted entries of maps need not be removed here.
    state = overlay(state, environment);
  };
  for (const row of inSafeOrder(start, wanted)) add(updateOf(row, state, wanted));
  for (const paths of unlistedGroups) add(unlistedUpdateOf(paths, state, wanted), "only");
  if (issues.length > 0) throw new RequestError({ operation, issues });
  return updates.map(([updateMask, environment]) => freezeUpdate(updateMask, environment));
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
