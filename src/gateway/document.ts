import { kindOf, shown } from "../core/describe.js";
import { formatPath } from "../core/issue-path.js";
import { hasKey, isObject, valueAt } from "../core/objects.js";
import { trimTrailingSlashes } from "../core/path.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import type { GatewayExtensions } from "../naming/naming.js";
import { audiencesOf, textOf } from "./claims-and-headers.js";
import {
  type DefinitionForm,
  type DocumentPath,
  formOf2,
  formOf3,
  type Json,
  splitAudiences,
  withCurrentKeys,
} from "./definitions.js";
import { combine, type SecurityRequirement, without } from "./requirements.js";

/** The parts of a document that each version of OpenAPI writes in its own way. */
interface VersionView {
  /** Major version of OpenAPI, for rules about one of them. */
  readonly openapi: 2 | 3;
  /** Form of the definitions in the document. */
  readonly form: DefinitionForm;
  /** Keys of operations in a path item. */
  readonly methods: readonly string[];
  /** Host of the API, and the prefix of its paths; undefined if the document has none. */
  readonly host: unknown;
  readonly basePath: unknown;
  /** Servers that are the gateway's address. A document can have one. */
  readonly endpoints: readonly Endpoint[];
}

interface Endpoint {
  readonly url: string;
  /** Location of the extension that marks the server. */
  readonly path: DocumentPath;
}

/** The validated parts of an API definition document that concern security, in the same way for all versions of OpenAPI. */
export interface DocumentView extends Pick<VersionView, "openapi" | "form" | "endpoints" | "methods">, Secured {
  /** Audiences of definitions that name none: the host of the API, if the document has one. */
  readonly ownAudiences: readonly string[];
  /** Prefix of every path: empty, or with a leading slash and without a trailing slash. */
  readonly basePath: string;
  /**
   * The security definitions by name, including other schemes such as API keys, in the form of the document, with current
   * keys in place of deprecated ones.
   */
  readonly definitions: Readonly<Record<string, Json>>;
  /** The security definitions with the keys of the document. */
  readonly written: Readonly<Record<string, Json>>;
  readonly operations: readonly OperationView[];
  /** Open operations of all other paths and methods, from the extension `x-google-allow` of OpenAPI 2.0. */
  readonly unlisted: readonly OperationView[];
  /** Keys of the document itself, of its definitions and of its operations, among them all extensions. */
  readonly keys: ReadonlySet<string>;
}

/** The requirements of an API, or of one of its operations. */
interface Secured {
  /** The section `security`; undefined if there is none. */
  readonly security: readonly SecurityRequirement[] | undefined;
  /** The deprecated extension `x-security` of OpenAPI 2.0, with audiences; undefined if there is none. */
  readonly xSecurity: readonly SecurityRequirement[] | undefined;
  /**
   * The alternatives that the gateway requires: of both sections, or of the API if an operation has neither. A list that is
   * not empty replaces the audiences of its definition.
   */
  readonly required: readonly SecurityRequirement[];
}

/** One operation of a document. */
export interface OperationView extends Secured {
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
}

/** Google's extensions, which are the same in every naming profile. */
export const X_SECURITY = "x-security";
export const ALLOW = "x-google-allow";

const RULE = "openapi-document";
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

/** Reads the parts that each version writes in its own way. */
function viewVersion({ host, basePath, servers }: Json, openapi: 2 | 3, extensions: GatewayExtensions): VersionView {
  if (openapi === 2) return { openapi, form: formOf2(extensions), methods: METHODS, host, basePath, endpoints: [] };
  const { endpoint = "" } = extensions;
  const endpoints = [servers].flat().flatMap((server, index): Endpoint[] => {
    return hasKey(server, endpoint) ? [{ url: textOf(server.url) ?? "", path: ["servers", index, endpoint] }] : [];
  });
  const address = addressOf(endpoints[0]?.url);
  return { openapi, form: formOf3(extensions), methods: [...METHODS, "trace"], ...address, endpoints };
}

/** Returns the host and the base path of a server's URL, which may be relative. */
export function addressOf(url: unknown) {
  const [, host, path] = /^(?:[a-z\d+.-]*:?\/\/([^/?#]*))?([^?#]*)/i.exec(textOf(url) ?? "") ?? [];
  return { host, basePath: basePathOf(path) };
}

/**
 * Reads the parts of a document that concern security. References (`$ref`) are not followed, so path items, operations,
 * security sections and definitions must not be references: their security would be missed.
 *
 * @param extensions - The extension keys of the document's naming profile.
 * @throws {RequestError} `openapi-document` if it is not an OpenAPI document of a supported version or has such a
 * reference, with all issues.
 */
export function viewDocument(
  document: unknown,
  operation: string,
  extensions: GatewayExtensions = googleNaming.extensions,
): DocumentView {
  const issues: Issue[] = [];
  const report = (path: DocumentPath, message: string) => issues.push({ path: formatPath(path), message, rule: RULE });
  if (!isObject(document)) {
    const message = `must be an OpenAPI document as an object, got ${kindOf(document)}`;
    return throwIssue(operation, { path: "", message, rule: RULE });
  }
  const version = viewVersion(document, versionOf(document, extensions, report), extensions);
  const view = viewParts(document, version, report);
  assertNoIssues(operation, issues);
  return view;
}

type ReportAt = (path: DocumentPath, message: string) => void;

function versionOf({ swagger, openapi }: Json, { auth }: GatewayExtensions, report: ReportAt): 2 | 3 {
  if (openapi === undefined) {
    const hint =
      swagger === 2
        ? "; quote it in YAML"
        : swagger === undefined
          ? '; for OpenAPI 3, set "openapi" to 3.0.x or 3.1.x'
          : "";
    if (swagger !== "2.0") report(["swagger"], `must be the string "2.0"${hint}`);
    return 2;
  }
  if (swagger !== undefined) report(["swagger"], 'must not be set beside "openapi"; remove the wrong one');
  if (typeof openapi !== "string" || !/^3\.[01]\.\d+$/.test(openapi)) {
    const hint = typeof openapi === "number" ? '; quote it in YAML, as in "3.1.0"' : "";
    report(["openapi"], `must be 3.0.x or 3.1.x, got ${shown(openapi)}${hint}`);
  } else if (auth === undefined) {
    report(["openapi"], "is not supported under vendorNaming; pass naming: googleNaming");
  }
  return 3;
}

function viewParts(document: Json, version: VersionView, report: ReportAt): DocumentView {
  const { openapi, form, methods, host, basePath, endpoints } = version;
  const isVersion2 = openapi === 2;
  const listed = Object.entries(resolvedAt(document.paths, ["paths"], report)).flatMap(([path, item]) =>
    path.startsWith("x-")
      ? []
      : Object.entries(resolvedAt(item, ["paths", path], report))
          .filter(([member]) => methods.includes(member))
          .map(([member, value]) => {
            const location = ["paths", path, member];
            const definition = resolvedAt(value, location, report);
            const security = sectionAt(definition.security, [...location, "security"], report);
            const xSecurity = isVersion2 ? xSecurityOf(definition) : undefined;
            return { ...nameOf(member, path), location, definition, security, xSecurity };
          }),
  );
  /** Reads a nested object. Neither the object nor those that contain it may be references. */
  const objectBelow = (root: Json, keys: readonly string[], above: DocumentPath) =>
    keys.reduce((node, key, index) => resolvedAt(node[key], [...above, ...keys.slice(0, index + 1)], report), root);
  const written = Object.entries(objectBelow(document, form.location, [])).map(([name, value]) => {
    const location = [...form.location, name];
    const definition = resolvedAt(value, location, report);
    objectBelow(definition, form.inner, location);
    return [name, definition] as const;
  });
  const definitions = Object.fromEntries(written.map(([name, entry]) => [name, withCurrentKeys(entry, form)]));
  const isToken = (name: string) => valueAt(definitions, [name, "type"]) === "oauth2";
  const security = sectionAt(document.security, ["security"], report);
  const xSecurity = isVersion2 ? xSecurityOf(document) : undefined;
  const required = requiredBy({ security, xSecurity }, { required: [], others: [] }, isToken);
  const others = (security ?? []).map((each) => without(each, isToken));
  const isOpen = others.some((each) => Object.keys(each).length === 0);
  const api = { required, others: isOpen ? [] : others };
  const operations = listed.map((each): OperationView => ({ ...each, required: requiredBy(each, api, isToken) }));
  const objects = [document, ...Object.values(definitions), ...operations.map((each) => each.definition)];
  return {
    openapi,
    form,
    endpoints,
    methods,
    ownAudiences: audiencesOf([host]),
    basePath: basePathOf(basePath),
    definitions,
    written: Object.fromEntries(written),
    security,
    xSecurity,
    required,
    operations,
    unlisted: isVersion2 ? unlistedOperations(document, operations) : [],
    keys: new Set(objects.flatMap((each) => Object.keys(each))),
  };
}

function nameOf(member: string, path: string) {
  const method = member.toUpperCase();
  return { key: `${method} ${path}`, method, path, member };
}

/** Reads the extension `x-security`: audiences by definition. */
function xSecurityOf({ [X_SECURITY]: value }: Json): readonly SecurityRequirement[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((each: unknown) => {
    const requirement = isObject(each) ? Object.entries(each) : [];
    return Object.fromEntries(
      requirement.map(([name, entry]) => [name, splitAudiences(valueAt(entry, ["audiences"]))]),
    );
  });
}

/**
 * Returns the requirements of an API or an operation. As in Google's compiler, a token of `security` or of `x-security`
 * is enough, and an operation without `security` requires the other schemes of the API, such as an API key.
 */
function requiredBy(
  { security, xSecurity }: Omit<Secured, "required">,
  api: Readonly<Record<"required" | "others", readonly SecurityRequirement[]>>,
  isToken: (name: string) => boolean,
): readonly SecurityRequirement[] {
  if (security === undefined && xSecurity === undefined) return api.required;
  const added = (xSecurity ?? []).filter((each) => Object.keys(each).length > 0);
  const audiences = new Map(added.flatMap((each) => Object.entries(each)));
  return combine(security ?? api.others, added, new Set(), isToken).map((each) =>
    Object.fromEntries(Object.keys(each).map((name) => [name, audiences.get(name) ?? []])),
  );
}

/** Lists the operations that `x-google-allow: all` adds. As in Google's compiler, they require nothing. */
function unlistedOperations({ [ALLOW]: allow }: Json, operations: readonly OperationView[]): OperationView[] {
  if (typeof allow !== "string" || !/^all$/i.test(allow)) return [];
  const known = new Set(operations.map(({ key }) => key));
  const open = { location: [ALLOW], definition: {}, security: [], xSecurity: undefined, required: [] };
  return ["get", "delete", "patch", "post", "put"]
    .map((member) => ({ ...nameOf(member, "/**"), ...open }))
    .filter(({ key }) => !known.has(key));
}

function basePathOf(value: unknown): string {
  const bare = typeof value === "string" ? trimTrailingSlashes(value).replace(/^\/+/, "") : "";
  return bare === "" ? "" : `/${bare}`;
}

/** Reads an object that must not be a reference. */
function resolvedAt(value: unknown, path: DocumentPath, report: ReportAt): Json {
  if (hasKey(value, "$ref")) {
    report(
      [...path, "$ref"],
      "must not be a reference: references are not followed; bundle the document into one file",
    );
  } else if (isObject(value)) {
    return value;
  } else if (value !== undefined) {
    report(path, `must be an object, got ${kindOf(value)}`);
  }
  return {};
}

function sectionAt(value: unknown, path: DocumentPath, report: ReportAt): readonly SecurityRequirement[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    if (hasKey(value, "$ref")) resolvedAt(value, path, report);
    else report(path, `must be a list of requirements, got ${kindOf(value)}`);
    return undefined;
  }
  return value.map((each: unknown, index) => {
    const requirement = resolvedAt(each ?? null, [...path, index], report);
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

/** Lists the security sections of a document, including its `x-security` extensions. */
export function securitySections(view: Pick<DocumentView, "security" | "xSecurity" | "operations">): SecuritySection[] {
  return [{ ...view, location: [] }, ...view.operations].flatMap(({ location, security = [], xSecurity = [] }) => [
    { alternatives: security, path: [...location, "security"] },
    { alternatives: xSecurity.map(withoutLists), path: [...location, X_SECURITY] },
  ]);
}

function withoutLists(requirement: SecurityRequirement): SecurityRequirement {
  return Object.fromEntries(Object.keys(requirement).map((name) => [name, []]));
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
