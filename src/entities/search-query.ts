/** Names of common schema.org types. A search also accepts any other type. */
export type SchemaOrgType =
  | "AdministrativeArea"
  | "Airport"
  | "Book"
  | "BookSeries"
  | "City"
  | "CollegeOrUniversity"
  | "Corporation"
  | "Country"
  | "CreativeWork"
  | "EducationalOrganization"
  | "Event"
  | "Festival"
  | "GovernmentOrganization"
  | "LandmarksOrHistoricalBuildings"
  | "LocalBusiness"
  | "MobileApplication"
  | "Movie"
  | "MovieSeries"
  | "MusicAlbum"
  | "MusicGroup"
  | "MusicRecording"
  | "Organization"
  | "Periodical"
  | "Person"
  | "Place"
  | "Product"
  | "RiverBodyOfWater"
  | "SoftwareApplication"
  | "SportsOrganization"
  | "SportsTeam"
  | "StadiumOrArena"
  | "TVEpisode"
  | "TVSeries"
  | "Thing"
  | "TouristAttraction"
  | "VideoGame"
  | "VideoGameSeries"
  | "WebSite";

/** Constraints of a search. */
export interface EntityConstraints {
  /**
   * Languages of names and texts, and of the matched text: ISO 639 codes with an optional script or region (`de`,
   * `zh-Hant`, `pt-BR`). With several languages, texts are lists with one element per language. Default: the service's.
   */
  languages?: string | readonly string[] | undefined;
  /** Names of schema.org types, such as `Person`; an entity needs at least one of them. Default: all types. */
  types?: SchemaOrgType | (string & {}) | readonly (SchemaOrgType | (string & {}))[] | undefined;
  /**
   * Maximum number of entities: an integer from 1 to 500. High limits make a time-out more likely. Default: the
   * service's, 20.
   */
  limit?: number | undefined;
}

/**
 * A search query. All parameters are optional.
 *
 * @see Spec: entities, "(A) Search entities"
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
