// Icons by schema.org type, as the paths of a 24 × 24 drawing.

const BOOK = "M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10";
const NOTE = "M9 18V5l10-2v13M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0m10-2a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0";

/** The first type that an entity has determines its icon, so specific types come first. */
const ICONS: Readonly<Record<string, string>> = {
  Person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-7 8a7 7 0 0 1 14 0",
  Mountain: "m3 19 6-11 4 7 2-3 6 7z",
  BodyOfWater: "M3 9c3-3 6 3 9 0s6 3 9 0M3 15c3-3 6 3 9 0s6 3 9 0",
  Place: "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11m0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",
  MusicGroup: NOTE,
  Organization: "M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3",
  Event: "M4 6h16v14H4zM4 10h16M8 3v5m8-5v5",
  Movie: "M4 5h16v14H4zM8 5v14m8-14v14M4 9.7h4m8 0h4M4 14.3h4m8 0h4",
  VisualArtwork: "M4 4h16v16H4zm3 12 4-5 3 3.5 1.5-1.5L17 16m-1.5-7.5h.01",
  MusicComposition: NOTE,
  CreativeWork: BOOK,
  Taxon: "M5 19C5 9 11 5 20 4c0 10-4 15-12 15M5 21c1-5 4-8 8-10",
  CelestialBody:
    "M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10m4.5-7.2C20 9 22 9 22 10.5c0 2.5-5 5-10.5 5.5S2 15.5 2 14c0-1 2-2.5 5-3.5",
  Thing: "m12 3 9 9-9 9-9-9z",
};

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Creates the icon for the types of an entity. It is hidden from assistive technology. */
export function createIcon(types: readonly string[]): SVGElement {
  const type = Object.keys(ICONS).find((each) => types.includes(each)) ?? "Thing";
  const icon = document.createElementNS(NAMESPACE, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  icon.dataset.type = type;
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", ICONS[type] ?? "");
  icon.append(path);
  return icon;
}

/** Formats the most specific type for people: `BodyOfWater` is `Body of water`. */
export function typeLabel(types: readonly string[]): string {
  const words = (types.at(-1) ?? "Thing").replace(/([a-z])([A-Z])/g, "$1 $2");
  return words.charAt(0) + words.slice(1).toLowerCase();
}
