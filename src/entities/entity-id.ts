/** The prefix of entity ids in answers. */
export const ENTITY_PREFIX = "kg:";

/**
 * Reads the id out of the canonical name of an entity: `kg:/m/0x` → `/m/0x`. What has no `kg:` stays as it is.
 *
 * @example
 * const again = await client.entities.search({ ids: [entityId(entity["@id"]) ?? ""] });
 */
export function entityId(name: string): string;
export function entityId(name: string | undefined): string | undefined;
export function entityId(name: string | undefined): string | undefined {
  return name?.startsWith(ENTITY_PREFIX) ? name.slice(ENTITY_PREFIX.length) : name;
}
