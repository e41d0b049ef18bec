import type { GatewayExtensions, Naming } from "../naming/naming.js";
import { isHttpUrl } from "../values/addresses.js";
import { valueAt, withoutUndefined } from "../values/objects.js";
import { textOf } from "./claims-and-headers.js";
import { readLocation, type TokenLocation } from "./token-location.js";

/** A JSON object of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** Keys and indexes that lead to a part of a document. */
export type DocumentPath = readonly (string | number)[];

/**
 * The definition of one issuer's tokens in a document.
 *
 * @see {@link https://cloud.google.com/endpoints/docs/openapi/openapi-extensions | OpenAPI extensions} of Cloud Endpoints
 */
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

/** Whether a value is the issuer of tokens: a URL in the specification's names, otherwise a string without spaces. */
export function isIssuer(value: unknown, { name }: Naming): boolean {
  return name === "vendor" ? isHttpUrl(value) : isName(value);
}

/** Whether a value is a string without spaces, such as the name of a definition. */
export function isName(value: unknown): boolean {
  return typeof value === "string" && /^\S+$/.test(value);
}

/** The parts of a definition. */
export const PARTS = ["issuer", "jwksUri", "audiences", "locations"] as const;
type DefinitionPart = (typeof PARTS)[number];

/** Form of the definitions of issuers in a version of OpenAPI. */
export interface DefinitionForm {
  /** Location of the definitions in the document. */
  readonly location: readonly string[];
  /** Keys that lead from a definition to the object with its parts. */
  readonly inner: readonly string[];
  /** Key that only definitions for the gateway have. */
  readonly marker: string;
  /** Keys of the parts, and of the prefix in a token location. */
  readonly keys: Readonly<Record<DefinitionPart | "valuePrefix", string>>;
  readAudiences(value: unknown): readonly string[];
  writeAudiences(audiences: readonly string[]): unknown;
  /** Creates a definition with these parts. */
  write(parts: Json): Json;
}

/** The form of OpenAPI 2.0. */
export function formOf2({ issuer, jwksUri, audiences, locations }: GatewayExtensions): DefinitionForm {
  return {
    location: ["securityDefinitions"],
    inner: [],
    marker: issuer,
    keys: { issuer, jwksUri, audiences, locations, valuePrefix: "value_prefix" },
    readAudiences: splitAudiences,
    writeAudiences: (list) => list.join(","),
    write: (parts) => ({ authorizationUrl: "", flow: "implicit", type: "oauth2", ...parts }),
  };
}

/** The form of a security scheme in OpenAPI 3.0 and 3.1, as in Google's samples. */
export function formOf3({ auth = "" }: GatewayExtensions): DefinitionForm {
  return {
    location: ["components", "securitySchemes"],
    inner: [auth],
    marker: auth,
    keys: {
      issuer: "issuer",
      jwksUri: "jwksUri",
      audiences: "audiences",
      locations: "jwtLocations",
      valuePrefix: "valuePrefix",
    },
    // Whether the gateway splits a string is not documented, so it is one audience.
    readAudiences: (value) => [value].flat().flatMap((each) => textOf(each)?.trim() || []),
    writeAudiences: (list) => list,
    write: (parts) => ({ type: "oauth2", flows: { implicit: { authorizationUrl: "", scopes: {} } }, [auth]: parts }),
  };
}

/** Whether a definition's type has no issuer: an API key or basic authentication. */
export function isOtherScheme({ type, scheme }: Json): boolean {
  return type === "apiKey" || type === "basic" || (type === "http" && /^basic$/i.test(textOf(scheme) ?? ""));
}

/** Deprecated extensions of OpenAPI 2.0 that Google still reads, with their current keys. */
export const CURRENT_KEYS: ReadonlyMap<string, string> = new Map([
  ["x-issuer", "x-google-issuer"],
  ["x-jwks_uri", "x-google-jwks_uri"],
]);

/** Returns a definition in which deprecated keys have their current names. */
export function withCurrentKeys(definition: Json): Json {
  return Object.fromEntries(Object.entries(definition).map(([key, value]) => [CURRENT_KEYS.get(key) ?? key, value]));
}

/** Returns the location of a definition, or of one of its parts. */
export function pathOf({ location, inner, keys }: DefinitionForm, name: string, part?: DefinitionPart): DocumentPath {
  return [...location, name, ...(part === undefined ? [] : [...inner, keys[part]])];
}

/** Returns a part of a definition as it is in the document; undefined if it is absent. */
export function partOf({ inner, keys }: DefinitionForm, definition: Json | undefined, part: DefinitionPart): unknown {
  return valueAt(definition, [...inner, keys[part]]);
}

/** Encodes a definition in the form of a document. The issuer is the first of its parts. */
export function writeDefinition(
  { issuer, jwksUri, audiences, locations }: IssuerDefinition,
  { keys, writeAudiences, write }: DefinitionForm,
): Json {
  return write(
    withoutUndefined({
      [keys.issuer]: issuer,
      [keys.jwksUri]: jwksUri,
      [keys.audiences]: writeAudiences(audiences),
      [keys.locations]: locations?.map((location) => writeLocation(location, keys)),
    }),
  );
}

/** Decodes a definition in the form of its document; undefined if the definition is not for the gateway. */
export function readDefinition(definition: Json, form: DefinitionForm): IssuerDefinition | undefined {
  const [issuer, jwksUri, audiences, locations] = PARTS.map((part) => partOf(form, definition, part));
  const text = textOf(issuer);
  if (text === null) return undefined;
  return {
    issuer: text,
    jwksUri: textOf(jwksUri) ?? undefined,
    audiences: form.readAudiences(audiences),
    locations: Array.isArray(locations)
      ? locations.flatMap((each) => readLocation(each, form.keys.valuePrefix))
      : undefined,
  };
}

/** Returns the audiences of a comma-separated string or a list. */
export function splitAudiences(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((part) => textOf(part)?.split(",") ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function writeLocation(location: TokenLocation, keys: DefinitionForm["keys"]): Json {
  if ("query" in location) return { query: location.query };
  return withoutUndefined({ header: location.header, [keys.valuePrefix]: location.valuePrefix });
}

/**
 * Decodes the gateway's definitions of a document, by name.
 *
 * @param audiences - The audiences of definitions that name none.
 */
export function definitionsOf(
  { definitions, form }: { readonly definitions: Readonly<Record<string, Json>>; readonly form: DefinitionForm },
  audiences: readonly string[] = [],
): Readonly<Record<string, IssuerDefinition>> {
  return Object.fromEntries(
    Object.entries(definitions).flatMap(([name, entry]) => {
      const definition = readDefinition(entry, form);
      if (definition === undefined) return [];
      return [[name, definition.audiences.length > 0 ? definition : { ...definition, audiences }]];
    }),
  );
}

/**
 * Finds definitions that have the same issuer as an earlier definition, their `twin`. Definitions without an issuer are
 * skipped.
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
