import type { Naming } from "./naming.js";
import { vendorNaming } from "./vendor.js";

/** Scopes of which any one is enough for a call, the one that allows least first; none where no scope is asked for. */
export type ScopeChoice = readonly string[];

/** The OAuth scopes that calls need, under the names that the calls have on the client. */
export interface Scopes {
  /** Of the warehouse. The spec lists those of `projects.list`; tables that are only read take the same ones. */
  readonly warehouse: {
    readonly projects: { readonly list: ScopeChoice };
    readonly tables: Readonly<
      Record<
        | "list"
        | "get"
        | "insert"
        | "patch"
        | "update"
        | "delete"
        | "modify"
        | "getIamPolicy"
        | "setIamPolicy"
        | "testIamPermissions",
        ScopeChoice
      >
    >;
  };
  /** Of the entity search, which takes an API key instead. */
  readonly entities: { readonly search: ScopeChoice; readonly suggest: ScopeChoice };
  /** Of the environments. The spec lists that of `patch`. */
  readonly environments: Readonly<Record<"get" | "patch" | "apply" | "operation", ScopeChoice>>;
}

/**
 * The OAuth scopes that calls need.
 *
 * Spec: warehouse, "Authentication"; entities and environments, "Authentication".
 *
 * @param naming Profile of the services. Default: the neutral one.
 * @param scopeBase Base address of the names of scopes. Default: the profile's; `{scope_base}`, as the spec writes it,
 * where that knows none, as `vendorNaming`.
 *
 * @example
 * scopes(googleNaming).warehouse.tables.get;     // any one of these; the first allows least
 * scopes(vendorNaming, "https://auth.example").environments.patch;
 */
export function scopes(naming: Naming = vendorNaming, scopeBase?: string): Scopes {
  const base = (scopeBase ?? naming.scopeBase ?? "{scope_base}").replace(/\/+$/, "");
  const cloud = `${base}/cloud-platform`;
  const warehouse = `${base}/${naming.servicePath}`;
  const read = [`${warehouse}.readonly`, warehouse, `${cloud}.read-only`, cloud];
  const write = [warehouse, cloud];
  return {
    warehouse: {
      projects: { list: read },
      tables: {
        list: read,
        get: read,
        insert: write,
        patch: write,
        update: write,
        delete: write,
        modify: write,
        getIamPolicy: read,
        setIamPolicy: write,
        testIamPermissions: read,
      },
    },
    entities: { search: [], suggest: [] },
    environments: { get: [cloud], patch: [cloud], apply: [cloud], operation: [cloud] },
  };
}

/** The permissions that calls need, all of each list, as far as the spec lists them. */
export interface Permissions {
  /** Of the environments, on the environment that is changed. */
  readonly environments: { readonly patch: readonly string[]; readonly apply: readonly string[] };
}

/**
 * The permissions that calls need, as far as the spec lists them.
 *
 * Spec: entities and environments, "Authentication", (B).
 *
 * @param naming Profile of the services. Default: the neutral one, which knows no product and writes `<product>`.
 *
 * @example
 * permissions(googleNaming).environments.patch; // ["composer.environments.update"]
 */
export function permissions(naming: Naming = vendorNaming): Permissions {
  const update = [`${naming.product ?? "<product>"}.environments.update`];
  return { environments: { patch: update, apply: update } };
}
