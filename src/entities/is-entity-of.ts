import type { Entity } from "./schemas/entity.js";

declare const entityTypes: unique symbol;

/** An entity that is known to be of a type. Made by {@link isEntityOf}, in types only. */
export interface EntityOf<Type extends string> extends Entity {
  /** The types that it is of; the one that was asked for is among them. */
  "@type": string[];
  /** Keeps entities of different types apart; nothing of it is there at run time. */
  readonly [entityTypes]: Readonly<Record<Type, true>>;
}

/**
 * An entity together with the members that another vocabulary's type gives it, such as the `Person` of `schema-dts`.
 * Members that {@link Entity} has keep the type that they have there, for that is how they come.
 */
export type EntityWith<T, E extends Entity = Entity> = T extends object ? E & Omit<T, keyof Entity> : never;

/** The names that a vocabulary's type gives itself: `"Person"` for the `Person` of `schema-dts`. */
export type TypeNameOf<T> = T extends { "@type": infer Name extends string } ? Name : never;

/**
 * Whether an entity is of a schema.org type, by the name among its types: `Person`, not an address. Types are not
 * inherited here: the service lists the wider ones itself.
 *
 * With a type argument the entity is narrowed to the members of that type as well, and only its own names are taken.
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
export function isEntityOf<T extends object | string>(
  entity: Entity | null | undefined,
  type: TypeNameOf<T>,
): entity is EntityWith<T, EntityOf<TypeNameOf<T>>>;
export function isEntityOf(entity: Entity | null | undefined, type: string): boolean {
  const types: unknown = entity?.["@type"]; // an entity that was not read by a client may have one string
  return Array.isArray(types) ? types.includes(type) : types === type;
}
