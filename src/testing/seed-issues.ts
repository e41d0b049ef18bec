import type { Issue } from "../errors/request-error.js";
import { encodeBody } from "../schema/codec.js";
import { type Schema, shapeOf } from "../schema/schema.js";
import { shapeIssues, wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { plainIssue } from "../values/issue-path.js";
import { isNotKnown, nearMiss } from "../values/nearest.js";
import { isObject } from "../values/objects.js";

/**
 * Lists schema mismatches and non-JSON values of a seed.
 *
 * @param names - Names of properties that the schema lacks.
 */
export function seedIssues(seed: unknown, schema: Schema, names: readonly string[] = []): Issue[] {
  const typos = typoIssues(seed, schema, names);
  if (!isObject(seed)) return typos;
  return [...typos, ...encodeBody(undefined, seed).issues, ...shapeIssues(schema, seed).map(plainIssue)];
}

/** Lists the properties of a seed that are probably typos of known ones. Other unknown properties are kept. */
export function typoIssues(seed: unknown, schema: Schema, names: readonly string[]): Issue[] {
  if (!isObject(seed)) return [wrongShape("", `must be an object, got ${kindOf(seed)}`)];
  const known = [...names, ...Object.keys(shapeOf(schema) ?? {})];
  return Object.keys(seed).flatMap((path) => {
    const meant = nearMiss(path, known);
    return meant === undefined ? [] : [{ path, message: isNotKnown(meant), rule: "property-name" }];
  });
}
