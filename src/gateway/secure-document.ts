import { kindOf } from "../core/describe.js";
import { formatPath } from "../core/issue-path.js";
import { hasKey, isObject, TOO_DEEP } from "../core/objects.js";
import { anyValue, booleanOption, isString, mapOf, strictOptions } from "../core/options.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { namingOption } from "../naming/naming.js";
import {
  type DocumentPath,
  formOf2,
  issuerKeyOf,
  type Json,
  pathOf,
  readDefinition,
  writeDefinition,
} from "./definitions.js";
import { type DocumentView, requiredDefinitions, securitySections, viewDocument, X_SECURITY } from "./document.js";
import {
  conjunctionIssues,
  endpointIssues,
  issuerTwins,
  otherProfile,
  profileWithIssuerKey,
  scopeIssues,
} from "./document-issues.js";
import type { JwtSecurity } from "./jwt-security.js";
import { combine, type SecurityRequirement } from "./requirements.js";

/** Requirements of an operation: a list of alternatives. The names of an inner list are required together. `[]` requires no token. */
export type OperationSecurity<Name extends string> = readonly (Name | readonly Name[])[];

/** Options of {@link secureDocument}. */
export interface SecureDocumentOptions<
  Name extends string,
  Api extends boolean = boolean,
  Operation extends string = string,
> {
  /**
   * Whether the definitions become alternatives at API level, which applies to all operations without their own section.
   * `false` does not change the API level. Default: `true`.
   */
  readonly api?: Api | undefined;
  /**
   * Requirements of single operations, by method and path, as in `"GET /echo"`. An entry replaces everything that the
   * operation required before, including API keys and the requirements of the API. Names are definitions of `security`
   * or of the document.
   */
  readonly operations?: { readonly [O in Operation]?: OperationSecurity<Name> | undefined } | undefined;
  /**
   * Naming profile of the document's gateway definitions. Default: the profile of `security`, which is identified by the first
   * extension of its definitions: `jwtSecurity` writes the issuer first.
   */
  readonly naming?: Naming | undefined;
}

/**
 * A document with security definitions: in `securityDefinitions` if it is OpenAPI 2.0, in `components.securitySchemes` if it
 * is OpenAPI 3. It has a security section for the whole API unless `api` was `false`.
 */
export type SecuredDocument<D extends object, Api extends boolean = true> = D &
  (D extends { readonly swagger: unknown }
    ? Definitions2
    : D extends { readonly openapi: unknown }
      ? Definitions3
      : EitherDefinitions) &
  (Api extends true
    ? { readonly security: readonly SecurityRequirement[] }
    : { readonly security?: readonly SecurityRequirement[] });

type Definitions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Definitions2 {
  /** All security definitions of the document. */
  readonly securityDefinitions: Definitions;
}

interface Definitions3 {
  /** Components of the document, among them its security definitions. */
  readonly components: {
    /** All security definitions of the document. */
    readonly securitySchemes: Definitions;
  };
}

interface EitherDefinitions extends Partial<Definitions2>, Partial<Definitions3> {}

/** Names of a document's security definitions: any string if its type does not list them. */
export type DefinitionNames<D extends object> =
  | NamesOf<Part<D, "securityDefinitions">>
  | NamesOf<Part<Part<D, "components">, "securitySchemes">>;

/** The type of a property: `unknown` if the object's type lists no properties, `never` if it does not list this one. */
type Part<T, K extends string> = [T] extends [never]
  ? never
  : keyof T extends never
    ? unknown
    : K extends keyof T
      ? NonNullable<T[K]>
      : never;

/** Operations of a document by method and path, as in `"GET /echo"`: any string if its type does not list them. */
export type OperationOf<D extends object> = D extends { readonly paths: infer P extends object }
  ? string extends keyof P
    ? string
    : [OperationIn<P, VerbOf<D>>] extends [never]
      ? string
      : OperationIn<P, VerbOf<D>>
  : string;

type OperationIn<P, Verb extends string> = {
  [Path in keyof P & `/${string}`]: `${Uppercase<keyof P[Path] & Verb>} ${Path}`;
}[keyof P & `/${string}`];
type HttpVerb = "get" | "put" | "post" | "delete" | "options" | "head" | "patch";
type VerbOf<D> = D extends { readonly swagger: unknown } ? HttpVerb : HttpVerb | "trace";

type NamesOf<T> = [T] extends [never] ? never : unknown extends T ? string : Extract<keyof T, string>;
type Requirements = readonly SecurityRequirement[];

/**
 * Returns a copy of an OpenAPI document, for API Gateway or Cloud Endpoints, with the security that {@link jwtSecurity}
 * created. Everything else is kept, in its order. The definitions are written to `securityDefinitions` of an OpenAPI 2.0
 * document, and to `components.securitySchemes` of an OpenAPI 3 document, in the form of Google's samples:
 * `x-google-auth`.
 *
 * At API level, the definitions become alternatives to each other and to other issuers that are already required. Other
 * schemes, such as API keys, are still required in addition, and issuers that are required together remain required
 * together. An entry of `operations` replaces all requirements of its operation; all other operations keep their own
 * section, if they have one. A definition with the same name is replaced if it is a definition for the gateway, so you
 * can secure a document again.
 *
 * @param document - The OpenAPI document (2.0, 3.0 or 3.1). It is not changed.
 * @param security - The result of {@link jwtSecurity}.
 * @param options - `api` and `operations` select the level and the operations to secure.
 * @returns The new document.
 * @throws {RequestError} If it is not an OpenAPI document of these versions, has extension keys of another built-in naming
 * profile or two servers for the gateway's address, or is OpenAPI 3 and the profile has no `extensions.auth`; if an operation or a definition does not exist, a new definition has the issuer of another one, a definition with the same name is
 * another scheme, a requirement has scopes, a requirement names several definitions of tokens under `googleNaming`, or
 * an option is invalid or unknown; with all issues.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 * @see {@link https://cloud.google.com/endpoints/docs/openapi/openapi-extensions | OpenAPI extensions} of Cloud Endpoints
 */
export function secureDocument<const Name extends string, D extends object, Api extends boolean = true>(
  document: D,
  security: JwtSecurity<Name>,
  options: SecureDocumentOptions<NoInfer<Name> | DefinitionNames<NoInfer<D>>, Api, OperationOf<NoInfer<D>>> = {},
): SecuredDocument<D, Api> {
  const operation = "secureDocument";
  const checks = { api: booleanOption, operations: mapOf(anyValue), naming: namingOption };
  strictOptions(operation, options, checks);
  if (!isSecurity(security)) {
    const message = `must be the result of jwtSecurity, got ${kindOf(security)}`;
    throwIssue(operation, { path: "security", message, rule: "security-form" });
  }
  const operations = Object.entries(options.operations ?? {}).filter(([, required]) => required !== undefined);
  const parts = partsOf(document, security, operations, options.naming);
  assertNoIssues(operation, issuesOf(parts));

  const { view, added, changes, entries, isIssuer } = parts;
  const source = document as D & Json; // validated above
  const replaced = new Set(Object.keys(security.securityDefinitions));
  const paths = changes.size === 0 ? {} : { paths: withOperations(source.paths as Json, view, changes) };
  const secured = withValue({ ...source, ...paths }, view.form.location, { ...view.written, ...entries });
  const result: Json =
    options.api === false
      ? secured
      : {
          // A remaining entry would replace the audiences of the new definition.
          ...withXSecurity(secured, (each) => !Object.keys(Object(each)).some((name) => replaced.has(name))),
          security: combine(view.security ?? [], added, replaced, isIssuer),
        };
  return copyOf(result) as unknown as SecuredDocument<D, Api>; // the same properties, and those set above
}

/** Collects the parts of the document and of the arguments from which the new document is built. */
function partsOf(
  document: object,
  security: JwtSecurity,
  operations: readonly (readonly [key: string, required: unknown])[],
  profile: Naming | undefined,
) {
  const issuerKeys = Object.values(security.securityDefinitions).map(issuerKeyOf);
  const ofSecurity = profileWithIssuerKey(issuerKeys.find(isString));
  const naming = profile ?? ofSecurity ?? googleNaming;
  const { extensions } = naming;
  const view = viewDocument(document, "secureDocument", extensions);
  const given = formOf2(extensions);
  /** Translates a definition to the form of the document; undefined if it does not define an issuer. */
  const translate = (entry: Json) => {
    if (view.form.marker === given.marker) return entry;
    const definition = readDefinition(entry, given);
    return definition && writeDefinition(definition, view.form);
  };
  const entries: Readonly<Record<string, Json | undefined>> = Object.fromEntries(
    Object.entries(security.securityDefinitions).map(([name, entry]) => [name, translate(entry)]),
  );
  const definitions: Readonly<Record<string, Json | undefined>> = { ...view.definitions, ...entries };
  const isDefined = (name: string) => Object.hasOwn(definitions, name);
  const isIssuer = (name: string) => hasKey(definitions[name], view.form.marker);
  const added: Requirements = security.security.map((each) => ({ ...each }) as SecurityRequirement); // validated before
  const changes = new Map(
    operations.flatMap(([key, required]) =>
      isOperationSecurity(required) ? [[key, requirementsOf(required)] as const] : [],
    ),
  );
  return { view, security, operations, naming, entries, definitions, isDefined, isIssuer, added, changes };
}

function issuesOf(parts: ReturnType<typeof partsOf>): Issue[] {
  const { view, security, operations, naming, entries, definitions, isDefined, isIssuer, added, changes } = parts;
  const { form } = view;
  const issues: Issue[] = [];
  const report = (path: DocumentPath, rule: string, message: string) => {
    issues.push({ path: formatPath(path), message, rule });
  };
  const given = new Set(Object.values(security.securityDefinitions).flatMap((each) => Object.keys(each)));
  const ofDocument = otherProfile(view.keys, naming.extensions, " to jwtSecurity");
  const ofSecurity = otherProfile(given, naming.extensions);
  if (ofDocument) report([], "naming-profile", `the document ${ofDocument.message}`);
  if (ofSecurity) report(["security"], "naming-profile", ofSecurity.message);
  if (issues.length === 0) {
    for (const name of Object.keys(security.securityDefinitions)) {
      if (!Object.hasOwn(view.definitions, name) || hasKey(view.definitions[name], form.marker)) continue;
      const problem = `the document has a definition with this name that has no "${form.marker}"`;
      report(pathOf(form, name), "definition-name", `must have another name: ${problem}`);
    }
    for (const [name, definition] of Object.entries(definitions)) {
      if (definition !== undefined) continue;
      const problem = `must have "${naming.extensions.issuer}": in OpenAPI 3, only definitions of an issuer can be added`;
      report(["security", "securityDefinitions", name], "security-form", problem);
    }
    const isNew = (name: string) => Object.hasOwn(entries, name) && !Object.hasOwn(view.definitions, name);
    for (const { name, twin, isSplit } of issuerTwins(definitions, form, naming)) {
      if (isSplit && !isNew(name) && !isNew(twin)) continue;
      report(pathOf(form, name), "duplicate-issuer", `must differ from the issuer of "${twin}"`);
    }
  }
  issues.push(...endpointIssues(view));

  const reportUndefined = (path: DocumentPath, name: string) => {
    if (!isDefined(name)) report(path, "undefined-definition", `names "${name}", which is not defined`);
  };
  const addedSection = { alternatives: added, path: ["security"] };
  for (const { name, path } of requiredDefinitions([addedSection])) reportUndefined(path, name);
  issues.push(...scopeIssues(requiredDefinitions([addedSection, ...securitySections(view)]), isIssuer));

  const known = new Set(view.operations.map(({ key }) => key));
  const unknownOperation = `must be an operation of the document; the document has ${shortened([...known])}`;
  for (const [key, required] of operations) {
    const path = ["operations", key];
    if (!known.has(key)) report(path, "operation-known", unknownOperation);
    if (!isOperationSecurity(required)) {
      report(path, "operation-security", 'must be a list such as ["users"] or [["users", "key"]]');
    } else {
      for (const name of new Set(required.flat())) reportUndefined(path, name);
    }
  }

  const sections = [
    ...securitySections({ ...view, operations: view.operations.filter(({ key }) => !changes.has(key)) }),
    addedSection,
    ...Array.from(changes, ([key, alternatives]) => ({ alternatives, path: ["operations", key] })),
  ];
  return [...issues, ...conjunctionIssues(sections, isIssuer, naming)];
}

/** Copies an object with another value at a path. */
function withValue(node: unknown, [key, ...rest]: readonly string[], value: unknown): Json {
  if (key === undefined) return value as Json;
  return { ...Object(node), [key]: withValue(Object(node)[key], rest, value) };
}

/** @throws {RequestError} If a document has a function or another value without a copy, or too many levels for the stack. */
function copyOf(document: Json): Json {
  try {
    return structuredClone(document);
  } catch (error) {
    const message = error instanceof RangeError ? TOO_DEEP : "must contain only values that JSON can represent";
    return throwIssue("secureDocument", { path: "document", message, rule: "json-value" });
  }
}

function isSecurity(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.securityDefinitions)) return false;
  return Object.values(value.securityDefinitions).every(isObject) && isListOf(value.security, isRequirement);
}

function isRequirement(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(Array.isArray);
}

function isOperationSecurity(value: unknown): value is OperationSecurity<string> {
  return isListOf(value, (each) => isString(each) || isListOf(each, isString));
}

function isListOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && Array.from(value).every(isElement); // every() skips holes
}

const MAX_LISTED = 50;

function shortened(keys: readonly string[]): string {
  const more = keys.length > MAX_LISTED ? `, and ${keys.length - MAX_LISTED} more` : "";
  return keys.length === 0 ? "no operations" : keys.slice(0, MAX_LISTED).join(", ") + more;
}

function requirementsOf(required: OperationSecurity<string>): Requirements {
  return required.map((each) => Object.fromEntries([each].flat().map((name) => [name, []])));
}

/** Returns a node with only the kept entries of its `x-security` extension. */
function withXSecurity(node: Json, isKept: (entry: unknown) => boolean): Json {
  const { [X_SECURITY]: entries, ...rest } = node;
  if (!Array.isArray(entries)) return node;
  const kept = entries.filter(isKept);
  return kept.length === 0 ? rest : { ...rest, [X_SECURITY]: kept };
}

function withOperations(paths: Json, view: DocumentView, changes: ReadonlyMap<string, Requirements>): Json {
  const changed = { ...(paths as Readonly<Record<string, Readonly<Record<string, object>>>>) }; // validated above
  for (const { key, path, member } of view.operations) {
    if (!changes.has(key)) continue;
    const item = changed[path];
    const operation = withXSecurity({ ...item?.[member] }, () => false);
    changed[path] = { ...item, [member]: { ...operation, security: changes.get(key) } };
  }
  return changed;
}
