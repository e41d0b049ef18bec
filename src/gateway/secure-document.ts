import { isObject } from "../core/is-object.js";
import { kindOf } from "../core/rules/describe.js";
import { formatPath } from "../core/rules/issue-path.js";
import { anyValue, assertOptions, mapOf, optionsOf } from "../core/rules/options.js";
import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import type { GatewayNaming } from "../naming/naming.js";
import { gatewayNamingOption } from "../naming/naming-option.js";
import { vendorNaming } from "../naming/vendor.js";
import { issuerKeyOf } from "./definition.js";
import { type DocumentView, type SecurityRequirement, viewDocument } from "./document.js";
import type { JwtSecurity } from "./jwt-security.js";

/** What an operation asks for: alternatives; an inner list is needed together; an empty list opens the operation. */
export type OperationSecurity<Name extends string> = readonly (Name | readonly Name[])[];

/** Options of {@link secureDocument}. */
export interface SecureDocumentOptions<Name extends string> {
  /** What single operations ask for instead of the API's section, by method and path, as in `"GET /echo"`. */
  readonly operations?: { readonly [operation: string]: OperationSecurity<Name> } | undefined;
  /**
   * Profile whose definitions the document has, besides those that come in. Default: the one that `security` was made
   * with, told by the first extension of its definitions, where `jwtSecurity` puts the issuer.
   */
  readonly naming?: GatewayNaming | undefined;
}

/** A document whose security is set. */
export type SecuredDocument<D extends object> = D & {
  readonly securityDefinitions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly security: readonly SecurityRequirement[];
};

type Json = Readonly<Record<string, unknown>>;

/**
 * Puts the security that {@link jwtSecurity} made into an OpenAPI 2.0 document, and returns a new one; the old one is
 * not touched.
 *
 * What is there already is kept, in its order: other definitions stay, and a requirement that names another scheme, such
 * as an API key, is needed beside the token. A definition of the same name is replaced when it is the gateway's own, so
 * a document may be secured again; definitions of another brand are other schemes. Method level goes before API level,
 * also when it is empty. Spec: gateway, Authentication 1 to 4.
 *
 * @throws {RequestError} If it is not an OpenAPI 2.0 document, an operation or a name does not exist, an operation's security
 * is not a list, a definition of the same name is of another kind, an issuer has a definition already, or an option is
 * invalid or unknown.
 */
export function secureDocument<const Name extends string, D extends object>(
  document: D,
  security: JwtSecurity<Name>,
  options: SecureDocumentOptions<NoInfer<Name>> = {},
): SecuredDocument<D> {
  assertOptions("secureDocument", options, optionsOf({ operations: mapOf(anyValue), naming: gatewayNamingOption }));
  const view = viewDocument(document, "secureDocument");
  if (!isSecurity(security)) {
    const message = `must be what jwtSecurity returns, got ${kindOf(security)}`;
    throw new RequestError({
      operation: "secureDocument",
      issues: [{ path: "security", message, rule: "security-form" }],
    });
  }
  const issuerKey = options.naming?.extensions.issuer ?? issuerKeyIn(security);
  const issues = conflicts(view, security, issuerKey);
  const own = Object.keys(security.securityDefinitions);
  const others = new Set(Object.keys(view.definitions).filter((name) => hasKey(view.definitions[name], issuerKey)));
  const merge = (
    present: readonly SecurityRequirement[] | undefined,
    added: readonly SecurityRequirement[],
    decided: readonly string[],
  ) => combine(present ?? [], added, decided, others);

  const changes = new Map<string, readonly SecurityRequirement[]>();
  for (const [key, wanted] of Object.entries(options.operations ?? {})) {
    const operation = view.operations.find((each) => each.key === key);
    const path = formatPath(["operations", key]);
    if (operation === undefined) {
      issues.push({
        path,
        message: 'must be an operation of the document, as in "GET /echo"',
        rule: "operation-known",
      });
    }
    if (!isOperationSecurity(wanted)) {
      const message = 'must be a list such as ["users"] or [["users", "staff"]]';
      issues.push({ path, message, rule: "operation-security" });
      continue;
    }
    const groups = wanted.map((each) => (typeof each === "string" ? [each] : each));
    const named = new Set(groups.flat());
    for (const name of named) {
      if (own.includes(name) || Object.hasOwn(view.definitions, name)) continue;
      issues.push({ path, message: `names "${name}", which is not defined`, rule: "undefined-definition" });
    }
    const added = groups.map((group) => Object.fromEntries(group.map((name) => [name, []])));
    changes.set(key, added.length === 0 ? [] : merge(operation?.security ?? view.security, added, [...own, ...named]));
  }
  if (issues.length > 0) throw new RequestError({ operation: "secureDocument", issues });

  const source = document as D & Json; // viewed above
  const result: Json = {
    ...source,
    ...(changes.size === 0 ? {} : { paths: withOperations(source.paths as Json, view, changes) }),
    securityDefinitions: { ...view.definitions, ...security.securityDefinitions },
    security: merge(view.security, security.security as readonly SecurityRequirement[], own), // without its undefined
  };
  return structuredClone(result) as SecuredDocument<D>; // the same members, and those two
}

function isSecurity(value: unknown): boolean {
  return isObject(value) && isObject(value.securityDefinitions) && Array.isArray(value.security);
}

function isOperationSecurity(value: unknown): boolean {
  const isName = (each: unknown) => typeof each === "string";
  return Array.isArray(value) && value.every((each) => isName(each) || (Array.isArray(each) && each.every(isName)));
}

function issuerKeyIn({ securityDefinitions }: JwtSecurity): string {
  const [key] = Object.values(securityDefinitions).flatMap((each) => issuerKeyOf(each) ?? []);
  return key ?? vendorNaming.extensions.issuer;
}

function conflicts(view: DocumentView, { securityDefinitions }: JwtSecurity, issuerKey: string): Issue[] {
  const issues: Issue[] = [];
  for (const [name, definition] of Object.entries(securityDefinitions)) {
    const path = formatPath(["securityDefinitions", name]);
    const present = Object.hasOwn(view.definitions, name) ? view.definitions[name] : undefined;
    if (present !== undefined && !hasKey(present, issuerKey)) {
      const message = `must have another name: the document has a definition under it that is none of "${issuerKey}"`;
      issues.push({ path, message, rule: "definition-name" });
    }
    for (const [other, each] of Object.entries(view.definitions)) {
      if (Object.hasOwn(securityDefinitions, other) || !hasKey(each, issuerKey)) continue;
      if (each[issuerKey] !== definition[issuerKey]) continue;
      issues.push({ path, message: `must differ from the issuer of "${other}"`, rule: "duplicate-issuer" });
    }
  }
  return issues;
}

function hasKey(definition: Json | undefined, key: string): definition is Json {
  return definition !== undefined && Object.hasOwn(definition, key);
}

/**
 * Alternatives of issuers that nothing is decided about stay alternatives; what else was required is required beside
 * each new one.
 */
function combine(
  present: readonly SecurityRequirement[],
  added: readonly SecurityRequirement[],
  decided: readonly string[],
  others: ReadonlySet<string>,
): readonly SecurityRequirement[] {
  const without = (requirement: SecurityRequirement) =>
    Object.fromEntries(Object.entries(requirement).filter(([name]) => !decided.includes(name)));
  const isOther = (requirement: SecurityRequirement) =>
    Object.keys(without(requirement)).some((name) => others.has(name));
  const rests = present.filter((each) => !isOther(each)).map(without);
  const beside = rests.length === 0 ? [{}] : rests;
  const all = [...present.filter(isOther), ...beside.flatMap((rest) => added.map((each) => ({ ...rest, ...each })))];
  return [...new Map(all.map((each) => [JSON.stringify(Object.keys(each).sort()), each])).values()];
}

function withOperations(paths: Json, view: DocumentView, changes: ReadonlyMap<string, unknown>): Json {
  const changed = { ...(paths as Readonly<Record<string, Readonly<Record<string, object>>>>) }; // viewed above
  for (const { key, path, member } of view.operations) {
    if (!changes.has(key)) continue;
    const item = changed[path];
    changed[path] = { ...item, [member]: { ...item?.[member], security: changes.get(key) } };
  }
  return changed;
}
