import { SHAPE_RULE } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { isString, must, required, strictOptions } from "../values/options.js";
import type { DetailedDescription, Entity, LanguageTagged } from "./schemas/entity.js";

/**
 * Removes the prefix `kg:` from the `@id` of an entity: `kg:/m/0x` becomes `/m/0x`. Other names are returned unchanged.
 *
 * @param name - The `@id` of an entity.
 * @returns The id.
 * @throws {RequestError} If it is not a string.
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
  strictOptions("entityId", { name: name ?? undefined }, { name: idCheck }, SHAPE_RULE);
  return name?.replace(/^kg:/, "");
}

const idCheck = must(isString, 'the "@id" of an entity', kindOf);

declare const entityTypes: unique symbol;

/** An entity of a known type. {@link isEntityOf} narrows to it. */
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
type TypeNameOf<T> = T extends { "@type": infer Name extends string } ? Name : never;

/**
 * Checks whether an entity has a schema.org type, by its name without an address: `Person`. Subtypes do not count; the
 * service also lists the more general types.
 *
 * @param entity - The entity.
 * @param type - Name of the type.
 * @returns Whether the type is among the entity's types. Narrows the type of the entity.
 * @throws {RequestError} If the type is not a string.
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
  strictOptions("isEntityOf", { type }, { type: typeCheck });
  const types: unknown = entity?.["@type"]; // an entity that was not read by a client may have one string
  return Array.isArray(types) ? types.includes(type) : types === type;
}

const typeCheck = required(must(isString, 'the name of a type, such as "Person"'));

/**
 * Picks the text in a language from a property that is a single value or a list with one element per language.
 *
 * It looks for the exact language (`de-AT`), then for the language without region and script (`de`), then for another
 * variant (`de-CH`). A list of languages is tried in order. If none matches, it returns the element without a language,
 * or else the first. A single value is returned as it is, because its language is unknown.
 *
 * @param value - The property, such as `entity.name`.
 * @param language - The language, or several in order of preference.
 * @returns The text; undefined if the property is absent or the list is empty.
 * @throws {RequestError} If the language is neither a string nor a list.
 *
 * @example
 * localized(entity.name, "de");
 * localized(entity.name, ["de-AT", "en"]);
 * localized(entity.detailedDescription, "fr")?.articleBody;
 */
export function localized(
  value: string | readonly LanguageTagged[] | null | undefined,
  language: string | readonly string[],
): string | undefined;
/**
 * Picks the description in a language from a property that is a single value or a list with one element per language.
 *
 * @param value - The property, such as `entity.detailedDescription`.
 * @param language - The language, or several in order of preference.
 * @returns The description; undefined if the property is absent or the list is empty.
 */
export function localized(
  value: DetailedDescription | readonly DetailedDescription[] | null | undefined,
  language: string | readonly string[],
): DetailedDescription | undefined;
export function localized(value: unknown, language: string | readonly string[]): unknown {
  strictOptions("localized", { language }, { language: languageCheck });
  const candidates = Array.isArray(value) ? value.filter((each) => each != null) : value == null ? [] : [value];
  const wanted = [language].flat();
  const chosen =
    first(wanted, (tag) => candidates.find((each) => tagOf(each) === canonical(tag))) ??
    first(wanted, (tag) => candidates.find((each) => tagOf(each) === primary(tag))) ??
    first(wanted, (tag) => candidates.find((each) => primary(tagOf(each)) === primary(tag))) ??
    candidates.find((each) => tagOf(each) === "") ??
    candidates[0];
  const isTagged = typeof chosen === "object" && ("@value" in chosen || "@language" in chosen);
  return isTagged ? (chosen["@value"] ?? undefined) : chosen;
}

const languageCheck = must((value) => [value].flat().every(isString), "a language, or a list of languages");

function first<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the language of a value in lower case; the empty string if it has none. */
function tagOf(value: LanguageTagged & DetailedDescription): string {
  return canonical(value["@language"] ?? value.inLanguage);
}

function canonical(tag: unknown): string {
  return typeof tag === "string" ? tag.toLowerCase().replaceAll("_", "-") : "";
}

function primary(tag: string): string {
  return canonical(tag).split("-")[0] ?? "";
}
