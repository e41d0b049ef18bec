import { valueAt } from "../values/objects.js";
import { isString, must, required, strictOptions } from "../values/options.js";
import type { JsonLdContext } from "./schemas/entity.js";

/**
 * Expands a name of a response to its full IRI: `Person` becomes `http://schema.org/Person`, `kg:/m/0x` becomes
 * `http://g.co/kg/m/0x`.
 *
 * Follows the contexts of Knowledge Graph Search: terms that are an IRI or a name with a prefix, prefixes that are an IRI, and
 * `@vocab`. Keywords, absolute IRIs and names with an unknown prefix are returned unchanged.
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
  return iriOf(term, context);
}

/**
 * Shortens an IRI to its name in a context: `http://schema.org/Person` becomes `Person`. The inverse of {@link expandTerm}: an
 * IRI without a name that expands to it is returned unchanged.
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
  const terms = Object.keys(context ?? {}).filter((name) => !name.startsWith("@"));
  const without = (iri: string | undefined, prefix: string) =>
    iri !== undefined && uri.startsWith(iri) ? [prefix + uri.slice(iri.length)] : [];
  const relative = without(textAt("@vocab", context), "");
  const prefixed = terms.flatMap((term) => without(textAt(term, context), `${term}:`));
  return [...terms, ...relative, ...prefixed].find((name) => name !== "" && iriOf(name, context) === uri) ?? uri;
}

const nameCheck = required(must(isString, "a string"));

/** Expands a name, or returns it. */
function iriOf(name: string, context: JsonLdContext | undefined): string {
  if (name.startsWith("@")) return name;
  const definition = textAt(name, context) ?? name;
  const [prefix = "", ...rest] = definition.split(":");
  if (rest.length === 0) return `${textAt("@vocab", context) ?? ""}${definition}`;
  const iri = textAt(prefix, context);
  return iri === undefined ? definition : `${iri}${rest.join(":")}`;
}

/** Returns a context's own definition of a name, if it is a string; nothing is inherited, as for `toString`. */
function textAt(name: string, context: JsonLdContext | undefined): string | undefined {
  const definition = valueAt(context, [name]);
  return isString(definition) ? definition : undefined;
}
