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
    "components.securitySchemes.{name}.flows.{name}": "scopes",
    "components.securitySchemes.{name}.x-google-auth": "issuer jwksUri audiences jwtLocations",
    "components.securitySchemes.{name}.x-google-auth.jwtLocations.{index}": "header query valuePrefix cookie",
  };
}

/** An object that a gateway reads, or that contains one: the known keys, and the places inside it by key. */
interface Place {
  keys: readonly string[];
  readonly inside: Map<string, Place>;
  /** Objects that were searched, so that one that occurs many times is searched once. */
  readonly searched: Set<unknown>;
}

/** Arranges known keys by the paths of their objects. */
function placesOf(known: KnownKeys): Place {
  const newPlace = (): Place => ({ keys: [], inside: new Map(), searched: new Set() });
  const root = newPlace();
  for (const [path, keys] of Object.entries(known)) {
    let place = root;
    for (const segment of path === "" ? [] : path.split(".")) {
      const inner = place.inside.get(segment) ?? newPlace();
      place.inside.set(segment, inner);
      place = inner;
    }
    place.keys = keys.split(" ");
  }
  return root;
}

/** Returns the place inside another one. A key in `{…}` is any element of a list, any method, any path, or any name. */
function placeAt({ inside }: Place, key: string, isElement: boolean): Place | undefined {
  if (isElement) return inside.get("{index}");
  const isMethod = METHODS.includes(key);
  const isPath = key.startsWith("/");
  return (
    inside.get(key) ??
    inside.get("{name}") ??
    (isMethod ? inside.get("{method}") : undefined) ??
    (isPath ? inside.get("{path}") : undefined)
  );
}

/**
 * Yields keys that a gateway ignores, although they are similar to known ones: misspelt, misplaced, deprecated or of the other
 * version of OpenAPI. Only objects that a gateway reads, and those around them, are searched.
 */
export function* ignoredKeys(
  document: Json,
  openapi: 2 | 3,
  extensions: GatewayExtensions,
): Iterable<readonly [path: DocumentPath, message: string]> {
  const [ofTwo, ofThree] = [keysOf2(extensions), keysOf3(extensions)];
  const known = openapi === 2 ? ofTwo : ofThree;
  const own = allKeys(known);
  const ofOther = allKeys(openapi === 2 ? ofThree : ofTwo);
  const problemWith = (key: string, here: readonly string[]) => {
    const current = CURRENT_KEYS.get(key);
    if (current !== undefined) return `"${key}" is deprecated; use "${current}"`;
    const meant = similar(key, here);
    if (meant !== undefined) return meant === key ? undefined : `"${key}" ${isNotKnown(meant)}`;
    const elsewhere = knownAs(key, own);
    if (elsewhere !== undefined) {
      const places = Object.keys(known).filter((place) => known[place]?.split(" ").includes(elsewhere));
      const remedy = `write "${elsewhere}" in ${places.map((place) => place || "the document itself").join(" or ")}`;
      return `"${key}" is not read here${elsewhere === ALLOW ? "" : `; ${remedy}`}`; // it would open all other paths
    }
    return knownAs(key, ofOther) === undefined
      ? undefined
      : `"${key}" is a key of OpenAPI ${openapi === 2 ? "3" : "2.0"}`;
  };
  function* search(value: unknown, place: Place, path: readonly string[]): Iterable<readonly [DocumentPath, string]> {
    if (typeof value !== "object" || value === null || place.searched.has(value)) return;
    place.searched.add(value);
    const isMapOfNames = place.inside.has("{name}");
    for (const [key, member] of Object.entries(value)) {
      const isCompared = !isMapOfNames && (place.keys.length > 0 || isExtension(key));
      const problem = isCompared ? problemWith(key, place.keys) : undefined;
      const inner = placeAt(place, key, Array.isArray(value));
      if (problem !== undefined) yield [[...path, key], problem];
      else if (inner !== undefined) yield* search(member, inner, [...path, key]);
    }
  }
  yield* search(document, placesOf(known), []);
}

function allKeys(known: KnownKeys): readonly string[] {
  return [...new Set(Object.values(known).flatMap((keys) => keys.split(" ")))];
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
