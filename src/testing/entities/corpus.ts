import type { Entity } from "../../entities/schemas/entity.js";

/** An entity, as `sandbox.entities.add` accepts it: in the format of responses, with aliases. */
export interface EntitySeed extends Omit<Entity, "@id" | "@type"> {
  /** Id, with or without `kg:`, as in `/m/0x`. An entity with the same id is replaced. */
  "@id": string;
  /** Its schema.org types. Default: `["Thing"]`. */
  "@type"?: string | readonly string[] | undefined;
  /** Other names under which a search finds it; responses do not contain them. */
  aliases?: readonly string[] | undefined;
  /** How well known the entity is, from 0: ranks entities that match equally well. Default: 100. */
  resultScore?: number | undefined;
}

const LICENSE = "https://creativecommons.org/publicdomain/zero/1.0/";
const EVERYWHERE = ["en", "de", "fr"];

const CITY = "Place AdministrativeArea City";

/** The entities that every sandbox contains. */
export const corpus: readonly EntitySeed[] = [
  entry(
    "0f101",
    "Person",
    "Ada Lovelace",
    {
      en: "English mathematician and writer",
      de: "Englische Mathematikerin und Schriftstellerin",
      fr: "Mathématicienne et écrivaine anglaise",
    },
    {
      en: "Ada Lovelace described, in notes of 1843, how Babbage's Analytical Engine could compute Bernoulli numbers: a program, before there was a machine to run it.",
      de: "Ada Lovelace beschrieb 1843, wie Babbages Analytical Engine Bernoulli-Zahlen berechnen könnte: ein Programm, bevor es eine Maschine dafür gab.",
      fr: "Ada Lovelace décrivit en 1843 comment la machine analytique de Babbage calculerait des nombres de Bernoulli : un programme avant l'ordinateur.",
    },
    { aliases: ["Augusta Ada King", "Countess of Lovelace", "Ada Byron"], fame: 640, pictured: true },
  ),
  entry(
    "0f10k",
    "Person",
    "Wolfgang Amadeus Mozart",
    { en: "Austrian composer", de: "Österreichischer Komponist", fr: "Compositeur autrichien" },
    {
      en: "Wolfgang Amadeus Mozart wrote more than 600 works, among them 41 symphonies and The Magic Flute.",
      de: "Wolfgang Amadeus Mozart schrieb mehr als 600 Werke, darunter 41 Sinfonien und Die Zauberflöte.",
    },
    { aliases: ["Johannes Chrysostomus Wolfgangus Theophilus Mozart"], fame: 870, pictured: true },
  ),
  entry(
    "0f201",
    CITY,
    { en: "Berlin", de: "Berlin", fr: "Berlin", it: "Berlino", zh: "柏林" },
    { en: "Capital of Germany", de: "Hauptstadt Deutschlands", fr: "Capitale de l'Allemagne" },
    {
      en: "Berlin lies on the Spree and is the largest city of Germany.",
      de: "Berlin liegt an der Spree und ist die größte Stadt Deutschlands.",
    },
    { fame: 860, url: "https://www.berlin.de/", pictured: true },
  ),
  entry(
    "0f202",
    CITY,
    { en: "Bern", de: "Bern", fr: "Berne", it: "Berna" },
    { en: "Capital of Switzerland", de: "Bundesstadt der Schweiz", fr: "Ville fédérale de la Suisse" },
    "Bern keeps its old town in a bend of the Aare.",
    { fame: 380, url: "https://www.bern.ch/" },
  ),
  entry(
    "0f203",
    CITY,
    { en: "Paris", de: "Paris", fr: "Paris", it: "Parigi" },
    { en: "Capital of France", de: "Hauptstadt Frankreichs", fr: "Capitale de la France" },
    { en: "Paris grew from an island in the Seine.", fr: "Paris est née sur une île de la Seine." },
    { aliases: ["City of Light", "Ville Lumière"], fame: 920, url: "https://www.paris.fr/" },
  ),
  entry(
    "0f204",
    CITY,
    { en: "Vienna", de: "Wien", fr: "Vienne" },
    { en: "Capital of Austria", de: "Hauptstadt Österreichs", fr: "Capitale de l'Autriche" },
    "Vienna lies on the Danube, between the Alps and the plain.",
    { fame: 690, url: "https://www.wien.gv.at/" },
  ),
  entry(
    "0f206",
    CITY,
    { en: "Cologne", de: "Köln", fr: "Cologne" },
    { en: "City on the Rhine in Germany", de: "Stadt am Rhein", fr: "Ville allemande sur le Rhin" },
    "Cologne was a Roman colony; its cathedral took more than 600 years to build.",
    { aliases: ["Colonia"], fame: 560 },
  ),
  entry(
    "0f20r",
    CITY,
    { en: "London", de: "London", fr: "Londres", it: "Londra" },
    {
      en: "Capital of the United Kingdom",
      de: "Hauptstadt des Vereinigten Königreichs",
      fr: "Capitale du Royaume-Uni",
    },
    "London was founded by the Romans on the Thames, and has nine million inhabitants.",
    { fame: 910, url: "https://www.london.gov.uk/", pictured: true },
  ),
  entry(
    "0f308",
    "Organization PerformingGroup MusicGroup",
    { en: "Berlin Philharmonic", de: "Berliner Philharmoniker", fr: "Orchestre philharmonique de Berlin" },
    { en: "Orchestra in Berlin", de: "Orchester in Berlin", fr: "Orchestre de Berlin" },
    "The Berlin Philharmonic chooses its own members and its own conductor.",
    { fame: 370, url: "https://www.berliner-philharmoniker.de/" },
  ),
  entry(
    "0f402",
    "Event",
    { en: "Apollo 11", de: "Apollo 11", fr: "Apollo 11" },
    { en: "First crewed Moon landing", de: "Erste bemannte Mondlandung", fr: "Premier alunissage habité" },
    "On 20 July 1969, two of the three astronauts of Apollo 11 walked on the Moon.",
    { aliases: ["Moon landing", "Mondlandung"], fame: 730 },
  ),
];

/** A text for all languages, or one text per language. */
type Texts = string | Readonly<Record<string, string>>;

/** Optional properties of an entity of the corpus. */
interface More {
  readonly aliases?: readonly string[];
  /** Official website. */
  readonly url?: string;
  /** How well known the entity is, from 0 to 999. Default: 100. */
  readonly fame?: number;
  /** Whether the entity has a picture. */
  readonly pictured?: true;
}

/**
 * An entity of the corpus: its types without `Thing`, its name, a short description, and a sentence about it. The facts
 * are well known, the texts are original, and the ids and the addresses below `.example` are invented.
 */
function entry(
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
