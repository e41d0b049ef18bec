import type { DetailedDescription, LanguageTagged } from "./schemas/entity.js";

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
  const candidates = Array.isArray(value) ? value.filter((each) => each != null) : value == null ? [] : [value];
  const wanted = typeof language === "string" ? [language] : language;
  const chosen =
    first(wanted, (tag) => candidates.find((each) => tagOf(each) === canonical(tag))) ??
    first(wanted, (tag) => candidates.find((each) => tagOf(each) === primary(tag))) ??
    first(wanted, (tag) => candidates.find((each) => primary(tagOf(each)) === primary(tag))) ??
    candidates.find((each) => tagOf(each) === "") ??
    candidates[0];
  const isTagged = typeof chosen === "object" && ("@value" in chosen || "@language" in chosen);
  return isTagged ? (chosen["@value"] ?? undefined) : chosen;
}

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
