/** The prefix of entity ids in responses. */
export const ENTITY_PREFIX = "kg:";

/**
 * Removes the prefix `kg:` from the `@id` of an entity: `kg:/m/0x` becomes `/m/0x`. Other names are returned unchanged.
 *
 * @param name - The `@id` of an entity.
 * @returns The id.
 *
 * @example
 * const again = await client.entities.search({ ids: [entityId(entity["@id"]) ?? ""] });
 */
export function entityId(name: string): string;
/**
 * Removes the prefix `kg:` from the `@id` of an entity; an absent one stays `undefined`.
 *
 * @param name - The `@id` of an entity.
 * @returns The id, or `undefined`.
 */
export function entityId(name: string | undefined): string | undefined;
export function entityId(name: string | undefined): string | undefined {
  return name?.startsWith(ENTITY_PREFIX) ? name.slice(ENTITY_PREFIX.length) : name;
}
