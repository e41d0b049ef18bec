import { assertNoIssues, type Issue, SHOWN_ISSUES, throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { type Naming, namingOption } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import { kindOf, shown } from "../values/describe.js";
import { formatPath } from "../values/issue-path.js";
import { nearest } from "../values/nearest.js";
import { hasKey, isObject, valueAt, withoutUndefined, withValue } from "../values/objects.js";
import { anyValue, booleanOption, isString, mapOf, strictOptions } from "../values/options.js";
import { type BackendOptions, backendChecks, writeBackends } from "./backends.js";
import { securityIssues } from "./check-security.js";
import { type DocumentPath, formOf2, type Json, pathOf, readDefinition, writeDefinition } from "./definitions.js";
import { type DocumentView, type SecurityRequirement, viewDocument } from "./document.js";
import type { JwtSecurity } from "./jwt-security.js";

/** Requirements of an operation: a list of alternatives. The names of an inner list are required together. `[]` requires no token. */
type OperationSecurity = readonly (string | readonly string[])[];

/** Options of {@link secureDocument}. */
export interface SecureDocumentOptions extends BackendOptions {
  /**
   * Whether the definitions become alternatives at API level, which applies to all operations without their own section.
   * `false` does not change the API level. Default: `true`.
   */
  readonly api?: boolean | undefined;
  /**
   * Requirements of single operations, by method and path, as in `"GET /echo"`. An entry replaces everything that the
   * operation required before, including API keys and the requirements of the API. Names are definitions of `security`
   * or of the document.
   */
  readonly operations?: Readonly<Record<string, OperationSecurity | undefined>> | undefined;
  /** Naming profile of the document's gateway definitions. Default: the profile of `security`. */
  readonly naming?: Naming | undefined;
}

/** Rules that the new document must follow. */
const CHECKED = ["naming-profile", "duplicate-issuer", "requirement-scopes", "jwt-conjunction"] as const;

type Definitions = Readonly<Record<string, Json>>;

const OPTIONS = { api: booleanOption, operations: mapOf(anyValue), naming: namingOption, ...backendChecks };

/** A document with security: in `securityDefinitions` if it is OpenAPI 2.0, in `components.securitySchemes` if it is OpenAPI 3. */
export type SecuredDocument<D extends object> = D & {
  readonly security?: readonly SecurityRequirement[];
} & (D extends { readonly swagger: unknown }
    ? { readonly securityDefinitions: Definitions }
    : D extends { readonly openapi: unknown }
      ? { readonly components: { readonly securitySchemes: Definitions } }
      : {
          readonly securityDefinitions?: Definitions;
          readonly components?: { readonly securitySchemes: Definitions };
        });

/**
 * Returns a copy of an OpenAPI document, for API Gateway or Cloud Endpoints, with the security that {@link jwtSecurity}
 * created. Everything else is kept, in its order. The definitions are written to `securityDefinitions` of an OpenAPI 2.0
 * document, and to `components.securitySchemes` of an OpenAPI 3 document, in the form of Google's samples:
 * `x-google-auth`.
 *
 * At API level, the definitions become alternatives to each other and to other issuers that are already required. Other
 * schemes, such as API keys, are still required in addition. An entry of `operations` replaces all requirements of its operation; all other operations keep their own
 * section, if they have one. A definition with the same name is replaced if it is a definition for the gateway, so you
 * can secure a document again.
 *
 * @param document - The OpenAPI document (2.0, 3.0 or 3.1). It is not changed.
 * @param security - The result of {@link jwtSecurity}.
 * @param options - `api` and `operations` select the level and the operations to secure; `backends` are the backends of the
 * API, which API Gateway requires in OpenAPI 3.
 * @returns The new document.
 * @throws {RequestError} If it is not an OpenAPI document of these versions, or an option is invalid or unknown; if `operations`
 * refers to an operation or a definition that does not exist, or `backend` to no backend; if the name of a definition belongs to another scheme; if the new
 * document would mix naming profiles, define an issuer twice, or require two tokens at once or scopes.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 * @see {@link https://cloud.google.com/endpoints/docs/openapi/openapi-extensions | OpenAPI extensions} of Cloud Endpoints
 */
export function secureDocument<D extends object>(
  document: D,
  security: JwtSecurity,
  options: SecureDocumentOptions = {},
): SecuredDocument<D> {
  const operation = "secureDocument";
  strictOptions(operation, options, OPTIONS);
  if (!isSecurity(security)) {
    const message = `must be the result of jwtSecurity, got ${kindOf(security)}`;
    throwIssue(operation, { path: "security", message, rule: "security-form" });
  }
  const { securityDefinitions } = security;
  const isVendors = Object.values(securityDefinitions).some((each) => hasKey(each, vendorNaming.extensions.issuer));
  const { api = true, naming = isVendors ? vendorNaming : googleNaming } = options;
  const operations = new Map(Object.entries(withoutUndefined(options.operations ?? {})));
  const view = viewDocument(document, operation, naming.extensions);
  const { form } = view;
  assertNoIssues(operation, securityIssues(view, naming, ["naming-profile"]));
  assertNoIssues(operation, issuesBetween(view, securityDefinitions, operations));

  const added = Object.fromEntries(
    Object.entries(securityDefinitions).map(([name, entry]) => {
      const definition = readDefinition(entry, formOf2(naming.extensions));
      return [name, definition === undefined ? entry : writeDefinition(definition, form)];
    }),
  );
  const written = valueAt(document, form.location) as Definitions | undefined; // validated by viewDocument
  const withBackends = { ...document, ...writeBackends(view, naming.extensions.backend, options) };
  let secured = withValue(withBackends, form.location, { ...written, ...added });
  const paths: Record<string, unknown> = { ...Object(withBackends.paths) }; // one copy for all operations
  for (const { key, path, location } of view.operations) {
    const section = operations.get(key)?.map((each) => Object.fromEntries([each].flat().map((name) => [name, []])));
    if (section !== undefined) paths[path] = withValue(paths[path], [...location.slice(2), "security"], section);
  }
  if (operations.size > 0) secured = withValue(secured, ["paths"], paths);
  if (api) {
    const definitions = { ...view.definitions, ...added };
    const isIssuer = (name: string) => hasKey(definitions[name], form.marker);
    const isReplaced = (name: string) => Object.hasOwn(added, name);
    secured = withValue(secured, ["security"], combine(view.security, security.security, isIssuer, isReplaced));
  }
  assertNoIssues(operation, securityIssues(viewDocument(secured, operation, naming.extensions), naming, CHECKED));
  return secured as SecuredDocument<D>; // the same properties, and those set above
}

/** Returns the issues of definitions and operations that do not fit a document. */
function issuesBetween(
  { form, definitions, operations }: DocumentView,
  added: Definitions,
  secured: ReadonlyMap<string, unknown>,
): Issue[] {
  const issues: Issue[] = [];
  const report = (path: DocumentPath, rule: string, message: string) => {
    issues.push({ path: formatPath(path), message, rule });
  };
  for (const name of Object.keys(added)) {
    if (!Object.hasOwn(definitions, name) || hasKey(definitions[name], form.marker)) continue;
    report(pathOf(form, name), "definition-name", `must have another name: this one has no "${form.marker}"`);
  }
  const known = new Set(operations.map(({ key }) => key));
  const defined = new Set(Object.keys({ ...definitions, ...added }));
  // Skipped for issues that the message does not show, because the search compares all names.
  const similarTo = (name: string, names: ReadonlySet<string>) =>
    issues.length < SHOWN_ISSUES ? nearest(name, [...names]) : undefined;
  for (const [key, required] of secured) {
    const path = ["operations", key];
    if (!known.has(key)) {
      const similar = similarTo(key, known) ?? operations[0]?.key;
      const example = similar === undefined ? "" : `, such as ${shown(similar)}`;
      report(path, "operation-known", `must be an operation of the document${example}`);
    }
    if (!isOperationSecurity(required)) {
      report(path, "operation-security", 'must be a list such as ["users"] or [["users", "key"]]');
      continue;
    }
    for (const name of new Set(required.flat())) {
      if (defined.has(name)) continue;
      const meant = similarTo(name, defined);
      const remedy = meant === undefined ? "" : `; did you mean ${shown(meant)}?`;
      report(path, "undefined-definition", `names ${shown(name)}, which is not defined${remedy}`);
    }
  }
  return issues;
}

function isSecurity(value: unknown): boolean {
  return isObject(value) && isObject(value.securityDefinitions) && Array.isArray(value.security);
}

function isOperationSecurity(value: unknown): value is OperationSecurity {
  return isListOf(value, (each) => isString(each) || isListOf(each, isString));
}

function isListOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && Array.from(value).every(isElement); // every() skips holes
}

/**
 * Adds alternatives to those of an API. Alternatives with an issuer that is not replaced are kept. The other schemes of all
 * other alternatives, or of those if there are none, are required in addition to each new alternative.
 */
function combine(
  present: readonly SecurityRequirement[],
  added: readonly object[],
  isIssuer: (name: string) => boolean,
  isReplaced: (name: string) => boolean,
): readonly object[] {
  if (added.length === 0) return present;
  const kept: SecurityRequirement[] = [];
  const others: SecurityRequirement[] = [];
  for (const alternative of present) {
    const issuers = Object.keys(alternative).filter(isIssuer);
    const isKept = issuers.length > 1 || issuers.some((name) => !isReplaced(name)); // two issuers are rejected later
    (isKept ? kept : others).push(alternative);
  }
  const withSchemes = others.length > 0 ? others : kept;
  const schemes = withSchemes.map((each) =>
    Object.fromEntries(Object.entries(each).filter(([name]) => !isIssuer(name))),
  );
  const bases = schemes.length > 0 ? distinct(schemes) : [{}];
  return distinct([...kept, ...bases.flatMap((base) => added.map((each) => ({ ...base, ...each })))]);
}

/** Returns requirements without those that equal another one. */
function distinct(requirements: readonly object[]): readonly object[] {
  const keyOf = (each: object) => JSON.stringify(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  return [...new Map(requirements.map((each) => [keyOf(each), each])).values()];
}
