/** Translates resources from the names in code to the names on the wire, and back. */
export interface Translation {
  /** Returns a body with the names on the wire. If it has both names of a field, neither changes. */
  toWire(resource: string, body: unknown): unknown;
  /** Returns a body with the names in code. If it has both names of a field, the value under the name on the wire is used. */
  fromWire(resource: string, body: unknown): TranslatedBody;
  /** Returns a path of a resource, such as a path in a mask, with the name on the wire. */
  pathToWire(resource: string, path: string): string;
  /** Returns a path of a resource with the name in code. */
  pathFromWire(resource: string, path: string): string;
}

/** A body with the names in code. */
export interface TranslatedBody {
  readonly body: unknown;
  /** Paths that were dropped, because the body also had the names on the wire. */
  readonly dropped: readonly string[];
}
