import type { Method } from "./call/method.js";
import { entityMethods } from "./entities/methods.js";
import { environmentMethods } from "./environments/methods.js";
import { googleNaming } from "./naming/google.js";
import { type Naming, namingOption } from "./naming/naming.js";
import { strictOptions } from "./values/options.js";
import { warehouseMethods } from "./warehouse/methods.js";

const methods = { warehouse: warehouseMethods, entities: entityMethods, environments: environmentMethods };

/** A list of strings for each method. */
type TextsOf<T> = { readonly [K in keyof T]: T[K] extends Method ? readonly string[] : TextsOf<T[K]> };

/** The OAuth scopes of each method, under the names that the methods have on the client; any one of a list is enough. */
export interface Scopes {
  /** Scopes of BigQuery, such as `https://www.googleapis.com/auth/bigquery.readonly` for methods that only read. */
  readonly warehouse: TextsOf<typeof warehouseMethods>;
  /** No scopes: Knowledge Graph Search uses an API key. */
  readonly entities: TextsOf<typeof entityMethods>;
  /** Scopes of Cloud Composer. */
  readonly environments: TextsOf<typeof environmentMethods>;
}

/** The documented IAM permissions of each method; a call needs all in its list. An empty list where none is documented. */
export interface Permissions {
  /** Permissions on BigQuery datasets, or on their project. */
  readonly warehouse: TextsOf<typeof warehouseMethods>;
  /** No permissions: Knowledge Graph Search uses an API key. */
  readonly entities: TextsOf<typeof entityMethods>;
  /** Permissions on Cloud Composer environments. */
  readonly environments: TextsOf<typeof environmentMethods>;
}

/**
 * Returns the OAuth scopes that the methods of BigQuery and Cloud Composer need. Knowledge Graph Search uses an API key.
 *
 * @param naming - Profile of the services. Default: `googleNaming`. `vendorNaming` has the placeholder `{scope_base}`.
 * @returns The scopes by method, as full URLs, the narrowest first.
 * @throws {RequestError} If `naming` is not a naming profile.
 *
 * @example
 * scopes().warehouse.tables.get; // any one of these
 */
export function scopes(naming: Naming = googleNaming): Scopes {
  strictOptions("scopes", { naming }, { naming: namingOption });
  return textsOf(methods, (method) =>
    method.scopes.map((name) => `${naming.scopeBase}/${name.replace(/^warehouse/, naming.servicePath)}`),
  );
}

/**
 * Returns the IAM permissions that methods need, as far as they are documented: those of BigQuery datasets and of Cloud
 * Composer environments.
 *
 * @param naming - Profile of the services. Default: `googleNaming`. For a profile without a product, permissions
 * contain the placeholder `<product>`.
 * @returns The permissions by method.
 * @throws {RequestError} If `naming` is not a naming profile.
 *
 * @example
 * permissions().environments.patch; // ["composer.environments.update"]
 */
export function permissions(naming: Naming = googleNaming): Permissions {
  strictOptions("permissions", { naming }, { naming: namingOption });
  return textsOf(methods, ({ own }) =>
    (own?.permissions ?? []).map((name) =>
      name.replace("{product}", naming.product ?? "<product>").replace("{servicePath}", naming.servicePath),
    ),
  );
}

function textsOf<T extends object>(table: T, read: (method: Method) => readonly string[]): TextsOf<T> {
  const entries = Object.entries(table).map(([name, value]: [string, object]) => [
    name,
    "verb" in value ? read(value as Method) : textsOf(value, read), // tables contain methods and tables only
  ]);
  return Object.fromEntries(entries) as TextsOf<T>; // same structure
}
