import type { MaskedUpdate } from "../errors/apply-error.js";
import type { Environment } from "./schemas/environment.js";

declare const beyondTheSpec: unique symbol;

/** A value that is frozen at every depth. */
export type DeepReadonly<T> = T extends string | number | boolean ? T : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** An environment that is frozen at every depth. */
export interface ReadonlyEnvironment extends DeepReadonly<Environment> {}

/**
 * A validated update of an environment: frozen plain data that can be serialized as JSON. Created by `environmentUpdate`,
 * `planEnvironmentUpdates` and `parseEnvironmentUpdate`. Other objects of the same form, and changed copies, do not compile.
 *
 * @see Spec: environments, "updateMask rules"
 */
export interface EnvironmentUpdate extends MaskedUpdate<ReadonlyEnvironment> {}

/** An update of paths that the spec does not list. Only its form is checked; its effect depends on the service. */
export interface UnlistedEnvironmentUpdate extends EnvironmentUpdate {
  /** Exists in types only, not at run time. */
  readonly [beyondTheSpec]: true;
}
