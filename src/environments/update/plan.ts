import { strictOptions } from "../../core/options.js";
import { type Naming, namingOption } from "../../naming/naming.js";
import { nameIssues } from "../../naming/translate.js";
import type { Environment } from "../schemas/environment.js";
import { type EnvironmentUpdate, encodeDesired } from "./check.js";
import { planUpdates } from "./plan-updates.js";

/** A desired part of a resource. Omitted properties are not changed. */
export type Desired<T> = T extends string | number | boolean
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
  const { naming } = options;
  const { wanted, issues } = encodeDesired(desired);
  return planUpdates(
    operation,
    current,
    { wanted, issues: [...nameIssues("Environment", current, "current"), ...issues] },
    naming,
  );
}
