import { nonEmptyString, strictOptions } from "../core/options.js";
import { trimTrailingSlashes } from "../core/path.js";
import { googleNaming } from "./google.js";
import { METHOD_PERMISSIONS, METHOD_SCOPES } from "./method-scopes.js";
import type { Naming } from "./naming.js";
import { namingOption } from "./naming.js";

type Resolved<T> = { readonly [K in keyof T]: T[K] extends readonly string[] ? readonly string[] : Resolved<T[K]> };

/** The OAuth scopes that calls need, under the names that the calls have on the client. */
export interface Scopes {
  /** Scopes of BigQuery, such as `https://www.googleapis.com/auth/bigquery.readonly` for calls that only read. */
  readonly warehouse: Resolved<(typeof METHOD_SCOPES)["warehouse"]>;
  /** No scopes: Knowledge Graph Search uses an API key. */
  readonly entities: Resolved<(typeof METHOD_SCOPES)["entities"]>;
  /** Scopes of Cloud Composer: `https://www.googleapis.com/auth/cloud-platform`. */
  readonly environments: Resolved<(typeof METHOD_SCOPES)["environments"]>;
}

/**
 * Returns the OAuth scopes that calls of BigQuery, Knowledge Graph Search and Cloud Composer need.
 *
 * @param naming - Profile of the services. Default: `googleNaming`.
 * @param scopeBase - Base address of the scopes. Default: the profile's, or else the placeholder `{scope_base}`.
 * @returns The scopes by call, as full addresses.
 * @throws {RequestError} If an argument is invalid.
 *
 * @example
 * scopes().warehouse.tables.get;     // any one of these; the first is the narrowest
 * scopes(vendorNaming, "https://auth.example").environments.patch;
 */
export function scopes(naming: Naming = googleNaming, scopeBase?: string): Scopes {
  strictOptions("scopes", { naming, scopeBase }, SCOPES_INPUT);
  const base = trimTrailingSlashes(scopeBase ?? naming.scopeBase ?? "{scope_base}");
  return resolve(METHOD_SCOPES, (name) => `${base}/${name.replace(/^warehouse/, naming.servicePath)}`);
}

/** The documented permissions of calls. A call needs all permissions in its list. */
export interface Permissions {
  /** Permissions on a BigQuery dataset, or on the project in which it is created: `bigquery.datasets.create`. */
  readonly warehouse: Resolved<(typeof METHOD_PERMISSIONS)["warehouse"]>;
  /** Permissions on the Cloud Composer environment that a call changes: `composer.environments.update`. */
  readonly environments: Resolved<(typeof METHOD_PERMISSIONS)["environments"]>;
}

/**
 * Returns the IAM permissions that calls need: those of BigQuery datasets and of Cloud Composer environments.
 *
 * @param naming - Profile of the services. Default: `googleNaming`. For a profile without a product, permissions
 * contain the placeholder `<product>`.
 * @returns The permissions by call.
 * @throws {RequestError} If `naming` is not a naming profile.
 *
 * @example
 * permissions().environments.patch; // ["composer.environments.update"]
 */
export function permissions(naming: Naming = googleNaming): Permissions {
  strictOptions("permissions", { naming }, SCOPES_INPUT);
  return resolve(METHOD_PERMISSIONS, (name) =>
    name.replace("{product}", naming.product ?? "<product>").replace("{servicePath}", naming.servicePath),
  );
}

const SCOPES_INPUT = { naming: namingOption, scopeBase: nonEmptyString };

/** Copies a tree of lists and replaces every string. */
function resolve<T extends object>(tree: T, replace: (name: string) => string): Resolved<T> {
  const entries = Object.entries(tree).map(([name, value]: [string, object]) => [
    name,
    Array.isArray(value) ? value.map(replace) : resolve(value, replace),
  ]);
  return Object.fromEntries(entries) as Resolved<T>; // same structure
}
