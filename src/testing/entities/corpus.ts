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

/** Name, short description and, in some languages, a sentence about an entity, by language. */
type Texts = Readonly<Record<string, readonly [name: string, description: string, article?: string]>>;

const LICENSE = "https://creativecommons.org/publicdomain/zero/1.0/";
const PERSON = ["Thing", "Person"];
const CITY = ["Thing", "Place", "AdministrativeArea", "City"];

/**
 * The entities that every sandbox contains. The facts are well known, the texts are original, and the ids and the addresses
 * below `.example` are invented.
 */
export const corpus: readonly EntitySeed[] = [
  entity(
    "/m/0f101",
    PERSON,
    640,
    {
      en: [
        "Ada Lovelace",
        "English mathematician and writer",
        "Ada Lovelace described, in notes of 1843, how Babbage's Analytical Engine could compute Bernoulli numbers: a program, before there was a machine to run it.",
      ],
      de: [
        "Ada Lovelace",
        "Englische Mathematikerin und Schriftstellerin",
        "Ada Lovelace beschrieb 1843, wie Babbages Analytical Engine Bernoulli-Zahlen berechnen könnte: ein Programm, bevor es eine Maschine dafür gab.",
      ],
      fr: ["Ada Lovelace", "Mathématicienne et écrivaine anglaise"],
    },
    { aliases: ["Augusta Ada King", "Countess of Lovelace", "Ada Byron"], image: pictureOf("ada-lovelace") },
  ),
  entity(
    "/m/0f10k",
    PERSON,
    870,
    {
      en: [
        "Wolfgang Amadeus Mozart",
        "Austrian composer",
        "Wolfgang Amadeus Mozart wrote more than 600 works, among them 41 symphonies and The Magic Flute.",
      ],
      de: [
        "Wolfgang Amadeus Mozart",
        "Österreichischer Komponist",
        "Wolfgang Amadeus Mozart schrieb mehr als 600 Werke, darunter 41 Sinfonien und Die Zauberflöte.",
      ],
      fr: ["Wolfgang Amadeus Mozart", "Compositeur autrichien"],
    },
    { aliases: ["Johannes Chrysostomus Wolfgangus Theophilus Mozart"], image: pictureOf("mozart") },
  ),
  entity(
    "/m/0f201",
    CITY,
    860,
    {
      en: ["Berlin", "Capital of Germany", "Berlin lies on the Spree and is the largest city of Germany."],
      de: ["Berlin", "Hauptstadt Deutschlands", "Berlin liegt an der Spree und ist die größte Stadt Deutschlands."],
      fr: ["Berlin", "Capitale de l'Allemagne"],
      it: ["Berlino", "Capitale della Germania"],
    },
    { url: "https://www.berlin.de/", image: pictureOf("berlin") },
  ),
  entity(
    "/m/0f202",
    CITY,
    380,
    {
      en: ["Bern", "Capital of Switzerland", "Bern's old town lies in a bend of the Aare."],
      de: ["Bern", "Bundesstadt der Schweiz"],
      fr: ["Berne", "Ville fédérale de la Suisse"],
    },
    { url: "https://www.bern.ch/" },
  ),
  entity(
    "/m/0f203",
    CITY,
    920,
    {
      en: ["Paris", "Capital of France", "Paris grew from an island in the Seine."],
      de: ["Paris", "Hauptstadt Frankreichs"],
      fr: ["Paris", "Capitale de la France", "Paris est née sur une île de la Seine."],
    },
    { aliases: ["City of Light", "Ville Lumière"], url: "https://www.paris.fr/" },
  ),
  entity(
    "/m/0f204",
    CITY,
    690,
    {
      en: ["Vienna", "Capital of Austria", "Vienna lies on the Danube, between the Alps and the plain."],
      de: ["Wien", "Hauptstadt Österreichs"],
      fr: ["Vienne", "Capitale de l'Autriche"],
    },
    { url: "https://www.wien.gv.at/" },
  ),
  entity(
    "/m/0f206",
    CITY,
    560,
    {
      en: [
        "Cologne",
        "City on the Rhine in Germany",
        "Cologne was a Roman colony; its cathedral took more than 600 years to build.",
      ],
      de: ["Köln", "Stadt am Rhein"],
      fr: ["Cologne", "Ville allemande sur le Rhin"],
    },
    { aliases: ["Colonia"] },
  ),
  entity(
    "/m/0f20r",
    CITY,
    910,
    {
      en: [
        "London",
        "Capital of the United Kingdom",
        "London was founded by the Romans on the Thames, and has nine million inhabitants.",
      ],
      de: ["London", "Hauptstadt des Vereinigten Königreichs"],
      fr: ["Londres", "Capitale du Royaume-Uni"],
    },
    { url: "https://www.london.gov.uk/", image: pictureOf("london") },
  ),
  entity(
    "/m/0f308",
    ["Thing", "Organization", "PerformingGroup", "MusicGroup"],
    370,
    {
      en: [
        "Berlin Philharmonic",
        "Orchestra in Berlin",
        "The Berlin Philharmonic chooses its own members and its own conductor.",
      ],
      de: ["Berliner Philharmoniker", "Orchester in Berlin"],
      fr: ["Orchestre philharmonique de Berlin", "Orchestre de Berlin"],
    },
    { url: "https://www.berliner-philharmoniker.de/" },
  ),
  entity(
    "/m/0f402",
    ["Thing", "Event"],
    730,
    {
      en: [
        "Apollo 11",
        "First crewed Moon landing",
        "On 20 July 1969, two of the three astronauts of Apollo 11 walked on the Moon.",
      ],
      de: ["Apollo 11", "Erste bemannte Mondlandung"],
      fr: ["Apollo 11", "Premier alunissage habité"],
    },
    { aliases: ["Moon landing", "Mondlandung"] },
  ),
];

function entity(
  id: string,
  types: readonly string[],
  resultScore: number,
  texts: Texts,
  more: Pick<EntitySeed, "aliases" | "image" | "url">,
): EntitySeed {
  const languages = Object.entries(texts);
  return {
    "@id": id,
    "@type": types,
    name: languages.map(([language, [name]]) => ({ "@language": language, "@value": name })),
    description: languages.map(([language, [, text]]) => ({ "@language": language, "@value": text })),
    detailedDescription: languages.flatMap(([language, [, , articleBody]]) => {
      const url = `https://encyclopedia.example/${language}${id}`;
      return articleBody === undefined ? [] : [{ inLanguage: language, articleBody, url, license: LICENSE }];
    }),
    ...more,
    resultScore,
  };
}

function pictureOf(name: string): EntitySeed["image"] {
  const url = `https://pictures.example/${name}`;
  return { contentUrl: `${url}.jpg`, url, license: LICENSE };
}
