import { RequestError } from "../core/errors.js";
import { formatPath, type Issue } from "../core/rules.js";
import { kindOf } from "../core/scalars.js";
import type { GatewayNaming } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import { isObject, textOf } from "./claims.js";
import { type IssuerDefinition, isHeaderName, writeDefinition } from "./definition.js";
import type { GatewayRuleId } from "./rules.js";
import type { TokenLocation } from "./token-location.js";

/** The tokens of a project's issuer, or in full those of any issuer. */
export type JwtDefinition = ProjectJwtDefinition | IssuerJwtDefinition;

/** The tokens that an identity platform issues for a project: the id is the audience and ends the issuer's address. */
export interface ProjectJwtDefinition {
  /** Id of the project. */
  readonly projectId: string;
  /** Address of the issuer without the project's id. Default: the naming profile's, where that knows one. */
  readonly issuerBase?: string | undefined;
  /**
   * Address of the issuer's public keys: a key set, or a map of certificates by key id. Default: the naming profile's,
   * where the issuer is at its `issuerBase`.
   */
  readonly jwksUri?: string | undefined;
  /** The only places where the token is read. Default: the Authorization header, then the parameter `access_token`. */
  readonly locations?: readonly TokenLocation[] | undefined;
}

/** The tokens of one issuer. */
export interface IssuerJwtDefinition {
  /** The tokens' `iss`, to the letter: a URL, a bare host or an e-mail address. */
  readonly issuer: string;
  /** Whom the tokens must be for: any one of these is enough. */
  readonly audiences: string | readonly string[];
  /** Address of the issuer's public keys: a key set, or a map of certificates by key id. */
  readonly jwksUri?: string | undefined;
  /** The only places where the token is read. Default: the Authorization header, then the parameter `access_token`. */
  readonly locations?: readonly TokenLocation[] | undefined;
}

/** Options of {@link jwtSecurity}. */
export interface JwtSecurityOptions<D extends Readonly<Record<string, JwtDefinition>>> {
  /** The definitions, each under a name of your choice. Their issuers differ. */
  readonly definitions: D;
  /** Profile that names the extension keys. Default: the neutral names. */
  readonly naming?: GatewayNaming | undefined;
}

/** What makes a document's tokens be checked, as plain data that belongs into the document. */
export interface JwtSecurity<Name extends string = string> {
  /** The entries of `securityDefinitions`. */
  readonly securityDefinitions: { readonly [N in Name]: Readonly<Record<string, unknown>> };
  /** The section of the API: one alternative for each definition. */
  readonly security: readonly { readonly [N in Name]?: readonly never[] | undefined }[];
}

/**
 * Writes the definitions and the requirement with which the gateway checks tokens; several definitions are
 * alternatives. Spec: gateway, Security definition and Security requirement.
 *
 * @throws {RequestError} with everything that is wrong: two definitions of one issuer, no issuer, no audience.
 *
 * @example
 * const security = jwtSecurity({
 *   definitions: { users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" } },
 * });
 * const secured = secureDocument(document, security);
 */
export function jwtSecurity<const D extends Readonly<Record<string, JwtDefinition>>>(
  options: JwtSecurityOptions<D>,
): JwtSecurity<keyof D & string> {
  const { definitions, naming = vendorNaming } = options;
  const read = readDefinitions(definitions, naming, "jwtSecurity");
  const names = Object.keys(read);
  return {
    securityDefinitions: Object.fromEntries(
      Object.entries(read).map(([name, each]) => [name, writeDefinition(each, naming.extensions)]),
    ),
    security: names.map((name) => Object.fromEntries([[name, []]])),
  } as unknown as JwtSecurity<keyof D & string>; // the names are the keys of what was given
}

/**
 * Completes and checks definitions.
 *
 * @throws {RequestError} with everything that is wrong.
 */
export function readDefinitions(
  definitions: Readonly<Record<string, JwtDefinition>>,
  naming: GatewayNaming,
  operation: string,
): Readonly<Record<string, IssuerDefinition>> {
  const issues: Issue[] = [];
  const seen = new Map<string, string>();
  const read = Object.entries(isObject(definitions) ? definitions : {}).map(([name, definition]) => {
    const report = (member: string, rule: GatewayRuleId, message: string) =>
      issues.push({ path: formatPath(["definitions", name, member]), message, rule });
    const complete = completeDefinition((isObject(definition) ? definition : {}) as JwtDefinition, naming); // what is none has no issuer
    if (complete.issuer === "") report("issuer", "issuer-empty", 'must be given, or "projectId" and "issuerBase"');
    if (complete.audiences.length === 0) report("audiences", "audiences-empty", "must name at least one audience");
    for (const audience of complete.audiences) {
      if (textOf(audience) === null || /[,]|^\s|\s$/.test(audience)) {
        report("audiences", "audiences-empty", `must be texts without commas or blanks around them`);
      }
    }
    const { jwksUri, locations } = complete;
    if (locations !== undefined && !(Array.isArray(locations) && locations.length > 0 && locations.every(isLocation))) {
      report("locations", "location-form", "must be a list of places, each with a header or a query parameter by name");
    }
    if (jwksUri !== undefined && textOf(jwksUri) === null) {
      report("jwksUri", "jwks-uri-missing", `must be an address, got ${kindOf(jwksUri)}`);
    }
    const twin = seen.get(complete.issuer);
    if (twin !== undefined) report("issuer", "duplicate-issuer", `must differ from the issuer of "${twin}"`);
    if (complete.issuer !== "") seen.set(complete.issuer, name);
    return [name, complete] as const;
  });
  if (read.length === 0) {
    issues.push({ path: "definitions", message: "must hold at least one definition", rule: "definition-missing" });
  }
  if (issues.length > 0) throw new RequestError({ operation, issues });
  return Object.fromEntries(read);
}

function isLocation(value: unknown): boolean {
  return isObject(value) && ("query" in value ? textOf(value.query) !== null : isHeaderName(value.header));
}

function completeDefinition(definition: JwtDefinition, naming: GatewayNaming): IssuerDefinition {
  const { jwksUri, locations } = definition;
  const rest = { ...(jwksUri === undefined ? {} : { jwksUri }), ...(locations === undefined ? {} : { locations }) };
  if ("issuer" in definition && definition.issuer !== undefined) {
    const { issuer, audiences } = definition;
    const list = typeof audiences === "string" ? audiences.split(",").map((each) => each.trim()) : (audiences ?? []);
    return { issuer: textOf(issuer) ?? "", audiences: list.length === 1 && list[0] === "" ? [] : list, ...rest };
  }
  const { projectId, issuerBase = naming.issuerBase } = definition as ProjectJwtDefinition; // the other kind
  const id = textOf(projectId);
  const base = textOf(issuerBase)?.replace(/\/+$/, "");
  const issuer = id === null || base === undefined ? "" : `${base}/${id}`;
  const keys = jwksUri ?? (issuerBase === naming.issuerBase ? naming.jwksUri : undefined);
  return { issuer, audiences: id === null ? [] : [id], ...rest, ...(keys === undefined ? {} : { jwksUri: keys }) };
}
