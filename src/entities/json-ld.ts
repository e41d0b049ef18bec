import { valueAt } from "../values/objects.js";
import { isString, must, required, strictOptions } from "../values/options.js";
import { ENTITY_PREFIX } from "./entity.js";
import type { JsonLdContext } from "./schemas/entity.js";

/**
 * Expands a name of a response to its full IRI: `Person` becomes `http://schema.org/Person`.
 *
 * Follows the context as JSON-LD does: terms, prefixes, `@vocab`, and terms that refer to other names of the context.
 * Keywords, absolute IRIs and names with an unknown prefix are returned unchanged, and so is a name whose definition refers
 * to itself or leads through more than 100 other definitions.
 *
 * In addition to JSON-LD, `kg:/m/0x` is expanded to `http://g.co/kg/m/0x`, although this prefix does not end with a
 * delimiter.
 *
 * @param term - The name.
 * @param context - The `@context` of the response.
 * @returns The IRI, or the name itself.
 * @throws {RequestError} If the name is not a string.
 *
 * @example
 * expandTerm("resultScore", response["@context"]);
 */
export function expandTerm(term: string, context: JsonLdContext | undefined): string {
  strictOptions("expandTerm", { term }, { term: nameCheck });
  return resolve(term, context, 0) ?? term;
}

/**
 * Shortens an IRI to the shortest name in a context: `http://schema.org/Person` becomes `Person`. The inverse of
 * {@link expandTerm}: an IRI without a name that expands to it is returned unchanged.
 *
 * As in JSON-LD, terms take precedence over names relative to `@vocab`, and names relative to `@vocab` take precedence over
 * names with a prefix.
 *
 * @param uri - The IRI.
 * @param context - The `@context` of the response.
 * @returns The name, or the IRI itself.
 * @throws {RequestError} If the IRI is not a string.
 *
 * @example
 * compactTerm("http://g.co/kg/m/0x", response["@context"]);   // "kg:/m/0x"
 */
export function compactTerm(uri: string, context: JsonLdContext | undefined): string {
  strictOptions("compactTerm", { uri }, { uri: nameCheck });
  const terms: string[] = [];
  const prefixed: string[] = [];
  for (const term of Object.keys(context ?? {}).filter((name) => !name.startsWith("@"))) {
    const address = resolve(term, context, 0);
    if (address === uri) terms.push(term);
    else if (address !== undefined && uri.startsWith(address)) prefixed.push(`${term}:${uri.slice(address.length)}`);
  }
  const vocab = definitionOf("@vocab", context);
  const relative = typeof vocab === "string" && uri.startsWith(vocab) ? [uri.slice(vocab.length)] : [];
  const candidates = [...terms.sort(shortestFirst), ...relative, ...prefixed.sort(shortestFirst)];
  // A name is usable only if it expands to the same IRI.
  return candidates.find((name) => name !== "" && resolve(name, context, 0) === uri) ?? uri;
}

const nameCheck = required(must(isString, "a string"));

/** Maximum number of definitions to follow when a name is expanded. */
const MAX_DEPTH = 100;
const KEYWORD = /^@[a-z]+$/i;
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*|_):\S*$/i;
const DELIMITER = /[:/?#[\]@]$/;

/** Expands a name to its IRI; undefined if a definition is null or refers to itself. */
function resolve(name: string, context: JsonLdContext | undefined, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (KEYWORD.test(name)) return name;
  const definition = definitionOf(name, context);
  const id = idOf(definition);
  if (id === null) return undefined;
  if (id !== undefined && id !== name) return resolve(id, context, depth + 1);
  const colon = name.indexOf(":");
  if (colon > 0) {
    const suffix = name.slice(colon + 1);
    const prefix = name.slice(0, colon);
    if (prefix === "_" || suffix.startsWith("//")) return name;
    const meaning = definitionOf(prefix, context);
    if (idOf(meaning) != null) {
      const address = resolve(prefix, context, depth + 1);
      if (address === undefined) return undefined;
      if (isPrefix(meaning, address) || (`${prefix}:` === ENTITY_PREFIX && suffix.startsWith("/"))) {
        return address + suffix;
      }
    }
    if (ABSOLUTE.test(name)) return name;
  }
  const vocab = definitionOf("@vocab", context);
  return typeof vocab === "string" ? vocab + name : name;
}

/** Whether a term can be used as a prefix: its IRI ends with a delimiter, or its definition sets `@prefix`. */
function isPrefix(definition: unknown, address: string): boolean {
  return typeof definition === "string"
    ? DELIMITER.test(address)
    : (definition as { "@prefix"?: unknown })["@prefix"] === true; // a definition with an id is an object
}

/** Returns the `@id` of a definition; null if the definition removes the term, undefined if there is none. */
function idOf(definition: unknown): string | null | undefined {
  const id = typeof definition === "object" && definition !== null ? valueAt(definition, ["@id"]) : definition;
  return typeof id === "string" || id === null ? id : undefined;
}

/** Returns the definition of a name; those of `toString` and `__proto__` only if the context contains them. */
function definitionOf(name: string, context: JsonLdContext | undefined): unknown {
  return valueAt(context, [name]);
}

/** Sorts names by length, then alphabetically. */
function shortestFirst(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
