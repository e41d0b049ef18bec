import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { type Naming, namingOption } from "../naming/naming.js";
import { shown } from "../values/describe.js";
import { isString, must, required, strictOptions } from "../values/options.js";
import { securityIssues } from "./check-security.js";
import { definitionsOf, type IssuerDefinition } from "./definitions.js";
import { type SecurityRequirement, viewDocument } from "./document.js";
import { operationsAt } from "./find-operation.js";

/** The security of a document. */
export interface DocumentSecurity {
  /** The gateway's definitions by name, without other schemes such as API keys. */
  readonly definitions: Readonly<Record<string, IssuerDefinition>>;
  /** The security section of the API: alternatives, each a list of names that are required together. Empty if there is none. */
  readonly security: string[][];
  /**
   * The security sections of operations, by method and path, such as `GET /echo`. Operations without their own section are
   * absent.
   */
  readonly operations: Readonly<Record<string, string[][]>>;
}

/**
 * Reads the security of an OpenAPI document for API Gateway or Cloud Endpoints.
 *
 * @param document - The OpenAPI document (2.0, 3.0 or 3.1).
 * @param options - `naming` is the profile that names the extension keys. Default: `googleNaming`.
 * @returns The definitions and requirements of the document.
 * @throws {RequestError} If it is not an OpenAPI document of these versions or has extension keys of another profile, or if
 * an option is invalid or unknown.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 */
export function readSecurity(
  document: object,
  options: { readonly naming?: Naming | undefined } = {},
): DocumentSecurity {
  strictOptions("readSecurity", options, { naming: namingOption });
  const { naming = googleNaming } = options;
  const view = viewDocument(document, "readSecurity", naming.extensions);
  assertNoIssues("readSecurity", securityIssues(view, naming, ["naming-profile"]));
  const operations = view.operations.flatMap(({ key, security }) =>
    security === undefined ? [] : [[key, namesOf(security)] as const],
  );
  return {
    definitions: definitionsOf(view),
    security: namesOf(view.security),
    operations: Object.fromEntries(operations),
  };
}

/**
 * Returns what API Gateway requires for one operation: alternatives, each a list of names that are required together.
 * `[]` means that there is no requirement, `[[]]` is an empty requirement, which every request meets.
 *
 * The operation's own section overrides the API's, even if it is empty. A path that the document does not contain
 * literally is matched with the path templates; templates with literal segments before parameters take precedence.
 * The path does not include the base path.
 *
 * @param document - The OpenAPI document (2.0, 3.0 or 3.1).
 * @param method - HTTP method of the operation, such as `GET`.
 * @param path - Path of the operation without the base path, such as `/echo`.
 * @returns The alternatives.
 * @throws {RequestError} If it is not an OpenAPI document of these versions or lacks the operation, or if `method` or
 * `path` is not a string.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 */
export function effectiveSecurity(document: object, method: string, path: string): string[][] {
  const text = required(must(isString, "a string"));
  strictOptions("effectiveSecurity", { method, path }, { method: text, path: text });
  const view = viewDocument(document, "effectiveSecurity");
  const operation = operationsAt(view, path).find((each) => each.method === method.toUpperCase());
  if (operation === undefined) {
    const message = `must be an operation of the document, got ${shown(`${method.toUpperCase()} ${path}`)}`;
    throwIssue("effectiveSecurity", { path: "path", message, rule: "operation-known" });
  }
  return namesOf(operation.required);
}

/** Returns the names of a security section: a list of alternatives, each a list of names that are required together. */
function namesOf(section: readonly SecurityRequirement[]): string[][] {
  return section.map((requirement) => Object.keys(requirement));
}
