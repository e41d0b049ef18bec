declare const madeByEnvironmentUpdate: unique symbol;

/**
 * A change that a mask names, checked: plain data that survives JSON. `environmentUpdate` makes one, and
 * `parseEnvironmentUpdate` out of data that came from elsewhere.
 */
export interface MaskedUpdate<Resource extends object = object> {
  /** The paths that change, joined by commas; all of one update type. */
  readonly updateMask: string;
  /** The new values, and nothing else. What the mask names and this leaves out is cleared or deleted. */
  readonly environment: Resource;
  /** Known to the compiler alone: no such member is there. */
  readonly [madeByEnvironmentUpdate]: true;
}
