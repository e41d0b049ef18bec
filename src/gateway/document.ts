import type { Issue } from "../errors/request-error.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import type { GatewayExtensions } from "../naming/naming.js";
import { trimTrailingSlashes } from "../values/addresses.js";
import { kindOf, shown } from "../values/describe.js";
import { formatPath } from "../values/issue-path.js";
import { hasKey, isObject, isTooDeep, TOO_DEEP, valueAt } from "../values/objects.js";
import { textOf } from "./claims-and-headers.js";
import { type DefinitionForm, type DocumentPath, formOf2, formOf3, type Json, withCurrentKeys } from "./definitions.js";

/** One alternative of a security section: all its definitions are required together. The lists of scopes are empty. */
export interface SecurityRequirement {
  readonly [definitionName: string]: readonly string[];
}

/** The validated parts of an API definition document that concern security, in the same way for all versions of OpenAPI. */
export interface DocumentView {
  /** The document itself. */
  readonly document: Json;
  /** Major version of OpenAPI. */
  readonly openapi: 2 | 3;
  /** The backends of OpenAPI 3 by name, of any form. OpenAPI 2.0 has no names. */
  readonly backends: Json;
  /** Form of the definitions in the document. */
  readonly form: DefinitionForm;
  /** Default audiences of the definitions: the host of the API, if the document has one. */
  readonly ownAudiences: readonly string[];
  /** Prefix of every path: empty, or with a leading slash and without a trailing slash. */
  readonly basePath: string;
  /** The security definitions by name, including other schemes such as API keys, with current keys in place of deprecated ones. */
  readonly definitions: Readonly<Record<string, Json>>;
  /** The requirements of the API; empty if there are none. */
  readonly security: readonly SecurityRequirement[];
  readonly operations: readonly OperationView[];
  /** Whether other paths and methods are open, by the extension `x-google-allow` of OpenAPI 2.0. */
  readonly allowsAll: boolean;
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
  /** Location in the document. */
  readonly location: DocumentPath;
  /** The operation object of the document. */
  readonly definition: Json;
  /** Its own section `security`; undefined if it has none. */
  readonly security: readonly SecurityRequirement[] | undefined;
  /** The alternatives that the gateway requires: its own section, or that of the API. */
  readonly required: readonly SecurityRequirement[];
}

/** The extension of OpenAPI 3 with the backends, metrics, quotas and MCP server of an API. */
export const MANAGEMENT = "x-google-api-management";

/** An extension of OpenAPI 2.0 that is the same in every naming profile. */
export const ALLOW = "x-google-allow";

const RULE = "openapi-document";
/** Methods of operations in every version of OpenAPI, as keys of a path item. */
export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

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
  const openapi = versionOf(document, extensions, report);
  const form = openapi === 2 ? formOf2(extensions) : formOf3(extensions);
  const { host, basePath } = openapi === 2 ? document : addressOf(document, extensions);
  const definitions = definitionsIn(document, form, report);
  const security = sectionOf(document, [], report) ?? [];
  const operations = operationsIn(document, openapi === 2 ? METHODS : [...METHODS, "trace"], security, report);
  assertNoIssues(operation, issues);
  const backends = valueAt(document, [MANAGEMENT, "backends"]);
  const extended = [document, ...Object.values(definitions), ...operations.map((each) => each.definition)];
  return {
    document,
    openapi,
    backends: openapi === 3 && isObject(backends) ? backends : {},
    form,
    ownAudiences: [textOf(host) ?? []].flat(),
    basePath: basePathOf(basePath),
    definitions,
    security,
    operations,
    allowsAll: openapi === 2 && /^all$/i.test(textOf(document[ALLOW]) ?? ""),
    keys: new Set(extended.flatMap((each) => Object.keys(each))),
  };
}

/** Returns the backend of an operation, or of the API: an object in OpenAPI 2.0, the backend with a name in OpenAPI 3. */
export function backendOf({ openapi, document, backends }: DocumentView, key: string, operation: Json = {}): unknown {
  const reference = operation[key] ?? document[key];
  return openapi === 2 ? reference : valueAt(backends, [textOf(reference) ?? ""]);
}

type ReportAt = (path: DocumentPath, message: string) => void;

function versionOf({ swagger, openapi }: Json, { auth }: GatewayExtensions, report: ReportAt): 2 | 3 {
  if (openapi === undefined) {
    if (swagger !== "2.0") report(["swagger"], 'must be the string "2.0"; for OpenAPI 3, set "openapi"');
    return 2;
  }
  if (swagger !== undefined) report(["swagger"], 'cannot be combined with "openapi"; remove one of them');
  if (typeof openapi !== "string" || !/^3\.[01]\.\d+$/.test(openapi)) {
    report(["openapi"], `must be a string such as "3.0.4" or "3.1.0", got ${shown(openapi)}`);
  } else if (auth === undefined) {
    report(["openapi"], "is not supported by the naming profile; pass naming: googleNaming");
  }
  return 3;
}

/** Returns the host and the base path of the server that is the gateway. Its URL may be relative. */
function addressOf({ servers }: Json, { endpoint = "" }: GatewayExtensions) {
  const server: unknown = [servers].flat().find((each) => hasKey(each, endpoint));
  const [, host, basePath] =
    /^(?:[a-z\d+.-]*:?\/\/([^/?#]*))?([^?#]*)/i.exec(textOf(valueAt(server, ["url"])) ?? "") ?? [];
  return { host, basePath };
}

function basePathOf(value: unknown): string {
  const bare = typeof value === "string" ? trimTrailingSlashes(value).replace(/^\/+/, "") : "";
  return bare === "" ? "" : `/${bare}`;
}

function definitionsIn(document: Json, form: DefinitionForm, report: ReportAt): Readonly<Record<string, Json>> {
  /** Reads a nested object. Neither the object nor those that contain it may be references. */
  const objectBelow = (root: Json, keys: readonly string[], above: DocumentPath) =>
    keys.reduce((node, key, index) => resolvedAt(node[key], [...above, ...keys.slice(0, index + 1)], report), root);
  return Object.fromEntries(
    Object.entries(objectBelow(document, form.location, [])).map(([name, value]) => {
      const location = [...form.location, name];
      const definition = resolvedAt(value, location, report);
      objectBelow(definition, form.inner, location);
      return [name, withCurrentKeys(definition)];
    }),
  );
}

function operationsIn(
  document: Json,
  methods: readonly string[],
  ofApi: readonly SecurityRequirement[],
  report: ReportAt,
): OperationView[] {
  return Object.entries(resolvedAt(document.paths, ["paths"], report)).flatMap(([path, item]) => {
    if (path.startsWith("x-")) return [];
    const members = Object.entries(resolvedAt(item, ["paths", path], report));
    return members.flatMap(([member, value]) => {
      if (!methods.includes(member)) return [];
      const location = ["paths", path, member];
      const definition = resolvedAt(value, location, report);
      const security = sectionOf(definition, location, report);
      const method = member.toUpperCase();
      const key = `${method} ${path}`;
      return { key, method, path, location, definition, security, required: security ?? ofApi };
    });
  });
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

/** Reads the section `security` of a document or an operation; undefined if there is none. */
function sectionOf(holder: Json, location: DocumentPath, report: ReportAt): readonly SecurityRequirement[] | undefined {
  const { security } = holder;
  const path = [...location, "security"];
  if (hasKey(holder, "x-security")) {
    const remedy = 'write its names in "security" and its audiences in the definitions';
    report([...location, "x-security"], `is deprecated and not supported; ${remedy}`);
  }
  if (security === undefined) return undefined;
  if (!Array.isArray(security)) {
    if (hasKey(security, "$ref")) resolvedAt(security, path, report);
    else report(path, `must be a list of requirements, got ${kindOf(security)}`);
    return undefined;
  }
  return security.map((each: unknown, index) => {
    const requirement = resolvedAt(each ?? null, [...path, index], report);
    for (const [name, scopes] of Object.entries(requirement)) {
      if (!Array.isArray(scopes)) report([...path, index, name], `must be a list, got ${kindOf(scopes)}`);
      else if (isTooDeep(scopes)) report([...path, index, name], TOO_DEEP);
    }
    return requirement as SecurityRequirement; // other values are reported
  });
}
