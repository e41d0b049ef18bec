import type { Translation } from "../call/method.js";
import type { RuleSettings } from "../checks/rules.js";
import { isObject } from "../values/objects.js";
import { must, type OptionCheck } from "../values/options.js";

/** An area with an HTTP API. */
export type Area = "warehouse" | "entities" | "environments";

/** Extension keys for the gateway in API definition documents. */
export interface GatewayExtensions {
  /** Issuer of the tokens. */
  readonly issuer: string;
  /** URL of the issuer's public keys. */
  readonly jwksUri: string;
  /** Accepted audiences of the tokens. */
  readonly audiences: string;
  /** URL of the backend. If it is present, the gateway replaces the Authorization header. */
  readonly backend: string;
  /** Token locations in a security definition. */
  readonly locations: string;
  /** Issuer, keys, audiences and token locations in a security scheme of OpenAPI 3. If absent, OpenAPI 3 is rejected. */
  readonly auth?: string | undefined;
  /** Extension of the OpenAPI 3 server that is the gateway's own URL. Without it, there is no base path. */
  readonly endpoint?: string | undefined;
}

/** Prefix and address of the vocabulary with which a search service extends schema.org. */
export interface SearchVocabulary {
  /** Prefix of the vocabulary's terms, as in `<prefix>:resultScore`. */
  readonly prefix: string;
  /** URL that replaces the prefix when a term is expanded. */
  readonly address: string;
}

/**
 * A naming profile: `googleNaming`, the default everywhere, or `vendorNaming`. It contains the URLs and names of services
 * on the wire, and the severities of rules. Names in code do not depend on it. A changed copy of a profile is rejected.
 */
export interface Naming {
  /** Name of the profile. */
  readonly name: "google" | "vendor";
  /** Name of BigQuery in paths, in the `kind` of resources and in scopes. */
  readonly servicePath: string;
  /** Base URLs by area. If absent, the option `baseUrl` is required. */
  readonly addresses?: Readonly<Record<Area, string>> | undefined;
  /** Base URL of scopes. */
  readonly scopeBase: string;
  /** First word of image versions and machine types, and of permissions. Default: any lower-case word. */
  readonly product?: string | undefined;
  /** Second word of image versions. Default: any lower-case word. */
  readonly engine?: string | undefined;
  /**
   * Whether the services accept more column types, modes, formats and encodings than this package knows. Rules about these
   * values then report only values that are similar to a known one. Default: `false`.
   */
  readonly openValues?: boolean | undefined;
  /** Response headers with the service's id of a request, in order of preference. */
  readonly requestIdHeaders: readonly string[];
  /** Vocabulary with which the sandbox's search extends schema.org. */
  readonly searchVocabulary: SearchVocabulary;
  /** Header in which the gateway sends the caller's claims to the backend. If absent, the header depends on the gateway. */
  readonly userInfoHeader?: string | undefined;
  /** Extension keys of API definition documents. */
  readonly extensions: GatewayExtensions;
  /**
   * Base URL of issuers; the issuer is this URL followed by the project id. If absent, each definition must have its own
   * issuer.
   */
  readonly issuerBase?: string | undefined;
  /** URL of the public keys of the issuers at `issuerBase`. If absent, each definition must have its own URL. */
  readonly jwksUri?: string | undefined;
  /** Severities of issues of `checkSecurity` that differ from the rules, by rule id. */
  readonly findings?: { readonly [rule: string]: "error" | "warning" | "info" } | undefined;
  /** Severities of rules that differ from the defaults, because these services do not enforce the rules. */
  readonly rules: RuleSettings;
  /** @internal Translates resources to the names on the wire. If absent, the names on the wire are the names in code. */
  readonly translation?: Translation | undefined;
}

/** Whether a value is a naming profile of the package. Profiles are frozen, so a changed copy is not one. */
export function isNaming(value: unknown): value is Naming {
  return isObject(value) && Object.isFrozen(value) && "requestIdHeaders" in value;
}

/** Check for a naming profile. */
export const namingOption: OptionCheck = must(isNaming, "googleNaming or vendorNaming of fourfold, not a changed copy");
