/** Translates resources from the names in code to the names on the wire, and back. A field with both names keeps them. */
export interface Translation {
  /** Returns a body with the names on the wire. */
  toWire(resource: string, body: unknown): unknown;
  /** Returns a body with the names in code. */
  fromWire(resource: string, body: unknown): unknown;
  /** Returns a path of a resource, such as a path in a mask, with the name on the wire. */
  pathToWire(resource: string, path: string): string;
  /** Returns a path of a resource with the name in code. */
  pathFromWire(resource: string, path: string): string;
}
