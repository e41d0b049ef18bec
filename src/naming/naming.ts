import type { RuleSettings } from "../core/rules/rules.js";
import type { NeutralName } from "./neutral-names.js";

/** An area with an HTTP API. */
export type Area = "warehouse" | "entities" | "environments";

/** Extension keys for the gateway in API definition documents. */
export interface GatewayExtensions {
  /** Issuer of the tokens. */
  readonly issuer: string;
  /** Address of the issuer's public keys. */
  readonly jwksUri: string;
  /** Accepted audiences of the tokens. */
  readonly audiences: string;
  /** Address of the backend. If it is present, the gateway replaces the Authorization header. */
  readonly backend: string;
  /** Token locations in a security definition. */
  readonly locations: string;
}

/** The names that a gateway uses. */
export interface GatewayNaming {
  /** Header in which the gateway sends the caller's claims to the backend. */
  readonly userInfoHeader: string;
  /** Extension keys of API definition documents. */
  readonly extensions: GatewayExtensions;
  /** Base URL of issuers; the issuer is this URL followed by the project id. If absent, each definition must have its own. */
  readonly issuerBase?: string | undefined;
  /** URL of the public keys of the issuers at `issuerBase`. If absent, each definition must have its own. */
  readonly jwksUri?: string | undefined;
  /** Severities of issues of `checkSecurity`, by rule id, where the gateway is more lenient than the rules. */
  readonly findings?: { readonly [rule: string]: "error" | "warning" | "info" | "off" } | undefined;
}

/** Prefix and address of the vocabulary with which a search service extends schema.org. */
export interface SearchVocabulary {
  /** Prefix of its terms, as in `<prefix>:resultScore`. */
  readonly prefix: string;
  /** URL that replaces the prefix when a term is expanded. */
  readonly address: string;
}

/** A naming profile: the vendor-specific names of services in requests and responses. Types and code use neutral names. */
export interface Naming extends GatewayNaming {
  /** Name of the profile, for messages. */
  readonly name: string;
  /** Vendor-specific name of the warehouse in paths, in the `kind` of resources and in scopes. */
  readonly servicePath: string;
  /** Base addresses by area. For an area without one, the option `baseUrl` is required. */
  readonly addresses?: Readonly<Partial<Record<Area, string>>> | undefined;
  /** Base URL of scopes. If absent, pass it to `scopes`. */
  readonly scopeBase?: string | undefined;
  /** Value of `<product>` in image versions, machine types and permissions. Default: any lower-case word. */
  readonly product?: string | undefined;
  /** Value of `<engine>` in image versions. Default: any lower-case word. */
  readonly engine?: string | undefined;
  /**
   * Vendor-specific names of fields and enum values, by neutral name. They are translated only where the spec has these
   * fields and values; keys of a user's own map never change. Names that are not listed stay neutral.
   */
  readonly names?: { readonly [N in NeutralName]?: string | undefined } | undefined;
  /**
   * Whether the services accept more column types, modes, formats and encodings than the spec lists. Rules about these values
   * then report only those that are similar to a known one. Default: `false`.
   */
  readonly openValues?: boolean | undefined;
  /** Response headers with the service's id of a request, in order of preference. Default: `x-request-id`. */
  readonly requestIdHeaders?: readonly string[] | undefined;
  /** Vocabulary with which the sandbox's search extends schema.org. Default: a fictitious one. */
  readonly searchVocabulary?: SearchVocabulary | undefined;
  /** Severities of rules that differ from the defaults, because these services do not enforce the rules. */
  readonly rules: RuleSettings;
}

/** A naming profile with addresses of areas, whose clients do not require `baseUrl`. */
export type NamingWithAddress<A extends Area> = Naming & {
  /** Base addresses of the areas. */ readonly addresses: Readonly<Record<A, string>>;
};
