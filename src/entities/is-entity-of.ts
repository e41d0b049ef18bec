import type { Entity } from "./schemas/entity.js";

declare const entityTypes: unique symbol;

/** An entity of a known type. Created by {@link isEntityOf}, in types only. */
export interface EntityOf<Type extends string> extends Entity {
  /** All types of the entity, including the one that was checked for. */
  "@type": string[];
  /** Distinguishes entities of different types; absent at run time. */
  readonly [entityTypes]: Readonly<Record<Type, true>>;
}

/**
 * An entity with the properties of another vocabulary's type, such as the `Person` of `schema-dts`. Properties that
 * {@link Entity} declares keep their types.
 */
export type EntityWith<T, E extends Entity = Entity> = T extends object ? E & Omit<T, keyof Entity> : never;

/** The type names of a vocabulary's type: `"Person"` for the `Person` of `schema-dts`. */
export type TypeNameOf<T> = T extends { "@type": infer Name extends string } ? Name : never;

/**
 * Checks whether an entity has a schema.org type, by its name without an address: `Person`. Subtypes do not count; the
 * service also lists the more general types.
 *
 * @param entity - The entity.
 * @param type - Name of the type.
 * @returns Whether the type is among the entity's types. Narrows the type of the entity.
 *
 * @example
 * if (isEntityOf(entity, "Person")) console.log(entity["@type"].join(", "));
 * // With the Person of schema-dts:
 * if (isEntityOf<Person>(entity, "Person")) console.log(entity.birthDate);
 */
export function isEntityOf<Type extends string, E extends Entity = Entity>(
  entity: E | null | undefined,
  type: Type,
): entity is E & EntityOf<Type>;
/**
 * Checks whether an entity has a type of another vocabulary, such as the `Person` of `schema-dts`, and narrows it to
 * the properties of this type.
 *
 * @param entity - The entity.
 * @param type - Name of the type.
 * @returns Whether the type is among the entity's types. Narrows the type of the entity.
 */
export function isEntityOf<T extends object | string>(
  entity: Entity | null | undefined,
  type: TypeNameOf<T>,
): entity is EntityWith<T, EntityOf<TypeNameOf<T>>>;
export function isEntityOf(entity: Entity | null | undefined, type: string): boolean {
  const types: unknown = entity?.["@type"]; // an entity that was not read by a client may have one string
  return Array.isArray(types) ? types.includes(type) : types === type;
}
