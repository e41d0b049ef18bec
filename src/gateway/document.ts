import { kindOf } from "../core/describe.js";
import { formatPath } from "../core/issue-path.js";
import { isObject } from "../core/objects.js";
import { trimTrailingSlashes } from "../core/path.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { audiencesOf } from "./claims.js";

/** A JSON object of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** Keys and indexes that lead to a part of a document. */
export type DocumentPath = readonly (string | number)[];

/** One alternative of a security section: all its definitions are required together. The lists are empty. */
export interface SecurityRequirement {
  readonly [definitionName: string]: readonly string[];
}

/** The validated parts of an API definition document that concern security. */
export interface DocumentView {
  /** Audiences of definitions that name none: the host of the API, if the document has one. */
  readonly ownAudiences: readonly string[];
  /** Prefix of every path: empty, or with a leading slash and without a trailing slash. */
  readonly basePath: string;
  readonly definitions: Readonly<Record<string, Json>>;
  /** The security section of the whole API; undefined if there is none. */
  readonly security: readonly SecurityRequirement[] | undefined;
  readonly operations: readonly OperationView[];
  /** Keys of the document itself, of its definitions and of its operations, among them all extensions. */
  readonly keys: ReadonlySet<string>;
}

/** One operation of a document. */
export interface OperationView {
  /** Method and path, as in `GET /echo`. */
  readonly key: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path in the document, with its templates. */
  readonly path: string;
  /** The operation's key in the path item. */
  readonly member: string;
  /** Location in the document. */
  readonly location: DocumentPath;
  /** The operation object of the document. */
  readonly definition: Json;
  /** The operation's own security section; undefined if it has none. */
  readonly security: readonly SecurityRequirement[] | undefined;
}

const RULE = "openapi-document";
const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

/**
 * Reads the parts of a document that concern security. References (`$ref`) are not followed, so path items, operations
 * and definitions must not be references: their security would be missed.
 *
 * @throws {RequestError} `openapi-document` if it is not an OpenAPI 2.0 document or has such a reference, with all issues.
 */
export function viewDocument(document: unknown, operation: string): DocumentView {
  const issues: Issue[] = [];
  const report = (path: DocumentPath, message: string) => issues.push({ path: formatPath(path), message, rule: RULE });
  if (!isObject(document)) {
    const message = `must be an OpenAPI 2.0 document as an object, got ${kindOf(document)}`;
    return throwIssue(operation, { path: "", message, rule: RULE });
  }
  const view = viewParts(document, report);
  assertNoIssues(operation, issues);
  return view;
}

type ReportAt = (path: DocumentPath, message: string) => void;

function viewParts(document: Json, report: ReportAt): DocumentView {
  const { swagger, openapi, host, basePath, paths, securityDefinitions, security } = document;
  if (swagger !== "2.0") {
    const hint = swagger === 2 ? "; quote it in YAML" : openapi === undefined ? "" : "; OpenAPI 3 is not supported";
    report(["swagger"], `must be the string "2.0"${hint}`);
  }
  const operations = Object.entries(objectAt(paths, ["paths"], report)).flatMap(([path, item]) =>
    path.startsWith("x-")
      ? []
      : Object.entries(resolvedAt(item, ["paths", path], report))
          .filter(([member]) => methods.includes(member))
          .map(([member, value]): OperationView => {
            const location = ["paths", path, member];
            const definition = resolvedAt(value, location, report);
            const own = sectionAt(definition.security, [...location, "security"], report);
            const method = member.toUpperCase();
            return { key: `${method} ${path}`, method, path, member, location, definition, security: own };
          }),
  );
  const definitions = Object.entries(objectAt(securityDefinitions, ["securityDefinitions"], report)).map(
    ([name, value]) => [name, resolvedAt(value, ["securityDefinitions", name], report)] as const,
  );
  const objects = [document, ...definitions.map(([, entry]) => entry), ...operations.map((each) => each.definition)];
  return {
    ownAudiences: audiencesOf([host]),
    basePath: basePathOf(basePath),
    definitions: Object.fromEntries(definitions),
    security: sectionAt(security, ["security"], report),
    operations,
    keys: new Set(objects.flatMap((each) => Object.keys(each))),
  };
}

function basePathOf(value: unknown): string {
  const bare = typeof value === "string" ? trimTrailingSlashes(value).replace(/^\/+/, "") : "";
  return bare === "" ? "" : `/${bare}`;
}

function objectAt(value: unknown, path: DocumentPath, report: ReportAt): Json {
  if (isObject(value)) return value;
  if (value !== undefined) report(path, `must be an object, got ${kindOf(value)}`);
  return {};
}

/** Reads an object that must not be a reference. */
function resolvedAt(value: unknown, path: DocumentPath, report: ReportAt): Json {
  const object = objectAt(value, path, report);
  if (Object.hasOwn(object, "$ref")) {
    report(
      [...path, "$ref"],
      "must not be a reference: references are not followed; bundle the document into one file",
    );
  }
  return object;
}

function sectionAt(value: unknown, path: DocumentPath, report: ReportAt): readonly SecurityRequirement[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    report(path, `must be a list of requirements, got ${kindOf(value)}`);
    return undefined;
  }
  return value.map((each: unknown, index) => {
    const requirement = objectAt(each ?? null, [...path, index], report);
    for (const [name, scopes] of Object.entries(requirement)) {
      if (!Array.isArray(scopes)) report([...path, index, name], `must be a list, got ${kindOf(scopes)}`);
    }
    return requirement as SecurityRequirement; // checked above
  });
}

/** A security section of a document: that of the API, or of an operation. */
export interface SecuritySection {
  readonly alternatives: readonly SecurityRequirement[];
  readonly path: DocumentPath;
}

/** Lists the security sections of a document. */
export function securitySections({
  security = [],
  operations,
}: Pick<DocumentView, "security" | "operations">): SecuritySection[] {
  return [
    { alternatives: security, path: ["security"] },
    ...operations.map((each) => ({ alternatives: each.security ?? [], path: [...each.location, "security"] })),
  ];
}

/** Lists the alternatives of security sections. */
export function alternativesIn(sections: readonly SecuritySection[]) {
  return sections.flatMap(({ alternatives, path }) =>
    alternatives.map((requirement, index) => ({ requirement, path: [...path, index] })),
  );
}

/** One definition that a security section requires. */
export interface RequiredDefinition {
  readonly name: string;
  /** The scopes of the requirement. The gateway does not support scopes, so the spec requires an empty list. */
  readonly scopes: readonly string[];
  readonly path: DocumentPath;
}

/** Lists all definitions that security sections require. */
export function requiredDefinitions(sections: readonly SecuritySection[]): RequiredDefinition[] {
  return alternativesIn(sections).flatMap(({ requirement, path }) =>
    Object.entries(requirement).map(([name, scopes]) => ({ name, scopes, path: [...path, name] })),
  );
}
