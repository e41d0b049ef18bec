import type { SchemaOrgType } from "./schema-org-type.js";

/** What to restrict a search to, whatever is searched for. */
export interface EntityConstraints {
  /**
   * Languages of names and texts, and of what is matched: ISO 639 codes, with a script or a region where wanted (`de`,
   * `zh-Hant`, `pt-BR`). With several, texts come as lists with one element a language. Default: the service's.
   */
  languages?: string | readonly string[] | undefined;
  /** Types as schema.org names them, as in `Person`; an entity must be of at least one. Default: all types. */
  types?: SchemaOrgType | (string & {}) | readonly (SchemaOrgType | (string & {}))[] | undefined;
  /**
   * How many entities to return at most: an integer from 1 to 500. The higher, the likelier the service runs out of
   * time. Default: the service's, 20.
   */
  limit?: number | undefined;
}

/**
 * What to search for. Everything is optional, and a search with neither `query` nor `ids` is sent as it is.
 *
 * @see Spec: entities, "(A) Search entities"
 */
export interface EntitySearchQuery extends EntityConstraints {
  /** The text to search for in names and aliases, taken literally. */
  query?: string | undefined;
  /** Ids of entities, with or without `kg:`, as in `/m/0x`. An empty list is the same as none. */
  ids?: string | readonly string[] | undefined;
  /** Whether a name may also begin with `query`. Default: the service's, `false`. */
  prefix?: boolean | undefined;
  /** Whether the answer's JSON is indented, which only shows to who reads it raw. Default: the service's, `false`. */
  indent?: boolean | undefined;
}
