import * as z from "zod/mini";
import { isValid } from "../../core/schema/compile.js";
import { convertAs, readAs } from "../../core/schema/read-as.js";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * A text with the language that it is in. `localized` picks one out of a list of them.
 *
 * Spec: entities, "(A) Search response" (the form is JSON-LD's).
 */
export interface LanguageTagged {
  /** The language, as in `de` or `zh-Hant`. */
  "@language"?: string | undefined;
  /** The text. */
  "@value"?: string | undefined;
}

export const LanguageTagged: SchemaOf<LanguageTagged> = /* @__PURE__ */ openObject({
  "@language": opt(z.string()),
  "@value": opt(z.string()),
} satisfies ShapeOf<LanguageTagged>);

/**
 * An image that helps to recognise an entity.
 *
 * Spec: entities, "(A) Search response", `image`.
 */
export interface EntityImage {
  /** Address of the picture itself. */
  contentUrl?: string | undefined;
  /** Address of the page that the picture is from. */
  url?: string | undefined;
  /** Address of the licence of the picture. */
  license?: string | undefined;
}

export const EntityImage: SchemaOf<EntityImage> = /* @__PURE__ */ openObject({
  contentUrl: opt(z.string()),
  url: opt(z.string()),
  license: opt(z.string()),
} satisfies ShapeOf<EntityImage>);

/**
 * A longer text about an entity, with its source.
 *
 * Spec: entities, "(A) Search response", `detailedDescription`.
 */
export interface DetailedDescription {
  /** The text, some sentences long. */
  articleBody?: string | undefined;
  /** Address of the article that the text is from. */
  url?: string | undefined;
  /** Address of the licence of the text. */
  license?: string | undefined;
  /** The language of the text, where the search asked for several. */
  inLanguage?: string | undefined;
}

export const DetailedDescription: SchemaOf<DetailedDescription> = /* @__PURE__ */ openObject({
  articleBody: opt(z.string()),
  url: opt(z.string()),
  license: opt(z.string()),
  inLanguage: opt(z.string()),
} satisfies ShapeOf<DetailedDescription>);

/**
 * A person, place, work or any other thing that the service knows. Output only; every member may be missing.
 *
 * `name`, `description` and `detailedDescription` are lists, one element a language, when the search asked for several
 * languages: `localized` reads both forms.
 *
 * Spec: entities, "(A) Search response".
 */
export interface Entity {
  /** Canonical name of the entity, as in `kg:/m/0x`. `entityId` reads the id out of it. */
  "@id"?: string | undefined;
  /** Name of the entity. */
  name?: string | LanguageTagged[] | undefined;
  /**
   * The schema.org types that it is of, without an address: `Thing`, and mostly a narrower one such as `Person`. Always
   * a list: the service's single strings are read as a list of one.
   */
  "@type"?: string[] | undefined;
  /** What it is, in a few words. */
  description?: string | LanguageTagged[] | undefined;
  /** A picture of it. */
  image?: EntityImage | undefined;
  /** A longer text about it. */
  detailedDescription?: DetailedDescription | DetailedDescription[] | undefined;
  /** Address of its official website; absent where it has none. */
  url?: string | undefined;
  /** How well it matches the search: the higher, the better. Compare it within one answer only. */
  resultScore?: number | undefined;
}

/** One value, or a list of values. */
function oneOrList<T, E>(one: z.ZodMiniType<T>, element: z.ZodMiniType<E>, expected: string): z.ZodMiniType<T | E[]> {
  const isOne = (value: unknown): value is T => isValid(one, value);
  const isList = (value: unknown): value is E[] =>
    Array.isArray(value) && value.every((each) => isValid(element, each));
  return readAs(expected, { type: "union", options: [one, z.array(element)] }, (value) =>
    isOne(value) || isList(value) ? value : undefined,
  );
}

/** Type names: one string is a list of one. */
function typeNames(): z.ZodMiniType<string[]> {
  const list = { type: "array", items: { type: "string" } };
  const forms = [{ anyOf: [{ type: "string" }, list] }, list] as const;
  return convertAs("a type name or a list of them", forms, (value) => {
    const names: unknown = typeof value === "string" ? [value] : value;
    return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : undefined;
  });
}

export const Entity: SchemaOf<Entity> = /* @__PURE__ */ openObject({
  "@id": opt(z.string()),
  name: opt(oneOrList(z.string(), LanguageTagged, "a text or a list of texts with their languages")),
  "@type": opt(typeNames()),
  description: opt(oneOrList(z.string(), LanguageTagged, "a text or a list of texts with their languages")),
  image: opt(EntityImage),
  detailedDescription: opt(oneOrList(DetailedDescription, DetailedDescription, "an object or a list of them")),
  url: opt(z.string()),
  resultScore: opt(z.number()),
} satisfies ShapeOf<Entity>);
