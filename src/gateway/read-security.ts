import { isString, must, required, strictOptions } from "../core/options.js";
import { assertNoIssues } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { namingOption } from "../naming/naming.js";
import { definitionsOf, type IssuerDefinition } from "./definitions.js";
import { viewDocument } from "./document.js";
import { endpointIssues, namingProblem } from "./document-issues.js";
import { operationsAt } from "./find-operation.js";
import { namesOf } from "./requirements.js";

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
 * @throws {RequestError} If it is not an OpenAPI document of these versions, has extension keys of another built-in profile
 * only or two servers for the gateway's address, or an option is invalid or unknown; for OpenAPI 3, if the profile has no
 * `extensions.auth`.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 */
export function readSecurity(
  document: object,
  options: { readonly naming?: Naming | undefined } = {},
): DocumentSecurity {
  strictOptions("readSecurity", options, { naming: namingOption });
  const { naming = googleNaming } = options;
  const view = viewDocument(document, "readSecurity", naming.extensions);
  const problem = namingProblem(view, naming);
  assertNoIssues("readSecurity", [
    ...(problem === undefined ? [] : [{ path: "", message: problem, rule: "naming-profile" }]),
    ...endpointIssues(view),
  ]);
  const operations = view.operations.flatMap(({ key, security, xSecurity, required }) =>
    security === undefined && xSecurity === undefined ? [] : [[key, namesOf(required)] as const],
  );
  return {
    definitions: definitionsOf(view),
    security: namesOf(view.required),
    operations: Object.fromEntries(operations),
  };
}

/**
 * Returns what API Gateway requires for one operation: alternatives, each a list of names that are required together.
 * `[]` means that there is no requirement, `[[]]` is an empty requirement, which every request meets.
 *
 * The operation's own section overrides the API's, even if it is empty. A path that the document does not contain
 * literally is matched with the path templates; templates with literal segments before parameters take precedence. An
 * operation that does not exist has the API's section; with `x-google-allow: all`, it is open. In OpenAPI 2.0, a token of the
 * deprecated extension `x-security` is an alternative to those of the section. The path does not include the base path.
 *
 * @param document - The OpenAPI document (2.0, 3.0 or 3.1).
 * @param method - HTTP method of the operation, such as `GET`.
 * @param path - Path of the operation without the base path, such as `/echo`.
 * @returns The alternatives.
 * @throws {RequestError} If it is not an OpenAPI document of these versions, or `method` or `path` is not a string.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 */
export function effectiveSecurity(document: object, method: string, path: string): string[][] {
  strictOptions("effectiveSecurity", { method, path }, OPERATION_NAME);
  const view = viewDocument(document, "effectiveSecurity");
  const operation = operationsAt(view, path).find((each) => each.method === method.toUpperCase());
  return namesOf((operation ?? view).required);
}

const text = /* @__PURE__ */ required(/* @__PURE__ */ must(isString, "a string"));
const OPERATION_NAME = { method: text, path: text };
