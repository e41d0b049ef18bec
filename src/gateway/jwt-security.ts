import { isObject } from "../core/is-object.js";
import { kindOf } from "../core/rules/describe.js";
import { formatPath } from "../core/rules/issue-path.js";
import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import type { GatewayNaming } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import { textOf } from "./claims.js";
import { type IssuerDefinition, isHeaderName, writeDefinition } from "./definition.js";
import type { GatewayRuleId } from "./rules.js";
import type { TokenLocation } from "./token-location.js";

/** The tokens of a project's issuer, or in full those of any issuer. */
export type JwtDefinition = ProjectJwtDefinition | IssuerJwtDefinition;

/** The tokens that an identity platform issues for a project: the id is the audience and ends the issuer's address. */
export interface ProjectJwtDefinition {
  /** Id of the project: the audience of its tokens. */
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
  /** Belongs to an {@link IssuerJwtDefinition}: here the id ends the address in `issuerBase`. */
  readonly issuer?: undefined;
  /** Belongs to an {@link IssuerJwtDefinition}: here the id is the audience. */
  readonly audiences?: undefined;
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
  /** Belongs to a {@link ProjectJwtDefinition}: here `audiences` say whom the tokens are for. */
  readonly projectId?: undefined;
  /** Belongs to a {@link ProjectJwtDefinition}: here the issuer is given in full. */
  readonly issuerBase?: undefined;
}

/** Options of {@link jwtSecurity}. */
export interface JwtSecurityOptions<Name extends string = string> {
  /** The definitions, each under a name of your choice. Their issuers differ. */
  readonly definitions: { readonly [N in Name]?: JwtDefinition | undefined };
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
 * @throws {RequestError} with everything that is wrong: two definitions of one issuer, no issuer, no audience, a member
 * that no definition has.
 *
 * @example
 * const security = jwtSecurity({
 *   definitions: { users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" } },
 * });
 * const secured = secureDocument(document, security);
 */
export function jwtSecurity<Name extends string>(options: JwtSecurityOptions<Name>): JwtSecurity<Name> {
  const { definitions, naming = vendorNaming } = options;
  const read = readDefinitions(definitions, naming, "jwtSecurity");
  const names = Object.keys(read);
  return {
    securityDefinitions: Object.fromEntries(
      Object.entries(read).map(([name, each]) => [name, writeDefinition(each, naming.extensions)]),
    ),
    security: names.map((name) => Object.fromEntries([[name, []]])),
  } as unknown as JwtSecurity<Name>; // the names are the keys of what was given
}

/**
 * Completes and checks definitions.
 *
 * @throws {RequestError} with everything that is wrong.
 */
export function readDefinitions(
  definitions: Readonly<Record<string, JwtDefinition | undefined>>,
  naming: GatewayNaming,
  operation: string,
): Readonly<Record<string, IssuerDefinition>> {
  const issues: Issue[] = [];
  const seen = new Map<string, string>();
  const given = Object.entries(isObject(definitions) ? definitions : {}).filter(([, each]) => each !== undefined);
  const read = given.map(([name, value]) => {
    const report = (member: string, rule: GatewayRuleId | "definition-member", message: string) =>
      issues.push({ path: formatPath(["definitions", name, member]), message, rule });
    const definition = (isObject(value) ? value : {}) as JwtDefinition; // what is none has no issuer
    for (const [member, message] of strayMembers(definition)) report(member, "definition-member", message);
    const complete = completeDefinition(definition, naming);
    if (complete.issuer === "") report("issuer", "issuer-empty", 'must be given, or "projectId" and "issuerBase"');
    if (complete.audiences.length === 0) report("audiences", "audiences-empty", "must name at least one audience");
    for (const audience of complete.audiences) {
      if (textOf(audience) === null || /[,]|^\s|\s$/.test(audience)) {
        report("audiences", "audiences-empty", `must be texts without commas or blanks around them`);
      }
    }
    const { jwksUri, locations } = complete;
    if (locations !== undefined && !(Array.isArray(locations) && locations.length > 0 && locations.every(isLocation))) {
      report("locations", "location-form", "must be a list of places, each { header, valuePrefix } or { query }");
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

const stray = {
  unknown: 'is not known; there are "projectId", "issuerBase", "issuer", "audiences", "jwksUri" and "locations"',
  besideIssuer: 'must not stand beside "issuer": say "issuerBase" and "projectId", or "issuer" in full',
  besideProject: 'must not stand beside "projectId", which is the audience: for others, say "issuer" in full',
};

/** The members that a definition would lose without a word, and why they cannot stand there. */
function strayMembers(definition: JwtDefinition): (readonly [member: string, message: string])[] {
  const isInFull = definition.issuer !== undefined;
  const isProject = definition.projectId !== undefined && !isInFull;
  // What has methods is no misspelt data: a sandbox's issuer, spread into a definition, brings along more than belongs there.
  const isLive = Object.values(definition).some((value: unknown) => typeof value === "function");
  return Object.entries(definition).flatMap(([member, value]) => {
    if (value === undefined || ["issuer", "jwksUri", "locations"].includes(member)) return [];
    if (["projectId", "issuerBase"].includes(member)) return isInFull ? [[member, stray.besideIssuer]] : [];
    if (member === "audiences") return isProject ? [[member, stray.besideProject]] : [];
    return isLive ? [] : [[member, stray.unknown]];
  });
}

function isLocation(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { header, query, valuePrefix, ...rest } = value;
  if (Object.keys(rest).length > 0) return false;
  if ("query" in value) return textOf(query) !== null && header === undefined && valuePrefix === undefined;
  return isHeaderName(header) && (valuePrefix === undefined || typeof valuePrefix === "string");
}

function completeDefinition(definition: JwtDefinition, naming: GatewayNaming): IssuerDefinition {
  const { jwksUri, locations } = definition;
  const rest = { ...(jwksUri === undefined ? {} : { jwksUri }), ...(locations === undefined ? {} : { locations }) };
  if (definition.issuer !== undefined) {
    const { issuer, audiences } = definition;
    return { issuer: textOf(issuer) ?? "", audiences: listOf(audiences), ...rest };
  }
  const { projectId, issuerBase = naming.issuerBase } = definition;
  const id = textOf(projectId);
  const base = textOf(issuerBase)?.replace(/\/+$/, "");
  const issuer = id === null || base === undefined ? "" : `${base}/${id}`;
  const keys = jwksUri ?? (issuerBase === naming.issuerBase ? naming.jwksUri : undefined);
  return { issuer, audiences: id === null ? [] : [id], ...rest, ...(keys === undefined ? {} : { jwksUri: keys }) };
}

/** Audiences as a list; empty when there are none, whatever stands there instead. */
function listOf(audiences: string | readonly string[]): readonly string[] {
  const list = typeof audiences === "string" ? audiences.split(",").map((each) => each.trim()) : audiences;
  return Array.isArray(list) && list.join("") !== "" ? list : [];
}
