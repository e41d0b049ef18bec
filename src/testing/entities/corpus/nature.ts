import type { EntitySeed } from "../entity-seed.js";
import { entry } from "./entry.js";

/** Animals, plants and celestial bodies. */
export const nature: readonly EntitySeed[] = /* @__PURE__ */ [
  entry(
    "0f601",
    "Taxon",
    { en: "Brown bear", de: "Braunbär", fr: "Ours brun" },
    { en: "Species of bear", de: "Bärenart", fr: "Espèce d'ours" },
    "Brown bears live in North America, Europe and Asia, and sleep through much of the winter.",
    { aliases: ["Ursus arctos", "Grizzly"], fame: 440, pictured: true },
  ),
  entry(
    "0f602",
    "Taxon",
    { en: "Snow leopard", de: "Schneeleopard", fr: "Panthère des neiges" },
    { en: "Species of big cat", de: "Großkatzenart", fr: "Espèce de félin" },
    "Snow leopards live high in the mountains of Asia and cannot roar.",
    { aliases: ["Panthera uncia", "Ounce", "Irbis"], fame: 400 },
  ),
  entry(
    "0f603",
    "Taxon",
    { en: "European robin", de: "Rotkehlchen", fr: "Rouge-gorge familier" },
    { en: "Species of bird", de: "Vogelart", fr: "Espèce d'oiseau" },
    "Robins sing in winter too, the females as well.",
    { aliases: ["Erithacus rubecula", "Robin redbreast"], fame: 320 },
  ),
  entry(
    "0f604",
    "Taxon",
    { en: "Blue whale", de: "Blauwal", fr: "Baleine bleue" },
    {
      en: "Largest animal that ever lived",
      de: "Größtes Tier aller Zeiten",
      fr: "Plus grand animal de tous les temps",
    },
    "A blue whale can be thirty metres long and lives on krill.",
    { aliases: ["Balaenoptera musculus"], fame: 510 },
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
  entry(
    "0f607",
    "CelestialBody",
    { en: "Jupiter", de: "Jupiter", fr: "Jupiter" },
    {
      en: "Largest planet of the Solar System",
      de: "Größter Planet des Sonnensystems",
      fr: "Plus grande planète du Système solaire",
    },
    "Jupiter has a storm that is wider than the Earth.",
    { fame: 700 },
  ),
];
