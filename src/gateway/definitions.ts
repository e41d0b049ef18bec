import { isObject } from "../core/objects.js";
import { isHeaderName } from "../core/options.js";
import type { GatewayExtensions, GatewayNaming } from "../naming/naming.js";
import { textOf } from "./claims.js";
import type { DocumentView, Json } from "./document.js";
import type { TokenLocation } from "./token-location.js";

/** The definition of one issuer's tokens in a document. */
export interface IssuerDefinition {
  /** Issuer of the tokens: a URL, a bare host or an e-mail address. */
  readonly issuer: string;
  /** URL of the issuer's public keys; undefined if the document has none. */
  readonly jwksUri?: string | undefined;
  /** Accepted audiences, one of which a token must have; compared without scheme and trailing slash. */
  readonly audiences: readonly string[];
  /** The only locations of the token; undefined for the default locations. */
  readonly locations?: readonly TokenLocation[] | undefined;
}

/** Encodes a definition as an entry of `securityDefinitions`. The issuer is the first of its extensions. */
export function writeDefinition(
  { issuer, jwksUri, audiences, locations }: IssuerDefinition,
  extensions: GatewayExtensions,
): Json {
  return {
    authorizationUrl: "",
    flow: "implicit",
    type: "oauth2",
    [extensions.issuer]: issuer,
    ...(jwksUri === undefined ? {} : { [extensions.jwksUri]: jwksUri }),
    [extensions.audiences]: audiences.join(","),
    ...(locations === undefined ? {} : { [extensions.locations]: locations.map(writeLocation) }),
  };
}

/** Returns the key of the issuer in an entry of {@link writeDefinition}; undefined if the entry has no extension. */
export function issuerKeyOf(entry: Json): string | undefined {
  return Object.keys(entry).find((key) => key.startsWith("x-"));
}

/** Decodes an entry of `securityDefinitions`; undefined if it is not a definition for the gateway. */
function readDefinition(entry: Json, extensions: GatewayExtensions): IssuerDefinition | undefined {
  const issuer = textOf(entry[extensions.issuer]);
  if (issuer === null) return undefined;
  const locations = entry[extensions.locations];
  return {
    issuer,
    jwksUri: textOf(entry[extensions.jwksUri]) ?? undefined,
    audiences: splitAudiences(entry[extensions.audiences]),
    locations: Array.isArray(locations) ? locations.flatMap(readLocation) : undefined,
  };
}

/** Returns the audiences of a comma-separated string or a list. */
export function splitAudiences(value: unknown): string[] {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts
    .flatMap((part) => (typeof part === "string" ? part.split(",") : []))
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function writeLocation(location: TokenLocation): Readonly<Record<string, string>> {
  if ("query" in location) return { query: location.query };
  const { header, valuePrefix } = location;
  return valuePrefix === undefined ? { header } : { header, value_prefix: valuePrefix };
}

/** Decodes one token location; returns an empty list if it is invalid. */
export function readLocation(value: unknown): TokenLocation[] {
  if (!isObject(value)) return [];
  const { header, query, value_prefix: prefix } = value;
  if (isHeaderName(header)) return [{ header, ...(typeof prefix === "string" ? { valuePrefix: prefix } : {}) }];
  return textOf(query) !== null ? [{ query: String(query) }] : [];
}

/**
 * Decodes the gateway's definitions of a document, by name.
 *
 * @param audiences - The audiences of definitions that name none.
 */
export function definitionsOf(
  view: DocumentView,
  { extensions }: GatewayNaming,
  audiences: readonly string[] = [],
): Readonly<Record<string, IssuerDefinition>> {
  return Object.fromEntries(
    Object.entries(view.definitions).flatMap(([name, entry]) => {
      const definition = readDefinition(entry, extensions);
      if (definition === undefined) return [];
      return [[name, definition.audiences.length > 0 ? definition : { ...definition, audiences }]];
    }),
  );
}

/**
 * Finds definitions that have the same issuer as an earlier one, their `twin`; those without an issuer are skipped.
 *
 * @see Spec: gateway, "Authentication", rule 4
 */
export function duplicateIssuers<D>(
  definitions: Iterable<readonly [name: string, definition: D]>,
  issuerOf: (definition: D) => unknown,
) {
  const names = new Map<unknown, string>();
  const duplicates: { readonly name: string; readonly twin: string }[] = [];
  for (const [name, definition] of definitions) {
    const issuer = issuerOf(definition);
    const twin = names.get(issuer);
    if (twin !== undefined) duplicates.push({ name, twin });
    else if (issuer !== undefined) names.set(issuer, name);
  }
  return duplicates;
}
