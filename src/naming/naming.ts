import type { RuleSettings } from "../core/rules.js";

/** An area that is spoken to over HTTP. */
export type Area = "warehouse" | "entities" | "environments";

/** Extension keys that the gateway knows in API definition documents. */
export interface GatewayExtensions {
  /** Issuer of the tokens. */
  readonly issuer: string;
  /** Address of the issuer's public keys. */
  readonly jwksUri: string;
  /** Whom the tokens must be for. */
  readonly audiences: string;
  /** Address of the backend; where it stands, the gateway replaces the Authorization header. */
  readonly backend: string;
  /** Where the token is read, inside a security definition. */
  readonly locations: string;
}

/** The names that the gateway of a brand uses. */
export interface GatewayNaming {
  /** Header that tells the backend who is calling. */
  readonly userInfoHeader: string;
  /** Extension keys of API definition documents. */
  readonly extensions: GatewayExtensions;
  /** Base address of issuers, which a project id completes; without one, a definition has to say its own. */
  readonly issuerBase?: string | undefined;
}

/** The names that one brand of the services uses on the wire. */
export interface Naming extends GatewayNaming {
  /** Name of the profile. */
  readonly name: string;
  /** Path segment that identifies the warehouse in its base address. */
  readonly servicePath: string;
  /** Base addresses that are known; an area without one needs the `baseUrl` option. */
  readonly addresses?: Readonly<Partial<Record<Area, string>>> | undefined;
  /** Severities of rules that differ from the tables', because this brand's services do not enforce them. */
  readonly rules: RuleSettings;
}
