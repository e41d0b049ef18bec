import type { Entity } from "../../entities/schemas/entity.js";

/** An entity, as `sandbox.entities.add` accepts it: in the format of responses, with aliases. */
export interface EntitySeed extends Omit<Entity, "@id" | "@type"> {
  /** Id, with or without `kg:`, as in `/m/0x`. An entity with the same id is replaced. */
  "@id": string;
  /** Its schema.org types. Default: `["Thing"]`. */
  "@type"?: string | readonly string[] | undefined;
  /** Other names under which a search finds it; responses do not contain them. */
  aliases?: readonly string[] | undefined;
  /** How well known the entity is, from 0: ranks entities that match equally well. Default: 100. */
  resultScore?: number | undefined;
}
