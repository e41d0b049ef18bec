import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import { number, openObject, opt, string } from "../../schema/schema.js";

/**
 * A string of Knowledge Graph Search with its language. `localized` picks one of a list.
 *
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface LanguageTagged extends Fields<typeof languageTaggedShape> {}

const languageTaggedShape = {
  /** Language of the text, such as `de` or `zh-Hant`. */
  "@language": opt(string),
  /** The text. */
  "@value": opt(string),
};

/** Schema of `LanguageTagged`, with `parse` and `safeParse`. */
export const LanguageTagged = openObject<LanguageTagged>(languageTaggedShape);

/**
 * An image of an entity of the Knowledge Graph.
 *
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface EntityImage extends Fields<typeof entityImageShape> {}

const entityImageShape = {
  /** URL of the image file. */
  contentUrl: opt(string),
  /** URL of the page that contains the image. */
  url: opt(string),
  /** URL of the license of the image. */
  license: opt(string),
};

/** Schema of `EntityImage`, with `parse` and `safeParse`. */
export const EntityImage = openObject<EntityImage>(entityImageShape);

/**
 * A longer text about an entity of the Knowledge Graph, with its source.
 *
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface DetailedDescription extends Fields<typeof detailedDescriptionShape> {}

const detailedDescriptionShape = {
  /** The text: a few sentences. */
  articleBody: opt(string),
  /** URL of the source article. */
  url: opt(string),
  /** URL of the license of the text. */
  license: opt(string),
  /** Language of the text, if the search requested several languages. */
  inLanguage: opt(string),
};

/** Schema of `DetailedDescription`, with `parse` and `safeParse`. */
export const DetailedDescription = openObject<DetailedDescription>(detailedDescriptionShape);

/**
 * An entity of the Knowledge Graph: a person, place, work or other thing. Output only; every property can be absent.
 *
 * `name`, `description` and `detailedDescription` are lists with one element per language if the search requested
 * several languages; `localized` handles both forms.
 *
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface Entity extends Fields<typeof entityShape> {}

/** One value, or a list of values. */
function oneOrList<T extends z.core.$ZodType, E extends z.core.$ZodType>(
  one: T,
  element: E,
  error: string,
): z.ZodType<z.output<T> | z.output<E>[]> {
  return z.union([one, z.array(element)], error);
}

/** Type names; a string is a list of one. */
const typeNames = z.codec(
  z.union([string, z.array(string)], "expected a type name or a list of them"),
  z.array(string),
  {
    decode: (names) => [names].flat(),
    encode: (names) => names,
  },
) as z.ZodType as z.ZodType<string[]>;

const entityShape = {
  /** Canonical id of the entity, such as `kg:/m/0x`. `entityId` removes the prefix. */
  "@id": opt(string),
  /** Name of the entity. */
  name: opt(oneOrList(string, LanguageTagged, "expected a string or a list of strings with their languages")),
  /**
   * Names of the entity's schema.org types: `Thing`, and usually more specific ones such as `Person`. Always a list: a single
   * string in a response is converted to a list.
   */
  "@type": opt(typeNames),
  /** Short description, a few words long. */
  description: opt(oneOrList(string, LanguageTagged, "expected a string or a list of strings with their languages")),
  /** Image of the entity. */
  image: opt(EntityImage),
  /** A longer text about the entity. */
  detailedDescription: opt(oneOrList(DetailedDescription, DetailedDescription, "expected an object or a list of them")),
  /** URL of the official website; absent if there is none. */
  url: opt(string),
  /** Score of the match; higher is better. Comparable only within one response. */
  resultScore: opt(number),
};

/** Schema of `Entity`, with `parse` and `safeParse`. */
export const Entity = openObject<Entity>(entityShape);

/**
 * JSON-LD `@context` of a document, for `expandTerm` and `compactTerm`.
 *
 * In a search response, it contains `@vocab` (the IRI of schema.org), a prefix of the extension vocabulary, the
 * terms of that vocabulary, and `kg`, the prefix of entity ids.
 *
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface JsonLdContext {
  /** Prefix of every name that has no definition in this context. */
  "@vocab"?: string | null | undefined;
  /** Not part of a context: pass the `@context` of a response, not the response. */
  "@context"?: undefined;
  /** A term or a prefix: an IRI, or a name with a prefix of this context. Other definitions are ignored. */
  [term: string]: unknown;
}

/**
 * One match of Knowledge Graph Search. Output only.
 *
 * @typeParam E - Type of the entity: `EntityWith<Person>` adds the properties of a vocabulary's type.
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface EntitySearchResult<E extends Entity = Entity> extends Fields<typeof entitySearchResultShape> {
  /** The matching entity. */
  result?: E | undefined;
}

const entitySearchResultShape = {
  /** Type of the element: `EntitySearchResult`. */
  "@type": opt(string),
  result: opt(Entity),
  /** Score of the match; higher is better. Comparable only within one response. */
  resultScore: opt(number),
};

/** Schema of `EntitySearchResult`, with `parse` and `safeParse`. */
export const EntitySearchResult = openObject<EntitySearchResult>(entitySearchResultShape);

/**
 * Response of Knowledge Graph Search: a JSON-LD document. Output only; every property can be absent, and `{}` means no match.
 *
 * @typeParam E - Type of the entities: `EntityWith<Person>` adds the properties of a vocabulary's type.
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface EntitySearchResponse<E extends Entity = Entity> extends Fields<typeof entitySearchResponseShape> {
  /** The matches, best first; absent if there are none. */
  itemListElement?: EntitySearchResult<E>[] | undefined;
}

const entitySearchResponseShape = {
  /** JSON-LD context of the names in this document, for `expandTerm` and `compactTerm`. */
  "@context": opt(z.looseObject({}) as z.ZodType as z.ZodType<JsonLdContext>), // not checked any further
  /** Type of the response: `ItemList`. */
  "@type": opt(string),
  itemListElement: opt(z.array(EntitySearchResult)),
};

/** Schema of `EntitySearchResponse`, with `parse` and `safeParse`. */
export const EntitySearchResponse = openObject<EntitySearchResponse>(entitySearchResponseShape);

/** Names of common schema.org types, for completions and typos. A search also accepts any other type. */
export const SCHEMA_ORG_TYPES = [
  "AdministrativeArea",
  "Airport",
  "Book",
  "BookSeries",
  "City",
  "CollegeOrUniversity",
  "Corporation",
  "Country",
  "CreativeWork",
  "EducationalOrganization",
  "Episode",
  "Event",
  "Festival",
  "GovernmentOrganization",
  "LandmarksOrHistoricalBuildings",
  "LocalBusiness",
  "MobileApplication",
  "Movie",
  "MovieSeries",
  "MusicAlbum",
  "MusicGroup",
  "MusicRecording",
  "Organization",
  "Periodical",
  "Person",
  "Place",
  "Product",
  "RiverBodyOfWater",
  "Series",
  "SoftwareApplication",
  "SportsOrganization",
  "SportsTeam",
  "StadiumOrArena",
  "State",
  "TVEpisode",
  "TVSeries",
  "Thing",
  "TouristAttraction",
  "VideoGame",
  "VideoGameSeries",
  "WebSite",
] as const;

type SchemaOrgType = (typeof SCHEMA_ORG_TYPES)[number];

/**
 * Constraints of a search with Knowledge Graph Search.
 *
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface EntityConstraints {
  /**
   * Languages of names and texts, and of the matched text: ISO 639 codes with an optional script or region (`de`,
   * `zh-Hant`, `pt-BR`). With several languages, texts are lists with one element per language. Default: the service's.
   */
  languages?: string | readonly string[] | undefined;
  /** Names of schema.org types, such as `Person`; an entity matches if it has at least one of these types. Default: all types. */
  types?: SchemaOrgType | (string & {}) | readonly (SchemaOrgType | (string & {}))[] | undefined;
  /**
   * Maximum number of entities: an integer from 1 to 500. High limits make a timeout more likely. Default: the
   * service's, 20.
   */
  limit?: number | undefined;
}

/**
 * A query of Knowledge Graph Search. All parameters are optional.
 *
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface EntitySearchQuery extends EntityConstraints {
  /** Literal text to search for in names and aliases. */
  query?: string | undefined;
  /** Ids of entities, with or without the prefix `kg:`, such as `/m/0x`. An empty list is omitted. */
  ids?: string | readonly string[] | undefined;
  /** Whether `query` also matches the beginning of names and aliases. Default: the service's, `false`. */
  prefix?: boolean | undefined;
  /** Whether the JSON of the response is indented. Default: the service's, `false`. */
  indent?: boolean | undefined;
}
