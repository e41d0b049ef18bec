import { TOO_DEEP } from "../core/depth.js";
import { isObject } from "../core/is-object.js";
import { kindOf } from "../core/rules/describe.js";
import { formatPath } from "../core/rules/issue-path.js";
import { anyValue, booleanOption, mapOf, strictOptions } from "../core/rules/options.js";
import type { Issue } from "../errors/issue.js";
import { assertNoIssues, RequestError } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import type { GatewayExtensions, GatewayNaming } from "../naming/naming.js";
import { gatewayNamingOption } from "../naming/naming-option.js";
import { duplicateIssuers, issuerKeyOf } from "./definitions.js";
import {
  type DocumentView,
  type Json,
  requiredDefinitions,
  type SecurityRequirement,
  securitySections,
  viewDocument,
} from "./document.js";
import { conjunctionIssues, otherProfile, profileWithIssuerKey } from "./document-issues.js";
import type { JwtSecurity } from "./jwt-security.js";

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
  readonly operations?:
    | (OperationEntries<Name, Operation> & OperationEntries<Name, string>) // the first half is for completions
    | undefined;
  /**
   * Naming profile of the document's gateway definitions. Default: the profile of `security`, which is identified by the
   * first extension of its definitions: `jwtSecurity` writes the issuer first.
   */
  readonly naming?: GatewayNaming | undefined;
}

type OperationEntries<Name extends string, Operation extends string> = {
  readonly [O in Operation]?: OperationSecurity<Name> | undefined;
};

/** A document with security definitions; with a section at API level unless `api` was `false`. */
export type SecuredDocument<D extends object, Api extends boolean = true> = D & {
  /** All security definitions of the document. */
  readonly securityDefinitions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
} & (Api extends true
    ? { readonly security: readonly SecurityRequirement[] }
    : { readonly security?: readonly SecurityRequirement[] });

/** Names of a document's security definitions: any string if its type does not list them. */
export type DefinitionNames<D extends object> = "securityDefinitions" extends keyof D
  ? NamesOf<NonNullable<D["securityDefinitions"]>>
  : keyof D extends never
    ? string
    : never;

/** Operations of a document by method and path, as in `"GET /echo"`: any string if its type does not list them. */
export type OperationOf<D extends object> = D extends { readonly paths: infer P extends object }
  ? string extends keyof P
    ? string
    : [OperationIn<P>] extends [never]
      ? string
      : OperationIn<P>
  : string;

type OperationIn<P> = {
  [Path in keyof P & string]: `${Uppercase<keyof P[Path] & HttpVerb>} ${Path}`;
}[keyof P & string];
type HttpVerb = "get" | "put" | "post" | "delete" | "options" | "head" | "patch";

type NamesOf<T> = unknown extends T ? string : Extract<keyof T, string>;
type Requirements = readonly SecurityRequirement[];

/**
 * Returns a copy of an OpenAPI 2.0 document with the security that {@link jwtSecurity} created. Everything else is
 * kept, in its order.
 *
 * At API level, the definitions become alternatives of each other and of other issuers that are already required. Other
 * schemes, such as API keys, are still required in addition, and issuers that are required together remain required
 * together. An entry of `operations` replaces all requirements of its operation; all other operations keep their own
 * section, if they have one. A definition with the same name is replaced if it is a definition for the gateway, so you
 * can secure a document again.
 *
 * @param document - The OpenAPI 2.0 document. It is not changed.
 * @param security - The result of {@link jwtSecurity}.
 * @param options - `api` and `operations` choose what is secured.
 * @returns The new document.
 * @throws {RequestError} If it is not an OpenAPI 2.0 document or has extension keys of another built-in naming profile, an
 * operation or a definition does not exist, two definitions have the same issuer, a definition with the same name is
 * another scheme, a requirement has scopes, a requirement names several definitions of tokens under Google's profiles, or
 * an option is invalid or unknown; with all issues.
 * @see Spec: gateway, "Authentication", rules 1 to 4
 */
export function secureDocument<const Name extends string, D extends object, Api extends boolean = true>(
  document: D,
  security: JwtSecurity<Name>,
  options: SecureDocumentOptions<NoInfer<Name> | DefinitionNames<NoInfer<D>>, Api, OperationOf<NoInfer<D>>> = {},
): SecuredDocument<D, Api> {
  const checks = { api: booleanOption, operations: mapOf(anyValue), naming: gatewayNamingOption };
  strictOptions("secureDocument", options, checks);
  const view = viewDocument(document, "secureDocument");
  if (!isSecurity(security)) {
    const message = `must be the result of jwtSecurity, got ${kindOf(security)}`;
    throw new RequestError({
      operation: "secureDocument",
      issues: [{ path: "security", message, rule: "security-form" }],
    });
  }
  const added: Requirements = security.security.map((each) => ({ ...each }) as SecurityRequirement); // checked below
  const issuerKey = options.naming?.extensions.issuer ?? issuerKeyIn(security);
  const naming = options.naming ?? profileWithIssuerKey(issuerKey);
  const definitions: Readonly<Record<string, Json>> = { ...view.definitions, ...security.securityDefinitions };
  const isIssuer = (name: string) => hasKey(definitions[name], issuerKey);
  const operations = Object.entries(options.operations ?? {}).filter(([, required]) => required !== undefined);
  const changes = new Map(
    operations.flatMap(([key, required]) =>
      isOperationSecurity(required) ? [[key, requirementsOf(required)] as const] : [],
    ),
  );
  const mixed = namingIssues(view, security, naming?.extensions ?? { issuer: issuerKey });
  const sections = [
    ...securitySections({ ...view, operations: view.operations.filter(({ key }) => !changes.has(key)) }),
    { alternatives: added, path: ["security"] },
    ...Array.from(changes, ([key, alternatives]) => ({ alternatives, path: ["operations", key] })),
  ];
  assertNoIssues("secureDocument", [
    ...(mixed.length > 0 ? mixed : definitionIssues(view, security, definitions, issuerKey)),
    ...requirementIssues(view, added, definitions, issuerKey),
    ...operationIssues(view, operations, definitions),
    ...conjunctionIssues(sections, isIssuer, naming),
  ]);

  const source = document as D & Json; // validated above
  const result: Json = {
    ...source,
    ...(changes.size === 0 ? {} : { paths: withOperations(source.paths as Json, view, changes) }),
    securityDefinitions: definitions,
    ...(options.api === false
      ? {}
      : {
          security: combine(view.security ?? [], added, new Set(Object.keys(security.securityDefinitions)), isIssuer),
        }),
  };
  return copyOf(result) as unknown as SecuredDocument<D, Api>; // the same properties, and those set above
}

/** @throws {RequestError} If the stack is too small for the levels of a document. */
function copyOf(document: Json): Json {
  try {
    return structuredClone(document);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const issues = [{ path: "document", message: TOO_DEEP, rule: "json-value" }];
    throw new RequestError({ operation: "secureDocument", issues });
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
  const isName = (each: unknown) => typeof each === "string";
  return isListOf(value, (each) => isName(each) || isListOf(each, isName));
}

function isListOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && Array.from(value).every(isElement); // every() skips holes
}

function issuerKeyIn({ securityDefinitions }: JwtSecurity): string {
  const [key] = Object.values(securityDefinitions).flatMap((each) => issuerKeyOf(each) ?? []);
  return key ?? googleNaming.extensions.issuer;
}

/** Returns the issues of extensions of another profile, in the document or in `security`. */
function namingIssues(
  { keys }: DocumentView,
  { securityDefinitions }: JwtSecurity,
  expected: Readonly<Partial<GatewayExtensions>>,
): Issue[] {
  const rule = "naming-profile";
  const given = new Set(Object.values(securityDefinitions).flatMap((each) => Object.keys(each)));
  const [ofDocument, ofSecurity] = [otherProfile(keys, expected, " to jwtSecurity"), otherProfile(given, expected)];
  return [
    ...(ofDocument ? [{ path: "", message: `the document ${ofDocument.message}`, rule }] : []),
    ...(ofSecurity ? [{ path: "security", message: ofSecurity.message, rule }] : []),
  ];
}

function definitionIssues(
  view: DocumentView,
  { securityDefinitions }: JwtSecurity,
  definitions: Readonly<Record<string, Json>>,
  issuerKey: string,
): Issue[] {
  const conflicting = Object.keys(securityDefinitions).filter(
    (name) => Object.hasOwn(view.definitions, name) && !hasKey(view.definitions[name], issuerKey),
  );
  const issuers = Object.entries(definitions).map(([name, entry]) => [name, entry[issuerKey]] as const);
  return [
    ...conflicting.map((name) => ({
      path: formatPath(["securityDefinitions", name]),
      message: `must have another name: the document has a definition with this name that has no "${issuerKey}"`,
      rule: "definition-name",
    })),
    ...duplicateIssuers(issuers).map(({ name, twin }) => ({
      path: formatPath(["securityDefinitions", name]),
      message: `must differ from the issuer of "${twin}"`,
      rule: "duplicate-issuer",
    })),
  ];
}

/** Returns the issues of requirements that already exist or are added at API level. */
function requirementIssues(
  view: DocumentView,
  added: Requirements,
  definitions: Readonly<Record<string, Json>>,
  issuerKey: string,
): Issue[] {
  const given = requiredDefinitions([{ alternatives: added, path: ["security"] }]);
  const undefinedNames = given.filter(({ name }) => !Object.hasOwn(definitions, name));
  const scoped = [...given, ...requiredDefinitions(securitySections(view))].filter(
    ({ name, scopes }) => scopes.length > 0 && hasKey(definitions[name], issuerKey),
  );
  return [
    ...undefinedNames.map(({ name, path }) => undefinedIssue(formatPath(path), name)),
    ...scoped.map(({ path }) => ({
      path: formatPath(path),
      message: "must be an empty list: the gateway does not check scopes",
      rule: "requirement-scopes",
    })),
  ];
}

function operationIssues(
  { operations }: DocumentView,
  changes: readonly (readonly [key: string, required: unknown])[],
  definitions: Readonly<Record<string, Json>>,
): Issue[] {
  const known = new Set(operations.map(({ key }) => key));
  const unknownOperation = `must be an operation of the document; the document has ${listed([...known])}`;
  return changes.flatMap(([key, required]): Issue[] => {
    const path = formatPath(["operations", key]);
    const issues = known.has(key) ? [] : [{ path, message: unknownOperation, rule: "operation-known" }];
    if (!isOperationSecurity(required)) {
      const message = 'must be a list such as ["users"] or [["users", "key"]]';
      return [...issues, { path, message, rule: "operation-security" }];
    }
    const unknown = [...new Set(required.flat())].filter((name) => !Object.hasOwn(definitions, name));
    return [...issues, ...unknown.map((name) => undefinedIssue(path, name))];
  });
}

function undefinedIssue(path: string, name: string): Issue {
  return { path, message: `names "${name}", which is not defined`, rule: "undefined-definition" };
}

const MAX_LISTED = 50;

function listed(keys: readonly string[]): string {
  const more = keys.length > MAX_LISTED ? `, and ${keys.length - MAX_LISTED} more` : "";
  return keys.length === 0 ? "no operations" : keys.slice(0, MAX_LISTED).join(", ") + more;
}

function hasKey(definition: Json | undefined, key: string): boolean {
  return definition !== undefined && Object.hasOwn(definition, key);
}

function requirementsOf(required: OperationSecurity<string>): Requirements {
  return required.map((each) => Object.fromEntries([each].flat().map((name) => [name, []])));
}

/**
 * Adds alternatives to the API level. Alternatives with another issuer or with several issuers are kept. All other
 * alternatives, without the definitions in `replaced`, are required in addition to each new alternative; if there are
 * none, the other schemes of the kept alternatives are required.
 */
function combine(
  present: Requirements,
  added: Requirements,
  replaced: ReadonlySet<string>,
  isIssuer: (name: string) => boolean,
): Requirements {
  if (added.length === 0) return present;
  const without = (requirement: SecurityRequirement, isLeftOut: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(requirement).filter(([name]) => !isLeftOut(name)));
  const isReplaced = (name: string) => replaced.has(name);
  const isOther = (requirement: SecurityRequirement) => {
    const issuers = Object.keys(requirement).filter(isIssuer);
    return issuers.length > 1 || issuers.some((name) => !isReplaced(name));
  };
  const others = present.filter(isOther);
  const rests = distinct(present.filter((each) => !isOther(each)).map((each) => without(each, isReplaced)));
  const beside = rests.length > 0 ? rests : distinct(others.map((each) => without(each, isIssuer)));
  // Alone, an issuer that is required together with others would weaken that requirement.
  const namesOfOthers = new Set(others.flatMap((each) => Object.keys(each)));
  const isRequired = (names: string[]) =>
    names.every((name) => namesOfOthers.has(name)) &&
    (names.length === 1 || others.some((other) => names.every((name) => Object.hasOwn(other, name))));
  const missing = rests.length > 0 ? added : added.filter((each) => !isRequired(Object.keys(each)));
  const combined = (beside.length > 0 ? beside : [{}]).flatMap((rest) => missing.map((each) => ({ ...rest, ...each })));
  return distinct([...others, ...combined]);
}

function distinct(requirements: Requirements): Requirements {
  return [...new Map(requirements.map((each) => [JSON.stringify(Object.entries(each).sort()), each])).values()];
}

function withOperations(paths: Json, view: DocumentView, changes: ReadonlyMap<string, Requirements>): Json {
  const changed = { ...(paths as Readonly<Record<string, Readonly<Record<string, object>>>>) }; // validated above
  for (const { key, path, member } of view.operations) {
    if (!changes.has(key)) continue;
    const item = changed[path];
    changed[path] = { ...item, [member]: { ...item?.[member], security: changes.get(key) } };
  }
  return changed;
}
