import type { Issue } from "../errors/request-error.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { isNotKnown, nearMiss } from "../values/nearest.js";
import { isObject } from "../values/objects.js";

/** Lists the properties of a seed that are probably typos of known ones. Other unknown properties are kept. */
export function seedNameIssues(seed: unknown, known: readonly string[]): Issue[] {
  if (!isObject(seed)) return [wrongShape("", `must be an object, got ${kindOf(seed)}`)];
  return Object.keys(seed).flatMap((path) => {
    const meant = nearMiss(path, known);
    return meant === undefined ? [] : [{ path, message: isNotKnown(meant), rule: "property-name" }];
  });
}
