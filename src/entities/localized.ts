import type { DetailedDescription, LanguageTagged } from "./schemas/entity.js";

/**
 * Picks the language that is wanted, out of a member that is one value or a list with one element a language.
 *
 * It looks for the very language (`de-AT`), then for the one without its region or script (`de`), then for another
 * variety of it (`de-CH`); languages given as a list are tried in turn. Where none is there, it takes an element without
 * a language, or else the first. One value alone is taken as it is, for nothing says what language it is in.
 *
 * @returns undefined when the member is missing or the list empty.
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

/** The language of a value, in one spelling; the empty string for none. */
function tagOf(value: LanguageTagged & DetailedDescription): string {
  return canonical(value["@language"] ?? value.inLanguage);
}

function canonical(tag: unknown): string {
  return typeof tag === "string" ? tag.toLowerCase().replaceAll("_", "-") : "";
}

function primary(tag: string): string {
  return canonical(tag).split("-")[0] ?? "";
}
