import type { Naming } from "../naming/naming.js";
import type { Environment } from "./schemas/environment.js";
import type { EnvironmentUpdate } from "./update.js";

/** A mask and a body in the names of one brand. */
export type WireUpdate = Pick<EnvironmentUpdate, "updateMask" | "environment">;

/**
 * Writes an update in the names of a brand: paths of the mask and members of the body alike. The neutral names are those
 * of `vendorNaming`, so that there is nothing to do for it.
 */
export function toWire(update: WireUpdate, _naming: Naming): WireUpdate {
  return update;
}

/** Reads an environment that came in the names of a brand; the inverse of {@link toWire}. */
export function fromWire<E extends Environment | undefined>(environment: E, _naming: Naming): E {
  return environment;
}
