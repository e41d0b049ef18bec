import { isObject } from "../core/objects.js";
import { isString, must, type OptionCheck } from "../core/options.js";
import type { RuleSettings } from "../core/rules.js";

/** All fields and enum values for which a naming profile can have other names. */
export const NEUTRAL_NAMES = [
  "vendorLakeConfiguration",
  "vendorTableOptions",
  "vendorSheetsOptions",
  "VENDOR_SHEETS",
  "VENDOR_DATASTORE_BACKUP",
  "VENDOR_TABLE",
  "orchestratorConfigOverrides",
] as const;

/** A field or enum value that a naming profile can rename. */
export type NeutralName = (typeof NEUTRAL_NAMES)[number];

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
  /** Issuer, keys, audiences and token locations in a security scheme of OpenAPI 3. If absent, OpenAPI 3 is rejected. */
  readonly auth?: string | undefined;
  /** Mark of the server of an OpenAPI 3 document that is the gateway's address. If absent, there is no base path. */
  readonly endpoint?: string | undefined;
}

/** The names that a gateway uses. */
export interface GatewayNaming {
  /** Header in which the gateway sends the caller's claims to the backend. */
  readonly userInfoHeader: string;
  /**
   * Header that the gateway also searches for tokens by default, without a prefix: in the current generation after
   * `Authorization`, in the earlier one before it. Default: none.
   */
  readonly assertionHeader?: string | undefined;
  /** Extension keys of API definition documents. */
  readonly extensions: GatewayExtensions;
  /** Base URL of issuers; the issuer is this URL followed by the project id. If absent, each definition must have its own. */
  readonly issuerBase?: string | undefined;
  /** URL of the public keys of the issuers at `issuerBase`. If absent, each definition must have its own. */
  readonly jwksUri?: string | undefined;
  /**
   * Severities of issues of `checkSecurity` that differ from the rules, by rule id. With `"jwt-conjunction": "error"`,
   * `secureDocument` and `sandbox.gateway` reject requirements of several tokens, too.
   */
  readonly findings?: { readonly [rule: string]: "error" | "warning" | "info" | "off" } | undefined;
}

/** Prefix and address of the vocabulary with which a search service extends schema.org. */
export interface SearchVocabulary {
  /** Prefix of its terms, as in `<prefix>:resultScore`. */
  readonly prefix: string;
  /** URL that replaces the prefix when a term is expanded. */
  readonly address: string;
}

/** A naming profile: the names and addresses of services in requests and responses. Google's are the default everywhere. */
export interface Naming extends GatewayNaming {
  /** Name of the profile, for messages. */
  readonly name: string;
  /** Name of BigQuery in paths, in the `kind` of resources and in scopes: `bigquery` in Google's profiles. */
  readonly servicePath: string;
  /** Base addresses by area. For an area without one, the option `baseUrl` is required. */
  readonly addresses?: Readonly<Partial<Record<Area, string>>> | undefined;
  /** Base URL of scopes. If absent, pass it to `scopes`. */
  readonly scopeBase?: string | undefined;
  /**
   * First word of image versions and machine types, and of permissions: `composer` in Google's profiles. Default: any
   * lower-case word.
   */
  readonly product?: string | undefined;
  /** Second word of image versions: `airflow` in Google's profiles. Default: any lower-case word. */
  readonly engine?: string | undefined;
  /**
   * Names of fields and enum values that differ from those in the code, such as `biglakeConfiguration` for
   * `vendorLakeConfiguration`. They are translated only where a resource has these fields and values; keys of a user's own
   * map never change.
   */
  readonly names?: { readonly [N in NeutralName]?: string | undefined } | undefined;
  /**
   * Whether the services accept more column types, modes, formats and encodings than this package knows. Rules about
   * these values then report only those that are similar to a known one. Default: `false`.
   */
  readonly openValues?: boolean | undefined;
  /** Response headers with the service's id of a request, in order of preference. Default: `x-request-id`. */
  readonly requestIdHeaders?: readonly string[] | undefined;
  /** Vocabulary with which the sandbox's search extends schema.org. Default: a fictitious one. */
  readonly searchVocabulary?: SearchVocabulary | undefined;
  /** Severities of rules that differ from the defaults, because these services do not enforce the rules. */
  readonly rules: RuleSettings;
}

const FORM = "a profile such as googleNaming of fourfold/naming";

/** Whether a value is a naming profile. */
export function isNaming(value: unknown): value is Naming {
  return isObject(value) && isString(value.servicePath); // only naming profiles have a service path
}

/** Whether a value is the gateway's part of a naming profile. */
export function isGatewayNaming(value: unknown): value is GatewayNaming {
  return isObject(value) && isObject(value.extensions) && isString(value.extensions.issuer);
}

/** Check for a naming profile. */
export const namingOption: OptionCheck = /* @__PURE__ */ must(isNaming, FORM);

/** Check for the gateway's part of a naming profile. */
export const gatewayNamingOption: OptionCheck = /* @__PURE__ */ must(isGatewayNaming, FORM);

/** Neutral names, with `vendor` in place of a product name. The profile has no addresses. */
export const vendorNaming: Naming = {
  name: "vendor",
  servicePath: "warehouse",
  rules: {},
  userInfoHeader: "X-Vendor-API-UserInfo",
  extensions: {
    issuer: "x-vendor-issuer",
    jwksUri: "x-vendor-jwks_uri",
    audiences: "x-vendor-audiences",
    backend: "x-vendor-backend",
    locations: "x-vendor-extensions",
  },
};
