import { viewDocument } from "./document.js";
import { namesOf } from "./read-security.js";

/** An operation whose requirements changed. */
export interface SecurityChange {
  /** Method and path, as in `GET /echo`. */
  readonly operation: string;
  /** Effective requirement before, as {@link effectiveSecurity} returns it. */
  readonly before: string[][];
  /** Effective requirement after the change. */
  readonly after: string[][];
}

/**
 * Compares two versions of an OpenAPI 2.0 document, and returns the operations of both whose effective requirement
 * differs. The order of alternatives is ignored.
 *
 * @param before - The OpenAPI 2.0 document before the change.
 * @param after - The document after the change.
 * @returns The changed operations; an empty list if there are none.
 * @throws {RequestError} If one of them is not an OpenAPI 2.0 document.
 *
 * @example
 * for (const { operation, before, after } of securityChanges(document, secured)) console.log(operation, before, after);
 */
export function securityChanges(before: object, after: object): SecurityChange[] {
  const [old, changed] = [before, after].map((document) => {
    const { security, operations } = viewDocument(document, "securityChanges");
    return new Map(operations.map((each) => [each.key, namesOf(each.security ?? security)]));
  });
  return [...(old ?? [])].flatMap(([operation, alternatives]) => {
    const now = changed?.get(operation);
    return now === undefined || canonical(now) === canonical(alternatives)
      ? []
      : [{ operation, before: alternatives, after: now }];
  });
}

function canonical(alternatives: readonly (readonly string[])[]): string {
  return JSON.stringify([...new Set(alternatives.map((names) => JSON.stringify([...names].sort())))].sort());
}
