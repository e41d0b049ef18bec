import * as z from "zod/mini";
import { isValid } from "../../core/schema/compile.js";
import { convertAs, readAs } from "../../core/schema/read-as.js";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * A text with its language. `localized` picks one from a list.
 *
 * @see Spec: entities, "(A) Search response" (the form is JSON-LD's)
 */
export interface LanguageTagged {
  /** Language of the text, such as `de` or `zh-Hant`. */
  "@language"?: string | undefined;
  /** The text. */
  "@value"?: string | undefined;
}

/** Schema of `LanguageTagged`, with `parse` and `safeParse`. */
export const LanguageTagged: SchemaOf<LanguageTagged> = /* @__PURE__ */ openObject({
  "@language": opt(z.string()),
  "@value": opt(z.string()),
} satisfies ShapeOf<LanguageTagged>);

/**
 * An image of an entity.
 *
 * @see Spec: entities, "(A) Search response", `image`
 */
export interface EntityImage {
  /** Address of the image file. */
  contentUrl?: string | undefined;
  /** Address of the page that contains the image. */
  url?: string | undefined;
  /** Address of the license of the image. */
  license?: string | undefined;
}

/** Schema of `EntityImage`, with `parse` and `safeParse`. */
export const EntityImage: SchemaOf<EntityImage> = /* @__PURE__ */ openObject({
  contentUrl: opt(z.string()),
  url: opt(z.string()),
  license: opt(z.string()),
} satisfies ShapeOf<EntityImage>);

/**
 * A longer text about an entity, with its source.
 *
 * @see Spec: entities, "(A) Search response", `detailedDescription`
 */
export interface DetailedDescription {
  /** The text: a few sentences. */
  articleBody?: string | undefined;
  /** Address of the source article. */
  url?: string | undefined;
  /** Address of the license of the text. */
  license?: string | undefined;
  /** Language of the text, if the search requested several languages. */
  inLanguage?: string | undefined;
}

/** Schema of `DetailedDescription`, with `parse` and `safeParse`. */
export const DetailedDescription: SchemaOf<DetailedDescription> = /* @__PURE__ */ openObject({
  articleBody: opt(z.string()),
  url: opt(z.string()),
  license: opt(z.string()),
  inLanguage: opt(z.string()),
} satisfies ShapeOf<DetailedDescription>);

/**
 * An entity of the Knowledge Graph: a person, place, work or other thing. Output only; every property can be absent.
 *
 * `name`, `description` and `detailedDescription` are lists with one element per language if the search requested
 * several languages; `localized` handles both forms.
 *
 * @see Spec: entities, "(A) Search response"
 */
export interface Entity {
  /** Canonical id of the entity, such as `kg:/m/0x`. `entityId` removes the prefix. */
  "@id"?: string | undefined;
  /** Name of the entity. */
  name?: string | LanguageTagged[] | undefined;
  /**
   * Names of its schema.org types: `Thing`, and usually more specific ones such as `Person`. Always a list: a single
   * string in a response is converted to a list.
   */
  "@type"?: string[] | undefined;
  /** Short description, a few words long. */
  description?: string | LanguageTagged[] | undefined;
  /** Image of the entity. */
  image?: EntityImage | undefined;
  /** A longer text about the entity. */
  detailedDescription?: DetailedDescription | DetailedDescription[] | undefined;
  /** Address of the official website; absent if there is none. */
  url?: string | undefined;
  /** Score of the match; higher is better. Comparable only within one response. */
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

/** Schema of `Entity`, with `parse` and `safeParse`. */
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
