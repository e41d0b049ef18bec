import type { EntitySeed } from "../entity-seed.js";

/** A text that is the same everywhere, or one text a language. */
export type Texts =
  | string
  | Readonly<Partial<Record<"en" | "de" | "fr" | "es" | "it" | "pl" | "pt" | "ja" | "zh", string>>>;

/** What not every entity of the corpus has. */
export interface More {
  readonly aliases?: readonly string[];
  /** Official website. */
  readonly url?: string;
  /** How well known it is, from 0 to 999. Default: 100. */
  readonly fame?: number;
  /** Whether there is a picture of it. */
  readonly pictured?: true;
}

const LICENSE = "https://creativecommons.org/publicdomain/zero/1.0/";
const EVERYWHERE = ["en", "de", "fr"];

/**
 * One entity of the corpus: its types without `Thing`, its name, what it is in a few words, and a sentence about it. The
 * facts are well known, the words are ours, the ids and the addresses below `.example` are made up.
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
