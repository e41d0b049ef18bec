import { pathIssues, placeholdersOf } from "../call/template.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { kindOf, shown } from "../values/describe.js";
import { valueAt } from "../values/objects.js";

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

/** Ids in the name of an operation. */
export interface OperationReference extends LocationReference {
  /** Id of the operation, without project and location. */
  operationId: string;
}

/** The ids of each resource. */
interface References {
  environment: EnvironmentReference;
  operation: OperationReference;
}

/** The forms of resource names: alternating collections and ids. */
const FORMS = {
  environment: "projects/{projectId}/locations/{locationId}/environments/{environmentId}",
  operation: "projects/{projectId}/locations/{locationId}/operations/{operationId}",
} as const;

/**
 * Formats the name of a Cloud Composer environment: `projects/p/locations/l/environments/e`.
 *
 * @param reference - The ids.
 * @returns The name.
 * @throws {RequestError} If an id is not a string, is empty, `.` or `..`, or contains a slash; with all issues.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/get | projects.locations.environments.get} in the Cloud Composer reference
 */
export function formatEnvironmentName(reference: EnvironmentReference): string {
  return formatName("formatEnvironmentName", "environment", reference);
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
  return parseName("parseEnvironmentName", "environment", name);
}

/**
 * Formats the name of a Cloud Composer operation: `projects/p/locations/l/operations/o`.
 *
 * @param reference - The ids.
 * @returns The name.
 * @throws {RequestError} If an id is not a string, is empty, `.` or `..`, or contains a slash; with all issues.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.operations/get | projects.locations.operations.get} in the Cloud Composer reference
 */
export function formatOperationName(reference: OperationReference): string {
  return formatName("formatOperationName", "operation", reference);
}

/**
 * Parses the name of a Cloud Composer operation: `projects/p/locations/l/operations/o`.
 *
 * @param name - The name.
 * @returns The ids.
 * @throws {RequestError} If the name is invalid.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.operations/get | projects.locations.operations.get} in the Cloud Composer reference
 */
export function parseOperationName(name: string): OperationReference {
  return parseName("parseOperationName", "operation", name);
}

function formatName(operation: string, resource: keyof References, reference: object): string {
  const form = FORMS[resource];
  const ids = Object.fromEntries(placeholdersOf(form).map(({ name }) => [name, valueAt(reference, [name])]));
  assertNoIssues(operation, pathIssues(ids));
  return form.replace(/\{(\w+)\}/g, (_, id: string) => String(ids[id]));
}

/** Parses a resource name into path parameters. @throws {RequestError} If the name is invalid. */
export function parseName<R extends keyof References>(operation: string, resource: R, name: unknown): References[R] {
  const form = FORMS[resource];
  const match = typeof name === "string" && new RegExp(`^${form.replace(/\{\w+\}/g, "([^/]*)")}$`).exec(name);
  if (!match) {
    const got = typeof name === "string" ? shown(name) : kindOf(name);
    throwIssue(operation, { path: "name", message: `must have the form ${form}, got ${got}`, rule: "resource-name" });
  }
  const ids = Object.fromEntries(placeholdersOf(form).map((each, index) => [each.name, match[index + 1]]));
  const invalid = pathIssues(ids).map(({ path, message, rule }) => ({
    path: "name",
    message: `${path} ${message}`,
    rule,
  }));
  assertNoIssues(operation, invalid);
  return ids as object as References[R]; // every id of the form
}
