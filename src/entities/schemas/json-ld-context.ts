/**
 * JSON-LD `@context` of a document, for `expandTerm` and `compactTerm`.
 *
 * In a search response, it contains `@vocab` (the address of schema.org), a prefix of the extension vocabulary, the
 * terms of that vocabulary, and `kg`, the prefix of entity ids.
 *
 * @see Spec: entities, "(A) Search response"
 */
export interface JsonLdContext {
  /** Prefix of every name that has no definition in this context. */
  "@vocab"?: string | null | undefined;
  /** A term or a prefix: an address, another name of this context, or a definition with an `@id`. */
  [term: string]: unknown;
}
