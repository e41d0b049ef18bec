import { pathIssues, placeholdersOf } from "../call/template.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { kindOf, shown } from "../values/describe.js";
import { isObject } from "../values/objects.js";

/** Ids of a location, which contains environments. */
export interface LocationReference {
  /** Id of the project. */
  projectId: string;
  /** Id of the location, such as a region. */
  locationId: string;
}

/** Ids in the name of an environment. */
export interface EnvironmentReference extends LocationReference {
  /** Id of the environment, without project and location. */
  environmentId: string;
}

/**
 * Formats the name of a Cloud Composer environment: `projects/p/locations/l/environments/e`.
 *
 * @param reference - The ids.
 * @returns The name.
 * @throws {RequestError} If an id is not a string, is empty, `.` or `..`, or contains a slash; with all issues.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/get | projects.locations.environments.get} in the Cloud Composer reference
 */
export function formatEnvironmentName(reference: EnvironmentReference): string {
  const { projectId, locationId, environmentId } = Object(reference) as EnvironmentReference; // checked
  assertNoIssues("formatEnvironmentName", pathIssues({ projectId, locationId, environmentId }));
  return `projects/${projectId}/locations/${locationId}/environments/${environmentId}`;
}

/**
 * Parses the name of a Cloud Composer environment: `projects/p/locations/l/environments/e`.
 *
 * @param name - The name.
 * @returns The ids.
 * @throws {RequestError} If the name is invalid.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/get | projects.locations.environments.get} in the Cloud Composer reference
 */
export function parseEnvironmentName(name: string): EnvironmentReference {
  return environmentIds("parseEnvironmentName", name);
}

const LOCATION = "projects/{projectId}/locations/{locationId}";

/** Parses the name of an environment for an operation of the client. @throws {RequestError} If it is invalid. */
export function environmentIds(operation: string, name: unknown): EnvironmentReference {
  return idsIn(operation, `${LOCATION}/environments/{environmentId}`, name) as EnvironmentReference; // each id of the form
}

/** Checks the name of an operation. @throws {RequestError} If it is invalid. */
export function assertOperationName(operation: string, name: unknown): void {
  idsIn(operation, `${LOCATION}/operations/{operationId}`, name);
}

/** Returns the ids in a resource name by the placeholders of its form. @throws {RequestError} If the name is invalid. */
function idsIn(operation: string, form: string, name: unknown): object {
  const match = typeof name === "string" && new RegExp(`^${form.replace(/\{\w+\}/g, "([^/]*)")}$`).exec(name);
  if (!match) {
    const remedy = isObject(name) && form.endsWith("{environmentId}") ? "; use formatEnvironmentName" : "";
    const got = typeof name === "string" ? shown(name) : kindOf(name) + remedy;
    throwIssue(operation, { path: "name", message: `must have the form ${form}, got ${got}`, rule: "resource-name" });
  }
  const ids = Object.fromEntries(placeholdersOf(form).map((each, index) => [each.name, match[index + 1]]));
  const invalid = pathIssues(ids).map(({ path, message, rule }) => ({
    path: "name",
    message: `${path} ${message}`,
    rule,
  }));
  assertNoIssues(operation, invalid);
  return ids;
}
