/**
 * What the short names of a document stand for: a JSON-LD `@context`.
 *
 * `expandTerm` and `compactTerm` follow it. In a search it holds `@vocab` (the address of schema.org), a prefix of the
 * extension vocabulary, the terms of that vocabulary, and `kg`, the prefix of entity ids.
 *
 * @see Spec: entities, "(A) Search response"
 */
export interface JsonLdContext {
  /** What is put in front of every name that has no definition here. */
  "@vocab"?: string | null | undefined;
  /** A term or a prefix: an address, another name of this context, or a definition with an `@id`. */
  [term: string]: unknown;
}
