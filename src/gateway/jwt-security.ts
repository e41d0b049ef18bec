import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { isNaming, namingOption } from "../naming/naming.js";
import { baseUrl, httpUrl, isLoopback, kindOfUrl, trimTrailingSlashes } from "../values/addresses.js";
import { shown } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import { isObject, isSame } from "../values/objects.js";
import {
  both,
  isString,
  mapOf,
  must,
  type OptionCheck,
  type OptionProblem,
  optionsOf,
  required,
  strictOptions,
  withRule,
} from "../values/options.js";
import { textOf } from "./claims-and-headers.js";
import {
  duplicateIssuers,
  formOf2,
  type IssuerDefinition,
  isName,
  type Json,
  splitAudiences,
  writeDefinition,
} from "./definitions.js";
import { areLocations, type TokenLocation } from "./token-location.js";

/**
 * Definition of accepted tokens: by the project of an identity platform, or by any issuer and its audiences.
 *
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 */
export type JwtDefinition = IssuerJwtDefinition | ProjectJwtDefinition;

/** Tokens of a project of an identity platform. The project id is the audience and the last part of the issuer's URL. */
export interface ProjectJwtDefinition {
  /** Id of the project: the audience of its tokens, and the last path segment of their issuer. */
  readonly projectId: string;
  /** URL of the issuer without the project id. Default: the URL of the naming profile; required if the profile has none. */
  readonly issuerBase?: string | undefined;
  /**
   * URL of the issuer's public keys: a key set, or a map of certificates by key id. Use https; {@link jwtSecurity} accepts
   * http only on this machine, for tests. Default: the URL of the naming profile, if `issuerBase` is the default, too.
   */
  readonly jwksUri?: string | undefined;
  /** The only locations of the token. Default: the Authorization header, then the query parameter `access_token`. */
  readonly locations?: readonly TokenLocation[] | undefined;
  /** Not allowed here: the issuer is `issuerBase` followed by the project id. See {@link IssuerJwtDefinition}. */
  readonly issuer?: "issuer: not allowed together with projectId" | undefined;
  /** Not allowed here: the audience is the project id. See {@link IssuerJwtDefinition}. */
  readonly audiences?: "audiences: not allowed together with projectId" | undefined;
}

/** Tokens of one issuer. */
export interface IssuerJwtDefinition {
  /** The exact `iss` claim of the tokens: a URL, a host name or an email address. */
  readonly issuer: string;
  /**
   * Accepted audiences. A token must have at least one of them. The gateway compares audiences without `http://` or
   * `https://` at the start and without one slash at the end: `https://shop.example/` equals `shop.example`.
   */
  readonly audiences: string | readonly string[];
  /**
   * URL of the issuer's public keys: a key set, or a map of certificates by key id. Use https; {@link jwtSecurity} accepts http
   * only on this machine, for tests.
   */
  readonly jwksUri?: string | undefined;
  /** The only locations of the token. Default: the Authorization header, then the query parameter `access_token`. */
  readonly locations?: readonly TokenLocation[] | undefined;
  /** Not allowed here: use `audiences`. See {@link ProjectJwtDefinition}. */
  readonly projectId?: "projectId: not allowed together with issuer" | undefined;
  /** Not allowed here: `issuer` is the full URL. See {@link ProjectJwtDefinition}. */
  readonly issuerBase?: "issuerBase: not allowed together with issuer" | undefined;
}

/** Options of {@link jwtSecurity}. */
export interface JwtSecurityOptions<Name extends string = string> {
  /** The definitions, each under a name of your choice. Their issuers differ. */
  readonly definitions: { readonly [N in Name]?: JwtDefinition | undefined };
  /** Profile that names the extension keys. Default: `googleNaming`. */
  readonly naming?: Naming | undefined;
}

/** Security definitions and requirements for a document, as plain data. */
export interface JwtSecurity<Name extends string = string> {
  /** Entries of `securityDefinitions`; {@link secureDocument} translates them for OpenAPI 3. */
  readonly securityDefinitions: { readonly [N in Name]: Readonly<Record<string, unknown>> };
  /** Security section of the API: one alternative per definition. */
  readonly security: readonly { readonly [N in Name]?: readonly never[] | undefined }[];
}

/**
 * Creates the security definitions and the requirement with which API Gateway or Cloud Endpoints checks tokens. Several
 * definitions are alternatives.
 *
 * @param options - The definitions by name: `{ projectId, issuerBase, jwksUri? }`, or `{ issuer, audiences, jwksUri?,
 * locations? }`.
 * @returns Plain data for {@link secureDocument}.
 * @throws {RequestError} If a definition or an option is invalid, with all issues: two definitions with the same
 * issuer, no issuer, no audience, an unknown property.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 * @see {@link https://cloud.google.com/endpoints/docs/openapi/openapi-extensions | OpenAPI extensions} of Cloud Endpoints
 *
 * @example
 * const security = jwtSecurity({
 *   definitions: { users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" } },
 * });
 * const secured = secureDocument(document, security);
 */
export function jwtSecurity<Name extends string>(options: JwtSecurityOptions<Name>): JwtSecurity<Name> {
  const checks = { definitions: definitionsCheck(options?.naming, KEYS_URL), naming: namingOption };
  strictOptions("jwtSecurity", options, required(optionsOf(checks)));
  const { definitions, naming = googleNaming } = options;
  const complete = Object.entries(completeDefinitions(definitions, naming));
  const form = formOf2(naming.extensions);
  return {
    securityDefinitions: Object.fromEntries(complete.map(([name, each]) => [name, writeDefinition(each, form)])),
    security: complete.map(([name]) => Object.fromEntries([[name, []]])),
  } as unknown as JwtSecurity<Name>; // the names are the keys of the given definitions
}

/** Check for the URL of keys in a document. Keys that are fetched over http from another machine can be replaced in transit. */
const KEYS_URL = both(
  httpUrl,
  must(
    (value) => /^https:/i.test(String(value)) || isLoopback(new URL(String(value)).hostname),
    "an https URL, or an http URL on this machine",
    kindOfUrl,
  ),
);

/** Fills in the defaults of definitions. They must have passed {@link definitionsCheck}. */
export function completeDefinitions(
  definitions: { readonly [name: string]: JwtDefinition | undefined },
  naming: Naming,
): Readonly<Record<string, IssuerDefinition>> {
  return Object.fromEntries(
    Object.entries(definitions).flatMap(([name, definition]) =>
      definition === undefined ? [] : [[name, completeDefinition(definition, naming)]],
    ),
  );
}

function completeDefinition(definition: JwtDefinition, naming: Naming): IssuerDefinition {
  const { issuer, audiences, projectId, issuerBase = naming.issuerBase, locations } = definition;
  const isProfiles = issuer === undefined && issuerBase === naming.issuerBase;
  return {
    issuer: issuerOf(definition, naming) ?? "",
    audiences: splitAudiences(audiences ?? projectId),
    jwksUri: definition.jwksUri ?? (isProfiles ? naming.jwksUri : undefined),
    locations,
  };
}

/** The issuer of a definition; undefined if it has none. */
function issuerOf(definition: unknown, naming: Naming): string | undefined {
  if (!isObject(definition)) return undefined;
  const { issuer, projectId, issuerBase = naming.issuerBase } = definition;
  if (issuer !== undefined) return textOf(issuer) ?? undefined;
  const base = textOf(issuerBase);
  return textOf(projectId) === null || base === null ? undefined : `${trimTrailingSlashes(base)}/${projectId}`;
}

/** Creates the check of definitions. Definitions with `projectId` use the defaults of the profile. */
export function definitionsCheck(profile: unknown, keysUrl: OptionCheck = httpUrl): OptionCheck {
  const naming = isNaming(profile) ? profile : googleNaming;
  return withRule("definition-missing", (definitions, path) => [
    ...required(mapOf(definitionCheck(naming, keysUrl)))(definitions, path),
    ...(isObject(definitions) ? problemsBetween(definitions, naming, path) : []),
  ]);
}

/** Creates the check of a definition: by its issuer, or by a project. */
function definitionCheck(naming: Naming, keysUrl: OptionCheck): OptionCheck {
  const { issuerBase } = naming;
  const shared = {
    jwksUri: withRule("jwks-uri-form", keysUrl),
    locations: withRule(
      "location-form",
      must(
        (value) => areLocations(value) && value.length > 0,
        "a non-empty list of { header, valuePrefix } or { query }",
      ),
    ),
  };
  const byProject = optionsOf({
    projectId: withRule("project-id", must(isProjectId, "one path segment without spaces, commas or percent signs")),
    issuerBase:
      issuerBase === undefined
        ? withRule("issuer-empty", required(withRule("issuer-base", baseUrl), ": the naming profile has none"))
        : withRule("issuer-base", baseUrl),
    ...shared,
  });
  const byIssuer = optionsOf({
    issuer: withRule(
      "issuer-empty",
      required(
        naming.name === "vendor" ? httpUrl : must(isName, "a non-empty string without spaces"),
        ', or "projectId" and "issuerBase"',
      ),
    ),
    audiences: withRule("audiences-empty", required(must(areAudiences, AUDIENCES, shownList))),
    ...shared,
  });
  return withRule("definition-member", (definition, path) => {
    const { issuer, projectId } = Object(definition);
    const check = issuer === undefined && projectId !== undefined ? byProject : byIssuer;
    return check(definition, path);
  });
}

function shownList(value: unknown): string {
  return [value].flat().map(shown).join(", ") || "an empty list";
}

const AUDIENCES = "a non-empty list of audiences, each without commas or surrounding spaces";

/** Whether a value is a path segment; a comma would separate audiences. */
function isProjectId(value: unknown): boolean {
  return isString(value) && /^(?!\.{1,2}$)[^\s/\\?#%,]+$/.test(value);
}

function areAudiences(value: unknown): boolean {
  const audiences = splitAudiences(value);
  return audiences.length > 0 && (isString(value) || isSame(audiences, value));
}

function problemsBetween(definitions: Json, naming: Naming, path: string): OptionProblem[] {
  const given = Object.entries(definitions).filter(([, definition]) => definition !== undefined);
  if (given.length === 0) return [{ path, message: "must contain at least one definition" }];
  const blank = given.find(([name]) => !isName(name));
  if (blank)
    return [{ path, message: `must have names without spaces, got ${shown(blank[0])}`, rule: "definition-name" }];
  return duplicateIssuers(given, (definition) => issuerOf(definition, naming)).map(({ name, twin }) => ({
    path: joinPath(joinPath(path, name), "issuer"),
    message: `must differ from the issuer of "${twin}"`,
    rule: "duplicate-issuer",
  }));
}
