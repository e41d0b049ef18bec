import type { MaskedUpdate } from "../errors/apply-error.js";
import type { Environment } from "./schemas/environment.js";

declare const beyondTheSpec: unique symbol;

/**
 * A change of one thing about an environment, checked: plain data that survives JSON. Constructors, plan and
 * `parseEnvironmentUpdate` make one; an object that merely looks like one does not compile.
 *
 * Spec: environments, "updateMask rules".
 */
export interface EnvironmentUpdate extends MaskedUpdate<Environment> {}

/** An update of paths that the spec does not list. Only its form is checked; what it does is up to the service. */
export interface UnlistedEnvironmentUpdate extends EnvironmentUpdate {
  /** Known to the compiler alone: no such member is there. */
  readonly [beyondTheSpec]: true;
}
