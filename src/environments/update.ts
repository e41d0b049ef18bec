import type { MaskedUpdate } from "../errors/apply-error.js";
import type { Environment } from "./schemas/environment.js";

declare const beyondTheSpec: unique symbol;

/** A value that is frozen at every depth. */
export type DeepReadonly<T> = T extends string | number | boolean ? T : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/**
 * A change of one thing about an environment, checked: frozen plain data that survives JSON. Constructors, plan and
 * `parseEnvironmentUpdate` make one; an object that merely looks like one, or a changed copy, does not compile.
 *
 * Spec: environments, "updateMask rules".
 */
export interface EnvironmentUpdate extends MaskedUpdate<DeepReadonly<Environment>> {}

/** An update of paths that the spec does not list. Only its form is checked; what it does is up to the service. */
export interface UnlistedEnvironmentUpdate extends EnvironmentUpdate {
  /** Known to the compiler alone: no such member is there. */
  readonly [beyondTheSpec]: true;
}
