import { optionsOf, required, strictOptions } from "../core/rules/options.js";
import { googleNaming } from "../naming/google.js";
import type { GatewayNaming } from "../naming/naming.js";
import { gatewayNamingOption } from "../naming/naming-option.js";
import { writeDefinition } from "./definition.js";
import { completeDefinitions, definitionsCheck, type JwtDefinition } from "./jwt-definition.js";

/** Options of {@link jwtSecurity}. */
export interface JwtSecurityOptions<Name extends string = string> {
  /** The definitions, each under a name of your choice. Their issuers differ. */
  readonly definitions: { readonly [N in Name]?: JwtDefinition | undefined };
  /** Profile that names the extension keys. Default: `googleNaming`. */
  readonly naming?: GatewayNaming | undefined;
}

/** Security definitions and requirements for a document, as plain data. */
export interface JwtSecurity<Name extends string = string> {
  /** Entries of `securityDefinitions`. */
  readonly securityDefinitions: { readonly [N in Name]: Readonly<Record<string, unknown>> };
  /** Security section of the API: one alternative per definition. */
  readonly security: readonly { readonly [N in Name]?: readonly never[] | undefined }[];
}

/**
 * Creates the security definitions and the requirement with which the gateway checks tokens. Several definitions are
 * alternatives.
 *
 * @param options - The definitions by name: `{ projectId, issuerBase, jwksUri? }`, or `{ issuer, audiences, jwksUri?,
 * locations? }`.
 * @returns Plain data for {@link secureDocument}.
 * @throws {RequestError} If a definition or an option is invalid, with all issues: two definitions with the same
 * issuer, no issuer, no audience, an unknown property.
 * @see Spec: gateway, "Security definition (entry of securityDefinitions in the API definition document)"
 * @see Spec: gateway, "Security requirement"
 *
 * @example
 * const security = jwtSecurity({
 *   definitions: { users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" } },
 * });
 * const secured = secureDocument(document, security);
 */
export function jwtSecurity<Name extends string>(options: JwtSecurityOptions<Name>): JwtSecurity<Name> {
  const checks = { definitions: definitionsCheck(options?.naming), naming: gatewayNamingOption };
  strictOptions("jwtSecurity", options, required(optionsOf(checks)));
  const { definitions, naming = googleNaming } = options;
  const complete = Object.entries(completeDefinitions(definitions, naming));
  return {
    securityDefinitions: Object.fromEntries(
      complete.map(([name, each]) => [name, writeDefinition(each, naming.extensions)]),
    ),
    security: complete.map(([name]) => Object.fromEntries([[name, []]])),
  } as unknown as JwtSecurity<Name>; // the names are the keys of the given definitions
}
