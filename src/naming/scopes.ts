import { METHOD_PERMISSIONS, METHOD_SCOPES } from "./method-scopes.js";
import type { Naming } from "./naming.js";
import { vendorNaming } from "./vendor.js";

/** Scopes of which any one is enough for a call, the one that allows least first; empty if the call needs none. */
export type ScopeChoice = readonly string[];

type Resolved<T> = { readonly [K in keyof T]: T[K] extends readonly string[] ? ScopeChoice : Resolved<T[K]> };

/** The OAuth scopes that calls need, under the names that the calls have on the client. */
export interface Scopes {
  /** The warehouse. The spec lists those of `projects.list`; calls that only read tables accept the same ones. */
  readonly warehouse: Resolved<(typeof METHOD_SCOPES)["warehouse"]>;
  /** The entity search, which takes an API key instead. */
  readonly entities: Resolved<(typeof METHOD_SCOPES)["entities"]>;
  /** The environments. The spec lists that of `patch`. */
  readonly environments: Resolved<(typeof METHOD_SCOPES)["environments"]>;
}

/**
 * Returns the OAuth scopes that calls need. They follow from the method tables.
 *
 * Spec: warehouse, "Authentication"; entities and environments, "Authentication".
 *
 * @param naming - Profile of the services. Default: `vendorNaming`.
 * @param scopeBase - Base address of the scopes. Default: the profile's; without one, `{scope_base}`, as in the spec.
 *
 * @example
 * scopes(googleNaming).warehouse.tables.get;     // any one of these; the first allows least
 * scopes(vendorNaming, "https://auth.example").environments.patch;
 */
export function scopes(naming: Naming = vendorNaming, scopeBase?: string): Scopes {
  const base = (scopeBase ?? naming.scopeBase ?? "{scope_base}").replace(/\/+$/, "");
  return resolve(METHOD_SCOPES, (name) => `${base}/${name.replace(/^warehouse/, naming.servicePath)}`);
}

/** The permissions that calls need, all of each list, as far as the spec lists them. */
export interface Permissions {
  /** The environments; on the environment that is changed. */
  readonly environments: Resolved<(typeof METHOD_PERMISSIONS)["environments"]>;
}

/**
 * Returns the permissions that calls need, as far as the spec lists them. They follow from the method tables.
 *
 * Spec: entities and environments, "Authentication", (B).
 *
 * @param naming - Profile of the services. Default: `vendorNaming`, which has no product and gives `<product>`.
 *
 * @example
 * permissions(googleNaming).environments.patch; // ["composer.environments.update"]
 */
export function permissions(naming: Naming = vendorNaming): Permissions {
  return resolve(METHOD_PERMISSIONS, (name) => name.replace("{product}", naming.product ?? "<product>"));
}

/** A copy of a tree of lists, with every string replaced. */
function resolve<T extends object>(tree: T, replace: (name: string) => string): Resolved<T> {
  const entries = Object.entries(tree).map(([name, value]: [string, object]) => [
    name,
    Array.isArray(value) ? value.map(replace) : resolve(value, replace),
  ]);
  return Object.fromEntries(entries) as Resolved<T>; // of the same form
}
