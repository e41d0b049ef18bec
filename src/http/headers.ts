import { assertNoIssues } from "../errors/request-error.js";
import { headerProblems } from "./call-options.js";

/**
 * Merges headers, with lower-case names; later ones override earlier ones.
 *
 * @throws {RequestError} If names or values are invalid, with all issues. Messages never contain a value.
 */
export function mergeHeaders(
  ...layers: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): Record<string, string> {
  assertNoIssues("headers", layers.flatMap(headerProblems));
  const merged = new Map<string, string>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value !== undefined) merged.set(name.toLowerCase(), value.trim());
    }
  }
  return Object.fromEntries(merged);
}
