import { valueAt } from "../core/value-at.js";
import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import { checkUpdate } from "./check-update.js";
import { fixedDifferences, overlay, updateOf } from "./differences.js";
import { joinMask } from "./field-mask.js";
import { brand } from "./make-update.js";
import type { Environment } from "./schemas/environment.js";
import { type WholePathRow, wholeRows } from "./updatable-paths.js";
import type { EnvironmentUpdate } from "./update.js";

/** A part of a resource as it should be: what it does not mention stays as it is. */
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
 * An environment as it should be. What it does not mention stays as it is; a map that it gives is the whole map, `{}` or
 * `null` clears it; output-only members may stand and are ignored.
 */
export interface DesiredEnvironment extends Desired<Environment> {}

/**
 * Plans the fewest legal updates that lead from one environment to another, in a safe order: the image version first,
 * the node count before the scheduler count when it grows and after it when it shrinks.
 *
 * A map changes by its members, or as a whole where that is shorter. Of a value in parts, such as `workloadsConfig`, the
 * parts that are not mentioned stay, too.
 *
 * Spec: environments, "updateMask rules" and "Updatable paths".
 *
 * @throws {RequestError} when a difference is beyond what a mask can change, or breaks a condition: all of them at once.
 *
 * @example
 * const updates = planEnvironmentUpdates(await client.environments.get(name), { labels: { team: "data" } });
 * await client.environments.apply(name, updates);
 */
export function planEnvironmentUpdates(current: Environment, desired: DesiredEnvironment): EnvironmentUpdate[] {
  const issues: Issue[] = fixedDifferences(current, desired);
  const updates: EnvironmentUpdate[] = [];
  let state = current;
  for (const row of inSafeOrder(current, desired)) {
    const planned = updateOf(row, state, desired);
    if (planned === undefined) continue;
    const { errors, environment } = checkUpdate(planned.paths, planned.environment, { current: state });
    issues.push(...errors.filter(({ path }) => !issues.some((known) => known.path === path)));
    updates.push(brand(joinMask(planned.paths), environment));
    // Conditions of later updates look at values only, so what is gone of a map need not be gone here.
    state = overlay(state, environment) as Environment; // an object laid over one
  }
  if (issues.length > 0) throw new RequestError({ operation: "planEnvironmentUpdates", issues });
  return updates;
}

const IMAGE = "config.softwareConfig.imageVersion";
const NODES = "config.nodeCount";
const SCHEDULERS = "config.softwareConfig.schedulerCount";

function inSafeOrder(current: unknown, desired: unknown): readonly WholePathRow[] {
  const [now, wanted] = [current, desired].map((each) => valueAt(each, NODES.split(".")));
  const shrinks = Number(wanted) < Number(now);
  const rank = ({ path }: WholePathRow) => (path === IMAGE ? 0 : path === SCHEDULERS && shrinks ? 1 : 2);
  // The table has the node count before the scheduler count, and sorting is stable.
  return [...wholeRows].sort((a, b) => rank(a) - rank(b));
}
