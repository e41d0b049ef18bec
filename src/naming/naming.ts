import type { RuleSettings } from "../core/rules/rules.js";
import type { NeutralName } from "./neutral-names.js";

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
  /** Address of the public keys of the issuers at `issuerBase`; without one, a definition has to say its own. */
  readonly jwksUri?: string | undefined;
  /** Severities of findings of `checkSecurity`, by rule id, that differ from the rules' because the gateway is more lenient. */
  readonly findings?: { readonly [rule: string]: "error" | "warning" | "info" | "off" } | undefined;
}

/** Prefix and address of the vocabulary in which a brand's search extends schema.org. */
export interface SearchVocabulary {
  /** What terms of it begin with, as in `<prefix>:resultScore`. */
  readonly prefix: string;
  /** What the prefix stands for: a URL that a term's name completes. */
  readonly address: string;
}

/** The names that one brand of the services uses on the wire. Types and code know the neutral names alone. */
export interface Naming extends GatewayNaming {
  /** Name of the profile, for messages. */
  readonly name: string;
  /** The brand's word for the warehouse: in paths, in the `kind` of resources, in names of scopes. */
  readonly servicePath: string;
  /** Base addresses that are known; an area without one needs the `baseUrl` option. */
  readonly addresses?: Readonly<Partial<Record<Area, string>>> | undefined;
  /** Base address of names of scopes; without one, `scopes` has to be given it. */
  readonly scopeBase?: string | undefined;
  /** What `<product>` stands for in image versions, machine types and permissions. Default: any lower-case word. */
  readonly product?: string | undefined;
  /** What `<engine>` stands for in image versions. Default: any lower-case word. */
  readonly engine?: string | undefined;
  /**
   * The brand's names of members and of enumerated values, each by its neutral name. They are exchanged where the spec
   * has these members and values, and nowhere else: keys of a user's own map stay, whatever they are called. What is left
   * out keeps its neutral name.
   */
  readonly names?: { readonly [N in NeutralName]?: string | undefined } | undefined;
  /** Response headers with the service's id of a request, in order of preference. Default: `x-request-id`. */
  readonly requestIdHeaders?: readonly string[] | undefined;
  /** The vocabulary that the sandbox's search extends schema.org by. Default: a made-up one. */
  readonly searchVocabulary?: SearchVocabulary | undefined;
  /** Severities of rules that differ from the tables', because this brand's services do not enforce them. */
  readonly rules: RuleSettings;
}

/** A naming profile that knows where areas live, so that their clients need no `baseUrl`. */
export type NamingWithAddress<A extends Area> = Naming & { readonly addresses: Readonly<Record<A, string>> };
