import type { Entity } from "../../entities/schemas/entity.js";

/** An entity, as `sandbox.entities.add` takes it: in the form in which answers have it, and its aliases. */
export interface EntitySeed extends Omit<Entity, "@id" | "@type"> {
  /** Its id, with or without `kg:`, as in `/m/0x`. An entity with the same id is replaced. */
  "@id": string;
  /** The schema.org types that it is of. Default: `["Thing"]`. */
  "@type"?: string | readonly string[] | undefined;
  /** Other names that a search finds it by; answers do not hold them. */
  aliases?: readonly string[] | undefined;
  /** How well known it is, from 0: it breaks ties between entities that match equally well. Default: 100. */
  resultScore?: number | undefined;
}
