import type { Entity } from "../../entities/schemas/entity.js";

/** An entity for `sandbox.entities.add`: in the form of responses, with aliases. */
export interface EntitySeed extends Omit<Entity, "@id" | "@type"> {
  /** Its id, with or without `kg:`, as in `/m/0x`. An entity with the same id is replaced. */
  "@id": string;
  /** The schema.org types that it is of. Default: `["Thing"]`. */
  "@type"?: string | readonly string[] | undefined;
  /** Other names that a search matches. Responses do not contain them. */
  aliases?: readonly string[] | undefined;
  /** How well known it is, from 0: it breaks ties between entities that match equally well. Default: 100. */
  resultScore?: number | undefined;
}
