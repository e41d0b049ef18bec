import type { EntitySeed } from "../entity-seed.js";

/** A text for all languages, or one text per language. */
export type Texts =
  | string
  | Readonly<Partial<Record<"en" | "de" | "fr" | "es" | "it" | "pl" | "pt" | "ja" | "zh", string>>>;

/** Optional properties of an entity of the corpus. */
export interface More {
  readonly aliases?: readonly string[];
  /** Official website. */
  readonly url?: string;
  /** How well known the entity is, from 0 to 999. Default: 100. */
  readonly fame?: number;
  /** Whether it has a picture. */
  readonly pictured?: true;
}

const LICENSE = "https://creativecommons.org/publicdomain/zero/1.0/";
const EVERYWHERE = ["en", "de", "fr"];

/**
 * An entity of the corpus: its types without `Thing`, its name, a short description, and a sentence about it. The facts
 * are well known, the texts are original, and the ids and the addresses below `.example` are invented.
 */
export function entry(
  id: string,
  types: string,
  names: Texts,
  description: Texts,
  article: Texts,
  more: More = {},
): EntitySeed {
  const title = typeof names === "string" ? names : (names.en ?? id);
  const articles = byLanguage(article, ["en"]).map(([language, articleBody]) => ({
    inLanguage: language,
    articleBody,
    url: `https://encyclopedia.example/${language}/${encodeURIComponent(title.replaceAll(" ", "_"))}`,
    license: LICENSE,
  }));
  const picture = `https://pictures.example/${id}`;
  return {
    "@id": `/m/${id}`,
    "@type": ["Thing", ...types.split(" ")],
    name: tagged(names),
    description: tagged(description),
    detailedDescription: articles,
    ...(more.pictured ? { image: { contentUrl: `${picture}.jpg`, url: picture, license: LICENSE } } : {}),
    ...(more.url === undefined ? {} : { url: more.url }),
    aliases: more.aliases,
    resultScore: more.fame ?? 100,
  };
}

function tagged(texts: Texts): { "@language": string; "@value": string }[] {
  return byLanguage(texts, EVERYWHERE).map(([language, text]) => ({ "@language": language, "@value": text }));
}

function byLanguage(texts: Texts, everywhere: readonly string[]): [language: string, text: string][] {
  return typeof texts === "string" ? everywhere.map((language) => [language, texts]) : Object.entries(texts);
}
