import { clip, kindOf } from "../core/describe.js";
import { pathIssues } from "../core/path.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues } from "../errors/request-error.js";

/** Ids in the name of an environment. */
export interface EnvironmentReference {
  /** Id of the project. */
  projectId: string;
  /** Id of the location, such as a region. */
  locationId: string;
  /** Id of the environment, without project and location. */
  environmentId: string;
}

/** Ids in the name of an operation. */
export interface OperationReference {
  /** Id of the project. */
  projectId: string;
  /** Id of the location, such as a region. */
  locationId: string;
  /** Id of the operation, without project and location. */
  operationId: string;
}

/** A form of resource names: alternating collections and ids. */
type NameForm<Ids> = readonly (readonly [collection: string, id: keyof Ids & string])[];

const PLACE = [
  ["projects", "projectId"],
  ["locations", "locationId"],
] as const;
const ENVIRONMENT: NameForm<EnvironmentReference> = [...PLACE, ["environments", "environmentId"]];
const OPERATION: NameForm<OperationReference> = [...PLACE, ["operations", "operationId"]];

/**
 * Formats the name of an environment: `projects/p/locations/l/environments/e`.
 *
 * @param reference - The ids.
 * @returns The name.
 * @throws {RequestError} If an id is not a string, is empty, `.` or `..`, or contains a slash; with all issues.
 * @see Spec: environments, "(B) Update an environment", path parameter `name`
 */
export function formatEnvironmentName(reference: EnvironmentReference): string {
  return format("formatEnvironmentName", ENVIRONMENT, reference);
}

/**
 * Parses the name of an environment: `projects/p/locations/l/environments/e`.
 *
 * @param name - The name.
 * @returns The ids.
 * @throws {RequestError} If the name is invalid.
 */
export function parseEnvironmentName(name: string): EnvironmentReference {
  return parse("parseEnvironmentName", ENVIRONMENT, name);
}

/**
 * Formats the name of an operation: `projects/p/locations/l/operations/o`.
 *
 * @param reference - The ids.
 * @returns The name.
 * @throws {RequestError} If an id is not a string, is empty, `.` or `..`, or contains a slash; with all issues.
 */
export function formatOperationName(reference: OperationReference): string {
  return format("formatOperationName", OPERATION, reference);
}

/**
 * Parses the name of an operation: `projects/p/locations/l/operations/o`.
 *
 * @param name - The name.
 * @returns The ids.
 * @throws {RequestError} If the name is invalid.
 */
export function parseOperationName(name: string): OperationReference {
  return parse("parseOperationName", OPERATION, name);
}

/** Parses a resource name to path parameters. @throws {RequestError} If the name is invalid. */
export function parseName(operation: string, resource: "environment", name: string): EnvironmentReference;
export function parseName(operation: string, resource: "operation", name: string): OperationReference;
export function parseName(operation: string, resource: "environment" | "operation", name: string): object {
  return resource === "environment" ? parse(operation, ENVIRONMENT, name) : parse(operation, OPERATION, name);
}

function format<Ids extends object>(operation: string, form: NameForm<Ids>, ids: Ids): string {
  const given: Partial<Record<string, unknown>> = { ...ids };
  assertNoIssues(operation, pathIssues(Object.fromEntries(form.map(([, id]) => [id, given[id]]))));
  return form.map(([collection, id]) => `${collection}/${given[id]}`).join("/");
}

function parse<Ids extends object>(operation: string, form: NameForm<Ids>, name: unknown): Ids {
  const issues: Issue[] = [];
  const wrong = (message: string) => issues.push({ path: "name", message, rule: "resource-name" });
  const wanted = form.map(([collection, id]) => `${collection}/{${id}}`).join("/");
  const segments = typeof name === "string" ? name.split("/") : [];
  if (typeof name !== "string") {
    wrong(`must be a string of the form ${wanted}, got ${kindOf(name)}`);
  } else if (segments.length !== form.length * 2) {
    wrong(
      `must have the form ${wanted}, got ${JSON.stringify(clip(name))} with ${segments.length} of ${form.length * 2} parts`,
    );
  } else {
    form.forEach(([collection], index) => {
      if (segments[index * 2] === collection) return;
      wrong(
        `must have the form ${wanted}: "${collection}" is required instead of ${JSON.stringify(clip(segments[index * 2] ?? ""))}`,
      );
    });
  }
  const ids = Object.fromEntries(form.map(([, id], index) => [id, segments[index * 2 + 1]]));
  if (issues.length === 0) {
    issues.push(
      ...pathIssues(ids).map(({ path, message, rule }) => ({ path: "name", message: `${path} ${message}`, rule })),
    );
  }
  assertNoIssues(operation, issues);
  return ids as Ids; // every id of the form, checked just above
}
