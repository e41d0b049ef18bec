import type { GatewayExtensions } from "../naming/naming.js";
import { isNotKnown, nearMiss } from "../values/nearest.js";
import { CURRENT_KEYS, type DocumentPath, type Json } from "./definitions.js";
import { ALLOW, MANAGEMENT, METHODS } from "./document.js";

/** Keys that a gateway reads, separated by spaces, by the path of their object, in which `{…}` is any key. */
type KnownKeys = Readonly<Record<string, string>>;

function keysOf2({ issuer, jwksUri, audiences, locations, backend }: GatewayExtensions): KnownKeys {
  const backendKeys = "address jwt_audience disable_auth path_translation protocol deadline";
  return {
    "": `host basePath schemes security securityDefinitions ${backend} ${ALLOW} x-google-api-name x-google-endpoints x-google-management`,
    "paths.{path}": METHODS.join(" "),
    "paths.{path}.{method}": `schemes security ${backend} x-google-quota x-google-api-name`,
    [`paths.{path}.{method}.${backend}`]: backendKeys,
    [backend]: backendKeys,
    "x-google-endpoints.{index}": "allowCors",
    "x-google-management": "metrics quota",
    "securityDefinitions.{name}": `${issuer} ${jwksUri} ${audiences} ${locations}`,
    [`securityDefinitions.{name}.${locations}.{index}`]: "header query value_prefix",
  };
}

function keysOf3({ backend }: GatewayExtensions): KnownKeys {
  return {
    "": `security ${backend} ${MANAGEMENT}`,
    "paths.{path}": `${METHODS.join(" ")} trace`,
    "paths.{path}.{method}": `security ${backend} x-google-quota x-google-mcp-tool x-google-model-router`,
    "paths.{path}.parameters.{index}": "x-google-parameter",
    "paths.{path}.{method}.parameters.{index}": "x-google-parameter",
    "components.parameters.{name}": "x-google-parameter",
    "servers.{index}": "x-google-endpoint",
    "servers.{index}.x-google-endpoint": "allowCors",
    [MANAGEMENT]: "metrics quota backends apiName ai mcp allowCors",
    [`${MANAGEMENT}.backends.{name}`]: "address jwtAudience disableAuth pathTranslation protocol deadline",
    [`${MANAGEMENT}.mcp`]: "tools-list",
    [`${MANAGEMENT}.mcp.tools-list`]: "security",
    components: "securitySchemes",
    "components.securitySchemes.{name}": "x-google-auth",
    "components.securitySchemes.{name}.x-google-auth": "issuer jwksUri audiences jwtLocations",
    "components.securitySchemes.{name}.x-google-auth.jwtLocations.{index}": "header query valuePrefix cookie",
  };
}

/** Depth at which the search for keys ends: that of token locations in OpenAPI 3. */
const MAX_DEPTH = 6;

/**
 * Yields keys that a gateway ignores, although they are similar to known ones: misspelt, misplaced, deprecated or of the other
 * version of OpenAPI. Outside the objects that a gateway reads, only extensions are compared.
 */
export function* ignoredKeys(
  document: Json,
  openapi: 2 | 3,
  extensions: GatewayExtensions,
): Iterable<readonly [path: DocumentPath, message: string]> {
  const [ofTwo, ofThree] = [rowsOf(keysOf2(extensions)), rowsOf(keysOf3(extensions))];
  const rows = openapi === 2 ? ofTwo : ofThree;
  const own = allKeys(rows);
  const ofOther = allKeys(openapi === 2 ? ofThree : ofTwo);
  const problemWith = (key: string, here: readonly string[]) => {
    const current = CURRENT_KEYS.get(key);
    if (current !== undefined) return `"${key}" is deprecated; use "${current}"`;
    const meant = similar(key, here);
    if (meant !== undefined) return meant === key ? undefined : `"${key}" ${isNotKnown(meant)}`;
    const elsewhere = knownAs(key, own);
    if (elsewhere !== undefined) {
      const places = rows
        .filter(({ keys }) => keys.includes(elsewhere))
        .map(({ place }) => place || "the document itself");
      return `"${key}" is not read here; write "${elsewhere}" in ${places.join(" or ")}`;
    }
    return knownAs(key, ofOther) === undefined
      ? undefined
      : `"${key}" is a key of OpenAPI ${openapi === 2 ? "3" : "2.0"}`;
  };
  // A Map also iterates over what is added during the iteration. An object that occurs twice is searched once.
  const found = new Map<object, readonly string[]>([[document, []]]);
  for (const [object, path] of found) {
    const row = rows.find(({ segments }) => isAt(path, segments));
    for (const [key, value] of Object.entries(object)) {
      const problem = row || isExtension(key) ? problemWith(key, row?.keys ?? []) : undefined;
      if (problem !== undefined) yield [[...path, key], problem];
      else if (typeof value === "object" && value !== null && path.length < MAX_DEPTH && !found.has(value))
        found.set(value, [...path, key]);
    }
  }
}

function rowsOf(known: KnownKeys) {
  return Object.entries(known).map(([place, keys]) => {
    return { place, segments: place === "" ? [] : place.split("."), keys: keys.split(" ") };
  });
}

function allKeys(rows: ReturnType<typeof rowsOf>): readonly string[] {
  return [...new Set(rows.flatMap(({ keys }) => keys))];
}

/** Whether an object is at a place. Extensions are no paths, methods or names. */
function isAt(path: readonly string[], segments: readonly string[]): boolean {
  if (path.length !== segments.length) return false;
  return path.every((key, index) => key === segments[index] || (segments[index]?.startsWith("{") && !/^x-/i.test(key)));
}

/** Returns the known key that is similar to an extension, or equal to another key. */
function knownAs(key: string, known: readonly string[]): string | undefined {
  return isExtension(key) || known.includes(key) ? similar(key, known) : undefined;
}

/**
 * Returns the known key that equals a key without `-`, `_` and case, that the key is probably a typo of, or that begins with an
 * extension such as `x-google-jwks`. Extensions are compared with extensions only.
 */
function similar(key: string, known: readonly string[]): string | undefined {
  if (known.includes(key)) return key;
  const bare = bareOf(key);
  const names = new Map(
    known.filter((each) => isExtension(each) === isExtension(key)).map((each) => [bareOf(each), each]),
  );
  const bares = [...names.keys()];
  const longer = /^x(?:google|vendor)./.test(bare) ? bares.find((each) => each.startsWith(bare)) : undefined;
  return names.get(longer ?? nearMiss(bare, bares) ?? bare);
}

function bareOf(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, "");
}

function isExtension(key: string): boolean {
  return /^x/i.test(key);
}
