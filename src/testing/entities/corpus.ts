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
    "0f104",
    "Person",
    { en: "Marie Curie", de: "Marie Curie", fr: "Marie Curie", pl: "Maria Skłodowska-Curie" },
    {
      en: "Physicist and chemist",
      de: "Physikerin und Chemikerin",
      fr: "Physicienne et chimiste",
      pl: "Fizyczka i chemiczka",
    },
    {
      en: "Marie Curie discovered polonium and radium, and won Nobel Prizes in two sciences.",
      fr: "Marie Curie découvrit le polonium et le radium et reçut le prix Nobel dans deux sciences.",
    },
    { aliases: ["Maria Salomea Skłodowska", "Madame Curie"], fame: 780, pictured: true },
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
    "0f208",
    CITY,
    { en: "Łódź", de: "Lodz", fr: "Łódź", pl: "Łódź" },
    { en: "City in Poland", de: "Stadt in Polen", fr: "Ville de Pologne" },
    "Łódź grew rich by weaving; its name means boat.",
    { fame: 260 },
  ),
  entry(
    "0f209",
    CITY,
    { en: "São Paulo", de: "São Paulo", fr: "São Paulo", pt: "São Paulo" },
    { en: "Largest city of Brazil", de: "Größte Stadt Brasiliens", fr: "Plus grande ville du Brésil" },
    "São Paulo is the largest city of the southern hemisphere.",
    { aliases: ["Sampa"], fame: 710 },
  ),
  entry(
    "0f20b",
    CITY,
    { en: "Tokyo", de: "Tokio", fr: "Tokyo", ja: "東京", zh: "东京" },
    { en: "Capital of Japan", de: "Hauptstadt Japans", fr: "Capitale du Japon" },
    "Tokyo was called Edo until 1868; more people live in and around it than in any other city.",
    { aliases: ["Edo"], fame: 880 },
  ),
  entry(
    "0f20d",
    "Place AdministrativeArea Country",
    { en: "Germany", de: "Deutschland", fr: "Allemagne", it: "Germania", pl: "Niemcy" },
    { en: "Country in Europe", de: "Staat in Europa", fr: "Pays d'Europe" },
    "Germany has sixteen states and borders on nine countries.",
    { aliases: ["Federal Republic of Germany"], fame: 910 },
  ),
  entry(
    "0f20j",
    "Place Mountain",
    { en: "Matterhorn", de: "Matterhorn", fr: "Cervin", it: "Cervino" },
    { en: "Mountain in the Alps", de: "Berg in den Alpen", fr: "Montagne des Alpes" },
    "The Matterhorn, 4 478 metres high, stands between Zermatt and Breuil.",
    { fame: 520, pictured: true },
  ),
  entry(
    "0f20k",
    "Place Mountain",
    { en: "Mount Everest", de: "Mount Everest", fr: "Everest" },
    { en: "Highest mountain on Earth", de: "Höchster Berg der Erde", fr: "Plus haute montagne du monde" },
    "Mount Everest rises to about 8 849 metres above the sea.",
    { aliases: ["Sagarmatha", "Chomolungma", "Qomolangma"], fame: 820 },
  ),
  entry(
    "0f20p",
    "Place TouristAttraction LandmarksOrHistoricalBuildings",
    { en: "Eiffel Tower", de: "Eiffelturm", fr: "Tour Eiffel" },
    { en: "Iron tower in Paris", de: "Eisenturm in Paris", fr: "Tour de fer à Paris" },
    "The Eiffel Tower was built for the World's Fair of 1889 and was meant to stand for twenty years.",
    { aliases: ["La dame de fer"], fame: 840, url: "https://www.toureiffel.paris/", pictured: true },
  ),
  entry(
    "0f302",
    "Organization",
    { en: "World Health Organization", de: "Weltgesundheitsorganisation", fr: "Organisation mondiale de la santé" },
    {
      en: "Agency of the United Nations",
      de: "Sonderorganisation der Vereinten Nationen",
      fr: "Institution des Nations unies",
    },
    "The World Health Organization saw smallpox eradicated in 1980.",
    { aliases: ["WHO", "OMS"], fame: 750, url: "https://www.who.int/" },
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
  entry(
    "0f405",
    "Event SportsEvent",
    { en: "Olympic Games", de: "Olympische Spiele", fr: "Jeux olympiques" },
    {
      en: "International sports event",
      de: "Internationale Sportveranstaltung",
      fr: "Manifestation sportive internationale",
    },
    "The modern Olympic Games were held for the first time in Athens in 1896.",
    { aliases: ["Olympics", "Olympia"], fame: 800, url: "https://olympics.com/" },
  ),
  entry(
    "0f502",
    "CreativeWork Book",
    { en: "Don Quixote", de: "Don Quijote", fr: "Don Quichotte", es: "Don Quijote de la Mancha" },
    { en: "Novel by Miguel de Cervantes", de: "Roman von Miguel de Cervantes", fr: "Roman de Miguel de Cervantes" },
    "Don Quixote has read too many romances, and rides out to live in one.",
    { fame: 630 },
  ),
  entry(
    "0f508",
    "CreativeWork Movie",
    { en: "Modern Times", de: "Moderne Zeiten", fr: "Les Temps modernes" },
    { en: "Film by Charlie Chaplin", de: "Film von Charlie Chaplin", fr: "Film de Charlie Chaplin" },
    "In Modern Times the Tramp gets caught in the wheels of a factory.",
    { fame: 390 },
  ),
  entry(
    "0f50c",
    "CreativeWork VisualArtwork Painting",
    { en: "Mona Lisa", de: "Mona Lisa", fr: "La Joconde", it: "La Gioconda" },
    { en: "Painting by Leonardo da Vinci", de: "Gemälde von Leonardo da Vinci", fr: "Tableau de Léonard de Vinci" },
    "The Mona Lisa hangs in the Louvre, behind glass, and is smaller than most expect.",
    { fame: 790, pictured: true },
  ),
  entry(
    "0f605",
    "Taxon",
    { en: "Edelweiss", de: "Edelweiß", fr: "Edelweiss" },
    { en: "Flower of the high mountains", de: "Blume des Hochgebirges", fr: "Fleur de haute montagne" },
    "The white felt of the edelweiss keeps it from drying out.",
    { aliases: ["Leontopodium nivale"], fame: 280 },
  ),
  entry(
    "0f606",
    "CelestialBody",
    { en: "Moon", de: "Mond", fr: "Lune" },
    { en: "Satellite of the Earth", de: "Trabant der Erde", fr: "Satellite de la Terre" },
    "The Moon turns once a month, so that we always see the same side of it.",
    { aliases: ["Luna", "Erdmond"], fame: 840 },
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
